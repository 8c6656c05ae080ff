"""What a user marked, as labels of nodes (section 5, rules (a) to (e)); and what a gold text marks.

A user selects nodes, and may deselect nodes inside of them. A positive node is content with all its descendants, a
negative one is none with all of them, and the rest is neutral:

    (a) a deselected node is negative            (b) so are its descendants
    (c) a node is positive if it or an ancestor is selected and nothing in it is deselected
    (d) ancestors and descendants of a selected node that are neither are neutral
    (e) all others are negative

A gold text says which leaves are content (`align`), and `mark` finds the nodes that a user would have clicked: the
outermost ones most of whose text is content, each narrowed down to the innermost that holds the same content; inside of
them the outermost that have text, but none of the content, are deselected, unless they have so little text (a button, a
caption) that a user would not bother. Cutting off every such bit instead makes a page's ground truth many small pieces,
which teaches that content is small: on 400 pages of wcxb-dev the area F1 of clg falls from 0.66 to 0.59.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn, IntColumn, Page, elements
from .areas import Region
from .view import Reals, View

_TEXT = elements.CODES[elements.TEXT]
MOSTLY = 0.8  # of a node's characters are content: it is selected
MIN_CUT = 0.02  # of the selected node's characters: with less, what is none of the content is not cut off


class Label(IntEnum):
    """What a node is to a learner."""

    NEGATIVE = -1
    NEUTRAL = 0
    POSITIVE = 1


@dataclass(frozen=True, eq=False)
class Marks:
    """The nodes that a user selects, and those inside of them that are cut off again."""

    selected: IntColumn
    deselected: IntColumn


def label(page: Page, marks: Marks) -> npt.NDArray[np.int8]:
    """By node: a Label, by the rules."""
    selected, deselected = _flags(page, marks.selected), _flags(page, marks.deselected)
    cut_off = page.inside(deselected)
    inside = page.inside(selected)
    labels = np.full(len(page), Label.NEGATIVE, dtype=np.int8)  # rule (e), where no other applies
    labels[inside | _holds_any(page, selected)] = Label.NEUTRAL  # (d)
    labels[inside & ~_holds_any(page, deselected)] = Label.POSITIVE  # (c)
    labels[cut_off] = Label.NEGATIVE  # (a), (b)
    return labels


def top_nodes(page: Page, labels: npt.NDArray[np.int8]) -> BoolColumn:
    """By node: whether it is a top ground-truth node, positive with a parent that is not."""
    positive = labels == Label.POSITIVE
    above = np.concatenate((positive, [False]))[page.parent]  # parent -1 reads the last entry
    answer: BoolColumn = positive & ~above
    return answer


def mark(view: View, content: BoolColumn) -> Marks:
    """What a user would have marked whose content are these leaves (`content` by leaf), as far as they are shown."""
    page = view.page
    own = np.zeros(len(page), dtype=np.int64)
    counted = page.leaves[content & view.shown_leaves]
    own[counted] = view.own_characters[counted]
    wanted = view.summed(own)
    mostly = (page.tag != _TEXT) & (wanted > 0) & (wanted >= MOSTLY * view.characters)
    outermost = np.flatnonzero(mostly & ~_below(page, mostly))
    selected = np.array([_narrowed(page, wanted, node) for node in outermost.tolist()], dtype=np.int32)
    noise = (page.tag != _TEXT) & (view.characters > 0) & (wanted == 0)
    around = page.nearest(_flags(page, selected))
    cut = np.flatnonzero((around >= 0) & noise & ~_below(page, noise))
    cut = cut[view.characters[cut] >= MIN_CUT * view.characters[around[cut]]]
    return Marks(selected, cut.astype(np.int32))


def region_of_leaves(view: View, keep: IntColumn) -> Region:
    """What kept leaves cover: of any extractor's answer, and measured as that of a gold text is."""
    kept = np.zeros(len(view.page.leaves), dtype=np.bool_)
    kept[keep] = True
    marks = mark(view, kept)
    return view.region(marks.selected, marks.deselected)


def _narrowed(page: Page, wanted: Reals, node: int) -> int:
    """The innermost element that holds all the content of this one."""
    while True:
        following = next((child for child in _children(page, node) if wanted[child] == wanted[node]), None)
        if following is None or page.tag[following] == _TEXT:
            return node
        node = following


def _children(page: Page, node: int) -> list[int]:
    return [child.index for child in page[node].children]


def _flags(page: Page, nodes: IntColumn) -> BoolColumn:
    flags = np.zeros(len(page), dtype=np.bool_)
    flags[nodes] = True
    return flags


def _holds_any(page: Page, flagged: BoolColumn) -> BoolColumn:
    """By node: whether it or a descendant is flagged."""
    running = np.concatenate(([0], np.cumsum(flagged)))
    answer: BoolColumn = running[page.end] > running[:-1]
    return answer


def _below(page: Page, flagged: BoolColumn) -> BoolColumn:
    """By node: whether an ancestor is flagged."""
    inside = np.concatenate((page.inside(flagged), [False]))
    answer: BoolColumn = inside[page.parent]
    return answer
