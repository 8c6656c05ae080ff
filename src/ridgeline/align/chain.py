"""Chains: runs that follow each other both on the page and in the gold text, and the best of all chains.

A chain scores what its runs score, a word that two of them share once, less what it costs to pass over words between
them. The unit is one rare word. Costs grow with the logarithm of the words passed over, so a box of ten words or of a
hundred within an article is passed for little, and a stray phrase in the menu is not worth the way.

Constants stand on a plateau: halving or doubling one changes the word F1 on wcxb-dev by less than 0.0005.
"""

import math

import numpy as np
import numpy.typing as npt

from .runs import Link, Runs
from .words import Integers

Reals = npt.NDArray[np.float64]

PAGE_GAP_COST = 0.5  # × log2(1 + words passed over on the page)
GOLD_GAP_COST = 0.25  # × log2(1 + words passed over in the gold text)
NEAR_RUNS = 128  # from so many runs back a gap's cost is counted exactly …
FAR_COST = 8.0  # … and from further back as this


def best_chain(runs: Runs, page_worth: Reals, gold_worth: Reals) -> tuple[float, list[Link]]:
    """The score and the links of the best chain; links may overlap.

    Words of either text have a worth, and come as sums: entry i is what the words before word i are worth together.
    """
    runs = runs[np.lexsort((runs[:, 1], runs[:, 0]))]
    starts, others, lengths = (np.ascontiguousarray(column) for column in runs.T)
    ends, other_ends = starts + lengths, others + lengths
    own = page_worth[ends] - page_worth[starts] + gold_worth[other_ends] - gold_worth[others]
    scores, before = own.copy(), np.full(len(runs), -1, dtype=np.int64)
    far, by_end, passed = _BestUpTo(len(gold_worth)), np.argsort(ends, kind="stable").tolist(), 0
    for run, (start, other, length) in enumerate(runs.tolist()):
        near = slice(max(run - NEAR_RUNS, 0), run)
        gaps, other_gaps = start - ends[near], other - other_ends[near]
        overlaps = np.clip(-np.minimum(gaps, other_gaps), 0, length)
        again = page_worth[start + overlaps] - page_worth[start] + gold_worth[other + overlaps] - gold_worth[other]
        values = scores[near] - again - _cost(gaps + overlaps, other_gaps + overlaps)
        values[overlaps == length] = -math.inf
        best = near.start + int(values.argmax()) if run else -1
        value = float(values.max(initial=-math.inf))
        while ends[by_end[passed]] <= start:
            far.add(int(other_ends[by_end[passed]]), float(scores[by_end[passed]]), by_end[passed])
            passed += 1
        far_value, far_best = far.best(other)
        if far_value - FAR_COST > value:
            value, best = far_value - FAR_COST, far_best
        if value > 0:
            scores[run], before[run] = own[run] + value, best
    return float(scores.max()), _trace(runs, before, int(scores.argmax()))


def _cost(gaps: Integers, other_gaps: Integers) -> Reals:
    """What passing over so many words costs; where runs overlap altogether it does not matter."""
    page: Reals = np.log2(1 + np.maximum(gaps, 0))
    gold: Reals = np.log2(1 + np.maximum(other_gaps, 0))
    return PAGE_GAP_COST * page + GOLD_GAP_COST * gold


def _trace(runs: Runs, before: Integers, run: int) -> list[Link]:
    links: list[Link] = []
    while run >= 0:
        start, other, length = runs[run].tolist()
        links.append((start, other, length))
        run = int(before[run])
    return links[::-1]


class _BestUpTo:
    """The best of the scores filed under positions up to a given one: a Fenwick tree."""

    def __init__(self, positions: int) -> None:
        self._tree: list[tuple[float, int]] = [(-math.inf, -1)] * (positions + 1)

    def add(self, position: int, score: float, run: int) -> None:
        """File a run's score."""
        slot = position + 1
        while slot < len(self._tree):
            if self._tree[slot][0] < score:
                self._tree[slot] = (score, run)
            slot += slot & -slot

    def best(self, position: int) -> tuple[float, int]:
        """The best score up to the position, and its run."""
        best, slot = self._tree[0], position + 1
        while slot:
            if self._tree[slot][0] > best[0]:
                best = self._tree[slot]
            slot &= slot - 1
        return best
