"""Reads the names of a page's site."""

from collections.abc import Iterable, Iterator

from .jsonld import LinkedData, strings
from .normalisation import clean
from .sources import Sources

_MAX_NAME_LENGTH = 200
_MAX_SITE_NAMES = 10


def stated_site_names(sources: Sources) -> tuple[str, ...]:
    """Return the names that Open Graph gives."""
    return _unique(sources.each_meta("og:site_name", "og:sitename"))


def find_site_names(sources: Sources, linked: LinkedData) -> tuple[str, ...]:
    """Return the names of the site, the most trusted first."""
    return _unique(_names(sources, linked))


def _names(sources: Sources, linked: LinkedData) -> Iterator[str]:
    yield from sources.each_meta("og:site_name", "og:sitename")
    for value in linked.each("publisher"):
        yield from (name for name, _ in linked.names(value))
    for node in (*linked.sites, *linked.organisations):
        yield from strings(node.get("name"))
    yield from sources.each_meta("application-name", "apple-mobile-web-app-title", "dc.publisher", "al:ios:app_name")


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for name in names:
        if cleaned := clean(name, _MAX_NAME_LENGTH):
            found.setdefault(cleaned)
        if len(found) == _MAX_SITE_NAMES:
            break
    return tuple(found)
