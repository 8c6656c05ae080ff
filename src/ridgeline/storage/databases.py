"""SQLite files that many processes read and write at once."""

import sqlite3
import time

BUSY_SECONDS = 30.0  # that a writer waits for others
_RETRY_SECONDS = 0.01


def switch_to_log(connection: sqlite3.Connection) -> None:
    """Turn the write-ahead log on, unless that is done. SQLite does not wait for a lock when it does: this retries."""
    deadline = time.monotonic() + BUSY_SECONDS
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_SECONDS)
