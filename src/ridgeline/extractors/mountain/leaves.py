"""From cells, which are places in the source, to leaves, which are nodes of the parsed page.

Both follow the source, so mostly the n-th cell is the n-th text node, also counting those in menus of forms, which are
no leaves. But a parser moves text out of tables, joins text around ignored tags, drops and repeats: so texts are
compared. In one linear pass:

1. Text nodes and cells of equal text (but for white space) are paired by rank where page and source have equally many.
2. A node whose text is found more or less often takes the equal cell next to its neighbour's, if there is one.
3. Whatever is left (a node that is several cells, or a part of one) is placed between its neighbours' cells by how many
   characters stand before it.
"""

from collections import defaultdict

import numpy as np

from ...page import IntColumn, Page, elements
from .cells import Cells, Counts
from .source import HIDING_NAMES

_TEXT = elements.CODES[elements.TEXT]
_HIDING = elements.table(HIDING_NAMES)


def cells_of_leaves(page: Page, cells: Cells) -> IntColumn:
    """By leaf of the page: the cell that it stands in, -1 for replaced elements and where there are no cells."""
    cell_of_node = np.full(len(page), -1, dtype=np.int64)
    if len(cells):
        nodes = np.flatnonzero((page.tag == _TEXT) & ~page.has_tag(_HIDING)[page.parent])
        texts = [page.text[node].strip() for node in nodes.tolist()]
        shown = [position for position, text in enumerate(texts) if text]
        cell_of_node[nodes[shown]] = _paired([texts[position] for position in shown], cells)
    return cell_of_node[page.leaves].astype(np.int32)


def _paired(texts: list[str], cells: Cells) -> Counts:
    """By text: its cell."""
    if texts == list(cells.text):
        return np.arange(len(texts))
    node_keys, cell_keys = [_key(text) for text in texts], [_key(text) for text in cells.text]
    pairs = _by_rank(node_keys, cell_keys)
    _by_neighbour(pairs, node_keys, cell_keys)
    return _by_characters(pairs, node_keys, cell_keys)


def _key(text: str) -> str:
    return "".join(text.split())


def _by_rank(node_keys: list[str], cell_keys: list[str]) -> Counts:
    """Equal texts, the first with the first and so on, where page and source have the same number of them."""
    nodes, cells = defaultdict(list), defaultdict(list)
    for position, key in enumerate(node_keys):
        nodes[key].append(position)
    for position, key in enumerate(cell_keys):
        cells[key].append(position)
    pairs = np.full(len(node_keys), -1, dtype=np.int64)
    for key, positions in nodes.items():
        if len(positions) == len(cells.get(key, ())):
            pairs[positions] = cells[key]
    return pairs


def _by_neighbour(pairs: Counts, node_keys: list[str], cell_keys: list[str]) -> None:
    """Give a node the cell after the one of the node before it, or before the one of the node after, if it is equal."""
    for order, step in ((range(1, len(pairs)), 1), (range(len(pairs) - 2, -1, -1), -1)):
        for position in order:
            if pairs[position] < 0 and (beside := pairs[position - step]) >= 0:
                candidate = int(beside) + step
                if 0 <= candidate < len(cell_keys) and cell_keys[candidate] == node_keys[position]:
                    pairs[position] = candidate


def _by_characters(pairs: Counts, node_keys: list[str], cell_keys: list[str]) -> Counts:
    """Place the rest between pairs that stand in order, in proportion to the characters before them."""
    left = np.flatnonzero(pairs < 0)
    if not len(left):
        return pairs
    node_middle, cell_start = _middles(node_keys), _starts(cell_keys)
    ordered = _in_order(pairs)
    # The ends of both texts belong together; so do the middles of paired texts.
    known = np.concatenate(([0.0], node_middle[ordered], [sum(map(len, node_keys))]))
    there = np.concatenate(([0.0], _middles(cell_keys)[pairs[ordered]], [cell_start[-1]]))
    place = np.interp(node_middle[left], known, there)
    pairs[left] = np.clip(np.searchsorted(cell_start, place, side="right") - 1, 0, len(cell_keys) - 1)
    return pairs


def _in_order(pairs: Counts) -> Counts:
    """The paired nodes whose cells come after all those of nodes before, and before all those of nodes after."""
    paired = np.flatnonzero(pairs >= 0)
    if not len(paired):
        return paired
    cells = pairs[paired]
    before = np.concatenate(([-1], np.maximum.accumulate(cells)[:-1]))
    after = np.concatenate((np.minimum.accumulate(cells[::-1])[::-1][1:], [np.iinfo(np.int64).max]))
    return paired[(cells > before) & (cells < after)]


def _starts(keys: list[str]) -> Counts:
    """Where each text begins, and where the last one ends, if they are written one after the other."""
    return np.concatenate(([0], np.cumsum(np.fromiter(map(len, keys), np.int64, len(keys)))))


def _middles(keys: list[str]) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    starts = _starts(keys)
    return (starts[:-1] + starts[1:]) / 2
