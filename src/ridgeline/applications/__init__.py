"""Well-known applications whose pages need more than general rules: GitHub, Stack Exchange, Discourse …

    application.py   what an application is: signs, and selectors for the content and the posts of each kind of page
    github.py, …     one application each; `applications` lists them

General rules come first: an application is here only where they lose or mix up something. It is known by host,
generator, or a mark of its own, which takes some look-ups, so pages of others pay nothing. Other packages add theirs by
the entry point "ridgeline.applications".
"""

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ..page import Budget, Page, elements
from ..plugins import load_plugins
from .application import Application, Posts, Signs, View

if TYPE_CHECKING:
    from ..page.selectors import Matcher

__all__ = ["Application", "Posts", "Signs", "View", "application_of", "applications", "find_view"]

_ENTRY_POINTS = "ridgeline.applications"
_META, _LINK = elements.CODES["meta"], elements.CODES["link"]
_MAX_STATED = 200  # characters of an address, of a generator, of classes
_MAX_NODES = 10  # elements that may say it


@cache
def applications() -> tuple[Application, ...]:
    """Return all applications, those of other packages first: who installs one wants it."""
    from .arxiv import ARXIV
    from .bluesky import BLUESKY
    from .discourse import DISCOURSE
    from .github import GITHUB
    from .gnuboard import GNUBOARD
    from .hacker_news import HACKER_NEWS
    from .mastodon import MASTODON
    from .mediawiki import MEDIAWIKI
    from .npm import NPM
    from .phpbb import PHPBB
    from .pypi import PYPI
    from .reddit import REDDIT
    from .stack_exchange import STACK_EXCHANGE
    from .xenforo import XENFORO
    from .youtube import YOUTUBE

    known = (GITHUB, STACK_EXCHANGE, HACKER_NEWS, REDDIT, MASTODON, BLUESKY, DISCOURSE, XENFORO, PHPBB)
    return (*load_plugins(_ENTRY_POINTS), *known, GNUBOARD, MEDIAWIKI, ARXIV, YOUTUBE, NPM, PYPI)


def find_view(page: Page, budget: Budget | None = None) -> View | None:
    """Return which page of an application this is, None where it is of none that is known."""
    application = application_of(page)
    if application is None:
        return None
    from ..page.selectors import Matcher  # few pages are of one

    matcher = Matcher(page, budget)
    return next((view for view in application.views if _is_there(view, matcher)), None)


def _is_there(view: View, matcher: "Matcher") -> bool:
    wanted = (*view.select, *(row.post for row in view.posts))
    return not wanted or any(matcher.mask(css).any() for css in wanted)


def application_of(page: Page) -> Application | None:
    """Return the application that a page is of, None where it is of none that is known."""
    table = _table()
    address = (page.url or _canonical(page)).lower()[:_MAX_STATED]
    host = address.partition("://")[2].partition("/")[0].rpartition("@")[2].partition(":")[0]
    found = (table.hosts.get(name) for name in _covering(host))
    by_host = next((application for application in found if application is not None), None)
    if by_host is not None:
        return by_host
    for part, application in table.addresses.items():
        if part in address:
            return application
    named = (table.generators.get(word) for word in _generators(page))
    marked = (table.marks.get(mark) for mark in _marks(page))
    return next((application for found in (named, marked) for application in found if application is not None), None)


class _Table(NamedTuple):
    """All applications, by each of their signs."""

    hosts: dict[str, Application]
    generators: dict[str, Application]
    marks: dict[str, Application]
    addresses: dict[str, Application]


@cache
def _table() -> _Table:
    table = _Table({}, {}, {}, {})
    for application in reversed(applications()):  # the first ones win
        for known, signs in zip(table, application.signs, strict=True):
            known.update(dict.fromkeys(signs, application))
    return table


def _covering(host: str) -> Iterator[str]:
    """Yield a host and the domains that it is in."""
    while host:
        yield host
        host = host.partition(".")[2]


def _canonical(page: Page) -> str:
    links = page.tagged(_LINK, "rel", "href")
    return next((href for _, rel, href in links if href and (rel or "").lower() == "canonical"), "")


def _generators(page: Page) -> Iterator[str]:
    for node in page.containing("name", ("generator",))[:_MAX_NODES]:
        if page.tag[node] == _META:
            yield (page.value(node, "content") or "")[:_MAX_STATED].lower().partition(" ")[0]


def _marks(page: Page) -> Iterator[str]:
    for name in ("html", "body"):
        for _, identity, classes in page.tagged(elements.CODES[name], "id", "class")[:_MAX_NODES]:
            yield from f"{identity or ''} {classes or ''}"[:_MAX_STATED].lower().split()
