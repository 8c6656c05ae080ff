"""Lists and tables: which of them are whole, which lay out a page.

All lines of a whole list are one group, whatever their slots are; of another, the lines of each slot. So every cell and
item here has another slot than the one before it. A table with heads is kept where it stands between kept lines.
"""

import re
from itertools import cycle

import pytest

from ...pages import page
from .readings import groups_of, lines_of, select

ROWS = "<tr><td>Paint<td>£540<tr><td>Putty<td>£31"
LONG, SENTENCE = "word " * 41, "word " * 12


def with_slots(body: str) -> str:
    """The body with names for cells and items, such that neighbours have different ones."""
    names = cycle(("one", "other"))
    return re.sub(r"<(td|th|li|dt|dd|p|h3)>", lambda match: f"<{match[1]} class={next(names)}>", body)


def is_whole(body: str) -> bool:
    """Whether all lines are one group."""
    lines = lines_of(page(with_slots(body)))
    return groups_of(lines) == [list(range(len(lines)))]


def is_headed(body: str) -> bool:
    """Whether it is kept between kept lines although it is hardly content itself."""
    prose = "The harbour office says what it costs. " * 40
    lines = lines_of(page(f"<div>{prose}</div>{body}<div>{prose}</div>"))
    inside = len(lines) - 2
    mask = select(lines, [0.99, *[0.2] * inside, 0.99]).mask
    assert mask[0]
    assert mask[-1]
    assert mask[1:-1].all() == mask[1:-1].any()
    return bool(mask.all())


@pytest.mark.parametrize(
    ("body", "has_heads"),
    [
        (f"<table><tr><th>Item<th>A year{ROWS}</table>", True),
        (f"<table>{ROWS}</table>", False),
        (f"<table><thead><tr><td>Item<td>A year<tbody>{ROWS}</table>", False),
    ],
    ids=["heads", "a grid", "a grid with a section of heads"],
)
def test_tables_of_data_are_whole(body: str, has_heads: bool) -> None:
    assert is_whole(body)
    assert is_headed(body) == has_heads


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
    assert not is_whole(body)
    assert not is_headed(body)
    assert groups_of(lines_of(page(body)))  # but lines of one slot are a group: it is a table


def test_a_table_around_another_is_no_grid() -> None:
    body = f"<table><tr><td>Menu<td><table>{ROWS}</table><tr><td>Foot<td>End</table>"
    assert groups_of(lines_of(page(body))) == [[0, 5, 6], [1, 2, 3, 4]]
    assert groups_of(lines_of(page(with_slots(body)))) == [[0, 5], [1, 2, 3, 4]]  # End has another slot than Foot


@pytest.mark.parametrize(
    ("body", "are_together"),
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
def test_lists(body: str, are_together: bool) -> None:
    assert is_whole(body) == are_together
    assert is_headed(body) == body.startswith("<dl>")  # definitions are kept as tables with heads are


def test_the_innermost_list_counts() -> None:
    lines = lines_of(
        page(with_slots("<p>Bread</p><ul><li>Dough<ul><li>flour<li>salt<li>yeast</ul><li>Glaze<li>Seeds</ul>"))
    )
    assert groups_of(lines) == [[1, 5, 6], [2, 3, 4]]


def test_a_page_without_lists() -> None:
    assert groups_of(lines_of(page("<p>one<p>two"))) == []
