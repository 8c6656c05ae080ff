"""Candidate nodes, their compaction, and their grouping (sections 5, 6.1 and 6.2).

Candidates are the nodes with a score above a threshold, without those that have an ancestor among them. In document
order (the paper's depth-first order) they form a sequence, and the link between v_i and v_{i+1} is broken unless one
of these holds:

    (1) v_i and v_{i+1} overlap, or are aligned: their projection overlap ratio is above the threshold T
    (2) they have the same parent
    (3) v_i and v_{i+2} overlap or are aligned
    (4) v_{i-1} and v_{i+1} overlap or are aligned

A node's position is the bounding box of it and its descendants. The best group has the largest mean score × covered
area.
"""

import numpy as np

from ...page import BoolColumn, IntColumn, Page
from .areas import Rectangles, overlap, union_area
from .view import Reals, View

PROJECTION_OVERLAP_RATIO = 0.70  # T: section 7.1


def candidates(view: View, scores: Reals, threshold: float) -> IntColumn:
    """Return the nodes with a score above the threshold, compacted. `scores` is by scored node."""
    return compact(view.page, view.scored[scores > threshold])


def compact(page: Page, nodes: IntColumn) -> IntColumn:
    """Return nodes, which are in document order, without those that have an ancestor among them (Figure 5)."""
    furthest = np.maximum.accumulate(np.concatenate(([0], page.end[nodes])))[:-1]
    return nodes[nodes >= furthest]


def projection_overlap_ratio(one: Rectangles, other: Rectangles) -> Reals:
    """Return POR of section 6.1, by pair of rows: the larger of the horizontal and the vertical ratio."""
    low = np.maximum(one[:, :2], other[:, :2])
    high = np.minimum(one[:, 2:], other[:, 2:])
    shared = np.maximum(high - low, 0).astype(np.float64)  # l and h of Figure 7
    longer = np.maximum(one[:, 2:] - one[:, :2], other[:, 2:] - other[:, :2])  # min(l/l1, l/l2) = l / max(l1, l2)
    ratios: Reals = (shared / np.maximum(longer, 1e-9)).max(axis=1)
    return ratios


def group(
    nodes: IntColumn, boxes: Rectangles, parents: IntColumn, threshold: float = PROJECTION_OVERLAP_RATIO
) -> list[IntColumn]:
    """Split a sequence of nodes into groups; `boxes` and `parents` are by node of the sequence."""
    if not len(nodes):
        return []
    linked = _connected(boxes, 1, threshold) | (parents[1:] == parents[:-1])  # conditions (1), (2)
    across = _connected(boxes, 2, threshold)  # by i: v_i with v_{i+2}
    linked[: len(across)] |= across  # (3)
    linked[1:][: len(across)] |= across  # (4): v_{i-1} with v_{i+1}
    return np.split(nodes, np.flatnonzero(~linked) + 1)


def _connected(boxes: Rectangles, step: int, threshold: float) -> BoolColumn:
    """Return for each i whether v_i and v_{i+step} overlap or are aligned."""
    one, other = boxes[:-step], boxes[step:]
    is_connected: BoolColumn = (overlap(one, other) > 0) | (projection_overlap_ratio(one, other) > threshold)
    return is_connected


def groups_of(view: View, nodes: IntColumn, threshold: float = PROJECTION_OVERLAP_RATIO) -> list[IntColumn]:
    """Split a page's candidates into groups."""
    return group(nodes, view.bounds[nodes], view.page.parent[nodes], threshold)


def best_group(view: View, groups: list[IntColumn], scores: Reals) -> IntColumn:
    """Return the group with the largest mean score × covered area. `scores` is by node of the page."""
    values = [float(scores[nodes].mean()) * _covered_area(view, nodes) for nodes in groups]
    return groups[int(np.argmax(values))]


def _covered_area(view: View, nodes: IntColumn) -> float:
    """Return S of section 6.2."""
    if len(nodes) == 1:
        return float(view.area[nodes[0]])
    return union_area(view.region(nodes).rectangles)
