"""Convert a downloaded data set into the one format (docs/datasets.md).

    read_pairs      a folder of HTML files and a folder of texts, Markdown or HTML files with the same names
    read_folders    a folder for each page, with source.html and expected.html, as Readability has its test pages
    read_json       JSON objects with any field names, the HTML inside of them or in files beside them
    read_wcxb       WCXB: `ground-truth.json` beside a folder `html`
    read_cleaneval  CleanEval: a folder of HTML files and a folder of texts marked with <p>, <h> and <l>

Each yields rows, one JSON object a page. `write` validates the rows and writes them to a file. A page without its HTML
or text is left out, and `Conversion.left_out` names it.

The layout of WCXB is the one that the README of its first edition documents. For any other edition, name the fields
with `read_json`. The layout of CleanEval is that of its development set: the three versions of a page have the same
number, and a cleaned text may have a suffix after it (163.html, 163-cleaned.txt).
"""

import gzip
import json
import lzma
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...errors import DatasetError, OptionError
from ...page.decoder import decode
from ...storage import files
from ..metrics.markdown_structure import markdown_text
from .records import FILE_SUFFIXES, SUFFIX, parse_record
from .webmainbench import html_text

Row = dict[str, Any]
Fields = Mapping[str, str]  # field of the format → dotted path in the original

FIELDS = (
    *("id", "html", "text", "url", "domain", "site", "type", "lang", "marked"),
    *("title", "author", "date", "must", "mustnot", "posts", "markdown", "main_html", "level"),
)
HTML_SUFFIXES = (".html", ".htm", ".xhtml")
_MARKDOWN_SUFFIX = ".md"
WCXB_FIELDS: Fields = {"text": "articleBody", "date": "publish_date", "must": "with", "mustnot": "without"}

_COMPRESSION: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.decompress, ".xz": lzma.decompress}
_TAGS = re.compile(r"</?[phl]>", re.IGNORECASE)
# A cleaned text may open with the address of the page, or with a comment that says that it has no content.
_URL_LINE = re.compile(r"\A\s*+URL:\s*+(\S++)[^\n]*+\n?")
_COMMENT = re.compile(r"\A\s*+<!--(?:[^-]|-(?!->))*+-->")
_WRAPPER = re.compile(r"\A\s*+<text\s+id=\"(https?://[^\"\s]++)\"")  # CleanEval's own element around a page


@dataclass(frozen=True, slots=True)
class Conversion:
    """The rows of a set, and the pages that are left out while they are read."""

    rows: Iterator[Row]
    left_out: list[str] = field(default_factory=list)  # filled as the rows are read


def read_pairs(html: Path, text: Path) -> Conversion:
    """Read HTML files, and texts, Markdown or the HTML of the content with the same stem; the id is the stem."""
    pages = _files(html, HTML_SUFFIXES)
    return _paired(pages, _gold_files(html, text), stem_of=_stem, annotate=lambda gold, page: _gold_fields(gold))


def read_folders(folder: Path) -> Conversion:
    """Read folders with a `source.html` and an `expected.html`; the id is the name of the folder.

    Title, author and date are read from an `expected-metadata.json` beside them.
    """
    try:
        folders = sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError as error:
        raise DatasetError(f"{folder}: not a folder that can be read: {error.strerror}") from error
    left_out: list[str] = []

    def rows() -> Iterator[Row]:
        for one in folders:
            source, expected = one / "source.html", one / "expected.html"
            if source.is_file() and expected.is_file():
                yield {"id": one.name, "html": _html(source), **_gold_fields(expected), **_metadata_fields(one)}
            else:
                left_out.append(one.name)

    return Conversion(rows(), left_out)


def read_cleaneval(html: Path, text: Path) -> Conversion:
    """Read HTML files and CleanEval's cleaned texts; the id is the number of the page."""
    pages, gold = _files(html, HTML_SUFFIXES), _files(text, (".txt",))
    return _paired(pages, gold, stem_of=lambda path: _stem(path).split("-")[0], annotate=_cleaneval_fields)


def read_wcxb(folder: Path, fields: Fields | None = None) -> Conversion:
    """Read WCXB's `ground-truth.json`, with the pages in `html/ID.html.gz`."""
    return read_json(folder / "ground-truth.json", {**WCXB_FIELDS, **(fields or {})}, html=folder / "html")


def read_json(source: Path, fields: Fields | None = None, *, html: Path | None = None) -> Conversion:
    """Read JSON objects: a list, an object of objects by id, JSON lines, or a folder with a file for each page.

    `fields` maps fields of the format to those of the original, with dots between the names of nested objects
    ("gold.text"); the others have the same name. With `html`, pages are read from that folder, in files named by id.
    """
    paths = {name: (fields or {}).get(name, name) for name in FIELDS}
    pages = _files(html, HTML_SUFFIXES) if html is not None else {}
    left_out: list[str] = []

    def rows() -> Iterator[Row]:
        for default_id, original in _json_objects(source):
            row = {name: value for name, path in paths.items() if (value := _at(original, path)) is not None}
            row["id"] = str(row.get("id", default_id))
            if html is not None and row["id"] in pages:
                row["html"] = _html(pages[row["id"]])
            if "html" in row and "text" in row:
                yield row
            else:
                left_out.append(row["id"])

    return Conversion(rows(), left_out)


def write(conversion: Conversion, target: Path, values: Mapping[str, str] | None = None) -> int:
    """Write the rows to a `.jsonl` or `.jsonl.xz` file, atomically. Returns the number of pages.

    `values` are fields that every page gets, unless it has them. Two pages with the same id are an error.
    """
    if not target.name.endswith(FILE_SUFFIXES):
        raise OptionError(f"a data set is a .jsonl or {SUFFIX} file, not {target.name!r}")
    compressor = lzma.LZMACompressor() if target.suffix == ".xz" else None
    pieces: list[bytes] = []
    ids: set[str] = set()
    for row in conversion.rows:
        line = (json.dumps({**(values or {}), **row}, ensure_ascii=False) + "\n").encode("utf-8", "replace")
        record = parse_record(line, f"page {row['id']}")
        if record.id in ids:
            raise DatasetError(f"two pages have the id {record.id!r}: every page needs its own")
        ids.add(record.id)
        pieces.append(compressor.compress(line) if compressor else line)
    if not ids:
        raise DatasetError("no page has both HTML and text: compare the names of the files, or name the fields")
    files.write(target, b"".join([*pieces, compressor.flush() if compressor else b""]))
    return len(ids)


def _paired(
    pages: Mapping[str, Path],
    gold: Mapping[str, Path],
    *,
    stem_of: Callable[[Path], str],
    annotate: Callable[[Path, str], Row],
) -> Conversion:
    """Read the pages for which there is a gold file; `annotate` makes fields of that and the page."""
    texts = _by_name(gold.values(), stem_of)
    left_out = sorted(set(pages) ^ set(texts))

    def rows() -> Iterator[Row]:
        for stem, path in pages.items():
            if stem in texts:
                page = _html(path)
                yield {"id": stem, "html": page, **annotate(texts[stem], page)}

    return Conversion(rows(), left_out)


def _gold_files(html: Path, folder: Path) -> dict[str, Path]:
    """Return the gold files of a folder, all of one kind: texts, else Markdown, else HTML that is not the pages'."""
    kinds = [(".txt",), (_MARKDOWN_SUFFIX,), *([HTML_SUFFIXES] if folder != html else [])]
    for suffixes in kinds:
        with suppress(DatasetError):
            return _files(folder, suffixes)
    return _files(folder, (".txt",))  # reports what is missing


def _gold_fields(path: Path) -> Row:
    """Return the gold text of a file, and the Markdown or HTML that it was made of."""
    suffix = _uncompressed(path).suffix.lower()
    if suffix == _MARKDOWN_SUFFIX:
        markdown = _text(path)
        return {"markdown": markdown, "text": markdown_text(markdown)}
    if suffix in HTML_SUFFIXES:
        html = _html(path)
        return {"main_html": html, "text": html_text(html)}
    return {"text": _text(path)}


def _metadata_fields(folder: Path) -> Row:
    path = folder / "expected-metadata.json"
    if not path.is_file():
        return {}
    metadata = _object(_parse(_bytes(path), str(path)), str(path))
    found = {"title": metadata.get("title"), "author": metadata.get("byline"), "date": metadata.get("publishedTime")}
    return {name: value for name, value in found.items() if isinstance(value, str)}


def _cleaneval_fields(path: Path, page: str) -> Row:
    gold = _text(path)
    url = _URL_LINE.match(gold)
    marked = _COMMENT.sub("", gold[url.end() :] if url else gold).strip()
    address = url or _WRAPPER.match(page)
    return {"text": _TAGS.sub("", marked), "marked": marked} | ({"url": address[1]} if address else {})


def _files(folder: Path, suffixes: tuple[str, ...]) -> dict[str, Path]:
    """Return the files of a folder by their stems, sorted; a suffix of compression does not count."""
    try:
        found = sorted(path for path in folder.iterdir() if _uncompressed(path).suffix.lower() in suffixes)
    except OSError as error:
        raise DatasetError(f"{folder}: not a folder that can be read: {error.strerror}") from error
    if not found:
        raise DatasetError(f"{folder}: has no {' or '.join(suffixes)} files")
    return _by_name(found, _stem)


def _by_name(paths: Iterable[Path], name_of: Callable[[Path], str]) -> dict[str, Path]:
    named: dict[str, Path] = {}
    for path in paths:
        if (other := named.setdefault(name_of(path), path)) is not path:
            raise DatasetError(f"{other} and {path.name} belong to the same page: keep one of them")
    return named


def _uncompressed(path: Path) -> Path:
    return path.with_suffix("") if path.suffix in _COMPRESSION else path


def _stem(path: Path) -> str:
    return _uncompressed(path).stem


def _json_objects(source: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the objects of a file or folder, each with the id that it has if none is inside of it."""
    if source.is_dir():
        for stem, path in _files(source, (".json",)).items():
            yield stem, _object(_parse(_bytes(path), str(path)), str(path))
    elif _uncompressed(source).suffix == ".json":
        content = _parse(_bytes(source), str(source))
        if not isinstance(content, dict | list):
            raise DatasetError(f"{source}: a JSON list or object is wanted, not {type(content).__name__}")
        for key, value in content.items() if isinstance(content, dict) else enumerate(content, start=1):
            yield str(key), _object(value, f"{source}, {key}")
    else:
        for number, line in enumerate(_bytes(source).split(b"\n"), start=1):
            if line.strip():
                place = f"{source}, line {number}"
                yield str(number), _object(_parse(line, place), place)


def _parse(data: bytes, place: str) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"{place}: not JSON ({error})") from error


def _object(value: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise DatasetError(f"{place}: a JSON object is wanted, not {type(value).__name__}")
    return value


def _at(original: Mapping[str, Any], path: str) -> Any:
    """Return the value at a dotted path; None where there is none."""
    value: Any = original
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _html(path: Path) -> str:
    return decode(_bytes(path)).text


def _text(path: Path) -> str:
    data = _bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return decode(data).text


def _bytes(path: Path) -> bytes:
    try:
        data = path.read_bytes()
        return _COMPRESSION[path.suffix](data) if path.suffix in _COMPRESSION else data
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        raise DatasetError(f"{path}: cannot be read ({error})") from error
