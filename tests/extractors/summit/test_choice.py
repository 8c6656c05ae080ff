"""Which lines are kept: the set with the greatest expected F1."""

from functools import lru_cache
from itertools import combinations, pairwise
from statistics import NormalDist

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ridgeline.extractors.summit.constants import FAVORS, Matrix
from ridgeline.extractors.summit.lines import Lines
from ridgeline.extractors.summit.model import Selection

from ...pages import page
from .readings import lines_of, reals, select

Reals = npt.NDArray[np.float64]

SHARED_DEVIATION = 2.0  # of the doubt that all lines of a page share, in log odds
LINES = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 60)), min_size=1, max_size=8)


@lru_cache(maxsize=256)
def paragraphs(words: tuple[int, ...]) -> Lines:
    """A page of paragraphs with these numbers of words: what is chosen of them is not corrected."""
    lines = lines_of(page("".join(f"<p>{'word ' * count or '—'}</p>" for count in words)))
    assert lines.words.tolist() == list(words)
    return lines


def choose(probabilities: npt.ArrayLike, words: npt.ArrayLike, b: float = FAVORS["balanced"]) -> Selection:
    """The best set of paragraphs."""
    return select(paragraphs(tuple(np.asarray(words, dtype=int).tolist())), probabilities, b)


def columns(lines: list[tuple[int, int]]) -> tuple[Matrix, Matrix]:
    probabilities, words = reals(lines).T
    return np.ascontiguousarray(probabilities / 20), words


def shifted(probabilities: Matrix, log_odds: float) -> Reals:
    """The probabilities with log odds raised by this much."""
    odds = np.exp(log_odds) * probabilities.astype(np.float64)
    answer: Reals = odds / (odds + 1 - probabilities)
    return answer


def f_score(hits: Reals, words: Matrix, kept: list[int], b: float) -> float:
    """The F measure of a set of lines where these words of all lines are content."""
    below = b * b * hits.sum() + words[kept].sum()
    return float((1 + b * b) * hits[kept].sum() / below) if below else 0.0


def expected(probabilities: Matrix, words: Matrix, kept: list[int], b: float) -> float:
    """By many draws of the doubt that the lines share, evenly by their share."""
    draws = [NormalDist(sigma=SHARED_DEVIATION).inv_cdf((number + 0.5) / 400) for number in range(400)]
    return float(np.mean([f_score(shifted(probabilities, draw) * words, words, kept, b) for draw in draws]))


def quadrature(probabilities: Matrix, words: Matrix, kept: list[int], b: float) -> float:
    """The same by Gauss-Hermite quadrature with seven points, as the core has it."""
    points, weights = np.polynomial.hermite_e.hermegauss(7)
    scores = [
        f_score(shifted(probabilities, SHARED_DEVIATION * point) * words, words, kept, b) for point in points.tolist()
    ]
    return float(np.dot(weights, scores) / np.sqrt(2 * np.pi))


def prefixes(probabilities: Matrix) -> list[list[int]]:
    """The most probable lines, for every number of them; lines of one probability go together."""
    cuts = sorted(set(probabilities.tolist()), reverse=True)
    return [np.flatnonzero(probabilities >= np.float32(cut)).tolist() for cut in cuts]


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


@given(LINES, st.sampled_from(sorted(FAVORS)))
def test_the_best_of_all_prefixes_is_chosen(lines: list[tuple[int, int]], favor: str) -> None:
    probabilities, words = columns(lines)
    b = FAVORS[favor]
    choice = choose(probabilities, words, b)
    kept = np.flatnonzero(choice.mask).tolist()
    assert kept in prefixes(probabilities)
    best = max(quadrature(probabilities, words, own, b) for own in prefixes(probabilities))
    assert quadrature(probabilities, words, kept, b) == pytest.approx(best, abs=1e-5)
    assert choice.expected == pytest.approx(quadrature(probabilities, words, kept, 1.0), abs=1e-5)


@given(LINES, st.sampled_from(sorted(FAVORS)))
def test_the_candidate_is_what_the_balanced_choice_keeps(lines: list[tuple[int, int]], favor: str) -> None:
    probabilities, words = columns(lines)
    choice, balanced = choose(probabilities, words, FAVORS[favor]), choose(probabilities, words)
    assert choice.candidate.tolist() == balanced.candidate.tolist() == balanced.mask.tolist()
    assert choice.balanced == balanced.balanced == balanced.expected
    assert choice.words == words[balanced.mask].sum()


def test_lines_are_in_doubt_together() -> None:
    """Ten lines that are content, and ten that are so with 0.4: all of these, or none.

    Were they independent, four would be content for sure: the F1 without them would be 2·95 / (95 + 40 + 100) = 0.809,
    with them 2·135 / (135 + 200) = 0.806.
    """
    choice = choose(np.repeat([0.95, 0.4], 10), np.full(20, 10), 1.0)
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
    assert FAVORS["precision"] < FAVORS["balanced"] < 1 < FAVORS["recall"]


def test_lines_with_equal_probability_are_kept_together() -> None:
    choice = choose([0.9, 0.3, 0.9, 0.3, 0.9], np.full(5, 10))
    assert choice.mask.tolist() == [True, False, True, False, True]


@pytest.mark.parametrize("b", [0.4, 1.0, 2.5])
def test_a_choice_keeps_all_lines_of_one_probability_or_none(b: float) -> None:
    generator = np.random.default_rng(5)
    for _ in range(200):
        probabilities = generator.choice(reals([0.05, 0.3, 0.45, 0.6, 0.9]), 30)
        mask = choose(probabilities, generator.integers(1, 40, 30), b).mask
        for value in set(probabilities.tolist()):
            assert len(set(mask[probabilities == np.float32(value)].tolist())) == 1


def test_where_nothing_is_plain_a_lot_is_kept() -> None:
    words = np.full(4, 10)
    assert choose(np.full(4, 0.2), words).mask.all()
    assert choose([0.99, 0.2, 0.2, 0.2], words).mask.tolist() == [True, *[False] * 3]


def test_long_lines_count_for_more() -> None:
    assert choose([0.95, 0.45], [100, 5]).mask.tolist() == [True, False]
    assert choose([0.95, 0.45], [5, 100]).mask.tolist() == [True, True]


def test_lines_without_words_cost_nothing_and_promise_nothing() -> None:
    choice = choose([0.2, 0.9], [0, 0])
    assert choice.expected == choice.words == 0
    assert choice.mask.any()
    assert choose([0, 0], [1, 1]).expected == 0


def test_a_value_for_every_line_is_needed() -> None:
    for wrong in ([0.5], [0.5, 0.5, 0.5]):
        with pytest.raises(ValueError, match="a value for every line"):
            choose(wrong, [3, 4])
