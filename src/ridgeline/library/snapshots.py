"""Snapshots: the style sheets and pictures of stored pages, so that a page looks tomorrow as it does today.

    snapshots.add(page, loaded)              what was loaded for a page, and why something was not
    snapshots.resources(page)                what is known about each address
    snapshots.style_sheets(page)             by address: its text
    snapshots.file(page, number)             one file

Several addresses may stand for one file: those of a picture in all its sizes stand for the size that was loaded.
"""

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ..errors import LibraryError, UnknownPageError
from .schema import read_rows, writing

ResourceKind = Literal["style", "picture"]
CSS = "text/css"


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file as it is served."""

    media_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class LoadedResource:
    """What came of loading a resource: a file, or the problem."""

    kind: ResourceKind
    urls: tuple[str, ...]  # all that stand for it; the one that was loaded, or tried first, is the first
    file: StoredFile | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Resource:
    """An address that a page loads, and what is stored of it."""

    url: str
    kind: ResourceKind
    file: int | None = None  # the number of the file
    problem: str | None = None  # why there is none


class Snapshots:
    """The style sheets and pictures of the pages of a library."""

    def __init__(self, path: Path | str) -> None:
        """Name the file of the library."""
        self.path = Path(path)

    def add(self, page: str, loaded: Iterable[LoadedResource]) -> None:
        """Store what was loaded for a page. Raises UnknownPageError.

        A file that was stored before is replaced by what its address gives now, and stays where it gives nothing.
        """
        with writing(self.path) as connection:
            if not connection.execute("SELECT 1 FROM page WHERE id = ?", (page,)).fetchone():
                raise UnknownPageError(f"the library has no page {page!r:.80}")
            [last] = connection.execute("SELECT coalesce(max(number), 0) FROM file WHERE page = ?", (page,)).fetchone()
            for number, one in enumerate(loaded, start=last + 1):
                if one.file is not None:
                    values = (page, number, one.file.media_type, _packed(one.file))
                    connection.execute("INSERT INTO file VALUES (?, ?, ?, ?)", values)
                place = number if one.file is not None else None
                connection.executemany(
                    "INSERT INTO resource VALUES (?, ?, ?, ?, ?) ON CONFLICT (page, url) DO UPDATE "
                    "SET kind = excluded.kind, file = excluded.file, problem = excluded.problem "
                    "WHERE excluded.file IS NOT NULL OR file IS NULL",
                    [(page, url, one.kind, place, one.problem) for url in one.urls],
                )
            used = "SELECT file FROM resource WHERE page = ? AND file IS NOT NULL"
            connection.execute(f"DELETE FROM file WHERE page = ? AND number NOT IN ({used})", (page, page))  # noqa: S608

    def resources(self, page: str) -> list[Resource]:
        """Return the addresses that were loaded, or tried, for a page."""
        rows = read_rows(self.path, "SELECT url, kind, file, problem FROM resource WHERE page = ?", (page,))
        return [Resource(*row) for row in rows]

    def style_sheets(self, page: str) -> Mapping[str, str]:
        """Return the style sheets of a page by their addresses."""
        return {url: file.data.decode("utf-8", "replace") for url, file in self._files(page, "style")}

    def pictures(self, page: str) -> Mapping[str, StoredFile]:
        """Return the pictures of a page by their addresses."""
        return dict(self._files(page, "picture"))

    def file(self, page: str, number: int) -> StoredFile:
        """Return a file of a page. Raises UnknownPageError."""
        values = (page, number)
        rows = read_rows(self.path, "SELECT media_type, data FROM file WHERE page = ? AND number = ?", values)
        if not rows:
            raise UnknownPageError(f"the page {page!r:.80} has no file {number}")
        return self._unpacked(*rows[0])

    def _files(self, page: str, kind: ResourceKind) -> list[tuple[str, StoredFile]]:
        rows = read_rows(
            self.path,
            "SELECT number, media_type, data FROM file WHERE page = ? AND (media_type = ?) = ?",
            (page, CSS, kind == "style"),
        )
        files = {number: self._unpacked(media_type, data) for number, media_type, data in rows}
        return [(one.url, files[one.file]) for one in self.resources(page) if one.file in files]

    def _unpacked(self, media_type: str, data: bytes) -> StoredFile:
        if media_type != CSS:
            return StoredFile(media_type, data)
        try:
            return StoredFile(media_type, zlib.decompress(data))
        except zlib.error as error:
            raise LibraryError(f"the library {self.path} is damaged at a style sheet: {error}") from error


def _packed(file: StoredFile) -> bytes:
    """Return the bytes to store: style sheets shrink to a fifth, pictures are compressed already."""
    return zlib.compress(file.data, 6) if file.media_type == CSS else file.data
