"""A headless Chromium in a thread of its own: it starts lazily, and is replaced when it crashes or hangs.

It is used from any thread, by one caller at a time. Its own thread runs an event loop, so that asynchronous code and
notebooks can use it too, and so that a page can be abandoned: all work on a page has one deadline. A browser that fails
is killed, the failure is reported by a RenderError, and the next page gets a new browser.

With `Launch.network` it reaches public addresses alone, through a proxy of our own (`proxy.py`), unless `allow_private`
is set; without it, no name is resolved and every request fails inside the browser.

Chromium's sandbox is on, except for root, for whom it does not start. Do not render hostile pages as root.
"""

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

from ..errors import MissingExtraError, RenderError
from .proxy import Proxy

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import Playwright

BROWSER_VARIABLE = "RIDGELINE_BROWSER"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NO_PLAYWRIGHT = ("rendering needs Playwright", "render")  # what is missing, and the extra that has it

_SEALED = (
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",  # no name is resolved, not even by prefetching
    "--proxy-bypass-list=<-loopback>",  # addresses of this machine go through the proxy, too
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",  # its name in some versions
    "--disable-quic",
    "--block-new-web-contents",  # no windows of a page's own, in headless shells
)
_NOT_WANTED = ("--disable-popup-blocking",)  # of Playwright: other browsers would open windows
_NO_PROXY = "http://127.0.0.1:9"  # nothing listens there
_ARGUMENTS = ("--disable-gpu", "--hide-scrollbars", "--mute-audio")
# The last of these arguments counts: the rest are Playwright's, which say that there is a mouse.
_NO_IMAGES = (
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,"
    "imagesEnabled=false"
)
_CLOSING_SECONDS = 5.0
_DYING_SECONDS = 0.5
_MAX_SCRATCH_LENGTH = 50  # characters: the path of the socket that Chromium makes in it has 46 more, of 104 at most

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Launch:
    """The options of starting a browser."""

    network: bool
    allow_private: bool
    connecting_seconds: float  # of the proxy, for one connection
    executable: str | None = None  # default: RIDGELINE_BROWSER, Playwright's own, or an installed one
    images: bool = True  # load them


@dataclass(frozen=True, slots=True, eq=False)
class Running:
    """A browser that was started."""

    playwright: "Playwright"
    chromium: "Chromium"
    process: int | None
    proxy: Proxy | None
    scratch: "TemporaryDirectory[str]"  # for its temporary files, which it leaves behind when it is killed


class BrowserProcess:
    """Runs work in a browser. It starts lazily; `close` or `with` ends it."""

    def __init__(self, launch: Launch) -> None:
        self.starts = 0  # the number of browser processes started so far
        self._launch = launch
        self._session: Running | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = threading.RLock()  # one page at a time, from its source to its picture

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

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

    def _run(self, work: Callable[[], Awaitable[Answer]], url: str | None, seconds: float, tries: int = 1) -> Answer:
        """Run a coroutine in the browser's thread, within this time; any failure ends the browser.

        Where the browser died, the coroutine is tried again in a new one.
        """
        with self._lock:
            guarded = self._guarded(work, url, seconds, tries)
            return asyncio.run_coroutine_threadsafe(guarded, self._running_loop()).result()

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="ridgeline browser", daemon=True)
            self._thread.start()
        return self._loop

    async def _guarded(
        self, work: Callable[[], Awaitable[Answer]], url: str | None, seconds: float, tries: int
    ) -> Answer:
        session = await self._started()
        from playwright.async_api import Error

        try:
            return await asyncio.wait_for(work(), seconds)
        except TimeoutError as error:
            problem = f"not rendered within {seconds:g} s"
            cause: Exception = error
        except Error as error:
            problem = self._refusal() or f"the browser gave up: {first_line(error)}"
            cause = error
        may_try_again = tries > 1 and isinstance(cause, Error) and await _is_dead(session)
        await self._end(at_once=isinstance(cause, TimeoutError))
        if may_try_again:
            return await self._guarded(work, url, seconds, tries - 1)
        raise RenderError(f"{url or 'the page'}: {problem}") from cause

    def _refusal(self) -> str | None:
        """Say which host the browser was not let through to, if there was one."""
        proxy = self._session.proxy if self._session is not None else None
        if proxy is None or not proxy.refused:
            return None
        return f"{min(proxy.refused)} has no public address; allow_private (--allow-private) lets it through"

    # Called in the browser's thread.

    def _forget_refused(self) -> None:
        """Begin another page: that a host was refused to one before is not the reason of its failure."""
        if self._session is not None and self._session.proxy is not None:
            self._session.proxy.refused.clear()

    async def _started(self) -> Running:
        if self._session is not None and self._session.chromium.is_connected():
            return self._session
        await self._end()
        self._session = await _start(self._launch)
        self.starts += 1
        return self._session

    async def _end(self, *, at_once: bool = False) -> None:
        """End the browser; `at_once` does not ask it first."""
        session, self._session = self._session, None
        if session is None:
            return
        if at_once:
            _kill(session)
        with suppress(Exception):  # the browser may have died already, in any state
            await asyncio.wait_for(session.chromium.close(), _CLOSING_SECONDS)
        if session.chromium.is_connected():
            _kill(session)
        with suppress(Exception):
            await asyncio.wait_for(session.playwright.stop(), _CLOSING_SECONDS)
        if session.proxy is not None:
            await session.proxy.close()
        session.scratch.cleanup()


async def _is_dead(session: Running) -> bool:
    """Return whether the browser is gone; that is noticed a moment after what it was asked for has failed."""
    deadline = asyncio.get_running_loop().time() + _DYING_SECONDS
    while session.chromium.is_connected() and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(_DYING_SECONDS / 10)
    return not session.chromium.is_connected()


def _kill(session: Running) -> None:
    if session.process is not None:
        with suppress(OSError):
            os.kill(session.process, getattr(signal, "SIGKILL", signal.SIGTERM))


async def _start(launch: Launch) -> Running:
    try:
        from playwright.async_api import Error, async_playwright
    except ModuleNotFoundError as error:
        raise MissingExtraError(*NO_PLAYWRIGHT) from error
    playwright = await async_playwright().start()
    proxy = None
    scratch = TemporaryDirectory(prefix="ridgeline-", ignore_cleanup_errors=True)
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    try:
        if launch.network:
            proxy = await Proxy.start(allow_private=launch.allow_private, timeout_seconds=launch.connecting_seconds)
        chromium = await playwright.chromium.launch(
            executable_path=_executable(launch.executable, playwright.chromium.executable_path),
            chromium_sandbox=not is_root,
            args=_arguments(launch, proxy),
            ignore_default_args=list(_NOT_WANTED),
            env=_environment(scratch.name),
        )
        session = await chromium.new_browser_cdp_session()
        processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
        await session.detach()
    except (Error, MissingExtraError) as error:
        await playwright.stop()
        if proxy is not None:
            await proxy.close()
        scratch.cleanup()
        if isinstance(error, MissingExtraError):
            raise
        raise RenderError(f"the browser does not start: {first_line(error)}") from error
    process = next((process["id"] for process in processes if process["type"] == "browser"), None)
    return Running(playwright, chromium, process, proxy, scratch)


def _arguments(launch: Launch, proxy: Proxy | None) -> list[str]:
    way = f"--proxy-server={proxy.address if proxy else _NO_PROXY}"
    return [*_ARGUMENTS, *_SEALED, way, *(() if launch.images else (_NO_IMAGES,))]


def _environment(scratch: str) -> dict[str, str | float | bool]:
    """Return the environment of the browser, with its own folder for temporary files unless the path is too long."""
    return {**os.environ, "TMPDIR": scratch} if len(scratch) <= _MAX_SCRATCH_LENGTH else {**os.environ}


def find_executable() -> str | None:
    """Return the browser that RIDGELINE_BROWSER names, else one on the path; Playwright's own is not considered."""
    named = os.environ.get(BROWSER_VARIABLE)
    return named or next(filter(None, map(which, PROGRAMS)), None)


def _executable(wanted: str | None, playwrights_own: str) -> str:
    named = wanted or os.environ.get(BROWSER_VARIABLE)
    if named is not None and which(named) is None:
        raise MissingExtraError(f"there is no browser at {named}")
    found = named or (playwrights_own if Path(playwrights_own).exists() else find_executable())
    if found is None:
        raise MissingExtraError(
            f"rendering needs Chrome or Chromium: install one, name it in {BROWSER_VARIABLE}, "
            "or run `playwright install chromium`"
        )
    return which(found) or found


def first_line(error: Exception) -> str:
    """Return the first line of an error's message, or its kind."""
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
