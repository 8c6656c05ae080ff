"""The response of a server: a file of the kind that was wanted, with what its headers say."""

import re
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPResponse
from typing import NamedTuple

from ..errors import FetchError
from .targets import SHOWN_CHARACTERS, Target, shown
from .unpacking import Hold, decompressed, read_body

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_MEDIA_TYPE = re.compile(r"[\w!#$&^.+-]+/[\w!#$&^.+-]+", re.ASCII)
_CHARSET = re.compile(r"""[;\s]charset\s*=\s*["']?([\w.:+-]+)""", re.ASCII | re.IGNORECASE)
_NOT_STORED = re.compile(r"\b(?:no-store|private)\b", re.IGNORECASE)  # in Cache-Control
_MAX_CONTENT_TYPE_LENGTH = 500  # characters that are looked at


class Wanted(NamedTuple):
    """A kind of file: what servers are asked for, and the media types that it may have."""

    description: str
    accept: str
    types: frozenset[str] | None  # None: the bytes of the file tell


PAGE = Wanted(
    "a web page",
    "text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.1",
    # Plain text is among them because some servers send HTML as such.
    frozenset({"text/html", "application/xhtml+xml", "text/plain", "text/xml", "application/xml"}),
)
HTML = PAGE._replace(types=frozenset({"text/html", "application/xhtml+xml"}))
STYLE_SHEET = Wanted("a style sheet", "text/css, */*;q=0.1", frozenset({"text/css", "text/plain"}))
FEED = Wanted(
    "a feed",
    "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.1",
    # A page may name its feed.
    (PAGE.types or frozenset())
    | {"application/atom+xml", "application/rss+xml", "application/rdf+xml", "application/feed+json"}
    | {"application/json", "text/json"},
)
PICTURE = Wanted("a picture", "image/avif, image/webp, image/png, image/*;q=0.8, */*;q=0.1", None)


@dataclass(frozen=True, slots=True)
class Fetched:
    """The response of a server."""

    url: str  # after redirects
    data: bytes
    charset: str | None  # of the Content-Type header
    content_type: str | None
    etag: str | None = None  # what `fetch` may be given the next time
    modified: str | None = None
    may_store: bool = True  # whether a cache that others use may keep it
    is_cached: bool = False  # whether it comes from one, and no server was asked


def location_of(response: HTTPResponse) -> str | None:
    location = response.getheader("Location") if response.status in _REDIRECTS else None
    if not location:
        return None
    try:
        return location.encode("latin-1").decode(
            "utf-8"
        )  # http.client reads headers as Latin-1, but servers send UTF-8
    except UnicodeError:
        return location


def read_file(target: Target, response: HTTPResponse, max_bytes: int, hold: Hold, wanted: Wanted) -> Fetched:
    if not 200 <= response.status < 400 or response.status == HTTPStatus.NOT_MODIFIED:
        refusal = FetchError(f"{shown(target.url)}: the server answers {response.status}{phrase_of(response.status)}")
        refusal.http_status, refusal.retry_after = response.status, response.getheader("Retry-After")
        raise refusal
    content_type = _content_type(response.getheader("Content-Type"))
    if content_type is not None and wanted.types is not None and content_type not in wanted.types:
        other = FetchError(f"{shown(target.url)}: not {wanted.description} but {content_type}")
        other.is_other_type = True
        raise other
    data = read_body(response, max_bytes, hold)
    data = decompressed(data, response.getheader("Content-Encoding"), max_bytes, hold) if data is not None else None
    if data is None:
        raise FetchError(f"{shown(target.url)}: larger than {max_bytes:,} bytes")
    etag, modified = (_validator(response.getheader(name)) for name in ("ETag", "Last-Modified"))
    may_store = not _NOT_STORED.search(response.getheader("Cache-Control") or "")
    charset = _charset(response.getheader("Content-Type"))
    return Fetched(target.url, data, charset, content_type, etag, modified, may_store)


def _validator(header: str | None) -> str | None:
    """Return a header that can be sent back as it is."""
    return header if header and len(header) <= SHOWN_CHARACTERS and header.isascii() and header.isprintable() else None


def phrase_of(status: int) -> str:
    try:
        return f" {HTTPStatus(status).phrase}"  # not the server's phrase, which may contain anything
    except ValueError:
        return ""


def _content_type(header: str | None) -> str | None:
    """Return the media type in lower case; None if the header is missing or invalid, as in browsers."""
    media_type = (header or "")[:_MAX_CONTENT_TYPE_LENGTH].split(";")[0].strip().lower()
    return media_type if _MEDIA_TYPE.fullmatch(media_type) else None


def _charset(header: str | None) -> str | None:
    """Return the encoding that a Content-Type header names, in lower case.

    The standard library takes seconds for a header of many semicolons.
    """
    found = _CHARSET.search((header or "")[:_MAX_CONTENT_TYPE_LENGTH])
    return found.group(1).lower() if found else None
