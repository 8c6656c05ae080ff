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

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _native
from . import elements
from .budget import Budget
from .cache import cached_property
from .columns import Attributes, BoolColumn, IntColumn, follow
from .layout import Layout
from .visibility import CLOSED, RENDERED_ATTRIBUTE, STATE_MASK

if TYPE_CHECKING:
    from .._native import _core
    from .content_types import Kind

_MAX_REMEMBERED = 1_000  # nodes
_BYTES = frozenset({"blank", "hidden"})  # columns of bytes; the others are of 32-bit integers


@dataclass(frozen=True, eq=False, repr=False)
class Page:
    """The columns of one page. Arrays are read-only; two threads may use one Page.

    The page lives in the core. Integer columns are views of its memory; texts and attributes are sequences that make
    their items when they are asked for.
    """

    given: str | bytes  # the HTML as it was parsed: text, or bytes that are UTF-8
    core: "_core.Page"
    url: str | None = None  # the address of the page, if it is known
    http_status: int | None = None  # of the response that it came with, if it is known
    encoding: str | None = None  # that the bytes were decoded from; None if the page was given as text
    cuts: frozenset[str] = field(default_factory=frozenset)  # the limits that cut something off
    layout: Layout | None = None  # where its nodes stand, once a browser rendered it: see `ridgeline.render`
    carrier: str | None = None  # of a page rebuilt from data: where that was found (`ridgeline.embedded`)
    original: "Page | None" = None  # and the page that carried it
    kind: "Kind | None" = None  # what the input is, where it is not a web page; there is nothing on the page then
    is_rendered: bool = False  # whether the source is what a browser showed: see `visibility`
    remark: str | None = None  # where the bytes are not in the encoding that was declared
    budget: Budget = field(default_factory=Budget)  # what the parse took of it; an extraction goes on from there

    @classmethod
    def build(
        cls,
        parent: IntColumn,
        tag: IntColumn,
        names: tuple[str, ...],
        attributes: Sequence[Attributes],
        text: Sequence[str],
        *,
        url: str | None = None,
    ) -> "Page":
        """Build a page from its rows, given as the properties of these names are: what a parse of it would give.

        It has no source, so `start` and `stop` are -1.
        """
        parent, tag = (np.ascontiguousarray(column, dtype=np.int32) for column in (parent, tag))
        core = _native.core.build(parent, tag, names[elements.UNKNOWN :], tuple(attributes), tuple(text))
        return cls("", core, url)

    def __getstate__(self) -> dict[str, Any]:
        """Return what another process needs, without the columns, which it asks its own core for."""
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.core)

    def __repr__(self) -> str:
        return f"<Page {self.url or self.title or 'untitled'!r}: {len(self)} nodes, {len(self.leaves)} leaves>"

    def _repr_html_(self) -> str:
        """Return the numbers and headings of the page, for notebooks."""
        from .notebook import to_html  # which only notebooks need

        return to_html(self)

    def _repr_markdown_(self) -> str:
        """Return the same as Markdown, for what shows no HTML."""
        from .notebook import to_markdown

        return to_markdown(self)

    def __getitem__(self, index: int) -> "Node":
        """Return the node at this row."""
        return Node(self, range(len(self))[index])

    def beginning(self, rows: int) -> "Page":
        """Return the page of the first rows, which are at least one. What follows from the columns stays as it is."""
        return replace(self, core=_native.core.beginning(self.core, rows), layout=None)

    @cached_property
    def source(self) -> str:
        """The HTML as text, as much of it as was read."""
        return self.given if isinstance(self.given, str) else self.given.decode()

    # Columns, views of the core's memory.

    def _column(self, name: str) -> IntColumn:
        return np.frombuffer(self.core.column(name), dtype=np.uint8 if name in _BYTES else np.int32)

    @cached_property
    def parent(self) -> IntColumn:
        """By node: the element around it, -1 for the root."""
        return self._column("parent")

    @cached_property
    def end(self) -> IntColumn:
        """By node: one past its last descendant."""
        return self._column("end")

    @cached_property
    def tag(self) -> IntColumn:
        """By node: a code of `elements`; names beyond them are in `names`."""
        return self._column("tag")

    @cached_property
    def blank(self) -> BoolColumn:
        """By node: whether it is a text node that holds only white space."""
        return self._column("blank").view(np.bool_)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """By code of a tag: its name."""
        return elements.NAMES + self.core.tag_names()

    @cached_property
    def attributes(self) -> Sequence[Attributes]:
        """By node: its attributes; one without a value has None."""
        return _native.core.attributes(self.core)

    @cached_property
    def text(self) -> Sequence[str]:
        """By node: the text of a text node, "" for elements."""
        return _native.core.texts(self.core)

    @cached_property
    def by_attribute(self) -> Mapping[str, Sequence[int]]:
        """The nodes that have an attribute, by its name, in document order."""
        return _ByAttribute(self.core)

    def has_tag(self, table: BoolColumn) -> BoolColumn:
        """Return for each node whether its tag is in a table of `elements`."""
        answer: BoolColumn = table.take(self.tag, mode="clip")  # the last entry stands for all unknown names
        return answer

    def has_any(self, table: BoolColumn) -> bool:
        """Return whether any node's tag is in a table of `elements`; much quicker than `has_tag`."""
        return self.core.has_any(table)

    def nearest(self, flagged: BoolColumn) -> IntColumn:
        """Return for each node the nearest ancestor or self that is flagged, -1 where there is none."""
        own = np.arange(len(self), dtype=np.int32)
        above = np.where(flagged, own, self.parent)
        above[0] = 0
        above = follow(above)
        return np.where(flagged.take(above), above, np.int32(-1))

    def inside(self, flagged: BoolColumn) -> BoolColumn:
        """Return for each node whether it or an ancestor is flagged."""
        roots = np.flatnonzero(flagged)
        if not len(roots):
            return np.zeros(len(self), dtype=np.bool_)
        closed = np.bincount(self.end[roots], minlength=len(self) + 1)
        answer: BoolColumn = np.cumsum(flagged - closed[:-1]) > 0
        return answer

    def leaves_in(self, node: int) -> tuple[int, int]:
        """Return the leaves in a node, as positions in `leaves`: the first, and one past the last."""
        leaves = self.leaves.data
        first = bisect_left(leaves, node)
        return first, bisect_left(leaves, self.end.data[node], first)

    # Questions that the core answers without making objects of all rows.

    def having(self, attribute: str) -> Sequence[int]:
        """Return the nodes that have this attribute, in document order."""
        return self.by_attribute.get(attribute, ())

    def value(self, index: int, attribute: str, most: int = -1) -> str | None:
        """Return the value of a node's attribute, "" when it has none, None when it is not there.

        Only so many characters of it where `most` is not negative: one of megabytes may be asked for again and again.
        """
        return self.core.value(index, attribute, most)

    def containing(self, attribute: str, parts: tuple[str, ...]) -> Sequence[int]:
        """Return the nodes whose attribute contains one of these strings, given in lower case, ASCII.

        Its case is ignored. Short answers are remembered: kinds of structure ask before and after an outline is made.
        """
        found = self._containing.get((attribute, parts))
        if found is None:
            found = self.core.containing(attribute, parts)
            if len(found) <= _MAX_REMEMBERED:
                self._containing[attribute, parts] = found
        return found

    @cached_property
    def _containing(self) -> dict[tuple[str, tuple[str, ...]], Sequence[int]]:
        return {}

    def tagged(self, tag: int, *names: str) -> list[tuple[Any, ...]]:
        """Return the elements with a code of `elements`: each node, and the values of these attributes or None."""
        return self.core.tagged(tag, names)

    def by_value(self, attribute: str) -> dict[str, list[int]]:
        """Return the nodes that have this attribute, by its value, each list in document order."""
        return self.core.by_value(attribute)

    def saying(self, *texts: str) -> tuple[list[int], ...]:
        """Return the text nodes outside of scripts and their like that contain each of these, short and not empty."""
        return self.core.saying(texts)

    def visibility(self, leaves: IntColumn) -> tuple[IntColumn, bool]:
        """Return for each of these leaves whether a person sees it, and if not, why: `ridgeline.page.visibility`.

        The second value says whether the style sheets are so long that not all of their rules were looked at.
        """
        states, is_cut = self.core.visibility(leaves)
        stated: IntColumn = np.frombuffer(states, dtype=np.uint8)
        return (self._as_rendered(leaves, stated), False) if self.is_rendered else (stated, is_cut)

    def _as_rendered(self, leaves: IntColumn, stated: IntColumn) -> IntColumn:
        """Return what the browser said, of a text by the element around it; the markup only says what can be opened."""
        states = np.zeros(len(self), dtype=np.int32)
        for value, marked in self.by_value(RENDERED_ATTRIBUTE).items():
            states[marked] = int(value) if value.isdecimal() and len(value) < 3 else 0
        nodes = self.leaves.take(leaves)
        is_text = self.tag.take(nodes) == elements.CODES[elements.TEXT]
        shown = states.take(np.where(is_text, self.parent.take(nodes), nodes))
        answer: IntColumn = np.where((shown > 0) & (stated & STATE_MASK == CLOSED), stated, shown)
        return answer

    # Columns that follow from the others.

    @cached_property
    def depth(self) -> IntColumn:
        """By node: the number of ancestors."""
        return self._column("depth")

    @cached_property
    def hidden(self) -> BoolColumn:
        """By node: whether the markup itself hides it: `hidden`, an inline style, a closed dialog, a noscript."""
        return self._column("hidden").view(np.bool_)

    @cached_property
    def preformatted(self) -> IntColumn:
        """By node: the nearest ancestor or self that shows white space as it stands, -1 where there is none."""
        return self._column("preformatted")

    @cached_property
    def leaves(self) -> IntColumn:
        """The nodes that a reader can see, in document order."""
        return self._column("leaves")

    @cached_property
    def leaf_lengths(self) -> IntColumn:
        """By leaf: the number of characters of its text, 0 for replaced elements."""
        return self._column("leaf_lengths")

    @cached_property
    def block(self) -> IntColumn:
        """By node: the nearest ancestor or self that starts on a line of its own; at the root there is one."""
        return self._column("block")

    @cached_property
    def breaks(self) -> IntColumn:
        """By leaf: what stands between it and the leaf before: a `Break`. The first leaf starts a paragraph."""
        return self._column("breaks")

    @cached_property
    def leaf_text(self) -> tuple[str, ...]:
        """By leaf: its text, "" for replaced elements."""
        return self.core.leaf_texts()

    @property
    def start(self) -> IntColumn:
        """By node: where its text begins in `source`, in characters; -1 for elements, and where there is no source."""
        return self._offsets[0]

    @property
    def stop(self) -> IntColumn:
        """By node: one past the end of its text in `source`; of joined pieces, of the last. -1 as in `start`."""
        return self._offsets[1]

    @cached_property
    def _offsets(self) -> tuple[IntColumn, IntColumn]:
        start, stop = self.core.offsets()
        return np.frombuffer(start, dtype=np.int32), np.frombuffer(stop, dtype=np.int32)

    @cached_property
    def title(self) -> str | None:
        """What the `title` element says, white space folded."""
        return self.core.title()

    def scripts(self, kind: str | None = None) -> Iterator["Node"]:
        """Yield the script elements, all or those of one `type` such as "application/ld+json".

        `text_content` is the code.
        """
        for index, stated in self.tagged(elements.CODES["script"], "type"):
            if kind is None or (stated and stated.split(";")[0].strip().lower() == kind):
                yield self[index]

    def find(self, *names: str) -> Iterator["Node"]:
        """Return the elements with one of these names, in document order."""
        codes = [code for name in names if (code := elements.CODES.get(name)) is not None]
        codes += [code for code, name in enumerate(self.names[elements.UNKNOWN :], elements.UNKNOWN) if name in names]
        if not codes:
            return iter(())
        found = np.logical_or.reduce([self.tag == code for code in codes])
        return (self[index] for index in np.flatnonzero(found).tolist())

    def select(self, css: str) -> "list[Node]":
        """Return the elements that match a CSS selector, in document order.

        Raises OptionError where it cannot be read.
        """
        from .selectors import matches  # most callers do without

        return [self[index] for index in matches(self, css).tolist()]


class _ByAttribute(Mapping[str, Sequence[int]]):
    """The rows that have an attribute, by its name, found when somebody asks."""

    def __init__(self, core: "_core.Page") -> None:
        self._core = core
        self._found: dict[str, Sequence[int]] = {}

    def __getitem__(self, name: str) -> Sequence[int]:
        rows: Sequence[int] = self.get(name, ())
        if not rows:
            raise KeyError(name)
        return rows

    def get(self, name: str, default: Any = None) -> Any:
        """Return the rows that have this attribute."""
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = self._core.having(name)
        return found or default

    def __iter__(self) -> Iterator[str]:
        # The core's table of names also has some that no row has.
        return (name for name in self._core.attribute_names() if self.get(name))

    def __len__(self) -> int:
        return sum(1 for _ in self)


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
        """Return the value of an attribute, "" when it has none, None when it is not there."""
        return self.page.value(self.index, name)

    @property
    def text(self) -> str:
        """A text node's own text, "" for elements."""
        return self.page.text[self.index]

    @property
    def text_content(self) -> str:
        """All text of the subtree as it stands in the source, joined with nothing between."""
        return self.page.core.text_in(self.index)

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
