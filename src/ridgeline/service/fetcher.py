"""Fetches the pages that requests name by their address, in threads: a slow server keeps no worker from its work."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor

from .. import fetch
from ..errors import FetchError
from ..fetch import PAGE, Fetched, Wanted
from ..fetch.cache import PageCache
from .configuration import ServiceSettings
from .in_flight import current_lease
from .problems import Problem
from .work import Source

_MAX_FETCHES = 32  # at a time


class Fetcher:
    """Fetches within the bounds of the settings, only so many pages at a time.

    A thread stays taken until its fetch has ended, also where the request was given up: that ends the fetch, too.
    """

    def __init__(self, settings: ServiceSettings) -> None:
        """Fetch nothing yet."""
        self._settings = settings
        self._threads = ThreadPoolExecutor(_MAX_FETCHES, "ridgeline-fetch")
        self._under_way: dict[Future[Fetched], fetch.Supervision] = {}

    async def fetch(
        self, url: str, cache_seconds: float | None = None, headers: Mapping[str, str] | None = None
    ) -> Source:
        """Return the page at a URL, from the cache if it is no older than this. Raises what `fetch_file` raises.

        What is fetched with headers of a client is neither kept in the cache nor taken from it.
        """
        cache = self._settings.page_cache(cache_seconds)
        fetched = await self.fetch_file(url, PAGE, self._settings.max_body_bytes, cache=cache, headers=headers)
        return Source(fetched.data, fetched.url, fetched.charset)

    async def fetch_file(
        self,
        url: str,
        wanted: Wanted,
        max_bytes: int,
        *,
        etag: str | None = None,
        modified: str | None = None,
        cache: PageCache | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Fetched:
        """Return the file at a URL; with the marks of an earlier answer, only if it has changed.

        Raises:
            Problem: This is no URL (422), or the service does not fetch (403), or has too much to fetch (503).
            FetchError: The file cannot be fetched, or is at an address that is not public.
        """
        settings = self._settings
        try:
            fetch.check_url(url)
        except FetchError as error:
            raise Problem(422, "invalid-url", str(error)) from error
        if not settings.allow_fetch:
            raise Problem(403, "fetching-off", "this service fetches no pages: send the html")
        if len(self._under_way) >= _MAX_FETCHES + settings.queue_size:
            after = {"retry-after": f"{settings.fetch_seconds:.0f}"}
            raise Problem(503, "overloaded", "too many pages are being fetched: try again later", headers=after)
        supervision = _Supervision()
        fetching = self._threads.submit(
            fetch.fetch,
            url,
            timeout_seconds=settings.fetch_seconds,
            max_bytes=max_bytes,
            allow_private=settings.allow_private,
            supervision=supervision,
            wanted=wanted,
            etag=etag,
            modified=modified,
            cache=cache,
            headers=headers,
            proxy=settings.proxy,
        )
        self._under_way[fetching] = supervision
        fetching.add_done_callback(self._under_way.pop)
        try:
            return await asyncio.wrap_future(fetching)
        except FetchError as error:
            raise supervision.problem or error from error
        finally:
            supervision.cancel()  # of no effect on a fetch that has ended

    @property
    def under_way(self) -> int:
        """The number of pages that are fetched, or wait to be."""
        return len(self._under_way)

    def close(self) -> None:
        """Give up all fetches."""
        for supervision in list(self._under_way.values()):
            supervision.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)


class _Supervision(fetch.Supervision):
    """Takes the bytes of a page from those that its request may hold."""

    def __init__(self) -> None:
        super().__init__()
        self._lease = current_lease.get()
        self.problem: Problem | None = None  # that the fetch was ended for

    def hold(self, count: int) -> None:
        """Take more bytes. Raises Problem."""
        if self._lease is None:
            return
        try:
            self._lease.take(count)
        except Problem as problem:
            self.problem = problem
            raise
