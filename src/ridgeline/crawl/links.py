"""Where a page leads: its links, and what it says about following them."""

from collections.abc import Iterable
from typing import NamedTuple

from ..page import IntColumn, Page, elements
from ..text.urls import find_base, safe_url
from .scope import Scope, is_same_page, normal_url

_MAX_LABEL_CHARACTERS = 300
_MAX_LINKS = 5_000  # of a page that are followed
_ANCHOR = elements.table(["a"])


class Leads(NamedTuple):
    """Where a page leads a crawler."""

    links: tuple[str, ...]  # in the order of the page; none where it asks robots not to follow them
    canonical: str | None  # the address that it says it has


def links_of(page: Page, leaves: IntColumn) -> dict[str, str]:
    """Return the texts of links by URL. Of several links to one URL, the first that says something counts."""
    anchors = page.nearest(page.has_tag(_ANCHOR))[leaves].tolist()
    labels: dict[int, list[str]] = {}
    for node, anchor in zip(leaves.tolist(), anchors, strict=True):
        if anchor >= 0:
            labels.setdefault(anchor, []).append(page.text[node] or page.value(node, "alt") or "")
    base = find_base(page)
    found: dict[str, str] = {}
    for anchor, texts in labels.items():
        if url := safe_url(page.value(anchor, "href"), base):
            found[url] = found.get(url) or " ".join(" ".join(texts).split())[:_MAX_LABEL_CHARACTERS]
    return found


def read_leads(page: Page) -> Leads:
    """Return where a page leads, without links that it marks as not to be followed."""
    base = find_base(page)
    canonical = next((node.get("href") for node in page.find("link") if _words(node.get("rel")) & {"canonical"}), None)
    rules = (node.get("content") for node in page.find("meta") if (node.get("name") or "").lower() == "robots")
    may_follow = not any(_words((rule or "").replace(",", " ")) & {"nofollow", "none"} for rule in rules)
    found: dict[str, None] = {}
    for node in page.find("a", "area") if may_follow else ():
        if len(found) == _MAX_LINKS:
            break
        if "nofollow" not in _words(node.get("rel")) and (url := safe_url(node.get("href"), base)):
            found[url] = None
    return Leads(tuple(found), safe_url(canonical, base))


def leads_within(page: Page, url: str, scope: Scope) -> Leads:
    """Return where a page of a crawl leads: pages of the scope, and the address that it says it has, if it is its own.

    Many sites name their front page on every page.
    """
    leads = read_leads(page)
    canonical = normal_url(leads.canonical or "", url)
    is_own = canonical is not None and is_same_page(url, canonical)
    return Leads(tuple(within(leads.links, scope)), canonical if is_own else None)


def within(urls: Iterable[str], scope: Scope) -> list[str]:
    """Return the addresses in a scope, in their one form."""
    found = dict.fromkeys(map(normal_url, urls))
    return [url for url in found if url is not None and scope.holds(url)]


def _words(value: str | None) -> set[str]:
    return set((value or "").lower().split())
