"""Who may use the service, checked before anything else of a request is looked at.

1. Host: a page of a stranger whose name leads to this machine (DNS rebinding) sends its own name, and is refused.
2. Origin and Sec-Fetch-Site: what a browser sends on behalf of another site is refused. A link that a person follows to
   a page of the service is not, and neither are the form of the bookmarklet and the pictures of a view, which carry
   tokens of their own.
3. The token, where there is one: as `Authorization: Bearer …`, or in the cookie that `GET /?token=…` sets.
4. The length of the body.

Then the body has a time, and the bytes of all bodies and answers together are bounded (`in_flight.py`). Answers are
sent in pieces, so that the time in which a client reads one can be bounded, too (`connections.py`).

No answer carries CORS headers, every answer the security headers.
"""

import asyncio
import hashlib
import hmac
import time
from collections.abc import Iterator
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .configuration import ServiceSettings
from .headers import SECURITY_HEADERS
from .in_flight import InFlight, Lease
from .problems import Problem

FILES_PATH = (
    "/v1/files/"  # an address below it carries a token of its own: a sandboxed frame, which has no cookie, asks
)
SEND_PATH = "/studio/send"  # its form carries a token of its own, since it comes from any page that a person is on
BATCH_PATH = "/v1/batch"  # a stream without an end; the limit holds for each of its lines
_OPEN_PATHS = frozenset({"/health"})  # they need no token
_LINKED_PATHS = frozenset({"/", "/docs"})  # a link of another site may lead to them
_TRUSTED_SITES = frozenset({"", "same-origin", "none"})  # of Sec-Fetch-Site; none: typed by a person
_SESSION_SECONDS = 30 * 24 * 3600

# Bodies that hold a page. Others are documents that are parsed here, where no cap of a worker holds.
_PAGE_PATHS = frozenset({"/v1/extract", "/v1/pages", SEND_PATH})
_MAX_DOCUMENT_BYTES = 1_000_000
_MAX_BYTES_OF_OTHERS = {"/mcp": 2_000_000, "/corrections": 4_000_000}  # by how their paths end

BODY_SECONDS = 20.0  # for a client to send a body, and a second more for so many bytes:
MIN_BODY_RATE = 50_000
_PIECE_BYTES = 65_536  # of an answer


class Guard:
    """Refuses requests, and adds the security headers to answers."""

    def __init__(self, app: ASGIApp, settings: ServiceSettings, in_flight: InFlight) -> None:
        """Wrap an application."""
        self._app = app
        self._token = settings.token
        self._max_bytes = settings.max_body_bytes
        self._in_flight = in_flight
        self._hosts = frozenset(_known_hosts(settings))
        self._cookie_name = f"ridgeline-{settings.port}"  # cookies are shared by all ports of a host
        self._session = "" if settings.token is None else session_of(settings.token)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._serve(scope, receive, _with_headers(send))
        else:  # a WebSocket: no route is one
            await send({"type": "websocket.close", "code": 1008})

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        try:
            answer = self._check(scope, headers)
        except Problem as problem:
            answer = problem.response()
        if answer is not None:
            await answer(scope, receive, send)
        else:
            with self._in_flight.lease() as lease:
                if scope["path"] != BATCH_PATH:
                    receive = _Body(receive, self._body_limit(scope), lease)
                await self._app(scope, receive, _Answer(scope, receive, send, lease).send)

    def _body_limit(self, scope: Scope) -> int:
        """Return how large the body of a request may be."""
        if scope["path"] in _PAGE_PATHS:
            return self._max_bytes
        limits = (limit for end, limit in _MAX_BYTES_OF_OTHERS.items() if scope["path"].endswith(end))
        return min(self._max_bytes, next(limits, _MAX_DOCUMENT_BYTES))

    def _check(self, scope: Scope, headers: Headers) -> Response | None:
        """Return an answer that needs no route, or None. Raises Problem."""
        self._check_host(headers)
        is_linked = _is_followed_link(scope, headers)
        carries_token = (scope["method"], scope["path"]) == ("POST", SEND_PATH) or (
            scope["method"] == "GET" and scope["path"].startswith(FILES_PATH)
        )
        if not (is_linked or carries_token):
            _check_site(headers)
        if self._token is not None and scope["path"] not in _OPEN_PATHS and not carries_token:
            answer = self._check_token(scope, headers, is_linked)
            if answer is not None:
                return answer
        if scope["path"] != BATCH_PATH:
            _check_length(headers, self._body_limit(scope))
        return None

    def _check_host(self, headers: Headers) -> None:
        if not self._hosts:
            return  # it listens on all addresses, whose names it cannot know: the token guards it
        host = headers.get("host", "").lower()
        if host not in self._hosts and _without_port(host) not in self._hosts:
            raise Problem(421, "wrong-host", f"this service is not called {host!r:.100}: add it with --allow-host")

    def _check_token(self, scope: Scope, headers: Headers, is_linked: bool) -> Response | None:
        """Return None for a request that may pass, or the answer to one that begins a session."""
        if self._is_known(headers):
            return None
        if scope["path"] == "/" and scope["method"] == "GET":
            given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
            if _is_equal(given, self._token or ""):
                return self._begin_session()
            if is_linked and headers.get("sec-fetch-site") not in _TRUSTED_SITES:
                return _follow_again()
        raise Problem(401, "token-needed", "this service needs its token: Authorization: Bearer …", headers=_CHALLENGE)

    def _is_known(self, headers: Headers) -> bool:
        scheme, _, credentials = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and _is_equal(credentials.strip(), self._token or ""):
            return True
        cookie = cookie_parser(headers.get("cookie", "")).get(self._cookie_name, "")
        return _is_equal(cookie, self._session)

    def _begin_session(self) -> Response:
        answer = RedirectResponse("/", 303)
        answer.set_cookie(
            self._cookie_name, self._session, max_age=_SESSION_SECONDS, httponly=True, samesite="strict", path="/"
        )
        return answer


_CHALLENGE = {"www-authenticate": 'Bearer realm="ridgeline"'}


def session_of(token: str) -> str:
    """Return the value of the session cookie: it proves the token, without being it."""
    return hmac.new(token.encode(), b"ridgeline session", hashlib.sha256).hexdigest()


def _known_hosts(settings: ServiceSettings) -> Iterator[str]:
    """Yield the hosts that a request may be for, in lower case; one without a port stands for all of its ports.

    None at all are known of a service that listens on all addresses.
    """
    if not settings.is_local and settings.host in ("0.0.0.0", "::") and not settings.allowed_hosts:  # noqa: S104
        return
    names = {"localhost", "127.0.0.1", "[::1]"}
    names.add(f"[{settings.host}]" if ":" in settings.host else settings.host.lower())
    for name in names:
        yield f"{name}:{settings.port}"
        if settings.port in (80, 443):
            yield name
    yield from (name.lower() for name in settings.allowed_hosts)


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


def _is_followed_link(scope: Scope, headers: Headers) -> bool:
    """Return whether this is a person who goes to a page of the service, by a link anywhere."""
    return (
        scope["method"] == "GET"
        and scope["path"] in _LINKED_PATHS
        and headers.get("sec-fetch-mode") == "navigate"
        and headers.get("sec-fetch-dest") == "document"
    )


def _check_site(headers: Headers) -> None:
    """Refuse what a browser sends on behalf of another site. A port of this machine is another site, too."""
    origin, host = headers.get("origin"), headers.get("host", "").lower()
    foreign = origin is not None and origin.lower() not in (f"http://{host}", f"https://{host}")
    if foreign or headers.get("sec-fetch-site", "") not in _TRUSTED_SITES:
        raise Problem(403, "cross-site", "this request comes from a page of another site")


def _check_length(headers: Headers, max_bytes: int) -> None:
    length = headers.get("content-length", "0")
    if length.isdigit() and int(length[:20]) > max_bytes:
        raise too_large(max_bytes)


def too_large(max_bytes: int) -> Problem:
    """Return the problem of a body over the limit."""
    return Problem(413, "body-too-large", f"the body is larger than {max_bytes:,} bytes", max_bytes=max_bytes)


class _Body:
    """Reads a body up to its limit, whatever its header says or does not say, within the time for it."""

    def __init__(self, receive: Receive, max_bytes: int, lease: Lease) -> None:
        self._receive = receive
        self._max_bytes = max_bytes
        self._lease = lease
        self._read = 0
        self._waited = 0.0
        self._is_complete = False

    async def __call__(self) -> Message:
        """Return the next message. Raises Problem."""
        if self._is_complete:
            return await self._receive()  # that the client is gone
        begin = time.monotonic()
        try:
            async with asyncio.timeout(BODY_SECONDS + self._read / MIN_BODY_RATE - self._waited):
                message = await self._receive()
        except TimeoutError as error:
            raise too_slow() from error
        self._waited += time.monotonic() - begin
        count = len(message.get("body", b""))
        self._read += count
        if self._read > self._max_bytes:
            raise too_large(self._max_bytes)
        self._lease.take(count)
        self._is_complete = not message.get("more_body", False)
        return message


def too_slow() -> Problem:
    """Return the problem of a body that does not come."""
    detail = f"the body did not come within {BODY_SECONDS:g} s, and a second more for {MIN_BODY_RATE:,} bytes"
    return Problem(408, "body-too-slow", detail, headers={"connection": "close"})


class _Answer:
    """Sends an answer in pieces: the next one waits until the client has read most of the one before.

    The head of an answer whose length is known is held back until there is room for the answer; where there is none,
    the client is told so instead.
    """

    def __init__(self, scope: Scope, receive: Receive, send: Send, lease: Lease) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._lease = lease
        self._head: Message | None = None
        self._is_refused = False

    async def send(self, message: Message) -> None:
        """Send a message of the application."""
        if message["type"] == "http.response.start":
            if "content-length" in Headers(raw=message["headers"]):
                self._head = message
            else:
                await self._send(message)
        elif not self._is_refused:
            await self._send_body(message)

    async def _send_body(self, message: Message) -> None:
        body = memoryview(message.get("body", b""))
        if self._head is None:
            self._lease.hold(len(body))
        else:
            try:
                self._lease.take(len(body), is_answer=True)
            except Problem as problem:
                self._is_refused = True
                await problem.response()(self._scope, self._receive, self._send)
                return
            await self._send(self._head)
            self._head = None
        last = max(len(body) - 1, 0) // _PIECE_BYTES * _PIECE_BYTES
        for at in range(0, last, _PIECE_BYTES):
            piece = body[at : at + _PIECE_BYTES]
            await self._send({"type": "http.response.body", "body": piece, "more_body": True})
        await self._send({**message, "body": body[last:]})
        if message.get("more_body", False):
            self._lease.give_back(len(body))  # a stream goes on


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers


def _is_equal(given: str, expected: str) -> bool:
    return bool(expected) and hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode())


def _follow_again() -> Response:
    """Answer a link of another site, with which a browser sends no strict cookie, by going there from here."""
    page = '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0"><title>ridgeline</title>'
    return Response(page, media_type="text/html")
