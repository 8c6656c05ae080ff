"""The line that is the page's title: kept where pages of its kind have it in their text."""

import numpy as np
import pytest

from ...pages import page
from .readings import kept_lines, line_features, lines_of, select

TITLE = "<title>The ferry</title>"
LINES = "<h1>The ferry</h1><p>Home</p><h2>The ferry leaves</h2><p>A ferry date</p><p>text</p><p>The ferry</p>"


def kept(body: str, places: list[int], *, title: bool = True) -> list[int]:
    """The lines that are kept where these are content."""
    lines = lines_of(page(body, TITLE))
    probabilities = np.full(len(lines), 0.001)
    probabilities[places] = 0.999
    selection = select(lines, probabilities, title=title)
    assert kept_lines(selection.candidate) == places
    return kept_lines(selection.mask)


def test_how_far_lines_say_what_the_title_says() -> None:
    overlap = line_features(lines_of(page(LINES, TITLE)))["title_overlap"]
    assert overlap == pytest.approx([1, 0, 2 / 3, 1 / 4, 0, 1])


@pytest.mark.parametrize(
    ("places", "expected"),
    [([4], [2, 4]), ([2, 4], [0, 2, 4]), ([1, 4], [0, 1, 4]), ([0, 4], [0, 4])],
    ids=["the last before the text", "another before it", "the only one", "none before it"],
)
def test_the_last_title_before_the_text_is_kept(places: list[int], expected: list[int]) -> None:
    assert kept(LINES, places) == expected


def test_a_page_that_keeps_no_text_keeps_no_title() -> None:
    assert kept("<h1>The ferry</h1><p>Home</p><p>[vc_row] [/vc_row]</p>", [2]) == []


def test_where_heads_were_learnt_the_title_goes_by_them() -> None:
    assert kept(LINES, [4], title=False) == [4]


@pytest.mark.parametrize("tag", ["main", "article", "header", "nav"])
def test_a_page_built_of_sections_goes_by_the_network(tag: str) -> None:
    assert kept(f"<{tag}>{LINES}</{tag}>", [4]) == [4]
