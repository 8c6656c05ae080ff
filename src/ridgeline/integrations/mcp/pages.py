"""Opens the pages that tools are asked about: fetched within bounds, or given as HTML."""

import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from ... import fetch as fetching
from ...errors import OptionError
from ...fetch import Fetched, Supervision
from ...page import Limits, Page, parse
from ...parameters import DEFAULT_TIMEOUT_SECONDS, check_fetch, check_number

_MAX_RECENT_PAGES = 8
_RECENT_SECONDS = 300.0  # the pieces of a long page should be pieces of one page
_clock = time.monotonic


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of a call of a tool."""

    fetch_seconds: float = DEFAULT_TIMEOUT_SECONDS
    max_bytes: int = 10_000_000
    parse_seconds: float = 5.0
    tool_seconds: float = 60.0  # of a whole call
    allow_private: bool = False
    allow_fetch: bool = True

    def __post_init__(self) -> None:
        check_fetch(self.fetch_seconds, self.max_bytes)
        for name in ("parse_seconds", "tool_seconds"):
            check_number(name, getattr(self, name), "a positive number", lambda value: value > 0)


Run = Callable[..., Awaitable[Any]]  # calls a function of a module with arguments that can be pickled


async def in_thread(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function in a thread. When the caller gives up, it works on."""
    import anyio.to_thread  # comes with mcp

    return await anyio.to_thread.run_sync(partial(function, *arguments), abandon_on_cancel=True)


def use_page(open_page: Callable[[], Page], use: Callable[..., Any], *arguments: Any) -> Any:
    """Open a page, and return what is made of it."""
    return use(open_page(), *arguments)


class Pages:
    """Fetches pages, and remembers a few of them for some minutes. Threads may share it."""

    def __init__(self, bounds: Bounds) -> None:
        """Start with no pages."""
        self._bounds = bounds
        self._recent: dict[str, tuple[float, Fetched]] = {}  # by URL: when it was fetched, and what
        self._lock = threading.Lock()

    def find(self, url: str, html: str, supervision: Supervision | None = None) -> Callable[[], Page]:
        """Return what parses the page at a URL, or the one given as HTML, whose address `url` then is.

        It can be pickled, so that another process may parse the page.

        Raises:
            OptionError: Neither is given, or the page would have to be fetched and may not.
            FetchError: The page cannot be fetched, or is at an address that is not public.
        """
        limits = Limits(characters=self._bounds.max_bytes, seconds=self._bounds.parse_seconds)
        if html:
            return partial(parse, html, url=url or None, limits=limits)
        if not url:
            raise OptionError("give the url of a page, or its html")
        if not self._bounds.allow_fetch:
            raise OptionError("this server fetches no pages: give the html")
        fetched = self._fetch(url, supervision)
        return partial(parse, fetched.data, url=fetched.url, charset=fetched.charset, limits=limits)

    def _fetch(self, url: str, supervision: Supervision | None) -> Fetched:
        with self._lock:
            self._forget(_clock() - _RECENT_SECONDS)
            if url in self._recent:
                return self._recent[url][1]
        fetched = fetching.fetch(
            url,
            timeout_seconds=self._bounds.fetch_seconds,
            max_bytes=self._bounds.max_bytes,
            allow_private=self._bounds.allow_private,
            supervision=supervision,
        )
        with self._lock:
            self._recent[url] = _clock(), fetched
            while len(self._recent) > _MAX_RECENT_PAGES:
                del self._recent[next(iter(self._recent))]
        return fetched

    def _forget(self, before: float) -> None:
        for url in [url for url, (fetched_at, _) in self._recent.items() if fetched_at < before]:
            del self._recent[url]
