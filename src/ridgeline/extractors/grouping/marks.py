"""From leaves to the nodes that a user would mark to select them, and to the region that these nodes cover.

In section 5 a user selects nodes, and may deselect nodes inside them. `mark` derives such marks from a set of leaves:
the content according to a gold text, when a model is trained (`lab.training.grouping`), or the answer of an extractor
that keeps leaves, when its region is measured or drawn.

The selected nodes are the outermost ones most of whose text is in the set, each narrowed down to the innermost node
with the same content. Inside them, the outermost nodes that have text but none of the content are deselected, unless
they have so little text (a button, a caption) that a user would not bother. Deselecting every one of them splits the
ground truth into many small pieces, from which a model learns that content is small: on 400 pages of wcxb-dev the area
F1 of clg falls from 0.66 to 0.59.
"""

import numpy as np

from ...marks import Marks
from ...page import BoolColumn, IntColumn, Page, elements
from .areas import Region
from .view import Reals, View, node_mask

_TEXT = elements.CODES[elements.TEXT]
MIN_CONTENT_SHARE = 0.8  # of a node's characters: it is selected
MIN_CUT_SHARE = 0.02  # of the selected node's characters: a smaller node without content is not deselected


def mark(view: View, is_content: BoolColumn) -> Marks:
    """Return the marks for a mask by leaf. Leaves that are not shown are ignored."""
    page = view.page
    own = np.zeros(len(page), dtype=np.int64)
    counted = page.leaves[is_content & view.is_leaf_shown]
    own[counted] = view.own_characters[counted]
    wanted = view.subtree_sum(own)
    mostly = (page.tag != _TEXT) & (wanted > 0) & (wanted >= MIN_CONTENT_SHARE * view.characters)
    outermost = np.flatnonzero(mostly & ~_is_below(page, mostly))
    selected = np.array([_narrow(page, wanted, node) for node in outermost.tolist()], dtype=np.int32)
    noise = (page.tag != _TEXT) & (view.characters > 0) & (wanted == 0)
    around = page.nearest(node_mask(page, selected))
    cut = np.flatnonzero((around >= 0) & noise & ~_is_below(page, noise))
    cut = cut[view.characters[cut] >= MIN_CUT_SHARE * view.characters[around[cut]]]
    return Marks(selected, cut.astype(np.int32))


def region_of_leaves(view: View, keep: IntColumn) -> Region:
    """Return the region of the kept leaves of any extractor, derived in the same way as that of a gold text."""
    is_kept = np.zeros(len(view.page.leaves), dtype=np.bool_)
    is_kept[keep] = True
    marks = mark(view, is_kept)
    return view.region(marks.selected, marks.deselected)


def _narrow(page: Page, wanted: Reals, node: int) -> int:
    """Return the innermost element that has all the content of this one."""
    while True:
        child = next((child for child in _children(page, node) if wanted[child] == wanted[node]), None)
        if child is None or page.tag[child] == _TEXT:
            return node
        node = child


def _children(page: Page, node: int) -> list[int]:
    return [child.index for child in page[node].children]


def _is_below(page: Page, mask: BoolColumn) -> BoolColumn:
    """Return for each node whether an ancestor is in the mask."""
    inside = np.concatenate((page.inside(mask), [False]))  # parent -1 reads the last entry
    is_below: BoolColumn = inside[page.parent]
    return is_below
