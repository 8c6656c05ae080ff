"""The frontier of a crawl: which pages wait, which were fetched, and what became of them. One SQLite file.

A page is `waiting`, then `fetched` with its bytes, then `done`, `same` (as another page) or `failed`. Each step is one
transaction on the disk, so a crawl that was killed goes on where it was, and asks for nothing again that it has. The
file is locked as long as the crawl runs; without a path it is one in memory, that lives as long as its object.

A crawl of the service keeps a line a page, by number, until its client says that it has them.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import OutputError
from ..fetch import Fetched
from .scope import is_endless, shapes

FILE_NAME = "_crawl.sqlite"
MAX_TRIES = 2  # of a page whose server does not answer
_MAX_PAGES = 200_000  # that are known
_TABLES = """
CREATE TABLE page (
    id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, depth INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'waiting',
    asked INTEGER NOT NULL DEFAULT 0, tries INTEGER NOT NULL DEFAULT 0,
    address TEXT, charset TEXT, data BLOB, digest TEXT, name TEXT, title TEXT,
    status TEXT, error TEXT, same INTEGER, number INTEGER, line BLOB);
CREATE INDEX page_state ON page (state, tries, depth, id);
CREATE INDEX page_digest ON page (digest) WHERE digest IS NOT NULL;
CREATE UNIQUE INDEX page_number ON page (number) WHERE number IS NOT NULL;
CREATE UNIQUE INDEX page_name ON page (name COLLATE NOCASE) WHERE name IS NOT NULL;
CREATE TABLE shape (name TEXT PRIMARY KEY, pages INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


class Entry(NamedTuple):
    """A page of the frontier."""

    id: int
    url: str
    depth: int
    is_fetched: bool


@dataclass(frozen=True, slots=True)
class Counts:
    """How far a crawl is."""

    asked: int  # pages that were asked for
    waiting: int
    written: int
    failed: int


class Line(NamedTuple):
    """A line that a client gets about a page."""

    number: int  # from 1
    depth: int  # of the page
    data: bytes


class Frontier:
    """The pages of a crawl. One thread at a time uses it."""

    def __init__(self, path: Path | None = None, max_pages: int = _MAX_PAGES) -> None:
        """Open the frontier in a file, or make it; it knows at most so many pages. Raises OutputError."""
        self._path, self._max_pages = path, max_pages
        try:
            self._connection = sqlite3.connect(
                path or ":memory:", timeout=0.5, isolation_level=None, check_same_thread=False
            )
            self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.execute("PRAGMA journal_mode = WAL")  # safe with it, even if the process is killed
            with self._writing():
                if not self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    for statement in _TABLES.split(";\n"):
                        self._connection.execute(statement)
        except sqlite3.OperationalError as error:
            is_locked = "locked" in str(error)
            reason = "another crawl is writing into the folder; wait for its end" if is_locked else str(error)
            raise OutputError(f"{path}: {reason}") from error
        except sqlite3.DatabaseError as error:
            raise OutputError(f"{path}: damaged: {error}; choose another folder") from error

    def close(self) -> None:
        """Give the file free."""
        self._connection.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield self._connection
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def keep_settings(self, settings: Mapping[str, Any]) -> None:
        """Note the settings of the crawl. Raises OutputError where those of the folder are others."""
        given = {name: json.dumps(value, sort_keys=True, default=str) for name, value in settings.items()}
        found = dict(self._connection.execute("SELECT name, value FROM setting"))
        different = sorted(name for name in given if found and found.get(name) != given[name])
        if different:
            changes = "; ".join(f"{name} was {found.get(name)}, now {given[name]}" for name in different)
            raise OutputError(f"{self._path}: a crawl with other settings ({changes}): choose another folder")
        with self._writing() as connection:
            connection.executemany("INSERT OR IGNORE INTO setting VALUES (?, ?)", given.items())

    def keep_base(self, base: str) -> None:
        """Note where the start has led."""
        with self._writing() as connection:
            connection.execute("INSERT OR REPLACE INTO setting VALUES ('base', ?)", (json.dumps(base),))

    def setting(self, name: str) -> str | None:
        """Return a setting that was noted."""
        found = self._connection.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return None if found is None else json.loads(found[0])

    # --- Pages that are to be fetched

    def add(self, urls: Iterable[str], depth: int, *, is_listed: bool = False, state: str = "waiting") -> None:
        """Add pages that are new. Those that a sitemap does not list are added as far as they are no trap."""
        with self._writing() as connection:
            self._add(connection, urls, depth, is_listed=is_listed, state=state)

    def _add(
        self,
        connection: sqlite3.Connection,
        urls: Iterable[str],
        depth: int,
        *,
        is_listed: bool,
        state: str = "waiting",
    ) -> None:
        room = self._max_pages - connection.execute("SELECT count(*) FROM page").fetchone()[0]
        for url in urls:
            if room <= 0:
                return
            is_known = connection.execute("SELECT 1 FROM page WHERE url = ?", (url,)).fetchone()
            if not is_known and (is_listed or self._is_within(connection, url)):
                connection.execute("INSERT INTO page (url, depth, state) VALUES (?, ?, ?)", (url, depth, state))
                room -= 1

    def _is_within(self, connection: sqlite3.Connection, url: str) -> bool:
        """Return whether there are not too many like this one yet, and count it."""
        found = shapes(url)
        for name, limit in found:
            row = connection.execute("SELECT pages FROM shape WHERE name = ?", (name,)).fetchone()
            if row is not None and row[0] >= limit:
                return False
        if is_endless(url):
            return False
        count = "INSERT INTO shape VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET pages = pages + 1"
        connection.executemany(count, [(name,) for name, _ in found])
        return True

    def next(self) -> Entry | None:
        """Return the page to go on with: one that is fetched, else the nearest to the start that waits."""
        for state in ("fetched", "waiting"):
            query = "SELECT id, url, depth FROM page WHERE state = ? ORDER BY tries, depth, id LIMIT 1"
            if row := self._connection.execute(query, (state,)).fetchone():
                return Entry(row[0], row[1], row[2], state == "fetched")
        return None

    def next_sitemap(self) -> Entry | None:
        """Return a sitemap that is to be read."""
        query = "SELECT id, url, depth FROM page WHERE state = 'sitemap' ORDER BY id LIMIT 1"
        row = self._connection.execute(query).fetchone()
        return None if row is None else Entry(row[0], row[1], row[2], False)

    def sitemaps(self) -> int:
        """Return how many sitemaps are known."""
        query = "SELECT count(*) FROM page WHERE state IN ('sitemap', 'listed')"
        return int(self._connection.execute(query).fetchone()[0])

    # --- What becomes of them

    def end_sitemap(self, entry: Entry, pages: Iterable[str], sitemaps: Iterable[str]) -> None:
        """Note that a sitemap was read, with what it lists."""
        with self._writing() as connection:
            connection.execute("UPDATE page SET state = 'listed' WHERE id = ?", (entry.id,))
            self._add(connection, sitemaps, 0, is_listed=True, state="sitemap")
            self._add(connection, pages, 1, is_listed=True)

    def keep(self, entry: Entry, fetched: Fetched, address: str) -> bool:
        """Keep a page that was fetched; `address` is where redirects led. Returns whether it is a new one."""
        with self._writing() as connection:
            other = connection.execute("SELECT id, state FROM page WHERE url = ?", (address,)).fetchone()
            if other is not None and other[0] != entry.id and other[1] not in ("waiting", "failed"):
                self._set(connection, entry, state="same", same=other[0], asked=1)
                return False
            packed = zlib.compress(fetched.data, 1)
            known = {"address": address, "charset": fetched.charset, "data": packed}
            self._set(connection, entry, state="fetched", asked=1, **known)
            if other is None:
                connection.execute(
                    "INSERT INTO page (url, depth, state, same) VALUES (?, ?, 'same', ?)",
                    (address, entry.depth, entry.id),
                )
            elif other[0] != entry.id:
                connection.execute("UPDATE page SET state = 'same', same = ? WHERE id = ?", (entry.id, other[0]))
            return True

    def fetched(self, entry: Entry) -> Fetched:
        """Return a page that was kept."""
        query = "SELECT address, data, charset FROM page WHERE id = ?"
        address, data, charset = self._connection.execute(query, (entry.id,)).fetchone()
        return Fetched(address, zlib.decompress(data), charset, None)

    def name(self, entry: Entry, wanted: str) -> str:
        """Return the name of a page's file: the wanted one, with a number where another page has it."""
        stem, dot, suffix = wanted.rpartition(".")
        number, name = 1, wanted
        taken = "SELECT 1 FROM page WHERE name = ? COLLATE NOCASE AND id != ?"  # as some file systems compare
        while self._connection.execute(taken, (name, entry.id)).fetchone():
            number += 1
            name = f"{stem}-{number}{dot}{suffix}"
        return name

    def same_as(self, entry: Entry, digest: str, canonical: str | None) -> bool:
        """Return whether another page has the same text, or is this one by another address; note it then."""
        other = None
        if canonical is not None:
            query = "SELECT id FROM page WHERE url = ? AND state = 'done' AND id != ?"
            other = self._connection.execute(query, (canonical, entry.id)).fetchone()
        if other is None and digest:
            query = "SELECT id FROM page WHERE digest = ? AND id != ? ORDER BY id LIMIT 1"
            other = self._connection.execute(query, (digest, entry.id)).fetchone()
        if other is None:
            return False
        with self._writing() as connection:
            self._set(connection, entry, state="same", same=other[0], data=None)
        return True

    def end(self, entry: Entry, links: Iterable[str], **known: str | bytes | None) -> None:
        """Note that a page is done, with what is known of it and the pages that it leads to."""
        with self._writing() as connection:
            self._set(connection, entry, state="done", data=None, **known)
            self._add(connection, links, entry.depth + 1, is_listed=False)

    def fail(self, entry: Entry, error: str, *, is_final: bool = True, **known: bytes) -> bool:
        """Note why a page cannot be had; unless that is final, it is tried once more, after the others.

        Returns whether it is final.
        """
        with self._writing() as connection:
            connection.execute("UPDATE page SET tries = tries + 1, asked = 1 WHERE id = ?", (entry.id,))
            tries = connection.execute("SELECT tries FROM page WHERE id = ?", (entry.id,)).fetchone()[0]
            if is_final or tries >= MAX_TRIES:
                self._set(connection, entry, state="failed", error=error, data=None, **known)
                return True
        return False

    def _set(self, connection: sqlite3.Connection, entry: Entry, **values: Any) -> None:
        if "line" in values:
            values["number"] = self.last_number() + 1
            values["line"] = zlib.compress(values["line"], 1)
        names = ", ".join(f"{name} = ?" for name in values)
        connection.execute(f"UPDATE page SET {names} WHERE id = ?", (*values.values(), entry.id))  # noqa: S608

    # --- Lines for a client

    def last_number(self) -> int:
        """Return the number of the last line; 0 where there is none."""
        return int(self._connection.execute("SELECT coalesce(max(number), 0) FROM page").fetchone()[0])

    def line_after(self, number: int) -> Line | None:
        """Return the next line that is kept."""
        query = "SELECT number, depth, line FROM page WHERE number > ? AND line IS NOT NULL ORDER BY number LIMIT 1"
        row = self._connection.execute(query, (number,)).fetchone()
        return None if row is None else Line(row[0], row[1], zlib.decompress(row[2]))

    def forget_lines(self, number: int) -> None:
        """Forget the lines up to a number, which the client has."""
        with self._writing() as connection:
            connection.execute("UPDATE page SET line = NULL WHERE number <= ?", (number,))

    def line_bytes(self) -> int:
        """Return how many bytes the lines take."""
        return int(self._connection.execute("SELECT coalesce(sum(length(line)), 0) FROM page").fetchone()[0])

    # --- What there is

    def counts(self) -> Counts:
        """Return how far the crawl is."""
        known = "total(asked), total(state = 'waiting' AND NOT asked), count(name), total(state = 'failed')"
        row = self._connection.execute(f"SELECT {known} FROM page").fetchone()  # noqa: S608 - constants
        return Counts(*map(int, row))

    def waiting(self) -> list[str]:
        """Return the pages that wait, in the order in which they were found."""
        query = "SELECT url FROM page WHERE state = 'waiting' ORDER BY id"
        return [url for (url,) in self._connection.execute(query)]

    def files(self) -> dict[str, str]:
        """Return the files of pages by every address that they are known by."""
        query = (
            "SELECT page.url, coalesce(page.name, other.name, third.name) FROM page"
            " LEFT JOIN page AS other ON other.id = page.same LEFT JOIN page AS third ON third.id = other.same"
        )
        return {url: name for url, name in self._connection.execute(query) if name is not None}

    def listing(self) -> Iterator[dict[str, Any]]:
        """Yield what became of the pages, in the order in which they were found."""
        query = (
            "SELECT coalesce(address, url), name, title, depth, status, error FROM page"
            " WHERE state IN ('done', 'failed') ORDER BY id"
        )
        for row in self._connection.execute(query):
            named = zip(("url", "file", "title", "depth", "status", "error"), row, strict=True)
            yield {name: value for name, value in named if value is not None}
