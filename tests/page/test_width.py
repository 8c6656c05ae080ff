"""Huge texts with a few rare characters."""

import sys

import pytest

import ridgeline
from ridgeline.page import width


@pytest.fixture(autouse=True)
def _huge_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(width, "_HUGE", 1_000)


def test_rare_characters_of_a_huge_page_are_replaced_and_it_says_so() -> None:
    made = ridgeline.parse("<p>" + "It is quiet. " * 200 + "\U0001f600</p>")
    assert made.leaf_text[0].endswith("quiet. ?")
    assert made.cuts == {"characters"}
    assert sys.getsizeof(made.source) < 2 * len(made.source)


@pytest.mark.parametrize(
    "html",
    [
        "<p>Short.\U0001f600</p>",
        "<p>" + "It is quiet. " * 200 + "“é”</p>",  # two bytes a character
        "<p>" + "\U00010330\U00010331 " * 500 + "</p>",  # Gothic
    ],
    ids=["small", "narrow", "of rare characters"],
)
def test_other_pages_stay_as_they_are(html: str) -> None:
    made = ridgeline.parse(html)
    assert made.source == html
    assert made.cuts == frozenset()
