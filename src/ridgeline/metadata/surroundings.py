"""Tells a page's own content from comments, teasers and menus, and finds the text near its headline."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ..page import Page, elements
from ..page.cache import cached_property
from .dates import MAX_LABEL_LENGTH, MAX_LINE_LENGTH
from .normalisation import clean

TEXT = elements.CODES[elements.TEXT]
_ASIDE_NAMES = ("nav", "dialog", "aside", "footer")
_ASIDES = frozenset(elements.CODES[name] for name in _ASIDE_NAMES)
_ASIDE = elements.table(_ASIDE_NAMES)
_OWN_IN_ARTICLES = frozenset(elements.CODES[name] for name in "aside footer".split())  # inside an article, part of it
_OWN_NAMES_IN_ARTICLES = frozenset({"footer"})
_ARTICLE = elements.CODES["article"]
_ENTRY = "hentry"  # a class for articles, of blogs that are older than the element
_WHOLE_PAGE = frozenset(elements.CODES[name] for name in "html body main".split())
_SILENT = frozenset(elements.CODES[name] for name in elements.SILENT_NAMES)
# Class names and ids of what is not a page's own content.
_OTHER_CONTENT = re.compile(
    r"(?:^|[\s_-])(?<!with-)(?<!has-)(?<!no-)(?:comments?|respond|replies|reviews?|related|recommend(?:ed|ations?)?|sidebar"
    r"|footer|popular|trending|latest|newsletter|carousel|slider|teasers?|promo|menu|modal|popup|read-?more|more-?posts"
    r"|up-?next|breadcrumbs?)(?=$|[\s_-]|[0-9])",
    re.I,
)
# One of these is in every name that either pattern finds.
_OTHER_PARTS = (
    *("comment", "respond", "replies", "review", "related", "recommend", "sidebar", "footer", "popular", "trending"),
    *("latest", "newsletter", "carousel", "slider", "teaser", "promo", "menu", "modal", "popup", "read", "more"),
    *("next", "breadcrumb", "answer"),
)
_COMMENT = re.compile(r"comment|review|answer", re.I)
_PERSON_PAGE = re.compile(
    r"/(?:authors?|people|person|profiles?|contributors?|staff|by|users?|u|team|writers?|journalists?|members?)/", re.I
)
_TEXTS_BEFORE_HEADLINE, _TEXTS_AFTER_HEADLINE = 3, 14
_MAX_NODES = 80
_NODES_PER_TEXT = 12  # elements and blanks between one text and the next
_MAX_SHOWN = 200  # texts: all of any span that is looked at
_MAX_NODES_PER_ELEMENT = 400
_MAX_PIECE_LENGTH = 300
_MIN_GLUED_LENGTH = 3  # less may be a part of a word: McDonald, iPhone
_MAX_ATTRIBUTE_LENGTH = 1_000


Shown = tuple[int, str, int, int]  # a text: its node, itself on one line, the link around it or -1, what it has
_HAS_DIGIT, _HAS_OTHER = 1, 2  # what a text has: `RL_LINE_…` of the core


class Piece(NamedTuple):
    """A text node as a reader sees it."""

    text: str
    links_person: bool  # whether it is in a link to a person's page


class Surroundings:
    """Checks the ancestors of elements, each only once."""

    def __init__(self, page: Page, headline: int | None, *, has_items: bool) -> None:
        self.page = page
        self.headline = headline  # the node of the heading that shows the title
        self._has_items = has_items
        self._known: dict[int, bool] = {}  # by node

    def is_other_content(self, index: int) -> bool:
        """Return whether an element is in a part of the page beside its own content."""
        if (is_other := self._known.get(index)) is None:
            around = self.page.core.around(index, _ASIDE, _OTHER_PARTS)
            is_other = self._known[index] = any(map(self._starts_other_content, around))
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

    @property
    def date_lines(self) -> list[str]:
        """The short texts around the headline that may have a date.

        Those after it come first, then those before it, the nearest first.
        """
        return [*_date_lines(self.after_headline), *_date_lines(self.before_headline[::-1])]

    @cached_property
    def after_headline(self) -> list[Shown]:
        """The texts that follow the headline."""
        if self.headline is None:
            return []
        start = int(self.page.end[self.headline])
        return _shown(self.page, start, start + _NODES_PER_TEXT * _TEXTS_AFTER_HEADLINE, _TEXTS_AFTER_HEADLINE)

    @cached_property
    def before_headline(self) -> list[Shown]:
        """The texts before the headline."""
        if self.headline is None:
            return []
        start = max(0, self.headline - _NODES_PER_TEXT * _TEXTS_BEFORE_HEADLINE)
        return _shown(self.page, start, self.headline)[-_TEXTS_BEFORE_HEADLINE:]


def shown_texts(page: Page, start: int, end: int, most: int = _MAX_SHOWN) -> list[Shown]:
    """Return the first visible texts from one node up to another, or up to a number of nodes."""
    return _shown(page, start, min(end, start + _MAX_NODES), most)


def pieces(page: Page, start: int, end: int, most: int = _MAX_SHOWN) -> Iterator[Piece]:
    """Yield the same as pieces."""
    return pieces_of(page, shown_texts(page, start, end, most))


def _shown(page: Page, start: int, end: int, most: int = _MAX_SHOWN) -> list[Shown]:
    """Return the first visible texts from one node up to another."""
    found = page.core.shown(start, end, most, _MAX_PIECE_LENGTH)
    shown = [own for each in found if (own := _cleaned(each) if each[3] & _HAS_OTHER else each)[1]]
    if len(shown) < len(found) == most < _MAX_SHOWN:  # some are of invisible characters alone
        return _shown(page, start, end)[:most]
    return shown


def _date_lines(shown: list[Shown]) -> Iterator[str]:
    """Yield the short texts that have a digit, each after a label that stands before it: "Updated:"."""
    label = ""
    for _, text, _, has in shown:
        if (has & _HAS_DIGIT or label) and len(text) <= MAX_LINE_LENGTH:
            yield f"{label} {text}"
        label = text if len(text) <= MAX_LABEL_LENGTH and text.endswith(":") else ""


def _cleaned(shown: Shown) -> Shown:
    index, text, link, has = shown
    return index, clean(text, _MAX_PIECE_LENGTH), link, has


def pieces_of(page: Page, shown: list[Shown]) -> Iterator[Piece]:
    """Yield texts as pieces."""
    return (Piece(text, links_person(page, link)) for _, text, link, _ in shown)


def shown_text(page: Page, index: int, limit: int) -> str:
    """Return the text of an element, at most `limit` characters of it."""
    texts = page.core.texts_in(index, _MAX_NODES_PER_ELEMENT, 8 * limit)
    if len(texts) == 1:
        return clean(texts[0], limit)
    parted = (f" {text}" if _are_glued(before, text) else text for before, text in pairwise(["", *texts]))
    return clean("".join(parted), limit)


def _are_glued(text: str, following: str) -> bool:
    """Return whether two texts only look like one word: boxes beside or above each other, by a style sheet."""
    return len(text) > _MIN_GLUED_LENGTH and text[-1].islower() and following[:1].isupper() and " " in following


def is_silent(page: Page, index: int) -> bool:
    """Return whether an element shows no text: a script, a style."""
    return int(page.tag[index]) in _SILENT


def links_person(page: Page, link: int) -> bool:
    """Return whether a link leads to a person's page; -1 is none."""
    href = page.value(link, "href") if link >= 0 else None
    if not href:
        return False
    return _PERSON_PAGE.search(href[:_MAX_ATTRIBUTE_LENGTH]) is not None or "author" in (page.value(link, "rel") or "")
