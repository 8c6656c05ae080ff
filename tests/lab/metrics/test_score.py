"""Precision, recall and F1 from counts and bags, and laws that all text metrics keep."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.errors import OptionError
from ridgeline.lab.metrics import Score, mean_score, sentence_score, shingle_score, word_score

TEXT_METRICS = [word_score, shingle_score, sentence_score]
TEXTS = st.text(st.sampled_from("ab B.!?\n ü灯塔。\u0301\ud83d"), max_size=60) | st.text(max_size=60)


@pytest.mark.parametrize(
    ("shared", "predicted", "gold", "expected"),
    [
        (3, 4, 6, Score(0.75, 0.5, 0.6)),  # F = 2 · 0.75 · 0.5 / 1.25
        (0, 4, 6, Score(0.0, 0.0, 0.0)),
        (0, 0, 0, Score(1.0, 1.0, 1.0)),
        (0, 0, 6, Score(0.0, 0.0, 0.0)),
        (0, 4, 0, Score(0.0, 0.0, 0.0)),
    ],
)
def test_from_counts(shared: int, predicted: int, gold: int, expected: Score) -> None:
    assert Score.from_counts(shared, predicted, gold) == expected


def test_bags_count_repetition() -> None:
    assert Score.from_bags(["a", "a", "a", "b"], ["a", "a", "c", "d"]) == Score(0.5, 0.5, 0.5)


def test_mean_averages_f1_over_pages() -> None:
    mean = mean_score([Score(1.0, 0.0, 0.0), Score(0.0, 1.0, 0.0), Score(0.5, 0.5, 0.6)])
    assert mean.precision == mean.recall == 0.5
    assert mean.f1 == pytest.approx(0.2)


def test_mean_of_nothing_says_what_to_do() -> None:
    with pytest.raises(OptionError, match="no scores to average"):
        mean_score([])


@pytest.mark.parametrize("metric", TEXT_METRICS)
@given(predicted=TEXTS, gold=TEXTS)
def test_scores_are_shares(metric: Callable[[str, str], Score], predicted: str, gold: str) -> None:
    score = metric(predicted, gold)
    assert 0.0 <= score.precision <= 1.0
    assert 0.0 <= score.recall <= 1.0
    assert min(score.precision, score.recall) <= score.f1 + 1e-12
    assert score.f1 <= max(score.precision, score.recall) + 1e-12


@pytest.mark.parametrize("metric", TEXT_METRICS)
@given(text=TEXTS)
def test_the_same_text_is_perfect(metric: Callable[[str, str], Score], text: str) -> None:
    assert metric(text, text) == Score(1.0, 1.0, 1.0)


@pytest.mark.parametrize("metric", [word_score, shingle_score])
@pytest.mark.parametrize("spaceless", [False, True])
@given(first=TEXTS, second=TEXTS)
def test_swapping_sides_swaps_precision_and_recall(
    metric: Callable[..., Score], spaceless: bool, first: str, second: str
) -> None:
    score, swapped = metric(first, second, spaceless=spaceless), metric(second, first, spaceless=spaceless)
    assert (score.precision, score.recall, score.f1) == (swapped.recall, swapped.precision, swapped.f1)


@pytest.mark.parametrize("metric", TEXT_METRICS)
def test_one_empty_side_is_nothing(metric: Callable[[str, str], Score]) -> None:
    assert metric("", "Some words. More words.") == Score(0.0, 0.0, 0.0)
    assert metric("Some words. More words.", "") == Score(0.0, 0.0, 0.0)
