"""Keeps the price that a product page shows: few extractors take a short line between buttons for content."""

import numpy as np

from ..page import IntColumn, Page, elements
from ..page.visibility import SEEN, STATE_MASK
from ..text.prices import find_price, shown_price

_MAX_LEAVES = 80  # after the headline that are looked at
_MAX_BESIDE = 4  # leaves of its line
_H1 = elements.CODES["h1"]
# What is struck out was the price before.
_ELSEWHERE = elements.table("a nav aside footer header button select option s del strike".split())


def with_price(page: Page, keep: IntColumn) -> IntColumn:
    """Return the kept leaves of a product page with its price, where they have none.

    It is the first short text with a price after the headline that is no link, with what stands on its line: what it
    cost before.
    """
    if any(find_price(page.leaf_text[leaf]) for leaf in keep.tolist()):
        return keep
    heads = page.leaves[page.nearest(page.tag == _H1)[page.leaves] >= 0]
    if not len(heads):
        return keep
    first = int(np.searchsorted(page.leaves, heads[0])) + 1
    outside = page.nearest(page.has_tag(_ELSEWHERE))
    for leaf in range(first, min(first + _MAX_LEAVES, len(page.leaves))):
        node = int(page.leaves[leaf])
        if outside[node] < 0 and shown_price(page.leaf_text[leaf]) and _is_seen(page, leaf):
            beside = np.flatnonzero(page.block[page.leaves] == page.block[node])
            return np.union1d(keep, beside if len(beside) <= _MAX_BESIDE else [leaf]).astype(np.int32)
    return keep


def _is_seen(page: Page, leaf: int) -> bool:
    states, _ = page.visibility(np.array([leaf], dtype=np.int32))
    return bool(states[0] & STATE_MASK == SEEN)
