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

from ..page import Budget, Page
from ..plugins import load_plugins
from .application import Application, Posts, Signs, View

if TYPE_CHECKING:
    from ..page.selectors import Matcher

__all__ = ["Application", "Posts", "Signs", "View", "application_of", "applications", "find_view"]

_ENTRY_POINTS = "ridgeline.applications"
_MAX_STATED = 200  # characters of an address, of a generator, of classes
_MAX_NODES = 10  # texts of each sort that may say it


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
    canonical, generators, marks = page.core.identity()
    address = (page.url or next(filter(None, canonical), "")).lower()[:_MAX_STATED]
    host = address.partition("://")[2].partition("/")[0].rpartition("@")[2].partition(":")[0]
    for name in _covering(host):
        if name in table.hosts:
            return table.hosts[name]
    for part, application in table.addresses.items():
        if part in address:
            return application
    for generator in generators[:_MAX_NODES]:
        if found := table.generators.get(generator[:_MAX_STATED].lower().partition(" ")[0]):
            return found
    words = (word for names in marks[:_MAX_NODES] for word in names[:_MAX_STATED].lower().split())
    return next((table.marks[word] for word in words if word in table.marks), None)


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
