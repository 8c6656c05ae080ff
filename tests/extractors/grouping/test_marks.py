"""From leaves to the nodes that a user would mark."""

import numpy as np

from ridgeline.extractors.grouping.marks import mark, region_of_leaves

from ...layouts import ids, view

BODY = """
<nav id=menu data-box="0 0 1000 50">Home News About</nav>
<div id=wrapper data-box="0 50 1000 900"><div id=main data-box="0 50 700 900">
  <p id=one data-box="0 50 700 200">The first paragraph of the text says what it is about, at some length.</p>
  <button id=tiny data-box="0 200 50 220">+</button>
  <div id=advert data-box="0 220 700 400">Buy one, get one free today</div>
  <p id=two data-box="0 400 700 900">The second paragraph goes on about it until there is nothing left to say.</p>
</div></div>
"""


def test_marks_are_what_a_user_would_click() -> None:
    seen = view(BODY)
    marks = mark(seen, np.array(["paragraph" in text for text in seen.page.leaf_text]))
    # the wrapper is narrowed down; the advert is deselected, the tiny button is not
    assert ids(seen.page, marks.selected) == ["main"]
    assert ids(seen.page, marks.deselected) == ["advert"]


def test_separate_pieces_of_content_are_marked_separately() -> None:
    seen = view(
        '<div data-box="0 0 9 90"><p id=a data-box="0 0 9 10">content</p><p data-box="0 10 9 80">something else</p>'
        '<p id=b data-box="0 80 9 90">content</p></div>'
    )
    marks = mark(seen, np.array([text == "content" for text in seen.page.leaf_text]))
    assert ids(seen.page, marks.selected) == ["a", "b"]
    assert len(marks.deselected) == 0


def test_nothing_is_marked_where_nothing_is_shown() -> None:
    seen = view("<p>content</p>")
    marks = mark(seen, np.ones(1, dtype=np.bool_))
    assert len(marks.selected) == len(marks.deselected) == 0


def test_the_region_of_leaves() -> None:
    """The box of main, 700 × 850, without that of the advert, 700 × 180."""
    seen = view(BODY)
    keep = np.array([place for place, text in enumerate(seen.page.leaf_text) if "paragraph" in text], dtype=np.int32)
    assert region_of_leaves(seen, keep).area == 700 * 850 - 700 * 180
    assert region_of_leaves(seen, keep[:0]).area == 0
