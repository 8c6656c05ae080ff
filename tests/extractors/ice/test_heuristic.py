"""The ICE baseline and Figure 1, line by line."""

import time

import pytest

import ridgeline
from ridgeline.errors import OptionError
from ridgeline.extractors.ice.heuristic import select_lines

from ...pages import page, texts

LONG = "this line has more than ten words so that it counts as text"
SHORT = "a short line"


def selected(text: str) -> list[tuple[str, str]]:
    return [(line.tag, line.text) for line in select_lines(text)]


# --- Baseline


def test_every_block_is_a_paragraph_and_nothing_is_removed() -> None:
    made = page("<h1>Title</h1>plain<div>one<br><br>two<br>three</div><ul><li>item</ul><p hidden>hidden</p><td>cell")
    answer = ridgeline.load("ice-baseline").extract(made)
    assert answer.cleaneval.split("\n\n") == [
        *("<p>Title", "<p>plain", "<p>one", "<p>two three", "<p>item", "<p>hidden", "<p>cell"),
    ]
    assert answer.keep.tolist() == list(range(len(made.leaves)))


def test_the_charset_of_a_meta_tag_is_used() -> None:
    source = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>Паром уходит утром</p>'
    answer = ridgeline.extract(source.encode("cp1251"), extractor="ice-baseline")
    assert answer.cleaneval == "<p>Паром уходит утром"


# --- Figure 1


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([LONG], [("p", LONG)]),
        ([SHORT], []),
        ([SHORT, LONG], [("h", SHORT), ("p", LONG)]),
        # a title, and two or three lines of three characters or fewer after it
        ([SHORT, "", "x", LONG], [("h", SHORT), ("p", LONG)]),
        ([SHORT, "", "x", "xyz", LONG], [("p", LONG)]),
        # four characters are a title of their own, which takes the place of the one before
        ([SHORT, "Four", LONG], [("h", "Four"), ("p", LONG)]),
        # a title is used once
        ([SHORT, LONG, LONG], [("h", SHORT), ("p", LONG), ("p", LONG)]),
        # one that came too early stays too early
        ([SHORT, "", "", "", LONG, LONG], [("p", LONG), ("p", LONG)]),
        # short lines before there is a title do not count
        (["x", "", "", "", SHORT, LONG], [("h", SHORT), ("p", LONG)]),
        # ten words are not more than ten; words of three characters are not longer than three
        (["word " * 10], []),
        (["word " * 11], [("p", ("word " * 11).strip())]),
        (["abc " * 11], []),
        # lines are trimmed: indentation makes no title
        ([SHORT, "        ", LONG], [("h", SHORT), ("p", LONG)]),
    ],
)
def test_figure_1(lines: list[str], expected: list[tuple[str, str]]) -> None:
    assert selected("\n".join(lines)) == expected


def test_ideographs_are_words() -> None:
    line = "灯塔在冬天重新亮了起来。"
    assert selected(line) == [("p", line)]
    assert selected("灯塔亮了起来") == []


def test_lines_end_at_blocks_and_line_breaks() -> None:
    made = page(f"<div>Title<br>{LONG}</div><p>wrapped\nin the source {LONG}</p><span>not</span> <b>enough</b>")
    answer = ridgeline.load("ice-heuristic").extract(made)
    assert answer.cleaneval == f"<h>Title\n\n<p>{LONG}\n\n<p>wrapped in the source {LONG}"
    assert [texts(made)[leaf] for leaf in answer.keep] == ["Title", LONG, f"wrapped\nin the source {LONG}"]


def test_tags_that_follow_one_another_make_empty_lines() -> None:
    near = page(f"<table><tr><td>Title<td>{LONG}</table>")  # two line ends: one empty line
    far = page(f"<table><tr><td>Title</table><table><tr><td>{LONG}</table>")  # four are closed, four are opened
    assert ridgeline.load("ice-heuristic").extract(near).cleaneval == f"<h>Title\n\n<p>{LONG}"
    assert ridgeline.load("ice-heuristic").extract(far).cleaneval == f"<p>{LONG}"


def test_lines_of_the_source() -> None:
    made = page(f"<p>{LONG}\nthe rest</p><p>{SHORT}</p>\n<p>{LONG} <b>and bold</b>\nAn end")
    answer = ridgeline.load("ice-heuristic", lines="source").extract(made)
    assert answer.cleaneval == f"<p>{LONG}\n\n<h>the rest{SHORT}\n\n<p>{LONG} and bold"
    # of the last leaf nothing is in a selected line; of the first, all is
    assert [texts(made)[leaf] for leaf in answer.keep] == [f"{LONG}\nthe rest", SHORT, LONG, "and bold"]


def test_a_leaf_is_kept_where_more_than_half_of_it_is() -> None:
    few, many = ("short line\n" * count for count in (3, 30))
    made = page(f"<pre>{LONG}\n\n{few}</pre><pre>{LONG}\n\n{many}</pre>")
    assert ridgeline.load("ice-heuristic").extract(made).keep.tolist() == [0]


def test_a_wrong_option_is_an_error() -> None:
    with pytest.raises(OptionError, match="shown or source"):
        ridgeline.load("ice-heuristic", lines="both")


@pytest.mark.parametrize("name", ["ice-baseline", "ice-heuristic", "ice-elaborate", "ice-tree", "ice-lm", "ice-ga"])
@pytest.mark.parametrize(
    "unit", ["<p>word. ", "<li><a href=x>link</a>", "word, ", "<br>", "<pre>line\n", "<div>x</div><p>"]
)
def test_huge_pages_take_linear_time(name: str, unit: str) -> None:
    made = ridgeline.parse(unit * 20_000)
    started = time.process_time()
    ridgeline.load(name).extract(made)
    assert time.process_time() - started < 10
