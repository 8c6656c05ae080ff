"""Where the texts of a page stand in its source: `Page.start`, `Page.stop`."""

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline import Page
from ridgeline.lab.golden import page_names, read_page
from ridgeline.page import elements
from ridgeline.text.entities import unescape

from ..pages import AWKWARD

GOLDEN = Path(__file__).parents[1] / "golden"


def texts_and_places(page: Page) -> list[tuple[str, str]]:
    """The texts that are not white space alone, each with the part of the source where it stands."""
    rows = np.flatnonzero((page.tag == elements.CODES[elements.TEXT]) & ~page.blank).tolist()
    return [(page.text[row], page.source[page.start[row] : page.stop[row]]) for row in rows]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>one <b>two</b></p>three", ["one ", "two", "three"]),
        ("<p>a &amp; b</p><!-- no --><p>ü 日本 &lt;c&gt;", ["a &amp; b", "ü 日本 &lt;c&gt;"]),
        ("<title>a &gt; b</title><script>1 < 2</script>x", ["a &gt; b", "1 < 2", "x"]),
        ("<p>same</p><p>same</p><template><p>same</p></template><p>same", ["same", "same", "same"]),
        ("<p>half \ud83d of a pair</p><p>x", ["half  of a pair", "x"]),
        ("<xmp><b>x</b></xmp>y", ["<b>x</b>", "y"]),
    ],
)
def test_texts_know_where_they_stand(html: str, expected: list[str]) -> None:
    page = ridgeline.parse(html)
    assert [place for _, place in texts_and_places(page)] == expected


@given(st.text())
def test_bytes_that_are_utf8_are_read_as_they_are(text: str) -> None:
    source = f'<!doctype html><meta charset="utf-8"><p>{text}</p><p>ü 日本 😀'.encode("utf-8", "ignore")
    page, same = ridgeline.parse(source), ridgeline.parse(source.decode())
    assert page.given == source
    assert page.source == same.source
    assert [*page.text] == [*same.text]
    assert (page.start == same.start).all()
    assert (page.stop == same.stop).all()


def test_elements_have_no_offsets() -> None:
    page = ridgeline.parse("<p>one")
    is_text = page.tag == elements.CODES[elements.TEXT]
    assert (page.start[~is_text] == -1).all()
    assert (page.stop[~is_text] == -1).all()
    assert not page.start.flags.writeable


@pytest.mark.parametrize("name", page_names(GOLDEN))
def test_the_source_says_what_the_text_says(name: str) -> None:
    """References decoded and line ends normalised, a text of one piece is the part of the source where it stands."""
    page = ridgeline.parse(read_page(GOLDEN, name).source)
    assert all(place_says(place, text) for text, place in texts_and_places(page))


def place_says(place: str, text: str) -> bool:
    place = re.sub("[\U000e0000-\U000e007f]+", "", place)  # tags show nothing, and are no part of a text
    if place == text:
        return True
    if re.search("</?[a-zA-Z]", place):  # several pieces
        return True
    return unescape(re.sub("\r\n?", "\n", place)).lstrip("\n") == text.lstrip("\n")


def test_a_page_without_its_source_has_no_offsets() -> None:
    parent, tag = np.array([-1, 0, 1], dtype=np.int32), np.array([1, 3, 0], dtype=np.int32)
    page = Page.build(parent, tag, elements.NAMES, [{}] * 3, ["", "", "x"])
    assert page.start.tolist() == page.stop.tolist() == [-1, -1, -1]


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_offsets_are_in_the_source(html: str) -> None:
    assert_in_source(ridgeline.parse(html))


@given(st.text(alphabet="<>/!-='\" abpst&;é\ud83d\r\n", max_size=60))
def test_offsets_of_any_soup_are_in_the_source(html: str) -> None:
    assert_in_source(ridgeline.parse(html))


def assert_in_source(page: Page) -> None:
    start, stop = page.start, page.stop
    assert len(start) == len(stop) == len(page)
    assert (start <= stop).all()
    assert (stop <= len(page.source)).all()
    shown = (page.tag == elements.CODES[elements.TEXT]) & ~page.blank
    assert (start[shown] >= 0).all()
