"""The browser's layout laid over the nodes of a page that was parsed before.

Our parser and the browser's follow the same standard, so with scripts off the two trees of one source are nearly always
the same, node for node. Where they are not (limits cut something, a slot took something in, a browser is newer than
the standard) both trees are walked together from the root: children are paired in order by what they are, and texts
that are left over by what they say. A node without partner has no box; its parts may have theirs.

So an extractor that needs a layout answers with the leaves of the very page it was given, like all others.
"""

from collections import deque
from collections.abc import Hashable, Iterable, Sequence

import numpy as np

from ..page import IntColumn, Page, elements
from ..page.layout import Layout
from .snapshot import Snapshot

_TEXT = elements.CODES[elements.TEXT]
_FURTHEST_AHEAD = 50  # siblings


def lay_over(page: Page, snapshot: Snapshot) -> Layout:
    """The snapshot's layout with a row for each node of the page."""
    partner = pair(page, snapshot)
    found = partner >= 0
    theirs = snapshot.layout
    if not found.any():
        return _nowhere(theirs.width, theirs.height, len(page))
    back = np.full(len(snapshot) + 1, -1, dtype=np.int32)
    back[partner[found]] = np.flatnonzero(found)
    of_line = back[theirs.line_node]
    # The pairs need not be in order: a slot takes things in from elsewhere.
    order = np.argsort(of_line, kind="stable")[int((of_line < 0).sum()) :]
    return Layout(
        width=theirs.width,
        height=theirs.height,
        boxes=np.where(found[:, None], theirs.boxes[partner], np.float32(0)),
        shown=found & theirs.shown[partner],
        font_size=np.where(found, theirs.font_size[partner], np.float32(0)),
        colour=np.where(found, theirs.colour[partner], np.uint32(0)),
        lines=theirs.lines[order],
        line_node=of_line[order],
    )


def _nowhere(width: float, height: float, count: int) -> Layout:
    """The layout of a page of which nothing is shown."""
    return Layout(
        width=width,
        height=height,
        boxes=np.zeros((count, 4), dtype=np.float32),
        shown=np.zeros(count, dtype=np.bool_),
        font_size=np.zeros(count, dtype=np.float32),
        colour=np.zeros(count, dtype=np.uint32),
        lines=np.zeros((0, 4), dtype=np.float32),
        line_node=np.zeros(0, dtype=np.int32),
    )


def pair(page: Page, snapshot: Snapshot) -> IntColumn:
    """By node of the page: the same node in the snapshot, -1 where there is none."""
    if not len(page) or not len(snapshot):
        return np.full(len(page), -1, dtype=np.int32)
    names = [name.lower() for name in page.names]
    ours = tuple(names[code] for code in page.tag.tolist())
    if ours == snapshot.names and np.array_equal(page.parent, snapshot.parent):
        return np.arange(len(page), dtype=np.int32)
    return _Walk(page, snapshot, ours).pairs()


class _Walk:
    """Both trees from their roots down."""

    def __init__(self, page: Page, snapshot: Snapshot, names: Sequence[str]) -> None:
        self._page, self._snapshot, self._names = page, snapshot, names
        self._partner = np.full(len(page), -1, dtype=np.int32)

    def pairs(self) -> IntColumn:
        below = self._children()
        waiting = [(0, 0)]
        while waiting:
            ours, theirs = waiting.pop()
            self._partner[ours] = theirs
            if below[ours]:
                waiting.extend(self._pair_siblings(below[ours], self._snapshot.children[theirs]))
        self._pair_texts()
        return self._partner

    def _children(self) -> list[list[int]]:
        below: list[list[int]] = [[] for _ in range(len(self._page))]
        for index, above in enumerate(self._page.parent.tolist()):
            if above >= 0:
                below[above].append(index)
        return below

    def _pair_siblings(self, ours: list[int], theirs: list[int]) -> Iterable[tuple[int, int]]:
        """Children of two nodes that are a pair: all of them where their names agree, else those that say the same."""
        if [self._names[node] for node in ours] == [self._snapshot.names[node] for node in theirs]:
            return zip(ours, theirs, strict=True)
        return _in_order(
            ours, [self._our_key(node) for node in ours], theirs, [self._their_key(node) for node in theirs]
        )

    def _our_key(self, node: int) -> Hashable:
        if self._page.tag[node] == _TEXT:
            return self._page.text[node].strip()
        own = self._page.attributes[node]
        return self._names[node], own.get("id") or "", own.get("class") or ""

    def _their_key(self, node: int) -> Hashable:
        if self._snapshot.names[node] == elements.TEXT:
            return self._snapshot.text(node).strip()
        own = self._snapshot.attributes(node)
        return self._snapshot.names[node], own.get("id", ""), own.get("class", "")

    def _pair_texts(self) -> None:
        """Leaves that the walk did not reach, by their text, in order."""
        taken = np.zeros(len(self._snapshot) + 1, dtype=np.bool_)
        taken[self._partner] = True
        free: dict[str, deque[int]] = {}
        for node, name in enumerate(self._snapshot.names):
            if name == elements.TEXT and not taken[node] and (text := self._snapshot.text(node).strip()):
                free.setdefault(text, deque()).append(node)
        if not free:
            return
        for node in self._page.leaves[self._partner[self._page.leaves] < 0].tolist():
            queue = free.get(self._page.text[node].strip())
            if queue:
                self._partner[node] = queue.popleft()


def _in_order(
    ours: Sequence[int], our_keys: Sequence[Hashable], theirs: Sequence[int], their_keys: Sequence[Hashable]
) -> list[tuple[int, int]]:
    """Pairs of equal keys that go forward in both rows; each of ours takes the first that is left of theirs."""
    places: dict[Hashable, deque[int]] = {}
    for place, key in enumerate(their_keys):
        places.setdefault(key, deque()).append(place)
    pairs, reached = [], 0
    for node, key in zip(ours, our_keys, strict=True):
        queue = places.get(key, deque())
        while queue and queue[0] < reached:
            queue.popleft()
        # One that stands far ahead would cost all between: it is left to `_pair_texts`, or has no box.
        if queue and queue[0] - reached <= _FURTHEST_AHEAD:
            reached = queue.popleft() + 1
            pairs.append((node, theirs[reached - 1]))
    return pairs
