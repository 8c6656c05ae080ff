"""Marks of a person, the labels of nodes that follow from them, and the fewest marks for kept leaves.

A person selects nodes, and may deselect nodes inside them. A positive node is content with all its descendants, a
negative node is not content with all its descendants, and the others are neutral (Wu et al., section 5):

    (a) a deselected node is negative            (b) so are its descendants
    (c) a node is positive if it or an ancestor is selected and nothing in it is deselected
    (d) ancestors and descendants of a selected node that are neither are neutral
    (e) all others are negative

`fewest_marks` is the way from kept leaves to marks. A node is outside of what is selected, or inside. Outside, its kept
leaves need a mark each, unless it is selected itself; inside, each part without kept leaves needs one. So the fewest
marks of a subtree follow from those of its children, in one walk from the last row to the first:

    inside(v)  = 0 if all leaves of v are kept, 1 if none is (deselect v), else the sum of inside(c) over its children
    outside(v) = 0 if no leaf of v is kept, else the smaller of
                 the sum of outside(c) over its children, and 1 + inside(v) (select v)

As the rules of the paper have it, nothing inside a deselected node is selected again. Where two ways cost the same,
the inner nodes are marked, but an element rather than its only text: that is what a person would click.
`extractors.grouping.marks` has the marks of a person who does not care about small parts; these here are exact.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from .page import BoolColumn, IntColumn, Page, elements

_TEXT = elements.CODES[elements.TEXT]
_NEVER = 1 << 40  # the cost of a kept leaf outside of what is selected, unless it is selected itself


class Label(IntEnum):
    """The label of a node."""

    NEGATIVE = -1
    NEUTRAL = 0
    POSITIVE = 1


@dataclass(frozen=True, eq=False)
class Marks:
    """The nodes that a person selects, and the nodes inside them that are deselected."""

    selected: IntColumn
    deselected: IntColumn


def label(page: Page, marks: Marks) -> npt.NDArray[np.int8]:
    """Return for each node a Label, by the rules."""
    selected, deselected = _mask(page, marks.selected), _mask(page, marks.deselected)
    inside = page.inside(selected)
    labels = np.full(len(page), Label.NEGATIVE, dtype=np.int8)  # rule (e), where no other applies
    labels[inside | _contains_any(page, selected)] = Label.NEUTRAL  # (d)
    labels[inside & ~_contains_any(page, deselected)] = Label.POSITIVE  # (c)
    labels[page.inside(deselected)] = Label.NEGATIVE  # (a), (b)
    return labels


def marked_leaves(page: Page, marks: Marks) -> IntColumn:
    """Return the leaves that marks select: those in a selected node, and in none that is deselected."""
    inside = page.inside(_mask(page, marks.selected)) & ~page.inside(_mask(page, marks.deselected))
    return np.flatnonzero(inside[page.leaves]).astype(np.int32)


def _mask(page: Page, nodes: IntColumn) -> BoolColumn:
    mask = np.zeros(len(page), dtype=np.bool_)
    mask[nodes] = True
    return mask


def _contains_any(page: Page, mask: BoolColumn) -> BoolColumn:
    """Return for each node whether it or a descendant is in the mask."""
    running = np.concatenate(([0], np.cumsum(mask)))
    contains: BoolColumn = running[page.end] > running[:-1]
    return contains


def fewest_marks(page: Page, keep: IntColumn) -> Marks:
    """Return the fewest marks for these leaves: `marked_leaves` of them are the leaves again."""
    if not len(keep):
        return Marks(keep.astype(np.int32), keep.astype(np.int32))
    kept, leaves = _counts(page, page.leaves[keep]), _counts(page, page.leaves)
    inside, is_selected = _costs(page, kept, leaves)
    selected, deselected = [], []
    row, end = 0, len(page)
    within = -1  # the end of the selected node that the row is in
    after: list[int] = page.end.tolist()
    while row < end:
        if row >= within and is_selected[row]:
            selected.append(row)
            within = after[row]
        if row < within and leaves[row] and not kept[row]:
            deselected.append(row)
            row = after[row]
        elif not kept[row] or (row < within and not inside[row]):
            row = after[row]  # nothing is left to mark
        else:
            row += 1
    return Marks(np.array(selected, dtype=np.int32), np.array(deselected, dtype=np.int32))


def _counts(page: Page, nodes: IntColumn) -> list[int]:
    """Return for each node how many of these nodes are in it."""
    own = np.zeros(len(page) + 1, dtype=np.int64)
    own[nodes + 1] = 1
    before = np.cumsum(own)
    counts: list[int] = (before[page.end] - before[:-1]).tolist()
    return counts


def _costs(page: Page, kept: list[int], leaves: list[int]) -> tuple[list[int], list[bool]]:
    """Return for each node the fewest marks in it if it is inside; and whether to select it if it is outside."""
    size = len(page)
    parent: list[int] = page.parent.tolist()
    inside, outside = [0] * size, [0] * size  # until a row is reached, the sums over its children
    is_selected, has_text = [False] * size, [False] * size
    is_text: list[bool] = (page.tag == _TEXT).tolist()
    for row in range(size - 1, -1, -1):
        if kept[row] == leaves[row]:
            inside[row] = 0
        elif not kept[row]:
            inside[row] = 1
        if not kept[row]:
            outside[row] = 0
        else:
            without = outside[row] or _NEVER  # a leaf has no children to mark instead
            is_selected[row] = 1 + inside[row] < without or (inside[row] == 0 and has_text[row])
            outside[row] = min(without, 1 + inside[row])
        if parent[row] >= 0:
            has_text[parent[row]] |= is_text[row] and kept[row] > 0
            inside[parent[row]] += inside[row]
            outside[parent[row]] += outside[row]
    return inside, is_selected
