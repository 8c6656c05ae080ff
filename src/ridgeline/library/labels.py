"""Marks of a user, and the labels of nodes that follow from them (Wu et al., section 5, rules (a) to (e)).

A user selects nodes, and may deselect nodes inside them. A positive node is content with all its descendants, a
negative node is not content with all its descendants, and the others are neutral:

    (a) a deselected node is negative            (b) so are its descendants
    (c) a node is positive if it or an ancestor is selected and nothing in it is deselected
    (d) ancestors and descendants of a selected node that are neither are neutral
    (e) all others are negative
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from ..page import BoolColumn, IntColumn, Page


class Label(IntEnum):
    """The label of a node."""

    NEGATIVE = -1
    NEUTRAL = 0
    POSITIVE = 1


@dataclass(frozen=True, eq=False)
class Marks:
    """The nodes that a user selects, and the nodes inside them that are deselected."""

    selected: IntColumn
    deselected: IntColumn


def label(page: Page, marks: Marks) -> npt.NDArray[np.int8]:
    """By node: a Label, by the rules."""
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
    """By node: whether it or a descendant is in the mask."""
    running = np.concatenate(([0], np.cumsum(mask)))
    contains: BoolColumn = running[page.end] > running[:-1]
    return contains
