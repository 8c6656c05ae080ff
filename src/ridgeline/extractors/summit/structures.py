"""The lists and tables that the lines of a page stand in.

A table of data has heads, or is a regular grid of cells, and its lines are short; other tables lay out a page. A plain
list has about one line an item: steps, ingredients, links. Posts and cards are items of several lines.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn, IntColumn, Page, elements
from ...page.elements import CODES
from .lines import WORDS, Lines

_LISTS = elements.table(["dl", "ol", "table", "ul"])
_CELLS = elements.table(["td", "th"])
_ITEM_LISTS = elements.table(["ol", "ul"])
_MAX_MEAN_WORDS, _MAX_WORDS = 8, 40  # of the lines of a table of data
_MAX_LINES_A_CELL = 1.5  # of a grid
_MIN_ITEMS = 3  # of a plain list …
_MAX_LINES_AN_ITEM = 1.1
_MAX_MEAN_ITEM_WORDS = 25


@dataclass(frozen=True, eq=False, slots=True)
class Lists:
    """By line: the innermost list or table around it."""

    nearest: IntColumn  # its node, -1 for none
    is_headed: BoolColumn  # whether that is a table of data that has heads
    is_whole: BoolColumn  # whether all lines of it belong together: a table of data, a plain list, definitions


def read_lists(lines: Lines) -> Lists:
    """Find the lists and tables of a page."""
    page = lines.page
    of_node = page.nearest(page.has_tag(_LISTS))
    nearest: IntColumn = of_node.take(page.block.take(lines.node))
    inside = np.flatnonzero(nearest >= 0)
    held = _Contents(lines, nearest, inside)
    is_data = _are_short(held) & (page.tag == CODES["table"])
    headed = is_data & _have_heads(page, of_node)
    whole = headed | (is_data & _are_grids(page, held.lines)) | _are_plain(page, held) | _are_definitions(page, held)
    return Lists(nearest, _by_line(headed, nearest, inside), _by_line(whole, nearest, inside))


class _Contents:
    """By node: what the lines hold of which it is the innermost list."""

    def __init__(self, lines: Lines, nearest: IntColumn, inside: npt.NDArray[np.int64]) -> None:
        page, lists = lines.page, nearest[inside]
        words = lines.counts[inside, WORDS].astype(np.float64)
        self.lines = np.bincount(lists, minlength=len(page))
        self.words = np.bincount(lists, words, len(page))
        self.longest = np.zeros(len(page))
        np.maximum.at(self.longest, lists, words)
        block = page.block.take(lines.node[inside])
        is_term = page.nearest(page.tag == CODES["dt"]).take(block) > lists
        self.terms = np.bincount(lists[is_term], minlength=len(page))
        item = page.nearest(page.tag == CODES["li"]).take(block)
        order = np.argsort(lists, kind="stable")
        lists, item = lists[order], item[order]
        is_new = np.ones(len(lists), dtype=np.bool_)
        is_new[1:] = (lists[1:] != lists[:-1]) | (item[1:] != item[:-1])
        self.items = np.bincount(lists[is_new], minlength=len(page))


def _are_short(held: _Contents) -> BoolColumn:
    """By node: whether its lines are as short as those of a table of data."""
    answer: BoolColumn = (held.lines > 0) & (held.words <= _MAX_MEAN_WORDS * held.lines) & (held.longest <= _MAX_WORDS)
    return answer


def _have_heads(page: Page, of_node: IntColumn) -> BoolColumn:
    """By node: whether it is the innermost list around a head of a table."""
    flags = np.zeros(len(page), dtype=np.bool_)
    around = of_node[page.tag == CODES["th"]]
    flags[around[around >= 0]] = True
    return flags


def _are_grids(page: Page, lines: npt.NDArray[np.int64]) -> BoolColumn:
    """By node: whether it is a table of rows with the same number of cells, two or more, and with no table inside."""
    is_table: BoolColumn = page.tag == CODES["table"]
    tables = np.flatnonzero(is_table)
    if not len(tables):
        return is_table
    table_of = page.nearest(is_table)
    row_of = page.nearest(page.tag == CODES["tr"])[page.has_tag(_CELLS)]
    rows = np.flatnonzero((page.tag == CODES["tr"]) & (table_of >= 0))
    cells = np.bincount(row_of[row_of >= 0], minlength=len(page))[rows]
    fewest, most = np.full(len(page), len(page)), np.zeros(len(page), dtype=np.int64)
    np.minimum.at(fewest, table_of[rows], cells)
    np.maximum.at(most, table_of[rows], cells)
    count = np.bincount(table_of[rows], minlength=len(page))
    around = table_of.take(page.parent[tables[tables > 0]])
    answer: BoolColumn = is_table & (count >= 2) & (fewest == most) & (most >= 2)
    answer &= lines <= _MAX_LINES_A_CELL * count * most
    answer[around[around >= 0]] = False
    return answer


def _are_plain(page: Page, held: _Contents) -> BoolColumn:
    """By node: whether it is a list with about one line an item."""
    answer: BoolColumn = page.has_tag(_ITEM_LISTS) & (held.items >= _MIN_ITEMS)
    answer &= held.lines <= _MAX_LINES_AN_ITEM * held.items
    return answer & (held.words <= _MAX_MEAN_ITEM_WORDS * held.lines)


def _are_definitions(page: Page, held: _Contents) -> BoolColumn:
    """By node: whether it is a list of terms with what is said of them; without terms it is a picture's caption."""
    answer: BoolColumn = (page.tag == CODES["dl"]) & (held.terms > 0)
    return answer


def _by_line(of_node: BoolColumn, nearest: IntColumn, inside: npt.NDArray[np.int64]) -> BoolColumn:
    flags = np.zeros(len(nearest), dtype=np.bool_)
    flags[inside] = of_node.take(nearest[inside])
    return flags
