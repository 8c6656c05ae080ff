"""Fetches the pages that requests name by their address, in threads: a slow server keeps no worker from its work."""

from functools import partial

import anyio
import anyio.to_thread

from .. import fetch
from ..errors import FetchError
from .configuration import ServiceSettings
from .problems import Problem
from .work import Source

_MAX_FETCHES = 32  # at a time


class Fetcher:
    """Fetches within the bounds of the settings, only so many pages at a time."""

    def __init__(self, settings: ServiceSettings) -> None:
        """Fetch nothing yet."""
        self._settings = settings
        self._limiter = anyio.CapacityLimiter(_MAX_FETCHES)

    async def fetch(self, url: str) -> Source:
        """Return the page at a URL.

        Raises:
            Problem: This is no URL (422), or the service does not fetch (403), or has too much to fetch (503).
            FetchError: The page cannot be fetched, or is at an address that is not public.
        """
        settings = self._settings
        try:
            fetch.check_url(url)
        except FetchError as error:
            raise Problem(422, "invalid-url", str(error)) from error
        if not settings.allow_fetch:
            raise Problem(403, "fetching-off", "this service fetches no pages: send the html")
        if self._limiter.statistics().tasks_waiting >= settings.queue_size:
            after = {"retry-after": f"{settings.fetch_seconds:.0f}"}
            raise Problem(503, "overloaded", "too many pages are being fetched: try again later", headers=after)
        get = partial(
            fetch.fetch,
            url,
            timeout_seconds=settings.fetch_seconds,
            max_bytes=settings.max_body_bytes,
            allow_private=settings.allow_private,
        )
        fetched = await anyio.to_thread.run_sync(get, abandon_on_cancel=True, limiter=self._limiter)
        return Source(fetched.data, fetched.url, fetched.charset)
