"""Where the texts of a page stand in its source, which lexbor does not tell.

The source is split into the pieces of text between its tags. Both they and the text nodes follow the source, so the
n-th piece is usually the n-th node. But a parser moves text out of tables, joins text around ignored tags, and drops
or repeats text, so the texts are compared, in linear time:

1. Nodes and pieces of equal text (ignoring white space) are paired in order if page and source have equally many.
2. Of the remaining nodes, one takes the piece next to its neighbour's piece if their texts are equal.
3. The rest (a node that is several pieces, or a part of one) is placed between the pieces of its neighbours, by the
   number of characters before it.

White space alone has no offsets.
"""

import html
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import elements
from ..columns import Offsets
from .tags import COMMENT_END, RAW_TEXT_END, TOKEN

if TYPE_CHECKING:
    from ..table import Page

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_TEXT = elements.CODES[elements.TEXT]
# What a template holds is no part of the page, but for that of a declarative shadow root.
_TEMPLATE = "template"
_SHADOW_ROOT = "shadowrootmode"
_ENDS = {**RAW_TEXT_END, _TEMPLATE: re.compile(r"</(?i:template)(?=[ \t\n\r\f/>])")}
# The raw text in which character references count.
_DECODED = frozenset({"title", "textarea"})


class _Piece(NamedTuple):
    """A piece of text in the source."""

    start: int
    stop: int
    key: str  # as a parser reads it, without white space


def find_offsets(page: "Page") -> Offsets:
    """By node of a page: where its text stands in the source."""
    starts, stops = (np.full(len(page), -1, dtype=np.int32) for _ in range(2))
    nodes = np.flatnonzero((page.tag == _TEXT) & ~page.blank)
    pieces = [piece for piece in _split(page.source) if piece.key]
    if pieces and len(nodes):
        keys = [_without_space(page.text[node]) for node in nodes.tolist()]
        pairs = _pair(keys, [piece.key for piece in pieces])
        borders = np.array([(piece.start, piece.stop) for piece in pieces], dtype=np.int32)
        starts[nodes], stops[nodes] = borders[pairs].T
    return Offsets(starts, stops)


def _split(source: str) -> Iterator[_Piece]:
    """Yield the pieces of text between tags and comments."""
    position = 0
    endless: set[str] = set()  # names whose end tag does not occur any more
    while token := TOKEN.search(source, position):
        if token.start() > position:
            yield _piece(source, position, token.start(), decodes=True)
        name = token.group(3).lower() if token.group(3) and not token.group(2) else ""
        position = token.end()
        if token.group(1):
            # `<!-->` is a whole comment, so its end may begin with the dashes of its opening.
            ending = COMMENT_END.search(source, position - 2)
            position = ending.end() if ending else len(source)
        elif name in _ENDS and name not in endless and not _is_shadow_root(name, token.group()):
            end_tag = _ENDS[name].search(source, position)
            if end_tag is None:
                endless.add(name)
                continue
            if name != _TEMPLATE:
                yield _piece(source, position, end_tag.start(), decodes=name in _DECODED)
            position = end_tag.start()
    if position < len(source):
        yield _piece(source, position, len(source), decodes=True)


def _is_shadow_root(name: str, tag: str) -> bool:
    return name == _TEMPLATE and _SHADOW_ROOT in tag.lower()


def _piece(source: str, start: int, stop: int, *, decodes: bool) -> _Piece:
    text = source[start:stop]
    if decodes and "&" in text:
        with suppress(ValueError):  # a number of thousands of digits
            text = html.unescape(text)
    return _Piece(start, stop, _without_space(text))


def _without_space(text: str) -> str:
    return "".join(text.split())


def _pair(node_keys: list[str], piece_keys: list[str]) -> Ints:
    """Return the piece of each text node."""
    if node_keys == piece_keys:
        return np.arange(len(node_keys))
    pairs = _pair_equal_texts(node_keys, piece_keys)
    _pair_next_to_neighbours(pairs, node_keys, piece_keys)
    return _pair_by_characters(pairs, node_keys, piece_keys)


def _pair_equal_texts(node_keys: list[str], piece_keys: list[str]) -> Ints:
    """Pair the n-th node and the n-th piece of a text if there are equally many of both; return -1 for other nodes."""
    nodes, pieces = defaultdict(list), defaultdict(list)
    for position, key in enumerate(node_keys):
        nodes[key].append(position)
    for position, key in enumerate(piece_keys):
        pieces[key].append(position)
    pairs = np.full(len(node_keys), -1, dtype=np.int64)
    for key, positions in nodes.items():
        if len(positions) == len(pieces.get(key, ())):
            pairs[positions] = pieces[key]
    return pairs


def _pair_next_to_neighbours(pairs: Ints, node_keys: list[str], piece_keys: list[str]) -> None:
    """Pair nodes with the piece next to their neighbour's piece where the texts are equal: forwards, then backwards."""
    for order, step in ((range(1, len(pairs)), 1), (range(len(pairs) - 2, -1, -1), -1)):
        for position in order:
            if pairs[position] < 0 and (neighbour := pairs[position - step]) >= 0:
                candidate = int(neighbour) + step
                if 0 <= candidate < len(piece_keys) and piece_keys[candidate] == node_keys[position]:
                    pairs[position] = candidate


def _pair_by_characters(pairs: Ints, node_keys: list[str], piece_keys: list[str]) -> Ints:
    """Pair the remaining nodes by interpolating, between ordered pairs, the number of characters before them."""
    unpaired = np.flatnonzero(pairs < 0)
    if not len(unpaired):
        return pairs
    node_middle, piece_start = _middles(node_keys), _starts(piece_keys)
    ordered = _in_order(pairs)
    # Fixed points: the ends of both texts, and the middles of paired texts.
    in_nodes = np.concatenate(([0.0], node_middle[ordered], [sum(map(len, node_keys))]))
    in_pieces = np.concatenate(([0.0], _middles(piece_keys)[pairs[ordered]], [piece_start[-1]]))
    offset = np.interp(node_middle[unpaired], in_nodes, in_pieces)
    pairs[unpaired] = np.clip(np.searchsorted(piece_start, offset, side="right") - 1, 0, len(piece_keys) - 1)
    return pairs


def _in_order(pairs: Ints) -> Ints:
    """Return the nodes whose piece comes after the pieces of all nodes before, and before those of all nodes after."""
    paired = np.flatnonzero(pairs >= 0)
    if not len(paired):
        return paired
    pieces = pairs[paired]
    before = np.concatenate(([-1], np.maximum.accumulate(pieces)[:-1]))
    after = np.concatenate((np.minimum.accumulate(pieces[::-1])[::-1][1:], [np.iinfo(np.int64).max]))
    return paired[(pieces > before) & (pieces < after)]


def _starts(keys: list[str]) -> Ints:
    """Return the offset of each text in their concatenation, and its length as the last entry."""
    return np.concatenate(([0], np.cumsum(np.fromiter(map(len, keys), np.int64, len(keys)))))


def _middles(keys: list[str]) -> Floats:
    """Return the offset of the middle of each text in their concatenation."""
    starts = _starts(keys)
    return (starts[:-1] + starts[1:]) / 2
