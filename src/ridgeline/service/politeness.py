"""Politeness towards servers that are asked for many pages: a pause after each request, a long one after a refusal."""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from ..errors import FetchError

PAUSE_SECONDS = 1.0  # between two requests to one host
REFUSALS = frozenset({429, 503})  # statuses of a server that has too much to do
_MIN_REFUSAL_SECONDS, _MAX_REFUSAL_SECONDS = 60.0, 3_600.0
_MAX_HOSTS = 10_000


class Politeness:
    """Gives turns to requests. All of it happens in the one event loop of the service."""

    def __init__(self) -> None:
        """Ask nobody yet."""
        self._next: dict[str, float] = {}  # by host: when it may be asked again
        self._refusing: set[str] = set()

    @asynccontextmanager
    async def turn(self, url: str) -> AsyncIterator[None]:
        """Wait for the turn of a request. Raises FetchError where the host asked for a longer pause."""
        host, moment = urlsplit(url).netloc, asyncio.get_running_loop().time()
        begin = max(moment, self._next.get(host, 0.0))
        if host in self._refusing and begin > moment:
            refusal = FetchError(f"{host} is too busy: it can be asked again in {begin - moment:.0f} s")
            refusal.http_status, refusal.retry_after = 429, f"{math.ceil(begin - moment)}"
            raise refusal
        self._refusing.discard(host)
        if len(self._next) >= _MAX_HOSTS:
            self._next = {name: until for name, until in self._next.items() if until > moment}
        self._next[host] = begin + PAUSE_SECONDS
        await asyncio.sleep(begin - moment)
        try:
            yield
        except FetchError as error:
            if error.http_status in REFUSALS:
                self._refusing.add(host)
                self._next[host] = asyncio.get_running_loop().time() + _refusal_seconds(error.retry_after)
            raise


def _refusal_seconds(retry_after: str | None) -> float:
    """Return how long a server wants not to be asked; a date counts as the least pause."""
    asked = float(retry_after) if retry_after and retry_after.isascii() and retry_after.isdigit() else 0.0
    return min(max(asked, _MIN_REFUSAL_SECONDS), _MAX_REFUSAL_SECONDS)
