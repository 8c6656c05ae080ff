"""How far answers about a page agree."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.extraction.agreement import agreement, only_words, word_bags, word_f1


def test_agreement_of_texts() -> None:
    bags = word_bags({"a": "The boat leaves at nine.", "b": "the BOAT leaves", "c": ""})
    assert bags["a"]["boat"] == bags["b"]["boat"] == 1
    found = {(pair.first, pair.second): pair.word_f1 for pair in agreement(bags)}
    assert found == {("a", "b"): 0.75, ("a", "c"): 0.0, ("b", "c"): 0.0}
    assert [only_words(bags, name) for name in bags] == [2, 0, 0]


def test_one_language_for_all_texts() -> None:
    bags = word_bags({"long": "船在早上九点离开港口", "short": "船 ferry"})
    assert bags["short"] == Counter({"船": 1, "ferry": 1})
    assert bags["long"].total() == 10


def test_nothing_agrees_with_nothing() -> None:
    assert word_f1(Counter(), Counter()) == 1.0
    assert list(agreement(word_bags({}))) == []


@given(st.text(alphabet="ab c"), st.text(alphabet="ab c"))
def test_agreement_is_a_share_and_symmetric(first: str, second: str) -> None:
    bags = word_bags({"first": first, "second": second})
    found = word_f1(bags["first"], bags["second"])
    assert 0 <= found <= 1
    assert found == pytest.approx(word_f1(bags["second"], bags["first"]))
    assert (found == 1) == (bags["first"] == bags["second"])
