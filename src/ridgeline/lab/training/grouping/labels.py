"""The labels of nodes (section 5, rules (a) to (e)).

A user selects nodes, and may deselect nodes inside them. A positive node is content with all its descendants, a
negative node is not content with all its descendants, and the others are neutral:

    (a) a deselected node is negative            (b) so are its descendants
    (c) a node is positive if it or an ancestor is selected and nothing in it is deselected
    (d) ancestors and descendants of a selected node that are neither are neutral
    (e) all others are negative

A gold text gives the leaves that are content (`align`), and `extractors.grouping.marks` gives the nodes that a user
would have marked to select them.
"""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from ....extractors.grouping.marks import Marks, mark
from ....extractors.grouping.view import View, node_mask
from ....page import BoolColumn, Page
from ...align import align


class Label(IntEnum):
    """The label of a node in a training example."""

    NEGATIVE = -1
    NEUTRAL = 0
    POSITIVE = 1


def marks_from_gold(view: View, gold: str) -> Marks:
    """Return the nodes that a user would have marked to select the gold text."""
    return mark(view, align(view.page, gold).labels)


def label(page: Page, marks: Marks) -> npt.NDArray[np.int8]:
    """By node: a Label, by the rules."""
    selected, deselected = node_mask(page, marks.selected), node_mask(page, marks.deselected)
    inside = page.inside(selected)
    labels = np.full(len(page), Label.NEGATIVE, dtype=np.int8)  # rule (e), where no other applies
    labels[inside | _contains_any(page, selected)] = Label.NEUTRAL  # (d)
    labels[inside & ~_contains_any(page, deselected)] = Label.POSITIVE  # (c)
    labels[page.inside(deselected)] = Label.NEGATIVE  # (a), (b)
    return labels


def top_nodes(page: Page, labels: npt.NDArray[np.int8]) -> BoolColumn:
    """By node: whether it is a top ground-truth node, a positive node whose parent is not positive."""
    positive = labels == Label.POSITIVE
    above = np.concatenate((positive, [False]))[page.parent]  # parent -1 reads the last entry
    is_top: BoolColumn = positive & ~above
    return is_top


def _contains_any(page: Page, mask: BoolColumn) -> BoolColumn:
    """By node: whether it or a descendant is in the mask."""
    running = np.concatenate(([0], np.cumsum(mask)))
    contains: BoolColumn = running[page.end] > running[:-1]
    return contains
