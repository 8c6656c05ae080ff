"""Numbers the lines of a page that are kept or dropped together.

    a table of data, a plain list, definitions   all of its lines
    another list or table                        the lines of a slot
    a paragraph, a code block                    its lines
    like cards                                   the lines of a slot: names, prices, dates

Cards are found by their lines: lines of one slot that stand, one by one, in neighbouring children of the same element,
the row. Each child is a card if the cards of a row hold several such lines. Longer lines are text: paragraphs of an
article stand in like elements, too, with adverts among them.
"""

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn, IntColumn, Page, elements
from .lines import WORDS, Lines
from .structures import Lists
from .tape import Index

_TEXT_BLOCKS = elements.table(["p", "pre"])
_MAX_STEPS = 12  # from a line up to the row of its card
_NO_ROW = _MAX_STEPS + 1
_MIN_CARDS = 4  # with a line of the slot
_MIN_PARTS = 2  # lines of a card, on average
_MAX_MEAN_WORDS = 15  # of the lines of a slot


def number_groups(lines: Lines, lists: Lists, slots: Index) -> npt.NDArray[np.int64]:
    """By line: a number that the lines of its group share, -1 for a line in none."""
    count = int(slots.max()) + 1
    rows = _rows_of_cards(lines, slots)
    return _first_of(
        np.where(lists.is_whole, lists.nearest, -1),
        np.where(lists.nearest >= 0, lists.nearest.astype(np.int64) * count + slots, -1),
        _text_blocks(lines),
        np.where(rows >= 0, rows * count + slots, -1),
    )


def _first_of(*keys: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """By line: the first of the keys that is no -1, as a number that no other has."""
    answer = np.full(len(keys[0]), -1, dtype=np.int64)
    for kind, column in enumerate(keys):
        answer = np.where((answer < 0) & (column >= 0), column.astype(np.int64) * len(keys) + kind, answer)
    return answer


def _text_blocks(lines: Lines) -> IntColumn:
    """By line: the paragraph or code block of several lines that it stands in, -1 for none."""
    page = lines.page
    found: IntColumn = page.nearest(page.has_tag(_TEXT_BLOCKS)).take(page.block.take(lines.node))
    held = np.bincount(found[found >= 0], minlength=1)
    return np.where((found >= 0) & (held.take(np.maximum(found, 0)) > 1), found, -1)


def _rows_of_cards(lines: Lines, slots: Index) -> npt.NDArray[np.int64]:
    """By line: the row of cards in one of which it stands, -1 for a line in none."""
    page = lines.page
    cards = _find_cards(page, page.block.take(lines.node), slots)
    rows = np.where(cards >= 0, page.parent.take(np.maximum(cards, 0)), -1).astype(np.int64)
    inside = np.flatnonzero(rows >= 0)
    if len(inside):
        of_row = rows[inside]
        parts = np.unique(of_row * (int(slots.max()) + 1) + slots[inside], return_inverse=True)[1]
        held, words = np.bincount(parts), np.bincount(parts, lines.counts[inside, WORDS])
        are_parts = (held >= _MIN_CARDS) & (words <= _MAX_MEAN_WORDS * held)
        lines_of = np.bincount(of_row, minlength=len(page))
        cards_of = np.bincount(page.parent.take(np.unique(cards[inside])), minlength=len(page))
        is_part = are_parts.take(parts) & (lines_of >= _MIN_PARTS * cards_of).take(of_row)
        rows[inside[~is_part]] = -1
    return rows


def _find_cards(page: Page, blocks: IntColumn, slots: Index) -> npt.NDArray[np.int64]:
    """By line: the element around it that may be a card, -1 for none.

    It has a sibling with the next or the previous line of the slot; of two such elements the inner one counts. Lines
    that are siblings themselves are no parts of cards.
    """
    order = np.argsort(slots, kind="stable")
    nodes = blocks[order].astype(np.int64)
    steps, one, other = _siblings_around(page, nodes[:-1], nodes[1:], np.diff(slots[order]) == 0)
    before, after = np.append(_NO_ROW, steps), np.append(steps, _NO_ROW)
    found = np.where(after < before, np.append(one, -1), np.append(-1, other))
    found[np.minimum(before, after) == 1] = -1
    cards = np.empty(len(found), dtype=np.int64)
    cards[order] = found
    return cards


def _siblings_around(
    page: Page, one: npt.NDArray[np.int64], other: npt.NDArray[np.int64], are_alike: BoolColumn
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """By pair of nodes: the steps up to their parent, if both have as many; the children of it around each of them."""
    steps = np.full(len(one), _NO_ROW)
    children = np.full((2, len(one)), -1)
    open_pairs = are_alike & (one != other)
    for step in range(1, _NO_ROW):
        if not open_pairs.any():
            break
        above, above_other = page.parent.take(one), page.parent.take(other)
        is_found = open_pairs & (above == above_other)
        steps[is_found] = step
        children[:, is_found] = one[is_found], other[is_found]
        open_pairs = open_pairs & ~is_found & (above > 0) & (above_other > 0)
        one, other = np.maximum(above, 0).astype(np.int64), np.maximum(above_other, 0).astype(np.int64)
    return steps, children[0], children[1]
