"""Runs: stretches of words that the page and the gold text have in common, wherever they stand in the two.

Words come as numbers; -1 is equal to nothing.
"""

import numpy as np

from ...page import BoolColumn
from .words import Integers

Link = tuple[int, int, int]  # its first word on the page, its first word in the gold text, its number of words
Runs = Integers  # rows of links

RUN_WORDS = 3  # fewer equal words in a row may be chance; two find as much in twice the time
MAX_PAIRS = 400  # what stands in more places (on the page × in the gold text) is paired one to one
OUTWEIGHS = 4  # a run within others that are this many times as long is chance


def common_runs(page: Integers, gold: Integers, least: int = RUN_WORDS, most_pairs: int = MAX_PAIRS) -> Runs:
    """The stretches of `least` or more equal words, each as long as it goes."""
    base = int(max(page.max(initial=0), gold.max(initial=0))) + 1
    page_at, page_gram = _grams(page, least, base)
    gold_at, gold_gram = _grams(gold, least, base)
    page_places, gold_places = _pairs(page_gram, gold_gram, most_pairs)
    return _stretch(page_at[page_places], gold_at[gold_places], page, gold)


def short_lines(page: Integers, page_edges: BoolColumn, gold: Integers, gold_edges: BoolColumn) -> Runs:
    """The leaves too short to be a run that are lines of the gold text."""
    page_at, lengths, page_codes = _short_pieces(page, page_edges)
    gold_at, _, gold_codes = _short_pieces(gold, gold_edges)
    page_places, gold_places = _pairs(page_codes, gold_codes, MAX_PAIRS)
    return np.stack((page_at[page_places], gold_at[gold_places], lengths[page_places]), axis=1)


def without_shaded(runs: Runs, page_words: int, gold_words: int) -> Runs:
    """The runs but for those that lie within much longer ones both on the page and in the gold text."""
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


def _pairs(page: Integers, gold: Integers, most_pairs: int) -> tuple[Integers, Integers]:
    """The places of equal values: all pairs of them, but of a value that makes too many, first with first and so on."""
    order = np.argsort(gold, kind="stable")
    sorted_gold = gold[order]
    place = np.searchsorted(sorted_gold, page, "left")
    copies = np.searchsorted(sorted_gold, page, "right") - place
    _, kind, page_copies = np.unique(page, return_inverse=True, return_counts=True)
    few = copies * page_copies[kind] <= most_pairs
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
    """Where stretches of this many known words start, and for each a number that says which words they are."""
    count = max(len(words) - length + 1, 0)
    codes = np.zeros(count, dtype=np.int64)
    known = np.ones(count, dtype=np.bool_)
    for offset in range(length):
        part = words[offset : offset + count]
        codes = codes * base + part
        known &= part >= 0
    return np.flatnonzero(known), codes[known]


def _stretch(page_at: Integers, gold_at: Integers, page: Integers, gold: Integers) -> Runs:
    """The runs through pairs of places that are equal, each once, however many of the pairs it goes through.

    Pairs are taken by their lag, so that one which lies in the run before is known at once.
    """
    runs: list[Link] = []
    # A stop at either end: position i stands at i + 1.
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
    """Where pieces between two edges start that are too short for a run, their lengths, and numbers for their words."""
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
