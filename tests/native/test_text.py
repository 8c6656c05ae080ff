"""The core writes the text that Python's writer does, which is there for formulas, quotations and quantities."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

import ridgeline
from ridgeline.lab.golden import page_names, read_page
from ridgeline.output.text import _is_special, _separators
from ridgeline.page import IntColumn, Page
from ridgeline.text.concatenation import join
from ridgeline.text.notation import written_texts

from .pages import ODD, PICTURES, SOUP, STRUCTURES

FOLDER = Path(__file__).parents[1] / "golden"


def keeps(page: Page) -> Iterator[IntColumn]:
    """Some choices of leaves, and that of summit."""
    everything = np.arange(len(page.leaves), dtype=np.int32)
    third = len(everything) // 3
    yield everything
    yield everything[::3].copy()
    yield everything[third : 2 * third]
    yield ridgeline.load("summit").extract(page).keep


def assert_writers_agree(html: str | bytes) -> None:
    page = ridgeline.parse(html)
    for keep in keeps(page):
        if not _is_special(page, keep):
            assert page.core.text_of(keep, True) == join(page, keep, _separators, written_texts(page, keep).texts)


@pytest.mark.parametrize("name", page_names(FOLDER))
def test_golden_pages(name: str) -> None:
    assert_writers_agree(read_page(FOLDER, name).source)


@given(SOUP)
def test_random_pages(html: str) -> None:
    assert_writers_agree(html)


@given(STRUCTURES)
def test_random_structures(html: str) -> None:
    assert_writers_agree(html)


@settings(max_examples=300)
@given(PICTURES)
def test_random_pictures_copies_and_gadgets(html: str) -> None:
    assert_writers_agree(html)


@pytest.mark.parametrize("html", ODD, ids=range(len(ODD)))
def test_odd_pages(html: str) -> None:
    assert_writers_agree(html)
