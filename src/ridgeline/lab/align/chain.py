"""Chains: runs that follow each other both on the page and in the gold text, and the best of all chains.

A chain scores what its runs score, a word that two of them share once, less what it costs to pass over words between
them. The unit is one rare word. Costs grow with the logarithm of the words passed over, so a box of ten words or of a
hundred within an article is passed for little, and a stray phrase in the menu is not worth the way.

Constants stand on a plateau: halving or doubling one changes the word F1 on a third of wcxb-dev, mostly pages that are
no articles, by less than 0.0005.
"""

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from .runs import Link, Runs
from .words import Integers

Reals = npt.NDArray[np.float64]

PAGE_GAP_COST = 0.5  # × log2(1 + words passed over on the page)
GOLD_GAP_COST = 0.25  # × log2(1 + words passed over in the gold text)
NEAR_RUNS = 128  # from so many runs back a gap's cost is counted exactly …
FAR_COST = 8.0  # … and from further back as this


def chains(runs: Runs, page_worth: Reals, gold_worth: Reals, least_score: float) -> Iterator[list[Link]]:
    """Chains that score enough, the best first, and then what is best among the runs that are left; links may overlap.

    Words of either text have a worth, and come as sums: entry i is what the words before word i are worth together.
    """
    runs = runs[np.lexsort((runs[:, 1], runs[:, 0]))]
    scores, before = _score_chains(runs, page_worth, gold_worth)
    taken = np.zeros(len(runs), dtype=np.bool_)
    for last in np.argsort(-scores, kind="stable").tolist():
        run, members = last, []
        while run >= 0 and not taken[run]:
            members.append(run)
            run = int(before[run])
        if members and scores[last] - (scores[run] if run >= 0 else 0) >= least_score:
            taken[members] = True
            yield [(start, other, length) for start, other, length in runs[members[::-1]].tolist()]


def _score_chains(runs: Runs, page_worth: Reals, gold_worth: Reals) -> tuple[Reals, Integers]:
    """By run: the score of the best chain that ends with it, and the run before it in that chain, -1 for none."""
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
    """What it costs to pass over so many words."""
    page: Reals = np.log2(1 + np.maximum(gaps, 0))  # below 0 where one run covers the other: it is not gone on from
    gold: Reals = np.log2(1 + np.maximum(other_gaps, 0))
    return PAGE_GAP_COST * page + GOLD_GAP_COST * gold


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
