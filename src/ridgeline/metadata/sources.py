"""Collects the elements that may hold metadata: meta, link, time and h1, and elements with telling attributes."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeVar

import numpy as np

from ..page import Page, elements

Value = TypeVar("Value")

_MAX_ELEMENTS = 200  # of one kind: more than real pages have, and few enough to check each
_MAX_KINDS = 2_000
_MAX_ATTRIBUTE_LENGTH = 1_000
_META, _LINK, _TIME = (elements.CODES[name] for name in "meta link time".split())
_COLLECTED = elements.table("meta link time h1".split())

# Parts of class names.
_AUTHOR_CLASSES = (
    *("author", "byline", "by-line", "by_line", "writer", "contributor", "reporter", "posted-by", "posted_by"),
    *("username", "user-name", "user_name"),
)
_DATE_CLASSES = ("date", "time", "publish", "posted", "meta")


class Sources:
    """Values and nodes by kind, each list in document order and bounded.

    The elements named above are collected at once; what needs a pass over all elements is collected when first used.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.meta: dict[str, list[str]] = {}  # name or property in lower case → contents
        self.links: dict[str, list[str]] = {}  # a word of rel → URLs of `link` elements
        self.times: list[int] = []
        self.headings: list[int] = []  # h1
        nodes = np.flatnonzero(page.has_tag(_COLLECTED))
        for index, code in zip(nodes.tolist(), page.tag[nodes].tolist(), strict=True):
            attributes = page.attributes[index]
            if code == _META:
                self._add_meta(attributes)
            elif code == _LINK:
                self._add_link(attributes)
            elif code == _TIME:
                self.times.append(index)
            else:
                self.headings.append(index)

    def _add_meta(self, attributes: dict[str, str | None]) -> None:
        if content := attributes.get("content"):
            for key in ("property", "name", "http-equiv"):
                if name := attributes.get(key):
                    _append(self.meta, name.strip().lower(), content)

    def _add_link(self, attributes: dict[str, str | None]) -> None:
        rel, href = attributes.get("rel"), attributes.get("href")
        if rel and href and rel != "stylesheet":
            for word in _words(rel):
                _append(self.links, word, href)

    def each_meta(self, *names: str) -> Iterator[str]:
        """Yield the contents of the meta elements with these names, those of the first name first."""
        for name in names:
            for content in self.meta.get(name, ()):
                if not content.isspace():
                    yield content

    def items(self, *properties: str) -> list[int]:
        """Return the microdata elements with these properties (lower case), those of the first property first."""
        return [index for name in properties for index in self._marked["itemprop"].get(name, ())]

    def anchors(self, rel: str) -> list[int]:
        """Return the `a` elements with this `rel`."""
        return [index for index in self._marked["rel"].get(rel, ()) if self.page.tag[index] != _LINK]

    @cached_property
    def author_hints(self) -> list[int]:
        """Elements with a class for authors."""
        return self._with_class(_AUTHOR_CLASSES)

    @cached_property
    def date_hints(self) -> list[int]:
        """Elements with a class for dates."""
        return self._with_class(_DATE_CLASSES)

    @cached_property
    def _marked(self) -> dict[str, dict[str, list[int]]]:
        """The elements with an itemprop or a rel, by attribute and by each word of it."""
        marked: dict[str, dict[str, list[int]]] = {"itemprop": {}, "rel": {}}
        every = self.page.attributes
        for index in [index for index, own in enumerate(every) if own and ("itemprop" in own or "rel" in own)]:
            for key, lists in marked.items():
                for word in _words(every[index].get(key)):
                    _append(lists, word, index)
        return marked

    @cached_property
    def _classes(self) -> list[tuple[str, str]]:
        """The distinct values of class, as written and in lower case: far fewer than the elements that have one."""
        distinct = {own["class"] for own in self.page.attributes if own and "class" in own}
        return [(value, value.lower()) for value in distinct if value and len(value) <= _MAX_ATTRIBUTE_LENGTH]

    def _with_class(self, parts: Sequence[str]) -> list[int]:
        wanted = {value for part in parts for value, lowered in self._classes if part in lowered}
        if not wanted:
            return []
        nodes = [index for index, own in enumerate(self.page.attributes) if own and own.get("class") in wanted]
        return nodes[:_MAX_ELEMENTS]


def _words(value: str | None) -> list[str]:
    return value[:_MAX_ATTRIBUTE_LENGTH].lower().split() if value else []


def _append(lists: dict[str, list[Value]], key: str, value: Value) -> None:
    values = lists.get(key)
    if values is None:
        if len(lists) < _MAX_KINDS:
            lists[key] = [value]
    elif len(values) < _MAX_ELEMENTS:
        values.append(value)
