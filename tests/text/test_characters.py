"""Kinds of characters, all at once."""

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.text.characters import WORD, Kind, kinds, word_starts


@pytest.mark.parametrize(
    ("character", "kind"),
    [
        ("a", Kind.LETTER),
        ("Ä", Kind.LETTER | Kind.CAPITAL),
        ("7", Kind.DIGIT),
        ("٣", Kind.DIGIT),
        (".", Kind.PUNCTUATION | Kind.SENTENCE_END),
        ("。", Kind.PUNCTUATION | Kind.SENTENCE_END),
        ("؟", Kind.PUNCTUATION | Kind.SENTENCE_END),
        ("\uff01", Kind.PUNCTUATION | Kind.SENTENCE_END),  # wide
        ("\uff0c", Kind.PUNCTUATION | Kind.COMMA),  # wide
        (",", Kind.PUNCTUATION | Kind.COMMA),
        ("、", Kind.PUNCTUATION | Kind.COMMA),
        ("\xa0", Kind.SPACE),
        ("\n", Kind.SPACE),
        ("漢", Kind.LETTER | Kind.SPACELESS),
        ("ひ", Kind.LETTER | Kind.SPACELESS),
        ("\U00020000", Kind.LETTER | Kind.SPACELESS),
        ("\u0301", Kind.LETTER),
        ("\U0001f600", Kind(0)),
        ("\ud800", Kind(0)),
        ("\U0010ffff", Kind(0)),
    ],
)
def test_kinds(character: str, kind: Kind) -> None:
    assert Kind(int(kinds(character)[0])) == kind


def test_nothing_has_no_kinds() -> None:
    assert len(kinds("")) == len(word_starts(kinds(""))) == 0


@given(st.text())
def test_letters_digits_and_spaces_are_unicodes(text: str) -> None:
    found = kinds(text)
    for character, kind in zip(text, found.tolist(), strict=True):
        category = unicodedata.category(character)
        assert bool(kind & WORD) == (category[0] in "LMN" or bool(kind & Kind.SPACELESS))
        assert bool(kind & Kind.SPACE) == character.isspace()
        assert bool(kind & Kind.PUNCTUATION) == (category[0] == "P")


def test_words_begin_after_other_characters_and_at_every_ideograph() -> None:
    text = "Two wörds, 漢字and 3d"
    assert [text[at] for at in np.flatnonzero(word_starts(kinds(text))).tolist()] == ["T", "w", "漢", "字", "a", "3"]
