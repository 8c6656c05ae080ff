"""The tool `map_site`: the addresses of a site."""

import time
from typing import Any, NamedTuple

from typing_extensions import TypedDict  # pydantic reads that of `typing` from Python 3.12 on

from ...crawl import walk
from ...crawl.frontier import Frontier
from ...crawl.mapping import choose, walk_to_map
from ...crawl.scope import Scope, normal_url
from ...crawl.sitemaps import read_sitemap_within
from ...errors import OptionError
from ...fetch import PAGE, Fetched, Supervision
from ...parameters import check_number
from .budget import within
from .links import DEFAULT_MAX_LINKS, MAX_LINKS, Link
from .page_content import DEFAULT_MAX_TOKENS
from .pages import Pages

PAUSE_SECONDS = 1.0  # between two requests
_MAX_LISTED = 5_000  # of a sitemap


class SiteMap(TypedDict):
    """The addresses of a site."""

    url: str  # of the page, after redirects
    links: list[Link]  # the text is empty where only a sitemap lists the address
    total: int  # with those beyond the limit


class Found(NamedTuple):
    """A page, and what the sitemaps of its host list."""

    page: Fetched
    listed: list[str]
    scope: Scope


def fetch_site(pages: Pages, url: str, supervision: Supervision) -> Found:
    """Fetch a page and the sitemaps of its host, as its robots.txt allows. Raises FetchError or OptionError."""
    start = normal_url(url)
    if start is None:
        raise OptionError(f"{url[:200]}: not a complete http or https address")
    asked = 0

    def do(step: walk.Step) -> Any:
        nonlocal asked
        match step:
            case walk.Ask():
                time.sleep(max(PAUSE_SECONDS, step.pause_seconds) if asked else 0.0)
                asked += 1
                return pages.fetch_file(step.url, step.wanted, step.max_bytes, supervision)
            case walk.Wait(seconds):
                time.sleep(seconds)
            case walk.ReadList(fetched, scope):
                return read_sitemap_within(fetched.data, fetched.charset, scope, _MAX_LISTED)
        return None

    frontier = Frontier()
    try:
        walking = walk_to_map(start, frontier)
        walk.drive(walking.begin(PAGE), do)
        entry = frontier.next()
        if entry is None:
            raise AssertionError("a walk that has begun has its start")
        return Found(frontier.fetched(entry), frontier.waiting(), walking.scope)
    finally:
        frontier.close()


def check_max_links(max_links: int) -> None:
    """Raise OptionError for a number of links that cannot be."""
    check_number("max_links", max_links, f"1 to {MAX_LINKS}", lambda value: 1 <= value <= MAX_LINKS, whole=True)


def site_map(found: Found, linked: dict[str, str], search: str, max_links: int) -> SiteMap:
    """Return the addresses that fit a search, by default as many as an answer has room for."""
    chosen = choose(found.listed, linked, search)
    listed = [Link(text=text, url=url) for url, text in list(chosen.items())[:max_links]]
    shown = within(DEFAULT_MAX_TOKENS, listed) if max_links == DEFAULT_MAX_LINKS else listed
    return SiteMap(url=found.page.url, links=shown, total=len(chosen))
