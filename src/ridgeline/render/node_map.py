"""Maps the layout of a browser's nodes onto the nodes of the parsed page.

Our parser and the browser's follow the same standard, so with scripts off the two trees of one source are nearly always
equal, node for node. Where they differ (a limit cut something off, a slot moved something, the browser is newer than
the standard), both trees are walked together from the root: children are matched in order by tag, id and class, and the
remaining text nodes by their text. A node without a match has no box, though its descendants may have one.

So an extractor that needs a layout answers with leaves of the page it was given, like all others.
"""

from collections import deque
from collections.abc import Hashable, Iterable, Sequence

import numpy as np

from ..page import IntColumn, Page, elements
from ..page.layout import Layout
from .snapshot import Snapshot

_TEXT = elements.CODES[elements.TEXT]
_MAX_SKIPPED_SIBLINGS = 50


def map_layout(page: Page, snapshot: Snapshot) -> Layout:
    """Return the snapshot's layout with a row for each node of the page."""
    match = match_nodes(page, snapshot)
    found = match >= 0
    theirs = snapshot.layout
    if not found.any():
        return _empty_layout(theirs.width, theirs.height, len(page))
    back = np.full(len(snapshot) + 1, -1, dtype=np.int32)
    back[match[found]] = np.flatnonzero(found)
    line_node = back[theirs.line_node]
    # The matches need not be in order: a slot moves nodes.
    order = np.argsort(line_node, kind="stable")[int((line_node < 0).sum()) :]
    return Layout(
        width=theirs.width,
        height=theirs.height,
        boxes=np.where(found[:, None], theirs.boxes[match], np.float32(0)),
        shown=found & theirs.shown[match],
        font_size=np.where(found, theirs.font_size[match], np.float32(0)),
        colour=np.where(found, theirs.colour[match], np.uint32(0)),
        lines=theirs.lines[order],
        line_node=line_node[order],
    )


def _empty_layout(width: float, height: float, count: int) -> Layout:
    """Return the layout of a page on which nothing is shown."""
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


def match_nodes(page: Page, snapshot: Snapshot) -> IntColumn:
    """Return for each node of the page the same node in the snapshot, -1 where there is none."""
    if not len(page) or not len(snapshot):
        return np.full(len(page), -1, dtype=np.int32)
    names = [name.lower() for name in page.names]
    ours = tuple(names[code] for code in page.tag.tolist())
    if ours == snapshot.names and np.array_equal(page.parent, snapshot.parent):
        return np.arange(len(page), dtype=np.int32)
    return _Walk(page, snapshot, ours).matches()


class _Walk:
    """Walks both trees together from their roots."""

    def __init__(self, page: Page, snapshot: Snapshot, names: Sequence[str]) -> None:
        self._page, self._snapshot, self._names = page, snapshot, names
        self._match = np.full(len(page), -1, dtype=np.int32)

    def matches(self) -> IntColumn:
        children = self._children()
        waiting = [(0, 0)]
        while waiting:
            ours, theirs = waiting.pop()
            self._match[ours] = theirs
            if children[ours]:
                waiting.extend(self._match_siblings(children[ours], self._snapshot.children[theirs]))
        self._match_texts()
        return self._match

    def _children(self) -> list[list[int]]:
        children: list[list[int]] = [[] for _ in range(len(self._page))]
        for index, above in enumerate(self._page.parent.tolist()):
            if above >= 0:
                children[above].append(index)
        return children

    def _match_siblings(self, ours: list[int], theirs: list[int]) -> Iterable[tuple[int, int]]:
        """Match the children of two matched nodes: all if their names agree, else those with equal keys."""
        if [self._names[node] for node in ours] == [self._snapshot.names[node] for node in theirs]:
            return zip(ours, theirs, strict=True)
        return _match_in_order(
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

    def _match_texts(self) -> None:
        """Match the leaves that the walk did not reach by their text, in order."""
        taken = np.zeros(len(self._snapshot) + 1, dtype=np.bool_)
        taken[self._match] = True
        free: dict[str, deque[int]] = {}
        for node, name in enumerate(self._snapshot.names):
            if name == elements.TEXT and not taken[node] and (text := self._snapshot.text(node).strip()):
                free.setdefault(text, deque()).append(node)
        if not free:
            return
        for node in self._page.leaves[self._match[self._page.leaves] < 0].tolist():
            queue = free.get(self._page.text[node].strip())
            if queue:
                self._match[node] = queue.popleft()


def _match_in_order(
    ours: Sequence[int], our_keys: Sequence[Hashable], theirs: Sequence[int], their_keys: Sequence[Hashable]
) -> list[tuple[int, int]]:
    """Return pairs of nodes with equal keys, ascending in both sequences.

    Each of ours takes the first unused of theirs.
    """
    positions: dict[Hashable, deque[int]] = {}
    for position, key in enumerate(their_keys):
        positions.setdefault(key, deque()).append(position)
    pairs, reached = [], 0
    for node, key in zip(ours, our_keys, strict=True):
        queue = positions.get(key, deque())
        while queue and queue[0] < reached:
            queue.popleft()
        # A match far ahead would skip all siblings between: it is left to `_match_texts`, or the node has no box.
        if queue and queue[0] - reached <= _MAX_SKIPPED_SIBLINGS:
            reached = queue.popleft() + 1
            pairs.append((node, theirs[reached - 1]))
    return pairs
