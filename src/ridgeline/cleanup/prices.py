"""Keeps the price that a product page shows: few extractors take a short line between buttons for content."""

from collections import defaultdict
from collections.abc import Callable, Iterable

import numpy as np

from ..page import IntColumn, Page, elements
from ..page.visibility import SEEN, STATE_MASK
from ..text.prices import shown_price

_MAX_LEAVES = 80  # after the headline that are looked at
_MAX_BESIDE = 6  # leaves of its line
_H1 = elements.CODES["h1"]
# What is struck out was the price before.
_ELSEWHERE = elements.table("a nav aside footer header button select option s del strike".split())


def with_price(page: Page, keep: IntColumn, stated: Callable[[], float | None] = lambda: None) -> IntColumn:
    """Return the kept leaves of a product page with its price, where they have none.

    It is the first short line with a price after the headline that is no link, with what stands on that line: what it
    cost before. Where there is none, it is the line anywhere that shows the price which the data of the page states.
    """
    if any(shown_price(page.leaf_text[leaf]) for leaf in keep.tolist()):
        return keep
    heads = page.leaves[page.nearest(page.tag == _H1)[page.leaves] >= 0]
    first = int(np.searchsorted(page.leaves, heads[0])) + 1 if len(heads) else len(page.leaves)
    find = _Lines(page).find
    line = find(range(first, min(first + _MAX_LEAVES, len(page.leaves))))
    if not line and (amount := stated()):
        line = find(range(len(page.leaves)), amount)
    return np.union1d(keep, line).astype(np.int32) if line else keep


class _Lines:
    """The lines of a page: leaves in one block. Signs, numbers and decimals are often leaves of their own."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._block = page.block[page.leaves].tolist()
        self._outside = page.nearest(page.has_tag(_ELSEWHERE))[page.leaves] < 0
        self._leaves = defaultdict[int, list[int]](list)
        for leaf, block in enumerate(self._block):
            self._leaves[block].append(leaf)

    def find(self, leaves: Iterable[int], amount: float | None = None) -> list[int]:
        """Return the first line that shows a price, or this one, and begins at one of some leaves; [] for none."""
        for leaf in leaves:
            line = self._leaves[self._block[leaf]]
            line = line if len(line) <= _MAX_BESIDE else [leaf]
            price = shown_price("".join(self._page.leaf_text[each] for each in line)) or shown_price(
                self._page.leaf_text[leaf]
            )
            is_it = price is not None and amount in (None, price.amount)
            if is_it and self._outside[leaf] and _is_seen(self._page, leaf):
                return line
        return []


def _is_seen(page: Page, leaf: int) -> bool:
    states, _ = page.visibility(np.array([leaf], dtype=np.int32))
    return bool(states[0] & STATE_MASK == SEEN)
