"""Which units are kept: the set with the greatest expected F1."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.extractors.summit.choice import FAVORS, choose
from ridgeline.extractors.summit.units import Matrix

UNITS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 60)), min_size=1, max_size=8)


def columns(units: list[tuple[int, int]]) -> tuple[Matrix, Matrix]:
    probabilities, words = np.array(units, dtype=np.float32).T
    return probabilities / 20, words


def expected(probabilities: Matrix, words: Matrix, kept: list[int], b: float) -> float:
    hits = (probabilities * words).astype(np.float64)
    below = b * b * hits.sum() + words[kept].sum()
    return float((1 + b * b) * hits[kept].sum() / below) if below else 0.0


@given(UNITS, st.sampled_from([0.4, 1.0, 2.5]))
def test_no_set_of_units_is_expected_to_be_better(units: list[tuple[int, int]], b: float) -> None:
    probabilities, words = columns(units)
    choice = choose(probabilities, words, b)
    sets = (list(kept) for size in range(len(units) + 1) for kept in combinations(range(len(units)), size))
    best = max(expected(probabilities, words, kept, b) for kept in sets)
    kept = np.flatnonzero(choice.keep).tolist()
    assert expected(probabilities, words, kept, b) == pytest.approx(best, abs=1e-6)
    assert choice.expected == pytest.approx(expected(probabilities, words, kept, 1.0), abs=1e-6)
    assert 0 <= choice.expected <= 1 + 1e-6


@given(UNITS)
def test_who_favours_recall_never_keeps_less(units: list[tuple[int, int]]) -> None:
    probabilities, words = columns(units)
    sets = [choose(probabilities, words, b).keep for b in (0.1, 0.4, 0.9, 1.0, 1.7, 2.5, 6.0)]
    kept = [float(words[keep].sum()) for keep in sets]
    assert kept == sorted(kept)
    for fewer, more in pairwise(sets):
        assert not (fewer & ~more & (words > 0)).any()


def test_what_is_favoured_is_in_order() -> None:
    assert FAVORS["precision"] < FAVORS["balanced"] == 1 < FAVORS["recall"]


def test_units_with_equal_probability_are_kept_together() -> None:
    probabilities = np.array([0.9, 0.3, 0.9, 0.3, 0.9], dtype=np.float32)
    assert choose(probabilities, np.full(5, 10, dtype=np.float32)).keep.tolist() == [True, False, True, False, True]


def test_where_nothing_is_plain_a_lot_is_kept() -> None:
    words = np.full(4, 10, dtype=np.float32)
    assert choose(np.full(4, 0.2, dtype=np.float32), words).keep.all()
    assert choose(np.array([0.99, 0.2, 0.2, 0.2], dtype=np.float32), words).keep.tolist() == [True, *[False] * 3]


def test_long_units_count_for_more() -> None:
    probabilities = np.array([0.95, 0.45], dtype=np.float32)
    assert choose(probabilities, np.array([100, 5], dtype=np.float32)).keep.tolist() == [True, False]
    assert choose(probabilities, np.array([5, 100], dtype=np.float32)).keep.tolist() == [True, True]


def test_units_without_words_cost_nothing_and_promise_nothing() -> None:
    choice = choose(np.array([0.2, 0.9], dtype=np.float32), np.zeros(2, dtype=np.float32))
    assert choice.expected == 0
    assert choice.keep.any()
    assert choose(np.zeros(2, dtype=np.float32), np.ones(2, dtype=np.float32)).expected == 0
