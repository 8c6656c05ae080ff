"""Keeps the price that a product page shows: few extractors take a short line between buttons for content."""

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from ..page import BoolColumn, IntColumn, Page, elements
from ..page.cache import cached_property
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
        self._keep = keep
        blocks = page.block.take(page.leaves)
        self._order = blocks.argsort(kind="stable").tolist()  # the leaves of a block side by side
        _, line, count = np.unique(blocks, return_inverse=True, return_counts=True)
        self._line = line.tolist()
        self._start = [0, *count.cumsum().tolist()]

    def find(self, leaves: Iterable[int], amount: float | None = None) -> list[int]:
        """Return the first line that shows a price, or this one, and begins at one of some leaves; [] for none."""
        texts = self._page.leaf_text
        for leaf in leaves:
            first, end = self._start[self._line[leaf]], self._start[self._line[leaf] + 1]
            line = self._order[first:end] if end - first <= _MAX_BESIDE else [leaf]
            price = (len(line) > 1 and shown_price("".join(map(texts.__getitem__, line)))) or shown_price(texts[leaf])
            if price and amount in (None, price.amount) and not self._is_elsewhere[leaf] and self._is_seen(leaf):
                return line
        return []

    @cached_property
    def _is_elsewhere(self) -> BoolColumn:
        """By leaf: whether an element around it is one that shows other prices."""
        return self._page.inside(self._page.has_tag(_ELSEWHERE)).take(self._page.leaves)

    def _is_seen(self, leaf: int) -> bool:
        return not self._is_page_seen or bool(_are_seen(self._page, np.array([leaf], dtype=np.int32))[0])

    @cached_property
    def _is_page_seen(self) -> bool:
        """Whether most of what is kept is seen: until a script shows it, all of a page may be hidden."""
        return bool(len(self._keep)) and 2 * int(_are_seen(self._page, self._keep).sum()) > len(self._keep)


def _are_seen(page: Page, leaves: IntColumn) -> BoolColumn:
    states, _ = page.visibility(np.ascontiguousarray(leaves, dtype=np.int32))
    is_seen: BoolColumn = states & STATE_MASK == SEEN
    return is_seen
