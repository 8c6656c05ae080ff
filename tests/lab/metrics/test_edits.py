"""Levenshtein similarity, its bound on long sequences, common runs, and what is said when RapidFuzz is missing."""

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.errors import MissingExtraError, how_to_install
from ridgeline.lab.metrics import edit_similarity, edits
from ridgeline.lab.metrics.edits import common_runs

TOKENS = st.lists(st.sampled_from(["the", "ferry", "leaves", "<p>"]), max_size=12)


@pytest.mark.parametrize(
    ("predicted", "gold", "expected"),
    [
        ("kitten", "sitting", 1 - 3 / 7),
        (["the", "ferry"], ["the", "old", "ferry"], 1 - 1 / 3),
        ([], [], 1.0),
        ([], ["the"], 0.0),
        ("abc", "", 0.0),
        ("half \ud83d", "half \ud83d", 1.0),
    ],
)
def test_by_hand(predicted: str | list[str], gold: str | list[str], expected: float) -> None:
    assert edit_similarity(predicted, gold) == pytest.approx(expected)


@given(TOKENS, TOKENS)
def test_laws(predicted: list[str], gold: list[str]) -> None:
    similarity = edit_similarity(predicted, gold)
    assert 0.0 <= similarity <= 1.0
    assert similarity == edit_similarity(gold, predicted)
    assert (similarity == 1.0) is (predicted == gold)


@given(TOKENS, TOKENS)
def test_the_bound_for_long_sequences_lies_above(predicted: list[str], gold: list[str]) -> None:
    exact = edit_similarity(predicted, gold)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edits, "MAX_CELLS", 0)
        assert exact <= edit_similarity(predicted, gold) <= 1.0


def test_long_strings_are_compared_by_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edits, "MAX_CELLS", 20)
    assert edit_similarity("Ann Lee Bo", "Ann Lea Bo") == pytest.approx(2 / 3)
    assert edit_similarity("灯塔亮了", "灯塔亮") == pytest.approx(3 / 4)


@pytest.mark.parametrize(
    ("one", "other", "runs"),
    [
        ("the old ferry leaves", "the ferry leaves early", [range(0, 1), range(2, 4)]),
        ("a b c", "a b c", [range(0, 3)]),
        ("a b", "c d", []),
        ("", "a", []),
    ],
)
def test_common_runs_by_hand(one: str, other: str, runs: list[range]) -> None:
    assert common_runs(one.split(), other.split()) == runs


@given(TOKENS, TOKENS)
def test_common_runs_are_a_common_subsequence(one: list[str], other: list[str]) -> None:
    rest = iter(other)
    assert all(one[position] in rest for run in common_runs(one, other) for position in run)
    assert sum(map(len, common_runs(one, other))) == sum(map(len, common_runs(other, one)))


def test_huge_sequences_have_no_common_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edits, "MAX_CELLS", 3)
    assert common_runs("ab", "ab") == []


def test_fifty_thousand_words_are_scored() -> None:
    tokens = [f"word{number % 7919}" for number in range(50_000)]
    assert edit_similarity(tokens, tokens[100:]) == pytest.approx(1 - 100 / 50_000)


def test_missing_extra_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rapidfuzz.distance", None)
    with pytest.raises(MissingExtraError, match=re.escape(how_to_install("eval"))):
        edit_similarity("a", "b")
