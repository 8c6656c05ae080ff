"""The folders of golden pages.

    NAME/source.html      the page, as a server would send it
         expected.txt     the ideal extraction as plain text, without the page's headline
         expected.md      the same as Markdown, with the headline as `# …`
         expected.json    url, status, page_type, fields of Metadata (METADATA_FIELDS), and the things that the page is
                          about, if any (product, recipe, event, video), without the fields that it does not state

A page without content (a wall, an error, an empty shell) has an empty expected.txt and expected.md.
"""

import codecs
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ...errors import DatasetError, InputError, OptionError, OutputError
from ...extraction import Extraction
from ...metadata import Metadata
from ...metadata.things import KINDS
from ...page import parse
from ...status import Status
from ...storage import files

PLACE = Path("tests", "golden")  # inside a checkout
SOURCE, TEXT, MARKDOWN, DATA = FILES = ("source.html", "expected.txt", "expected.md", "expected.json")

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# Of Metadata, what a person reads off a page. The others follow from its address, its markup or the length of its text.
METADATA_FIELDS = (
    *("title", "authors", "date", "modified", "site_name", "language", "description", "image", "canonical_url", "tags"),
)
_FIELDS = frozenset({"url", "status", "page_type", *METADATA_FIELDS})
_LISTS = frozenset({"authors", "tags"})


@dataclass(frozen=True, slots=True)
class GoldenPage:
    """A page and its ideal extraction."""

    name: str
    source: bytes
    text: str
    markdown: str
    metadata: Metadata
    url: str | None
    status: Status
    page_type: str | None


def find_folder(start: Path) -> Path:
    """Return the folder of golden pages of the checkout that `start` lies in."""
    for above in (start, *start.parents):
        if (above / PLACE).is_dir():
            return above / PLACE
    raise DatasetError(f"there is no {PLACE} in {start} or above: go to a checkout of ridgeline, or give --folder")


def page_names(folder: Path) -> list[str]:
    """Return the names of the pages in a folder, sorted."""
    try:
        return sorted(entry.name for entry in folder.iterdir() if entry.is_dir() and not entry.name.startswith("."))
    except OSError as error:
        raise DatasetError(f"{folder}: cannot be read: {error.strerror}") from error


def read_pages(folder: Path) -> list[GoldenPage]:
    """Return all golden pages in a folder, sorted by name."""
    pages = [read_page(folder, name) for name in page_names(folder)]
    if not pages:
        raise DatasetError(f"{folder}: there are no golden pages; `ridgeline lab golden add` makes one")
    return pages


def read_page(folder: Path, name: str) -> GoldenPage:
    """Return one golden page. Raise DatasetError, with its name, where a file is missing or malformed."""
    place = folder / name
    if not place.is_dir():
        raise DatasetError(f"{folder}: there is no golden page {name!r}; `ridgeline lab golden list` shows all")
    stated = _read_data(place / DATA)
    return GoldenPage(
        name=name,
        source=_read_bytes(place / SOURCE),
        text=_read_text(place / TEXT),
        markdown=_read_text(place / MARKDOWN),
        metadata=Metadata(**{field: stated[field] for field in (*METADATA_FIELDS, *KINDS) if field in stated}),
        url=stated["url"],
        status=Status(stated["status"]),
        page_type=stated["page_type"],
    )


def write_page(folder: Path, name: str, data: bytes, charset: str | None, extraction: Extraction) -> Path:
    """Write a new golden page with today's extraction as the expected one, to be corrected. Return its folder."""
    if not _NAME.fullmatch(name):
        raise OptionError(f"a golden page is named in lower case, with hyphens (news-article), not {name!r}")
    place = folder / name
    try:
        place.mkdir()
    except FileExistsError as error:
        raise OutputError(f"{place}: exists already; choose another name") from error
    except OSError as error:
        raise OutputError(f"{place}: cannot be made a folder: {error.strerror}") from error
    stated = {"url": extraction.original_page.url, "status": extraction.status.value, "page_type": extraction.page_type}
    files.write(place / SOURCE, _self_contained(data, charset))
    files.write(place / TEXT, _as_file(extraction.text))
    files.write(place / MARKDOWN, _as_file(extraction.markdown))
    found = extraction.metadata.as_dict()
    things = {kind: found[kind] for kind in KINDS if found.get(kind)}
    files.write(place / DATA, _as_file(_as_json(stated | {field: found[field] for field in METADATA_FIELDS} | things)))
    return place


def _self_contained(data: bytes, charset: str | None) -> bytes:
    """Return the source in a form that is decoded alike without the charset that the HTTP header named."""
    source = parse(data, charset=charset).source
    return data if parse(data).source == source else codecs.BOM_UTF8 + source.encode("utf-8", "replace")


def _as_json(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, indent=2)


def _as_file(text: str) -> bytes:
    return (text.strip("\n") + "\n").encode("utf-8", "replace") if text.strip() else b""


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise DatasetError(f"{path}: is missing; a golden page consists of {', '.join(FILES)}") from error
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error


def _read_text(path: Path) -> str:
    try:
        return _read_bytes(path).decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise DatasetError(f"{path}: is not UTF-8 at byte {error.start}") from error


def _read_data(path: Path) -> dict[str, Any]:
    try:
        stated = json.loads(_read_text(path))
    except json.JSONDecodeError as error:
        raise DatasetError(f"{path}: is not JSON: {error}") from error
    if not isinstance(stated, dict):
        raise DatasetError(f"{path}: is not a JSON object")
    if (named := stated.keys() - KINDS.keys()) != _FIELDS:
        wrong = ", ".join(sorted(named ^ _FIELDS))
        raise DatasetError(f"{path}: these fields are missing or unknown: {wrong}")
    for field, value in stated.items():
        _check_value(path, field, value)
    return {field: _as_tuple(value) if field not in KINDS else _thing(field, value) for field, value in stated.items()}


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _thing(kind: str, stated: Mapping[str, Any]) -> Any:
    return KINDS[kind].type(**{field: _as_tuple(value) for field, value in stated.items()})


def _check_value(path: Path, field: str, value: object) -> None:
    if field in KINDS:
        known = {own.name for own in fields(KINDS[field].type)}
        if not isinstance(value, dict) or not value.keys() <= known:
            raise DatasetError(f"{path}: {field} is an object with some of {', '.join(sorted(known))}")
        return
    if field == "status" and value not in set(Status):
        raise DatasetError(f"{path}: status is one of {', '.join(Status)}, not {value!r}")
    if field in _LISTS:
        if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
            raise DatasetError(f"{path}: {field} is a list of strings, not {value!r}")
    elif value is not None and not isinstance(value, str):
        raise DatasetError(f"{path}: {field} is a string or null, not {value!r}")
