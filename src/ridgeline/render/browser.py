"""A headless Chromium that lays out one page after the other.

    with Browser() as browser:
        page = browser.lay_out(ridgeline.parse(html))     # the same page, with a layout
    with Browser(Rendering(network=True, scripts=True)) as browser:
        page, picture = browser.open("https://example.org/")

One browser serves many pages, from any thread, one at a time. It runs in its own thread, so that asynchronous code can
use it too, and so that a page can be abandoned: all work on a page has one deadline. A browser that crashes or hangs is
killed, the page is reported by a RenderError, and the next page gets a new browser.

Nothing leaves the machine unless `Rendering.network` is set: no name is resolved, every request fails inside the
browser, and frames and `<meta http-equiv="refresh">` do nothing. With it, the browser reaches public addresses alone,
through a proxy of our own (`proxy.py`), unless `Rendering.allow_private` is set. Scripts run only if
`Rendering.scripts` is set, and open no windows.

Chromium's sandbox is on, except for root, for whom it does not start. Do not render hostile pages as root.
"""

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import which
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ..errors import MissingExtraError, OptionError, RenderError
from ..fetch import check_url
from ..page import Page, parse
from ..page.layout import Layout
from . import snapshot
from .matching import map_layout
from .proxy import Proxy

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import BrowserContext, CDPSession, Playwright
    from playwright.async_api import Page as Tab

BROWSER_VARIABLE = "RIDGELINE_BROWSER"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

_SEALED = (
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",  # no name is resolved, not even by prefetching
    "--proxy-bypass-list=<-loopback>",  # addresses of this machine go through the proxy, too
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",  # its name in some versions
    "--disable-quic",
    "--block-new-web-contents",  # no windows of a page's own
)
_NO_PROXY = "http://127.0.0.1:9"  # nothing listens there
_BLOCKED = [{"urlPattern": f"{scheme}://*:*/*", "block": True} for scheme in ("http", "https", "ws", "wss", "ftp")]
_ARGUMENTS = ("--disable-gpu", "--hide-scrollbars", "--mute-audio")
_MAX_TAB_PAGES = 100  # a tab's memory grows with every page
_LOAD_SHARE = 0.5  # of the timeout: a page that is still loading then is used as it is
_CLOSING_SECONDS = 5.0
_MAX_WIDTH_WINDOWS = 4  # a page wider than this many windows has something positioned out of sight
_MAX_SCREENSHOT_HEIGHT = 16_000  # pixels; Chromium's limit

Answer = TypeVar("Answer")
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
class _Session:
    """A running browser with one tab."""

    playwright: "Playwright"
    chromium: "Chromium"
    process: int | None
    proxy: Proxy | None
    context: "BrowserContext | None" = None
    tab: "Tab | None" = None
    devtools: "CDPSession | None" = None
    pages: int = 0


class Browser:
    """Lays out pages. It starts lazily; `close` or `with` ends it."""

    def __init__(self, rendering: Rendering | None = None) -> None:
        self.rendering = rendering or Rendering()
        self.starts = 0  # the number of browser processes started so far
        self._session: _Session | None = None
        self._replies: set[asyncio.Future[None]] = set()  # pending replies to paused requests
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = threading.RLock()  # one page at a time, from its source to its picture

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def layout(self, page: Page) -> Layout:
        """Return the layout of a page."""
        return map_layout(page, self._run(lambda: self._snapshot_of(page), page.url))

    def lay_out(self, page: Page) -> Page:
        """Return the page with its layout: the same nodes, the same leaves."""
        return replace(page, layout=self.layout(page))

    def screenshot(self, page: Page, paint: Painter | None = None) -> tuple[Page, bytes]:
        """Return the page with its layout and a picture of it (PNG); `paint` returns SVG to draw over it."""
        with self._lock:
            return self._with_picture(self.lay_out(page), paint)

    def open(self, url: str, paint: Painter | None = None) -> tuple[Page, bytes]:
        """Open a URL; return the loaded document as a page with its layout, and a picture of it (PNG)."""
        if not self.rendering.network:
            raise OptionError("opening a URL takes Rendering(network=True)")
        check_url(url)

        async def navigate() -> tuple[str, snapshot.Snapshot, str]:
            tab, devtools = await self._tab()
            await self._load(tab, url)
            source = await tab.evaluate(_SOURCE)
            return source, await self._snapshot(devtools), tab.url

        with self._lock:
            source, taken, address = self._run(navigate, url)
            page = parse(source, url=address)
            return self._with_picture(replace(page, layout=map_layout(page, taken)), paint)

    def _with_picture(self, page: Page, paint: Painter | None) -> tuple[Page, bytes]:
        painted = paint(page) if paint is not None else ""
        return page, self._run(lambda: self._picture(painted), page.url)

    def close(self) -> None:
        """End the browser. The next page starts a new one."""
        with self._lock:
            if self._loop is None:
                return
            asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
            self._loop = None

    # Called from any thread.

    def _run(self, work: Callable[[], Awaitable[Answer]], url: str | None) -> Answer:
        """Run a coroutine in the browser's thread, within the timeout for a page; any failure ends the browser."""
        with self._lock:
            return asyncio.run_coroutine_threadsafe(self._guarded(work, url), self._running_loop()).result()

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="ridgeline browser", daemon=True)
            self._thread.start()
        return self._loop

    async def _guarded(self, work: Callable[[], Awaitable[Answer]], url: str | None) -> Answer:
        await self._started()
        from playwright.async_api import Error

        try:
            return await asyncio.wait_for(work(), self.rendering.timeout_seconds)
        except TimeoutError as error:
            problem = f"not rendered within {self.rendering.timeout_seconds:g} s"
            cause: Exception = error
        except Error as error:
            problem = self._refusal() or f"the browser gave up: {_first_line(error)}"
            cause = error
        await self._end()
        raise RenderError(f"{url or 'the page'}: {problem}") from cause

    def _refusal(self) -> str | None:
        """Say which host the browser was not let through to, if there was one."""
        proxy = self._session.proxy if self._session is not None else None
        if proxy is None or not proxy.refused:
            return None
        host = min(proxy.refused)
        return f"{host} has no public address; allow_private (--allow-private) lets it through"

    # Called in the browser's thread.

    async def _started(self) -> _Session:
        if self._session is not None and self._session.chromium.is_connected():
            return self._session
        await self._end()
        self._session = await _start(self.rendering)
        self.starts += 1
        return self._session

    async def _end(self) -> None:
        session, self._session = self._session, None
        if session is None:
            return
        with suppress(Exception):  # the browser may have died already, in any state
            await asyncio.wait_for(session.chromium.close(), _CLOSING_SECONDS)
        if session.chromium.is_connected() and session.process is not None:
            with suppress(OSError):
                os.kill(session.process, getattr(signal, "SIGKILL", signal.SIGTERM))
        with suppress(Exception):
            await asyncio.wait_for(session.playwright.stop(), _CLOSING_SECONDS)
        if session.proxy is not None:
            await session.proxy.close()

    async def _tab(self) -> "tuple[Tab, CDPSession]":
        """The tab to work in; a new one after _MAX_TAB_PAGES pages."""
        session = await self._started()
        if session.context is None or session.pages >= _MAX_TAB_PAGES:
            if session.context is not None:
                await session.context.close()
            session.context, session.pages = await self._new_context(session.chromium), 0
            session.tab = await session.context.new_page()
            session.devtools = await session.context.new_cdp_session(session.tab)
            await session.devtools.send("Page.enable")
            if not self.rendering.network:
                await self._block_requests(session.devtools)
        session.pages += 1
        assert session.tab is not None  # noqa: S101 - made with the context
        assert session.devtools is not None  # noqa: S101
        return session.tab, session.devtools

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
        if len(page.source) > self.rendering.max_characters:
            raise RenderError(f"{page.url or 'the page'}: longer than {self.rendering.max_characters:,} characters")
        _, devtools = await self._tab()
        await _show(devtools, page.source, self.rendering.timeout_seconds * _LOAD_SHARE)
        return await self._snapshot(devtools)

    async def _snapshot(self, devtools: "CDPSession") -> snapshot.Snapshot:
        answer = await devtools.send("DOMSnapshot.captureSnapshot", snapshot.REQUEST)
        try:
            return snapshot.read(answer, (_MAX_WIDTH_WINDOWS * self.rendering.width, self.rendering.max_height))
        except (LookupError, TypeError, ValueError) as error:
            raise RenderError(f"the browser's answer cannot be read ({error}): use a newer Chromium") from error

    async def _picture(self, painted: str) -> bytes:
        tab = (await self._started()).tab
        if tab is None:
            raise RenderError("the browser was lost before the picture was taken")
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


async def _start(rendering: Rendering) -> _Session:
    try:
        from playwright.async_api import Error, async_playwright
    except ModuleNotFoundError as error:
        raise MissingExtraError('rendering needs Playwright: pip install "ridgeline[render]"') from error
    playwright = await async_playwright().start()
    proxy = None
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    try:
        if rendering.network:
            proxy = await Proxy.start(
                allow_private=rendering.allow_private, timeout_seconds=rendering.timeout_seconds * _LOAD_SHARE
            )
        chromium = await playwright.chromium.launch(
            executable_path=_executable(rendering, playwright.chromium.executable_path),
            chromium_sandbox=not is_root,
            args=[*_ARGUMENTS, *_SEALED, f"--proxy-server={proxy.address if proxy else _NO_PROXY}"],
        )
        session = await chromium.new_browser_cdp_session()
        processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
        await session.detach()
    except (Error, MissingExtraError) as error:
        await playwright.stop()
        if proxy is not None:
            await proxy.close()
        if isinstance(error, MissingExtraError):
            raise
        raise RenderError(f"the browser does not start: {_first_line(error)}") from error
    process = next((process["id"] for process in processes if process["type"] == "browser"), None)
    return _Session(playwright, chromium, process, proxy)


def find_executable() -> str | None:
    """Return the browser that RIDGELINE_BROWSER names, else one on the path; Playwright's own is not considered."""
    named = os.environ.get(BROWSER_VARIABLE)
    return named or next(filter(None, map(which, PROGRAMS)), None)


def _executable(rendering: Rendering, playwrights_own: str) -> str:
    named = rendering.executable or os.environ.get(BROWSER_VARIABLE)
    if named is not None and which(named) is None:
        raise MissingExtraError(f"there is no browser at {named}")
    found = named or (playwrights_own if Path(playwrights_own).exists() else find_executable())
    if found is None:
        raise MissingExtraError(
            f"rendering needs Chrome or Chromium: install one, name it in {BROWSER_VARIABLE}, "
            "or run `playwright install chromium`"
        )
    return which(found) or found


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
