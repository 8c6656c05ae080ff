"""Lines of one group are kept or dropped together, unless the networks are sure of each of them."""

import numpy as np
import pytest

from ridgeline.extractors.summit.model import Prediction
from ridgeline.extractors.summit.odds import log_odds, probability

from ...pages import page
from .readings import groups_of, lines_of, pooled, reals, select

LISTS = lines_of(
    page("<p>Flour and salt</p><ul><li>flour<li>salt<li>yeast</ul><ul><li>Home<li>News</ul><p>Knead it for long</p>")
)
GIVEN = reals([0.3, 0.9, 0.2, 0.5, 0.1, 0.2, 0.8])


def test_words_are_those_of_the_lines() -> None:
    assert LISTS.words.tolist() == [3, 1, 1, 1, 1, 1, 4]


def test_one_probability_for_the_lines_of_a_slot_in_a_list() -> None:
    given = GIVEN.copy()
    found = pooled(LISTS, given)
    assert found[[0, 6]].tolist() == given[[0, 6]].tolist()  # no list: each for itself, though of one slot
    odds = np.log([9, 0.25, 1])  # all of one word, so of one weight
    assert found[1:4].tolist() == pytest.approx([1 / (1 + np.exp(-odds.mean()))] * 3)
    assert found[4] == found[5] != found[1]  # another list
    assert given.tolist() == GIVEN.tolist()  # what was given stays


def test_adjusted_probabilities_are_pooled_too() -> None:
    before = Prediction(LISTS, np.zeros(7, dtype=np.float32), "article", 2)
    after = before.adjusted(GIVEN)
    assert after.probabilities.tolist() == pooled(LISTS, GIVEN).tolist()
    assert (after.lines, after.page_type, after.networks) == (LISTS, "article", 2)
    assert not before.probabilities.any()


def test_long_lines_weigh_more() -> None:
    lines = lines_of(page("<ol><li>one<li>two three four five six seven eight nine</ol>"))
    found = pooled(lines, [0.1, 0.9])
    assert found[0] == found[1]
    weights = np.sqrt([2, 9])  # one more than the words
    assert found[0] == pytest.approx(probability(np.dot(weights, np.log([1 / 9, 9])) / weights.sum()))


def test_other_slots_of_a_list_are_apart_and_a_line_alone_stays_as_it_is() -> None:
    lines = lines_of(page("<ul><li class=thing>flour<li class=other>salt</ul><p>Knead it</p>"))
    given = reals([0.9, 0.2, 0.8])
    assert pooled(lines, given).tolist() == given.tolist()


CELLS = "<tr><th>Item<th>A year<tr><td>Paint<td>£540<tr><td>Putty<td>£31"
ADVERT_AMONG_ROWS = reals([0.99, 0.98, 0.99, 0.98, 0.01, 0.02])


def test_a_group_whose_lines_part_cleanly_stays_parted() -> None:
    lines = lines_of(page(f"<table>{CELLS}</table>"))
    assert pooled(lines, ADVERT_AMONG_ROWS).tolist() == ADVERT_AMONG_ROWS.tolist()


@pytest.mark.parametrize("doubtful", [0.06, 0.5, 0.94])
def test_one_doubtful_line_puts_the_group_together(doubtful: float) -> None:
    lines = lines_of(page(f"<table>{CELLS}</table>"))
    given = ADVERT_AMONG_ROWS.copy()
    given[3] = doubtful
    assert len(set(pooled(lines, given).tolist())) == 1


def test_cards_lose_no_price() -> None:
    body = "".join(
        f"<div><div class=name>{name}</div><div class=cost>£{price}</div></div>" for price, name in enumerate("ABCD")
    )
    lines = lines_of(page(f"<section>{body}</section>"))
    found = pooled(lines, [0.9, 0.6, 0.8, 0.3, 0.7, 0.6, 0.9, 0.5])
    assert len(set(found[::2].tolist())) == len(set(found[1::2].tolist())) == 1
    assert found[0] > found[1]


NAMED_CELLS = (
    "<tr><th class=name>Item<th class=cost>A year"
    "<tr><td class=name>Paint<td class=cost>£540<tr><td class=name>Putty<td class=cost>£31"
)


@pytest.mark.parametrize(
    ("body", "groups"),
    [
        (f"<table>{NAMED_CELLS}</table>", [[0, 1, 2, 3, 4, 5]]),
        (f"<table>{NAMED_CELLS}<tr><td class=name>{'word ' * 41}<td class=cost>more</table>", [[2, 4, 6], [3, 5, 7]]),
        (
            "<table><tr><td>Home<td class=b>News<tr><td>Ferries</table><table><tr><th>Tides</table>",
            [[0, 2]],
        ),
        (f"<table><tr><th>Post<td>{'word ' * 30}<tr><td>{'word ' * 9}</table>", [[1, 2]]),
    ],
    ids=["data", "a cell too long", "no heads in the first", "too long on average"],
)
def test_a_table_of_data_is_one_group(body: str, groups: list[list[int]]) -> None:
    assert groups_of(lines_of(page(body))) == groups


@pytest.mark.parametrize(
    ("kept", "probability_of_cells", "expected"),
    [
        ([1, 0, 0, 0, 0, 0, 0, 1], 0.2, 8),
        ([1, 0, 0, 0, 0, 0, 0, 1], 0.1, 2),
        ([1, 0, 0, 0, 0, 0, 0, 0], 0.2, 1),
        ([0, 0, 0, 0, 0, 0, 0, 1], 0.2, 1),
        ([1, 0, 1, 0, 0, 0, 0, 1], 0.2, 3),
    ],
    ids=["between", "hardly content", "at the end", "at the beginning", "half of it is kept"],
)
def test_a_table_between_kept_lines_stays(kept: list[int], probability_of_cells: float, expected: int) -> None:
    body = f"<h2>{'What it costs ' * 20}</h2><table>{CELLS}</table><p>{'That is all. ' * 20}</p>"
    probabilities = reals([0.01, *[probability_of_cells] * 6, 0.01])
    probabilities[np.flatnonzero(kept)] = 0.99
    choice = select(lines_of(page(body)), probabilities)
    assert choice.candidate.tolist() == [bool(flag) for flag in kept]
    assert choice.mask.sum() == expected


@pytest.mark.parametrize(
    ("before", "between", "probability_of_items", "is_kept"),
    [
        ("See also", "<ul><li>Ferries<li>Bread</ul>", 0.1, False),
        ("See also:", "<ul><li>Ferries<li>Bread</ul>", 0.1, True),
        ("参照：", "<ul><li><a href=/f>Ferries</a><li><a href=/b>Bread</a></ul>", 0.1, True),
        ("See also:", "<ul><li>Ferries<li>Bread</ul>", 0.01, False),
        ("See also:", "<p>Ferries<p>Bread</p>", 0.1, False),
        ("The wall", "<dl><dt>Height<dd>9 metres</dl>", 0.1, True),
    ],
    ids=["a list", "introduced", "introduced, of links", "hardly content", "no list", "definitions"],
)
def test_an_introduced_list_between_kept_lines_stays(
    before: str, between: str, probability_of_items: float, is_kept: bool
) -> None:
    lines = lines_of(page(f"<h2>{'The coast ' * 20}{before}</h2>{between}<p>{'That is all. ' * 20}</p>"))
    choice = select(lines, [0.99, probability_of_items, probability_of_items, 0.99])
    assert choice.mask.tolist() == [True, is_kept, is_kept, True]


@pytest.mark.parametrize(
    ("probabilities", "mask"),
    [
        ([0.99, 0.1, 0.01, 0.01, 0.99], [1, 0, 1, 1, 1]),  # the bar of the code goes
        ([0.99, 0.1, 0.01, 0.01, 0.01], [1, 0, 1, 1, 0]),
        ([0.01, 0.1, 0.01, 0.01, 0.99], [0, 0, 0, 0, 1]),
    ],
    ids=["between", "at the end", "at the beginning"],
)
def test_code_after_kept_lines_stays(probabilities: list[float], mask: list[int]) -> None:
    code = "<div><span>Copy code</span><pre>import quay<br><br>quay.open()</pre></div>"
    lines = lines_of(page(f"<p>{'What it does ' * 20}</p>{code}<p>{'That is all. ' * 20}</p>"))
    assert select(lines, probabilities).mask.tolist() == [bool(flag) for flag in mask]


def test_code_after_another_text_goes() -> None:
    code = "<div><div><div><pre>quay.open()</pre></div></div></div>"
    lines = lines_of(page(f"<article><p>{'What it does ' * 20}</p></article>{code}<p>{'That is all. ' * 20}</p>"))
    assert select(lines, [0.99, 0.01, 0.01]).mask.tolist() == [True, False, False]


def test_certain_lines_give_finite_odds() -> None:
    assert np.isfinite(log_odds(reals([0.0, 1.0]))).all()
    assert probability(log_odds(reals([0.25]))).tolist() == pytest.approx([0.25])
    certain = pooled(LISTS, [0.0, 0.0, 1.0, 0.5, 0.0, 1.0, 1.0])
    assert np.isfinite(certain).all()
    assert certain[1] == pytest.approx(0.5)
    assert certain[[0, 4, 5, 6]].tolist() == [0, 0, 1, 1]  # each is sure
