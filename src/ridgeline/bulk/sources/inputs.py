"""The inputs of a run, as they are given, to slices and walks.

    pages.warc.gz             a file: WARC, JSON Lines, Parquet, or one page
    pages/  pages/**/*.html   a folder with all that is below it, a pattern
    https://example.org/      a page to fetch
    @list.txt                 a list: a file or URL on each line; # begins a comment

A small file is one slice; the slices of a large one are found by a walk. Both depend on the file and the options alone,
so a file has the same slices whatever other inputs there are.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, islice

from ...errors import InputError, MissingExtraError, OptionError
from ...fetch import check_options
from ...parameters import check_number
from .. import storage
from ..slices import Reading, Slice, Walk
from . import file_types
from .lines import PlainBlocks, split_lines

LIST_MARK = "@"
ADDRESSES = "addresses"  # the reader of URLs
_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_MAX_CHECKED = 200  # files that are opened before the run; of more, those are that come first
_MAX_NAME_BYTES = 1 << 16
# What a page takes in a file, for the guess whether a file has more than one slice.
_PAGE_BYTES = 32_000
_PLAIN_PAGE_BYTES = 128_000


@dataclass(frozen=True, slots=True)
class _Entry:
    """A file or URL, and its place in the input that names it."""

    kind: str
    name: str
    offset: int = 0


@dataclass(frozen=True, slots=True)
class _Source:
    """An input: what it names, in a fixed order. The source of a file or URL that is given by itself is itself."""

    name: str
    entries: Iterable[_Entry]


def open_inputs(inputs: Sequence[str], reading: Reading | None = None) -> Iterator[Slice | Walk]:
    """Return the slices and walks of all inputs, in a fixed order.

    What is wrong with an input is found before the iterator is returned, as far as it can be: of very many files, only
    the first are opened.

    Raises:
        InputError: An input is missing, empty, not readable or not what its name says.
        MissingExtraError: A package that reads one of them is not installed.
        OptionError: An option of `reading` has a value that cannot be used.
    """
    reading = reading or Reading()
    _check_options(reading)
    if isinstance(inputs, str):
        raise OptionError("inputs are a list of files, folders and URLs, not a single text")
    if not inputs:
        raise InputError("there is no input: name a file, a folder, a URL or a @list")
    sources = list(_sources(inputs))
    _check(islice(chain.from_iterable(source.entries for source in sources), _MAX_CHECKED), reading)
    return _units(sources, reading)


def _check_options(reading: Reading) -> None:
    check_number("slice_pages", reading.slice_pages, "a positive number", lambda value: value > 0, whole=True)
    check_number("delay_seconds", reading.delay_seconds, "a number that is not negative", lambda value: value >= 0)
    check_options(reading)


# --- What inputs name


def _sources(inputs: Sequence[str]) -> Iterator[_Source]:
    """Yield the inputs, with files and URLs that are given by themselves together."""
    alone: list[_Entry] = []
    seen: set[str] = set()
    for given in inputs:
        if not given:
            raise InputError("the name of an input is empty")
        if given in seen:
            continue
        seen.add(given)
        if given.startswith(LIST_MARK):
            yield _Source(given, _List(given))
        elif _ADDRESS.match(given):
            alone.append(_address(given, 0))
        elif (paths := storage.expand(given)) == [given]:
            alone.append(_file(given))
        else:
            yield _Source(given, _folder_entries(given, paths))
    if alone:
        yield _Source("", alone)


def _file(path: str) -> _Entry:
    if file_types.is_list_of_addresses(path):
        raise InputError(f"{path}: a list of URLs; write {LIST_MARK}{path} to read the pages that it names")
    return _Entry(file_types.kind_of(path), path)


def _folder_entries(given: str, paths: list[str]) -> list[_Entry]:
    is_pattern = not storage.is_folder(given)  # which names what it means
    wanted = [path for path in paths if is_pattern or not file_types.is_companion(path)]
    if not wanted:
        raise InputError(f"{given}: there are no pages and no archives in this folder")
    return [_Entry(file_types.kind_of(path), path, offset) for offset, path in enumerate(wanted)]


def _address(url: str, offset: int) -> _Entry:
    path = re.split("[?#]", url, maxsplit=1)[0]
    if file_types.kind_by_name(path) in (file_types.WARC, file_types.JSONL, file_types.PARQUET):
        raise InputError(f"{url}: an archive, not a page; download it first, or name it in its store (s3://…)")
    return _Entry(ADDRESSES, url, offset)


class _List:
    """The entries of a list, which is read anew each time: it may be too long to be held."""

    def __init__(self, given: str) -> None:
        self._path = given.removeprefix(LIST_MARK)
        if next(iter(self), None) is None:
            raise InputError(f"{self._path}: the list names no file and no URL")

    def __iter__(self) -> Iterator[_Entry]:
        with closing(storage.open_binary(self._path)) as stream:
            for line in split_lines(PlainBlocks(stream, 0), 0, _MAX_NAME_BYTES):
                name = line.data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape").strip()
                if name and not name.startswith("#"):
                    yield self._entry(name, line.offset)

    def _entry(self, name: str, offset: int) -> _Entry:
        if "\0" in name:
            raise InputError(f"{self._path}: not a list of files and URLs: byte {offset:,} is in binary data")
        if _ADDRESS.match(name):
            return _address(name, offset)
        if (kind := file_types.kind_by_name(name)) is not None:
            return _Entry(kind, name, offset)
        if storage.exists(name) and storage.is_folder(name):
            raise InputError(f"{self._path}: {name} is a folder; a list names files and URLs")
        # A page that is missing gives a row that says so.
        return _Entry(file_types.kind_of(name) if storage.exists(name) else file_types.PAGE, name, offset)


# --- What is wrong with them


def _check(entries: Iterable[_Entry], reading: Reading) -> None:
    checked: set[str] = set()
    for entry in entries:
        if entry.kind not in checked:
            _check_packages(entry, reading)
        checked.add(entry.kind)
        if entry.kind not in (file_types.PAGE, ADDRESSES):
            file_types.check_source(entry.name, entry.kind)
        if entry.kind == file_types.PARQUET:
            from .parquet import check_columns

            check_columns(entry.name, reading)
        elif entry.kind == file_types.JSONL:
            _check_fields(entry.name, reading)


def _check_packages(entry: _Entry, reading: Reading) -> None:
    from importlib.util import find_spec

    needed = {file_types.WARC: ("brotli", "zstandard"), file_types.PARQUET: ("pyarrow",)}.get(entry.kind, ())
    if entry.kind == ADDRESSES and not reading.ignore_robots:
        needed = ("protego",)
    for package in needed:
        if find_spec(package) is None:
            raise MissingExtraError(f"{entry.name}: needs {package}", "bulk")


def _check_fields(path: str, reading: Reading) -> None:
    """Raise InputError if none of the first objects of a file of JSON lines has a field for the page."""
    from .jsonl import first_objects
    from .record_fields import choose_fields, missing_field

    first = list(first_objects(path, reading))
    if first and all(choose_fields(values, reading) is None for values in first):
        raise InputError(f"{path}: {missing_field(list(first[0]), reading)}")


# --- Slices and walks


def _units(sources: Iterable[_Source], reading: Reading) -> Iterator[Slice | Walk]:
    seen: set[str] = set()  # archives: a file that is named twice is read once
    for source in sources:
        pages: list[_Entry] = []
        for entry in source.entries:
            if entry.kind == file_types.PAGE:
                pages.append(entry)
            elif entry.kind != ADDRESSES and entry.name not in seen:
                seen.add(entry.name)
                yield _archive(entry, reading)
            if len(pages) == reading.slice_pages:
                yield _pages_slice(source.name, pages)
                pages = []
        if pages:
            yield _pages_slice(source.name, pages)
        yield from _address_slices(source, reading)


def _address_slices(source: _Source, reading: Reading) -> Iterator[Slice]:
    addresses = ((entry.offset, entry.name) for entry in source.entries if entry.kind == ADDRESSES)
    first = next(addresses, None)
    if first is None:
        return iter(())
    from .addresses import address_slices  # takes a while to import, and most runs do not need it

    return address_slices(source.name, chain((first,), addresses), reading.slice_pages)


def _pages_slice(source: str, pages: list[_Entry]) -> Slice:
    return Slice(
        source,
        file_types.PAGE,
        count=len(pages),
        names=tuple(page.name for page in pages),
        offsets=tuple(page.offset for page in pages),
    )


def _archive(entry: _Entry, reading: Reading) -> Slice | Walk:
    """Return the slice of a small file, or the walk that finds the slices of a large one."""
    is_packed = entry.kind == file_types.PARQUET or file_types.is_compressed(entry.name)
    page_bytes = _PAGE_BYTES if is_packed else _PLAIN_PAGE_BYTES
    is_small = storage.size(entry.name) <= page_bytes * reading.slice_pages
    if is_small or (entry.kind == file_types.JSONL and is_packed):
        return Slice(entry.name, entry.kind)
    return Walk(entry.name, entry.kind)
