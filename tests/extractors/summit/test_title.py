"""The line that is the page's title: kept where pages of its kind have it in their text."""

import numpy as np
import pytest

from ridgeline.extractors.summit.title import with_title

from ...pages import page

LINES = "<h1>The ferry</h1><p>Home</p><h2>The ferry</h2><p>date</p><p>text</p><p>The ferry</p>"
OVERLAP = np.array([1, 0, 0.8, 0.2, 0, 1], dtype=np.float32)


def kept(body: str, places: list[int]) -> list[int]:
    keep = np.zeros(6, dtype=np.bool_)
    keep[places] = True
    answer = with_title(page(body), keep, OVERLAP)
    assert keep.sum() == len(places)  # what was given is left alone
    return np.flatnonzero(answer).tolist()


@pytest.mark.parametrize(
    ("places", "expected"),
    [([4], [2, 4]), ([2, 4], [0, 2, 4]), ([1, 4], [0, 1, 4]), ([0, 4], [0, 4]), ([], [])],
    ids=["the last before the text", "another before it", "the only one", "none before it", "no text"],
)
def test_the_last_title_before_the_text_is_kept(places: list[int], expected: list[int]) -> None:
    assert kept(LINES, places) == expected


@pytest.mark.parametrize("tag", ["main", "article", "header", "nav"])
def test_a_page_built_of_sections_goes_by_the_network(tag: str) -> None:
    assert kept(f"<{tag}>{LINES}</{tag}>", [4]) == [4]
