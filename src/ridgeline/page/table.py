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
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, TypeVar, overload

import numpy as np

from ..caching import cached_property
from . import derived, elements
from .budget import Budget
from .columns import Attributes, BoolColumn, Columns, IntColumn, Offsets, ends_of, follow
from .layout import Layout

if TYPE_CHECKING:
    from .compiled import CompiledPage
    from .kinds import Kind

Item = TypeVar("Item")

_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
_BY_NODE = ("depth", "hidden", "preformatted", "block")  # columns that follow from the others
_BY_LEAF = ("leaves", "leaf_lengths", "breaks", "leaf_text")


class _First(Sequence[Item]):
    """The first items of a sequence, without a copy."""

    def __init__(self, items: Sequence[Item], count: int) -> None:
        self._items, self._numbers = items, range(count)

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        if isinstance(index, slice):
            return tuple(map(self._items.__getitem__, self._numbers[index]))
        return self._items[self._numbers[index]]


@dataclass(frozen=True, eq=False, repr=False)
class Page:
    """The columns of one page. Arrays are read-only; two threads may use one Page."""

    source: str  # the HTML as text, decoded, as much of it as was read
    parent: IntColumn  # -1 for the root
    end: IntColumn  # one past the last descendant
    tag: IntColumn  # codes of `elements`; names beyond them are in `names`
    names: tuple[str, ...]  # code → name
    attributes: Sequence[Attributes]  # by node; an attribute without a value has None
    text: Sequence[str]  # by node; "" for elements
    blank: BoolColumn  # by node: whether it is a text node that holds only white space
    by_attribute: Mapping[str, Sequence[int]]  # the nodes that have an attribute of this name, in document order
    url: str | None = None  # the address of the page, if it is known
    encoding: str | None = None  # that the bytes were decoded from; None if the page was given as text
    cuts: frozenset[str] = field(default_factory=frozenset)  # the limits that cut something off
    layout: Layout | None = None  # where its nodes stand, once a browser rendered it: see `ridgeline.render`
    carrier: str | None = None  # of a page rebuilt from data: where that was found (`ridgeline.embedded`)
    original: "Page | None" = None  # and the page that carried it
    compiled: "CompiledPage | None" = None  # the same page in the compiled core, where that parsed it
    kind: "Kind | None" = None  # what the input is, where it is not a web page; there is nothing on the page then
    budget: Budget = field(default_factory=Budget)  # what the parse took of it; an extraction goes on from there

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
        kind: "Kind | None" = None,
        budget: Budget | None = None,
    ) -> "Page":
        """The page that has these columns."""
        return cls(
            source=source,
            parent=columns.parent,
            end=ends_of(columns.parent) if columns.end is None else columns.end,
            tag=columns.tag,
            names=columns.names,
            attributes=columns.attributes,
            text=columns.text,
            blank=columns.blank,
            by_attribute=columns.by_attribute,
            url=url,
            encoding=encoding,
            cuts=columns.cuts,
            compiled=columns.compiled,
            kind=kind,
            budget=Budget() if budget is None else budget,
        )

    def __len__(self) -> int:
        """The number of nodes."""
        return len(self.parent)

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
        """The node at this row."""
        return Node(self, range(len(self))[index])

    def beginning(self, rows: int) -> "Page":
        """The page of the first rows, which are at least one. What follows from the columns stays as it is."""
        begun = replace(
            self,
            parent=self.parent[:rows],
            end=np.minimum(self.end[:rows], np.int32(rows)),
            tag=self.tag[:rows],
            attributes=_First(self.attributes, rows),
            text=_First(self.text, rows),
            blank=self.blank[:rows],
            by_attribute={name: list(nodes[: bisect_left(nodes, rows)]) for name, nodes in self.by_attribute.items()},
            layout=None,
            compiled=None,
        )
        leaves = int(self.leaves.searchsorted(rows))
        for name, count in dict.fromkeys(_BY_NODE, rows).items() | dict.fromkeys(_BY_LEAF, leaves).items():
            begun.__dict__[name] = getattr(self, name)[:count]
        return begun

    # Columns that follow from the others, computed when first asked for.

    def has_tag(self, table: BoolColumn) -> BoolColumn:
        """By node: whether its tag is in a table of `elements`."""
        answer: BoolColumn = table.take(self.tag, mode="clip")  # the last entry stands for all unknown names
        return answer

    def has_any(self, table: BoolColumn) -> bool:
        """Whether any node's tag is in a table of `elements`; much quicker than `has_tag`."""
        return bool((self._present & table).any())

    @cached_property
    def _present(self) -> BoolColumn:
        """By code of a tag, as in a table of `elements`: whether a node has it."""
        counts = np.bincount(np.minimum(self.tag, elements.UNKNOWN), minlength=elements.UNKNOWN + 1)
        present: BoolColumn = counts > 0
        return present

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

    # Questions that the compiled core answers without making objects of all rows.

    def having(self, attribute: str) -> Sequence[int]:
        """The nodes that have this attribute, in document order."""
        return self.by_attribute.get(attribute, ())

    def value(self, index: int, attribute: str) -> str | None:
        """The value of a node's attribute, "" when it has none, None when it is not there."""
        if self.compiled is not None:
            return self.compiled.native.value(index, attribute)
        own = self.attributes[index]
        return (own[attribute] or "") if attribute in own else None

    def containing(self, attribute: str, parts: tuple[str, ...]) -> Sequence[int]:
        """The nodes whose attribute contains one of these strings, given in lower case, ASCII; its case is ignored."""
        if self.compiled is not None:
            return self.compiled.native.containing(attribute, parts)
        nodes = self.having(attribute)
        values = ((self.attributes[index][attribute] or "").translate(_LOWER) for index in nodes)
        return [index for index, value in zip(nodes, values, strict=True) if any(part in value for part in parts)]

    def saying(self, text: str) -> Sequence[int]:
        """The text nodes that contain this text, which is short and not empty."""
        if self.compiled is not None:
            return self.compiled.native.saying(text)
        return [index for index, own in enumerate(self.text) if text in own]

    def _derived(self, name: str) -> IntColumn:
        column: IntColumn = getattr(derived, name)(self) if self.compiled is None else self.compiled.column(name)
        column.setflags(write=False)
        return column

    @cached_property
    def depth(self) -> IntColumn:
        """By node: the number of ancestors."""
        return self._derived("depth")

    @cached_property
    def hidden(self) -> BoolColumn:
        """By node: whether the markup itself hides it: `hidden`, an inline style, a closed dialog, a noscript."""
        return self._derived("hidden").view(np.bool_)

    @cached_property
    def preformatted(self) -> IntColumn:
        """By node: the nearest ancestor or self that shows white space as it stands, -1 where there is none."""
        return self._derived("preformatted")

    @cached_property
    def leaves(self) -> IntColumn:
        """The nodes that a reader can see, in document order."""
        return self._derived("leaves")

    @cached_property
    def leaf_lengths(self) -> IntColumn:
        """By leaf: the number of characters of its text, 0 for replaced elements."""
        return self._derived("leaf_lengths")

    @cached_property
    def block(self) -> IntColumn:
        """By node: the nearest ancestor or self that starts on a line of its own; at the root there is one."""
        return self._derived("block")

    @cached_property
    def breaks(self) -> IntColumn:
        """By leaf: what stands between it and the leaf before: a `Break`. The first leaf starts a paragraph."""
        return self._derived("breaks")

    @cached_property
    def leaf_text(self) -> tuple[str, ...]:
        """By leaf: its text, "" for replaced elements."""
        if self.compiled is not None:
            return self.compiled.leaf_texts()
        return tuple(map(self.text.__getitem__, self.leaves.tolist()))

    @property
    def start(self) -> IntColumn:
        """By node: where its text begins in `source`, in characters; -1 for elements, and where nobody knows.

        It is exact for a page of the compiled core, and found by comparing texts for others.
        """
        return self._offsets.start

    @property
    def stop(self) -> IntColumn:
        """By node: one past the end of its text in `source`; of joined pieces, of the last. -1 as in `start`."""
        return self._offsets.stop

    @cached_property
    def _offsets(self) -> Offsets:
        if self.compiled is not None:
            found = self.compiled.offsets(self.source)
        else:
            from .lexbor.offsets import find_offsets  # which the compiled core does without

            found = find_offsets(self)
        for column in found:
            column.setflags(write=False)
        return found

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
            if kind is None or (self.value(index, "type") or "").split(";")[0].strip().lower() == kind:
                yield self[index]

    def find(self, *names: str) -> Iterator["Node"]:
        """The elements with one of these names, in document order."""
        codes = [code for name in names if (code := elements.CODES.get(name)) is not None]
        codes += [code for code, name in enumerate(self.names[elements.UNKNOWN :], elements.UNKNOWN) if name in names]
        if not codes:
            return iter(())
        found = np.logical_or.reduce([self.tag == code for code in codes])
        return (self[index] for index in np.flatnonzero(found).tolist())

    def select(self, css: str) -> "list[Node]":
        """The elements that match a CSS selector, in document order. Raises OptionError where it cannot be read."""
        from .selectors import matches  # most callers do without

        return [self[index] for index in matches(self, css).tolist()]


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
        return self.page.value(self.index, name)

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
