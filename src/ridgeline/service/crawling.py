"""POST /v1/crawl streams the content of the pages of a site, and goes on where a client or the service broke off.

It is bounded by the operator's settings, keeps to robots.txt, and asks a host for one page a second. Each line is on
the disk before it is sent, beside the frontier of `ridgeline crawl`. A client that names the last line that it has gets
those after it: what was sent and got lost is sent again, and no page is fetched again that had arrived. A crawl stops
when its client is gone, or has too much to fetch.
"""

import json
import sqlite3
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, Request, Response

from ..crawl.frontier import Line
from ..crawl.options import CrawlOptions
from ..crawl.walk import StoppedError, Walk
from ..errors import FetchError, OutputError
from .batch import MEDIA_TYPE, Streamed
from .crawl_states import Token, read_token
from .documents import read_document
from .extraction_route import wanted_of
from .openapi import reference
from .problems import Problem, problem_of
from .schemas import CrawlRequest
from .state import Service, TheService
from .walking import MAX_SITEMAPS, Walking, start_of

router = APIRouter(tags=["sites"])

_MAX_CRAWLS = 4  # at a time, of all clients
_MAX_LINE_BYTES = 50_000_000  # of lines that a client may still ask for, compressed
_HEADER = "ridgeline-resume"

_LINES = {"schema": {"type": "string", "description": "A JSON document on each line: a page, or why there is none."}}
_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The pages, while they come, and a last line with counts.",
        "content": {MEDIA_TYPE: _LINES},
        "headers": {
            "Ridgeline-Resume": {
                "description": "What to resume where no line has arrived.",
                "schema": {"type": "string"},
            }
        },
    }
}
_BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": reference(CrawlRequest)}}}}


@router.post("/v1/crawl", response_class=Response, responses=_ANSWERS, openapi_extra=_BODY)
async def crawl(request: Request, service: TheService) -> Response:
    """Crawl a site: pages below the path of the start, breadth-first, a line of JSON each, while they come.

    A line is the answer of /v1/extract with the `depth` of the page, or has a `problem`. The last one has counts. A
    client has one crawl at a time, which stops when it is gone. With the `resume` of the last line that you have it
    goes on after that.
    """
    asked = await service.documents.read(CrawlRequest, await request.body())
    if not service.settings.crawl_pages:
        raise Problem(403, "crawling-off", "this service crawls no sites")
    client = request.client.host if request.client else ""
    _check_room(service, client, asked)
    token = _find(service, asked)
    lines = _lines(_Crawl(service, asked, token), service, client)
    await anext(lines)
    return Streamed(lines, {_HEADER: str(token)} if token else None)


def _check_room(service: Service, client: str, asked: CrawlRequest) -> None:
    """Raise Problem where no crawl can begin now."""
    after = {"retry-after": "5"}
    if client in service.crawls:
        raise Problem(429, "crawl-running", "a crawl of yours is running: wait for its end, or end it", headers=after)
    if asked.resume and read_token(asked.resume).name in service.crawls.values():
        raise Problem(429, "crawl-running", "this crawl is running: wait for its end, or end it", headers=after)
    if len(service.crawls) >= _MAX_CRAWLS:
        raise Problem(503, "overloaded", "too many crawls are running: try again later", headers={"retry-after": "60"})


def _find(service: Service, asked: CrawlRequest) -> Token | None:
    """Return where a crawl begins or goes on; None for one that is in memory alone. Raises Problem."""
    states = service.crawl_states
    if asked.resume is None:
        name = states.begin(service.crawls.values())
        return None if name is None else Token(name, 0)
    token = read_token(asked.resume)
    if not states.are_kept:
        raise Problem(403, "resuming-off", "this service keeps no crawls: begin a new one")
    if not states.has(token.name):
        raise Problem(404, "no-such-crawl", "there is no such crawl, or no more: begin a new one")
    return token


async def _lines(running: "_Crawl", service: Service, client: str) -> AsyncIterator[bytes]:
    """Yield an empty line once the crawl has begun, which raises what `begin` does, then those of its pages."""
    service.crawls[client] = running.name
    try:
        await running.begin()
        yield b""  # a generator that never began would not give the client free
        async for line in running.lines():
            yield line
    finally:
        running.close()
        del service.crawls[client]


class _Crawl:
    """A crawl for a client."""

    def __init__(self, service: Service, asked: CrawlRequest, token: Token | None) -> None:
        self._service, self._asked, self._token = service, asked, token
        self._number = token.number if token else 0  # of the last line that the client has
        self._has_begun = self._is_over = False

    @property
    def name(self) -> str:
        return self._token.name if self._token else ""

    async def begin(self) -> None:
        """Fetch the start, and read the sitemaps, unless that was done before. Raises FetchError or Problem."""
        most = self._service.settings.crawl_pages
        max_pages = min(most, self._asked.max_pages or most)
        self._walking = Walking(self._service, max_listed=10 * max_pages)
        try:
            await self._walking.open(self._service.crawl_states.path(self.name) if self._token else None)
            asked = await (self._resumed() if self._asked.resume else self._noted())
        except (OutputError, sqlite3.Error) as error:
            detail = "the state of this crawl is in use or damaged: try again later, or begin a new one"
            raise Problem(409, "crawl-not-usable", detail) from error
        self._walking.wanted = wanted_of(self._service, asked)
        options = CrawlOptions(
            whole_host=asked.whole_host,
            max_pages=max_pages,
            max_depth=asked.max_depth,
            include=asked.include,
            skip=asked.skip,
            sitemap=asked.sitemap,
        )
        self._walk = Walk(start_of(asked.url or ""), self._walking.frontier, options, max_sitemaps=MAX_SITEMAPS)
        await self._walking.begin(self._walk.begin())
        self._has_begun = True

    async def _noted(self) -> CrawlRequest:
        """Note what is asked in the frontier."""
        asked = self._asked.model_dump(mode="json", exclude_unset=True, exclude={"max_pages"})
        await self._walking.call(self._walking.frontier.keep_settings, {"request": asked})
        return self._asked

    async def _resumed(self) -> CrawlRequest:
        """Return what was asked, and forget the lines that the client has. Raises Problem."""
        frontier, call = self._walking.frontier, self._walking.call
        asked: Any = await call(frontier.setting, "request")
        last, first = await call(frontier.last_number), await call(frontier.line_after, 0)
        lowest = last if first is None else first.number - 1  # what is before it was said to have arrived
        if not isinstance(asked, dict) or not lowest <= self._number <= last:
            known = f"{lowest} to {last}"
            raise Problem(409, "no-such-line", f"this crawl can go on after the lines {known}, not {self._number}")
        await call(frontier.forget_lines, self._number)
        return read_document(CrawlRequest, asked)

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield the lines that were written before, then those of the pages that come, and the last one."""
        problem: Problem | None = None
        try:
            while (line := await self._next_line()) is not None:
                yield line
            async for _ in self._walking.pages(self._walk.pages()):
                if (line := await self._next_line()) is not None:
                    yield line
                if await self._is_full():
                    break
        except (FetchError, StoppedError) as error:
            problem = error.__cause__ if isinstance(error.__cause__, Problem) else problem_of(error)
        except sqlite3.Error as error:
            problem = problem_of(OutputError(f"the state of the crawl cannot be written: {error}"))
        yield await self._summary(problem)

    async def _next_line(self) -> bytes | None:
        frontier, call = self._walking.frontier, self._walking.call
        found: Line | None = await call(frontier.line_after, self._number)
        if found is None:
            return None
        self._number = found.number
        if self._token is None:
            await call(frontier.forget_lines, found.number)
        return f'{{"depth": {found.depth}, {self._resume()}'.encode() + found.data[1:] + b"\n"

    async def _is_full(self) -> bool:
        return await self._walking.call(self._walking.frontier.line_bytes) > _MAX_LINE_BYTES

    async def _summary(self, problem: Problem | None) -> bytes:
        """Return the last line. A client that has it resumes only what is left."""
        frontier, call = self._walking.frontier, self._walking.call
        counts = await call(frontier.counts)
        done = {"asked": counts.asked, "failed": counts.failed, "left": counts.waiting}
        last: dict[str, Any] = {"crawl": done}
        if problem is not None:
            last["problem"] = problem.as_dict()
        elif await call(frontier.next) is None:
            self._is_over = await call(frontier.line_after, 0) is None  # the client has said that it has all
        text = json.dumps(last, ensure_ascii=False)
        return f"{{{self._resume()}{text[1:]}\n".encode("utf-8", "replace")

    def _resume(self) -> str:
        """Return the member of a line that names it."""
        return "" if self._token is None else f'"resume": "{self.name}.{self._number}", '

    def close(self) -> None:
        """Stop; a state that nobody can resume, or need, is removed."""
        if hasattr(self, "_walking"):
            self._walking.close()
        if self._token and (self._is_over or not (self._has_begun or self._asked.resume)):
            self._service.crawl_states.remove(self.name)
