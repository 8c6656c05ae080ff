"""Fetch a page from a server that is not trusted.

    fetch("https://example.org/") -> Fetched(url, data, charset, content_type)

Everything is bounded: one deadline for the whole fetch (name lookup, handshakes and redirects included), the bytes of
the headers and of the body, the bytes after decompression, the redirects. Only public addresses are connected to. A
name is looked up once a hop, and the connection goes to the address that was checked, so a second answer of a name
server cannot replace it. Host header, SNI and certificate check use the name. `connect` does the same for whoever
speaks to the server by other means.

The proxies of the environment are not used, because the proxy would then choose the address. Headers, cookies and a
proxy are those that the caller gives (caller.py); nothing that servers set is kept.
"""

import io
import os
import queue
import re
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from http import HTTPStatus
from http.client import BadStatusLine, HTTPConnection, HTTPException, HTTPResponse, IncompleteRead
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import SplitResult, quote, unquote, urldefrag, urljoin, urlsplit, urlunsplit

from .. import __version__
from ..errors import FetchError, PrivateAddressError
from ..parameters import DEFAULT_MAX_BYTES, DEFAULT_MAX_REDIRECTS, DEFAULT_TIMEOUT_SECONDS, FetchOptions, check_fetch

if TYPE_CHECKING:
    from http.cookiejar import CookieJar

    from .cache import PageCache
    from .caller import Caller, Proxy

USER_AGENT = f"ridgeline/{__version__} (finds the main content of web pages)"


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

# IANA's special-purpose registry, and addresses that clouds use for themselves outside of it.
_NOT_PUBLIC_IPV4 = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8",  # this network; 0.0.0.0 reaches this machine
            "10.0.0.0/8",
            "100.64.0.0/10",  # behind a carrier's NAT; Alibaba's metadata
            "127.0.0.0/8",
            "168.63.129.16/32",  # Azure's metadata
            "169.254.0.0/16",  # link-local; the metadata of most clouds
            "172.16.0.0/12",
            "192.0.0.0/24",  # protocol assignments; Oracle's metadata
            "192.0.2.0/24",  # documentation
            "192.88.99.0/24",  # 6to4 relays
            "192.168.0.0/16",
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved; broadcast
        ),
    )
)
# The public part of IPv6: loopback, local, multicast, IPv4-mapped and NAT64 addresses are all outside of it.
_GLOBAL_UNICAST_IPV6 = ip_network("2000::/3")
_NOT_PUBLIC_IPV6 = tuple(
    map(
        ip_network,
        (
            "2001::/23",  # protocol assignments; Teredo, which carries an IPv4 address
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4, which carries an IPv4 address
            "3fff::/20",  # documentation
        ),
    )
)

# What browsers leave as it is in a path; everything else but letters and digits is escaped.
_SAFE_IN_PATH = ":/?@!$&'()*+,;=%"
_SAFE_IN_QUERY = _SAFE_IN_PATH.replace("'", "")
_BEFORE_QUERY = re.compile("[^?#]*+")
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_HOST_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?", re.IGNORECASE)
_MEDIA_TYPE = re.compile(r"[\w!#$&^.+-]+/[\w!#$&^.+-]+", re.ASCII)
_CHARSET = re.compile(r"""[;\s]charset\s*=\s*["']?([\w.:+-]+)""", re.ASCII | re.IGNORECASE)
_NOT_STORED = re.compile(r"\b(?:no-store|private)\b", re.IGNORECASE)  # in Cache-Control
_CUT_OFF = "the connection ended before the page did"
_PIECE_BYTES = 65_536
_DEFLATED_BYTES = 4_096  # that are inflated at once: a bomb makes four million of them
_MAX_HEADER_BYTES = 65_536  # of one response; browsers and servers stop at 8 to 256 KiB
_MAX_CONTENT_TYPE_LENGTH = 500  # characters that are looked at
_SHOWN_CHARACTERS = 200
_ZLIB_OR_GZIP, _RAW_DEFLATE = 47, -15  # zlib's wbits
_MAX_LOOK_UPS = 64  # of names at a time: one cannot be ended, and a name server may take half a minute

_Address = IPv4Address | IPv6Address
_SocketAddress = tuple[Any, ...]
_Hold = Callable[[int], object]


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


class Supervision:
    """Lets another thread give up a fetch, which then raises FetchError at once, and hears of the bytes it holds."""

    def __init__(self) -> None:
        """Give up nothing yet."""
        self._lock = threading.Lock()
        self._is_cancelled = False
        self._wake: Callable[[], object] | None = None

    def cancel(self) -> None:
        """Give up the fetch, and end whatever it waits for."""
        with self._lock:
            self._is_cancelled = True
            if self._wake is not None:
                self._wake()

    def hold(self, count: int) -> None:
        """Hear that the fetch holds so many bytes more. A subclass may raise something, which ends the fetch."""

    def check(self) -> None:
        """Raise FetchError if the fetch was given up."""
        if self._is_cancelled:
            raise FetchError("the fetch was given up")

    def wake_by(self, wake: Callable[[], object]) -> None:
        """Say what ends the next wait of the fetch."""
        with self._lock:
            self._wake = wake
        self.check()


def fetch(
    url: str,
    *,
    timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
    max_bytes: int = DEFAULT_MAX_BYTES,
    max_redirects: int = DEFAULT_MAX_REDIRECTS,
    allow_private: bool = False,
    supervision: Supervision | None = None,
    wanted: Wanted = PAGE,
    etag: str | None = None,
    modified: str | None = None,
    cache: "PageCache | None" = None,
    headers: Mapping[str, str] | None = None,
    cookies: "CookieJar | str | os.PathLike[str] | None" = None,
    proxy: str | None = None,
) -> Fetched:
    """Fetch the page at an http or https URL, or what else is wanted.

    With the `etag` or the date (`modified`) of an earlier answer, it is fetched only if it has changed since. A `cache`
    keeps such answers: one that is young enough is returned without asking the server.

    `headers` are sent to the origin of the URL and to no other after a redirect; `cookies`, a jar or a file in
    Netscape's format, where they belong. What is fetched with them is not kept in the cache. A `proxy`
    (http://HOST:PORT) looks up the names of hosts itself, so only addresses in the URL are known to be public then.

    Raises OptionError for a header, cookie or proxy that cannot be used; its message has none of their values.
    Raises FetchError, or its subclass PrivateAddressError; of a file that has not changed, with `http_status` 304.
    """
    check_fetch(timeout_seconds, max_bytes, max_redirects)
    request = _Request(
        wanted, max_bytes, max_redirects, allow_private, _Deadline(timeout_seconds, supervision), etag, modified
    )
    first = _target(url)
    if headers or cookies is not None or proxy is not None:
        from .caller import make_caller  # most callers do without

        request = replace(request, caller=make_caller(headers, cookies, proxy), origin=first.origin)
    if cache is None or etag or modified or (request.caller and request.caller.is_personal):
        return _follow(url, first, request)
    return _fetch_by_cache(url, first, request, cache)


def fetch_page(
    url: str,
    options: FetchOptions,
    *,
    wanted: Wanted = PAGE,
    supervision: Supervision | None = None,
    max_bytes: int | None = None,
) -> Fetched:
    """Fetch as the options of a command say; raises what `fetch` raises."""
    return fetch(
        url,
        timeout_seconds=options.timeout_seconds,
        max_bytes=options.max_bytes if max_bytes is None else max_bytes,
        allow_private=options.allow_private,
        supervision=supervision,
        wanted=wanted,
        cache=_cache_of(options),
        headers=_headers_of(options),
        cookies=options.cookies,
        proxy=options.proxy,
    )


def check_options(options: FetchOptions) -> None:
    """Raise OptionError if nothing can be fetched with these options."""
    check_fetch(options.timeout_seconds, options.max_bytes)
    if options.headers or options.cookies or options.proxy is not None:
        from .caller import make_caller

        make_caller(_headers_of(options), options.cookies, options.proxy)


def _headers_of(options: FetchOptions) -> dict[str, str]:
    if not options.headers:
        return {}
    from .caller import read_headers

    return read_headers(options.headers)


def _cache_of(options: FetchOptions) -> "PageCache | None":
    if options.cache is None:
        return None
    from .cache import DEFAULT_MAX_AGE_SECONDS, PageCache  # most callers do without

    age = options.cache_seconds
    return PageCache(options.cache, DEFAULT_MAX_AGE_SECONDS if age is None else age)


@dataclass(frozen=True, slots=True)
class _Request:
    """What is asked of a server, and of those that it leads to."""

    wanted: Wanted
    max_bytes: int
    max_redirects: int
    allow_private: bool
    deadline: "_Deadline"
    etag: str | None
    modified: str | None
    caller: "Caller | None" = None
    origin: tuple[bool, str, int] | None = None  # of the first hop, which the caller's headers are for

    @property
    def proxy(self) -> "Proxy | None":
        return None if self.caller is None else self.caller.proxy

    def headers_for(self, target: "_Target") -> dict[str, str]:
        """Return the headers of one hop."""
        known = {"If-None-Match": self.etag, "If-Modified-Since": self.modified}
        headers = {
            "Host": target.host_header,
            "User-Agent": USER_AGENT,
            "Accept": self.wanted.accept,
            "Accept-Encoding": "gzip, deflate",
            "Connection": "close",
            **{name: value for name, value in known.items() if value},
        }
        if self.caller is not None:
            own = self.caller.headers_for(target.url, is_same_origin=target.origin == self.origin)
            replaced = {name.lower() for name in own}
            headers = {name: value for name, value in headers.items() if name.lower() not in replaced} | own
        return headers


def _fetch_by_cache(url: str, first: "_Target", request: _Request, cache: "PageCache") -> Fetched:
    # What was fetched from private addresses is for those who may fetch from there.
    key = cache.key(first.url, request.wanted.accept, str(request.allow_private))
    stored, is_fresh = cache.find(key)
    if stored is not None:
        if is_fresh:
            return _from_cache(stored, request)
        if stored.url == first.url:  # the marks of a page belong to its own address
            request = replace(request, etag=stored.etag, modified=stored.modified)
    try:
        fetched = _follow(url, first, request)
    except FetchError as error:
        if error.http_status != HTTPStatus.NOT_MODIFIED or stored is None:
            raise
        cache.refresh(key)
        return _from_cache(stored, request)
    cache.store(key, fetched)
    return fetched


def _from_cache(stored: Fetched, request: _Request) -> Fetched:
    if len(stored.data) > request.max_bytes:
        raise FetchError(f"{_shown(stored.url)}: larger than {request.max_bytes:,} bytes")
    request.deadline.supervision.hold(len(stored.data))
    return stored


def _follow(url: str, first: "_Target", request: _Request) -> Fetched:
    """Ask for a page, and go where redirects lead."""
    answer = _get(first, request)
    for _ in range(request.max_redirects):
        if isinstance(answer, Fetched):
            break
        try:
            answer = _get(_target(answer.location, answer.base), request)
        except FetchError as error:
            raise _with_answer(type(error)(f"{_shown(url)} leads to {error}"), error) from error
    if isinstance(answer, Fetched):
        return answer
    raise FetchError(f"{_shown(url)}: more than {request.max_redirects} redirects")


def _with_answer(error: FetchError, cause: FetchError) -> FetchError:
    error.http_status, error.retry_after = cause.http_status, cause.retry_after
    error.is_other_type = cause.is_other_type
    return error


def is_public(address: _Address) -> bool:
    """Return whether an address is on the public internet, not on this machine, its network or its cloud."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _NOT_PUBLIC_IPV4)
    return address in _GLOBAL_UNICAST_IPV6 and not any(address in network for network in _NOT_PUBLIC_IPV6)


def check_url(url: str) -> None:
    """Raise FetchError unless this is a complete http or https URL."""
    _target(url)


def complete_url(url: str, base: str = "") -> str:
    """Return the http or https URL that would be asked for, without its fragment. Raises FetchError."""
    return _target(url, base).url


def connect(
    host: str, port: int, *, timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS, allow_private: bool = False
) -> socket.socket:
    """Connect to a host by one of its public addresses. Raises FetchError, or its subclass PrivateAddressError."""
    deadline = _Deadline(timeout_seconds)
    where = f"{_shown(host)}:{port}"
    if not _is_host(host):
        raise FetchError(f"{where}: the host is not valid")
    try:
        return _connect(host, port, where, deadline, allow_private)
    except TimeoutError as error:
        raise FetchError(f"{where}: not there within {timeout_seconds:g} s") from error
    except OSError as error:
        raise FetchError(f"{where}: {_reason(error)}") from error


# --- URLs


@dataclass(frozen=True, slots=True)
class _Target:
    """One hop: the parts of a URL, percent-encoded."""

    url: str
    host: str  # a name, or an address without brackets
    port: int
    path: str  # with the query
    secure: bool

    @property
    def origin(self) -> tuple[bool, str, int]:
        return self.secure, self.host, self.port

    @property
    def authority(self) -> str:
        """The host and the port, for a proxy."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def host_header(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


def _target(url: str, base: str = "") -> _Target:
    try:
        safe = urldefrag(_safe_url(urljoin(base, url))).url
        parts = urlsplit(safe)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:  # a port out of range, an unclosed bracket, a label that is too long
        raise FetchError(f"{_shown(url)}: not a URL: {error}") from error
    if parts.scheme not in ("http", "https"):
        raise FetchError(f"{_shown(url)}: only http and https URLs can be fetched")
    if "@" in parts.netloc:
        raise FetchError(f"{parts.scheme}://…@{_shown(host)}: take the user name and password out of the URL")
    if not host:
        raise FetchError(f"{_shown(url)}: the URL names no host")
    if not _is_host(host) or port == 0:
        raise FetchError(f"{_shown(url)}: the host or the port is not valid")
    secure = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return _Target(safe, host, port or (443 if secure else 80), path, secure)


def _safe_url(url: str) -> str:
    """Return a URL in ASCII: the host in IDNA, other characters escaped. Raises ValueError if it cannot be parsed."""
    url.encode("utf-8")  # raises UnicodeEncodeError if it has lone surrogates
    url = url.strip("".join(map(chr, range(33))))
    before_query = _BEFORE_QUERY.match(url).end()  # type: ignore[union-attr]  # it matches nothing, too
    parts = urlsplit(url[:before_query].replace("\\", "/") + url[before_query:])  # as browsers do
    path = quote(parts.path, safe=_SAFE_IN_PATH)
    query = quote(parts.query, safe=_SAFE_IN_QUERY)
    fragment = quote(parts.fragment, safe=_SAFE_IN_PATH)
    netloc = _safe_netloc(parts)
    if not netloc or (query and not path):
        path = f"/{path.lstrip('/')}"  # "http:////x" would name a host, x
    return urlunsplit((parts.scheme, netloc, path, query, fragment))


def _safe_netloc(parts: SplitResult) -> str:
    user = "" if parts.username is None else f"{quote(unquote(parts.username), safe='')}@"
    host, port = parts.hostname or "", "" if parts.port is None else f":{parts.port}"
    if ":" in host:
        return f"{user}[{host}]{port}"
    with suppress(UnicodeError):  # a label that is empty or too long; such a host is refused later
        host = host if host.isascii() else host.encode("idna").decode("ascii")
    return f"{user}{host}{port}"


def _is_host(host: str) -> bool:
    if ":" not in host:
        return len(host) <= 253 and bool(_HOST_NAME.fullmatch(host))
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _shown(url: str) -> str:
    return url if len(url) <= _SHOWN_CHARACTERS else url[:_SHOWN_CHARACTERS] + "…"


# --- One request


class _Redirect(NamedTuple):
    location: str
    base: str  # for a relative location


def _get(target: _Target, request: _Request) -> Fetched | _Redirect:
    """Return what is wanted, or the redirect that the server sends instead."""
    deadline = request.deadline
    try:
        with closing(_connect_to_server(target, request)) as connected:
            path, headers = target.path, request.headers_for(target)
            if (proxy := request.proxy) is not None and not target.secure:
                path, headers = target.url, {**headers, **proxy.headers}
            response = _ask("GET", path, _TimedSocket(connected, deadline), headers)
            if (location := _location(response)) is not None:
                return _Redirect(location, target.url)
            return _file(target, response, request.max_bytes, deadline.supervision.hold, request.wanted)
    except FetchError:
        raise
    except Exception as error:  # http.client raises ValueError for a negative chunk, and who knows what for other bytes
        deadline.supervision.check()
        is_late = isinstance(error, TimeoutError)
        reason = f"not there within {deadline.seconds:g} s" if is_late else _reason(error)
        raise FetchError(f"{_shown(target.url)}: {reason}") from error


def _ask(method: str, path: str, stream: "_TimedSocket", headers: Mapping[str, str]) -> HTTPResponse:
    connection = HTTPConnection(headers["Host"])
    connection.sock = stream
    connection.request(method, path, headers=headers)
    response = connection.getresponse()
    stream.end_headers()
    return response


def _location(response: HTTPResponse) -> str | None:
    location = response.getheader("Location") if response.status in _REDIRECTS else None
    if not location:
        return None
    try:
        return location.encode("latin-1").decode(
            "utf-8"
        )  # http.client reads headers as Latin-1, but servers send UTF-8
    except UnicodeError:
        return location


def _file(target: _Target, response: HTTPResponse, max_bytes: int, hold: _Hold, wanted: Wanted) -> Fetched:
    if not 200 <= response.status < 400 or response.status == HTTPStatus.NOT_MODIFIED:
        refusal = FetchError(f"{_shown(target.url)}: the server answers {response.status}{_phrase(response.status)}")
        refusal.http_status, refusal.retry_after = response.status, response.getheader("Retry-After")
        raise refusal
    content_type = _content_type(response.getheader("Content-Type"))
    if content_type is not None and wanted.types is not None and content_type not in wanted.types:
        other = FetchError(f"{_shown(target.url)}: not {wanted.description} but {content_type}")
        other.is_other_type = True
        raise other
    data = _body(response, max_bytes, hold)
    data = _decompressed(data, response.getheader("Content-Encoding"), max_bytes, hold) if data is not None else None
    if data is None:
        raise FetchError(f"{_shown(target.url)}: larger than {max_bytes:,} bytes")
    etag, modified = (_validator(response.getheader(name)) for name in ("ETag", "Last-Modified"))
    may_store = not _NOT_STORED.search(response.getheader("Cache-Control") or "")
    charset = _charset(response.getheader("Content-Type"))
    return Fetched(target.url, data, charset, content_type, etag, modified, may_store)


def _validator(header: str | None) -> str | None:
    """Return a header that can be sent back as it is."""
    return header if header and len(header) <= _SHOWN_CHARACTERS and header.isascii() and header.isprintable() else None


def _phrase(status: int) -> str:
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


def _body(response: HTTPResponse, max_bytes: int, hold: _Hold) -> bytes | None:
    """Read the body; None if it is larger than the limit."""
    if response.length is not None and response.length > max_bytes:
        return None
    with _holding() as body:
        while piece := response.read(_PIECE_BYTES):
            hold(len(piece))
            body += piece
            if len(body) > max_bytes:
                return None
        if response.length:  # http.client does not raise for an incomplete body
            raise HTTPException(_CUT_OFF)
        return bytes(body)


def _decompressed(data: bytes, coding: str | None, max_bytes: int, hold: _Hold) -> bytes | None:
    """Decompress; None if the result is larger than the limit. No more than the limit is ever decompressed."""
    coding = (coding or "identity").strip().lower()
    if coding == "identity" or not data:
        return data
    if coding not in ("gzip", "x-gzip", "deflate"):
        raise HTTPException(f"compressed in a way that was not requested: {coding[:40]}")
    try:
        return _inflated(data, _ZLIB_OR_GZIP, max_bytes, hold)
    except zlib.error as error:
        if coding != "deflate":
            raise HTTPException(f"broken compression: {error}") from error
    try:
        return _inflated(data, _RAW_DEFLATE, max_bytes, hold)  # some servers send this as "deflate"
    except zlib.error as error:
        raise HTTPException(f"broken compression: {error}") from error


def _inflated(data: bytes, window_bits: int, max_bytes: int, hold: _Hold) -> bytes | None:
    """Inflate the first compressed stream; like browsers, ignore what follows it."""
    decompressor = zlib.decompressobj(window_bits)
    with _holding() as inflated:
        for at in range(0, len(data), _DEFLATED_BYTES):
            piece = decompressor.decompress(data[at : at + _DEFLATED_BYTES], max_bytes + 1 - len(inflated))
            hold(len(piece))
            inflated += piece
            if len(inflated) > max_bytes:
                return None
            if decompressor.eof:
                return bytes(inflated)
        raise HTTPException("the compressed data ended before the page did")


@contextmanager
def _holding() -> Iterator[bytearray]:
    """Yield memory that is given back at the end of the block: the traceback of an error would keep it for long."""
    held = bytearray()
    try:
        yield held
    finally:
        held.clear()


def _reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the certificate is not valid: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return f"no secure connection: {error.reason or error}"
    if isinstance(error, socket.gaierror):
        return f"the name of the host cannot be looked up: {error.strerror}"
    if isinstance(error, OSError):
        return error.strerror or str(error) or type(error).__name__
    if isinstance(error, IncompleteRead):
        return _CUT_OFF
    if isinstance(error, BadStatusLine):
        return "the answer is not HTTP"
    if isinstance(error, HTTPException):
        return str(error) or type(error).__name__
    return f"the answer is not valid: {type(error).__name__}: {error}"[:_SHOWN_CHARACTERS]


# --- The connection


class _Deadline:
    """The end of the time for a whole fetch: when the time is over, or when somebody gives it up."""

    def __init__(self, seconds: float, supervision: Supervision | None = None) -> None:
        self.seconds = seconds
        self.supervision = supervision or Supervision()
        self._end = time.monotonic() + seconds

    def remaining(self) -> float:
        """Return the seconds left. Raises TimeoutError if there are none, FetchError if the fetch was given up."""
        self.supervision.check()
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


def _connect_to_server(target: _Target, request: _Request) -> socket.socket:
    deadline, shown = request.deadline, _shown(target.url)
    if request.proxy is not None:
        plain = _connect_to_proxy(target, request, request.proxy)
    else:
        plain = _connect(target.host, target.port, shown, deadline, request.allow_private)
    if not target.secure:
        return plain
    try:
        plain.settimeout(deadline.remaining())
        context, name = _tls_context(), target.host.rstrip(".")
        secure = context.wrap_socket(plain, server_hostname=name, do_handshake_on_connect=False)
    except BaseException:
        plain.close()
        raise
    try:
        deadline.supervision.wake_by(partial(_hang_up, secure))
        secure.do_handshake()
    except BaseException:
        secure.close()
        raise
    return secure


def _connect_to_proxy(target: _Target, request: _Request, proxy: "Proxy") -> socket.socket:
    """Connect to a proxy, for a secure target through to it. Its names are looked up there; addresses are checked."""
    from .caller import literal_address

    deadline, shown = request.deadline, _shown(target.url)
    address = literal_address(target.host)
    if address is not None and not request.allow_private and not is_public(address):
        raise _not_public(shown, target.host, address)
    try:
        plain = _connect(proxy.host, proxy.port, shown, deadline, allow_private=True)
    except TimeoutError:
        raise
    except OSError as error:
        raise FetchError(f"{shown}: the proxy cannot be reached: {_reason(error)}") from error
    if not target.secure:
        return plain
    try:
        headers = {"Host": target.authority, **proxy.headers}
        response = _ask("CONNECT", target.authority, _TimedSocket(plain, deadline), headers)
        if response.status != HTTPStatus.OK:
            raise FetchError(f"{shown}: the proxy answers {response.status}{_phrase(response.status)}")
    except BaseException:
        plain.close()
        raise
    return plain


def _not_public(shown: str, host: str, address: _Address) -> PrivateAddressError:
    named = host if host == str(address) else f"{host} is {address}, which"
    return PrivateAddressError(
        f"{shown}: {named} is not a public address; allow_private (--allow-private) lets it through"
    )


def _connect(host: str, port: int, shown: str, deadline: _Deadline, allow_private: bool) -> socket.socket:
    """Connect to the first allowed address of the host that answers; messages begin with `shown`."""
    found = _look_up(host, port, deadline)
    addresses = [address for address in found if allow_private or is_public(_ip_address(address))]
    if not addresses:
        raise _not_public(shown, host, _ip_address(found[0]))
    return _first_answering(addresses, deadline)


def _tls_context() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


def _first_answering(addresses: Sequence[_SocketAddress], deadline: _Deadline) -> socket.socket:
    failure: OSError = OSError("no address")
    for number, address in enumerate(addresses):
        try:
            # A share of the remaining time, so that one dead address leaves time for the others.
            return _connect_to(address, deadline.remaining() / (len(addresses) - number), deadline)
        except OSError as error:
            failure = error
    raise failure


def _connect_to(address: _SocketAddress, timeout_seconds: float, deadline: _Deadline) -> socket.socket:
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    connecting = socket.socket(family, socket.SOCK_STREAM)
    try:
        connecting.settimeout(timeout_seconds)
        deadline.supervision.wake_by(partial(_hang_up, connecting))
        connecting.connect(address)
    except BaseException:
        connecting.close()
        raise
    return connecting


def _hang_up(connected: socket.socket) -> None:
    """End what another thread waits for; the socket stays open, so that its number is not used again meanwhile."""
    with suppress(OSError):
        socket.socket.shutdown(connected, socket.SHUT_RDWR)  # that of TLS also forgets its state


def _ip_address(address: _SocketAddress) -> _Address:
    return ip_address(address[0].partition("%")[0])


_look_ups = threading.BoundedSemaphore(_MAX_LOOK_UPS)


def _look_up(host: str, port: int, deadline: _Deadline) -> list[_SocketAddress]:
    """Look up the addresses of the host, in a thread, because the lookup of the system has no timeout."""
    answers: queue.SimpleQueue[list[_SocketAddress] | Exception] = queue.SimpleQueue()
    permits = _look_ups

    def look_up() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.put(list(dict.fromkeys(entry[4] for entry in found)))
        except Exception as error:  # raised in the thread that waits for the answer
            answers.put(error)
        finally:
            permits.release()

    deadline.supervision.wake_by(lambda: answers.put(TimeoutError()))
    if not permits.acquire(timeout=deadline.remaining()):
        raise TimeoutError
    threading.Thread(target=look_up, daemon=True, name="ridgeline-look-up").start()
    try:
        answer = answers.get(timeout=deadline.remaining())
    except queue.Empty:
        raise TimeoutError from None
    if isinstance(answer, UnicodeError):
        raise OSError(f"the host's name cannot be looked up: {answer}") from answer
    if isinstance(answer, Exception):
        raise answer
    return answer


class _TimedSocket:
    """The part of a socket that http.client uses, with the deadline on every wait. Its creator closes the socket."""

    def __init__(self, connected: socket.socket, deadline: _Deadline) -> None:
        self._socket = connected
        self._deadline = deadline
        self._reader: _BoundedReader | None = None

    def sendall(self, data: bytes) -> None:
        self._socket.settimeout(self._deadline.remaining())
        self._socket.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        self._reader = _BoundedReader(_TimedReader(self._socket, self._deadline), _PIECE_BYTES)
        return self._reader

    def end_headers(self) -> None:
        """Say that what is read from now on is the body."""
        if self._reader is not None:
            self._reader.header_bytes = None

    def close(self) -> None:
        pass


class _BoundedReader(io.BufferedReader):
    """Reads the lines of headers up to a limit; http.client itself takes a hundred of 64 KiB each."""

    header_bytes: int | None = _MAX_HEADER_BYTES  # that may still be read; None in the body

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(-1 if size is None else size)
        if self.header_bytes is not None:
            self.header_bytes -= len(line)
            if self.header_bytes < 0:
                raise HTTPException(f"the headers are larger than {_MAX_HEADER_BYTES:,} bytes")
        return line


class _TimedReader(io.RawIOBase):
    def __init__(self, connected: socket.socket, deadline: _Deadline) -> None:
        self._socket = connected
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._socket.settimeout(self._deadline.remaining())
        return self._socket.recv_into(buffer)
