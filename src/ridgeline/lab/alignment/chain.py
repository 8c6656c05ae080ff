"""Chains: series of runs that go forward both on the page and in the gold text, and the best chain.

The score of a chain is the sum of the scores of its runs, words that two of them share counted once, minus the cost of
the gaps between them. The unit is one rare word. The cost of a gap grows with the logarithm of its words, so a box of
ten or a hundred words within an article costs little, and a stray phrase in the menu costs more than it scores.

The constants are not critical: halving or doubling one changes the word F1 on a third of wcxb-dev, mostly pages that
are no articles, by less than 0.0005.
"""

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from .runs import Link, Runs
from .words import Integers

Reals = npt.NDArray[np.float64]

PAGE_GAP_COST = 0.5  # × log2(1 + words of the gap on the page)
GOLD_GAP_COST = 0.25  # × log2(1 + words of the gap in the gold text)
NEAR_RUNS = 128  # the cost of a gap after one of this many runs before is exact …
FAR_COST = 8.0  # … and after an earlier run it is this constant


def chains(runs: Runs, page_worth: Reals, gold_worth: Reals, min_score: float) -> Iterator[list[Link]]:
    """Yield chains with at least this score, the best first, then the best of the remaining runs. Links may overlap.

    The worth of the words is given as cumulative sums: entry i is the worth of the words before word i.
    """
    runs = runs[np.lexsort((runs[:, 1], runs[:, 0]))]
    scores, before = _score_chains(runs, page_worth, gold_worth)
    taken = np.zeros(len(runs), dtype=np.bool_)
    for last in np.argsort(-scores, kind="stable").tolist():
        run, members = last, []
        while run >= 0 and not taken[run]:
            members.append(run)
            run = int(before[run])
        if members and scores[last] - (scores[run] if run >= 0 else 0) >= min_score:
            taken[members] = True
            yield [(start, other, length) for start, other, length in runs[members[::-1]].tolist()]


def _score_chains(runs: Runs, page_worth: Reals, gold_worth: Reals) -> tuple[Reals, Integers]:
    """Return for each run the score of the best chain that ends with it, and the run before it in that chain, or -1."""
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
        value, best = (float(values.max()), near.start + int(values.argmax())) if run else (-math.inf, -1)
        while ends[by_end[passed]] <= start:
            far.add(int(other_ends[by_end[passed]]), float(scores[by_end[passed]]), by_end[passed])
            passed += 1
        far_value, far_best = far.best(other)
        if far_value - FAR_COST > value:
            value, best = far_value - FAR_COST, far_best
        if value > 0:
            scores[run], before[run] = own[run] + value, best
    return scores, before


def _cost(gaps: Integers, other_gaps: Integers) -> Reals:
    """Return the cost of gaps."""
    page: Reals = np.log2(1 + np.maximum(gaps, 0))  # negative where one run covers the other: excluded later
    gold: Reals = np.log2(1 + np.maximum(other_gaps, 0))
    return PAGE_GAP_COST * page + GOLD_GAP_COST * gold


class _BestUpTo:
    """The maximum of the scores at positions up to a given one: a Fenwick tree."""

    def __init__(self, positions: int) -> None:
        self._tree: list[tuple[float, int]] = [(-math.inf, -1)] * (positions + 1)

    def add(self, position: int, score: float, run: int) -> None:
        """Add the score of a run at a position."""
        slot = position + 1
        while slot < len(self._tree):
            if self._tree[slot][0] < score:
                self._tree[slot] = (score, run)
            slot += slot & -slot

    def best(self, position: int) -> tuple[float, int]:
        """Return the best score up to the position, and its run."""
        best, slot = self._tree[0], position + 1
        while slot:
            if self._tree[slot][0] > best[0]:
                best = self._tree[slot]
            slot &= slot - 1
        return best
