"""The absolute feature values of equation (1): for each node, aggregated over the node and all its descendants.

The paper visits the tree level by level. Here a node's descendants are the rows that follow it, so a sum over a subtree
is a difference of running sums. Outermost positions (left, top, right, bottom) are propagated upwards one level at a
time, all nodes of a level at once. The area that a node and its descendants cover is mostly the area of its own box.
Where descendants protrude from it, the protruding rectangles are collected and the area of their union is computed.

Only what a reader sees counts: shown boxes, and the characters of shown text that are not white space.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn, IntColumn, Page, elements
from ...page.cache import cached_property
from ...page.layout import Layout, areas
from .areas import NO_RECTANGLES, Rectangles, Region, overlap, union_area

Reals = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

_TEXT = elements.CODES[elements.TEXT]
_IMAGE = elements.table("img video embed object applet iframe canvas svg".split())
_LINK = elements.CODES["a"]
_TOLERANCE = 1.0  # pixels by which a box may protrude from another and still count as inside: boxes are rounded
# Limits for pages made to be slow. Beyond either, a node's area is that of the bounding box around its subtree.
_MAX_PROTRUDING = 1_000_000  # pairs of a node and a descendant that protrudes from it, per page
_MAX_UNION_CELLS = 30_000_000  # grid cells of all unions of a page: about half a second
_MIN_UNION_CELLS = 10_000  # the fixed cost of a union, in cells


def node_mask(page: Page, nodes: IntColumn) -> BoolColumn:
    """Return for each node whether it is one of these."""
    mask = np.zeros(len(page), dtype=np.bool_)
    mask[nodes] = True
    return mask


@dataclass(frozen=True, eq=False)
class View:
    """The visible properties of a rendered page, by node.

    Text nodes have rows too, so that sums over subtrees are right; only elements are scored.
    """

    page: Page
    layout: Layout

    @cached_property
    def boxes(self) -> Rectangles:
        """By node: its own box; empty where it is not shown."""
        boxes: Rectangles = np.where(self.layout.shown[:, None], self.layout.boxes, np.float32(0))
        return boxes

    @cached_property
    def bounds(self) -> Rectangles:
        """By node: the leftmost, topmost, rightmost and bottommost positions of it and its descendants.

        Where nothing is shown they are empty, with infinite edges.
        """
        bounds = np.where(self.layout.shown[:, None], self.layout.boxes, _EMPTY_BOUNDS).astype(np.float32)
        depth, parent = self.page.depth, self.page.parent
        order = np.argsort(depth, kind="stable")
        starts = np.searchsorted(depth[order], np.arange(int(depth.max(initial=0)) + 2))
        for level in range(len(starts) - 2, 0, -1):
            nodes = order[starts[level] : starts[level + 1]]
            above = parent[nodes]
            np.minimum.at(bounds[:, 0], above, bounds[nodes, 0])
            np.minimum.at(bounds[:, 1], above, bounds[nodes, 1])
            np.maximum.at(bounds[:, 2], above, bounds[nodes, 2])
            np.maximum.at(bounds[:, 3], above, bounds[nodes, 3])
        return bounds

    @cached_property
    def scored(self) -> IntColumn:
        """The nodes that get features and a score: elements that show something."""
        return np.flatnonzero((self.page.tag != _TEXT) & (self.bounds[:, 2] > self.bounds[:, 0])).astype(np.int32)

    @cached_property
    def area(self) -> Reals:
        """By node: the area that it and its descendants cover together."""
        size = areas(self.boxes)
        ancestors, counts = np.unique(self._protruding[0], return_counts=True)
        if not len(ancestors):
            return size
        starts = np.searchsorted(self._protruding[0], ancestors)
        has_own = size[ancestors] > 0
        single = (counts == 1) & ~has_own
        double = (counts == 1) & has_own
        first = self._protruding[1][starts]
        size[ancestors[single]] = size[first[single]]
        both = ancestors[double], first[double]
        size[both[0]] += areas(self.boxes[both[1]]) - overlap(self.boxes[both[0]], self.boxes[both[1]])
        many = counts > 1
        affordable = np.cumsum((4 * counts**2 + _MIN_UNION_CELLS) * many) <= _MAX_UNION_CELLS
        approximate = ancestors[many & ~affordable]
        size[approximate] = areas(self.bounds[approximate])
        exact = many & affordable
        for node, start, count in zip(ancestors[exact], starts[exact], counts[exact], strict=True):
            inner = self.boxes[self._protruding[1][start : start + count]]
            size[node] = union_area(np.concatenate((self.boxes[node : node + 1], inner)))
        return size

    @cached_property
    def _protruding(self) -> tuple[Integers, Integers]:
        """Pairs of a node and a descendant whose box protrudes from it and from all nodes between, by node."""
        boxes, parent = self.boxes, self.page.parent
        inner = np.flatnonzero(areas(boxes) > 0)
        outer = parent[inner]
        pairs: list[tuple[Integers, Integers]] = []
        total = 0
        while len(inner):
            protrudes = (outer >= 0) & ~_contains(boxes[outer], boxes[inner])
            inner, outer = inner[protrudes], outer[protrudes]
            pairs.append((outer.astype(np.int64), inner.astype(np.int64)))
            total += len(inner)
            if total > _MAX_PROTRUDING:
                break
            outer = parent[outer]
        if not pairs:
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
        outers, inners = (np.concatenate(column) for column in zip(*pairs, strict=True))
        order = np.argsort(outers, kind="stable")
        return outers[order], inners[order]

    def region(self, nodes: IntColumn, without: IntColumn | None = None) -> Region:
        """Return the region that nodes cover, minus the region of others."""
        cut = self._all_rectangles(without) if without is not None else NO_RECTANGLES
        return Region(self._all_rectangles(nodes), cut)

    def _all_rectangles(self, nodes: IntColumn) -> Rectangles:
        """Return the boxes of nodes, and those of their descendants that protrude from them."""
        mask = node_mask(self.page, nodes)
        outer, inner = self._protruding
        return np.concatenate((self.boxes[nodes], self.boxes[inner[mask[outer]]]))

    # Counts, and the columns they are summed from.

    def subtree_sum(self, own: npt.NDArray[np.generic]) -> Reals:
        """Return for each node the sum of a column over the node and its descendants."""
        running = np.concatenate(([0.0], np.cumsum(own, dtype=np.float64)))
        sums: Reals = running[self.page.end] - running[:-1]
        return sums

    @cached_property
    def own_characters(self) -> Integers:
        """By node: the number of visible characters of a text node, 0 for an element."""
        characters = np.zeros(len(self.page), dtype=np.int64)
        nodes = self.page.leaves[self.is_leaf_shown]
        texts = map(self.page.text.__getitem__, nodes.tolist())
        characters[nodes] = np.fromiter((len("".join(text.split())) for text in texts), np.int64, len(nodes))
        return characters

    @cached_property
    def is_leaf_shown(self) -> BoolColumn:
        """By leaf: whether a reader sees it."""
        shown: BoolColumn = self.layout.shown[self.page.leaves]
        return shown

    @cached_property
    def characters(self) -> Reals:
        """By node: numChars."""
        return self.subtree_sum(self.own_characters)

    @cached_property
    def tags(self) -> Reals:
        """By node: numTags, including its own."""
        return self.subtree_sum(self.page.tag != _TEXT)

    @cached_property
    def links(self) -> Reals:
        """By node: numLinks."""
        return self.subtree_sum(self.page.tag == _LINK)

    @cached_property
    def text_area(self) -> Reals:
        """By node: A_text. Lines of text do not overlap, so their areas are added."""
        own = np.bincount(self.layout.line_node, weights=areas(self.layout.lines), minlength=len(self.page))
        return self.subtree_sum(own * self.layout.shown)

    @cached_property
    def image_area(self) -> Reals:
        """By node: A_image, of images, videos, canvases and other embedded graphics."""
        is_leaf = node_mask(self.page, self.page.leaves)
        return self.subtree_sum(areas(self.boxes) * (is_leaf & self.page.has_tag(_IMAGE)))

    def visible_leaves(self, nodes: IntColumn) -> IntColumn:
        """Return the positions of the shown leaves inside these nodes."""
        inside = self.page.inside(node_mask(self.page, nodes))
        return np.flatnonzero(inside[self.page.leaves] & self.is_leaf_shown).astype(np.int32)


_EMPTY_BOUNDS = np.array([np.inf, np.inf, -np.inf, -np.inf], dtype=np.float32)


def _contains(outer: Rectangles, inner: Rectangles) -> BoolColumn:
    """Return for each pair of rows whether the outer box contains the inner one."""
    low = (outer[:, :2] <= inner[:, :2] + _TOLERANCE).all(axis=1)
    return np.logical_and(low, (outer[:, 2:] >= inner[:, 2:] - _TOLERANCE).all(axis=1))
