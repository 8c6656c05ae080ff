"""Reads JSON-LD, the `application/ld+json` scripts of a page, and finds the nodes that describe the page itself.

Scripts come wrapped in comments or CDATA, escaped, with raw line ends and trailing commas, with any type at any key,
nested without end. What cannot be parsed is skipped; nothing here recurses.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from ..page import Page
from ..page.cache import cached_if_short, cached_property
from ..text.data import load_json
from ..text.entities import unescape

Json = dict[str, Any]
TYPE = "application/ld+json"

_MAX_CHARACTERS = 8_000_000  # of all scripts; those of the pages of wcxb-dev have up to some 100,000
_MAX_NODES = 5_000
_MAX_TITLE_LENGTH = 1_000
_MAX_URL_LENGTH = 2_048
_MAX_VALUES = 200  # of one list
_MAX_NAMES = 100
_MAX_DESCRIBING = 20
_OPENING = re.compile(r"(?:\s|<!--|//|/\*|<!\[CDATA\[|\*/)*+")
_CLOSINGS = ("-->", "]]>", "*/", "//", "/*", ";")
_TRAILING_COMMA = re.compile(r",(?=\s*+[}\]])")

# Keys whose values describe the same page as the node itself. Lists of other pages (itemListElement) are not here.
_SAME_PAGE = ("@graph", "mainEntity", "mainEntityOfPage")
_NESTED = (dict, list)

# Types by how well they describe a page; media may just be part of it, so they come last. Before all of them come
# articles and posts, which are recognised by the ends of their names: NewsArticle, BlogPosting.
_THINGS = frozenset(
    """product productgroup recipe howto event course book podcastepisode episode tvepisode movie softwareapplication
    webapplication mobileapplication videogame dataset question creativework review report musicalbum musicrecording
    service vacationrental hotel place touristattraction""".split()
)
_PAGES = frozenset(
    """webpage aboutpage checkoutpage collectionpage contactpage faqpage itempage medicalwebpage profilepage qapage
    realestatelisting searchresultspage""".split()
)
_MEDIA = frozenset("videoobject audioobject imageobject imagegallery mediaobject".split())
_ARTICLE_RANK = 0
_MIN_LISTED = 3  # articles, none of them this page: a list of other pages


class LinkedData:
    """The JSON-LD of a page, given the texts of its scripts; `urls` are the page's own."""

    def __init__(self, page: Page, scripts: Iterable[str], urls: Iterable[str]) -> None:
        self.sites: list[Json] = []
        self.organisations: list[Json] = []
        self.breadcrumbs: list[Json] = []  # trails
        self.typed: list[tuple[list[str], Json]] = []  # all of them, with their types
        self._by_id: dict[str, Json] = {}
        self._urls = urls
        ranked: list[tuple[int, bool, Json]] = []
        for node in _nodes(_read_each(scripts)):
            if isinstance(identity := node.get("@id"), str):
                self._by_id.setdefault(identity, node)
            kinds = types(node)
            if kinds:
                self.typed.append((kinds, node))
            if (rank := _rank(kinds)) is not None:
                ranked.append((rank, not (_is_at(node, self._own) or _is_titled(node, page.title)), node))
            elif "website" in kinds:
                self.sites.append(node)
            elif "breadcrumblist" in kinds:
                self.breadcrumbs.append(node)
            elif any(map(_is_organisation, kinds)):
                self.organisations.append(node)
        self.about_page = _describing(ranked)  # best first
        nested = (node.get("breadcrumb") for node in self.about_page)
        self.breadcrumbs += [trail for trail in nested if isinstance(trail, dict) and "itemListElement" in trail]

    @cached_property
    def _own(self) -> set[str]:
        return {folded for url in self._urls if (folded := _folded_url(url))}

    def is_own(self, url: str) -> bool:
        """Return whether a URL is one of the page's own."""
        return _folded_url(url) in self._own

    def each(self, *keys: str) -> Iterator[Any]:
        """Return the values at these keys of the nodes that describe the page: by key, those of the best node first."""
        return iter([value for key in keys for node in self.about_page if (value := node.get(key))])

    def names(self, value: Any) -> Iterator[tuple[str, bool]]:
        """Yield the names in a value of any shape, references resolved, and whether each is an organisation's."""
        return islice(self._names(value), _MAX_NAMES)

    def _names(self, value: Any) -> Iterator[tuple[str, bool]]:
        for part in _flat(value):
            if isinstance(part, str):
                yield part, False
            elif isinstance(part, dict):
                reference = part.get("@id")
                if "name" not in part and isinstance(reference, str):
                    part = self._by_id.get(reference, part)
                organisation = any(map(_is_organisation, types(part)))
                for name in strings(part.get("name")):
                    yield name, organisation


def linked_strings(linked: LinkedData, *keys: str) -> Iterator[str]:
    """Return the strings at these keys of the nodes that describe the page."""
    return iter([text for value in linked.each(*keys) for text in strings(value)] if linked.about_page else ())


def types(node: Json) -> list[str]:
    """Return the node's types in lower case, without the URL of the vocabulary."""
    stated = node.get("@type")
    return [_type_name(stated)] if isinstance(stated, str) else list(map(_type_name, strings(stated)))


@cached_if_short(512)
def _type_name(stated: str) -> str:
    return stated.rstrip("/").rpartition("/")[2].rpartition(":")[2].lower()


def strings(value: Any) -> Iterator[str]:
    """Yield the strings in a value that is one, a list of them, or an object that stands for one."""
    for part in (value,) if isinstance(value, str) else _flat(value):
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict):
            for key in ("@value", "name", "url", "@id"):
                if isinstance(part.get(key), str):
                    yield part[key]
                    break


def _flat(value: Any) -> Iterator[Any]:
    """Yield the value, or the items of a list of lists."""
    if not isinstance(value, list):
        yield value
        return
    queue = deque(value[:_MAX_VALUES])
    for _ in range(_MAX_VALUES):
        if not queue:
            return
        part = queue.popleft()
        if isinstance(part, list):
            queue.extend(part[:_MAX_VALUES])
        else:
            yield part


def _is_organisation(kind: str) -> bool:
    return kind.endswith(("organization", "corporation"))


def _rank(kinds: list[str]) -> int | None:
    """Return how well a node of these types describes a page, 0 best; None where it describes something else."""
    return min([rank for kind in kinds if (rank := _rank_of(kind)) is not None], default=None)


@cached_if_short(512)
def _rank_of(kind: str) -> int | None:
    if kind.endswith(("article", "posting")):
        return _ARTICLE_RANK
    groups = enumerate((_THINGS, _PAGES, _MEDIA), start=_ARTICLE_RANK + 1)
    return next((rank for rank, group in groups if kind in group), None)


def _describing(ranked: list[tuple[int, bool, Json]]) -> list[Json]:
    """Return the nodes by rank, this page's own first; without articles where they are a list of other pages."""
    ranked = sorted(ranked, key=lambda entry: entry[:2])
    others = [is_other for rank, is_other, _ in ranked if rank == _ARTICLE_RANK]
    if len(others) >= _MIN_LISTED and all(others):
        ranked = ranked[len(others) :]
    return [node for _, _, node in ranked[:_MAX_DESCRIBING]]


def _is_titled(node: Json, title: str | None) -> bool:
    """Return whether a node's headline is part of the page's title."""
    headline = node.get("headline")
    if not isinstance(headline, str) or not title or not headline.strip():
        return False
    return headline.strip() in title[:_MAX_TITLE_LENGTH]


def _is_at(node: Json, urls: set[str]) -> bool:
    """Return whether a node names one of the URLs as its own."""
    if not urls:
        return False
    stated = [value for key in ("url", "@id", "mainEntityOfPage") if (value := node.get(key))]
    return any(_folded_url(text) in urls for value in stated for text in strings(value))


def _folded_url(url: str) -> str:
    """Return a URL in the form in which URLs are compared: without scheme, www, query, fragment and final slash."""
    bare = (
        url[:_MAX_URL_LENGTH]
        .partition("#")[0]
        .partition("?")[0]
        .lower()
        .removeprefix("http://")
        .removeprefix("https://")
    )
    return bare.removeprefix("www.").rstrip("/")


def _nodes(roots: list[Any]) -> Iterator[Json]:
    """Yield the objects that may describe the page or its site, outermost first."""
    queue = deque(roots)
    for _ in range(_MAX_NODES):
        if not queue:
            return
        part = queue.popleft()
        if isinstance(part, list):
            queue.extend(part[:_MAX_NODES])
        elif isinstance(part, dict):
            yield part
            queue.extend([part[key] for key in _SAME_PAGE if key in part and isinstance(part[key], _NESTED)])


def read_scripts(page: Page) -> list[Any]:
    """Return the values of the JSON-LD scripts of a page, without those that cannot be read."""
    return _read_each(script.text_content for script in page.scripts(TYPE))


def _read_each(scripts: Iterable[str]) -> list[Any]:
    return [value for text in _up_to(scripts, _MAX_CHARACTERS) if (value := read(text))]


def _up_to(texts: Iterable[str], max_characters: int) -> Iterator[str]:
    """Yield texts as long as they have no more characters than this together."""
    for text in texts:
        max_characters -= len(text)
        if max_characters < 0:
            return
        yield text


def read(text: str) -> Any:
    """Parse the JSON of one script, with the repairs that real pages need; return None where that fails."""
    if (answer := load_json(text)) is not None:
        return answer
    if (answer := load_json(text := _unwrapped(text))) is not None:
        return answer
    if "&quot;" in text or "&#34;" in text:
        text = unescape(text)
    return load_json(_TRAILING_COMMA.sub("", text))


def _unwrapped(text: str) -> str:
    """Return the text without the comment and CDATA marks around it."""
    opening = _OPENING.match(text)
    text = text[opening.end() if opening else 0 :].rstrip()
    for _ in range(2 * len(_CLOSINGS)):
        closing = next((mark for mark in _CLOSINGS if text.endswith(mark)), None)
        if closing is None:
            break
        text = text.removesuffix(closing).rstrip()
    return text
