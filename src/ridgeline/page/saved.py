"""Pages that were saved to one file: MHTML (and e-mails with HTML), web archives of Safari, SingleFile.

MHTML (RFC 2557) is a MIME message of many parts, of which one is the page, others its frames, images and styles:

    Content-Type: multipart/related; boundary="…"; start="<the Content-ID of the page>"
    Snapshot-Content-Location: https://example.org/        (Chrome: the address of the page)

The parser of the standard library is not used: it is slow on files of many megabytes, and recurses as deep as messages
are nested. Only the parts that are read are decoded.

A frame of the page becomes its `srcdoc`, where `ridgeline.embedded` looks for content. Images stay what they are: the
address that they were loaded from, or a `cid:`, which no format writes.
"""

import binascii
import codecs
import html
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from .content_types import HEAD_CHARACTERS, is_message
from .decoder import decode
from .patterns import lazy_pattern
from .property_list import SIGNATURE, PropertyList

MAX_PARTS = 10_000  # a page of Chrome has some hundreds
MAX_DEPTH = 4  # of parts in parts
_MAX_HEADER_BYTES = 65_536
_MAX_FRAMES = 50
_MAX_URL = 4_096
_BEFORE_HEADERS = codecs.BOM_UTF8 + b" \t\r\n"  # that editors leave
_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_PAGE = "WebMainResource"  # in a web archive

_BLANK_LINE = lazy_pattern(rb"\r?\n\r?\n|\A\r?\n")
_FOLD = lazy_pattern(r"\r?\n[ \t]++")
_PARAMETER = r"""[;\s]{name}\s*+=\s*+(?:"([^"]{{1,1000}}+)"|([^\s;"]{{1,1000}}+))"""
_CONTENT_ID_FRAME = lazy_pattern(
    rb"""(?P<before><i?frame\s(?:[^<>]{0,2000}?\s)?)src\s*+=\s*+(?P<quote>["']?)cid:(?P<id>[^"'\s<>]{1,500}+)(?P=quote)""",
    re.IGNORECASE,
)
_BASE64_ONLY = lazy_pattern(rb"[^A-Za-z0-9+/]++")
# What browsers and SingleFile write into a page that they save.
_ADDRESS = lazy_pattern(
    r"<!--\s*+(?:saved from url=\(\d+\)|Page saved with SingleFile\s++url:\s*+)(?P<url>https?://[^\s<>\"]+)",
    re.IGNORECASE,
)


class Saved(NamedTuple):
    """The HTML of a saved page, its address and its encoding, where the file names them."""

    data: bytes
    url: str | None
    charset: str | None


def read_saved(data: bytes, charset: str | None = None) -> Saved | None:
    """Return the page in a file of MHTML or in a web archive; None for anything else, and where no page is in it.

    `charset` is the encoding of the file, where that is known: text as it stands is in it, whatever a header says.
    """
    if data.startswith(SIGNATURE):
        return _read_web_archive(data)
    if not is_message(data[:HEAD_CHARACTERS].lstrip(_BEFORE_HEADERS).decode("latin-1")):
        return None
    return _read_message(data.lstrip(_BEFORE_HEADERS), charset)


def read_address(source: str) -> str | None:
    """Return the address that a browser or SingleFile noted in a comment at the beginning of a page that it saved."""
    found = _ADDRESS().search(source, 0, HEAD_CHARACTERS)
    return _web_address(found["url"]) if found else None


def _web_address(text: str | None) -> str | None:
    url = "".join(text.split()) if text and len(text) <= _MAX_URL else ""
    return url if url.lower().startswith(("http://", "https://")) else None


# --- Web archives


def _read_web_archive(data: bytes) -> Saved | None:
    archive = PropertyList(data)
    content = archive.content(_PAGE, "WebResourceData")
    if content is None:
        return None
    url, charset = (archive.text(_PAGE, name) for name in ("WebResourceURL", "WebResourceTextEncodingName"))
    return Saved(content, _web_address(url), charset)


# --- Messages


class _Part(NamedTuple):
    """A part of a message: its headers by their names in lower case, and its body as it was sent."""

    headers: Mapping[str, str]
    body: bytes

    @property
    def media_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    def parameter(self, name: str) -> str | None:
        """Return a parameter of the media type."""
        pattern = _PARAMETER.format(name=name)
        found = re.search(pattern, self.headers.get("content-type", ""), re.IGNORECASE)
        return found[1] or found[2] if found else None

    def charset(self, of_file: str | None) -> str | None:
        """Return the encoding of the content: that of the file where the content is as it was sent."""
        return of_file if of_file and self.transfer not in _TRANSFERS else self.parameter("charset")

    @property
    def transfer(self) -> str:
        return self.headers.get("content-transfer-encoding", "").lower()

    @property
    def content(self) -> bytes:
        """The body, decoded."""
        decoded = _TRANSFERS.get(self.transfer)
        return decoded(self.body) if decoded else self.body


def _from_base64(body: bytes) -> bytes:
    digits = _BASE64_ONLY().sub(b"", body)
    if len(digits) % 4 == 1:  # cut off
        digits = digits[:-1]
    return binascii.a2b_base64(digits + b"=" * (-len(digits) % 4))


_TRANSFERS: dict[str, Callable[[bytes], bytes]] = {"quoted-printable": binascii.a2b_qp, "base64": _from_base64}


def _read_message(data: bytes, charset: str | None) -> Saved | None:
    message = _part(data)
    pages = list(_html_parts(message, iter(range(MAX_PARTS))))
    if not pages:
        return None
    page = _main_part(message, pages)
    address = _web_address(page.headers.get("content-location")) or _web_address(_location(message))
    return Saved(_with_frames(page, pages, charset), address, page.charset(charset))


def _location(message: _Part) -> str | None:
    return message.headers.get("snapshot-content-location") or message.headers.get("content-location")


def _main_part(message: _Part, pages: list[_Part]) -> _Part:
    """Return the part that is the page: the one that the message names, else the first."""
    for wanted, name in ((message.parameter("start"), "content-id"), (_location(message), "content-location")):
        if wanted and (named := next((page for page in pages if page.headers.get(name) == wanted), None)):
            return named
    return pages[0]


def _part(data: bytes) -> _Part:
    end = _BLANK_LINE().search(data, 0, _MAX_HEADER_BYTES)
    if end is None:
        return _Part({}, data)
    headers: dict[str, str] = {}
    for line in _FOLD().sub(" ", data[: end.start()].decode("utf-8", "replace")).splitlines():
        name, _, value = line.partition(":")
        headers.setdefault(name.strip().lower(), value.strip())
    return _Part(headers, data[end.end() :])


def _html_parts(part: _Part, budget: Iterator[int], depth: int = 0) -> Iterator[_Part]:
    """Yield the parts that are HTML, in their order. The budget ends after as many parts as are looked at."""
    if part.media_type in _HTML_TYPES:
        yield part
    boundary = part.parameter("boundary") if part.media_type.startswith("multipart/") else None
    if boundary is None or depth == MAX_DEPTH:
        return
    for _, piece in zip(budget, _pieces(part.body, b"--" + boundary.encode("utf-8", "replace")), strict=False):
        yield from _html_parts(_part(piece), budget, depth + 1)


def _pieces(body: bytes, delimiter: bytes) -> Iterator[bytes]:
    """Yield what stands between the lines that begin with the delimiter; the last one may be missing."""
    begin = 0 if body.startswith(delimiter) else body.find(b"\n" + delimiter) + 1
    if not body.startswith(delimiter, begin):
        return
    while not body.startswith(b"--", begin + len(delimiter)):
        line_end = body.find(b"\n", begin)
        following = body.find(b"\n" + delimiter, line_end) if line_end >= 0 else -1
        if following < 0:
            yield body[line_end + 1 :] if line_end >= 0 else b""
            return
        yield body[line_end + 1 : following].removesuffix(b"\r")
        begin = following + 1


# --- Frames


def _with_frames(page: _Part, pages: list[_Part], charset: str | None) -> bytes:
    """Return the HTML of a page, with the documents of its frames in their tags; each of them once."""
    frames = {part.headers.get("content-id", "").strip("<>"): part for part in pages if part is not page}
    budget = iter(range(_MAX_FRAMES))

    def with_document(found: re.Match[bytes]) -> bytes:
        part = frames.pop(found["id"].decode("latin-1"), None)
        if part is None or next(budget, None) is None:
            return found[0]
        return found["before"] + b'srcdoc="' + _as_attribute(part, charset) + b'"'

    return _CONTENT_ID_FRAME().sub(with_document, page.content)


def _as_attribute(part: _Part, charset: str | None) -> bytes:
    # The encoding of the page around it is not known yet: ASCII is the same in nearly all.
    text = decode(part.content, part.charset(charset)).text
    return html.escape(text).encode("ascii", "xmlcharrefreplace")
