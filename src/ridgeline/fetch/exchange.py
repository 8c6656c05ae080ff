"""The requests of a fetch, hop by hop: to the server or through a proxy, and where redirects lead."""

import socket
import ssl
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from http import HTTPStatus
from http.client import BadStatusLine, HTTPConnection, HTTPException, HTTPResponse, IncompleteRead
from typing import TYPE_CHECKING, NamedTuple

from .. import __version__
from ..errors import FetchError
from .deadlines import Deadline
from .public_addresses import is_public
from .responses import Fetched, Wanted, location_of, phrase_of, read_file
from .sockets import TimedSocket, connect_to_host, not_public, secured
from .targets import SHOWN_CHARACTERS, Target, find_target, shown
from .unpacking import CUT_OFF

if TYPE_CHECKING:
    from .caller import Caller, Proxy

USER_AGENT = f"ridgeline/{__version__} (finds the main content of web pages)"


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a server, and of those that it leads to."""

    wanted: Wanted
    max_bytes: int
    max_redirects: int
    allow_private: bool
    deadline: Deadline
    etag: str | None
    modified: str | None
    marked_url: str  # that these two belong to
    caller: "Caller | None" = None
    origin: tuple[bool, str, int] | None = None  # of the first hop, which the caller's headers are for

    @property
    def proxy(self) -> "Proxy | None":
        return None if self.caller is None else self.caller.proxy

    def headers_for(self, target: Target) -> dict[str, str]:
        """Return the headers of one hop."""
        is_marked = target.url == self.marked_url
        known = {"If-None-Match": self.etag, "If-Modified-Since": self.modified} if is_marked else {}
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


def follow(url: str, first: Target, request: Request) -> Fetched:
    """Ask for a page, and go where redirects lead."""
    answer = _get(first, request)
    for _ in range(request.max_redirects):
        if isinstance(answer, Fetched):
            break
        try:
            answer = _get(find_target(answer.location, answer.base), request)
        except FetchError as error:
            raise _with_answer(type(error)(f"{shown(url)} leads to {error}"), error) from error
    if isinstance(answer, Fetched):
        return answer
    raise FetchError(f"{shown(url)}: more than {request.max_redirects} redirects")


def _with_answer(error: FetchError, cause: FetchError) -> FetchError:
    error.http_status, error.retry_after = cause.http_status, cause.retry_after
    error.is_other_type = cause.is_other_type
    return error


class _Redirect(NamedTuple):
    location: str
    base: str  # for a relative location


def _get(target: Target, request: Request) -> Fetched | _Redirect:
    """Return what is wanted, or the redirect that the server sends instead."""
    deadline = request.deadline
    try:
        with closing(_connect_to_server(target, request)) as connected:
            path, headers = target.path, request.headers_for(target)
            if (proxy := request.proxy) is not None and not target.secure:
                path, headers = target.url, {**headers, **proxy.headers}
            response = _ask("GET", path, TimedSocket(connected, deadline), headers)
            if (location := location_of(response)) is not None:
                return _Redirect(location, target.url)
            return read_file(target, response, request.max_bytes, deadline.supervision.hold, request.wanted)
    except FetchError:
        raise
    except Exception as error:  # http.client raises ValueError for a negative chunk, and who knows what for other bytes
        deadline.supervision.check()
        is_late = isinstance(error, TimeoutError)
        reason = f"not there within {deadline.seconds:g} s" if is_late else reason_of(error)
        raise FetchError(f"{shown(target.url)}: {reason}") from error


def _ask(method: str, path: str, stream: TimedSocket, headers: Mapping[str, str]) -> HTTPResponse:
    connection = HTTPConnection(headers["Host"])
    connection.sock = stream
    connection.request(method, path, headers=headers)
    response = connection.getresponse()
    stream.end_headers()
    return response


def _connect_to_server(target: Target, request: Request) -> socket.socket:
    deadline, where = request.deadline, shown(target.url)
    if request.proxy is not None:
        plain = _connect_to_proxy(target, request, request.proxy)
    else:
        plain = connect_to_host(target.host, target.port, where, deadline, request.allow_private)
    return secured(plain, target.host, deadline) if target.secure else plain


def _connect_to_proxy(target: Target, request: Request, proxy: "Proxy") -> socket.socket:
    """Connect to a proxy, for a secure target through to it. Its names are looked up there; addresses are checked."""
    from .caller import literal_address

    deadline, where = request.deadline, shown(target.url)
    address = literal_address(target.host)
    if address is not None and not request.allow_private and not is_public(address):
        raise not_public(where, target.host, address)
    try:
        plain = connect_to_host(proxy.host, proxy.port, where, deadline, allow_private=True)
    except TimeoutError:
        raise
    except OSError as error:
        raise FetchError(f"{where}: the proxy cannot be reached: {reason_of(error)}") from error
    if not target.secure:
        return plain
    try:
        headers = {"Host": target.authority, **proxy.headers}
        response = _ask("CONNECT", target.authority, TimedSocket(plain, deadline), headers)
        if response.status != HTTPStatus.OK:
            raise FetchError(f"{where}: the proxy answers {response.status}{phrase_of(response.status)}")
    except BaseException:
        plain.close()
        raise
    return plain


def reason_of(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the certificate is not valid: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return f"no secure connection: {error.reason or error}"
    if isinstance(error, socket.gaierror):
        return f"the name of the host cannot be looked up: {error.strerror}"
    if isinstance(error, OSError):
        return error.strerror or str(error) or type(error).__name__
    if isinstance(error, IncompleteRead):
        return CUT_OFF
    if isinstance(error, BadStatusLine):
        return "the answer is not HTTP"
    if isinstance(error, HTTPException):
        return str(error) or type(error).__name__
    return f"the answer is not valid: {type(error).__name__}: {error}"[:SHOWN_CHARACTERS]
