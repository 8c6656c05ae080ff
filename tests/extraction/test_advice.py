"""What an extraction means for a person."""

from dataclasses import replace

import pytest

import ridgeline
from ridgeline.extraction.advice import MIN_CONFIDENCE, advice, confidence_words
from ridgeline.page import Limits

from ..integrations.site import SHELL, article


@pytest.mark.parametrize(
    ("confidence", "words"),
    [
        (None, None),
        (0.97, "very sure"),
        (0.9, "very sure"),
        (0.8, "fairly sure"),
        (0.6, "not quite sure"),
        (0.2, "unsure"),
    ],
)
def test_confidence_in_words(confidence: float | None, words: str | None) -> None:
    assert confidence_words(confidence) == words


@pytest.mark.parametrize("confidence", [0.0, -0.1])
def test_the_lowest_confidence_has_words_too(confidence: float) -> None:
    assert confidence_words(confidence) == "unsure"


def test_a_good_page_needs_no_advice() -> None:
    assert list(advice(ridgeline.extract(article()))) == []


def test_an_answer_that_is_in_doubt() -> None:
    extraction = replace(ridgeline.extract(article()), confidence=MIN_CONFIDENCE - 0.01)
    (told,) = advice(extraction)
    assert "expects a word F1 of only 0.59" in told


def test_pages_without_content_and_pages_that_are_cut() -> None:
    (shell,) = advice(ridgeline.extract(SHELL))
    assert "open it in a browser" in shell
    told = list(advice(ridgeline.extract(article(), limits=Limits(characters=300))))
    assert told[-1].startswith("only a part of the page was read")


def test_the_type_and_language_of_a_short_text_are_guesses() -> None:
    (told,) = advice(replace(ridgeline.extract("<p>Hello, world"), confidence=None))
    assert told.startswith("with 2 words, the page type is a guess, and so is the language")
