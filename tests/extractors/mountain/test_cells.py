"""Information Cells of a page: text and code told apart, and the features of Table 1."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.extractors.mountain.cells import spans
from ridgeline.extractors.mountain.gamma import gamma_of, language_of
from ridgeline.extractors.mountain.terrain import cell_scores

from ...pages import AWKWARD
from .site import cells_of

GOLDEN = Path(__file__).parents[2] / "golden"


def test_a_cell_is_between_two_tags() -> None:
    source = "<div><p>One.</p> <p>Two <b>three</b></p>\n</div>"
    cells = cells_of(source)
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
        ("<p>a</p><p class='never closed>b</p>", ("a",)),
        ("<!DOCTYPE html><?xml version='1'?>x<?y?>z", ("x", "z")),
        ("x</>y</nonsense>z", ("xyz",)),  # tags that the parser ignores
        ("<p>&nbsp;</p><p>&lt;b&gt; &amp;c</p>", ("<b> &c",)),
        ("<p>日本<b>語</b>", ("日本", "語")),
        ("<p>half \ud83d of a pair</p>", ("half  of a pair",)),
    ],
)
def test_what_is_text(source: str, texts: tuple[str, ...]) -> None:
    assert cells_of(source).text == texts


def test_features_of_table_1() -> None:
    cells = cells_of("<p>Well, it rains. Or not</p><a href=/x>More</a><a name=y>Here!</a><b>3 &amp; 4;</b>")
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
    cells = cells_of(f"<p>{text}</p>")
    assert cells.punctuation.tolist() == [punctuation]
    assert cells.is_full_stopped.tolist() == [full_stopped]


@pytest.mark.parametrize(
    ("text", "punctuation", "full_stopped"),
    [
        ("Price 3.99", 0, False),
        ("www.example.com", 0, False),
        ("1,000 and 2,5 but 3, 4", 1, False),
        ("你好,世界", 1, False),  # no white space after a comma in Chinese
        ("version 2.0.", 1, True),
        ("It rains. Or not", 1, True),
        ("It rains.\u00a0Or not", 1, True),
        ("“It rains.” And “why?”", 2, True),
        ("«It rains.» (It does.)", 2, True),
        ("Wait... what...now", 1, True),
        ("e.g., this", 1, False),
        (".", 1, True),
        (".5,5", 0, False),
        ("５．５と", 1, True),  # a wide point needs no white space
    ],
)
def test_points_and_commas_inside_words_separate_nothing(text: str, punctuation: int, full_stopped: bool) -> None:
    cells = cells_of(f"<p>{text}</p>")
    assert cells.punctuation.tolist() == [punctuation]
    assert cells.is_full_stopped.tolist() == [full_stopped]


def test_marks_of_one_cell_do_not_look_into_the_next() -> None:
    cells = cells_of("<p>4</p><p>,5.</p><p>5</p>")
    assert cells.punctuation.tolist() == [0, 2, 0]
    assert cells.is_full_stopped.tolist() == [False, True, False]


def test_the_worked_example() -> None:
    source = "<p>It rains, in 3.5 inches.</p><a href=/x>More</a>"
    cells = cells_of(source)
    assert (cells.start.tolist(), cells.end.tolist()) == ([3, 42], [27, 46])
    assert (cells.length.tolist(), cells.punctuation.tolist()) == ([20, 4], [2, 0])
    assert spans(cells.start, cells.end, len(source)).tolist() == [33, 13.5]
    assert cells.visible_ratio.tolist() == pytest.approx([24 / 33, 4 / 13.5])
    assert cell_scores(cells, 75).tolist() == pytest.approx([2.473, 0.008], abs=5e-4)


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
    assert cells_of(source).is_anchor.tolist() == anchors


def test_a_span_reaches_from_middle_to_middle() -> None:
    # Code of 10, text of 20, code of 6, text of 4, code of 8.
    start, end = np.array([10, 36]), np.array([30, 40])
    assert spans(start, end, 48).tolist() == [5 + 20 + 3, 3 + 4 + 4]
    source = "<div id=x>" + "a" * 20 + "</div>" + "bbbb" + "<br><br>"
    assert cells_of(source).visible_ratio.tolist() == pytest.approx([20 / 28, 4 / 11])


def test_source_code_distance_counts_the_code_between() -> None:
    assert cells_of("<p>a</p><p>b</p> <i>c").distance.tolist() == [0, 7, 8]


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
    cells_of(piece * size)
    cells_of(piece * size + ">")


@given(st.text(alphabet="<>/!-='\" abpst&;é", max_size=60))
def test_cells_are_in_order_and_hold_what_the_source_says(source: str) -> None:
    cells = cells_of(source)
    assert all(cells.text)
    assert (cells.start <= cells.end).all()
    assert (cells.end[:-1] <= cells.start[1:]).all()
    assert ((cells.visible_ratio > 0) & (cells.visible_ratio <= 1)).all()
    if "&" in source:
        return
    for start, end, text in zip(cells.start, cells.end, cells.text, strict=True):
        if "<" not in source[start:end]:
            assert source[start:end].strip() == text


# --- Leaves and their cells


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_leaves_of_awkward_pages_have_their_own_cells(html: str) -> None:
    cells = cells_of(html)
    page = cells.page
    for leaf, cell in enumerate(cells.of_leaves.tolist()):
        text = page.leaf_text[leaf]
        assert (cell >= 0) == bool(text)
        if text:
            assert cells.text[cell] == text.strip()


@pytest.mark.parametrize(
    ("source", "texts", "leaves"),
    [
        # Text in a table, but in none of its cells, is moved before it.
        ("<table><tr><td>b</td></tr>moved</table>c", ["b", "moved", "c"], ["moved", "b", "c"]),
        # Here it is joined to other text, and is where that begins.
        ("a<table><tr><td>b</td></tr>moved</table>c", ["amoved", "b", "c"], ["amoved", "b", "c"]),
        # A tag that the parser ignores separates neither cells nor leaves.
        ("<p>first</p><p>one and </nonsense>two</p>", ["first", "one and two"], ["first", "one and two"]),
        # Text inside <select> is a cell but not a leaf.
        ("<p>x<select><option>x<option>y</select><p>x<p>y", ["x", "x", "y", "x", "y"], ["x", "x", "y"]),
    ],
)
def test_leaves_find_their_cells(source: str, texts: list[str], leaves: list[str]) -> None:
    cells = cells_of(source)
    assert list(cells.text) == texts
    assert [cells.text[cell] for cell in cells.of_leaves.tolist() if cell >= 0] == leaves


def test_no_cells_and_no_leaves() -> None:
    assert cells_of("<img src=x>").of_leaves.tolist() == [-1]


# --- γ


@pytest.mark.parametrize(
    ("source", "gamma"),
    [
        ("<html lang=en-GB><p>Tja", 75),
        ("<html class=x lang='zh'><p>Only letters of the Latin alphabet are in this one, and it is English.", 75),
        ("<html lang=en><p>灯塔在冬天重新亮了起来。村里的人都站在雪地里看着它慢慢转动。", 12),
        ("<p>The morning ferry leaves at nine, and it carries more mail than people.", 75),
        ("<html lang=de><p>x", 76),
        ("<html lang=fr><p>Le bateau part à neuf heures, et il porte plus de lettres que de gens.", 1),  # not measured
        ("<p>xyzzy", 1),
        ("", 1),
    ],
)
def test_gamma_by_language(source: str, gamma: float) -> None:
    assert gamma_of(cells_of(source)) == gamma


def test_language_is_guessed_from_the_longest_cells() -> None:
    menu = "".join(f"<li>Home {number}</li>" for number in range(900))
    source = f"{menu}<p>Die Fähre legt um neun Uhr ab, und sie bringt mehr Post als Leute auf die Insel.</p>"
    assert language_of(cells_of(source)) == "de"
