"""Lines of one group are kept or dropped together, unless the networks are sure of each of them."""

import numpy as np
import pytest

from ridgeline import Page
from ridgeline.extractors.summit.choice import choose
from ridgeline.extractors.summit.lines import WORDS, Lines, split_lines
from ridgeline.extractors.summit.together import log_odds, pooled, probability, with_tables

from ...pages import page


def lines_of(made: Page) -> Lines:
    lines = split_lines(made)
    assert lines is not None
    return lines


LISTS = lines_of(
    page("<p>Flour and salt</p><ul><li>flour<li>salt<li>yeast</ul><ul><li>Home<li>News</ul><p>Knead it for long</p>")
)
SLOTS = np.array([0, 1, 1, 1, 1, 1, 0], dtype=np.int32)


def test_one_probability_for_the_lines_of_a_slot_in_a_list() -> None:
    given = np.array([0.3, 0.9, 0.2, 0.5, 0.1, 0.2, 0.8], dtype=np.float32)
    found = pooled(given, LISTS, SLOTS)
    assert found[[0, 6]].tolist() == given[[0, 6]].tolist()  # no list: each for itself, though of one slot
    odds = np.log([9, 0.25, 1])  # all of one word, so of one weight
    assert found[1:4].tolist() == pytest.approx([1 / (1 + np.exp(-odds.mean()))] * 3)
    assert found[4] == found[5] != found[1]  # another list
    assert given[1] == np.float32(0.9)  # what was given stays


def test_long_lines_weigh_more() -> None:
    lines = lines_of(page("<ol><li>one<li>two three four five six seven eight nine</ol>"))
    found = pooled(np.array([0.1, 0.9], dtype=np.float32), lines, np.zeros(2, dtype=np.int32))
    assert found[0] == found[1] > 0.5


def test_other_slots_of_a_list_are_apart_and_a_line_alone_stays_as_it_is() -> None:
    lines = lines_of(page("<ul><li>flour<li>salt</ul><p>Knead it</p>"))
    given = np.array([0.9, 0.2, 0.8], dtype=np.float32)
    assert pooled(given, lines, np.arange(3)).tolist() == given.tolist()


ADVERT_AMONG_ROWS = np.array([0.99, 0.98, 0.99, 0.98, 0.01, 0.02], dtype=np.float32)


def test_a_group_whose_lines_part_cleanly_stays_parted() -> None:
    lines = lines_of(page(f"<table>{CELLS}</table>"))
    assert pooled(ADVERT_AMONG_ROWS, lines, np.zeros(6, dtype=np.int32)).tolist() == ADVERT_AMONG_ROWS.tolist()


@pytest.mark.parametrize("doubtful", [0.06, 0.5, 0.94])
def test_one_doubtful_line_puts_the_group_together(doubtful: float) -> None:
    lines = lines_of(page(f"<table>{CELLS}</table>"))
    given = ADVERT_AMONG_ROWS.copy()
    given[3] = doubtful
    assert len(set(pooled(given, lines, np.zeros(6, dtype=np.int32)).tolist())) == 1


def test_cards_lose_no_price() -> None:
    body = "".join(f"<div><div>{name}</div><div>£{price}</div></div>" for price, name in enumerate("ABCD"))
    lines = lines_of(page(f"<section>{body}</section>"))
    given = np.array([0.9, 0.6, 0.8, 0.3, 0.7, 0.6, 0.9, 0.5], dtype=np.float32)
    found = pooled(given, lines, np.array([0, 1] * 4, dtype=np.int32))
    assert len(set(found[::2].tolist())) == len(set(found[1::2].tolist())) == 1
    assert found[0] > found[1]


CELLS = "<tr><th>Item<th>A year<tr><td>Paint<td>£540<tr><td>Putty<td>£31"


@pytest.mark.parametrize(
    ("body", "groups"),
    [
        (f"<table>{CELLS}</table>", 1),
        (f"<table>{CELLS}<tr><td>{'word ' * 41}<td>more</table>", 2),  # a cell too long
        ("<table><tr><td>Home<td>News<tr><td>Ferries</table><table><tr><th>Tides</table>", 3),  # no heads in the first
        (f"<table><tr><th>Post<td>{'word ' * 30}<tr><td>{'word ' * 9}</table>", 2),  # too long on average
    ],
)
def test_a_table_of_data_is_one_group(body: str, groups: int) -> None:
    lines = lines_of(page(body))
    is_head = np.arange(len(lines)) % 2
    given = np.linspace(0.1, 0.9, len(lines), dtype=np.float32)
    assert len(set(pooled(given, lines, is_head).tolist())) == groups


@pytest.mark.parametrize(
    ("mask", "probability_of_cells", "kept"),
    [
        ([1, 0, 0, 0, 0, 0, 0, 1], 0.2, 8),
        ([1, 0, 0, 0, 0, 0, 0, 1], 0.1, 2),
        ([1, 0, 0, 0, 0, 0, 0, 0], 0.4, 1),
        ([0, 0, 0, 0, 0, 0, 0, 1], 0.4, 1),
        ([1, 0, 1, 0, 0, 0, 0, 1], 0.4, 3),
    ],
    ids=["between", "hardly content", "at the end", "at the beginning", "half of it is kept"],
)
def test_a_table_between_kept_lines_stays(mask: list[int], probability_of_cells: float, kept: int) -> None:
    lines = lines_of(page(f"<h2>What it costs</h2><table>{CELLS}</table><p>That is all.</p>"))
    probabilities = np.array([0.9, *[probability_of_cells] * 6, 0.9], dtype=np.float32)
    assert with_tables(lines, np.array(mask, dtype=np.bool_), probabilities).sum() == kept


def test_a_list_between_kept_lines_is_no_table() -> None:
    lines = lines_of(page("<h2>See also</h2><ul><li>Ferries<li>Bread</ul><p>That is all.</p>"))
    mask = np.array([1, 0, 0, 1], dtype=np.bool_)
    assert with_tables(lines, mask, np.full(4, 0.5, dtype=np.float32)).tolist() == mask.tolist()


def test_certain_lines_give_finite_odds() -> None:
    assert np.isfinite(log_odds(np.array([0.0, 1.0], dtype=np.float32))).all()
    assert probability(log_odds(np.array([0.25], dtype=np.float32))).tolist() == pytest.approx([0.25])


@pytest.mark.parametrize("b", [0.4, 1.0, 2.5])
def test_a_choice_keeps_all_lines_of_one_probability_or_none(b: float) -> None:
    generator = np.random.default_rng(5)
    for _ in range(200):
        probabilities = generator.choice(np.array([0.05, 0.3, 0.45, 0.6, 0.9], dtype=np.float32), 30)
        words = generator.integers(1, 40, 30).astype(np.float32)
        mask = choose(probabilities, words, b).mask
        for value in set(probabilities.tolist()):
            assert len(set(mask[probabilities == np.float32(value)].tolist())) == 1


def test_words_are_those_of_the_lines() -> None:
    assert LISTS.counts[:, WORDS].tolist() == [3, 1, 1, 1, 1, 1, 4]
