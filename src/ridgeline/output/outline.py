"""The outline of the kept leaves: a tree of elements and paragraphs, the same for every format.

Outline    the tree of one extraction, in the core (outline.h), which writes Markdown and HTML from it
Paragraph  the leaves between two borders of block elements, with the role that they have: "h2", "li" … or "p"
Part       an element or a paragraph of a tree that is to be changed: `Outline.tree`, `Outline.rebuilt`
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..page import IntColumn, Page
from ..text.notation import given_notation
from ..text.urls import encodable
from .options import max_leaves

if TYPE_CHECKING:
    from .._native import _core
    from .options import OutputOptions

# By code of the core.
KINDS = (
    "p lines html h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table tr td th caption blockquote figure figcaption details "
    "summary pre hr"
).split()
_CODES = {kind: code for code, kind in enumerate(KINDS)}
_LINKS = {"none": 0, "inline": 1, "references": 2}


class Paragraph(NamedTuple):
    """A paragraph in its place."""

    role: str  # the element that it is in: "h2", "li", "td" …, "p" for any other
    first: int  # its leaves, positions in `Outline.leaves`: the first, and one past the last
    end: int
    text: str  # as a browser shows it


@dataclass(slots=True)
class Part:
    """An element with its parts, or a paragraph ("p", preformatted "lines") with its leaves."""

    kind: str  # of `KINDS`
    node: int = -1  # -1 where the page has no such element
    parts: "list[Part]" = field(default_factory=list)
    first: int = 0  # of a paragraph: its leaves, positions in `Outline.leaves`
    end: int = 0

    @property
    def is_paragraph(self) -> bool:
        """Whether it holds leaves, and no parts."""
        return self.kind in ("p", "lines")

    def walk(self) -> "Iterator[Part]":
        """Yield all parts inside of it, in document order."""
        for part in self.parts:
            yield part
            yield from part.walk()


class NewLeaf(NamedTuple):
    """A text that the page does not have, and where it links to."""

    text: str
    url: str | None = None


class Outline:
    """The kept leaves of a page as a tree."""

    def __init__(self, page: Page, core: "_core.Outline") -> None:
        self.page = page
        self.core = core

    @classmethod
    def of(cls, page: Page, keep: IntColumn) -> "Outline":
        """Return the outline of the kept leaves, as many as one may have."""
        if len(keep) > max_leaves(page):
            keep = keep[: max_leaves(page)]
            page = page.beginning(
                int(page.leaves[keep[-1]]) + 1
            )  # columns of all the rest would take most of the memory
        leaves, url = np.ascontiguousarray(keep, dtype=np.int32), encodable(page.url)
        core = page.core.outline(leaves, None, url) or page.core.outline(leaves, given_notation(page, keep), url)
        assert core is not None, "what Python wrote is never asked for again"  # noqa: S101
        return cls(page, core)

    @property
    def leaves(self) -> IntColumn:
        """By leaf its position in `page.leaves`, -1 where the page has no such leaf."""
        return np.frombuffer(self.core.leaves()[0], dtype=np.int32)

    def paragraphs(self) -> Iterator[Paragraph]:
        """Yield all paragraphs in document order."""
        return map(Paragraph._make, self.core.paragraphs())

    def write_markdown(self, options: "OutputOptions", title: str | None) -> str:
        """Return Markdown that begins with the title, where one is given."""
        return self.core.markdown(*self._options(options, title))

    def write_html(self, options: "OutputOptions", title: str | None, *, is_numbered: bool = False) -> str:
        """Return HTML; on demand every leaf stands in an element with its number, and nothing can be followed."""
        return self.core.html(*self._options(options, title), is_numbered)

    def _options(self, options: "OutputOptions", title: str | None) -> "tuple[int, bool, bool, bool, int, str | None]":
        links = _LINKS[options.links]
        return links, options.images, options.tables, options.formatting, options.heading_offset, encodable(title)

    def tree(self) -> Part:
        """Return the tree as objects, to be changed and given to `rebuilt`."""
        kinds, nodes, ends, firsts, lasts = (np.frombuffer(column, np.int32).tolist() for column in self.core.parts())
        root = Part("html", 0)
        opened = [(root, len(kinds))]
        for index, kind in enumerate(kinds):
            while index >= opened[-1][1]:
                opened.pop()
            part = Part(KINDS[kind], nodes[index], [], firsts[index], lasts[index])
            opened[-1][0].parts.append(part)
            if ends[index] > index + 1:
                opened.append((part, ends[index]))
        return root

    def rebuilt(self, root: Part, new: "list[NewLeaf]") -> "Outline":
        """Return the outline with other parts; new leaves follow those that it has."""
        rows: list[tuple[int, int, int, int, int]] = []
        _number(root, rows)
        columns = np.array(rows, dtype=np.int32).reshape(-1, 5).T
        parts = tuple(np.ascontiguousarray(column) for column in columns)
        texts = [encodable(leaf.text) or "" for leaf in new]
        return Outline(self.page, self.core.rebuilt(parts, texts, [encodable(leaf.url) for leaf in new]))


def _number(element: Part, rows: list[tuple[int, int, int, int, int]]) -> None:
    """Add the parts of an element to the rows of columns: kind, node, end, first and last leaf."""
    for part in element.parts:
        place = len(rows)
        rows.append((0, 0, 0, 0, 0))
        _number(part, rows)
        rows[place] = (_CODES[part.kind], part.node, len(rows), part.first, part.end)
