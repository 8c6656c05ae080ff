"""One page in a fresh context of a browser: opened at its address, observed until it is quiet, read."""

import asyncio
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import FetchError
from ..fetch import check_url
from ..page import Page
from .limits import RenderLimits
from .process import Answer, Running
from .quiet import SECONDS_SINCE_CHANGE, WORLD, is_there_expression, source_expression
from .requests import Requests

if TYPE_CHECKING:
    from playwright.async_api import CDPSession
    from playwright.async_api import Page as Tab

_NO_ADDRESS = "https://page.invalid/"  # where a page without an address is opened: nothing else is there
_LOOK_SECONDS = 0.1  # between two looks at a page
_QUIET_SECONDS = 0.5  # without a change: scripts that wait longer than this before they go on are rare
_READING_SHARE = 0.2  # of the time for a page: to read it in
_MAX_READING_SECONDS = 3.0

_NOT_THERE = "nothing matched {css} within {seconds:g} s"
_AT_WORK = "it was still at work after {seconds:g} s"
_SPENT = {
    "requests": "it asked for more than {0.requests:,} files",
    "bytes": "it loaded more than {0.received_bytes:,} bytes",
}
_REFUSED = "{host} has no public address; allow_private (--allow-private) lets it through"


@dataclass(frozen=True, slots=True)
class Shown:
    """The page as a browser shows it."""

    html: str
    url: str | None
    remarks: tuple[str, ...]  # what was cut off, for a person


async def visit(session: Running, page: Page, limits: RenderLimits, wait_for: str | None = None) -> Shown:
    """Open a page, wait until it is quiet and has what a selector matches, and return what it shows.

    The context is not closed where this fails: whoever runs it ends the browser then.
    """
    end = asyncio.get_running_loop().time() + limits.seconds
    context = await session.chromium.new_context(
        accept_downloads=False, service_workers="block", viewport={"width": 1280, "height": 1024}
    )
    tab = await context.new_page()
    devtools = await context.new_cdp_session(tab)
    shown = await _Visit(session, page, limits, wait_for, tab, devtools).show(end)
    await context.close()
    return shown


class _Visit:
    """A page that is opened in a tab of its own."""

    def __init__(
        self,
        session: Running,
        page: Page,
        limits: RenderLimits,
        wait_for: str | None,
        tab: "Tab",
        devtools: "CDPSession",
    ) -> None:
        self._proxy, self._page, self._limits = session.proxy, page, limits
        self._awaited = wait_for  # None once it is there
        self._tab, self._devtools = tab, devtools
        self._requests = Requests(page, limits)
        self._loop = asyncio.get_running_loop()
        self._lost: asyncio.Future[Any] = self._loop.create_future()  # done when the tab is lost

    async def show(self, end: float) -> Shown:
        """Open the page, wait until it is quiet or this time is near, and return what it shows."""
        reading_seconds = min(_MAX_READING_SECONDS, _READING_SHARE * self._limits.seconds)
        await self._open()
        is_quiet = await self._wait_for_quiet(end - reading_seconds)
        if not is_quiet:
            await self._stop_scripts()
        html = await self._evaluate(source_expression(self._limits.characters))
        return Shown(
            html, self._url(), tuple(self._remarks(None if is_quiet else self._limits.seconds - reading_seconds))
        )

    async def _open(self) -> None:
        self._tab.on("crash", self._lose)
        self._tab.on("close", self._lose)
        if self._proxy is not None:
            self._proxy.begin(self._requests.allowance)
        await self._requests.attend(self._tab, self._devtools)
        address, milliseconds = _address(self._page), self._limits.seconds * 1000
        await self._unless_lost(self._tab.goto(address, wait_until="commit", timeout=milliseconds))

    def _lose(self, _: "Tab") -> None:
        if not self._lost.done():
            self._lost.set_result(None)

    async def _unless_lost(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Wait for an answer of the browser. Raises Playwright's Error if the tab is lost: it may never answer then."""
        from playwright.async_api import Error

        task = asyncio.ensure_future(work)
        try:
            await asyncio.wait((task, self._lost), return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise Error("the page crashed or closed its tab")
            return task.result()
        finally:
            task.cancel()

    async def _wait_for_quiet(self, end: float) -> bool:
        """Wait until the page is quiet. Returns False if it is not by then, or so busy that it does not answer."""
        from playwright.async_api import Error

        while (left := end - self._loop.time()) > 0:
            try:
                seconds = await asyncio.wait_for(self._seconds_since_change(), left)
            except TimeoutError:
                return False
            except Error:
                if self._lost.done():
                    raise
                seconds = 0  # it navigates, and what was asked is gone with the document
            is_quiet = seconds >= _QUIET_SECONDS and not self._requests.are_awaited()
            if is_quiet and self._awaited is None:
                return True
            await asyncio.sleep(min(_LOOK_SECONDS, left))
        return False

    async def _seconds_since_change(self) -> float:
        if self._awaited is not None and await self._evaluate(is_there_expression(self._awaited)):
            self._awaited = None
        return float(await self._evaluate(SECONDS_SINCE_CHANGE))

    async def _stop_scripts(self) -> None:
        """Interrupt what runs, and let nothing run from then on."""
        await self._unless_lost(self._devtools.send("Runtime.terminateExecution"))
        await self._unless_lost(self._devtools.send("Emulation.setScriptExecutionDisabled", {"value": True}))

    async def _evaluate(self, expression: str) -> Any:
        """Evaluate an expression in the page, apart from its own scripts."""
        from playwright.async_api import Error

        world = {"frameId": self._requests.frame, "worldName": WORLD}
        created = await self._unless_lost(self._devtools.send("Page.createIsolatedWorld", world))
        wanted = {"expression": expression, "contextId": created["executionContextId"], "returnByValue": True}
        answer = await self._unless_lost(self._devtools.send("Runtime.evaluate", wanted))
        if "exceptionDetails" in answer:
            raise Error("the page cannot be read; it may be too large")
        return answer["result"]["value"]

    def _url(self) -> str | None:
        """Return the address that the page has now; that it was given, where it has none of the web."""
        url = self._tab.url
        is_of_web = url.startswith(("http:", "https:")) and not url.startswith(_NO_ADDRESS)
        return url if is_of_web else self._page.url

    def _remarks(self, stopped_after_seconds: float | None) -> Iterator[str]:
        """Yield what was cut off, for a person."""
        if stopped_after_seconds is not None and self._awaited is not None:
            yield _NOT_THERE.format(css=self._awaited, seconds=stopped_after_seconds)
        elif stopped_after_seconds is not None:
            yield _AT_WORK.format(seconds=stopped_after_seconds)
        if self._requests.allowance.spent is not None:
            yield _SPENT[self._requests.allowance.spent].format(self._limits)
        if self._proxy is not None and self._proxy.refused:
            yield _REFUSED.format(host=min(self._proxy.refused))


def _address(page: Page) -> str:
    """Return the address to open a page at: its own if that is one of the web."""
    try:
        check_url(page.url or "")
    except FetchError:
        return _NO_ADDRESS
    return page.url or _NO_ADDRESS
