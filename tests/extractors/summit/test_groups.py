"""Lines that belong together: of a list, a paragraph, a code block, the same slot of like cards."""

import pytest

from ...pages import page
from . import readings
from .readings import lines_of


def groups_of(body: str) -> list[list[int]]:
    """The lines of each group of several, in the order of the page."""
    return readings.groups_of(lines_of(page(body)))


def card(name: str, price: str) -> str:
    return f"<div class=card><div class=name><b>{name}</b></div><div class=cost><i>{price}</i></div></div>"


DRESSES = "".join(card(name, price) for name, price in [("Ada", "£1"), ("Bea", "£2"), ("Cleo", "£3"), ("Dora", "£4")])


@pytest.mark.parametrize(
    ("body", "groups"),
    [
        ("<ul><li class=x>flour<li class=y>salt<li class=z>yeast</ul>", [[0, 1, 2]]),
        ("<ul><li><p>One</p>£1<li><p>Two</p>£2<li><p>Three</p>£3</ul>", [[0, 2, 4], [1, 3, 5]]),
        ("<p>Roses are red,<br>violets blue<p>The end", [[0, 1]]),
        ("<pre>one\n</pre><pre><div class=x>two</div><div class=y>three</div></pre>", [[1, 2]]),
        ("<ul><li>a<br>b<li><p>c<br>d</p></ul>", [[0, 1], [2, 3]]),
        ("<div>one</div><div>two</div>", []),
    ],
    ids=["a plain list", "slots of a list", "a paragraph", "code", "a list is stronger", "neither"],
)
def test_groups(body: str, groups: list[list[int]]) -> None:
    assert groups_of(body) == groups


def test_the_same_slot_of_like_cards_is_a_group() -> None:
    assert groups_of(f"<section>{DRESSES}</section>") == [[0, 2, 4, 6], [1, 3, 5, 7]]


def test_two_rows_of_cards_are_apart() -> None:
    body = f"<section>{DRESSES}</section><section>{DRESSES}</section>"
    first, second = [0, 2, 4, 6], [1, 3, 5, 7]
    assert groups_of(body) == [first, second, [line + 8 for line in first], [line + 8 for line in second]]


LONG = "word " * 16
UNLIKE = "".join(f"<div class=card><div class={name}>Ada</div><div class=not-{name}>£1</div></div>" for name in "abcd")


@pytest.mark.parametrize(
    "body",
    [
        f"<section>{card('Ada', '£1') * 3}</section>",
        f"<section>{'<div><div>Ada</div></div>' * 5}</section>",
        f"<section>{card(LONG, LONG) * 4}</section>",
        f"<section>{'<p class=name>Ada</p><p class=cost>£1</p>' * 4}</section>",
        f"<section>{UNLIKE}</section>",
        f"<section>{card('Ada', '£1')}<div>{card('Bea', '£2')}</div>" * 6 + "</section>" * 6,
    ],
    ids=["few", "one line a card", "long lines", "siblings", "no line has a like one", "uneven depths"],
)
def test_no_cards(body: str) -> None:
    assert groups_of(body) == []


def test_short_lines_are_no_longer_than_fifteen_words_on_average() -> None:
    fifteen, sixteen = "word " * 15, "word " * 16
    assert len(groups_of(f"<section>{card(fifteen, fifteen) * 4}</section>")) == 2
    assert groups_of(f"<section>{card(sixteen, fifteen) * 4}</section>") == [[1, 3, 5, 7]]


def test_what_a_card_holds_several_times_is_its_text() -> None:
    post = "<article><h4>Ann</h4><div><div>Hello</div></div><div><div>again</div></div></article>"
    assert groups_of(f"<section>{post * 4}</section>") == []


def test_cards_deep_in_a_row_are_found_up_to_a_limit() -> None:
    def nested(depth: int) -> str:
        inner = "<div>" * (depth - 1) + "<div class={}>{}</div>" + "</div>" * (depth - 1)
        return "<section>" + f"<div>{inner.format('name', 'Ada')}{inner.format('cost', '£1')}</div>" * 4 + "</section>"

    assert len(groups_of(nested(11))) == 2
    assert groups_of(nested(12)) == []
