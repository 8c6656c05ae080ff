"""Information Cells from a source: text and code told apart, and the features of Table 1."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.extractors.mountain.cells import find_cells, spans
from ridgeline.extractors.mountain.leaves import cells_of_leaves
from ridgeline.extractors.mountain.sentences import gamma_of, language_of

from ...pages import AWKWARD


def test_a_cell_is_between_two_tags() -> None:
    source = "<div><p>One.</p> <p>Two <b>three</b></p>\n</div>"
    cells = find_cells(source)
    assert cells.text == ("One.", "Two", "three")
    assert [source[start:end] for start, end in zip(cells.start, cells.end, strict=True)] == ["One.", "Two ", "three"]


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("", ()),
        (" \n ", ()),
        ("plain text", ("plain text",)),
        ("before<p>inside</p>after", ("before", "inside", "after")),
        ("<p>a < b and c > d</p>", ("a < b and c > d",)),
        ("<p>1 <2 3>2</p>", ("1 <2 3>2",)),
        ("<p title='a > b'>x", ("x",)),
        ('<p title="<b>no</b>">x', ("x",)),
        ('<p title="->no<-">x', ("x",)),
        ('<p title="it\'s > that">x', ("x",)),
        ("<p don't>x</p>y", ("x", "y")),
        ("<p a=1 <b>x", ("x",)),
        ("a<!-- <p>no</p> > -->b", ("a", "b")),
        ("a<!-->b<!--->c<!-- x --!>d", ("a", "b", "c", "d")),
        ("a<!-- never closed <p>b</p>", ("a",)),
        ("a<script>if (a<b && c>d) f('</p>')</script>b", ("a", "b")),
        ("a<SCRIPT type=x>no</SCRIPT >b", ("a", "b")),
        ("a<script>never closed <p>b</p>", ("a",)),
        ("a<scripty>yes</scripty>b", ("a", "yes", "b")),
        ("<style>p > a { }</style><title>no</title><textarea>no</textarea><iframe>no</iframe>yes", ("yes",)),
        ("<template><p>no</p></template><template shadowrootmode=open>yes</template>", ("yes",)),
        ("<p>a</p><p class='never closed", ("a",)),
        ("<p>a</p><p class='never closed>b</p>", ("a", "b")),
        ("<!DOCTYPE html><?xml version='1'?>x</>y", ("x", "y")),
        ("<p>&nbsp;</p><p>&lt;b&gt; &amp;c</p>", ("<b> &c",)),
        ("<p>日本<b>語</b>", ("日本", "語")),
        ("<p>half \ud83d of a pair</p>", ("half \ud83d of a pair",)),
    ],
)
def test_what_is_text(source: str, texts: tuple[str, ...]) -> None:
    assert find_cells(source).text == texts


def test_features_of_table_1() -> None:
    cells = find_cells("<p>Well, it rains. Or not</p><a href=/x>More</a><a name=y>Here!</a><b>3 &amp; 4;</b>")
    assert cells.length.tolist() == [18, 4, 5, 4]  # L: no white space, references decoded
    assert cells.punctuation.tolist() == [2, 0, 1, 1]  # P
    assert cells.is_full_stopped.tolist() == [True, False, True, False]  # S
    assert cells.is_anchor.tolist() == [False, True, False, False]  # A: a link has an address


@pytest.mark.parametrize(
    ("text", "punctuation", "full_stopped"),
    [
        ("今天下雨了，我们在家。", 2, True),
        ("لماذا؟ نعم، هكذا", 2, True),
        ("यह ठीक है।", 1, True),
        ("Τι κάνεις;", 1, False),  # a question mark in Greek, a semicolon elsewhere: it is one character
        ("ここは、東京", 1, False),
        ("እንዴት ነህ፧ ደህና።", 2, True),
    ],
)
def test_punctuation_of_the_world(text: str, punctuation: int, full_stopped: bool) -> None:
    cells = find_cells(f"<p>{text}</p>")
    assert cells.punctuation.tolist() == [punctuation]
    assert cells.is_full_stopped.tolist() == [full_stopped]


@pytest.mark.parametrize(
    ("source", "anchors"),
    [
        ("<a href=1>x</a>y", [True, False]),
        ("<A HREF=1><b>x</b></A>y", [True, False]),
        ("<a href=1>x<a href=2>y</a>z", [True, True, False]),
        ("<a href=1>x<a name=2>y", [True, False]),
        ("<a>x</a><abbr href=1>y</abbr><article>z", [False, False, False]),
        ("<a data-href=1>x</a>", [False]),
        ("<a href=1>never closed<p>x", [True, True]),
    ],
)
def test_anchor_text(source: str, anchors: list[bool]) -> None:
    assert find_cells(source).is_anchor.tolist() == anchors


def test_a_span_reaches_from_middle_to_middle() -> None:
    # Code of 10, text of 20, code of 6, text of 4, code of 8.
    start, end = np.array([10, 36]), np.array([30, 40])
    assert spans(start, end, 48).tolist() == [5 + 20 + 3, 3 + 4 + 4]
    source = "<div id=x>" + "a" * 20 + "</div>" + "bbbb" + "<br><br>"
    assert find_cells(source).visible_ratio.tolist() == pytest.approx([20 / 28, 4 / 11])


def test_source_code_distance_counts_the_code_between() -> None:
    assert find_cells("<p>a</p><p>b</p> <i>c").distance.tolist() == [0, 7, 8]


@pytest.mark.parametrize("size", [20_000, 40_000])
@pytest.mark.parametrize(
    "piece",
    [
        "<",
        "<a ",
        '<a =">" ',
        "<!--",
        "<script>",
        "<p title='",
        "<a href='",
        '="',
        "<a x='\">",
        "&",
        "</script",
        "<template>",
    ],
)
def test_hostile_sources_end(piece: str, size: int) -> None:
    find_cells(piece * size)
    find_cells(piece * size + ">")


@given(st.text(alphabet="<>/!-='\" abps&;é", max_size=60))
def test_cells_are_in_order_and_hold_what_the_source_says(source: str) -> None:
    cells = find_cells(source)
    assert all(cells.text)
    assert (cells.start < cells.end).all()
    assert (cells.end[:-1] < cells.start[1:]).all()
    assert ((cells.visible_ratio > 0) & (cells.visible_ratio <= 1)).all()
    for start, end, text in zip(cells.start, cells.end, cells.text, strict=True):
        if "&" not in source:
            assert source[start:end].strip() == text


# --- Leaves and their cells


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_leaves_of_awkward_pages_have_their_own_cells(html: str) -> None:
    page = ridgeline.parse(html)
    cells = find_cells(page.source)
    for leaf, cell in enumerate(cells_of_leaves(page, cells).tolist()):
        text = page.leaf_text[leaf]
        assert (cell >= 0) == bool(text)
        if text:
            assert letters(cells.text[cell]) in letters(text) or letters(text) in letters(cells.text[cell])


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        # Text in a table, but in none of its cells, is moved before it.
        ("<table><tr><td>b</td></tr>moved</table>c", ["moved", "b", "c"]),
        # A tag that the parser ignores separates cells, not leaves.
        ("<p>first</p><p>one and more</nonsense>two</p><p>last</p>", ["first", "one and more", "last"]),
        # Text inside <select> is a cell but not a leaf.
        ("<p>x<select><option>x<option>y</select><p>x<p>y", ["x", "x", "y"]),
    ],
)
def test_leaves_find_their_cells(source: str, expected: list[str]) -> None:
    page = ridgeline.parse(source)
    cells = find_cells(source)
    found = [cells.text[cell] for cell in cells_of_leaves(page, cells).tolist() if cell >= 0]
    assert found == expected


def test_no_cells_and_no_leaves() -> None:
    page = ridgeline.parse("<img src=x>")
    assert cells_of_leaves(page, find_cells(page.source)).tolist() == [-1]


def letters(text: str) -> str:
    return re.sub("[\\s\x00\ufffd\ud800-\udfff]", "", text)


# --- γ


@pytest.mark.parametrize(
    ("source", "gamma"),
    [
        ("<html lang=en-GB><p>Tja", 75),
        ("<html class=x lang='zh'><p>Only letters of the Latin alphabet are in this one, and it is English.", 75),
        ("<html lang=en><p>灯塔在冬天重新亮了起来。村里的人都站在雪地里看着它慢慢转动。", 12),
        ("<p>The morning ferry leaves at nine, and it carries more mail than people.", 75),
        ("<html lang=de><p>x", 88),
        ("<p>xyzzy", 1),
        ("", 1),
    ],
)
def test_gamma_by_language(source: str, gamma: float) -> None:
    assert gamma_of(source, find_cells(source)) == gamma


def test_language_is_guessed_from_the_longest_cells() -> None:
    menu = "".join(f"<li>Home {number}</li>" for number in range(900))
    source = f"{menu}<p>Die Fähre legt um neun Uhr ab, und sie bringt mehr Post als Leute auf die Insel.</p>"
    assert language_of(source, find_cells(source)) == "de"
