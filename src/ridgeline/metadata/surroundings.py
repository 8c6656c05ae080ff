"""Tells a page's own content from comments, teasers and menus, and finds the text near its headline."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from ..page import Page, elements
from ..page.cache import cached_property
from .normalisation import clean

TEXT = elements.CODES[elements.TEXT]
_ASIDES = frozenset(elements.CODES[name] for name in "nav dialog aside footer".split())
_OWN_IN_ARTICLES = frozenset(elements.CODES[name] for name in "aside footer".split())  # inside an article, part of it
_OWN_NAMES_IN_ARTICLES = frozenset({"footer"})
_ARTICLE = elements.CODES["article"]
_ENTRY = "hentry"  # a class for articles, of blogs that are older than the element
_WHOLE_PAGE = frozenset(elements.CODES[name] for name in "html body main".split())
_BREAKING = frozenset(elements.CODES[name] for name in elements.BLOCK_NAMES | {"br"})
_SILENT = frozenset(elements.CODES[name] for name in elements.SILENT_NAMES)
# Class names and ids of what is not a page's own content.
_OTHER_CONTENT = re.compile(
    r"(?:^|[\s_-])(?<!with-)(?<!has-)(?<!no-)(?:comments?|respond|replies|reviews?|related|recommend(?:ed|ations?)?|sidebar"
    r"|footer|popular|trending|latest|newsletter|carousel|slider|teasers?|promo|menu|modal|popup|read-?more|more-?posts"
    r"|up-?next|breadcrumbs?)(?=$|[\s_-]|[0-9])",
    re.I,
)
_COMMENT = re.compile(r"comment|review|answer", re.I)
_PERSON_PAGE = re.compile(
    r"/(?:authors?|people|person|profiles?|contributors?|staff|by|users?|u|team|writers?|journalists?|members?)/", re.I
)
_TEXTS_BEFORE_HEADLINE, _TEXTS_AFTER_HEADLINE = 3, 14
_MAX_NODES = 80
_NODES_PER_TEXT = 12  # elements and blanks between one text and the next
_MAX_NODES_PER_ELEMENT = 400
_MAX_PIECE_LENGTH = 300
_MIN_GLUED_LENGTH = 3  # less may be a part of a word: McDonald, iPhone
_MAX_ATTRIBUTE_LENGTH = 1_000


class Piece(NamedTuple):
    """A text node as a reader sees it."""

    text: str
    links_person: bool  # whether it is in a link to a person's page
    node: int = 0  # the root where it is not known


class Surroundings:
    """Checks the ancestors of elements, each only once."""

    def __init__(self, page: Page, headline: int | None, *, has_items: bool) -> None:
        self.page = page
        self.headline = headline  # the node of the heading that shows the title
        self._has_items = has_items
        self._known: dict[int, bool] = {-1: False}  # by node

    def is_other_content(self, index: int) -> bool:
        """Return whether an element is in a part of the page beside its own content."""
        unknown: list[int] = []
        while (is_other := self._known.get(index)) is None:
            unknown.append(index)
            if self._starts_other_content(index):
                is_other = True
                break
            index = int(self.page.parent[index])
        self._known.update(dict.fromkeys(unknown, is_other))
        return is_other

    def _starts_other_content(self, index: int) -> bool:
        page, code = self.page, int(self.page.tag[index])
        if code in _WHOLE_PAGE or (self.headline is not None and index <= self.headline < page.end[index]):
            return False
        if (
            self._has_items
            and (item := page.value(index, "itemprop"))
            and _COMMENT.search(item[:_MAX_ATTRIBUTE_LENGTH])
        ):
            return True
        if code == _ARTICLE:
            return False
        if code in _ASIDES:
            return code not in _OWN_IN_ARTICLES or not self._is_in_article(index)
        found = self._name_of_other_content(index)
        return found is not None and (found.lower() not in _OWN_NAMES_IN_ARTICLES or not self._is_in_article(index))

    def _name_of_other_content(self, index: int) -> str | None:
        """Return the part of an element's class or id that says that it is not the page's own content."""
        for key in ("class", "id"):
            value = self.page.value(index, key)
            if value and len(value) < _MAX_ATTRIBUTE_LENGTH and (found := _OTHER_CONTENT.search(value)):
                return found.group().strip(" _-")
        return None

    def _is_in_article(self, index: int) -> bool:
        while index >= 0:
            classes = self.page.value(index, "class") or ""
            if self.page.tag[index] == _ARTICLE or _ENTRY in classes[:_MAX_ATTRIBUTE_LENGTH].split():
                return True
            index = int(self.page.parent[index])
        return False

    @cached_property
    def after_headline(self) -> list[Piece]:
        """The texts that follow the headline."""
        if self.headline is None:
            return []
        following = pieces(
            self.page, int(self.page.end[self.headline]), len(self.page), _NODES_PER_TEXT * _TEXTS_AFTER_HEADLINE
        )
        return list(islice(following, _TEXTS_AFTER_HEADLINE))

    @cached_property
    def before_headline(self) -> list[Piece]:
        """The texts before the headline."""
        if self.headline is None:
            return []
        start = max(0, self.headline - _NODES_PER_TEXT * _TEXTS_BEFORE_HEADLINE)
        return list(pieces(self.page, start, self.headline))[-_TEXTS_BEFORE_HEADLINE:]


def pieces(page: Page, start: int, end: int, max_nodes: int = _MAX_NODES) -> Iterator[Piece]:
    """Yield the visible texts from one node up to another."""
    for index, text, link in page.core.shown(start, min(end, start + max_nodes)):
        if text := clean(text.strip()[:_MAX_PIECE_LENGTH], _MAX_PIECE_LENGTH):
            yield Piece(text, link >= 0 and _links_person(page, link), index)


def shown_text(page: Page, index: int, limit: int) -> str:
    """Return the text of an element, at most `limit` characters of it."""
    texts: list[str] = []
    length = 0
    end = min(int(page.end[index]), index + _MAX_NODES_PER_ELEMENT)
    for node, code in enumerate(page.tag[index:end].tolist(), index):
        if code == TEXT:
            if int(page.tag[page.parent[node]]) in _SILENT:
                continue
            text = page.text[node]
            if texts and _are_glued(texts[-1], text):
                texts.append(" ")
            texts.append(text)
            length += len(text)
            if length > 8 * limit:
                break
        elif code in _BREAKING:
            texts.append(" ")
    return clean("".join(texts), limit)


def _are_glued(text: str, following: str) -> bool:
    """Return whether two texts only look like one word: boxes beside or above each other, by a style sheet."""
    return len(text) > _MIN_GLUED_LENGTH and text[-1].islower() and following[:1].isupper() and " " in following


def is_silent(page: Page, index: int) -> bool:
    """Return whether an element shows no text: a script, a style."""
    return int(page.tag[index]) in _SILENT


def _links_person(page: Page, index: int) -> bool:
    href = page.value(index, "href")
    if not href:
        return False
    return _PERSON_PAGE.search(href[:_MAX_ATTRIBUTE_LENGTH]) is not None or "author" in (page.value(index, "rel") or "")
