"""The feeds that a reader follows, and which of their entries are still to be fetched.

A feed keeps the addresses of the entries that it lists now, so an entry comes once, also when its page was removed. Of
those that are new, the newest few wait to be fetched; one that fails is tried again with the next ones, a few times.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from ..errors import LibraryError, UnknownPageError
from .entries import now
from .feeds import MAX_FEEDS, Feed, FeedEntry
from .schema import read_rows, writing

MAX_NEW = 20  # entries of a feed that are fetched at once
_TRIES = 3
_COLUMNS = "id, url, title, added, fetched, problem, etag, modified"
_WAITING = "(SELECT count(*) FROM entry WHERE feed = feed.id AND tries > 0)"


@dataclass(frozen=True, slots=True)
class StoredFeed:
    """A feed that a reader follows."""

    id: str
    url: str
    title: str
    added: str  # the time, in ISO 8601
    fetched: str | None = None  # the time when it was last asked for
    problem: str | None = None  # why that failed
    etag: str | None = None  # what the server is asked with whether it changed
    modified: str | None = None
    waiting: int = 0  # entries to be fetched


class Subscriptions:
    """The feeds of a library."""

    def __init__(self, path: Path | str) -> None:
        """Name the file of the library."""
        self.path = Path(path)

    def add(self, url: str, title: str = "") -> str:
        """Follow a feed. Returns its name in the library; one that is followed stays as it is."""
        feed = hashlib.sha256(url.encode("utf-8", "replace")).hexdigest()[:16]
        with writing(self.path) as connection:
            if connection.execute("SELECT count(*) FROM feed").fetchone()[0] >= MAX_FEEDS:
                raise LibraryError(f"a library follows {MAX_FEEDS:,} feeds at most: remove one first")
            connection.execute(
                "INSERT INTO feed (id, url, title, added) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
                (feed, url, title, now()),
            )
        return feed

    def all(self) -> list[StoredFeed]:
        """Return the feeds, in the order of their titles."""
        query = f"SELECT {_COLUMNS}, {_WAITING} FROM feed ORDER BY lower(title), url"  # noqa: S608 - constants
        return [StoredFeed(*row) for row in read_rows(self.path, query)]

    def feed(self, feed: str) -> StoredFeed:
        """Return a feed. Raises UnknownPageError."""
        query = f"SELECT {_COLUMNS}, {_WAITING} FROM feed WHERE id = ?"  # noqa: S608 - constants
        rows = read_rows(self.path, query, (feed,))
        if not rows:
            raise UnknownPageError(f"the library has no feed {feed!r:.80}")
        return StoredFeed(*rows[0])

    def remove(self, feed: str) -> None:
        """Follow a feed no more; its pages stay. Raises UnknownPageError."""
        self._change("DELETE FROM feed WHERE id = ?", feed)

    def fail(self, feed: str, problem: str) -> None:
        """Note that a feed could not be read."""
        self._change("UPDATE feed SET fetched = ?, problem = ? WHERE id = ?", now(), problem, feed)

    def update(self, feed: str, found: Feed | None, etag: str | None = None, modified: str | None = None) -> None:
        """Note what a feed lists now; None where it is as it was."""
        with writing(self.path) as connection:
            connection.execute("UPDATE feed SET fetched = ?, problem = NULL WHERE id = ?", (now(), feed))
            if found is None:
                return
            connection.execute(
                "UPDATE feed SET title = CASE title WHEN '' THEN ? ELSE title END, etag = ?, modified = ? WHERE id = ?",
                (found.title, etag, modified, feed),
            )
            rows = connection.execute("SELECT url, tries FROM entry WHERE feed = ?", (feed,)).fetchall()
            known: dict[str, int] = dict(rows)
            new = [entry.url for entry in found.entries if entry.url not in known][:MAX_NEW]
            known |= dict.fromkeys(new, _TRIES)
            connection.execute("DELETE FROM entry WHERE feed = ?", (feed,))
            connection.executemany(
                "INSERT INTO entry VALUES (?, ?, ?, ?, ?)",
                [
                    (feed, place, entry.url, entry.title, known.get(entry.url, 0))
                    for place, entry in enumerate(found.entries)
                ],
            )

    def waiting(self, feed: str) -> list[FeedEntry]:
        """Return the entries of a feed that are to be fetched, the newest first."""
        query = "SELECT url, title FROM entry WHERE feed = ? AND tries > 0 ORDER BY place LIMIT ?"
        return [FeedEntry(*row) for row in read_rows(self.path, query, (feed, MAX_NEW))]

    def note(self, feed: str, url: str, *, is_stored: bool) -> None:
        """Note that an entry was stored, or that this failed."""
        left = "0" if is_stored else "tries - 1"
        self._change(f"UPDATE entry SET tries = {left} WHERE feed = ? AND url = ?", feed, url)  # noqa: S608 - constants

    def _change(self, statement: str, *values: str) -> None:
        with writing(self.path) as connection:
            if not connection.execute(statement, values).rowcount:
                raise UnknownPageError(f"the library has no feed {values[0]!r:.80}, or it has no such entry")
