"""The outline of the kept leaves: a tree of elements and paragraphs, the same for every format.

Outline    the tree of one extraction, in the core (outline.h), which writes Markdown and HTML from it
Paragraph  the leaves between two borders of block elements, with the role that they have: "h2", "li" … or "p"
Draft      the tree as objects that can be changed: `Part`s, and leaves in the place of others or beside them
"""

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .. import _native
from ..page import IntColumn, Page
from ..page.cache import cached_property
from ..text.formulas import write_formulas
from ..text.invisible import encodable
from .options import max_leaves

if TYPE_CHECKING:
    from .._native import _core
    from .options import OutputOptions

KINDS = _native.core.part_names()  # of parts, by code
_CODES = {kind: code for code, kind in enumerate(KINDS)}
_LINKS = {"none": 0, "inline": 1, "references": 2}
_CLEAN = 4  # added to the number of a way to write links
_PLAIN_CALLOUTS = 2  # more than whether there is formatting


class LeafKind(IntEnum):
    """What a leaf is: `RL_LEAF_…` of the core."""

    TEXT = 0
    FORMULA = 1
    OTHER = 2  # a picture, a player, a form control
    REFERENCE = 3  # to a footnote; its text is the label of that
    PICTURE = 4  # that is no `img`: without a text, and its source is its address
    INDENT = 5  # white space at the beginning of a line that stays


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
    label: str | None = None  # of a "pre": its language; of a "callout": its kind; of a "note": what refers to it

    @property
    def is_paragraph(self) -> bool:
        """Whether it holds leaves, and no parts."""
        return self.kind in ("p", "lines")

    def walk(self) -> "Iterator[Part]":
        """Yield all parts inside of it, in document order."""
        for part in self.parts:
            yield part
            yield from part.walk()


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
        core = page.core.outline(leaves, None, url) or page.core.outline(leaves, write_formulas(page, leaves), url)
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

    def write_blocks(self, options: "OutputOptions", title: str | None) -> tuple[bytes, bytes]:
        """Return the same as UTF-8, and its blocks: rows of kind, first and last node, start and stop in bytes."""
        return self.core.blocks(*self._options(options, title))

    def write_html(self, options: "OutputOptions", title: str | None, *, is_numbered: bool = False) -> str:
        """Return HTML; on demand every leaf stands in an element with its number, and nothing can be followed."""
        return self.core.html(*self._options(options, title), is_numbered)

    def _options(self, options: "OutputOptions", title: str | None) -> "tuple[int, bool, int, int, int, str | None]":
        links = _LINKS[options.links] + (_CLEAN if options.clean_links else 0)
        tables = 0 if not options.tables else 2 if options.repeat_spans else 1
        formatting = options.formatting + (0 if options.alerts else _PLAIN_CALLOUTS)
        return links, options.images, tables, formatting, options.heading_offset, encodable(title)

    def tree(self) -> Part:
        """Return the tree as objects."""
        *columns, labels = self.core.parts()
        kinds, nodes, ends, firsts, lasts = (np.frombuffer(column, np.int32).tolist() for column in columns)
        root = Part("html", 0)
        opened = [(root, len(kinds))]
        for index, kind in enumerate(kinds):
            while index >= opened[-1][1]:
                opened.pop()
            part = Part(KINDS[kind], nodes[index], [], firsts[index], lasts[index], labels[index])
            opened[-1][0].parts.append(part)
            if ends[index] > index + 1:
                opened.append((part, ends[index]))
        return root


class Draft:
    """An outline whose parts and leaves can be changed."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.page = outline.page
        self._changed: list[_core.NewLeaf] = []

    @cached_property
    def root(self) -> Part:
        """The tree, which may be changed in place."""
        return self.outline.tree()

    @cached_property
    def nodes(self) -> list[int]:
        """By leaf: its node."""
        nodes: list[int] = np.frombuffer(self.outline.core.leaves()[1], dtype=np.int32).tolist()
        return nodes

    @cached_property
    def texts(self) -> dict[int, str]:
        """The texts of paragraphs, by their first leaf, as they were before any change."""
        return {paragraph.first: paragraph.text for paragraph in self.outline.paragraphs()}

    def change(
        self, leaf: int, text: str, kind: LeafKind = LeafKind.TEXT, source: str | None = None, gap: int = -1
    ) -> None:
        """Let a leaf show another text, after another break where one is given; "" is not written."""
        self._changed.append((leaf, -1, -1, int(kind), gap, encodable(text) or "", encodable(source), None))

    def add(self, text: str, kind: LeafKind = LeafKind.TEXT, url: str | None = None) -> int:
        """Add a leaf that the page does not have, after all others, and return its position."""
        self._changed.append((len(self.nodes), -1, -1, int(kind), -1, encodable(text) or "", None, encodable(url)))
        self.nodes.append(-1)
        return len(self.nodes) - 1

    def add_indent(self, width: int, gap: int = -1) -> int:
        """Add as many em spaces at the beginning of a line, after a break, and return their position."""
        self._changed.append((len(self.nodes), -1, -1, int(LeafKind.INDENT), gap, "\u2003" * width, None, None))
        self.nodes.append(-1)
        return len(self.nodes) - 1

    def add_picture(self, node: int, address: str) -> int:
        """Add the picture that an element shows, which is labelled by it, and return its position."""
        self._changed.append((len(self.nodes), -1, node, int(LeafKind.PICTURE), -1, "", encodable(address), None))
        self.nodes.append(node)
        return len(self.nodes) - 1

    def copy(self, leaf: int, text: str | None = None, gap: int = -1) -> int:
        """Add a copy of a leaf, with another text and another break before it where they are given."""
        self._changed.append((len(self.nodes), leaf, -1, 0, gap, encodable(text), None, None))
        self.nodes.append(self.nodes[leaf])
        return len(self.nodes) - 1

    def move(self, first: int, end: int) -> Part:
        """Take leaves out of their paragraph, and return one that holds them."""
        start = len(self.nodes)
        for leaf in range(first, end):
            self.copy(leaf)
            self.change(leaf, "")
        return Part("p", first=start, end=len(self.nodes))

    def take(self, owners: Mapping[int, int]) -> dict[int, list[Part]]:
        """Take leaves out of the tree, and return the paragraphs that hold them, by owner."""
        taken: dict[int, list[Part]] = {}
        self._take(self.root, owners, taken)
        return taken

    def _take(self, element: Part, owners: Mapping[int, int], taken: dict[int, list[Part]]) -> None:
        left: list[Part] = []
        for part in element.parts:
            own = [leaf for leaf in range(part.first, part.end) if leaf in owners] if part.is_paragraph else []
            for owner in dict.fromkeys(owners[leaf] for leaf in own):
                inside = [leaf for leaf in own if owners[leaf] == owner]
                is_whole = inside[0] == part.first and inside[-1] == part.end - 1
                taken.setdefault(owner, []).append(part if is_whole else self.move(inside[0], inside[-1] + 1))
            if len(own) < part.end - part.first or not part.is_paragraph:
                left.append(part)
                self._take(part, owners, taken)
        element.parts = left

    def paragraph(self, *texts: tuple[str, str | None]) -> Part:
        """Return a paragraph of new leaves: texts, and where they link to."""
        first = len(self.nodes)
        for text, url in texts:
            self.add(text, url=url)
        return Part("p", first=first, end=len(self.nodes))

    def finished(self) -> Outline:
        """Return the outline as it is now."""
        columns = tuple(array("i") for _ in range(5))
        labels: list[str | None] = []
        _number(self.root, columns, labels)
        arrays = tuple(np.array(column, dtype=np.int32) for column in columns)
        return Outline(self.page, self.outline.core.rebuilt(arrays, labels, self._changed))


def _number(element: Part, columns: tuple["array[int]", ...], labels: list[str | None]) -> None:
    """Add the parts of an element to columns: kind, node, end, first and last leaf."""
    for part in element.parts:
        place = len(labels)
        for column, value in zip(columns, (_CODES[part.kind], part.node, 0, part.first, part.end), strict=True):
            column.append(value)
        labels.append(encodable(part.label))
        _number(part, columns, labels)
        columns[2][place] = len(labels)
