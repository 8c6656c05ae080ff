"""GET /v1/map lists the addresses of a site: the links of a page, and what the sitemaps of its host list."""

from typing import Annotated

from fastapi import APIRouter, Query

from ..crawl.options import CrawlOptions
from ..crawl.walk import Walk
from ..fetch import PAGE
from .crawl_work import find_links
from .schemas import MAX_LINKS, MappedLink, MapQuery, SiteMap
from .state import TheService
from .walking import MAX_SITEMAPS, Walking, start_of
from .work import Source

router = APIRouter(tags=["sites"])


@router.get("/v1/map")
async def map_site(query: Annotated[MapQuery, Query()], service: TheService) -> SiteMap:
    """List the addresses of a site: the links of a page within its host, and what the sitemaps of the host list.

    `search` keeps those with one of its words in the address or the text of the link, the best first.
    """
    walking = Walking(service, max_listed=MAX_LINKS)
    try:
        await walking.open()
        options = CrawlOptions(whole_host=True, sitemap=query.sitemap)
        walk = Walk(start_of(query.url), walking.frontier, options, max_sitemaps=MAX_SITEMAPS)
        await walking.begin(walk.begin(PAGE))
        entry = await walking.call(walking.frontier.next)
        if entry is None:
            raise AssertionError("a walk that has begun has its start")
        fetched = await walking.call(walking.frontier.fetched, entry)
        listed = await walking.call(walking.frontier.waiting)
    finally:
        walking.close()
    source = Source(fetched.data, fetched.url, fetched.charset)
    linked: dict[str, str] = await service.pool.run(find_links, source, walk.scope)
    found = {**dict.fromkeys(listed, ""), **linked}
    chosen = search(found, query.search)
    links = [MappedLink(url=url, text=found[url]) for url in chosen[: query.limit]]
    return SiteMap(url=fetched.url, links=links, total=len(chosen))


def search(found: dict[str, str], words: str) -> list[str]:
    """Return the addresses that have a word in them or in their text, those with more words first."""
    wanted = set(words.casefold().split())
    if not wanted:
        return list(found)
    scores = {url: sum(word in f"{url} {text}".casefold() for word in wanted) for url, text in found.items()}
    return sorted((url for url in found if scores[url]), key=lambda url: -scores[url])
