"""The labels of nodes according to a gold text.

A gold text gives the leaves that are content (`align`), `extractors.grouping.marks` gives the nodes that a user would
have marked to select them, and the rules of the paper give the labels: see `ridgeline.marks`.
"""

import numpy as np
import numpy.typing as npt

from ....extractors.grouping.marks import mark
from ....extractors.grouping.view import View
from ....marks import Label, Marks, label
from ....page import BoolColumn, Page
from ...alignment import align

__all__ = ["Label", "label", "marks_from_gold", "top_nodes"]


def marks_from_gold(view: View, gold: str) -> Marks:
    """Return the nodes that a user would have marked to select the gold text."""
    return mark(view, align(view.page, gold).labels)


def top_nodes(page: Page, labels: npt.NDArray[np.int8]) -> BoolColumn:
    """Return for each node whether it is a top ground-truth node, a positive node whose parent is not positive."""
    positive = labels == Label.POSITIVE
    above = np.concatenate((positive, [False]))[page.parent]  # parent -1 reads the last entry
    is_top: BoolColumn = positive & ~above
    return is_top
