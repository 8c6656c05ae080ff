"""A web page as columns: parsed once, never changed, shared by every algorithm.

    bytes ─decode→ str ─parse→ Page

A Page holds a row for every element and every text node, in document order: node 0 is `html`, the descendants of
node i are i+1 … end[i]-1. Comments are not kept. A Node is a thin view of one row, made on demand.

The leaves are what a reader can see: text nodes that hold more than white space, and replaced elements (images,
videos, embeds, formulas, form controls). They are the common currency: every extractor answers with the leaves it
keeps, and a leaf is named by its position in `Page.leaves`. What is no leaf: text in script, style, template and the
like (see `elements.SILENT_NAMES`); fallback text inside replaced elements. A declarative shadow root is attached to its
host, as browsers do. JSON-LD and application state stay reachable through `Page.scripts`.

Hidden leaves are leaves, since tabs and "read more" hide content that readers open; `Page.hidden` tells them apart.
So it is with `noscript`, which is what a reader sees whose browser runs no scripts: mostly "please enable JavaScript",
tracking pixels and second copies of lazy images, so it counts as hidden; but on a page that shows less without it than
in it, it is the content (19 of the 1,497 pages of wcxb-dev, forums mostly, keep their text only there).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property

import numpy as np
import numpy.typing as npt
from selectolax.lexbor import LexborHTMLParser, LexborNode

from . import elements
from .decode import decode
from .elements import BoolColumn
from .layout import Layout
from .limits import DEFAULT_LIMITS, Limits, flatten, tame

IntColumn = npt.NDArray[np.int32]
Attributes = dict[str, str | None]

_TEXT = elements.CODES[elements.TEXT]
_TEMPLATE = elements.CODES["template"]
_SILENT = frozenset(elements.CODES[name] for name in elements.SILENT_NAMES)
_HIDING_STYLE = re.compile(r"(?:^|[;\s])(?:display\s*+:\s*+none|visibility\s*+:\s*+hidden)(?![\w-])", re.IGNORECASE)
_NO_ATTRIBUTES: Attributes = {}
_LONGEST_NOTICE = 250  # characters that "this site needs JavaScript" takes at the most


class Break(IntEnum):
    """What a reader sees between two neighbouring leaves, weakest first."""

    NOTHING = 0  # they may be parts of one word
    SPACE = 1
    LINE = 2
    PARAGRAPH = 3


@dataclass(frozen=True, eq=False, repr=False)
class Page:
    """The columns of one page. Arrays are read-only; two threads may use one Page."""

    source: str
    parent: IntColumn  # -1 for the root
    end: IntColumn  # one past the last descendant
    tag: IntColumn  # codes of `elements`; names beyond them are in `names`
    names: tuple[str, ...]  # code → name
    attributes: tuple[Attributes, ...]  # by node; an attribute without a value has None
    text: tuple[str, ...]  # by node; "" for elements
    url: str | None = None
    encoding: str | None = None
    cuts: frozenset[str] = field(default_factory=frozenset)  # the limits that cut something off
    layout: Layout | None = None  # where its nodes stand, once a browser rendered it: see `ridgeline.render`

    def __post_init__(self) -> None:
        for column in (self.parent, self.end, self.tag):
            column.setflags(write=False)

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
        answer: BoolColumn = table[np.minimum(self.tag, elements.UNKNOWN)]
        return answer

    def nearest(self, flagged: BoolColumn) -> IntColumn:
        """By node: the nearest ancestor or self that is flagged, -1 where there is none."""
        # Every step doubles how far up a node looks, so a tree of depth d takes log2(d) steps.
        own = np.arange(len(self), dtype=np.int32)
        above = np.where(flagged, own, self.parent)
        above[0] = 0
        while True:
            further = above[above]
            if np.array_equal(further, above):
                break
            above = further
        return np.where(flagged[above], above, np.int32(-1))

    def inside(self, flagged: BoolColumn) -> BoolColumn:
        """By node: whether it or an ancestor is flagged."""
        roots = np.flatnonzero(flagged)
        opened = np.zeros(len(self) + 1, dtype=np.int32)
        opened[roots] = 1
        np.subtract.at(opened, self.end[roots], 1)
        answer: BoolColumn = np.cumsum(opened[:-1]) > 0
        return answer

    @cached_property
    def depth(self) -> IntColumn:
        """By node: the number of ancestors."""
        change = np.ones(len(self) + 1, dtype=np.int32)
        np.subtract.at(change, self.end, 1)
        depth = (np.cumsum(change[:-1]) - 1).astype(np.int32)
        depth.setflags(write=False)
        return depth

    @cached_property
    def hidden(self) -> BoolColumn:
        """By node: whether the markup itself hides it: `hidden`, an inline style, a closed dialog, a noscript."""
        flags = np.zeros(len(self), dtype=np.bool_)
        # Most elements have neither, and asking that first halves the time of this column.
        hiding = (index for index, own in enumerate(self.attributes) if "style" in own or "hidden" in own)
        flags[[index for index in hiding if _hides(self.attributes[index])]] = True
        for index in np.flatnonzero(self.tag == elements.CODES["dialog"]):
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
        return bool(inside > _LONGEST_NOTICE and 2 * inside > lengths.sum())

    @cached_property
    def preformatted(self) -> BoolColumn:
        """By node: whether its white space is shown as it stands."""
        preformatted = self.inside(self.has_tag(elements.PREFORMATTED))
        preformatted.setflags(write=False)
        return preformatted

    @cached_property
    def _is_blank(self) -> BoolColumn:
        """By node: whether it is a text node that holds only white space."""
        return np.fromiter(map(str.isspace, self.text), np.bool_, len(self))

    @cached_property
    def leaves(self) -> IntColumn:
        """The nodes that a reader can see, in document order."""
        silent, speaking = self.has_tag(elements.SILENT), self.has_tag(elements.SPEAKING)
        verdict = self.nearest(silent | speaking)
        shown = (verdict < 0) | speaking[verdict]
        texts = (self.tag == _TEXT) & ~self._is_blank & shown
        # A replaced element is silent itself, so what counts is where it stands.
        replaced = self.has_tag(elements.REPLACED) & shown[self.parent]
        for index in np.flatnonzero(self.tag == elements.CODES["input"]):
            replaced[index] &= (self.attributes[index].get("type") or "").lower() != "hidden"
        # One that shows text (an object's fallback, HTML inside SVG) is a container; leaves never overlap.
        before = np.concatenate(([0], np.cumsum(texts)))
        replaced &= before[self.end] == before[:-1]
        outermost = replaced & ~self.inside(replaced)[self.parent]
        leaves = np.flatnonzero(texts | outermost).astype(np.int32)
        leaves.setflags(write=False)
        return leaves

    @cached_property
    def breaks(self) -> IntColumn:
        """By leaf: what stands between it and the leaf before: a `Break`. The first leaf starts a paragraph."""
        here, before = self.leaves[1:], self.leaves[:-1]
        block = self.nearest(self.has_tag(elements.BLOCK))
        blocks_opened = np.cumsum(self.has_tag(elements.BLOCK))
        line_breaks = np.cumsum(self.tag == elements.CODES["br"])
        white_space = np.cumsum(self._is_blank)
        is_text = self.tag[self.leaves] == _TEXT
        lines = line_breaks[here] - line_breaks[before]
        breaks = np.full(len(self.leaves), Break.NOTHING, dtype=np.int32)
        between = breaks[1:]
        between[(white_space[here] > white_space[before]) | ~is_text[1:] | ~is_text[:-1]] = Break.SPACE
        if (boxes := self.has_tag(elements.BOX)).any():
            box, boxes_opened = self.nearest(boxes), np.cumsum(boxes)
            between[(box[here] != box[before]) | (boxes_opened[here] > boxes_opened[before])] = Break.SPACE
        between[lines == 1] = Break.LINE
        # Two line breaks with nothing but white space between them are how the older web makes a paragraph.
        between[(lines > 1) | (block[here] != block[before]) | (blocks_opened[here] > blocks_opened[before])] = (
            Break.PARAGRAPH
        )
        breaks[:1] = Break.PARAGRAPH
        breaks.setflags(write=False)
        return breaks

    @cached_property
    def leaf_text(self) -> tuple[str, ...]:
        """By leaf: its text, "" for replaced elements."""
        return tuple(self.text[index] for index in self.leaves.tolist())

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
    return bool(style and _HIDING_STYLE.search(style))


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


def parse(
    html: str | bytes, *, url: str | None = None, charset: str | None = None, limits: Limits = DEFAULT_LIMITS
) -> Page:
    """Parse HTML into a Page. Never raises because of the page: what is not HTML gives a page with nothing on it.

    `charset` is what an HTTP header said of bytes; text needs none.
    """
    encoding = None
    if isinstance(html, bytes):
        # No encoding uses more than four bytes a character.
        decoded = decode(html[: 4 * limits.characters], charset)
        html, encoding = decoded.text, decoded.encoding
    source = html[: limits.characters]
    tamed, cuts = tame(html, limits)
    page = _columns_from_lexbor(tamed, source, url, encoding, cuts, limits)
    if "depth" in page.cuts - cuts:
        # Too small a page to have been looked at, and too deep all the same: now it is, so that words stay apart.
        tamed, more = flatten(source, limits)
        page = _columns_from_lexbor(tamed, source, url, encoding, cuts | more, limits)
    return page


def _columns_from_lexbor(
    tamed: str, source: str, url: str | None, encoding: str | None, cuts: frozenset[str], limits: Limits
) -> Page:
    """The one function that knows the parser: another producer of the same columns can take its place.

    One loop over all nodes: it costs as much as the parser, so it is written flat and calls nothing of ours.
    """
    parents: list[int] = []
    ends: list[int] = []
    tags: list[int] = []
    attributes: list[Attributes] = []
    texts: list[str] = []
    names = list(elements.NAMES)
    codes: dict[int, int] = {}  # the parser's tag number → ours
    open_nodes: list[tuple[LexborNode, int]] = []  # with the row that was current outside of each
    current = -1
    deepest = limits.depth - 1  # of what holds others; an element that hides its text may be one deeper
    node = LexborHTMLParser(tamed).root
    while node is not None:
        if len(parents) >= limits.nodes:
            cuts |= {"nodes"}
            break
        number = node.tag_id
        code = codes.get(number)
        if code is None:
            code = codes[number] = _code(node.tag, names)
        if code == _TEXT:
            if text := node.text_content:
                parents.append(current)
                ends.append(len(parents))
                tags.append(code)
                texts.append(text)
                attributes.append(_NO_ATTRIBUTES)
        elif code >= 0:
            child = node.first_child
            inner = current
            own = node.attributes or _NO_ATTRIBUTES
            if code == _TEMPLATE and child is None and "shadowrootmode" in own:
                # What is in it is part of its host: the template itself has no row. (In SVG it is no template.)
                child = next((fragment.first_child for fragment in node.template_fragments()), None)
            else:
                # Past the limit an element that hides its text still holds it, once.
                if len(open_nodes) < deepest or (code in _SILENT and tags[current] not in _SILENT):
                    inner = len(parents)
                elif child is not None:
                    cuts |= {"depth"}  # its children become its siblings
                parents.append(current)
                ends.append(len(parents))
                tags.append(code)
                texts.append("")
                attributes.append(own)
            if child is not None:
                open_nodes.append((node, current))
                current = inner
                node = child
                continue
        following = node.next
        while following is None and open_nodes:
            node, outer = open_nodes.pop()
            if outer != current:
                ends[current] = len(parents)
                current = outer
            following = node.next
        node = following
    while current >= 0:  # what a limit left open
        ends[current] = len(parents)
        current = parents[current]
    return Page(
        source=source,
        parent=np.array(parents, dtype=np.int32),
        end=np.array(ends, dtype=np.int32),
        tag=np.array(tags, dtype=np.int32),
        names=tuple(names),
        attributes=tuple(attributes),
        text=tuple(texts),
        url=url,
        encoding=encoding,
        cuts=cuts,
    )


def _code(name: str | None, names: list[str]) -> int:
    """Our code of the parser's name for a node; -1 for what is not kept. A new name is added to `names`."""
    if name == "-text":
        return _TEXT
    if name is None or name.startswith("-"):  # comments, doctypes, processing instructions
        return -1
    if (known := elements.CODES.get(name)) is not None:
        return known
    names.append(name)
    return len(names) - 1
