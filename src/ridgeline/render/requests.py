"""The requests of one page in a browser: which are answered from the stored page, refused, counted, waited for.

The first document is the stored source; what scripts navigate to comes from the network, a few times. A navigation that
fails leaves the page as it was. Fonts, sounds and films are refused, and the browser loads no images: none of them is
content that could be extracted, and they are most of the bytes.

A page that asks for too much is cut off inside of the browser: to refuse thousands of requests one by one takes longer
than a page has.
"""

import asyncio
from base64 import b64encode
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..page import Page
from .limits import RenderLimits
from .proxy import Allowance

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Request
    from playwright.async_api import Page as Tab

_PATTERNS = [
    *({"resourceType": kind} for kind in ("Document", "Font", "Media")),
    {"resourceType": "Document", "requestStage": "Response"},
]
_NOT_LOADED = frozenset({"font", "media"})
_ENDLESS = frozenset({"eventsource", "websocket", "ping"})  # requests that no content waits for
_EVENTS = ("request", "requestfinished", "requestfailed")
_SLOW_SHARE = 0.5  # of the time for a page: a request that takes longer is not waited for

_Reply = tuple[str, dict[str, Any]]  # a method of the DevTools protocol and its parameters
_CONTINUE: _Reply = ("Fetch.continueRequest", {})
_REFUSE: _Reply = ("Fetch.failRequest", {"errorReason": "Aborted"})


class Requests:
    """Answers and counts what a page asks for."""

    def __init__(self, page: Page, limits: RenderLimits) -> None:
        self.allowance = Allowance(limits.requests, limits.received_bytes)  # of the proxy
        self.frame = ""  # the id of the main document's frame
        self._page, self._limits = page, limits
        self._count = 0
        self._documents = 0
        self._in_flight: dict[Request, float] = {}  # by request that the main document waits for: when it began
        self._pending: set[asyncio.Future[None]] = set()

    async def attend(self, tab: "Tab", devtools: "CDPSession") -> None:
        """Begin to answer and count the requests of a tab."""
        self._tab, self._devtools = tab, devtools
        self.frame = (await devtools.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        for event, listener in self._listeners():
            tab.context.on(event, listener)
        devtools.on("Fetch.requestPaused", self._paused)
        await devtools.send("Fetch.enable", {"patterns": _PATTERNS})

    def are_awaited(self) -> bool:
        """Return whether the main document waits for an answer that did not take too long yet."""
        earliest = asyncio.get_running_loop().time() - _SLOW_SHARE * self._limits.seconds
        return any(began > earliest for began in self._in_flight.values())

    def _begin(self, request: "Request") -> None:
        """Count a request, and remember it if the main document waits for its answer.

        The proxy counts connections, and one may carry many requests.
        """
        if request.resource_type in _NOT_LOADED or not request.url.startswith(("http:", "https:")):
            return
        self._count += 1
        if self._count == self._limits.requests + 1:
            self._cut_off()
        if request.resource_type not in _ENDLESS and _is_of_main_document(request, self._tab):
            self._in_flight[request] = asyncio.get_running_loop().time()

    def _cut_off(self) -> None:
        """Let nothing pass from now on, and hear no more of it."""
        self.allowance.end("requests")
        self._in_flight.clear()
        for event, listener in self._listeners():
            self._tab.context.remove_listener(event, listener)
        self._send(self._tab.context.set_offline(True))

    def _listeners(self) -> "Iterator[tuple[Any, Callable[[Request], None]]]":
        return zip(_EVENTS, (self._begin, self._end, self._end), strict=True)

    def _end(self, request: "Request") -> None:
        self._in_flight.pop(request, None)

    def _paused(self, event: dict[str, Any]) -> None:
        """Reply to a request that the browser asks about."""
        method, parameters = self._reply(event)
        self._send(self._devtools.send(method, {"requestId": event["requestId"]} | parameters))

    def _send(self, message: Coroutine[Any, Any, Any]) -> None:
        """Send a message to the browser without waiting for its answer."""
        pending = asyncio.ensure_future(_ignore_errors(message))
        self._pending.add(pending)
        pending.add_done_callback(self._pending.discard)

    def _reply(self, event: dict[str, Any]) -> _Reply:
        if event["resourceType"] != "Document":
            return _REFUSE
        if event["frameId"] != self.frame or "responseStatusCode" in event:
            return _CONTINUE
        return _REFUSE if "responseErrorReason" in event else self._navigation(event)

    def _navigation(self, event: dict[str, Any]) -> _Reply:
        """Reply to a request for the main document: the stored source first, then what the network has."""
        if "redirectedRequestId" not in event:
            self._documents += 1
        if self._documents == 1:
            source = self._page.source.encode("utf-8", "replace")  # a lone surrogate cannot be sent
            return _fulfil("text/html; charset=utf-8", b64encode(source).decode("ascii"))
        return _CONTINUE if self._documents <= 1 + self._limits.navigations else _REFUSE


def _is_of_main_document(request: "Request", tab: "Tab") -> bool:
    from playwright.async_api import Error

    with suppress(Error):  # a frame that is not there yet
        return request.frame is tab.main_frame
    return False


def _fulfil(content_type: str, body: str) -> _Reply:
    headers = [{"name": "Content-Type", "value": content_type}]
    return "Fetch.fulfillRequest", {"responseCode": 200, "responseHeaders": headers, "body": body}


async def _ignore_errors(message: Coroutine[Any, Any, Any]) -> None:
    with suppress(Exception):  # the tab may be gone
        await message
