"""Maps leaves, which are nodes of the parsed page, to cells, which are stretches of the source.

Both follow the source, so the n-th cell is usually the n-th text node (text nodes inside `<select>`, which are no
leaves, count). But a parser moves text out of tables, joins text around ignored tags, and drops or repeats text, so
the texts are compared, in linear time:

1. Text nodes and cells of equal text (ignoring white space) are paired in order if page and source have equally many.
2. Of the remaining nodes, one takes the cell next to its neighbour's cell if their texts are equal.
3. The rest (a node that is several cells, or a part of one) is placed between the cells of its neighbours, by the
   number of characters before it.
"""

from collections import defaultdict

import numpy as np

from ...page import IntColumn, Page, elements
from .cells import Cells, Floats, Ints
from .source import HIDING_TAGS

_TEXT = elements.CODES[elements.TEXT]
_HIDING = elements.table(HIDING_TAGS)


def cells_of_leaves(page: Page, cells: Cells) -> IntColumn:
    """Return the cell of each leaf of the page; -1 for replaced elements, and for all if there are no cells."""
    cell_of_node = np.full(len(page), -1, dtype=np.int64)
    if len(cells):
        nodes = np.flatnonzero((page.tag == _TEXT) & ~page.has_tag(_HIDING)[page.parent])
        texts = [page.text[node].strip() for node in nodes.tolist()]
        nonempty = [index for index, text in enumerate(texts) if text]
        cell_of_node[nodes[nonempty]] = _pair([texts[index] for index in nonempty], cells)
    return cell_of_node[page.leaves].astype(np.int32)


def _pair(texts: list[str], cells: Cells) -> Ints:
    """Return the cell of each text node."""
    if texts == list(cells.text):
        return np.arange(len(texts))
    node_keys, cell_keys = [_key(text) for text in texts], [_key(text) for text in cells.text]
    pairs = _pair_equal_texts(node_keys, cell_keys)
    _pair_next_to_neighbours(pairs, node_keys, cell_keys)
    return _pair_by_characters(pairs, node_keys, cell_keys)


def _key(text: str) -> str:
    """Return the text without white space."""
    return "".join(text.split())


def _pair_equal_texts(node_keys: list[str], cell_keys: list[str]) -> Ints:
    """Pair the n-th node and the n-th cell of a text if there are equally many of both; return -1 for other nodes."""
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


def _pair_next_to_neighbours(pairs: Ints, node_keys: list[str], cell_keys: list[str]) -> None:
    """Pair nodes with the cell next to their neighbour's cell where the texts are equal: forwards, then backwards."""
    for order, step in ((range(1, len(pairs)), 1), (range(len(pairs) - 2, -1, -1), -1)):
        for position in order:
            if pairs[position] < 0 and (neighbour := pairs[position - step]) >= 0:
                candidate = int(neighbour) + step
                if 0 <= candidate < len(cell_keys) and cell_keys[candidate] == node_keys[position]:
                    pairs[position] = candidate


def _pair_by_characters(pairs: Ints, node_keys: list[str], cell_keys: list[str]) -> Ints:
    """Pair the remaining nodes by interpolating, between ordered pairs, the number of characters before them."""
    unpaired = np.flatnonzero(pairs < 0)
    if not len(unpaired):
        return pairs
    node_middle, cell_start = _middles(node_keys), _starts(cell_keys)
    ordered = _in_order(pairs)
    # Fixed points: the ends of both texts, and the middles of paired texts.
    in_nodes = np.concatenate(([0.0], node_middle[ordered], [sum(map(len, node_keys))]))
    in_cells = np.concatenate(([0.0], _middles(cell_keys)[pairs[ordered]], [cell_start[-1]]))
    offset = np.interp(node_middle[unpaired], in_nodes, in_cells)
    pairs[unpaired] = np.clip(np.searchsorted(cell_start, offset, side="right") - 1, 0, len(cell_keys) - 1)
    return pairs


def _in_order(pairs: Ints) -> Ints:
    """Return the nodes whose cell comes after the cells of all nodes before, and before those of all nodes after."""
    paired = np.flatnonzero(pairs >= 0)
    if not len(paired):
        return paired
    cells = pairs[paired]
    before = np.concatenate(([-1], np.maximum.accumulate(cells)[:-1]))
    after = np.concatenate((np.minimum.accumulate(cells[::-1])[::-1][1:], [np.iinfo(np.int64).max]))
    return paired[(cells > before) & (cells < after)]


def _starts(keys: list[str]) -> Ints:
    """Return the offset of each text in their concatenation, and its length as the last entry."""
    return np.concatenate(([0], np.cumsum(np.fromiter(map(len, keys), np.int64, len(keys)))))


def _middles(keys: list[str]) -> Floats:
    """Return the offset of the middle of each text in their concatenation."""
    starts = _starts(keys)
    return (starts[:-1] + starts[1:]) / 2
