"""A headless Chromium that lays out one page after the other.

    with Browser() as browser:
        page = browser.lay_out(ridgeline.parse(html))     # the same nodes, and a layout over them
        page = Browser(Rendering(network=True, scripts=True)).open("https://example.org/")

One browser serves many pages, from any thread, one at a time. It works in a thread of its own, so it can be used from
asynchronous code too, and so that it can be given up: a page has a deadline for everything that is done to it. A
browser that crashes or hangs is ended, the page is reported by a RenderError, and the next page gets a new browser.

Nothing leaves the machine unless `Rendering.network` says so: no name is looked up, every request fails inside of the
browser, and frames or a `<meta http-equiv="refresh">` lead nowhere. Scripts run only where `Rendering.scripts` says so.

Chromium's own sandbox is on, except for root, for whom it does not start: who renders pages from enemies should not do
it as root.
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
from ..page import Page, parse
from ..page.layout import Layout
from . import snapshot
from .overlay import lay_over

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import BrowserContext, CDPSession, Playwright
    from playwright.async_api import Page as Tab

ENVIRONMENT_VARIABLE = "RIDGELINE_BROWSER"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

_OFFLINE = (
    "--host-resolver-rules=MAP * ~NOTFOUND",  # no name is looked up, not even ahead of time
    "--proxy-server=http://127.0.0.1:9",  # where nobody listens, for addresses that need no look-up …
    "--proxy-bypass-list=<-loopback>",  # … those of this machine among them
)
_BLOCKED = [{"urlPattern": f"{scheme}://*:*/*", "block": True} for scheme in ("http", "https", "ws", "wss", "ftp")]
_QUIET = ("--disable-gpu", "--hide-scrollbars", "--mute-audio")
_TAB_PAGES = 100  # a tab's memory grows with what it has shown
_LOAD_SHARE = 0.5  # of the time for a page: then it is taken as it stands
_CLOSING_SECONDS = 5.0
_WIDEST_WINDOWS = 4  # a page that is wider, in windows, has something that was put out of sight
_SCREENSHOT_PIXELS = 16_000  # Chromium draws no higher picture

Answer = TypeVar("Answer")
Painter = Callable[[Page], str]


@dataclass(frozen=True, slots=True)
class Rendering:
    """How pages are rendered."""

    width: int = 1280
    height: int = 1024
    scripts: bool = False
    network: bool = False
    timeout_seconds: float = 20.0  # for a page, all in all
    max_characters: int = 8_000_000
    max_height: int = 200_000  # pixels; of the pages of the data sets one in a hundred has more than 118,000
    executable: str | None = None  # else RIDGELINE_BROWSER, Playwright's own, or what is installed
    allow: Callable[[str], bool] | None = None  # which URLs may be requested, where there is a network

    def __post_init__(self) -> None:
        if min(self.width, self.height, self.timeout_seconds, self.max_characters, self.max_height) <= 0:
            raise OptionError("sizes and times of rendering are positive")


@dataclass(slots=True)
class _Session:
    """A running browser with one tab."""

    playwright: "Playwright"
    chromium: "Chromium"
    process: int | None
    context: "BrowserContext | None" = None
    tab: "Tab | None" = None
    devtools: "CDPSession | None" = None
    pages: int = 0


class Browser:
    """Lays out pages. It starts when first needed; `close` or `with` ends it."""

    def __init__(self, rendering: Rendering | None = None) -> None:
        self.rendering = rendering or Rendering()
        self.starts = 0  # how often a browser had to be started
        self._session: _Session | None = None
        self._answers: set[asyncio.Future[None]] = set()  # on their way to requests
        self._loop: asyncio.AbstractEventLoop | None = None
        self._turn = threading.RLock()  # one page at a time, from its source to its picture

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def layout(self, page: Page) -> Layout:
        """Where the nodes of a page stand."""
        return lay_over(page, self._run(lambda: self._snapshot_of(page), page.url))

    def lay_out(self, page: Page) -> Page:
        """The page with its layout: the same nodes, the same leaves."""
        return replace(page, layout=self.layout(page))

    def shoot(self, page: Page, over: Painter | None = None) -> tuple[Page, bytes]:
        """The page with its layout, and a picture of it (PNG); `over` says what to draw over it, as SVG."""
        with self._turn:
            return self._pictured(self.lay_out(page), over)

    def open(self, url: str, over: Painter | None = None) -> tuple[Page, bytes]:
        """A page of the web as the browser has it once it is loaded, with its layout, and a picture of it (PNG)."""
        if not self.rendering.network:
            raise OptionError("opening a URL takes Rendering(network=True)")

        async def navigated() -> tuple[str, snapshot.Snapshot, str]:
            tab, devtools = await self._tab()
            await tab.goto(url, wait_until="load", timeout=self.rendering.timeout_seconds * 1000)
            source = await tab.evaluate(_SOURCE)
            return source, await self._snapshot(devtools), tab.url

        with self._turn:
            source, taken, address = self._run(navigated, url)
            page = parse(source, url=address)
            return self._pictured(replace(page, layout=lay_over(page, taken)), over)

    def _pictured(self, page: Page, over: Painter | None) -> tuple[Page, bytes]:
        painted = over(page) if over is not None else ""
        return page, self._run(lambda: self._picture(painted), page.url)

    def close(self) -> None:
        """End the browser. It starts again when it is needed again."""
        with self._turn:
            if self._loop is None:
                return
            asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
            self._loop = None

    # From other threads into the browser's.

    def _run(self, work: Callable[[], Awaitable[Answer]], url: str | None) -> Answer:
        """Do this in the browser's thread, within the time for a page; whatever goes wrong costs the browser."""
        with self._turn:
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
            problem = f"the browser gave up: {_first_line(error)}"
            cause = error
        await self._end()
        raise RenderError(f"{url or 'the page'}: {problem}") from cause

    # In the browser's thread.

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
        with suppress(Exception):  # what is ended here may be dead already, in any state
            await asyncio.wait_for(session.chromium.close(), _CLOSING_SECONDS)
        if session.chromium.is_connected() and session.process is not None:
            with suppress(OSError):
                os.kill(session.process, getattr(signal, "SIGKILL", signal.SIGTERM))
        with suppress(Exception):
            await asyncio.wait_for(session.playwright.stop(), _CLOSING_SECONDS)

    async def _tab(self) -> "tuple[Tab, CDPSession]":
        """The tab to work in; a new one after so many pages."""
        session = await self._started()
        if session.context is None or session.pages >= _TAB_PAGES:
            if session.context is not None:
                await session.context.close()
            session.context, session.pages = await self._new_context(session.chromium), 0
            session.tab = await session.context.new_page()
            session.devtools = await session.context.new_cdp_session(session.tab)
            await session.devtools.send("Page.enable")
            await self._watch_requests(session.devtools)
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
            bypass_csp=self.rendering.network,  # a page's policy is for its own scripts, not for what is drawn over it
        )

    async def _watch_requests(self, devtools: "CDPSession") -> None:
        """Without network, let frames stay empty and the page where it is; with it, ask of each request if it may be.

        Redirects are asked about too.
        """
        from playwright.async_api import Error

        allow = self.rendering.allow
        if self.rendering.network and allow is None:
            return

        async def answer(request: str, url: str) -> None:
            if self.rendering.network and allow is not None and await asyncio.to_thread(allow, url):
                await devtools.send("Fetch.continueRequest", {"requestId": request})
            else:
                await devtools.send("Fetch.failRequest", {"requestId": request, "errorReason": "Aborted"})

        def paused(event: dict[str, Any]) -> None:
            waiting = asyncio.ensure_future(_quietly(answer(event["requestId"], event["request"]["url"])))
            self._answers.add(waiting)
            waiting.add_done_callback(self._answers.discard)

        devtools.on("Fetch.requestPaused", paused)
        pattern = {"urlPattern": "*"} if self.rendering.network else {"resourceType": "Document"}
        await devtools.send("Fetch.enable", {"patterns": [pattern]})
        if not self.rendering.network:
            # They would fail anyhow, but later: refused here they cost less.
            await devtools.send("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0})
            with suppress(Error):  # an older Chromium, which knows patterns only that take in data: URLs as well
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
            return snapshot.read(answer, (_WIDEST_WINDOWS * self.rendering.width, self.rendering.max_height))
        except (LookupError, TypeError, ValueError) as error:
            raise RenderError(f"the browser's answer cannot be read ({error}): use a newer Chromium") from error

    async def _picture(self, painted: str) -> bytes:
        tab = (await self._started()).tab
        if tab is None:
            raise RenderError("the browser was lost before the picture was taken")
        if painted:
            await tab.evaluate(_PAINT, painted)
        size = await tab.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        width = min(int(size[0]), _WIDEST_WINDOWS * self.rendering.width)
        height = min(int(size[1]), self.rendering.max_height, _SCREENSHOT_PIXELS)
        area = {"x": 0, "y": 0, "width": max(width, 1), "height": max(height, 1)}
        return await tab.screenshot(full_page=True, clip=area, animations="disabled")  # type: ignore[arg-type]


# The document with its shadow trees, which innerHTML leaves out.
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
    """Make this source the tab's document; after so many seconds it is taken as it stands."""
    loaded = asyncio.Event()
    devtools.once("Page.loadEventFired", lambda _: loaded.set())
    frame = (await devtools.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
    # Half of a surrogate pair is no character, and cannot be sent.
    html = source.encode("utf-8", "replace").decode()
    await devtools.send("Page.setDocumentContent", {"frameId": frame, "html": html})
    with suppress(TimeoutError):
        await asyncio.wait_for(loaded.wait(), seconds)


async def _quietly(answer: Coroutine[Any, Any, Any]) -> None:
    with suppress(Exception):  # the tab may be gone
        await answer


async def _start(rendering: Rendering) -> _Session:
    try:
        from playwright.async_api import Error, async_playwright
    except ModuleNotFoundError as error:
        raise MissingExtraError('rendering needs Playwright: pip install "ridgeline[render]"') from error
    playwright = await async_playwright().start()
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    try:
        chromium = await playwright.chromium.launch(
            executable_path=_executable(rendering, playwright.chromium.executable_path),
            chromium_sandbox=not is_root,
            args=[*_QUIET, *(() if rendering.network else _OFFLINE)],
        )
        session = await chromium.new_browser_cdp_session()
        processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
        await session.detach()
    except (Error, MissingExtraError) as error:
        await playwright.stop()
        if isinstance(error, MissingExtraError):
            raise
        raise RenderError(f"the browser does not start: {_first_line(error)}") from error
    process = next((process["id"] for process in processes if process["type"] == "browser"), None)
    return _Session(playwright, chromium, process)


def find_executable() -> str | None:
    """The browser that is installed, apart from Playwright's own: what RIDGELINE_BROWSER names, else by its name."""
    named = os.environ.get(ENVIRONMENT_VARIABLE)
    return named or next(filter(None, map(which, PROGRAMS)), None)


def _executable(rendering: Rendering, playwrights_own: str) -> str:
    named = rendering.executable or os.environ.get(ENVIRONMENT_VARIABLE)
    if named is not None and which(named) is None:
        raise MissingExtraError(f"there is no browser at {named}")
    found = named or (playwrights_own if Path(playwrights_own).exists() else find_executable())
    if found is None:
        raise MissingExtraError(
            f"rendering needs Chrome or Chromium: install one, name it in {ENVIRONMENT_VARIABLE}, "
            "or run `playwright install chromium`"
        )
    return which(found) or found


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
