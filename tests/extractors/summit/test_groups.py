"""Lines that belong together: of a list, a paragraph, a code block, the same slot of like cards."""

import numpy as np
import pytest

from ridgeline.extractors.summit.groups import number_groups
from ridgeline.extractors.summit.lines import split_lines
from ridgeline.extractors.summit.structures import read_lists

from ...pages import page


def groups_of(body: str, slots: list[int]) -> list[list[int]]:
    """The lines of each group, in the order of the page."""
    lines = split_lines(page(body))
    assert lines is not None
    assert len(lines) == len(slots)
    numbers = number_groups(lines, read_lists(lines), np.array(slots, dtype=np.int32)).tolist()
    return [
        [line for line, number in enumerate(numbers) if number == group]
        for group in dict.fromkeys(numbers)
        if group >= 0
    ]


def card(name: str, price: str) -> str:
    return f"<div class=card><div><b>{name}</b></div><div><i>{price}</i></div></div>"


DRESSES = "".join(card(name, price) for name, price in [("Ada", "£1"), ("Bea", "£2"), ("Cleo", "£3"), ("Dora", "£4")])
NAMES_AND_PRICES = [0, 1] * 4


@pytest.mark.parametrize(
    ("body", "slots", "groups"),
    [
        ("<ul><li>flour<li>salt<li>yeast</ul>", [0, 1, 2], [[0, 1, 2]]),
        ("<ul><li><p>One</p>£1<li><p>Two</p>£2<li><p>Three</p>£3</ul>", [0, 1] * 3, [[0, 2, 4], [1, 3, 5]]),
        ("<p>Roses are red,<br>violets blue<p>The end", [0, 0, 0], [[0, 1]]),
        ("<pre>one\n</pre><pre><div>two</div><div>three</div></pre>", [0, 1, 2], [[1, 2]]),
        ("<ul><li>a<br>b<li><p>c<br>d</p></ul>", [0, 0, 1, 1], [[0, 1], [2, 3]]),
        ("<div>one</div><div>two</div>", [0, 0], []),
    ],
    ids=["a plain list", "slots of a list", "a paragraph", "code", "a list is stronger", "neither"],
)
def test_groups(body: str, slots: list[int], groups: list[list[int]]) -> None:
    assert groups_of(body, slots) == groups


def test_the_same_slot_of_like_cards_is_a_group() -> None:
    assert groups_of(f"<section>{DRESSES}</section>", NAMES_AND_PRICES) == [[0, 2, 4, 6], [1, 3, 5, 7]]


def test_two_rows_of_cards_are_apart() -> None:
    body = f"<section>{DRESSES}</section><section>{DRESSES}</section>"
    first, second = [0, 2, 4, 6], [1, 3, 5, 7]
    assert groups_of(body, NAMES_AND_PRICES * 2) == [
        first,
        second,
        [line + 8 for line in first],
        [line + 8 for line in second],
    ]


LONG = "word " * 16


@pytest.mark.parametrize(
    ("body", "slots"),
    [
        (f"<section>{card('Ada', '£1') * 3}</section>", [0, 1] * 3),
        (f"<section>{'<div><div>Ada</div></div>' * 5}</section>", [0] * 5),
        (f"<section>{card(LONG, LONG) * 4}</section>", [0, 1] * 4),
        (f"<section>{'<p>Ada</p><p>£1</p>' * 4}</section>", [0, 1] * 4),
        (f"<section>{DRESSES}</section>", list(range(8))),
        (f"<section>{card('Ada', '£1')}<div>{card('Bea', '£2')}</div>" * 4 + "</section>" * 4, list(range(16))),
    ],
    ids=["few", "one line a card", "long lines", "siblings", "no line has a like one", "uneven depths"],
)
def test_no_cards(body: str, slots: list[int]) -> None:
    assert groups_of(body, slots) == []


def test_what_a_card_holds_several_times_is_its_text() -> None:
    post = "<article><h4>Ann</h4><div><div>Hello</div></div><div><div>again</div></div></article>"
    assert groups_of(f"<section>{post * 4}</section>", [0, 1, 1] * 4) == []


def test_cards_deep_in_a_row_are_found_up_to_a_limit() -> None:
    def nested(depth: int) -> str:
        inner = "<div>" * depth + "{}" + "</div>" * depth
        return "<section>" + f"<div>{inner.format('Ada')}{inner.format('£1')}</div>" * 4 + "</section>"

    assert len(groups_of(nested(10), NAMES_AND_PRICES)) == 2
    assert groups_of(nested(12), NAMES_AND_PRICES) == []
