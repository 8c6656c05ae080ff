"""A headless Chromium that lays out one page after the other.

    with Browser() as browser:
        page = browser.lay_out(ridgeline.parse(html))     # the same page, with a layout
    with Browser(Rendering(network=True, scripts=True)) as browser:
        page, picture = browser.open("https://example.org/")

One browser serves many pages, from any thread, one at a time; `process.py` says how it is started and replaced.

Nothing leaves the machine unless `Rendering.network` is set: no name is resolved, every request fails inside the
browser, and frames and `<meta http-equiv="refresh">` do nothing. With it, the browser reaches public addresses alone,
unless `Rendering.allow_private` is set. Scripts run only if `Rendering.scripts` is set, and open no windows.
"""

import asyncio
import re
from base64 import b64decode
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..errors import OptionError, RenderError
from ..fetch import check_url
from ..page import Page, parse
from ..page.layout import Layout
from . import snapshot
from .node_map import map_layout
from .process import Answer, BrowserProcess, Launch, Running

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import BrowserContext, CDPSession
    from playwright.async_api import Page as Tab

_BLOCKED = [{"urlPattern": f"{scheme}://*:*/*", "block": True} for scheme in ("http", "https", "ws", "wss", "ftp")]
_MAX_TAB_PAGES = 100  # a tab's memory grows with every page
_LOAD_SHARE = 0.5  # of the timeout: a page that is still loading then is used as it is
_MAX_WIDTH_WINDOWS = 4  # a page wider than this many windows has something positioned out of sight
_A4 = {"paperWidth": 8.27, "paperHeight": 11.69}  # inches
_SHEET = re.compile(rb"/Type\s*/Page\b")  # objects of Chromium's PDF are not compressed, only their streams
_MAX_SCREENSHOT_HEIGHT = 16_000  # pixels; Chromium's limit

Painter = Callable[[Page], str]  # the SVG to draw over a page with a layout


@dataclass(frozen=True, slots=True)
class Rendering:
    """The settings of a browser."""

    width: int = 1280
    height: int = 1024
    scripts: bool = False
    network: bool = False
    timeout_seconds: float = 20.0  # for all work on a page
    max_characters: int = 8_000_000
    max_height: int = 200_000  # pixels; one in a hundred pages of the data sets is higher than 118,000
    executable: str | None = None  # default: RIDGELINE_BROWSER, Playwright's own, or an installed one
    allow_private: bool = False  # with `network`: also addresses of this machine and its network

    def __post_init__(self) -> None:
        if min(self.width, self.height, self.timeout_seconds, self.max_characters, self.max_height) <= 0:
            raise OptionError("sizes and timeouts of rendering are positive")


@dataclass(slots=True)
class _Window:
    """The tab of a running browser that pages are laid out in."""

    session: Running
    context: "BrowserContext"
    tab: "Tab"
    devtools: "CDPSession"
    pages: int = 0


class Browser(BrowserProcess):
    """Lays out pages. It starts lazily; `close` or `with` ends it."""

    def __init__(self, rendering: Rendering | None = None) -> None:
        self.rendering = chosen = rendering or Rendering()
        connecting_seconds = chosen.timeout_seconds * _LOAD_SHARE
        super().__init__(Launch(chosen.network, chosen.allow_private, connecting_seconds, chosen.executable))
        self._window: _Window | None = None
        self._replies: set[asyncio.Future[None]] = set()  # pending replies to paused requests

    def layout(self, page: Page) -> Layout:
        """Return the layout of a page."""
        return map_layout(page, self._within(lambda: self._snapshot_of(page), page.url))

    def lay_out(self, page: Page) -> Page:
        """Return the page with its layout: the same nodes, the same leaves."""
        return replace(page, layout=self.layout(page))

    def screenshot(self, page: Page, paint: Painter | None = None) -> tuple[Page, bytes]:
        """Return the page with its layout and a picture of it (PNG); `paint` returns SVG to draw over it."""
        with self._lock:
            return self._with_picture(self.lay_out(page), paint)

    def count_sheets(self, page: Page) -> int:
        """Return on how many sheets of paper (A4) the browser prints a page."""

        async def print_page() -> str:
            devtools = await self._shown(page)
            answer = await devtools.send("Page.printToPDF", _A4)
            return str(answer["data"])

        return len(_SHEET.findall(b64decode(self._within(print_page, page.url))))

    def open(self, url: str, paint: Painter | None = None) -> tuple[Page, bytes]:
        """Open a URL; return the loaded document as a page with its layout, and a picture of it (PNG)."""
        if not self.rendering.network:
            raise OptionError("opening a URL takes Rendering(network=True)")
        check_url(url)

        async def navigate() -> tuple[str, snapshot.Snapshot, str]:
            tab, devtools = await self._tab()
            self._forget_refused()
            await self._load(tab, url)
            source = await tab.evaluate(_SOURCE)
            return source, await self._snapshot(devtools), tab.url

        with self._lock:
            source, taken, address = self._within(navigate, url)
            page = parse(source, url=address)
            return self._with_picture(replace(page, layout=map_layout(page, taken)), paint)

    def _with_picture(self, page: Page, paint: Painter | None) -> tuple[Page, bytes]:
        painted = paint(page) if paint is not None else ""
        return page, self._within(lambda: self._picture(painted), page.url)

    def _within(self, work: Callable[[], Awaitable[Answer]], url: str | None) -> Answer:
        return self._run(work, url, self.rendering.timeout_seconds)

    # Called in the browser's thread.

    async def _tab(self) -> "tuple[Tab, CDPSession]":
        """Return the tab to work in; a new one after _MAX_TAB_PAGES pages."""
        session, window = await self._started(), self._window
        if window is None or window.session is not session or window.pages >= _MAX_TAB_PAGES:
            if window is not None and window.session is session:
                await window.context.close()
            window = self._window = await self._new_window(session)
        window.pages += 1
        return window.tab, window.devtools

    async def _new_window(self, session: Running) -> _Window:
        context = await self._new_context(session.chromium)
        tab = await context.new_page()
        devtools = await context.new_cdp_session(tab)
        await devtools.send("Page.enable")
        if not self.rendering.network:
            await self._block_requests(devtools)
        return _Window(session, context, tab, devtools)

    async def _new_context(self, chromium: "Chromium") -> "BrowserContext":
        return await chromium.new_context(
            java_script_enabled=self.rendering.scripts,
            viewport={"width": self.rendering.width, "height": self.rendering.height},
            offline=not self.rendering.network,
            accept_downloads=False,
            service_workers="block",
            bypass_csp=self.rendering.network,  # a page's policy would block what is painted over it
        )

    async def _load(self, tab: "Tab", url: str) -> None:
        """Open a URL, and wait until it is loaded: a picture that never comes costs time, not the page."""
        from playwright.async_api import TimeoutError as LateError

        milliseconds = self.rendering.timeout_seconds * 1000
        await tab.goto(url, wait_until="commit", timeout=milliseconds)
        with suppress(LateError):
            await tab.wait_for_load_state("load", timeout=milliseconds * _LOAD_SHARE)

    async def _block_requests(self, devtools: "CDPSession") -> None:
        """Block frames and navigation, and all that would be requested."""
        from playwright.async_api import Error

        def paused(event: dict[str, Any]) -> None:
            failure = {"requestId": event["requestId"], "errorReason": "Aborted"}
            pending = asyncio.ensure_future(_ignore_errors(devtools.send("Fetch.failRequest", failure)))
            self._replies.add(pending)
            pending.add_done_callback(self._replies.discard)

        devtools.on("Fetch.requestPaused", paused)
        await devtools.send("Fetch.enable", {"patterns": [{"resourceType": "Document"}]})
        # These requests would fail anyhow; blocked here, they fail sooner.
        await devtools.send("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0})
        with suppress(Error):  # an older Chromium, whose patterns would block data: URLs too
            await devtools.send("Network.setBlockedURLs", {"urlPatterns": _BLOCKED})

    async def _snapshot_of(self, page: Page) -> snapshot.Snapshot:
        return await self._snapshot(await self._shown(page))

    async def _shown(self, page: Page) -> "CDPSession":
        """Show a page in the tab to work in."""
        if len(page.source) > self.rendering.max_characters:
            raise RenderError(f"{page.url or 'the page'}: longer than {self.rendering.max_characters:,} characters")
        _, devtools = await self._tab()
        await _show(devtools, page.source, self.rendering.timeout_seconds * _LOAD_SHARE)
        return devtools

    async def _snapshot(self, devtools: "CDPSession") -> snapshot.Snapshot:
        answer = await devtools.send("DOMSnapshot.captureSnapshot", snapshot.REQUEST)
        try:
            return snapshot.read(answer, (_MAX_WIDTH_WINDOWS * self.rendering.width, self.rendering.max_height))
        except (LookupError, TypeError, ValueError) as error:
            raise RenderError(f"the browser's answer cannot be read ({error}): use a newer Chromium") from error

    async def _picture(self, painted: str) -> bytes:
        session, window = await self._started(), self._window
        if window is None or window.session is not session:
            raise RenderError("the browser was lost before the picture was taken")
        tab = window.tab
        if painted:
            await tab.evaluate(_PAINT, painted)
        size = await tab.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        width = min(int(size[0]), _MAX_WIDTH_WINDOWS * self.rendering.width)
        height = min(int(size[1]), self.rendering.max_height, _MAX_SCREENSHOT_HEIGHT)
        area = {"x": 0, "y": 0, "width": max(width, 1), "height": max(height, 1)}
        return await tab.screenshot(full_page=True, clip=area, animations="disabled")  # type: ignore[arg-type]


# The source of the document including its shadow trees, which innerHTML omits.
_SOURCE = """() => {
    const roots = [];
    const collect = (root) => root.querySelectorAll("*").forEach((element) => {
        if (element.shadowRoot) { roots.push(element.shadowRoot); collect(element.shadowRoot); }
    });
    collect(document);
    const doctype = document.compatMode === "CSS1Compat" ? "<!DOCTYPE html>" : "";
    const html = document.documentElement.cloneNode(false).outerHTML.replace(/<\\/html>$/, "");
    return doctype + html + document.documentElement.getHTML({ shadowRoots: roots }) + "</html>";
}"""


_PAINT = """(svg) => {
    const host = document.createElement("div");
    host.style.cssText = "all: initial; position: absolute; left: 0; top: 0; z-index: 2147483647";
    host.attachShadow({ mode: "closed" }).innerHTML = svg;
    document.documentElement.appendChild(host);
}"""


async def _show(devtools: "CDPSession", source: str, seconds: float) -> None:
    """Make this source the tab's document, and wait at most this long until it is loaded."""
    loaded = asyncio.Event()
    devtools.once("Page.loadEventFired", lambda _: loaded.set())
    frame = (await devtools.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
    # A lone surrogate cannot be sent.
    html = source.encode("utf-8", "replace").decode()
    await devtools.send("Page.setDocumentContent", {"frameId": frame, "html": html})
    with suppress(TimeoutError):
        await asyncio.wait_for(loaded.wait(), seconds)


async def _ignore_errors(reply: Coroutine[Any, Any, Any]) -> None:
    with suppress(Exception):  # the tab may be gone
        await reply
