"""The work of processes for crawls: where pages lead, and what sitemaps list. It imports nothing of the framework."""

from collections.abc import Iterable

from ..crawl.links import links_of, read_leads
from ..crawl.scope import Scope, normal_url
from ..crawl.sitemaps import Sitemap, read_sitemap
from ..page import parse
from .work import Source


def find_leads(source: Source, scope: Scope) -> tuple[list[str], str | None]:
    """Return the pages of a crawl that a page leads to, and the address that it says it has."""
    leads = read_leads(parse(source.data, url=source.url, charset=source.charset))
    return _within(leads.links, scope), normal_url(leads.canonical or "", source.url or "")


def find_links(source: Source, scope: Scope) -> dict[str, str]:
    """Return the links of a page that are in a scope, with their texts."""
    page = parse(source.data, url=source.url, charset=source.charset)
    found: dict[str, str] = {}
    for url, text in links_of(page, page.leaves).items():
        for normal in _within([url], scope):
            found[normal] = found.get(normal) or text
    return found


def read_list(data: bytes, charset: str | None, scope: Scope, limit: int) -> Sitemap:
    """Return the pages of a scope that a sitemap lists, and further sitemaps. Raises InputError."""
    found = read_sitemap(data, charset)
    return Sitemap(tuple(_within(found.pages, scope)[:limit]), found.sitemaps)


def _within(urls: Iterable[str], scope: Scope) -> list[str]:
    found = dict.fromkeys(map(normal_url, urls))
    return [url for url in found if url is not None and scope.holds(url)]
