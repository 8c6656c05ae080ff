"""The plain columns of a page: what a parser returns, and what tests and augmentation build by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from .compiled import CompiledPage

IntColumn = npt.NDArray[np.int32]  # a NumPy array of integers, a value for each row or leaf
BoolColumn = npt.NDArray[np.bool_]  # a NumPy array of truth values, likewise
Attributes = dict[str, str | None]


class Offsets(NamedTuple):
    """Where the texts of a page stand in its source: `Page.start` and `Page.stop`."""

    start: IntColumn
    stop: IntColumn


@dataclass(frozen=True, eq=False, slots=True)
class Columns:
    """A row for every element and text node, in document order. Row 0 is the root."""

    parent: IntColumn  # -1 for the root
    tag: IntColumn  # codes: positions in `names`
    names: tuple[str, ...]  # code → name; begins with `elements.NAMES`
    attributes: Sequence[Attributes]  # by node; an attribute without a value has None
    text: Sequence[str]  # by node; "" for elements
    blank: BoolColumn  # by node: whether it is a text node that holds only white space
    by_attribute: Mapping[str, Sequence[int]]  # the nodes that have an attribute of this name, in document order
    cuts: frozenset[str] = frozenset()  # the limits that cut something off
    end: IntColumn | None = None  # by node: one past its last descendant, if the parser knows
    compiled: "CompiledPage | None" = None  # what the compiled core has of it

    @classmethod
    def of(
        cls,
        parent: IntColumn,
        tag: IntColumn,
        names: tuple[str, ...],
        attributes: Sequence[Attributes],
        text: Sequence[str],
    ) -> Self:
        """The columns of these nodes; what follows from the others is computed."""
        by_attribute: dict[str, list[int]] = {}
        for row, own in enumerate(attributes):
            for name in own:
                by_attribute.setdefault(name, []).append(row)
        blank = np.fromiter(map(str.isspace, text), np.bool_, len(text))
        return cls(parent, tag, names, tuple(attributes), tuple(text), blank, by_attribute)


def ends_of(parent: IntColumn) -> IntColumn:
    """By node: one past its last descendant, which is the last child of the last child and so on."""
    last = np.arange(len(parent), dtype=np.int32)
    last[parent[1:]] = last[1:]  # of several children the last one stays
    return follow(last) + np.int32(1)


def follow(following: IntColumn) -> IntColumn:
    """By node: where the chain that starts at it ends; a node that follows itself ends its chain."""
    # Every step doubles how far a node sees, so a chain of length d takes log2(d) steps.
    while True:
        further = following.take(following)
        if (further == following).all():
            return following
        following = further
