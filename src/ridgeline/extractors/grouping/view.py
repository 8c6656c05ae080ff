"""A rendered page bottom-up: the absolute values of equation (1), by node, for it and all its descendants.

The paper visits the tree level by level. Sums over a subtree are differences of running sums, since a node's
descendants are the rows that follow it. What is outermost (left, top, right, bottom) is carried up level by level, all
nodes of a level at once. The area that a node and its descendants cover is mostly that of its own box; where
descendants stick out of it, the rectangles that do are collected and their union is measured.

What counts is what a reader sees: boxes that are shown, and the characters of shown text that are not white space.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn, IntColumn, Page, elements
from ...page.layout import Layout, areas
from .areas import NO_RECTANGLES, Rectangles, Region, overlap, union_area

Reals = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

_TEXT = elements.CODES[elements.TEXT]
_IMAGE = elements.table("img video embed object applet iframe canvas svg".split())
_LINK = elements.CODES["a"]
_TOLERANCE = 1.0  # pixels by which a box may stick out of another and count as inside: boxes are rounded
# So many rectangles may stick out of their ancestors, all in all; a page past that has been made to be slow, and
# there a node's area is that of the box around it.
_MAX_PROTRUDING = 1_000_000
_MAX_WORK = 30_000_000  # cells of all unions, likewise: about half a second
_WORK_OF_ONE = 10_000  # what a union costs however small it is


@dataclass(frozen=True, eq=False)
class View:
    """What can be seen of a page, by node. Texts are nodes here too, so that sums are right; only elements are
    judged.
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
        """By node: left most, top most, right most and bottom most positions of it and its descendants.

        Where nothing is shown they are empty, with infinite edges.
        """
        bounds = np.where(self.layout.shown[:, None], self.layout.boxes, _NOWHERE).astype(np.float32)
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
    def judged(self) -> IntColumn:
        """The nodes to learn from and to choose from: elements that show something."""
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
        affordable = np.cumsum((4 * counts**2 + _WORK_OF_ONE) * many) <= _MAX_WORK
        roughly = ancestors[many & ~affordable]
        size[roughly] = areas(self.bounds[roughly])
        exactly = many & affordable
        for node, start, count in zip(ancestors[exactly], starts[exactly], counts[exactly], strict=True):
            inner = self.boxes[self._protruding[1][start : start + count]]
            size[node] = union_area(np.concatenate((self.boxes[node : node + 1], inner)))
        return size

    @cached_property
    def _protruding(self) -> tuple[Integers, Integers]:
        """Pairs of a node and a descendant whose box sticks out of it, and out of all nodes between; by node."""
        boxes, parent = self.boxes, self.page.parent
        inner = np.flatnonzero(areas(boxes) > 0)
        outer = parent[inner]
        pairs: list[tuple[Integers, Integers]] = []
        total = 0
        while len(inner):
            sticks_out = (outer >= 0) & ~_holds(boxes[outer], boxes[inner])
            inner, outer = inner[sticks_out], outer[sticks_out]
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
        """What nodes cover, without what others cover."""
        cut = self._all_rectangles(without) if without is not None else NO_RECTANGLES
        return Region(self._all_rectangles(nodes), cut)

    def _all_rectangles(self, nodes: IntColumn) -> Rectangles:
        """The boxes of nodes, and those of their descendants that stick out of them."""
        chosen = np.zeros(len(self.page), dtype=np.bool_)
        chosen[nodes] = True
        outer, inner = self._protruding
        return np.concatenate((self.boxes[nodes], self.boxes[inner[chosen[outer]]]))

    # Counts, and what they are counts of.

    def summed(self, own: npt.NDArray[np.generic]) -> Reals:
        """By node: the sum over it and its descendants of a value that each has."""
        running = np.concatenate(([0.0], np.cumsum(own, dtype=np.float64)))
        sums: Reals = running[self.page.end] - running[:-1]
        return sums

    @cached_property
    def own_characters(self) -> Integers:
        """By node: the visible characters of a text node."""
        characters = np.zeros(len(self.page), dtype=np.int64)
        nodes = self.page.leaves[self.shown_leaves]
        texts = map(self.page.text.__getitem__, nodes.tolist())
        characters[nodes] = np.fromiter((len("".join(text.split())) for text in texts), np.int64, len(nodes))
        return characters

    @cached_property
    def shown_leaves(self) -> BoolColumn:
        """By leaf: whether a reader sees it."""
        shown: BoolColumn = self.layout.shown[self.page.leaves]
        return shown

    @cached_property
    def characters(self) -> Reals:
        """By node: numChars."""
        return self.summed(self.own_characters)

    @cached_property
    def tags(self) -> Reals:
        """By node: numTags, its own among them."""
        return self.summed(self.page.tag != _TEXT)

    @cached_property
    def links(self) -> Reals:
        """By node: numLinks."""
        return self.summed(self.page.tag == _LINK)

    @cached_property
    def text_area(self) -> Reals:
        """By node: A_text. Lines of text lie side by side, so their areas are added."""
        own = np.bincount(self.layout.line_node, weights=areas(self.layout.lines), minlength=len(self.page))
        return self.summed(own * self.layout.shown)

    @cached_property
    def image_area(self) -> Reals:
        """By node: A_image, of images and of what else is drawn rather than written."""
        leaves = np.zeros(len(self.page), dtype=np.bool_)
        leaves[self.page.leaves] = True
        return self.summed(areas(self.boxes) * (leaves & self.page.has_tag(_IMAGE)))

    def kept(self, nodes: IntColumn) -> IntColumn:
        """The leaves that nodes show."""
        chosen = np.zeros(len(self.page), dtype=np.bool_)
        chosen[nodes] = True
        return np.flatnonzero(self.page.inside(chosen)[self.page.leaves] & self.shown_leaves).astype(np.int32)


_NOWHERE = np.array([np.inf, np.inf, -np.inf, -np.inf], dtype=np.float32)


def _holds(outer: Rectangles, inner: Rectangles) -> BoolColumn:
    """By pair of rows: whether the one box holds the other."""
    low = (outer[:, :2] <= inner[:, :2] + _TOLERANCE).all(axis=1)
    return np.logical_and(low, (outer[:, 2:] >= inner[:, 2:] - _TOLERANCE).all(axis=1))
