"""Candidates, their compaction, and how they are grouped (sections 5 and 6.1, 6.2).

Candidates are the nodes with a score above a threshold, without those that stand inside of another. In document order
(the depth-first order of the paper) they form a chain, which is cut between v_i and v_{i+1} unless one of four holds:

    (1) v_i and v_{i+1} overlap, or are aligned: their projection overlap ratio is above the threshold T
    (2) they have the same parent
    (3) v_i and v_{i+2} overlap or are aligned
    (4) v_{i-1} and v_{i+1} overlap or are aligned

A node's place is the box around it and its descendants. The best group has the largest mean score times covered area.
"""

import numpy as np

from ...page import BoolColumn, IntColumn, Page
from .areas import Rectangles, overlap, union_area
from .view import Reals, View

PROJECTION_OVERLAP_RATIO = 0.70  # T: section 7.1


def candidates(view: View, scores: Reals, threshold: float) -> IntColumn:
    """The judged nodes with a score above the threshold, compacted. `scores` by judged node."""
    return compact(view.page, view.judged[scores > threshold])


def compact(page: Page, nodes: IntColumn) -> IntColumn:
    """Nodes in document order without those that have an ancestor among them (Figure 5)."""
    furthest = np.maximum.accumulate(np.concatenate(([0], page.end[nodes])))[:-1]
    return nodes[nodes >= furthest]


def projection_overlap_ratio(one: Rectangles, other: Rectangles) -> Reals:
    """POR of section 6.1, by pair of rows: the better of the two directions in which boxes may be aligned."""
    low = np.maximum(one[:, :2], other[:, :2])
    high = np.minimum(one[:, 2:], other[:, 2:])
    shared = np.maximum(high - low, 0).astype(np.float64)  # l and h of Figure 7
    longer = np.maximum(one[:, 2:] - one[:, :2], other[:, 2:] - other[:, :2])  # min(l/l1, l/l2) = l / max(l1, l2)
    ratios: Reals = (shared / np.maximum(longer, 1e-9)).max(axis=1)
    return ratios


def group(
    nodes: IntColumn, boxes: Rectangles, parents: IntColumn, threshold: float = PROJECTION_OVERLAP_RATIO
) -> list[IntColumn]:
    """Divide a chain of nodes; `boxes` and `parents` by node of the chain."""
    if not len(nodes):
        return []
    linked = _connected(boxes, 1, threshold) | (parents[1:] == parents[:-1])  # conditions (1), (2)
    across = _connected(boxes, 2, threshold)  # by i: v_i with v_{i+2}
    linked[: len(across)] |= across  # (3)
    linked[1:][: len(across)] |= across  # (4): v_{i-1} with v_{i+1}
    return np.split(nodes, np.flatnonzero(~linked) + 1)


def _connected(boxes: Rectangles, step: int, threshold: float) -> BoolColumn:
    """By i: whether v_i and v_{i+step} contain overlap area or are aligned."""
    one, other = boxes[:-step], boxes[step:]
    answer: BoolColumn = (overlap(one, other) > 0) | (projection_overlap_ratio(one, other) > threshold)
    return answer


def groups_of(view: View, nodes: IntColumn, threshold: float = PROJECTION_OVERLAP_RATIO) -> list[IntColumn]:
    """The groups of candidates."""
    return group(nodes, view.bounds[nodes], view.page.parent[nodes], threshold)


def best_group(view: View, groups: list[IntColumn], scores: Reals) -> IntColumn:
    """The group with the largest mean score × covered area. `scores` by node of the page."""
    worth = [float(scores[nodes].mean()) * _covered(view, nodes) for nodes in groups]
    return groups[int(np.argmax(worth))]


def _covered(view: View, nodes: IntColumn) -> float:
    """S of section 6.2."""
    if len(nodes) == 1:
        return float(view.area[nodes[0]])
    return union_area(view.region(nodes).rectangles)
