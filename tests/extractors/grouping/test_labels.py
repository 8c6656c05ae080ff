"""Labels of nodes, by the rules of section 5."""

import numpy as np

from ridgeline import parse
from ridgeline.extractors.grouping.labels import Label, Marks, label, mark, top_nodes

from ...layouts import by_id, ids, view

POSITIVE, NEUTRAL, NEGATIVE = Label.POSITIVE, Label.NEUTRAL, Label.NEGATIVE


def test_figure_4() -> None:
    """v2 is selected, v4 deselected; v5 and v6 are the top ground-truth nodes."""
    page = parse(
        "<body id=v1><div id=v2><div id=v3><p id=v4><b id=v8></b></p><p id=v5><b id=v9></b></p></div>"
        "<div id=v6><p id=v10></p></div></div><div id=v7><p id=v11></p></div>"
    )
    labels = label(page, Marks(by_id(page, "v2"), by_id(page, "v4")))
    found = {name: labels[by_id(page, name)[0]] for name in (f"v{number}" for number in range(1, 12))}
    assert found == {
        "v1": NEUTRAL,
        "v2": NEUTRAL,
        "v3": NEUTRAL,
        "v4": NEGATIVE,
        "v5": POSITIVE,
        "v6": POSITIVE,
        "v7": NEGATIVE,
        "v8": NEGATIVE,
        "v9": POSITIVE,
        "v10": POSITIVE,
        "v11": NEGATIVE,
    }
    assert ids(page, np.flatnonzero(top_nodes(page, labels)).astype(np.int32)) == ["v5", "v6"]


def test_a_selection_without_cuts_is_positive_as_a_whole() -> None:
    page = parse("<body><div id=a><p id=b>x</p></div><p id=c>y</p>")
    labels = label(page, Marks(by_id(page, "a"), by_id(page)))
    assert [labels[node] for node in by_id(page, "a", "b", "c")] == [POSITIVE, POSITIVE, NEGATIVE]
    assert labels[0] == NEUTRAL
    assert ids(page, np.flatnonzero(top_nodes(page, labels)).astype(np.int32)) == ["a"]


def test_what_is_selected_inside_a_cut_stays_cut() -> None:
    page = parse("<body><div id=a><div id=b><p id=c>x</p></div></div>")
    labels = label(page, Marks(by_id(page, "a", "c"), by_id(page, "b")))
    assert [labels[node] for node in by_id(page, "b", "c")] == [NEGATIVE, NEGATIVE]


def test_no_marks_at_all() -> None:
    page = parse("<p>x")
    assert set(label(page, Marks(by_id(page), by_id(page))).tolist()) == {NEGATIVE}


# --- From leaves to marks


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
    content = np.array(["paragraph" in text for text in seen.page.leaf_text])
    marks = mark(seen, content)
    # the wrapper is narrowed down; the tiny button is not worth a cut, the advert is
    assert ids(seen.page, marks.selected) == ["main"]
    assert ids(seen.page, marks.deselected) == ["advert"]


def test_content_in_pieces_is_marked_in_pieces() -> None:
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
