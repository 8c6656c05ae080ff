"""Does the steps of a walk over a site: requests in turns, pages in workers, the frontier in a thread of its own.

That of a crawl is on the disk, which would keep all requests waiting.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from ..crawl import walk
from ..crawl.frontier import Frontier
from ..crawl.scope import normal_url
from ..crawl.sitemaps import read_sitemap_within
from ..fetch import Fetched
from .crawl_work import extract_crawled
from .problems import Problem, problem_of
from .state import Service, work_on
from .work import Answer, Source, Wanted

MAX_SITEMAPS = 5  # of a site that are read for one request
_MAX_KNOWN = 20_000  # pages of a crawl

Result = TypeVar("Result")


def start_of(url: str) -> str:
    """Return the one form of the address that a walk begins at. Raises Problem (422)."""
    normal = normal_url(url)
    if normal is None:
        raise Problem(422, "invalid-url", f"{url[:200]}: not a complete http or https address")
    return normal


class Walking:
    """A walk for a client. `close` it."""

    frontier: Frontier

    wanted: Wanted | None = None  # how pages are extracted, where they are

    def __init__(self, service: Service, max_listed: int) -> None:
        """Begin nothing yet. At most so many pages of a sitemap count."""
        self._service, self._max_listed = service, max_listed
        self._thread = ThreadPoolExecutor(1, "ridgeline-crawl")

    async def open(self, path: Path | None = None) -> None:
        """Open the frontier, or make it: in memory without a path. Raises OutputError."""
        self.frontier = await self.call(Frontier, path, _MAX_KNOWN)

    def close(self) -> None:
        """Give the frontier free, once its thread is through with what it does."""
        if hasattr(self, "frontier"):
            self._thread.submit(self.frontier.close)
        self._thread.shutdown(wait=False)

    async def call(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function of the frontier in its thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *arguments)

    async def begin(self, steps: walk.Steps[None]) -> None:
        """Do all steps. Raises FetchError or Problem."""
        async for _ in self._ended(steps):
            pass

    def pages(self, steps: walk.Steps[None]) -> AsyncIterator[walk.Ended]:
        """Do the steps; yield when a page is done or has failed. Raises FetchError or StoppedError.

        A problem is one of the service, and costs no page: a walk that is resumed asks for it again.
        """
        return self._ended(steps, is_under_way=True)

    async def _ended(self, steps: walk.Steps[None], *, is_under_way: bool = False) -> AsyncIterator[walk.Ended]:
        step = await self.call(_next, steps.send, None)
        while step is not None:
            answer: Any = None
            error: Exception | None = None
            if isinstance(step, walk.Ended):
                yield step
            else:
                try:
                    answer = await self._do(step)
                except Problem as problem:
                    if not is_under_way:
                        raise
                    error = walk.StoppedError(str(problem.detail))
                    error.__cause__ = problem
                except Exception as raised:  # the walk knows which it can go on after
                    error = raised
            step = await (
                self.call(_next, steps.send, answer) if error is None else self.call(_next, steps.throw, error)
            )

    async def _do(self, step: walk.Step) -> Any:
        match step:
            case walk.Ask():
                return await self._ask(step)
            case walk.Wait(seconds):
                await asyncio.sleep(seconds)
            case walk.ReadList(fetched, scope):
                call = read_sitemap_within, fetched.data, fetched.charset, scope, self._max_listed
                return await self._service.pool.run(*call, patient=True)
            case walk.Read(_, fetched, _):
                with self._service.in_flight.lease() as lease:
                    lease.hold(len(fetched.data))
                    return await self._read(step)
            case walk.Keep():
                return {"line": step.reading.content}
            case walk.Failed(entry, error):
                failed = {"url": entry.url, "problem": problem_of(error).as_dict()}
                return {"line": json.dumps(failed, ensure_ascii=False).encode("utf-8", "replace")}
        return None

    async def _ask(self, step: walk.Ask) -> Fetched:
        """Return a file, when it is the turn of this request. Raises FetchError or Problem."""
        await asyncio.sleep(step.pause_seconds)
        settings = self._service.settings
        with self._service.in_flight.lease():
            async with self._service.politeness.turn(step.url):
                return await self._service.fetcher.fetch_file(
                    step.url, step.wanted, step.max_bytes or settings.max_body_bytes, cache=settings.page_cache()
                )

    async def _read(self, step: walk.Read) -> walk.Reading:
        fetched = step.fetched
        source = Source(fetched.data, fetched.url, fetched.charset)
        if self.wanted is None:
            raise AssertionError("this walk reads no pages")
        found: tuple[Any, Answer] = await work_on(
            self._service, extract_crawled, source, self.wanted, step.scope, patient=True
        )
        ((links, canonical), digest), answer = found
        return walk.Reading(digest, list(links), canonical, answer.body)


def _next(resume: Callable[[Any], walk.Step], value: Any) -> walk.Step | None:
    """Return the next step; None at the end."""
    try:
        return resume(value)
    except StopIteration:
        return None
