"""The settings of a service: where it listens, who may use it, and what a page may cost."""

import sys
from dataclasses import dataclass, field, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

from ..errors import OptionError
from ..fetch import check_options
from ..fetch.cache import DEFAULT_MAX_AGE_SECONDS, PageCache
from ..parameters import DEFAULT_TIMEOUT_SECONDS, FetchOptions, check_fetch, check_number
from ..processes import Caps, usable_cores
from ..storage import files

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8765
DEFAULT_QUEUE_SIZE = 64
DEFAULT_PAGE_SECONDS = 30.0
DEFAULT_PAGE_MEMORY_BYTES = 2 * 2**30 if sys.platform == "linux" else None  # no other system can keep the cap
DEFAULT_MAX_BODY_BYTES = 32_000_000
DEFAULT_RENDER_SECONDS = 15.0  # that of `ridgeline.render.RenderLimits`, which takes a while to import
_BROWSER_START_SECONDS = 30.0
MIN_TOKEN_LENGTH = 16
DEFAULT_CRAWL_PAGES = 100
DEFAULT_CRAWL_KEEP_SECONDS = 86_400.0


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """The settings of a service. Raises OptionError for a value that cannot be used."""

    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    token: str | None = None  # that every request has to carry; without one, only this machine is served
    allowed_hosts: tuple[str, ...] = ()  # further names that it is reached by, such as that of a reverse proxy
    allow_fetch: bool = True  # whether a request may name a page by its URL
    allow_private: bool = False  # whether that may lead to this machine and its network
    fetch_seconds: float = DEFAULT_TIMEOUT_SECONDS
    proxy: str | None = field(default=None, repr=False)  # that all pages are fetched through
    forward_headers: bool = False  # whether clients may have cookies and headers sent with a page's request
    cache: Path | None = None  # where fetched pages are kept for all clients
    cache_seconds: float = DEFAULT_MAX_AGE_SECONDS  # how old they may be
    crawl_pages: int = DEFAULT_CRAWL_PAGES  # of one crawl; 0: no crawls
    crawl_keep_seconds: float = DEFAULT_CRAWL_KEEP_SECONDS  # how long it can be resumed; 0: not at all
    render: Literal["auto", "always"] | None = None  # open pages in a browser: empty shells, or all
    render_seconds: float = DEFAULT_RENDER_SECONDS  # of a page there
    workers: int = field(default_factory=usable_cores)
    queue_size: int = DEFAULT_QUEUE_SIZE  # requests that wait for a worker; more are answered with 503
    page_seconds: float = DEFAULT_PAGE_SECONDS
    page_memory_bytes: int | None = DEFAULT_PAGE_MEMORY_BYTES  # of a worker process
    max_body_bytes: int = DEFAULT_MAX_BODY_BYTES  # of a request, of a line of a batch, and of a page that is fetched
    folder: Path = field(default_factory=files.user_data_folder)  # library and site profiles
    studio: bool = False  # whether the studio is served: routes that keep pages and read local paths

    def __post_init__(self) -> None:
        check_number("port", self.port, "0 to 65535", lambda value: 0 <= value <= 65_535, whole=True)
        check_number("workers", self.workers, "a positive number", lambda value: value > 0, whole=True)
        check_number("queue_size", self.queue_size, "0 or more", lambda value: value >= 0, whole=True)
        check_number("page_seconds", self.page_seconds, "a positive number", lambda value: value > 0)
        check_fetch(self.fetch_seconds, self.max_body_bytes)
        check_options(FetchOptions(proxy=self.proxy))
        check_number("crawl_pages", self.crawl_pages, "0 or more", lambda value: value >= 0, whole=True)
        check_number("crawl_keep_seconds", self.crawl_keep_seconds, "0 or more", lambda value: value >= 0)
        if self.proxy is not None and self.render is not None:
            raise OptionError("--proxy cannot be used with --render: the browser would not use it")
        check_number("render_seconds", self.render_seconds, "a positive number", lambda value: value > 0)
        if self.render is not None and not self.allow_fetch:
            raise OptionError("a page in a browser fetches what it asks for: leave out --render or --no-fetch")
        _ = self.caps
        _check_token(self.token)
        if self.token is None and not self.is_local:
            raise OptionError(
                f"{self.host} can be reached from other machines: give a token (--token-file), or listen on 127.0.0.1"
            )

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the service."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:  # a name
            return False

    def page_cache(self, max_age_seconds: float | None = None) -> PageCache | None:
        """Return the cache of fetched pages; None where none are kept."""
        age = self.cache_seconds if max_age_seconds is None else max_age_seconds
        return None if self.cache is None else PageCache(self.cache, age)

    @property
    def caps(self) -> Caps:
        """What a page may use. One that kills its worker is not tried again."""
        return Caps(item_seconds=self.page_seconds, memory_bytes=self.page_memory_bytes, item_tries=1)

    @property
    def browser_caps(self) -> Caps:
        """What a page may use that is opened in a browser, which may have to start; it has limits of its own."""
        return replace(self.caps, item_seconds=self.page_seconds + 2 * self.render_seconds + _BROWSER_START_SECONDS)


def _check_token(token: str | None) -> None:
    if token is None:
        return
    if len(token) < MIN_TOKEN_LENGTH or not (token.isascii() and token.isprintable() and " " not in token):
        raise OptionError(f"a token is {MIN_TOKEN_LENGTH} or more ASCII characters without spaces")
