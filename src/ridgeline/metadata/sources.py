"""Where a page may speak about itself: meta, link, time and h1 elements, and elements whose attributes say so."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeVar

import numpy as np

from ..page import Page, elements

Value = TypeVar("Value")

_MAX_ELEMENTS = 200  # of one kind: more than any honest page has, and few enough to look at each
_MAX_KINDS = 2_000
_MAX_ATTRIBUTE_LENGTH = 1_000
_META, _LINK, _TIME, _H1, _BASE = (elements.CODES[name] for name in "meta link time h1 base".split())
_LOOKED_AT = elements.table("meta link time h1 base".split())

# Parts of class names.
_OF_AUTHORS = (
    *("author", "byline", "by-line", "by_line", "writer", "contributor", "reporter", "posted-by", "posted_by"),
    *("username", "user-name", "user_name"),
)
_OF_DATES = ("date", "time", "publish", "posted", "meta")


class Sources:
    """Values and nodes by what they may tell, each list in document order and bounded.

    What stands in the head is read at once; what needs a look at every element of the page waits until it is asked for.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.meta: dict[str, list[str]] = {}  # lower-case name or property → contents
        self.links: dict[str, list[str]] = {}  # a word of rel → addresses of `link` elements
        self.times: list[int] = []
        self.headings: list[int] = []  # h1
        self.base: str | None = None
        nodes = np.flatnonzero(page.has_tag(_LOOKED_AT))
        for index, code in zip(nodes.tolist(), page.tag[nodes].tolist(), strict=True):
            attributes = page.attributes[index]
            if code == _META:
                self._add_meta(attributes)
            elif code == _LINK:
                self._add_link(attributes)
            elif code == _TIME:
                self.times.append(index)
            elif code == _H1:
                self.headings.append(index)
            elif self.base is None:
                self.base = attributes.get("href")

    def _add_meta(self, attributes: dict[str, str | None]) -> None:
        if content := attributes.get("content"):
            for key in ("property", "name", "http-equiv"):
                if name := attributes.get(key):
                    _put(self.meta, name.strip().lower(), content)

    def _add_link(self, attributes: dict[str, str | None]) -> None:
        rel, href = attributes.get("rel"), attributes.get("href")
        if rel and href and rel != "stylesheet":
            for word in _words(rel):
                _put(self.links, word, href)

    def each_meta(self, *names: str) -> Iterator[str]:
        """What meta elements of these names say, the first name's first."""
        for name in names:
            for content in self.meta.get(name, ()):
                if not content.isspace():
                    yield content

    def items(self, *properties: str) -> list[int]:
        """Microdata: the elements of these properties, in lower case, the first property's first."""
        return [index for name in properties for index in self._marked["itemprop"].get(name, ())]

    def anchors(self, rel: str) -> list[int]:
        """The `a` elements of this relation."""
        return [index for index in self._marked["rel"].get(rel, ()) if self.page.tag[index] != _LINK]

    @cached_property
    def author_hints(self) -> list[int]:
        """Elements whose class says that they name who wrote something."""
        return self._with_class(_OF_AUTHORS)

    @cached_property
    def date_hints(self) -> list[int]:
        """Elements whose class says that they name a day."""
        return self._with_class(_OF_DATES)

    @cached_property
    def _marked(self) -> dict[str, dict[str, list[int]]]:
        """The elements that have an itemprop or a rel, by the words of it."""
        marked: dict[str, dict[str, list[int]]] = {"itemprop": {}, "rel": {}}
        every = self.page.attributes
        for index in [index for index, own in enumerate(every) if own and ("itemprop" in own or "rel" in own)]:
            for key, lists in marked.items():
                for word in _words(every[index].get(key)):
                    _put(lists, word, index)
        return marked

    @cached_property
    def _classes(self) -> list[tuple[str, str]]:
        """The different values of class, as they stand and in lower case: few beside the elements that have them."""
        different = {own["class"] for own in self.page.attributes if own and "class" in own}
        return [(value, value.lower()) for value in different if value and len(value) <= _MAX_ATTRIBUTE_LENGTH]

    def _with_class(self, parts: Sequence[str]) -> list[int]:
        wanted = {value for part in parts for value, lowered in self._classes if part in lowered}
        if not wanted:
            return []
        nodes = [index for index, own in enumerate(self.page.attributes) if own and own.get("class") in wanted]
        return nodes[:_MAX_ELEMENTS]


def _words(value: str | None) -> list[str]:
    return value[:_MAX_ATTRIBUTE_LENGTH].lower().split() if value else []


def _put(lists: dict[str, list[Value]], key: str, value: Value) -> None:
    values = lists.get(key)
    if values is None:
        if len(lists) < _MAX_KINDS:
            lists[key] = [value]
    elif len(values) < _MAX_ELEMENTS:
        values.append(value)
