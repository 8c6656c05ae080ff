"""Snippets that must and must not be there."""

import pytest

from ridgeline.lab.metrics import SnippetScore, snippet_score


@pytest.mark.parametrize(
    ("text", "must", "mustnot", "expected"),
    [
        ("The  FERRY\nleaves.", ["the ferry leaves", "it is small"], ["Menu"], SnippetScore(0.5, 1.0)),
        ("Die STRASSE", ["straße"], [], SnippetScore(1.0, 1.0)),
        ("Menu The ferry", [], ["menu", "Log in", "Copyright", "ferry "], SnippetScore(1.0, 0.5)),
        ("", ["a"], ["a"], SnippetScore(0.0, 1.0)),
        ("It’s a “ferry” – small.", ['It\'s a "ferry" - small'], [], SnippetScore(1.0, 1.0)),
        ("text", [" "], ["\n"], SnippetScore(1.0, 1.0)),
    ],
)
def test_snippet_score(text: str, must: list[str], mustnot: list[str], expected: SnippetScore) -> None:
    assert snippet_score(text, must, mustnot) == expected
