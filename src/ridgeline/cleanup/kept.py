"""The leaves of a page that are kept, as the rules look at them."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..page import IntColumn, Page, elements

_HEADINGS = elements.table(elements.HEADINGS)
_A = elements.CODES["a"]
_MAX_NAME_LENGTH = 400  # characters that are looked at


@dataclass(frozen=True, eq=False, slots=True)
class Kept:
    """The kept leaves of a page."""

    page: Page
    keep: IntColumn  # positions of leaves, ascending
    nodes: IntColumn  # by kept leaf: its node
    lengths: IntColumn  # by kept leaf: the characters of its text, 0 for replaced elements

    @classmethod
    def of(cls, page: Page, keep: IntColumn) -> "Kept":
        """Return the kept leaves of this page."""
        return cls(page, keep, page.leaves.take(keep), page.leaf_lengths.take(keep))

    def inside_all(self, nodes: npt.NDArray[np.integer[Any]]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return the same for several elements: the first leaves, and those one past the last."""
        return self.nodes.searchsorted(nodes), self.nodes.searchsorted(self.page.end.take(nodes))

    def inside(self, node: int) -> range:
        """Return the kept leaves inside of an element, as positions in `keep`."""
        ends = np.array((node, self.page.end[node]), dtype=np.int32)  # of another type, all nodes would be converted
        first, end = self.nodes.searchsorted(ends).tolist()
        return range(first, end)

    def text(self, position: int) -> str:
        """Return the text of a kept leaf, by its position in `keep`, white space folded."""
        return " ".join(self.page.text[int(self.nodes[position])].split())


class Heading(NamedTuple):
    """A heading of which something is kept."""

    node: int
    first: int  # its kept leaves, positions in `keep`
    end: int


def kept_headings(kept: Kept) -> list[Heading]:
    """Return the headings of which something is kept."""
    if not kept.page.has_any(_HEADINGS):
        return []
    nodes = np.flatnonzero(kept.page.has_tag(_HEADINGS))
    first, end = kept.inside_all(nodes)
    rows = zip(nodes.tolist(), first.tolist(), end.tolist(), strict=True)
    return [Heading._make(row) for row in rows if row[1] < row[2]]


def name_of(page: Page, node: int) -> str:
    """Return the class and the id of an element, in lower case; "" where it has neither."""
    classes, identifier = page.value(node, "class"), page.value(node, "id")
    name = f"{classes or ''} {identifier}" if identifier else classes
    return name[:_MAX_NAME_LENGTH].lower() if name else ""


def link_target(page: Page, node: int, max_levels: int) -> str | None:
    """Return where the link around a node leads, looked for so many levels up, itself included.

    None where it is in none.
    """
    parent, tags = page.parent.data, page.tag.data
    for _ in range(max_levels):
        if node < 0:
            return None
        if tags[node] == _A:
            return page.value(node, "href")
        node = parent[node]
    return None
