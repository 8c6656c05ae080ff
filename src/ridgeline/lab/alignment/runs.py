"""Runs: stretches of words that the page and the gold text have in common, at any position in either.

Words are numbers; -1 is equal to nothing.
"""

import numpy as np

from ...page import BoolColumn
from .words import Integers

Link = tuple[int, int, int]  # first word on the page, first word in the gold text, number of words
Runs = Integers  # rows of links

RUN_WORDS = 3  # fewer equal words in a row may be chance; with two the result is the same in twice the time
MAX_PAIRS = 400  # copies on the page × copies in the gold text; beyond that they are paired one to one
OUTWEIGHS = 4  # a run inside of others that are this many times as long is chance


def common_runs(page: Integers, gold: Integers, min_words: int = RUN_WORDS, max_pairs: int = MAX_PAIRS) -> Runs:
    """Return the maximal stretches of at least `min_words` equal words."""
    base = int(max(page.max(initial=0), gold.max(initial=0))) + 1
    page_at, page_gram = _grams(page, min_words, base)
    gold_at, gold_gram = _grams(gold, min_words, base)
    page_places, gold_places = _pairs(page_gram, gold_gram, max_pairs)
    return _stretch(page_at[page_places], gold_at[gold_places], page, gold)


def short_lines(page: Integers, page_edges: BoolColumn, gold: Integers, gold_edges: BoolColumn) -> Runs:
    """Return the leaves that are too short for a run and are lines of the gold text."""
    page_at, lengths, page_codes = _short_pieces(page, page_edges)
    gold_at, _, gold_codes = _short_pieces(gold, gold_edges)
    page_places, gold_places = _pairs(page_codes, gold_codes, MAX_PAIRS)
    return np.stack((page_at[page_places], gold_at[gold_places], lengths[page_places]), axis=1)


def without_shaded(runs: Runs, page_words: int, gold_words: int) -> Runs:
    """Return the runs without those that lie inside of much longer ones both on the page and in the gold text."""
    over_page, over_gold = np.zeros(page_words, dtype=np.int64), np.zeros(gold_words, dtype=np.int64)
    for start, other, length in runs[np.argsort(runs[:, 2], kind="stable")].tolist():
        over_page[start : start + length] = length
        over_gold[other : other + length] = length
    starts, others, lengths = runs.T
    shade = np.minimum(
        np.minimum(over_page[starts], over_page[starts + lengths - 1]),
        np.minimum(over_gold[others], over_gold[others + lengths - 1]),
    )
    chosen: Runs = runs[shade < OUTWEIGHS * lengths]
    return chosen


def _pairs(page: Integers, gold: Integers, max_pairs: int) -> tuple[Integers, Integers]:
    """Return the positions of equal values: all pairs, or, for a value with too many, first with first and so on."""
    order = np.argsort(gold, kind="stable")
    sorted_gold = gold[order]
    place = np.searchsorted(sorted_gold, page, "left")
    copies = np.searchsorted(sorted_gold, page, "right") - place
    _, kind, page_copies = np.unique(page, return_inverse=True, return_counts=True)
    few = copies * page_copies[kind] <= max_pairs
    all_pairs = np.where(few, copies, 0)
    page_places = np.repeat(np.arange(len(page)), all_pairs)
    nth = np.arange(len(page_places)) - np.repeat(np.cumsum(all_pairs) - all_pairs, all_pairs)
    gold_places = np.repeat(place, all_pairs) + nth
    rank = np.empty(len(page), dtype=np.int64)
    by_kind = np.argsort(kind, kind="stable")
    rank[by_kind] = np.arange(len(page)) - np.repeat(np.cumsum(page_copies) - page_copies, page_copies)
    ranked = np.flatnonzero(~few & (rank < copies))
    gold_places = np.concatenate((gold_places, place[ranked] + rank[ranked]))
    return np.concatenate((page_places, ranked)), order[gold_places]


def _grams(words: Integers, length: int, base: int) -> tuple[Integers, Integers]:
    """Return the starts of stretches of this many known words, and a code for the words of each."""
    count = max(len(words) - length + 1, 0)
    codes = np.zeros(count, dtype=np.int64)
    known = np.ones(count, dtype=np.bool_)
    for offset in range(length):
        part = words[offset : offset + count]
        codes = codes * base + part
        known &= part >= 0
    return np.flatnonzero(known), codes[known]


def _stretch(page_at: Integers, gold_at: Integers, page: Integers, gold: Integers) -> Runs:
    """Return the runs through pairs of equal positions, each run once.

    Pairs are sorted by their lag, so that a pair inside of the run before is recognised at once.
    """
    runs: list[Link] = []
    # A sentinel at either end: position i is at i + 1.
    here, there = [-1, *page.tolist(), -1], [-2, *gold.tolist(), -2]
    order = np.lexsort((page_at, page_at - gold_at))
    last_lag, end = None, 0
    for start, other in zip(page_at[order].tolist(), gold_at[order].tolist(), strict=True):
        lag = start - other
        if lag == last_lag and start < end:
            continue
        last_lag, end = lag, start + 1
        while here[start] == there[start - lag] >= 0:
            start -= 1
        while here[end + 1] == there[end + 1 - lag] >= 0:
            end += 1
        runs.append((start, start - lag, end - start))
    return np.array(runs, dtype=np.int64).reshape(-1, 3)


def _short_pieces(words: Integers, edges: BoolColumn) -> tuple[Integers, Integers, Integers]:
    """Return the starts of pieces between two edges that are too short for a run, their lengths, and their codes."""
    borders = np.flatnonzero(edges)
    lengths = np.diff(borders)
    short = np.flatnonzero((lengths > 0) & (lengths < RUN_WORDS))
    starts, lengths = borders[short], lengths[short]
    padded = np.append(words, [-1] * RUN_WORDS)
    codes = np.zeros(len(short), dtype=np.int64)
    known = np.ones(len(short), dtype=np.bool_)
    for offset in range(RUN_WORDS - 1):
        part = np.where(offset < lengths, padded[starts + offset], -1)
        known &= (offset >= lengths) | (part >= 0)
        codes = codes * 2**31 + part + 1
    return starts[known], lengths[known], codes[known]
