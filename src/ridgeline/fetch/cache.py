"""A cache of fetched pages on disk: one SQLite file, which any number of processes and threads may share.

    fetch(url, cache=PageCache("pages.sqlite", max_age_seconds=3_600))

A page that is younger than the greatest age is returned as it is; for an older one the server is asked whether it has
changed. The file is bounded by its size, and by the age of its pages. A cache never costs a page: a file that is
damaged is put aside, and where it cannot be used pages are fetched without it; a warning says so.

Pages whose server forbids it (`Cache-Control: no-store`, `private`) are not kept.
"""

import hashlib
import json
import os
import sqlite3
import time
import warnings
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from ..errors import OptionError
from ..storage.databases import BUSY_SECONDS, switch_to_log
from .responses import Fetched

DEFAULT_MAX_AGE_SECONDS = 86_400.0
DEFAULT_MAX_BYTES = 1_000_000_000
FILE_NAME = "pages.sqlite"  # in a folder

_KEEP_SECONDS = 30 * 86_400.0  # a page that nobody asked for since is removed
_APPLICATION_ID = 0x7269_6463  # "ridc"
_VERSION = 1
_TABLE = (
    "CREATE TABLE page (key TEXT PRIMARY KEY, url TEXT, data BLOB, charset TEXT, content_type TEXT, etag TEXT,"
    " modified TEXT, stored REAL) WITHOUT ROWID",
    "CREATE INDEX page_stored ON page (stored)",
)
_REMOVE_OLDEST = "DELETE FROM page WHERE key IN (SELECT key FROM page ORDER BY stored LIMIT 16)"
_MAX_SHARE = 0.25  # of the whole, for one page
_MAX_LOG_BYTES = 16_000_000
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_clock = time.time

Result = TypeVar("Result")


class PageCache:
    """A cache in a file, or in a file of a folder. Each operation is a connection of its own."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        max_age_seconds: float = DEFAULT_MAX_AGE_SECONDS,
        max_bytes: int = DEFAULT_MAX_BYTES,
    ) -> None:
        """Name the file, which is made with the first page. A database of something else raises OptionError then."""
        self.path = Path(path)
        if str(path).endswith(("/", os.sep)) or self.path.is_dir():
            self.path /= FILE_NAME
        self.max_age_seconds, self.max_bytes = max_age_seconds, max_bytes

    def key(self, *parts: str) -> str:
        """Return the name of a page that these parts tell from others."""
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def find(self, key: str) -> tuple[Fetched | None, bool]:
        """Return a page that is kept, and whether it is young enough to be used without asking."""
        query = "SELECT url, charset, content_type, etag, modified, data, stored FROM page WHERE key = ?"
        found = self._run(lambda connection: connection.execute(query, (key,)).fetchone())
        if found is None:
            return None, False
        url, charset, content_type, etag, modified, packed, stored = found
        try:
            data = zlib.decompress(packed)
        except zlib.error:
            return None, False
        page = Fetched(url, data, charset, content_type, etag, modified, is_cached=True)
        return page, 0 <= _clock() - stored <= self.max_age_seconds

    def store(self, key: str, fetched: Fetched) -> None:
        """Keep a page, unless its server forbids it or it is too large; older ones make room for it."""
        packed = zlib.compress(fetched.data, 1)
        if not fetched.may_store or len(packed) > _MAX_SHARE * self.max_bytes:
            return
        row = (key, fetched.url, packed, fetched.charset, fetched.content_type, fetched.etag, fetched.modified)

        def add(connection: sqlite3.Connection) -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT OR REPLACE INTO page VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, _clock()))
            keep = max(_KEEP_SECONDS, self.max_age_seconds)
            connection.execute("DELETE FROM page WHERE stored < ?", (_clock() - keep,))
            while _used_bytes(connection) > self.max_bytes:
                connection.execute(_REMOVE_OLDEST)
            connection.execute("COMMIT")  # closing the connection rolls back what is not committed

        self._run(add)

    def refresh(self, key: str) -> None:
        """Note that a page has not changed until now."""
        self._run(lambda connection: connection.execute("UPDATE page SET stored = ? WHERE key = ?", (_clock(), key)))

    def _run(self, work: Callable[[sqlite3.Connection], Result]) -> Result | None:
        """Return what an operation returns; None where the file does not let it, which is said by a warning."""
        opened = None
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
                opened = self.path.stat().st_ino
                _prepare(connection, self.path)
                return work(connection)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
                self._put_aside(opened)
            else:
                self._warn(f"cannot be used: {error}; pages are fetched without it")
        except OSError as error:
            self._warn(f"cannot be used: {error.strerror}; pages are fetched without it")
        return None

    def _put_aside(self, opened: int | None) -> None:
        """Rename a damaged file, unless another process has done it."""
        aside = self.path.with_name(f"{self.path.name}.damaged")
        with suppress(OSError):
            if self.path.stat().st_ino == opened:
                self.path.replace(aside)
                for suffix in ("-wal", "-shm"):
                    self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
                self._warn(f"is damaged: it is {aside.name} now, and a new one begins")

    def _warn(self, what: str) -> None:
        warnings.warn(f"the cache {self.path} {what}", RuntimeWarning, stacklevel=2)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("PRAGMA synchronous = NORMAL")  # safe with the log, even if the process is killed
    connection.execute(f"PRAGMA journal_size_limit = {_MAX_LOG_BYTES}")
    if _identity(connection) == (_APPLICATION_ID, _VERSION):
        return
    switch_to_log(connection)
    connection.execute("BEGIN IMMEDIATE")
    application, version = _identity(connection)  # another process may have made the tables meanwhile
    if application != _APPLICATION_ID and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise OptionError(f"{path}: a database of something else, not a cache of pages")
    if version != _VERSION:
        connection.execute("DROP TABLE IF EXISTS page")
        for statement in (*_TABLE, f"PRAGMA application_id = {_APPLICATION_ID}", f"PRAGMA user_version = {_VERSION}"):
            connection.execute(statement)
    connection.execute("COMMIT")


def _identity(connection: sqlite3.Connection) -> tuple[int, int]:
    return _pragma(connection, "application_id"), _pragma(connection, "user_version")


def _used_bytes(connection: sqlite3.Connection) -> int:
    """Return the size of the file without the pages in it that are free, which are used before it grows."""
    pages = _pragma(connection, "page_count") - _pragma(connection, "freelist_count")
    return pages * _pragma(connection, "page_size")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])
