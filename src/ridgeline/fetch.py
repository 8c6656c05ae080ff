"""A page from the web, from a server that is not trusted.

    fetch("https://example.org/") -> Fetched(url, data, charset, content_type)

Everything is bounded: one deadline for the whole fetch (name lookup, handshakes and redirects included), the bytes
received, the bytes after decompression, the redirects. Only public addresses are connected to: a name is looked up
once a hop, and the address that was checked is the one that is connected to, so no second answer of a name server can
slip in between. Host header, SNI and certificate check keep to the name.

The proxies of the environment are not used, since the address check would then be theirs. No cookies are kept, and no
user name or password is sent.
"""

import io
import queue
import re
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from http import HTTPStatus
from http.client import BadStatusLine, HTTPConnection, HTTPException, HTTPResponse, IncompleteRead
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, NamedTuple
from urllib.parse import urldefrag, urljoin, urlsplit

from w3lib.url import safe_url_string

from . import __version__
from .errors import FetchError, OptionError, PrivateAddressError

DEFAULT_TIMEOUT_SECONDS = 20.0
DEFAULT_MAX_BYTES = 32_000_000
DEFAULT_MAX_REDIRECTS = 5
USER_AGENT = f"ridgeline/{__version__} (finds the main content of web pages)"

# What may hold a page. Plain text is among them because servers that do not know better say so of HTML.
PAGE_TYPES = frozenset({"text/html", "application/xhtml+xml", "text/plain", "text/xml", "application/xml"})

# IANA's special-purpose registry, and what clouds keep for themselves outside of it.
_NOT_PUBLIC_IPV4 = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8",  # this network; 0.0.0.0 reaches the own machine
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
# Of IPv6 only this is public: loopback, local, multicast, IPv4-mapped and NAT64 addresses all lie outside.
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

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_HOST_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?", re.IGNORECASE)
_MEDIA_TYPE = re.compile(r"[\w!#$&^.+-]+/[\w!#$&^.+-]+", re.ASCII)
_CUT_OFF = "the connection ended before the page did"
_PIECE_BYTES = 65_536
_SHOWN_CHARACTERS = 200
_ZLIB_OR_GZIP, _RAW_DEFLATE = 47, -15  # zlib's wbits

_Address = IPv4Address | IPv6Address
_SocketAddress = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a server answered."""

    url: str  # after redirects
    data: bytes
    charset: str | None  # as the Content-Type header has it
    content_type: str | None


def fetch(
    url: str,
    *,
    timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
    max_bytes: int = DEFAULT_MAX_BYTES,
    max_redirects: int = DEFAULT_MAX_REDIRECTS,
    allow_private: bool = False,
) -> Fetched:
    """The page at an http or https URL. Raises FetchError, or its child PrivateAddressError."""
    check_options(timeout_seconds, max_bytes, max_redirects)
    deadline = _Deadline(timeout_seconds)
    answer = _get(_target(url), deadline, max_bytes, allow_private)
    for _ in range(max_redirects):
        if isinstance(answer, Fetched):
            break
        try:
            answer = _get(_target(answer.location, answer.base), deadline, max_bytes, allow_private)
        except FetchError as error:
            raise type(error)(f"{_shown(url)} leads to {error}") from error
    if isinstance(answer, Fetched):
        return answer
    raise FetchError(f"{_shown(url)}: more than {max_redirects} redirects")


def is_public(address: _Address) -> bool:
    """Whether an address belongs to the public internet, and not to this machine, its network or its cloud."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _NOT_PUBLIC_IPV4)
    return address in _GLOBAL_UNICAST_IPV6 and not any(address in network for network in _NOT_PUBLIC_IPV6)


def check_url(url: str) -> None:
    """Raise FetchError unless this is a whole http or https URL."""
    _target(url)


def is_public_url(url: str, timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS) -> bool:
    """Whether this is an http or https URL whose host has public addresses and no others.

    For who does not fetch by itself: a browser looks the name up once more, and may get another answer.
    """
    try:
        target = _target(url)
        return all(is_public(_ip_address(address)) for address in _look_up(target, _Deadline(timeout_seconds)))
    except (FetchError, OSError, UnicodeError):  # no URL, no such host
        return False


def check_options(
    timeout_seconds: float, max_bytes: int = DEFAULT_MAX_BYTES, max_redirects: int = DEFAULT_MAX_REDIRECTS
) -> None:
    """Raise OptionError for what nothing can be fetched with."""
    if not 0 < timeout_seconds <= threading.TIMEOUT_MAX:  # "not a number" fails this, too
        raise OptionError(f"a timeout is a positive number of seconds, not {timeout_seconds}")
    if max_bytes <= 0:
        raise OptionError(f"a limit on bytes is positive, not {max_bytes}")
    if max_redirects < 0:
        raise OptionError(f"a limit on redirects is not negative, not {max_redirects}")


# --- Where to


@dataclass(frozen=True, slots=True)
class _Target:
    """One hop: a URL taken apart, in the characters that may be sent."""

    url: str
    host: str  # a name, or an address without brackets
    port: int
    path: str  # with the query
    secure: bool

    @property
    def host_header(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


def _target(url: str, base: str = "") -> _Target:
    try:
        safe = urldefrag(safe_url_string(urljoin(base, url))).url
        parts = urlsplit(safe)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:  # a port out of range, a bracket left open, a label that is too long
        raise FetchError(f"{_shown(url)}: not a URL: {error}") from error
    if parts.scheme not in ("http", "https"):
        raise FetchError(f"{_shown(url)}: only http and https URLs can be fetched")
    if "@" in parts.netloc:
        raise FetchError(f"{parts.scheme}://…@{_shown(host)}: take the user name and password out of the URL")
    if not host:
        raise FetchError(f"{_shown(url)}: the URL names no host")
    if not _is_host(host) or port == 0:
        raise FetchError(f"{_shown(url)}: the host or the port cannot be one")
    secure = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return _Target(safe, host, port or (443 if secure else 80), path, secure)


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
    base: str  # what a relative location is relative to


def _get(target: _Target, deadline: "_Deadline", max_bytes: int, allow_private: bool) -> Fetched | _Redirect:
    """The page, or where its server sends us instead."""
    try:
        with closing(_connect(target, deadline, allow_private)) as connected:
            response = _request(target, _TimedSocket(connected, deadline))
            if (location := _location(response)) is not None:
                return _Redirect(location, target.url)
            return _page(target, response, max_bytes)
    except TimeoutError as error:
        raise FetchError(f"{_shown(target.url)}: not there within {deadline.seconds:g} s") from error
    except (OSError, HTTPException) as error:
        raise FetchError(f"{_shown(target.url)}: {_reason(error)}") from error


def _request(target: _Target, stream: "_TimedSocket") -> HTTPResponse:
    connection = HTTPConnection(target.host, target.port)
    connection.sock = stream
    headers = {
        "Host": target.host_header,
        "User-Agent": USER_AGENT,
        "Accept": "text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.1",
        "Accept-Encoding": "gzip, deflate",
        "Connection": "close",
    }
    connection.request("GET", target.path, headers=headers)
    return connection.getresponse()


def _location(response: HTTPResponse) -> str | None:
    location = response.getheader("Location") if response.status in _REDIRECTS else None
    if not location:
        return None
    try:
        return location.encode("latin-1").decode("utf-8")  # headers are read as Latin-1, but browsers send UTF-8
    except UnicodeError:
        return location


def _page(target: _Target, response: HTTPResponse, max_bytes: int) -> Fetched:
    if not 200 <= response.status < 400:
        raise FetchError(f"{_shown(target.url)}: the server answers {response.status}{_phrase(response.status)}")
    content_type = _content_type(response.getheader("Content-Type"))
    if content_type is not None and content_type not in PAGE_TYPES:
        raise FetchError(f"{_shown(target.url)}: not a web page but {content_type}")
    data = _body(response, max_bytes)
    data = _decompressed(data, response.getheader("Content-Encoding"), max_bytes) if data is not None else None
    if data is None:
        raise FetchError(f"{_shown(target.url)}: larger than {max_bytes:,} bytes")
    return Fetched(target.url, data, response.headers.get_content_charset(), content_type)


def _phrase(status: int) -> str:
    try:
        return f" {HTTPStatus(status).phrase}"  # ours: the server's may hold anything
    except ValueError:
        return ""


def _content_type(header: str | None) -> str | None:
    """The media type in lower case; None where the header is missing or means nothing, as browsers see it."""
    media_type = (header or "").split(";")[0].strip().lower()
    return media_type if _MEDIA_TYPE.fullmatch(media_type) else None


def _body(response: HTTPResponse, max_bytes: int) -> bytes | None:
    """The bytes as they come; None if there are too many."""
    if response.length is not None and response.length > max_bytes:
        return None
    body = bytearray()
    while piece := response.read(_PIECE_BYTES):
        body += piece
        if len(body) > max_bytes:
            return None
    if response.length:  # http.client does not mind, but half a page is not the page
        raise HTTPException(_CUT_OFF)
    return bytes(body)


def _decompressed(data: bytes, coding: str | None, max_bytes: int) -> bytes | None:
    """The bytes without their compression; None if there are too many. They are never made beyond the limit."""
    coding = (coding or "identity").strip().lower()
    if coding == "identity" or not data:
        return data
    if coding not in ("gzip", "x-gzip", "deflate"):
        raise HTTPException(f"compressed in a way that was not asked for: {coding[:40]}")
    try:
        return _inflated(data, _ZLIB_OR_GZIP, max_bytes)
    except zlib.error as error:
        if coding != "deflate":
            raise HTTPException(f"broken compression: {error}") from error
    try:
        return _inflated(data, _RAW_DEFLATE, max_bytes)  # what some servers take "deflate" for
    except zlib.error as error:
        raise HTTPException(f"broken compression: {error}") from error


def _inflated(data: bytes, window_bits: int, max_bytes: int) -> bytes | None:
    """What follows the first compressed stream is ignored, as browsers do."""
    decompressor = zlib.decompressobj(window_bits)
    inflated = decompressor.decompress(data, max_bytes + 1)
    if len(inflated) > max_bytes:
        return None
    if not decompressor.eof:
        raise HTTPException("the compressed data ended before the page did")
    return inflated


def _reason(error: OSError | HTTPException) -> str:
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
    return str(error) or type(error).__name__


# --- The connection


class _Deadline:
    """When all has to be done."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def remaining(self) -> float:
        """The seconds left. Raises TimeoutError when there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


def _connect(target: _Target, deadline: _Deadline, allow_private: bool) -> socket.socket:
    """A connection to the first address of the host that answers, out of those that may be connected to."""
    found = _look_up(target, deadline)
    addresses = [address for address in found if allow_private or is_public(_ip_address(address))]
    if not addresses:
        where = _ip_address(found[0])
        named = target.host if target.host == str(where) else f"{target.host} is {where}, which"
        raise PrivateAddressError(
            f"{_shown(target.url)}: {named} is not a public address; allow_private (--allow-private) lets it through"
        )
    plain = _first_answering(addresses, deadline)
    if not target.secure:
        return plain
    try:
        plain.settimeout(deadline.remaining())
        return _tls_context().wrap_socket(plain, server_hostname=target.host.rstrip("."))
    except BaseException:
        plain.close()
        raise


def _tls_context() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


def _first_answering(addresses: Sequence[_SocketAddress], deadline: _Deadline) -> socket.socket:
    failure: OSError = OSError("no address")
    for number, address in enumerate(addresses):
        try:
            # Its share of the time, so that one dead address leaves some for the others.
            return _connect_to(address, deadline.remaining() / (len(addresses) - number))
        except OSError as error:
            failure = error
    raise failure


def _connect_to(address: _SocketAddress, timeout_seconds: float) -> socket.socket:
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    connecting = socket.socket(family, socket.SOCK_STREAM)
    try:
        connecting.settimeout(timeout_seconds)
        connecting.connect(address)
    except BaseException:
        connecting.close()
        raise
    return connecting


def _ip_address(address: _SocketAddress) -> _Address:
    return ip_address(address[0].partition("%")[0])


def _look_up(target: _Target, deadline: _Deadline) -> list[_SocketAddress]:
    """The addresses of the host. The system's lookup knows no timeout, so it is left behind when it takes too long."""
    answers: queue.SimpleQueue[list[_SocketAddress] | Exception] = queue.SimpleQueue()

    def look_up() -> None:
        try:
            found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
            answers.put(list(dict.fromkeys(entry[4] for entry in found)))
        except Exception as error:  # handed over, and raised by who waits for the answer
            answers.put(error)

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
    """As much of a socket as http.client uses, where no wait outlasts the deadline. Who made the socket closes it."""

    def __init__(self, connected: socket.socket, deadline: _Deadline) -> None:
        self._socket = connected
        self._deadline = deadline

    def sendall(self, data: bytes) -> None:
        self._socket.settimeout(self._deadline.remaining())
        self._socket.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self._socket, self._deadline), _PIECE_BYTES)

    def close(self) -> None:
        pass


class _TimedReader(io.RawIOBase):
    def __init__(self, connected: socket.socket, deadline: _Deadline) -> None:
        self._socket = connected
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._socket.settimeout(self._deadline.remaining())
        return self._socket.recv_into(buffer)
