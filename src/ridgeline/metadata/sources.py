"""Collects the elements that may hold metadata: meta, link, time and h1, and elements with telling attributes."""

from collections.abc import Iterator
from itertools import islice
from typing import TypeVar

from ..page import Page, elements
from ..page.cache import cached_property

Value = TypeVar("Value")

_MAX_ELEMENTS = 200  # of one kind: more than real pages have, and few enough to check each
_MAX_KINDS = 2_000
_MAX_ATTRIBUTE_LENGTH = 1_000
_META, _LINK, _TIME, _H1 = (elements.CODES[name] for name in "meta link time h1".split())

# Parts of class names.
_AUTHOR_CLASSES = (
    *("author", "byline", "by-line", "by_line", "writer", "contributor", "reporter", "posted-by", "posted_by"),
    *("username", "user-name", "user_name"),
)
_DATE_CLASSES = ("date", "time", "publish", "posted", "meta")
_ANCHOR_RELS = ("author", "tag", "category", "license")
_LINK_RELS = frozenset({"canonical", "license", "image_src"})
_OTHER_RELS = frozenset("alternate dns-prefetch icon preconnect preload stylesheet".split())  # of most links


class Sources:
    """Values and nodes by kind, each list in document order and bounded.

    What meta and link elements say is collected at once, the rest when it is first used.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.meta: dict[str, list[str]] = {}  # name or property in lower case → contents
        self.links: dict[str, list[str]] = {}  # a word of rel, of those above → URLs of `link` elements
        for _, content, *names in page.tagged(_META, "content", "property", "name", "http-equiv"):
            if content and not content.isspace():
                for name in filter(None, names):
                    _append(self.meta, name.strip().lower(), content)
        for _, rel, href in page.tagged(_LINK, "rel", "href"):
            for word in _words(rel) if href and rel not in _OTHER_RELS else ():
                if word in _LINK_RELS:
                    _append(self.links, word, href)

    @cached_property
    def times(self) -> list[int]:
        """The `time` elements."""
        return [index for (index,) in self.page.tagged(_TIME)]

    @cached_property
    def headings(self) -> list[int]:
        """The h1 elements."""
        return [index for (index,) in self.page.tagged(_H1)]

    def each_meta(self, *names: str) -> Iterator[str]:
        """Return the contents of the meta elements with these names, those of the first name first."""
        meta = self.meta
        return iter([content for name in names if name in meta for content in meta[name]])

    def items(self, *properties: str) -> list[int]:
        """Return the microdata elements with these properties (lower case), those of the first property first."""
        return [index for name in properties for index in self._items.get(name, ())]

    def anchors(self, rel: str) -> list[int]:
        """Return the `a` elements with one of these words as `rel`: author, tag, category, license."""
        return [index for index in self._anchors.get(rel, ()) if self.page.tag[index] != _LINK]

    @cached_property
    def author_hints(self) -> list[int]:
        """Elements with a class for authors."""
        return self._with_class(_AUTHOR_CLASSES)

    @cached_property
    def date_hints(self) -> list[int]:
        """Elements with a class for dates."""
        return self._with_class(_DATE_CLASSES)

    @cached_property
    def _items(self) -> dict[str, list[int]]:
        return self._by_word(self.page.by_value("itemprop"))

    @cached_property
    def _anchors(self) -> dict[str, list[int]]:
        values: dict[str, list[int]] = {}
        for index in self.page.containing("rel", _ANCHOR_RELS):
            values.setdefault(self.page.value(index, "rel") or "", []).append(index)
        return self._by_word(values)

    def _by_word(self, values: dict[str, list[int]]) -> dict[str, list[int]]:
        """Return nodes by each word of an attribute, given by its values."""
        lists: dict[str, list[int]] = {}
        for value, nodes in values.items():
            for word in _words(value):
                if word in lists:
                    lists[word] = sorted((*lists[word], *nodes[:_MAX_ELEMENTS]))[:_MAX_ELEMENTS]
                elif len(lists) < _MAX_KINDS:
                    lists[word] = nodes[:_MAX_ELEMENTS]
        return lists

    def _with_class(self, parts: tuple[str, ...]) -> list[int]:
        nodes = self.page.containing("class", parts)
        short = (node for node in nodes if len(self.page.value(node, "class") or "") <= _MAX_ATTRIBUTE_LENGTH)
        return list(islice(short, _MAX_ELEMENTS))


def _words(value: str | None) -> list[str]:
    return value[:_MAX_ATTRIBUTE_LENGTH].lower().split() if value else []


def _append(lists: dict[str, list[Value]], key: str, value: Value) -> None:
    values = lists.get(key)
    if values is None:
        if len(lists) < _MAX_KINDS:
            lists[key] = [value]
    elif len(values) < _MAX_ELEMENTS:
        values.append(value)
