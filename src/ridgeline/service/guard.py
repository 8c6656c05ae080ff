"""Who may use the service, checked before anything else of a request is looked at.

1. Host: a page of a stranger whose name leads to this machine (DNS rebinding) sends its own name, and is refused.
2. Origin and Sec-Fetch-Site: what a browser sends on behalf of another site is refused. A link that a person follows to
   a page of the service is not, and neither is the form of the bookmarklet, which carries a token of its own.
3. The token, where there is one: as `Authorization: Bearer …`, or in the cookie that `GET /?token=…` sets.
4. The length of the body.

No answer carries CORS headers, every answer the security headers.
"""

import hashlib
import hmac
from collections.abc import Iterator
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .configuration import ServiceSettings
from .headers import SECURITY_HEADERS
from .problems import Problem

SEND_PATH = "/studio/send"  # its form carries a token of its own, since it comes from any page that a person is on
BATCH_PATH = "/v1/batch"  # a stream without an end; the limit holds for each of its lines
_OPEN_PATHS = frozenset({"/health"})  # they need no token
_LINKED_PATHS = frozenset({"/", "/docs"})  # a link of another site may lead to them
_TRUSTED_SITES = frozenset({"", "same-origin", "none"})  # of Sec-Fetch-Site; none: typed by a person
_SESSION_SECONDS = 30 * 24 * 3600


class Guard:
    """Refuses requests, and adds the security headers to answers."""

    def __init__(self, app: ASGIApp, settings: ServiceSettings) -> None:
        """Wrap an application."""
        self._app = app
        self._token = settings.token
        self._max_bytes = settings.max_body_bytes
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
        elif scope["path"] == BATCH_PATH:
            await self._app(scope, receive, send)
        else:
            await self._app(scope, _limited(receive, self._max_bytes), send)

    def _check(self, scope: Scope, headers: Headers) -> Response | None:
        """Return an answer that needs no route, or None. Raises Problem."""
        self._check_host(headers)
        is_linked = _is_followed_link(scope, headers)
        carries_token = (scope["method"], scope["path"]) == ("POST", SEND_PATH)
        if not (is_linked or carries_token):
            _check_site(headers)
        if self._token is not None and scope["path"] not in _OPEN_PATHS and not carries_token:
            answer = self._check_token(scope, headers, is_linked)
            if answer is not None:
                return answer
        if scope["path"] != BATCH_PATH:
            _check_length(headers, self._max_bytes)
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


def _limited(receive: Receive, max_bytes: int) -> Receive:
    """Return what reads a body up to the limit, whatever its header says or does not say."""
    read = 0

    async def limited() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > max_bytes:
            raise too_large(max_bytes)
        return message

    return limited


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
