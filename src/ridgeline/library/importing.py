"""Reads what other programs export: bookmarks of browsers, Pocket, Omnivore, and the JSON Lines of the studio.

    read_export(data) -> [SavedPage(url, title, tags, archived, highlights), …]

The format is known by the content. Pages themselves are not in most exports: they are fetched again.
"""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..errors import InputError
from ..page import Node, parse

MAX_BYTES = 200_000_000  # of an export, and of all that an archive holds
_MAX_PAGES = 100_000
_ZIP = b"PK\x03\x04"
_METADATA = re.compile(r"(?:.*/)?metadata[\w-]*\.json")
_QUOTE = re.compile(r"(?:^>[^\n]*\n?)+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class SavedHighlight:
    """A passage that was marked elsewhere."""

    exact: str
    note: str = ""
    prefix: str = ""
    suffix: str = ""
    start: int = 0


@dataclass(frozen=True, slots=True)
class SavedPage:
    """A page that somebody saved elsewhere."""

    url: str
    title: str = ""
    tags: tuple[str, ...] = ()
    archived: bool = False
    unread: bool = True
    highlights: tuple[SavedHighlight, ...] = field(default=())


def read_export(data: bytes) -> list[SavedPage]:
    """Return the pages of an export, each once. Raises InputError where nothing is known about the format."""
    if len(data) > MAX_BYTES:
        raise InputError(f"the export is larger than {MAX_BYTES:,} bytes")
    found: dict[str, SavedPage] = {}
    for page in _reader(data)(data):
        if page.url.startswith(("http://", "https://")) and len(found) < _MAX_PAGES:
            found.setdefault(page.url, page)
    if not found:
        raise InputError("no saved pages in it: bookmarks of a browser, an export of Pocket or Omnivore, or JSON Lines")
    return list(found.values())


def _reader(data: bytes) -> Callable[[bytes], Iterator[SavedPage]]:
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if data.startswith(_ZIP):
        return _read_omnivore
    if head.startswith(b"{"):
        return _read_lines
    return _read_links if head.startswith(b"<") else _read_table


def _read_links(data: bytes) -> Iterator[SavedPage]:
    """Read bookmarks in Netscape's form, where folders are headings before lists, and the HTML export of Pocket."""
    for node in parse(data).find("a"):
        tags = [tag.strip() for tag in (node.get("tags") or "").split(",")]
        heading = _heading_before(node).lower()
        if node.parent is not None and node.parent.tag == "dt":
            tags += _folders(node)
        yield SavedPage(
            node.get("href") or "",
            " ".join(node.text_content.split()),
            tuple(dict.fromkeys(filter(None, tags))),
            archived="archive" in heading,
            unread=(node.get("toread") or "1") == "1" and "archive" not in heading,
        )


def _heading_before(node: Node) -> str:
    """Return the heading before the list that a link stands in: Pocket has one for what is read."""
    around = next((above for above in node.ancestors if above.tag == "ul"), None)
    if around is None or around.parent is None:
        return ""
    before = [child for child in around.parent.children if child.index < around.index and child.tag == "h1"]
    return before[-1].text_content if before else ""


def _folders(node: Node) -> Iterator[str]:
    """Yield the names of the folders around a bookmark, the outermost one excepted, which is the browser's own."""
    names = []
    for above in node.ancestors:
        if above.tag == "dl" and above.parent is not None:
            heading = next((child for child in above.parent.children if child.tag == "h3"), None)
            names.append("" if heading is None else " ".join(heading.text_content.split()))
    return iter(reversed([name for name in names[:-1] if name]))


def _read_table(data: bytes) -> Iterator[SavedPage]:
    """Read the table that Pocket exports: title, url, time_added, tags, status."""
    rows = csv.DictReader(io.StringIO(data.decode("utf-8-sig", "replace"), newline=""))
    try:
        for row in rows:
            tags = tuple(filter(None, map(str.strip, re.split(r"[|,]", row.get("tags") or ""))))
            is_read = (row.get("status") or "").strip().lower() == "archive"
            yield SavedPage((row.get("url") or "").strip(), row.get("title") or "", tags, is_read, not is_read)
    except csv.Error as error:
        raise InputError(f"the table cannot be read: {error}") from error


def _read_omnivore(data: bytes) -> Iterator[SavedPage]:
    """Read the archive that Omnivore exports: lists of pages, and a file of highlights for each."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(info.file_size for info in archive.infolist()) > MAX_BYTES:
                raise InputError(f"the archive holds more than {MAX_BYTES:,} bytes")
            names = archive.namelist()
            notes = {name.rpartition("/")[2]: name for name in names if "highlights/" in name}
            for name in filter(_METADATA.fullmatch, names):
                for entry in _objects(json.loads(archive.read(name))):
                    marked = notes.get(f"{entry.get('slug')}.md")
                    text = archive.read(marked).decode("utf-8", "replace") if marked else ""
                    yield _omnivore_page(entry, tuple(_quotes(text)))
    except (zipfile.BadZipFile, ValueError, RuntimeError, NotImplementedError) as error:
        raise InputError(f"the archive cannot be read: {error}") from error


def _omnivore_page(entry: dict[str, Any], highlights: tuple[SavedHighlight, ...]) -> SavedPage:
    labels = entry.get("labels")
    tags = tuple(str(label) for label in labels) if isinstance(labels, list) else ()
    is_archived = str(entry.get("state", "")).lower() == "archived"
    is_unread = not is_archived and not entry.get("readingProgress")
    return SavedPage(
        str(entry.get("url") or ""), str(entry.get("title") or ""), tags, is_archived, is_unread, highlights
    )


def _quotes(markdown: str) -> Iterator[SavedHighlight]:
    """Yield the quotes of a text in Markdown, each with what stands between it and the next one as its note."""
    found = list(_QUOTE.finditer(markdown))
    ends = [*(match.start() for match in found[1:]), len(markdown)]
    for match, end in zip(found, ends, strict=False):
        lines = (line.lstrip("> ").rstrip() for line in match[0].splitlines())
        if exact := "\n".join(filter(None, lines)):
            yield SavedHighlight(exact, markdown[match.end() : end].strip())


def _read_lines(data: bytes) -> Iterator[SavedPage]:
    """Read the JSON Lines that the studio writes."""
    for line in data.decode("utf-8-sig", "replace").splitlines():
        try:
            fields = json.loads(line) if line.strip() else {}
        except ValueError as error:
            raise InputError(f"a line is not JSON: {error}") from error
        for entry in _objects([fields]):
            metadata = entry.get("metadata") if isinstance(entry.get("metadata"), dict) else {}
            yield SavedPage(
                str(entry.get("url") or ""),
                str((metadata or {}).get("title") or ""),
                tuple(map(str, entry["tags"])) if isinstance(entry.get("tags"), list) else (),
                entry.get("archived") is True,
                entry.get("unread") is not False,
                tuple(_annotations(entry.get("annotations"))),
            )


def _annotations(written: Any) -> Iterator[SavedHighlight]:
    """Yield annotations of the W3C's model, as far as they quote a text."""
    for annotation in _objects(written):
        target, body = annotation.get("target"), _objects(annotation.get("body"))
        selectors = {
            one.get("type"): one for one in _objects(target.get("selector") if isinstance(target, dict) else 0)
        }
        quote, position = selectors.get("TextQuoteSelector", {}), selectors.get("TextPositionSelector", {})
        start = position.get("start")
        if exact := str(quote.get("exact") or ""):
            yield SavedHighlight(
                exact,
                "\n".join(str(one.get("value") or "") for one in body),
                str(quote.get("prefix") or ""),
                str(quote.get("suffix") or ""),
                start if isinstance(start, int) and start >= 0 else 0,
            )


def _objects(written: Any) -> list[dict[str, Any]]:
    return [one for one in written if isinstance(one, dict)] if isinstance(written, list) else []
