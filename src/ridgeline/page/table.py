"""A web page as columns: parsed once, never changed, shared by every algorithm.

A Page holds a row for every element and every text node, in document order: node 0 is `html`, the descendants of
node i are i+1 … end[i]-1. Comments are not kept. A Node is a thin view of one row, made on demand.

The leaves are what a reader can see: text nodes that hold more than white space, and replaced elements (images,
videos, embeds, formulas, form controls). They are the common currency: every extractor answers with the leaves it
keeps, and a leaf is named by its position in `Page.leaves`. Text in script, style, template and the like (see
`elements.SILENT_NAMES`) and fallback text inside replaced elements are not leaves. A declarative shadow root is
attached to its host, as browsers do. JSON-LD and application state stay reachable through `Page.scripts`.

Hidden leaves are leaves, since tabs and "read more" hide content that readers open; `Page.hidden` tells them apart.
`noscript` is treated the same way. It mostly holds "please enable JavaScript", tracking pixels and second copies of
lazy images, so it counts as hidden; but on a page that shows less outside of it than inside, it is the content (19 of
the 1,497 pages of wcxb-dev, mostly forums, keep their text only there).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from . import elements
from .columns import Attributes, BoolColumn, Columns, IntColumn, ends_of, follow
from .layout import Layout

_TEXT = elements.CODES[elements.TEXT]
_HIDING_STYLE = re.compile(r"(?:^|[;\s])(?:display\s*+:\s*+none|visibility\s*+:\s*+hidden)(?![\w-])", re.IGNORECASE)
_MAX_NOTICE_CHARACTERS = 250  # "this site needs JavaScript" is never longer


class Break(IntEnum):
    """What a reader sees between two neighbouring leaves, weakest first."""

    NOTHING = 0  # they may be parts of one word
    SPACE = 1
    LINE = 2
    PARAGRAPH = 3


@dataclass(frozen=True, eq=False, repr=False)
class Page:
    """The columns of one page. Arrays are read-only; two threads may use one Page."""

    source: str  # the HTML as text, decoded, as much of it as was read
    parent: IntColumn  # -1 for the root
    end: IntColumn  # one past the last descendant
    tag: IntColumn  # codes of `elements`; names beyond them are in `names`
    names: tuple[str, ...]  # code → name
    attributes: tuple[Attributes, ...]  # by node; an attribute without a value has None
    text: tuple[str, ...]  # by node; "" for elements
    blank: BoolColumn  # by node: whether it is a text node that holds only white space
    by_attribute: Mapping[str, Sequence[int]]  # the nodes that have an attribute of this name, in document order
    url: str | None = None  # the address of the page, if it is known
    encoding: str | None = None  # that the bytes were decoded from; None if the page was given as text
    cuts: frozenset[str] = field(default_factory=frozenset)  # the limits that cut something off
    layout: Layout | None = None  # where its nodes stand, once a browser rendered it: see `ridgeline.render`
    carrier: str | None = None  # of a page rebuilt from data: where that was found (`ridgeline.embedded`)
    original: "Page | None" = None  # and the page that carried it

    def __post_init__(self) -> None:
        for column in (self.parent, self.end, self.tag, self.blank):
            column.setflags(write=False)

    @classmethod
    def from_columns(
        cls,
        columns: Columns,
        *,
        source: str = "",
        url: str | None = None,
        encoding: str | None = None,
    ) -> "Page":
        """The page that has these columns."""
        return cls(
            source=source,
            parent=columns.parent,
            end=ends_of(columns.parent),
            tag=columns.tag,
            names=columns.names,
            attributes=columns.attributes,
            text=columns.text,
            blank=columns.blank,
            by_attribute=columns.by_attribute,
            url=url,
            encoding=encoding,
            cuts=columns.cuts,
        )

    def __len__(self) -> int:
        """The number of nodes."""
        return len(self.parent)

    def __repr__(self) -> str:
        return f"<Page {self.url or self.title or 'untitled'!r}: {len(self)} nodes, {len(self.leaves)} leaves>"

    def __getitem__(self, index: int) -> "Node":
        """The node at this row."""
        return Node(self, range(len(self))[index])

    # Columns that follow from the others, computed when first asked for.

    def has_tag(self, table: BoolColumn) -> BoolColumn:
        """By node: whether its tag is in a table of `elements`."""
        answer: BoolColumn = table.take(self.tag, mode="clip")  # the last entry stands for all unknown names
        return answer

    def nearest(self, flagged: BoolColumn) -> IntColumn:
        """By node: the nearest ancestor or self that is flagged, -1 where there is none."""
        own = np.arange(len(self), dtype=np.int32)
        above = np.where(flagged, own, self.parent)
        above[0] = 0
        above = follow(above)
        return np.where(flagged.take(above), above, np.int32(-1))

    def inside(self, flagged: BoolColumn) -> BoolColumn:
        """By node: whether it or an ancestor is flagged."""
        roots = np.flatnonzero(flagged)
        if not len(roots):
            return np.zeros(len(self), dtype=np.bool_)
        closed = np.bincount(self.end[roots], minlength=len(self) + 1)
        answer: BoolColumn = np.cumsum(flagged - closed[:-1]) > 0
        return answer

    def having(self, attribute: str) -> Sequence[int]:
        """The nodes that have this attribute, in document order."""
        return self.by_attribute.get(attribute, ())

    @cached_property
    def depth(self) -> IntColumn:
        """By node: the number of ancestors."""
        closed = np.bincount(self.end, minlength=len(self) + 1)
        depth = (np.arange(len(self)) - np.cumsum(closed[:-1])).astype(np.int32)
        depth.setflags(write=False)
        return depth

    @cached_property
    def hidden(self) -> BoolColumn:
        """By node: whether the markup itself hides it: `hidden`, an inline style, a closed dialog, a noscript."""
        flags = np.zeros(len(self), dtype=np.bool_)
        flags[[row for row in (*self.having("style"), *self.having("hidden")) if _hides(self.attributes[row])]] = True
        for index in np.flatnonzero(self.tag == elements.CODES["dialog"]).tolist():
            flags[index] |= "open" not in self.attributes[index]
        noscript = self.tag == elements.CODES["noscript"]
        if noscript.any() and not self._is_content(self.inside(noscript)):
            flags |= noscript
        hidden = self.inside(flags)
        hidden.setflags(write=False)
        return hidden

    def _is_content(self, noscript: BoolColumn) -> bool:
        """Whether what stands in noscript is most of the text, and more than a notice."""
        lengths = np.fromiter(map(len, self.leaf_text), np.int64, len(self.leaves))
        inside = lengths[noscript[self.leaves]].sum()
        return bool(inside > _MAX_NOTICE_CHARACTERS and 2 * inside > lengths.sum())

    @cached_property
    def preformatted(self) -> BoolColumn:
        """By node: whether its white space is shown as it stands."""
        preformatted = self.inside(self.has_tag(elements.PREFORMATTED))
        preformatted.setflags(write=False)
        return preformatted

    @cached_property
    def leaves(self) -> IntColumn:
        """The nodes that a reader can see, in document order."""
        silent, speaking = self.has_tag(elements.SILENT), self.has_tag(elements.SPEAKING)
        if speaking.any():
            verdict = self.nearest(silent | speaking)
            shown = (verdict < 0) | speaking.take(verdict)
        else:
            shown = ~self.inside(silent)
        texts = (self.tag == _TEXT) & ~self.blank & shown
        # A replaced element is silent itself, so what counts is where it stands.
        replaced = self.has_tag(elements.REPLACED) & shown.take(self.parent)
        for index in np.flatnonzero(self.tag == elements.CODES["input"]).tolist():
            replaced[index] &= (self.attributes[index].get("type") or "").lower() != "hidden"
        # One that shows text (an object's fallback, HTML inside SVG) is a container; leaves never overlap.
        before = np.concatenate(([0], np.cumsum(texts)))
        replaced &= before.take(self.end) == before[:-1]
        outermost = replaced & ~self.inside(replaced).take(self.parent)
        leaves = np.flatnonzero(texts | outermost).astype(np.int32)
        leaves.setflags(write=False)
        return leaves

    @cached_property
    def block(self) -> IntColumn:
        """By node: the nearest ancestor or self that starts on a line of its own; at the root there is one."""
        block = self.nearest(self.has_tag(elements.BLOCK))
        block.setflags(write=False)
        return block

    @cached_property
    def breaks(self) -> IntColumn:
        """By leaf: what stands between it and the leaf before: a `Break`. The first leaf starts a paragraph."""
        is_block, boxes = self.has_tag(elements.BLOCK), self.has_tag(elements.BOX)
        lines = self._between_leaves(self.tag == elements.CODES["br"])
        is_text = self.tag.take(self.leaves) == _TEXT
        breaks = np.full(len(self.leaves), Break.NOTHING, dtype=np.int32)
        between = breaks[1:]
        between[(self._between_leaves(self.blank) > 0) | ~(is_text[1:] & is_text[:-1])] = Break.SPACE
        if boxes.any():
            box = self.nearest(boxes).take(self.leaves)
            between[(box[1:] != box[:-1]) | (self._between_leaves(boxes) > 0)] = Break.SPACE
        between[lines == 1] = Break.LINE
        # Two line breaks with nothing but white space between them are how the older web makes a paragraph.
        block = self.block.take(self.leaves)
        between[(lines > 1) | (block[1:] != block[:-1]) | (self._between_leaves(is_block) > 0)] = Break.PARAGRAPH
        breaks[:1] = Break.PARAGRAPH
        breaks.setflags(write=False)
        return breaks

    def _between_leaves(self, flagged: BoolColumn) -> npt.NDArray[np.int64]:
        """By leaf but the first: how many nodes after the leaf before it, up to itself, are flagged."""
        return np.diff(np.cumsum(flagged).take(self.leaves))

    @cached_property
    def leaf_text(self) -> tuple[str, ...]:
        """By leaf: its text, "" for replaced elements."""
        return tuple(map(self.text.__getitem__, self.leaves.tolist()))

    @cached_property
    def title(self) -> str | None:
        """What the `title` element says, white space folded."""
        for index in np.flatnonzero(self.tag == elements.CODES["title"]).tolist():
            if self.names[self.tag[self.parent[index]]] != "svg" and (words := self[index].text_content.split()):
                return " ".join(words)
        return None

    def scripts(self, kind: str | None = None) -> Iterator["Node"]:
        """The script elements, all or those of one `type` such as "application/ld+json"; `text_content` is the code."""
        for index in np.flatnonzero(self.tag == elements.CODES["script"]).tolist():
            if kind is None or (self.attributes[index].get("type") or "").split(";")[0].strip().lower() == kind:
                yield self[index]

    def find(self, *names: str) -> Iterator["Node"]:
        """The elements with one of these names, in document order."""
        codes = [code for code, name in enumerate(self.names) if name in names]
        return (self[index] for index in np.flatnonzero(np.isin(self.tag, codes)).tolist())


def _hides(attributes: Attributes) -> bool:
    if "hidden" in attributes and attributes["hidden"] != "until-found":
        return True
    style = attributes.get("style")
    # Most styles hide nothing, and to see that is ten times cheaper than to search for what does.
    return style is not None and _may_hide(style.lower()) and bool(_HIDING_STYLE.search(style))


def _may_hide(style: str) -> bool:
    return "none" in style or "hidden" in style


@dataclass(frozen=True, slots=True)
class Node:
    """One row of a page."""

    page: Page
    index: int

    @property
    def tag(self) -> str:
        """The element's name, "#text" for a text node."""
        return self.page.names[int(self.page.tag[self.index])]

    @property
    def attributes(self) -> Attributes:
        """The attributes as written; None is the value of an attribute that has none."""
        return self.page.attributes[self.index]

    def get(self, name: str) -> str | None:
        """The value of an attribute, "" when it has none, None when it is not there."""
        attributes = self.page.attributes[self.index]
        return (attributes[name] or "") if name in attributes else None

    @property
    def text(self) -> str:
        """A text node's own text, "" for elements."""
        return self.page.text[self.index]

    @property
    def text_content(self) -> str:
        """All text of the subtree as it stands in the source, joined with nothing between."""
        return "".join(self.page.text[self.index : self.page.end[self.index]])

    @property
    def parent(self) -> "Node | None":
        """The element around this node."""
        above = int(self.page.parent[self.index])
        return Node(self.page, above) if above >= 0 else None

    @property
    def ancestors(self) -> "Iterator[Node]":
        """The elements around this node, innermost first."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent

    @property
    def children(self) -> "Iterator[Node]":
        """The nodes right below this one."""
        index, end = self.index + 1, int(self.page.end[self.index])
        while index < end:
            yield Node(self.page, index)
            index = int(self.page.end[index])

    @property
    def path(self) -> tuple[str, ...]:
        """The names from the root down to this node."""
        return tuple(node.tag for node in (self, *self.ancestors))[::-1]
