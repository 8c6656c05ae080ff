"""Selectors that might name a part of a site's pages: short, readable, and likely to hold on other pages.

    #story                  an id
    div.story               a tag with a class, an itemprop or a role
    article                 a tag
    div.story > p           a tag right inside of one of these
    div.story p             a tag anywhere inside of one

Names that machines make for one page or one release (post-1234, css-1x8ab2) are left out.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from ...page import BoolColumn, Page, elements

_NAME = re.compile(r"-?[A-Za-z_][\w-]{1,39}", re.ASCII)  # what needs no escapes
_VALUE = re.compile(r"[A-Za-z][A-Za-z-]{1,39}")
_PARTS = re.compile(r"[-_]+")
_MADE = re.compile(r"(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{4,}", re.IGNORECASE)  # letters and digits mixed: h4sh3d
_LAST_NUMBER = re.compile(r"\d*\D*\d?")  # a name may have one digit, as in col-6 or h2
_ATTRIBUTES = ("itemprop", "role")
_NOT_NAMED = frozenset({"html", "body", elements.TEXT})  # they are around everything
_MIN_CAPITALS = 3  # inside of a name without separators: bdVaJaXq
_MAX_CLASSES = 6  # of an element
_MAX_NODES = 20_000  # of a page that are looked at


def is_stable(name: str) -> bool:
    """Return whether a class or an id is likely to stand on other pages of a site, and after its next release."""
    if not _NAME.fullmatch(name) or sum(map(str.isdigit, name)) > 1 or any(map(_MADE.fullmatch, _PARTS.split(name))):
        return False
    return not any(_is_scrambled(part) for part in _PARTS.split(name))


def _is_scrambled(part: str) -> bool:
    """Return whether a part of a name changes its case as no words do: bdVaJaXq, not articleBodyText."""
    pieces = re.findall(r"[A-Z]?[a-z]+|[A-Z]+", part)
    return len(pieces) > _MIN_CAPITALS and sum(map(len, pieces)) / len(pieces) < _MIN_CAPITALS


class Elements:
    """The elements of a page that hold leaves, by the selectors that match them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._nodes: dict[str, list[int]] = {}
        named = np.zeros(len(page), dtype=np.bool_)
        for node in _holders(page):
            for css in simple_selectors(page, node):
                self._nodes.setdefault(css, []).append(node)
                named[node] |= not css.isalnum()
        self._anchor = page.nearest(named)

    def simple(self) -> Iterator[str]:
        """Yield the selectors of single elements."""
        return iter(self._nodes)

    def inner(self) -> Iterator[tuple[str, str, str]]:
        """Yield selectors of a plain tag inside of a named element: that, the combinator, the tag."""
        page = self.page
        for node in {int(parent) for parent in page.parent.take(page.leaves).tolist()}:
            above = int(page.parent[node])
            anchor = int(self._anchor[above]) if above >= 0 else -1
            if anchor < 0 or page.names[page.tag[node]] in _NOT_NAMED:
                continue
            tag = page.names[page.tag[node]]
            for css in simple_selectors(page, anchor):
                if not css.isalnum() and _NAME.fullmatch(f"_{tag}"):
                    yield css, (">" if anchor == above else " "), tag

    def leaves(self, css: str | tuple[str, str, str]) -> BoolColumn:
        """Return for each leaf whether it stands in an element that a selector of these matches, and is not hidden."""
        page = self.page
        flags = np.zeros(len(page), dtype=np.bool_)
        if isinstance(css, str):
            flags[self._nodes.get(css, [])] = True
        else:
            flags[self._nodes.get(css[0], [])] = True
            around = flags if css[1] == ">" else page.inside(flags)
            flags = around.take(np.maximum(page.parent, 0)) & (page.parent >= 0) & self._has_tag(css[2])
        answer: BoolColumn = page.inside(flags).take(page.leaves) & ~page.hidden.take(page.leaves)
        return answer

    def _has_tag(self, name: str) -> BoolColumn:
        codes = [code for code, own in enumerate(self.page.names) if own == name]
        return np.isin(self.page.tag, codes)


def _holders(page: Page) -> list[int]:
    """Return the elements around leaves, in document order."""
    found: set[int] = set()
    for node in page.parent.take(page.leaves).tolist():
        while node > 0 and node not in found and len(found) < _MAX_NODES:
            found.add(node)
            node = int(page.parent[node])
    return sorted(found)


def simple_selectors(page: Page, node: int) -> Iterator[str]:
    """Yield the selectors of one element."""
    tag = page.names[page.tag[node]]
    if tag in _NOT_NAMED or not _NAME.fullmatch(f"_{tag}"):
        return
    yield tag
    identity = page.value(node, "id")
    if identity and is_stable(identity):
        yield f"#{identity}"
    for name in list(dict.fromkeys((page.value(node, "class") or "").split()))[:_MAX_CLASSES]:
        if is_stable(name):
            yield f"{tag}.{name}"
    for attribute in _ATTRIBUTES:
        value = page.value(node, attribute)
        if value and _VALUE.fullmatch(value):
            yield f"{tag}[{attribute}={value}]"


def written(css: str | tuple[str, str, str]) -> str:
    """Return a selector as it is written in a rule."""
    if isinstance(css, str):
        return css
    anchor, combinator, tag = css
    return f"{anchor} > {tag}" if combinator == ">" else f"{anchor} {tag}"


def candidates(pages: Sequence[Elements], most: int) -> list[str | tuple[str, str, str]]:
    """Return the selectors of some pages, those on the most pages first, `most` of them at most."""
    counts: Counter[str | tuple[str, str, str]] = Counter()
    for own in pages:
        counts.update({*own.simple(), *own.inner()})
    ordered = sorted(counts, key=lambda css: (-counts[css], isinstance(css, tuple), len(written(css)), written(css)))
    return ordered[:most]
