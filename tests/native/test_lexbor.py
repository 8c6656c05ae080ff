"""The parser makes the same rows of a page as lexbor: golden pages, pages with a hostile streak, random pages."""

from pathlib import Path

import pytest
from hypothesis import given, settings

import ridgeline
from ridgeline.lab.golden import page_names, read_page

from .lexbor import differences, is_misread_by_lexbor
from .pages import ODD, PICTURES, SOUP, STRUCTURES

FOLDER = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("name", page_names(FOLDER))
def test_golden_pages(name: str) -> None:
    assert differences(ridgeline.parse(read_page(FOLDER, name).source).source) == []


@given(SOUP)
def test_random_pages(html: str) -> None:
    assert differences(html) == []


@given(STRUCTURES)
def test_random_structures(html: str) -> None:
    assert differences(html) == []


@settings(max_examples=300)
@given(PICTURES)
def test_random_pictures_copies_and_gadgets(html: str) -> None:
    assert differences(html) == []


@pytest.mark.parametrize("html", ODD, ids=range(len(ODD)))
def test_odd_pages(html: str) -> None:
    assert differences(html) == []


@pytest.mark.parametrize("html", ["<math><sup>a", "<svg><g><sup>a", "<p><b><p><textarea>a"])
def test_lexbor_is_still_wrong(html: str) -> None:
    """Where this fails, lexbor is mended, and a part of `is_misread_by_lexbor` can go."""
    assert is_misread_by_lexbor(html)
    assert differences(html)
