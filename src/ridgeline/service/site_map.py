"""GET /v1/map lists the addresses of a site: the links of a page, and what the sitemaps of its host list."""

from typing import Annotated

from fastapi import APIRouter, Query

from ..crawl.mapping import choose, walk_to_map
from ..fetch import PAGE
from .crawl_work import map_links
from .schemas import MAX_LINKS, MappedLink, MapQuery, SiteMap
from .state import TheService
from .walking import Walking, start_of
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
        walk = walk_to_map(start_of(query.url), walking.frontier, sitemap=query.sitemap)
        await walking.begin(walk.begin(PAGE))
        entry = await walking.call(walking.frontier.next)
        if entry is None:
            raise AssertionError("a walk that has begun has its start")
        fetched = await walking.call(walking.frontier.fetched, entry)
        listed = await walking.call(walking.frontier.waiting)
    finally:
        walking.close()
    source = Source(fetched.data, fetched.url, fetched.charset)
    linked: dict[str, str] = await service.pool.run(map_links, source, walk.scope)
    chosen = choose(listed, linked, query.search)
    links = [MappedLink(url=url, text=text) for url, text in list(chosen.items())[: query.limit]]
    return SiteMap(url=fetched.url, links=links, total=len(chosen))
