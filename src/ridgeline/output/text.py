"""Plain text in the shape of the page: a blank line between paragraphs, list items and table rows on lines of their
own, a tab between the cells of a row. Nothing is added, no marker and no word.
"""

from typing import TYPE_CHECKING

import numpy as np

from ..page import Break, IntColumn, Page, elements
from ..text.joining import TAB, join

if TYPE_CHECKING:
    from .formats import Content
    from .options import OutputOptions

_ITEM = elements.table("li dt dd td th".split())
_CELL = elements.table("td th".split())


def write(content: "Content", options: "OutputOptions") -> str:
    """Return the content as plain text."""
    return to_text(content.page, content.keep)


def to_text(page: Page, keep: IntColumn) -> str:
    """Return the kept leaves of a page as plain text."""
    if page.compiled is not None:
        return page.compiled.text_of(keep)
    return join(page, keep, _separators)


def _separators(page: Page, keep: IntColumn, breaks: IntColumn) -> IntColumn:
    """Return by kept leaf what to write between it and the one before: a `Break`, or `TAB`."""
    separators = breaks.copy()
    is_start = separators == Break.PARAGRAPH
    starts = np.flatnonzero(is_start)
    if len(starts) < 2:
        return separators
    between = _between_paragraphs(page, page.leaves[keep[starts]])
    separators[starts] = between
    is_tab = np.append(between == TAB, [False])
    if is_tab.any():  # a row is one line, whatever its cells hold
        in_row = (is_tab[:-1] | is_tab[1:])[np.cumsum(is_start) - 1]
        separators[in_row & ~is_start & (separators == Break.LINE)] = Break.SPACE
    return separators


def _between_paragraphs(page: Page, nodes: IntColumn) -> IntColumn:
    """Return by paragraph, each given by its first node, the separator before it.

    Items and cells of a single paragraph stand close together; one that holds more is set apart like any paragraph.
    """
    separators = np.full(len(nodes), Break.PARAGRAPH, dtype=np.int32)
    item = page.nearest(page.has_tag(_ITEM))[nodes]
    paragraphs_in = np.bincount(item + 1, minlength=len(page) + 1)
    is_single = (item >= 0) & (paragraphs_in[item + 1] == 1)
    close = is_single[:-1] & is_single[1:]
    if not close.any():
        return separators
    is_cell = _CELL[np.minimum(page.tag[item], elements.UNKNOWN)]
    both_cells, no_cells = is_cell[:-1] & is_cell[1:], ~(is_cell[:-1] | is_cell[1:])
    row = page.parent[item]
    tab = close & both_cells & (row[:-1] == row[1:])
    # Rows follow each other line by line where one of the two has several cells: a table of single cells is a way to
    # lay out paragraphs.
    table = page.parent[page.parent[row]]
    beside_tab = np.append(tab[1:], [False]) | np.append([False], tab[:-1])
    rows = close & both_cells & ~tab & (table[:-1] == table[1:]) & beside_tab
    # An item after an item of its list, after one of a list inside that, or inside the one before.
    before, here, around = item[:-1], item[1:], row[1:]
    in_list = (around <= before) & (before < page.end[around]) | (before < here) & (here < page.end[before])
    separators[1:][tab] = TAB
    separators[1:][rows | close & no_cells & in_list] = Break.LINE
    return separators
