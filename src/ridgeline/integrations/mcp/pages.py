"""Opens the pages that tools are asked about: fetched within bounds, or given as HTML."""

import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from ... import fetch as fetching
from ...errors import OptionError, RenderError
from ...fetch import PAGE, Fetched, Supervision, Wanted
from ...page import Limits, Page, parse
from ...parameters import DEFAULT_TIMEOUT_SECONDS, check_fetch, check_number
from ...pipeline import Pipeline
from ...registry import DEFAULT_EXTRACTOR, load_offered
from ...status import Status

if TYPE_CHECKING:
    from ...render import Renderer

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

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

    def __init__(self, bounds: Bounds, renderer: "Renderer | None" = None) -> None:
        """Start with no pages. With a renderer, empty shells (or all pages, by its mode) are what a browser shows."""
        self._bounds = bounds
        self._browser = None if renderer is None else BrowserPages(renderer)
        self._recent: dict[str, tuple[float, Fetched]] = {}  # by URL: when it was fetched, and what
        self._lock = threading.Lock()

    def find(
        self, url: str, html: str, supervision: Supervision | None = None, http_status: int | None = None
    ) -> Callable[[], Page]:
        """Return what parses the page at a URL, or the one given as HTML, whose address `url` then is.

        `http_status` is that of the response that the HTML came with.

        It can be pickled, so that another process may parse the page.

        Raises:
            OptionError: Neither is given, or the page would have to be fetched and may not.
            FetchError: The page cannot be fetched, or is at an address that is not public.
        """
        limits = Limits(characters=self._bounds.max_bytes, seconds=self._bounds.parse_seconds)
        if html:
            return self._as_shown(html, parse, url=url or None, http_status=http_status, limits=limits)
        if not url:
            raise OptionError("give the url of a page, or its html")
        return self.opener(self._fetch(url, supervision))

    def opener(self, fetched: Fetched) -> Callable[[], Page]:
        """Return what parses a page that was fetched."""
        limits = Limits(characters=self._bounds.max_bytes, seconds=self._bounds.parse_seconds)
        return self._as_shown(fetched.data, parse, url=fetched.url, charset=fetched.charset, limits=limits)

    def fetch_file(self, url: str, wanted: Wanted, max_bytes: int | None, supervision: Supervision | None) -> Fetched:
        """Return a file within the bounds. Raises OptionError where nothing is fetched, or FetchError."""
        if not self._bounds.allow_fetch:
            raise OptionError("this server fetches no pages: give the html")
        return fetching.fetch(
            url,
            timeout_seconds=self._bounds.fetch_seconds,
            max_bytes=max_bytes or self._bounds.max_bytes,
            allow_private=self._bounds.allow_private,
            supervision=supervision,
            wanted=wanted,
        )

    def _as_shown(self, source: str | bytes, read: Callable[..., Page], **options: Any) -> Callable[[], Page]:
        """Return what opens a page, in a browser where there is one and the page needs it."""
        open_page = partial(read, source, **options)
        return open_page if self._browser is None else partial(self._browser.open, open_page)

    def _fetch(self, url: str, supervision: Supervision | None) -> Fetched:
        with self._lock:
            _drop_old(self._recent)
            if url in self._recent:
                return self._recent[url][1]
        fetched = self.fetch_file(url, PAGE, None, supervision)
        with self._lock:
            _remember(self._recent, url, fetched)
        return fetched


class BrowserPages:
    """Opens pages in a browser where they need one, and remembers a few of them for some minutes."""

    def __init__(self, renderer: "Renderer") -> None:
        """Start with no pages. The mode of the renderer says which ones are opened: empty shells, or all."""
        self._renderer = renderer
        self._recent: dict[tuple[str | None, str], tuple[float, Page]] = {}  # by URL and source
        self._lock = threading.Lock()

    def open(self, open_page: Callable[[], Page]) -> Page:
        """Return a page as the browser shows it; as it is where it needs none, or cannot be rendered."""
        page = open_page()
        key = page.url, page.source
        with self._lock:
            _drop_old(self._recent)
            if key in self._recent:
                return self._recent[key][1]
        if self._renderer.mode == "auto" and not _is_shell(page):
            return page
        try:
            shown = self._renderer.render(page).page
        except RenderError:
            return page  # explain_page says what it is without a browser
        with self._lock:
            _remember(self._recent, key, shown)
        return shown


def _is_shell(page: Page) -> bool:
    return Pipeline(load_offered(DEFAULT_EXTRACTOR)).extract_page(page).status is Status.SHELL


def _drop_old(pages: "dict[_Key, tuple[float, _Value]]") -> None:
    """Forget pages of some minutes ago."""
    for key in [key for key, (since, _) in pages.items() if since < _clock() - _RECENT_SECONDS]:
        del pages[key]


def _remember(pages: "dict[_Key, tuple[float, _Value]]", key: _Key, value: _Value) -> None:
    """Remember a page, and a few others."""
    pages[key] = _clock(), value
    while len(pages) > _MAX_RECENT_PAGES:
        del pages[next(iter(pages))]
