"""Reading pages: files, standard input, URLs."""

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ..errors import FetchError, InputError, MissingExtraError, OptionError
from ..parameters import FetchOptions, check_fetch, parameter
from ..text.urls import is_url

STANDARD_INPUT = "-"

_BROTLI_SUFFIX = ".br"  # the only sign of it: it has no signature
_PIECE_BYTES = 1_048_576
_HOST = re.compile(r"(?:[\w-]+\.)+(?P<ending>[^\W\d_]{2,})(?::\d+)?")
_FILE_ENDINGS = frozenset(
    "html htm xhtml shtml mhtml mht webarchive xml txt md json jsonl gz xz bz2 zst zip php asp aspx jsp pdf".split()
)
_BULK = "`ridgeline bulk` reads the pages in it"
_NO_NAME = "the name of a page is empty: give a file, a URL, or - for standard input"


@dataclass(frozen=True, slots=True)
class Reading(FetchOptions):
    """Options for reading pages."""

    url: str | None = parameter(None, "The address of a file or of standard input.", metavar="URL")
    charset: str | None = parameter(None, "The encoding, instead of the declared one.", metavar="NAME")


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of a page, its address and its encoding."""

    data: bytes
    url: str | None
    charset: str | None


def check(pages: list[str], reading: Reading) -> None:
    """Raise OptionError if no page can be read with these options."""
    if "" in pages:
        raise OptionError(_NO_NAME)
    if pages.count(STANDARD_INPUT) > 1:
        raise OptionError("standard input (-) can be read only once")
    check_fetch(reading.timeout_seconds, reading.max_bytes)
    if reading.headers or reading.cookies or reading.proxy is not None:
        from ..fetch import check_options  # few command lines need it

        check_options(reading)
    if reading.charset is not None and not _is_web_encoding(reading.charset):
        raise OptionError(f"--charset: {reading.charset!r} is not an encoding of the web, such as utf-8 or gb18030")
    if reading.url is not None:
        _check_address(reading.url, len(pages))


def _is_web_encoding(charset: str) -> bool:
    from ..page.encodings import codec_of  # few command lines name one

    return codec_of(charset) is not None


def _check_address(url: str, pages: int) -> None:
    from ..fetch import check_url  # takes a while to import, and most command lines do not need it

    if pages > 1:
        raise OptionError(f"--url is the address of a single page, and {pages} pages are given")
    try:
        check_url(url)
    except FetchError as error:
        raise OptionError(f"--url is a complete address such as https://example.org/page, not {url!r}") from error


def label(page: str) -> str:
    """Return the name of a page in messages."""
    return "standard input" if page == STANDARD_INPUT else page


def read(page: str, reading: Reading) -> Source:
    """Read or fetch a page, unpack it, and take it out of the file that it was saved in.

    Raises InputError if it is not a web page.
    """
    from ..page.content_types import recognise

    source = _opened(page, read_raw(page, reading), reading.max_bytes)
    if kind := recognise(source.data, source.charset):
        raise InputError(f"{label(page)}: {kind.description}, not a web page{_hint(page)}")
    return source


def _opened(page: str, source: Source, max_bytes: int) -> Source:
    from ..page.input import open_file

    try:
        opened = open_file(source.data, max_bytes, brotli=page.lower().endswith(_BROTLI_SUFFIX) and not is_url(page))
    except MissingExtraError as error:
        raise MissingExtraError(f"{label(page)}: {error}") from error
    if opened.is_cut:
        hint = _hint(page, "; --max-bytes allows more")
        raise InputError(f"{label(page)}: larger than {max_bytes:,} bytes when unpacked{hint}")
    return Source(opened.data, source.url or opened.url, source.charset or opened.charset)


def read_raw(page: str, reading: Reading) -> Source:
    """Read or fetch a file as it is, whatever it holds."""
    if is_url(page):
        from ..fetch import fetch_page  # takes a while to import, and files do not need it

        fetched = fetch_page(page, reading)
        return Source(fetched.data, fetched.url, reading.charset or fetched.charset)
    data = _read_standard_input(reading.max_bytes) if page == STANDARD_INPUT else _read_file(page, reading.max_bytes)
    return Source(data, reading.url, reading.charset)


def _read_standard_input(max_bytes: int) -> bytes:
    if sys.stdin is None:
        raise InputError("standard input is closed")
    return _read_stream(sys.stdin.buffer, STANDARD_INPUT, max_bytes)


def _read_file(page: str, max_bytes: int) -> bytes:
    if not page:
        raise InputError(_NO_NAME)
    try:
        with Path(page).open("rb") as stream:
            return _read_stream(stream, page, max_bytes)
    except FileNotFoundError as error:
        hint = f"; if it is a web page, write https://{page}" if _is_like_host(page) else ""
        raise InputError(f"{page}: there is no such file{hint}") from error
    except IsADirectoryError as error:
        raise InputError(f"{page}: a folder, not a page; {_BULK}") from error
    except OSError as error:
        raise InputError(f"{page}: cannot be read: {error.strerror}") from error
    except ValueError as error:  # a NUL in the name
        raise InputError(f"{page}: cannot be the name of a file") from error


def is_like_page(word: str) -> bool:
    """Return whether a word of a command line is a page rather than the name of a command."""
    if word.startswith("-"):
        return word == STANDARD_INPUT
    return bool(re.search(r"[./\\]", word)) or os.path.exists(word)  # noqa: PTH110 - a Path refuses some words


def _is_like_host(page: str) -> bool:
    """Return whether the name of a missing file begins like an address without its scheme: example.org/page."""
    host, _, path = page.partition("/")
    found = _HOST.fullmatch(host)
    return found is not None and (bool(path) or found["ending"].lower() not in _FILE_ENDINGS)


def _read_stream(stream: BinaryIO, page: str, max_bytes: int) -> bytes:
    data = bytearray()
    while piece := stream.read(_PIECE_BYTES):  # in pieces: the limit may be larger than the memory
        data += piece
        if len(data) > max_bytes:
            raise InputError(
                f"{label(page)}: larger than {max_bytes:,} bytes{_hint(page, '; --max-bytes allows more')}"
            )
    return bytes(data)


def _hint(page: str, otherwise: str = "") -> str:
    """Return where to take a file of many pages; of any other, something else."""
    from ..bulk.sources.file_types import PAGE, kind_by_name  # only failures need it

    return otherwise if kind_by_name(page) in (None, PAGE) else f"; {_BULK}"
