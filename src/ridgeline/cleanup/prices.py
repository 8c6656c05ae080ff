"""Keeps the price that a product page shows: few extractors take a short line between buttons for content."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from ..page import BoolColumn, IntColumn, Page, elements
from ..page.visibility import SEEN, STATE_MASK
from ..text.prices import shown_price

_MAX_LEAVES = 80  # after the headline that are looked at
_MAX_BESIDE = 6  # leaves of its line
_MAX_HEADLINES = 5
_H1 = elements.CODES["h1"]
# What is struck out was the price before.
_ELSEWHERE = elements.table("a nav aside footer header button select option s del strike".split())


def with_price(page: Page, keep: IntColumn, stated: Callable[[], float | None] = lambda: None) -> IntColumn:
    """Return the kept leaves of a product page with its price, where they have none.

    It is the first short line with a price after a headline that is no link, with what stands on that line: what it
    cost before. Where there is none, it is the line anywhere that shows the price which the data of the page states.
    """
    if any(shown_price(page.leaf_text[leaf]) for leaf in keep.tolist()):
        return keep
    lines = _Lines(page, keep)
    line = lines.find(_after_headlines(page)) or ((amount := stated()) and lines.find(range(len(page.leaves)), amount))
    return np.union1d(keep, line).astype(np.int32) if line else keep


def _after_headlines(page: Page) -> Iterator[int]:
    """Yield the leaves after each headline of the first level, each once: the first may be the name of the shop."""
    done = 0
    for headline in np.flatnonzero(page.tag == _H1)[:_MAX_HEADLINES].tolist():
        start = int(np.searchsorted(page.leaves, page.end[headline]))
        end = min(start + _MAX_LEAVES, len(page.leaves))
        yield from range(max(start, done), end)
        done = max(done, end)


class _Lines:
    """The lines of a page: leaves in one block. Signs, numbers and decimals are often leaves of their own."""

    def __init__(self, page: Page, keep: IntColumn) -> None:
        self._page = page
        # Until a script shows it, all of a page may be hidden.
        self._is_page_seen = bool(len(keep)) and 2 * int(_are_seen(page, keep).sum()) > len(keep)
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
            if is_it and self._outside[leaf] and self._is_seen(leaf):
                return line
        return []

    def _is_seen(self, leaf: int) -> bool:
        return not self._is_page_seen or bool(_are_seen(self._page, np.array([leaf], dtype=np.int32))[0])


def _are_seen(page: Page, leaves: IntColumn) -> BoolColumn:
    states, _ = page.visibility(np.ascontiguousarray(leaves, dtype=np.int32))
    return states & STATE_MASK == SEEN
