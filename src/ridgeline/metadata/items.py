"""Microdata, RDFa and Open Graph in the form of JSON-LD: nodes with @type and keys of schema.org."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ..page import Page, elements
from .jsonld import Json
from .sources import Sources
from .surroundings import shown_text

_MAX_ITEMS = 8  # of one kind on a page, outermost
_MAX_PROPERTIES = 400  # of one of them, those of items inside of it included
_MAX_NESTED = 3
_MAX_TEXT = 2_000
_LINES = tuple(elements.CODES[name] for name in ("li", "p"))
_VALUES = ("content", "datetime", "href", "src", "value")  # attributes that hold a value; else the text does


class Syntax(NamedTuple):
    """The attributes of a way to write structured data into elements."""

    type: str
    property: str


MICRODATA, RDFA = Syntax("itemtype", "itemprop"), Syntax("typeof", "property")


Typed = list[tuple[int, list[str]]]  # items, and their types in lower case


def find_items(page: Page, nodes: list[int], syntax: Syntax, ends: tuple[str, ...]) -> Typed:
    """Return those of some items with a type that ends so."""
    typed = ((node, [name.lower() for name in _types(page, node, syntax)]) for node in nodes)
    return [(node, names) for node, names in typed if any(name.endswith(ends) for name in names)]


def read_items(page: Page, syntax: Syntax, items: Typed, ends: tuple[str, ...]) -> list[Json]:
    """Return the outermost of some items whose type ends so, as nodes."""
    found: list[Json] = []
    end = 0
    for node, names in items:
        if node >= end and any(name.endswith(ends) for name in names):
            found.append(_Reader(page, syntax).read(node))
            end = int(page.end[node])
            if len(found) == _MAX_ITEMS:
                break
    return found


def _types(page: Page, node: int, syntax: Syntax) -> list[str]:
    return (page.value(node, syntax.type) or "")[:_MAX_TEXT].split()


class _Reader:
    def __init__(self, page: Page, syntax: Syntax) -> None:
        self.page, self.syntax = page, syntax
        self.left = _MAX_PROPERTIES
        having = page.having(syntax.property)
        self.having = having if isinstance(having, list) else list(having)

    def read(self, item: int, depth: int = _MAX_NESTED) -> Json:
        """Return an item with its properties, and the items in those."""
        page, syntax = self.page, self.syntax
        made: Json = {"@type": _types(page, item, syntax)}
        inside = item  # the end of the item inside of this one that was read last
        for node in self._properties(item):
            if node < inside or self.left <= 0:
                continue
            self.left -= 1
            value: Json | str
            if page.value(node, syntax.type) is not None and depth > 0:
                value, inside = self.read(node, depth - 1), int(page.end[node])
            else:
                value = self._value(node)
            for name in (page.value(node, syntax.property) or "")[:_MAX_TEXT].split():
                _add(made, name.rpartition(":")[2].rpartition("/")[2], value)
        return made

    def _properties(self, item: int) -> list[int]:
        first = bisect_right(self.having, item)
        return self.having[first : bisect_left(self.having, int(self.page.end[item]))]

    def _value(self, node: int) -> str:
        stated = (self.page.value(node, name) for name in _VALUES)
        return next((value for value in stated if value), None) or self._text(node)

    def _text(self, node: int) -> str:
        """Return the text of an element, one line for each of its items or paragraphs."""
        page = self.page
        inside = page.tag[node : page.end[node]]
        for tag in _LINES:
            lines = (node + np.flatnonzero(inside == tag)[:_MAX_PROPERTIES]).tolist()
            if len(lines) > 1:
                return "\n".join(shown_text(page, line, _MAX_TEXT) for line in lines)
        return shown_text(page, node, _MAX_TEXT)


def _add(node: Json, key: str, value: Json | str) -> None:
    """Add a value to those at a key: one stands alone, several are a list."""
    if key not in node:
        node[key] = value
    elif isinstance(node[key], list):
        node[key].append(value)
    else:
        node[key] = [node[key], value]


def read_graph(sources: Sources, names: Mapping[str, str]) -> Json:
    """Return what Open Graph says, by a table of its names and of paths in schema.org."""
    made: Json = {}
    for name, path in names.items():
        *above, last = path.split(".")
        for content in sources.each_meta(name):
            inner = made
            for key in above:
                inner = inner.setdefault(key, {})
            inner.setdefault(last, content)
            break
    return made
