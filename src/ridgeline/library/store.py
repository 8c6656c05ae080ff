"""The library: pages that a person opened, and the corrections of annotators, in one SQLite file.

Many processes and threads may use one file at once: it has a write-ahead log, so readers never wait, and every call
opens its own connection for one short transaction. A process that is killed leaves what was stored before. The source
of a page is compressed. A page is named by a digest of its source and its URL, so opening it again finds it with its
corrections.
"""

import hashlib
import json
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from ..errors import LibraryError, OptionError, UnknownPageError
from .entries import ANONYMOUS, Correction, Findings, PageSource, SiteCount, StoredPage, StoredRun, now, site_of
from .schema import connected, read_rows, writing
from .search import conditions as search_conditions
from .search import excerpt, searched

Order = Literal["recent", "least-certain", "site"]
Shelf = Literal["inbox", "unread", "archive"]
FILE_NAME = "library.sqlite"

_ID_LENGTH = 16  # hexadecimal digits: a collision among a million pages has a chance of 1 in 37 million
_MAX_NAME_LENGTH = 300
_ORDERS: dict[str, str] = {
    "recent": "opened DESC, id",
    "site": "site, opened DESC, id",
    # Pages without content come first, then the least certain; what has no confidence comes last.
    "least-certain": "(status IS NOT NULL AND status <> 'ok') DESC, confidence IS NULL, confidence, opened DESC, id",
}
_COLUMNS = "id, name, url, site, added, opened, size, status, confidence, page_type, title, words, leaves"
_STATES = (  # what other tables know about a page
    "(SELECT json_group_array(annotator) FROM (SELECT annotator FROM correction WHERE page = page.id ORDER BY 1)), "
    "(SELECT json_group_array(name) FROM (SELECT tag.name FROM tag WHERE tag.page = page.id ORDER BY 1)), "
    "(SELECT read IS NULL FROM reading WHERE reading.page = page.id), "
    "(SELECT archived IS NOT NULL FROM reading WHERE reading.page = page.id)"
)
_SHELVES = {
    "inbox": "id NOT IN (SELECT page FROM reading WHERE archived IS NOT NULL)",
    "unread": "id IN (SELECT page FROM reading WHERE archived IS NULL AND read IS NULL)",
    "archive": "id IN (SELECT page FROM reading WHERE archived IS NOT NULL)",
}
_WIDTH = len(_COLUMNS.split(", ")) + 4  # of a row of a page
_CORRECTION = "annotator, made, keep, selected, deselected, extractor, word_f1, seconds, title"


class Library:
    """Pages and their corrections in one file. Threads and processes may share it."""

    def __init__(self, path: Path | str) -> None:
        """Name the file; it is made when the first page is stored."""
        self.path = Path(path)

    # Pages.

    def add_page(
        self,
        source: PageSource,
        *,
        name: str | None = None,
        site: str | None = None,
        findings: Findings | None = None,
        text: str = "",
    ) -> str:
        """Store a page, or note that it was opened again. Returns its name in the library (`StoredPage.id`).

        `text` is that of its content, for the search.
        """
        page = page_id(source)
        title = findings.title if findings is not None else None
        shown = " ".join((name or title or source.url or "untitled").split())[:_MAX_NAME_LENGTH]
        moment = now()
        values = (page, shown, source.url, site_of(source.url) if site is None else site, moment, moment)
        packed = zlib.compress(source.html, 6)
        rebuilt = None if source.rebuilt is None else zlib.compress(_encoded(source.rebuilt), 6)
        with writing(self.path) as connection:
            connection.execute(
                f"INSERT INTO page ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "  # noqa: S608 - constants
                "ON CONFLICT (id) DO UPDATE SET opened = excluded.opened",
                (*map(_storable, values), len(source.html), *_finding_values(findings)),
            )
            connection.execute(
                "INSERT INTO source VALUES (?, ?, ?, ?, ?) ON CONFLICT (page) DO NOTHING",
                (page, packed, source.charset, rebuilt, source.carrier),
            )
            connection.execute(
                "INSERT INTO reading (page, about, body) VALUES (?, ?, ?) ON CONFLICT (page) DO UPDATE "
                "SET body = excluded.body WHERE excluded.body NOT IN ('', body)",
                (page, searched(f"{shown} {title or ''} {source.url or ''}"), searched(text)),
            )
        return page

    def page(self, page: str) -> StoredPage:
        """Return a page by its name in the library. Raises UnknownPageError."""
        rows = self._read(f"SELECT {_COLUMNS}, {_STATES} FROM page WHERE id = ?", (page,))  # noqa: S608 - constants
        _check_found(len(rows), page)
        return _stored_page(rows[0])

    def pages(
        self,
        *,
        order: Order = "recent",
        query: str = "",
        site: str | None = None,
        status: str | None = None,
        lacking: str | None = None,
        second: bool = False,
        shelf: Shelf | None = None,
        tag: str | None = None,
        offset: int = 0,
        limit: int = 50,
    ) -> list[StoredPage]:
        """Return pages.

        Args:
            order: Which come first.
            query: Parts of their contents, names, titles or addresses; all have to be there.
            site: The site that they are of.
            status: The status that the default extractor gave them.
            lacking: An annotator who has not corrected them.
            second: Only pages that somebody has corrected.
            shelf: Only those that are not archived, or of these the unread ones, or the archive.
            tag: A tag that they have.
            offset: How many to pass over.
            limit: The most to return.
        """
        if order not in _ORDERS:
            raise OptionError(f"pages are ordered by {', '.join(_ORDERS)}, not by {order!r:.40}")
        where, values = _conditions(query, site, status, lacking, second, shelf, tag)
        rows = self._read(
            f"SELECT {_COLUMNS}, {_STATES} FROM page {where} ORDER BY {_ORDERS[order]} LIMIT ? OFFSET ?",  # noqa: S608
            (*values, limit, offset),
        )
        return [_stored_page(row) for row in rows]

    def count_pages(
        self,
        *,
        query: str = "",
        site: str | None = None,
        status: str | None = None,
        lacking: str | None = None,
        second: bool = False,
        shelf: Shelf | None = None,
        tag: str | None = None,
    ) -> int:
        """Return how many pages `pages` would find."""
        where, values = _conditions(query, site, status, lacking, second, shelf, tag)
        rows = self._read(f"SELECT count(*) FROM page {where}", values)  # noqa: S608 - conditions are constants
        return int(rows[0][0]) if rows else 0

    def html(self, page: str) -> bytes:
        """Return the source of a page as it was stored."""
        return self.source(page).html

    def source(self, page: str) -> PageSource:
        """Return all that is needed to parse a page again."""
        rows = self._read(
            "SELECT html, url, charset, rebuilt, carrier FROM source JOIN page ON id = page WHERE id = ?", (page,)
        )
        _check_found(len(rows), page)
        html, url, charset, rebuilt, carrier = rows[0]
        text = None if rebuilt is None else self._unpacked(rebuilt, page).decode("utf-8", "replace")
        return PageSource(self._unpacked(html, page), url, charset, text, carrier)

    def delete_page(self, page: str) -> None:
        """Delete a page with its corrections. Raises UnknownPageError."""
        with writing(self.path) as connection:
            _check_found(connection.execute("DELETE FROM page WHERE id = ?", (page,)).rowcount, page)
            connection.execute("DELETE FROM highlight WHERE target NOT IN (SELECT coalesce(url, id) FROM page)")

    def excerpts(self, pages: Iterable[str], query: str) -> dict[str, str]:
        """Return the passages of pages that a query is found in."""
        names = tuple(pages)
        marks = ", ".join("?" * len(names))
        rows = self._read(f"SELECT page, body FROM reading WHERE page IN ({marks})", names)  # noqa: S608 - marks
        return {page: passage for page, body in rows if (passage := excerpt(body, query))}

    def pages_without_text(self, limit: int) -> list[str]:
        """Return pages whose text the search does not know: those of a library that is older than the search."""
        query = (
            "SELECT reading.page FROM reading JOIN page ON page.id = reading.page WHERE body = '' AND words > 0 LIMIT ?"
        )
        return [str(row[0]) for row in self._read(query, (limit,))]

    def set_text(self, page: str, text: str) -> None:
        """Let the search know the text of a page; one that is gone is passed over."""
        with writing(self.path) as connection:
            connection.execute("UPDATE reading SET body = ? WHERE page = ?", (searched(text) or " ", page))

    def find_url(self, url: str) -> str | None:
        """Return the newest page of an address; None where there is none."""
        rows = self._read("SELECT id FROM page WHERE url = ? ORDER BY added DESC LIMIT 1", (_storable(url),))
        return str(rows[0][0]) if rows else None

    def back_up(self, path: Path | str) -> None:
        """Write a copy of the library, whatever is written meanwhile. Raises LibraryError where that cannot be done."""
        if Path(path).exists():
            raise LibraryError(f"{path}: there is such a file: name another one for the copy")
        if not self.path.exists():
            raise LibraryError(f"{self.path}: there is no library to copy")
        with connected(self.path) as connection:
            connection.execute("VACUUM INTO ?", (str(path),))

    def sites(self) -> list[SiteCount]:
        """Return the sites of the pages, in the order of their names; pages of no known site are left out."""
        rows = self._read(
            "SELECT site, count(*), sum(EXISTS (SELECT 1 FROM correction WHERE page = id)) FROM page "
            "WHERE site <> '' GROUP BY site ORDER BY site",
            (),
        )
        return [SiteCount(*row) for row in rows]

    # Corrections.

    def set_correction(self, page: str, correction: Correction) -> None:
        """Store what an annotator takes for the content; an earlier correction of theirs is replaced."""
        lists = (correction.keep, correction.selected, correction.deselected)
        with writing(self.path) as connection:
            _check_found(int(connection.execute("SELECT count(*) FROM page WHERE id = ?", (page,)).fetchone()[0]), page)
            connection.execute(
                f"INSERT OR REPLACE INTO correction (page, {_CORRECTION}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
                (
                    *(page, _storable(correction.annotator), correction.made, *map(json.dumps, lists)),
                    *(correction.extractor, correction.word_f1, correction.seconds, _storable(correction.title)),
                ),
            )

    def corrections(self, page: str) -> list[Correction]:
        """Return the corrections of a page, the newest first. Raises UnknownPageError."""
        self.page(page)
        rows = self._read(
            f"SELECT {_CORRECTION} FROM correction WHERE page = ? ORDER BY made DESC, annotator",  # noqa: S608 - constants
            (page,),
        )
        return [self._correction(row) for row in rows]

    def correction(self, page: str, annotator: str | None = None) -> Correction | None:
        """Return the correction of an annotator, or the newest one; None where there is none."""
        found = self.corrections(page)
        return next((each for each in found if annotator is None or each.annotator == annotator), None)

    def delete_correction(self, page: str, annotator: str = ANONYMOUS) -> None:
        """Delete what an annotator said about a page. Raises UnknownPageError where there is nothing."""
        with writing(self.path) as connection:
            values = (page, _storable(annotator))
            deleted = connection.execute("DELETE FROM correction WHERE page = ? AND annotator = ?", values).rowcount
        if not deleted:
            raise UnknownPageError(f"{annotator!r:.80} has not corrected a page {page!r:.80}")

    def corrected_pages(
        self, site: str | None = None, annotator: str | None = None
    ) -> list[tuple[StoredPage, Correction]]:
        """Return the corrected pages, of one site or all, in the order of their names in the library.

        Each page has one correction: that of the annotator, or the newest one.
        """
        wanted = [(name, value) for name, value in (("site", site), ("annotator", annotator)) if value is not None]
        where = " AND ".join(["TRUE", *(f"{name} = ?" for name, _ in wanted)])
        prefixed = ", ".join(f"correction.{name}" for name in _CORRECTION.split(", "))
        columns = ", ".join(f"page.{name}" for name in _COLUMNS.split(", "))
        rows = self._read(
            f"SELECT {columns}, {_STATES}, {prefixed} FROM page JOIN correction ON correction.page = page.id "  # noqa: S608
            f"WHERE {where} ORDER BY page.id, correction.made DESC, annotator",
            tuple(value for _, value in wanted),
        )
        newest: dict[str, tuple[StoredPage, Correction]] = {}
        for row in rows:
            if row[0] not in newest:
                newest[row[0]] = _stored_page(row[:_WIDTH]), self._correction(row[_WIDTH:])
        return list(newest.values())

    def compared_pages(self) -> list[str]:
        """Return the pages that several annotators have corrected."""
        rows = self._read("SELECT page FROM correction GROUP BY page HAVING count(*) > 1 ORDER BY page", ())
        return [row[0] for row in rows]

    # Outputs of bulk runs.

    def add_run(self, path: str) -> str:
        """Note that the output of a bulk run was opened. Returns its name in the library."""
        run = hashlib.sha256(_encoded(path)).hexdigest()[:_ID_LENGTH]
        with writing(self.path) as connection:
            connection.execute("INSERT OR REPLACE INTO run VALUES (?, ?, ?)", (run, _storable(path), now()))
        return run

    def run_path(self, run: str) -> str:
        """Return the folder of a run. Raises UnknownPageError."""
        rows = self._read("SELECT path FROM run WHERE id = ?", (run,))
        if not rows:
            raise UnknownPageError(f"the library has no run {run!r:.80}")
        return str(rows[0][0])

    def runs(self) -> list[StoredRun]:
        """Return the runs that were opened, the last one first."""
        return [StoredRun(*row) for row in self._read("SELECT id, path, opened FROM run ORDER BY opened DESC", ())]

    # The file.

    def _read(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return read_rows(self.path, query, values)

    def _unpacked(self, data: bytes, page: str) -> bytes:
        try:
            return zlib.decompress(data)
        except zlib.error as error:
            raise LibraryError(
                f"the library {self.path} is damaged at page {page}: {error}; delete the page"
            ) from error

    def _correction(self, row: tuple[Any, ...]) -> Correction:
        try:
            keep, selected, deselected = (tuple(json.loads(value)) for value in row[2:5])
            return Correction(row[0], row[1], keep, selected, deselected, *row[5:])
        except (ValueError, TypeError) as error:
            raise LibraryError(f"the library {self.path} is damaged at a correction of {row[0]}: {error}") from error


def page_id(source: PageSource) -> str:
    """Return the name of a page in the library, which is the same whenever it is opened."""
    digest = hashlib.sha256(_encoded(source.url or "") + b"\0" + source.html)
    return digest.hexdigest()[:_ID_LENGTH]


def _conditions(
    query: str,
    site: str | None,
    status: str | None,
    lacking: str | None,
    second: bool,
    shelf: Shelf | None,
    tag: str | None,
) -> tuple[str, tuple[str, ...]]:
    conditions, values = search_conditions(query)
    conditions.append("TRUE" if shelf is None else _SHELVES[shelf])
    for column, value in (("site", site), ("status", status)):
        if value is not None:
            conditions.append(f"{column} = ?")
            values.append(value)
    if lacking is not None:
        conditions.append("id NOT IN (SELECT page FROM correction WHERE annotator = ?)")
        values.append(lacking)
    if second:
        conditions.append("id IN (SELECT page FROM correction)")
    if tag is not None:
        conditions.append("id IN (SELECT page FROM tag WHERE tag.name = ?)")
        values.append(tag)
    return f"WHERE {' AND '.join(conditions)}", tuple(map(str, map(_storable, values)))


def _finding_values(findings: Findings | None) -> tuple[Any, ...]:
    if findings is None:
        return (None,) * 6
    known = (findings.status, findings.confidence, findings.page_type, _storable(findings.title))
    return (*known, findings.words, findings.leaves)


def _stored_page(row: tuple[Any, ...]) -> StoredPage:
    identity, name, url, site, added, opened, size, *found, annotators, tags, unread, archived = row
    findings = None if found[0] is None else Findings(*found)
    states = tuple(json.loads(annotators)), tuple(json.loads(tags)), bool(unread), bool(archived)
    return StoredPage(identity, name, url, site, added, opened, size, findings, *states)


def _check_found(count: int, page: str) -> None:
    if not count:
        raise UnknownPageError(f"the library has no page {page!r:.80}")


def _storable(text: str | None) -> str | None:
    """Return a text that SQLite can store: without lone surrogates."""
    return None if text is None else text.encode("utf-8", "replace").decode()


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")
