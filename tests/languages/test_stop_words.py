"""Stop words, and the codes of languages."""

import pytest

from ridgeline.languages.stop_words import STOP_WORDS, primary_code, stop_words


def test_stop_words_are_lower_case_and_of_every_list() -> None:
    for language, words in STOP_WORDS.items():
        assert len(words) > 50
        assert all(word == word.lower() for word in words)
        assert stop_words(language) == words
    assert "的" in stop_words("zh")
    assert stop_words("xx") == stop_words("") == frozenset()


@pytest.mark.parametrize(
    ("tag", "code"),
    [("en-GB", "en"), ("zh_CN", "zh"), ("DE", "de"), (" fr ; q=1", "fr"), ("und", ""), ("", ""), (None, ""), ("x", "")],
)
def test_primary_code(tag: str | None, code: str) -> None:
    assert primary_code(tag) == code
