"""Pages that scripts build: open them in a real browser, and return what they then show.

    with Renderer() as renderer:                          # one browser for all pages; it starts with the first
        page = renderer.render(ridgeline.parse(html, url=url)).page

The stored source of the page is opened at its address; only what it asks for comes from the network. A page without an
address runs its scripts, but has nothing to load from. Every page begins without cookies and storage.

Everything is bounded (`RenderLimits`): a page that is not quiet in time, asks for too much, or navigates without end is
used as it is then. A page that takes too much memory or crashes the browser gives a RenderError. A browser that was
killed from outside is replaced, and the page tried again.
"""

import asyncio
import atexit
import os
import threading
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Literal, get_args

from ..errors import MissingExtraError, OptionError, RenderError
from ..page import DEFAULT_LIMITS, Limits, Page, parse
from .limits import RenderLimits
from .memory import tree_bytes
from .process import NO_PLAYWRIGHT, BrowserProcess, Launch
from .visit import Shown, visit

RenderMode = Literal["auto", "always"]
MODES: tuple[RenderMode, ...] = get_args(RenderMode)

_MEMORY_SECONDS = 0.25  # between two looks at the memory
_IDLE_SHARE = 0.5  # of the memory that a page may take: a browser that holds more between two pages is replaced
_CONNECTING_SHARE = 0.5  # of the time for a page: for one connection
_TRIES = 2  # of a page whose browser died

_shared: "dict[tuple[int, RenderMode], Renderer]" = {}
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Rendered:
    """The page as a browser shows it."""

    page: Page
    remarks: tuple[str, ...] = ()  # what was cut off, for a person


class Renderer(BrowserProcess):
    """Renders pages. Its browser starts with the first page; `close` or `with` ends it.

    Any thread may use it, and asynchronous code too; pages are rendered one at a time.
    """

    def __init__(
        self,
        mode: RenderMode = "auto",
        limits: RenderLimits | None = None,
        *,
        allow_private: bool = False,
        executable: str | None = None,
    ) -> None:
        """Check the options; nothing is started.

        Args:
            mode: Which pages `ridgeline.extract` renders: "auto" those whose status is shell, "always" all.
            limits: Bounds on the work of the browser on one page.
            allow_private: Let pages reach this machine and its network, too.
            executable: The browser, instead of RIDGELINE_BROWSER, Playwright's own or an installed one.

        Raises:
            OptionError: The mode is unknown.
            MissingExtraError: Playwright is not installed.
        """
        if mode not in MODES:
            raise OptionError(f"render is {' or '.join(map(repr, MODES))}, not {mode!r:.40}")
        if find_spec("playwright") is None:
            raise MissingExtraError(*NO_PLAYWRIGHT)
        self.mode: RenderMode = mode
        self.limits = limits or RenderLimits()
        super().__init__(
            Launch(
                network=True,
                allow_private=allow_private,
                connecting_seconds=self.limits.seconds * _CONNECTING_SHARE,
                executable=executable,
                images=False,
            )
        )
        self._last: tuple[Page, Limits, str | None, Rendered] | None = None  # for several extractors on one page

    def render(self, page: Page, limits: Limits = DEFAULT_LIMITS, wait_for: str | None = None) -> Rendered:
        """Return the page that the browser shows once scripts have built it, parsed within `limits`.

        `wait_for` is a CSS selector of what has to be there first; where it stays away, the time of a page ends.

        Raises:
            RenderError: The page is too long, crashed the browser or took too much memory.
            MissingExtraError: There is no browser.
        """
        with self._lock:
            last = self._last
            if last is None or last[0] is not page or last[1:3] != (limits, wait_for):
                self._last = last = (page, limits, wait_for, self._render(page, limits, wait_for))
            return last[3]

    def close(self) -> None:
        """End the browser. The next page starts a new one."""
        with self._lock:
            self._last = None
            super().close()

    def _render(self, page: Page, limits: Limits, wait_for: str | None) -> Rendered:
        if len(page.source) > self.limits.characters:
            raise RenderError(f"{page.url or 'the page'}: longer than {self.limits.characters:,} characters")
        shown = self._run(lambda: self._visit(page, wait_for), page.url, self.limits.seconds, _TRIES)
        shown_page = replace(parse(shown.html, url=shown.url, limits=limits), is_rendered=True)
        return Rendered(shown_page, shown.remarks)

    def _refusal(self) -> str | None:
        """Return None: the page itself is not loaded, so that no refused host is the reason of a failure."""
        return None

    # Called in the browser's thread.

    async def _visit(self, page: Page, wait_for: str | None) -> Shown:
        """Visit a page, and end the browser if that takes too much memory."""
        session = await self._started()
        visiting = asyncio.ensure_future(visit(session, page, self.limits, wait_for))
        try:
            while not visiting.done():
                await asyncio.wait({visiting}, timeout=_MEMORY_SECONDS)
                if self._takes_more_than(self.limits.memory_bytes):
                    await self._end(at_once=True)
                    raise RenderError(
                        f"{page.url or 'the page'}: takes over {self.limits.memory_bytes:,} bytes of memory"
                    )
        finally:
            visiting.cancel()
            await asyncio.gather(visiting, return_exceptions=True)
        shown = visiting.result()
        if self._takes_more_than(self.limits.memory_bytes * _IDLE_SHARE):
            await self._end()
        return shown

    def _takes_more_than(self, memory_bytes: float) -> bool:
        process = self._session.process if self._session is not None else None
        return process is not None and tree_bytes(process) > memory_bytes


def shared_renderer(mode: RenderMode) -> Renderer:
    """Return the renderer of this process for a mode; it is closed when the process ends."""
    key = (os.getpid(), mode)  # the thread of a browser does not survive a fork
    with _lock:
        if key not in _shared:
            _shared[key] = Renderer(mode)
            atexit.register(_shared[key].close)
        return _shared[key]
