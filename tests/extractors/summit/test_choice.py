"""Which lines are kept: the set with the greatest expected F1."""

from itertools import combinations, pairwise
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ridgeline.extractors.summit.choice import SHARED_DEVIATION, choose
from ridgeline.extractors.summit.constants import FAVORS, Matrix

LINES = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 60)), min_size=1, max_size=8)


def columns(lines: list[tuple[int, int]]) -> tuple[Matrix, Matrix]:
    probabilities, words = np.array(lines, dtype=np.float32).T
    return probabilities / 20, words


def expected(probabilities: Matrix, words: Matrix, kept: list[int], b: float) -> float:
    """By many draws of the doubt that the lines share, evenly by their share."""
    draws = [NormalDist(sigma=SHARED_DEVIATION).inv_cdf((number + 0.5) / 400) for number in range(400)]
    found = []
    for draw in draws:
        odds = np.exp(draw) * probabilities.astype(np.float64)
        hits = odds / (odds + 1 - probabilities) * words
        below = b * b * hits.sum() + words[kept].sum()
        found.append((1 + b * b) * hits[kept].sum() / below if below else 0.0)
    return float(np.mean(found))


@settings(max_examples=30, deadline=None)
@given(LINES, st.sampled_from(sorted(FAVORS)))
def test_no_set_of_lines_is_expected_to_be_better(lines: list[tuple[int, int]], favor: str) -> None:
    probabilities, words = columns(lines[:6])
    b = FAVORS[favor]
    choice = choose(probabilities, words, b)
    sets = (list(kept) for size in range(len(words) + 1) for kept in combinations(range(len(words)), size))
    best = max(expected(probabilities, words, kept, b) for kept in sets)
    kept = np.flatnonzero(choice.mask).tolist()
    assert expected(probabilities, words, kept, b) == pytest.approx(best, abs=5e-3)
    assert choice.expected == pytest.approx(expected(probabilities, words, kept, 1.0), abs=5e-3)
    assert 0 <= choice.expected <= 1 + 1e-6


def test_lines_are_in_doubt_together() -> None:
    """Ten lines that are content, and ten that are so with 0.4: all of these, or none.

    Were they independent, four would be content for sure: the F1 without them would be 2·95 / (95 + 40 + 100) = 0.809,
    with them 2·135 / (135 + 200) = 0.806.
    """
    probabilities = np.repeat(np.array([0.95, 0.4], dtype=np.float32), 10)
    choice = choose(probabilities, np.full(20, 10, dtype=np.float32))
    assert choice.mask.all()
    assert choice.expected < 0.79


@given(LINES)
def test_who_favours_recall_never_keeps_less(lines: list[tuple[int, int]]) -> None:
    probabilities, words = columns(lines)
    sets = [choose(probabilities, words, b).mask for b in (0.1, 0.4, 0.9, 1.0, 1.7, 2.5, 6.0)]
    kept = [float(words[keep].sum()) for keep in sets]
    assert kept == sorted(kept)
    for fewer, more in pairwise(sets):
        assert not (fewer & ~more & (words > 0)).any()


def test_what_is_favoured_is_in_order() -> None:
    assert FAVORS["precision"] < FAVORS["balanced"] == 1 < FAVORS["recall"]


def test_lines_with_equal_probability_are_kept_together() -> None:
    probabilities = np.array([0.9, 0.3, 0.9, 0.3, 0.9], dtype=np.float32)
    assert choose(probabilities, np.full(5, 10, dtype=np.float32)).mask.tolist() == [True, False, True, False, True]


def test_where_nothing_is_plain_a_lot_is_kept() -> None:
    words = np.full(4, 10, dtype=np.float32)
    assert choose(np.full(4, 0.2, dtype=np.float32), words).mask.all()
    assert choose(np.array([0.99, 0.2, 0.2, 0.2], dtype=np.float32), words).mask.tolist() == [True, *[False] * 3]


def test_long_lines_count_for_more() -> None:
    probabilities = np.array([0.95, 0.45], dtype=np.float32)
    assert choose(probabilities, np.array([100, 5], dtype=np.float32)).mask.tolist() == [True, False]
    assert choose(probabilities, np.array([5, 100], dtype=np.float32)).mask.tolist() == [True, True]


def test_lines_without_words_cost_nothing_and_promise_nothing() -> None:
    choice = choose(np.array([0.2, 0.9], dtype=np.float32), np.zeros(2, dtype=np.float32))
    assert choice.expected == 0
    assert choice.mask.any()
    assert choose(np.zeros(2, dtype=np.float32), np.ones(2, dtype=np.float32)).expected == 0
