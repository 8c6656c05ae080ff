"""Lists and tables: which of them are whole, which lay out a page."""

import pytest

from ridgeline.extractors.summit.lines import split_lines
from ridgeline.extractors.summit.structures import Lists, read_lists

from ...pages import page

ROWS = "<tr><td>Paint<td>£540<tr><td>Putty<td>£31"
LONG, SENTENCE = "word " * 41, "word " * 12


def lists_of(body: str) -> Lists:
    lines = split_lines(page(body))
    assert lines is not None
    return read_lists(lines)


@pytest.mark.parametrize(
    ("body", "is_headed"),
    [
        (f"<table><tr><th>Item<th>A year{ROWS}</table>", True),
        (f"<table>{ROWS}</table>", False),
        (f"<table><thead><tr><td>Item<td>A year<tbody>{ROWS}</table>", False),
    ],
    ids=["heads", "a grid", "a grid with a section of heads"],
)
def test_tables_of_data_are_whole(body: str, is_headed: bool) -> None:
    lists = lists_of(body)
    assert lists.is_whole.all()
    assert lists.is_headed.all() == lists.is_headed.any() == is_headed


@pytest.mark.parametrize(
    "body",
    [
        f"<table>{ROWS}<tr><td>Only one cell</table>",
        "<table><tr><td>Paint<tr><td>Putty</table>",
        "<table><tr><td>Paint<td>Putty</table>",
        f"<table><tr><th>Item<th>A year{ROWS}<tr><td>{LONG}<td>1</table>",
        f"<table><tr><td>{SENTENCE}<td>{SENTENCE}<tr><td>{SENTENCE}<td>{SENTENCE}</table>",
        "<table><tr><td>a<p>b<p>c<td>d<p>e<tr><td>f<td>g<p>h<p>i</table>",
    ],
    ids=["irregular", "one column", "one row", "a long cell", "sentences", "several lines a cell"],
)
def test_tables_that_lay_out_a_page_are_not_whole(body: str) -> None:
    lists = lists_of(body)
    assert (lists.nearest >= 0).all()
    assert not lists.is_whole.any()
    assert not lists.is_headed.any()


def test_a_table_around_another_is_no_grid() -> None:
    lists = lists_of(f"<table><tr><td>Menu<td><table>{ROWS}</table><tr><td>Foot<td>End</table>")
    assert lists.is_whole.tolist() == [False, *[True] * 4, False, False]
    assert len(set(lists.nearest.tolist())) == 2


@pytest.mark.parametrize(
    ("body", "is_whole"),
    [
        ("<ul><li>flour<li>salt<li>yeast</ul>", True),
        ("<ol><li>Knead it.<li>Let it rise.<li>Bake it.</ol>", True),
        ("<ul><li>flour<li>salt</ul>", False),
        (f"<ul>{f'<li>{SENTENCE * 3}' * 4}</ul>", False),
        ("<ul><li><h3>One</h3>£1<li><h3>Two</h3>£2<li><h3>Three</h3>£3</ul>", False),
        ("<dl><dt>Lamp<dd>The light<dt>Lens<dd>What bends it</dl>", True),
        ("<dl><dt><img src=lamp.png><dd>The lamp<dd>Photo: Ann</dl>", False),
        ("<dl><dt><dl><dd>The light<dd>What shines</dl></dl>", False),
    ],
    ids=["ingredients", "steps", "two items", "posts", "cards", "definitions", "a caption", "an inner list"],
)
def test_lists(body: str, is_whole: bool) -> None:
    lists = lists_of(body)
    assert lists.is_whole.all() == lists.is_whole.any() == is_whole
    assert not lists.is_headed.any()


def test_the_innermost_list_counts() -> None:
    lists = lists_of("<p>Bread</p><ul><li>Dough<ul><li>flour<li>salt<li>yeast</ul><li>Glaze<li>Seeds</ul>")
    assert lists.nearest[0] == -1
    assert not lists.is_whole[0]
    outer, inner = lists.nearest[[1, 5, 6]].tolist(), lists.nearest[2:5].tolist()
    assert len(set(outer)) == len(set(inner)) == 1
    assert outer[0] < inner[0]
    assert lists.is_whole[1:].all()


def test_a_page_without_lists() -> None:
    lists = lists_of("<p>one<p>two")
    assert lists.nearest.tolist() == [-1, -1]
    assert not lists.is_whole.any()
