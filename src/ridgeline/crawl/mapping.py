"""A map of a site: the links of a page within its host, and what the sitemaps of the host list."""

from collections.abc import Iterable

from ..page import Page
from .frontier import Frontier
from .links import links_of, within
from .options import CrawlOptions
from .scope import Scope
from .walk import Walk

_MAX_SITEMAPS = 5


def walk_to_map(start: str, frontier: Frontier, *, sitemap: bool = True) -> Walk:
    """Return a walk that fetches a page and reads sitemaps, once it has begun; what they list waits in the frontier."""
    return Walk(start, frontier, CrawlOptions(whole_host=True, sitemap=sitemap), max_sitemaps=_MAX_SITEMAPS)


def find_links(page: Page, scope: Scope) -> dict[str, str]:
    """Return the links of a page that are in a scope, with their texts."""
    found: dict[str, str] = {}
    for url, text in links_of(page, page.leaves).items():
        for normal in within([url], scope):
            found[normal] = found.get(normal) or text
    return found


def choose(listed: Iterable[str], linked: dict[str, str], words: str) -> dict[str, str]:
    """Return the addresses that have a word in them or in the text of their link, those with more words first."""
    found = {**dict.fromkeys(listed, ""), **linked}
    wanted = set(words.casefold().split())
    if not wanted:
        return found
    scores = {url: sum(word in f"{url} {text}".casefold() for word in wanted) for url, text in found.items()}
    return {url: found[url] for url in sorted((url for url in found if scores[url]), key=lambda url: -scores[url])}
