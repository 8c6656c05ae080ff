"""Whole sites: GET /v1/map lists the addresses of a site, and POST /v1/crawl streams the content of its pages.

Both are bounded by the operator's settings, keep to robots.txt, and ask a host for one page a second. A crawl ends when
its client is gone. Its frontier is in memory: `ridgeline crawl` is for crawls that are resumed.
"""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Request, Response

from ..crawl import robots as robot_files
from ..crawl.frontier import Entry, Frontier
from ..crawl.robots import Robots
from ..crawl.scope import Scope, is_same_page, normal_url
from ..crawl.sitemaps import MAX_BYTES, SITEMAP, Sitemap
from ..errors import FetchError, InputError
from ..fetch import HTML, PAGE, Fetched, Wanted
from .batch import MEDIA_TYPE, Streamed
from .crawl_work import find_leads, find_links, read_list
from .extraction_route import wanted_of
from .openapi import reference
from .problems import Problem, problem_of
from .schemas import MAX_LINKS, CrawlRequest, MappedLink, MapQuery, SiteMap
from .state import Service, TheService, work_on
from .work import Answer, Source, extract_as_json

router = APIRouter(tags=["sites"])

_MAX_SITEMAPS = 5  # of a site that are read for one request
_MAX_CRAWLS = 4  # at a time, of all clients

_LINES = {"schema": {"type": "string", "description": "A JSON document on each line: a page, or why there is none."}}
_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "The pages, while they come, and a last line with counts.", "content": {MEDIA_TYPE: _LINES}}
}
_BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": reference(CrawlRequest)}}}}


@router.get("/v1/map")
async def map_site(query: Annotated[MapQuery, Query()], service: TheService) -> SiteMap:
    """List the addresses of a site: the links of a page within its host, and what the sitemaps of the host list.

    `search` keeps those with one of its words in the address or the text of the link, the best first.
    """
    host = _Host(service)
    fetched = await host.get(query.url, PAGE)
    address = normal_url(fetched.url) or fetched.url
    scope = Scope(address, whole_host=True)
    source = Source(fetched.data, fetched.url, fetched.charset)
    found: dict[str, str] = await service.pool.run(find_links, source, scope)
    if query.sitemap:
        async for listed in host.sitemaps(scope, MAX_LINKS):
            found = {**dict.fromkeys(listed, ""), **found}
    chosen = _search(found, query.search)
    links = [MappedLink(url=url, text=found[url]) for url in chosen[: query.limit]]
    return SiteMap(url=fetched.url, links=links, total=len(chosen))


def _search(found: dict[str, str], search: str) -> list[str]:
    """Return the addresses that have a word, those with more words first."""
    words = set(search.casefold().split())
    if not words:
        return list(found)
    scores = {url: sum(word in f"{url} {text}".casefold() for word in words) for url, text in found.items()}
    return sorted((url for url in found if scores[url]), key=lambda url: -scores[url])


@router.post("/v1/crawl", response_class=Response, responses=_ANSWERS, openapi_extra=_BODY)
async def crawl(request: Request, service: TheService) -> Response:
    """Crawl a site: pages below the path of the start, breadth-first, a line of JSON each, while they come.

    A line is the answer of /v1/extract with the `depth` of the page, or has a `problem`. The last one has counts. A
    client has one crawl at a time; the crawl ends when the client is gone.
    """
    asked = await service.documents.read(CrawlRequest, await request.body())
    most = service.settings.crawl_pages
    if not most:
        raise Problem(403, "crawling-off", "this service crawls no sites")
    client = request.client.host if request.client else ""
    if client in service.crawls:
        raise Problem(429, "crawl-running", "a crawl of yours is running: wait for its end, or end it")
    if len(service.crawls) >= _MAX_CRAWLS:
        raise Problem(503, "overloaded", "too many crawls are running: try again later", headers={"retry-after": "60"})
    lines = _lines(_Crawl(service, asked, min(most, asked.max_pages or most)), service.crawls, client)
    await anext(lines)
    return Streamed(lines)


async def _lines(running: "_Crawl", crawls: set[str], client: str) -> AsyncIterator[bytes]:
    """Yield an empty line once the crawl has begun, which raises what `begin` does, then those of its pages."""
    crawls.add(client)
    try:
        await running.begin()
        yield b""  # a generator that never began would not give the client free
        while not running.is_done:
            if line := await running.step():
                yield line
        yield running.summary()
    finally:
        crawls.discard(client)
        running.frontier.close()


class _Host:
    """The requests to one host: robots.txt first, and with pauses."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._robots: dict[str, Robots] = {}

    async def get(self, url: str, wanted: Wanted, max_bytes: int | None = None) -> Fetched:
        """Return a file. Raises FetchError, also where robots.txt does not allow it."""
        normal = normal_url(url)
        if normal is None:
            raise Problem(422, "invalid-url", f"{url[:200]}: not a complete http or https address")
        robots = await self.robots_of(normal)
        if refusal := robots.refuses(normal):
            raise FetchError(f"{url[:200]}: {refusal}")
        if robots.delay_seconds:
            await asyncio.sleep(robots.delay_seconds)
        return await self._ask(normal, wanted, max_bytes or self._service.settings.max_body_bytes)

    async def robots_of(self, url: str) -> Robots:
        """Return what the host of a URL allows."""
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
        if origin not in self._robots:
            try:
                fetched = await self._ask(f"{origin}/robots.txt", PAGE, robot_files.MAX_BYTES)
                # In a thread: a megabyte of rules takes a second.
                self._robots[origin] = await asyncio.to_thread(robot_files.read_robots, fetched)
            except FetchError as error:
                self._robots[origin] = robot_files.missing_robots(error)
        return self._robots[origin]

    async def sitemaps(self, scope: Scope, limit: int) -> AsyncIterator[tuple[str, ...]]:
        """Yield what the sitemaps of a host list, one after the other; what cannot be read lists nothing."""
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(scope.start))
        named = [*(await self.robots_of(scope.start)).sitemaps, f"{origin}/sitemap.xml"]
        waiting = list(dict.fromkeys(url for url in map(normal_url, named) if url))
        for number in range(_MAX_SITEMAPS):
            if number >= len(waiting):
                return
            if urlsplit(waiting[number]).netloc != urlsplit(scope.start).netloc:
                continue
            try:
                fetched = await self.get(waiting[number], SITEMAP, MAX_BYTES)
                found: Sitemap = await self._service.pool.run(read_list, fetched.data, fetched.charset, scope, limit)
            except (FetchError, InputError):
                continue
            further = (normal_url(url) for url in found.sitemaps)
            waiting += [url for url in further if url and url not in waiting]
            yield found.pages

    async def _ask(self, url: str, wanted: Wanted, max_bytes: int) -> Fetched:
        async with self._service.politeness.turn(url):
            cache = self._service.settings.page_cache()
            return await self._service.fetcher.fetch_file(url, wanted, max_bytes, cache=cache)


@dataclass
class _Crawl:
    """A crawl for a client."""

    service: Service
    asked: CrawlRequest
    max_pages: int
    frontier: Frontier = field(default_factory=Frontier)
    is_done: bool = False

    def __post_init__(self) -> None:
        self._host = _Host(self.service)
        self._wanted = wanted_of(self.service, self.asked)

    async def begin(self) -> None:
        """Fetch the start, and read the sitemaps. Raises FetchError, Problem, or OptionError."""
        asked, frontier = self.asked, self.frontier
        start = normal_url(asked.url)
        frontier.add([start or asked.url], 0, is_listed=True)
        fetched = await self._host.get(asked.url, HTML)
        address = normal_url(fetched.url) or fetched.url
        self._scope = Scope(address, asked.whole_host, asked.include, asked.skip)
        first = frontier.next()
        if first is not None:
            frontier.keep(first, fetched, address)
        if asked.sitemap and asked.max_depth:
            async for pages in self._host.sitemaps(self._scope, 10 * self.max_pages):
                frontier.add(pages, 1, is_listed=True)

    async def step(self) -> bytes | None:
        """Do the next page, and return its line; None where it is one that the client has."""
        entry = self.frontier.next()
        if entry is None or (not entry.is_fetched and self.frontier.counts().asked >= self.max_pages):
            self.is_done = True
            return None
        with self.service.in_flight.lease():
            try:
                return await self._do(entry)
            except Exception as error:  # a page costs itself alone, whatever it does
                self.frontier.fail(entry, "failed")
                problem = {"url": entry.url, "depth": entry.depth, "problem": problem_of(error).as_dict()}
                return json.dumps(problem, ensure_ascii=False).encode("utf-8", "replace") + b"\n"

    async def _do(self, entry: Entry) -> bytes | None:
        if not entry.is_fetched:
            fetched = await self._host.get(entry.url, HTML)
            address = normal_url(fetched.url) or ""
            if not self._scope.holds(address):
                raise FetchError(f"{entry.url[:200]}: leads out of the crawl")
            if not self.frontier.keep(entry, fetched, address):
                return None
        fetched = self.frontier.fetched(entry)
        source = Source(fetched.data, fetched.url, fetched.charset)
        links, canonical = await self.service.pool.run(find_leads, source, self._scope, patient=True)
        own = canonical if canonical and is_same_page(fetched.url, canonical) else None
        digest = hashlib.sha256(fetched.data).hexdigest()
        if self.frontier.same_as(entry, digest, own):
            return None
        found: Answer = await work_on(self.service, extract_as_json, source, self._wanted, patient=True)
        self.frontier.end(entry, links if entry.depth < self.asked.max_depth else [], digest=digest)
        return f'{{"depth": {entry.depth}, '.encode() + found.body[1:] + b"\n"

    def summary(self) -> bytes:
        """Return the last line."""
        counts = self.frontier.counts()
        done = {"asked": counts.asked, "failed": counts.failed, "left": counts.waiting}
        return json.dumps({"crawl": done}).encode() + b"\n"
