"""Plain text in the shape of the page: a blank line between paragraphs, list items and table rows on lines of their
own, a tab between the cells of a row. Nothing is added, no marker and no word.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..page import Break, IntColumn, Page, elements
from ..text.concatenation import TAB, join
from ..text.notation import given_notation, written_texts
from ..text.plain import is_plain_file, plain_lines
from ..text.quantities import join_quantities

if TYPE_CHECKING:
    from .formats import Content
    from .options import OutputOptions

_ITEM = elements.table("li dt dd td th".split())
_CELL = elements.table("td th".split())
_MARK = "\x02"  # before the first leaf of a text


def write(content: "Content", options: "OutputOptions") -> str:
    """Return the content as plain text."""
    if options.posts:
        from .posts import text_of_posts  # the usual text needs neither this nor the outline

        text = text_of_posts(content, options)
    else:
        heading, keep = split_title(content, options)
        text = "\n\n".join(filter(None, (heading, to_text(content.page, keep))))
    if options.width is not None:
        from .line_wrap import wrap_text

        text = wrap_text(text, options.width, unbroken=_lines_of_code(content))
    return text


def split_title(content: "Content", options: "OutputOptions") -> tuple[str, IntColumn]:
    """Return the title where the options want it, else "", and the kept leaves that do not say it."""
    if not (len(content.keep) and options.title and content.title):
        return "", content.keep
    from .titles import take_title  # the usual text needs neither this nor the outline

    return take_title(content.outline, content.title)


def _lines_of_code(content: "Content") -> set[str]:
    outline = content.outline
    return {line for paragraph in outline.preformatted for line in outline.text(paragraph).split("\n")}


def to_text(page: Page, keep: IntColumn) -> str:
    """Return the kept leaves of a page as plain text."""
    if len(keep) and is_plain_file(page):
        return plain_lines(page)
    leaves = np.ascontiguousarray(keep, dtype=np.int32)
    text = page.core.text_of(leaves, None)
    return page.core.text_of(leaves, given_notation(page, keep)) or "" if text is None else text


def to_texts(page: Page, keeps: Sequence[IntColumn]) -> list[str]:
    """Return the text of each of several sets of leaves that have none in common, at the cost of one text of all."""
    keep = np.concatenate((np.empty(0, np.int32), *keeps))
    order = np.argsort(keep, kind="stable")
    keep, owner = keep[order], np.repeat(np.arange(len(keeps)), list(map(len, keeps)))[order]
    texts = [text.replace(_MARK, "") for text in written_texts(page, keep).texts]
    shown = np.flatnonzero(np.fromiter(map(bool, texts), np.bool_, len(texts)))
    starts = np.flatnonzero(np.diff(owner[shown], prepend=-1))  # among the leaves that show text
    for position in shown[starts].tolist():
        is_preformatted = page.preformatted[page.leaves[keep[position]]] >= 0
        texts[position] = _MARK + (texts[position] if is_preformatted else texts[position].lstrip())

    def separate(page: Page, keep: IntColumn, breaks: IntColumn) -> IntColumn:
        separators = _separators(page, keep, breaks)
        separators[starts] = Break.PARAGRAPH
        return separators

    pieces: list[list[str]] = [[] for _ in keeps]
    joined = join(page, keep, separate, texts).split(_MARK)[1:]
    for position, piece in zip(owner[shown[starts]].tolist(), joined, strict=True):
        pieces[position].append(piece.strip("\n"))
    return ["\n\n".join(filter(None, each)) for each in pieces]


def _separators(page: Page, keep: IntColumn, breaks: IntColumn) -> IntColumn:
    """Return by kept leaf what to write between it and the one before: a `Break`, or `TAB`."""
    separators = breaks.copy()
    join_quantities(page, keep, separators)
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
