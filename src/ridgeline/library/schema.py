"""The SQLite file of the library: its tables, and connections for one short transaction each."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import LibraryError
from ..storage.databases import BUSY_SECONDS, switch_to_log

# What each version of the format adds to the one before. A library of an earlier version is brought up to this one.
_PAGES = """
CREATE TABLE IF NOT EXISTS page (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    url TEXT,
    site TEXT NOT NULL,
    added TEXT NOT NULL,
    opened TEXT NOT NULL,
    size INTEGER NOT NULL,
    status TEXT,
    confidence REAL,
    page_type TEXT,
    title TEXT,
    words INTEGER,
    leaves INTEGER
);
CREATE INDEX IF NOT EXISTS page_opened ON page (opened);
CREATE INDEX IF NOT EXISTS page_site ON page (site, opened);
CREATE TABLE IF NOT EXISTS source (
    page TEXT PRIMARY KEY REFERENCES page (id) ON DELETE CASCADE,
    html BLOB NOT NULL,
    charset TEXT,
    rebuilt BLOB,
    carrier TEXT
);
CREATE TABLE IF NOT EXISTS correction (
    page TEXT NOT NULL REFERENCES page (id) ON DELETE CASCADE,
    annotator TEXT NOT NULL,
    made TEXT NOT NULL,
    keep TEXT NOT NULL,
    selected TEXT NOT NULL,
    deselected TEXT NOT NULL,
    extractor TEXT NOT NULL,
    word_f1 REAL NOT NULL,
    seconds REAL,
    title TEXT,
    PRIMARY KEY (page, annotator)
);
CREATE TABLE IF NOT EXISTS run (
    id TEXT PRIMARY KEY,
    path TEXT NOT NULL,
    opened TEXT NOT NULL
);
"""
_SNAPSHOTS = """
CREATE TABLE file (
    page TEXT NOT NULL REFERENCES page (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    media_type TEXT NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (page, number)
);
CREATE TABLE resource (
    page TEXT NOT NULL REFERENCES page (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    kind TEXT NOT NULL,
    file INTEGER,
    problem TEXT,
    PRIMARY KEY (page, url)
) WITHOUT ROWID;
"""
_READING = """
CREATE INDEX page_url ON page (url);
CREATE TABLE reading (
    id INTEGER PRIMARY KEY,
    page TEXT NOT NULL UNIQUE REFERENCES page (id) ON DELETE CASCADE,
    about TEXT NOT NULL,
    body TEXT NOT NULL,
    read TEXT,
    archived TEXT
);
CREATE VIRTUAL TABLE search USING fts5 (
    about, body, content = 'reading', content_rowid = 'id', tokenize = 'trigram'
);
CREATE VIRTUAL TABLE trigram USING fts5vocab ('search', 'row');
CREATE TRIGGER reading_added AFTER INSERT ON reading BEGIN
    INSERT INTO search (rowid, about, body) VALUES (new.id, new.about, new.body); END;
CREATE TRIGGER reading_removed AFTER DELETE ON reading BEGIN
    INSERT INTO search (search, rowid, about, body) VALUES ('delete', old.id, old.about, old.body); END;
CREATE TRIGGER reading_changed AFTER UPDATE OF about, body ON reading BEGIN
    INSERT INTO search (search, rowid, about, body) VALUES ('delete', old.id, old.about, old.body); INSERT INTO search
    (rowid, about, body) VALUES (new.id, new.about, new.body); END;
CREATE TABLE tag (
    page TEXT NOT NULL REFERENCES page (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    PRIMARY KEY (page, name)
) WITHOUT ROWID;
CREATE INDEX tag_name ON tag (name);
CREATE TABLE highlight (
    id TEXT PRIMARY KEY,
    target TEXT NOT NULL,
    made TEXT NOT NULL,
    exact TEXT NOT NULL,
    prefix TEXT NOT NULL,
    suffix TEXT NOT NULL,
    start INTEGER NOT NULL,
    note TEXT NOT NULL
);
CREATE INDEX highlight_target ON highlight (target);
INSERT INTO reading (page, about, body)
    SELECT id, ' ' || name || ' ' || coalesce(title, '') || ' ' || coalesce(url, '') || '  ', '' FROM page;
"""
_FEEDS = """
CREATE TABLE feed (
    id TEXT PRIMARY KEY,
    url TEXT NOT NULL,
    title TEXT NOT NULL,
    added TEXT NOT NULL,
    fetched TEXT,
    problem TEXT,
    etag TEXT,
    modified TEXT
);
CREATE TABLE entry (
    feed TEXT NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    url TEXT NOT NULL,
    title TEXT NOT NULL,
    tries INTEGER NOT NULL,
    PRIMARY KEY (feed, url)
) WITHOUT ROWID;
CREATE INDEX reading_without_text ON reading (page) WHERE body = '';
"""
STEPS = (_PAGES, _SNAPSHOTS, _READING, _FEEDS)
VERSION = len(STEPS)


@contextmanager
def connected(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection to the library at a path, which is made where there is none.

    Raises LibraryError where the file is damaged, of another program, or cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    except (sqlite3.Error, OSError) as error:
        raise LibraryError(f"cannot open the library {path}: {error}") from error
    try:
        _prepare(connection, path)
        yield connection
    except sqlite3.Error as error:
        raise LibraryError(f"the library {path} cannot be used: {error}; move the file away to begin anew") from error
    finally:
        connection.close()


@contextmanager
def writing(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a transaction that excludes other writers: all of it is stored, or nothing."""
    with connected(path) as connection:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")


def read_rows(path: Path, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """Return the rows that a query finds; none where there is no file, which reading does not create."""
    if not path.exists():
        return []
    with connected(path) as connection:
        return connection.execute(query, values).fetchall()


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Switch to a write-ahead log and create the tables, unless that is done."""
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = NORMAL")  # safe with the log, even if the process is killed
    found = _version(connection)
    if found == VERSION:
        return
    if found > VERSION:
        raise LibraryError(f"the library {path} has format {found}, this ridgeline reads {VERSION}: use a newer one")
    switch_to_log(connection)
    connection.execute("BEGIN IMMEDIATE")
    for step in STEPS[_version(connection) :]:  # another process may have done it meanwhile
        for statement in step.split(";\n"):
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
