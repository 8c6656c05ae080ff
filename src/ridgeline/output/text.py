"""Plain text in the shape of the page: a blank line between paragraphs, list items and table rows on lines of their
own, a tab between the cells of a row. Nothing is added, no marker and no word.

Every page of a corpus goes through here, so what stands between leaves is found for all of them at once.
"""

from itertools import chain, pairwise

import numpy as np

from ..page import Break, IntColumn, Page, elements
from ..text.cuts import breaks_between, fold, verbatim, verbatim_between
from .leaves import visible_texts

_ITEM = elements.table("li dt dd td th".split())
_CELL = elements.table("td th".split())
_TAB = len(Break)  # one kind of break more: what stands between two cells
_WRITTEN = ("", " ", "\n", "\n\n", "\t")  # by what stands between
_LINE_MARK = "\x01"  # no text that is shown holds a control character
_MARKS = ("", " ", _LINE_MARK, _LINE_MARK, _LINE_MARK)


def to_text(page: Page, keep: IntColumn) -> str:
    """The kept leaves as plain text."""
    texts = visible_texts(page, keep)
    between = breaks_between(page, keep)
    if not all(texts):
        keep, texts, between = _without_silent(keep, texts, between)
    if not texts:
        return ""
    breaks, between = between, _separators(page, keep, between)
    preformatted = _take_verbatim(page, keep, texts, between, breaks)
    is_start = between > Break.SPACE
    verbatim_lines = _take_lines(texts, np.flatnonzero(is_start).tolist(), preformatted) if preformatted else {}
    lines = _folded_lines(texts, between)
    for number, line in verbatim_lines.items():
        lines[number] = line
    if not any(lines):  # texts of control characters and white space alone show nothing
        return ""
    kinds = between[is_start].tolist()
    pieces = [_WRITTEN[kind] + line for kind, line in zip(kinds, lines, strict=True) if line]
    pieces[0] = next(filter(None, lines))
    return "".join(pieces)


def _folded_lines(texts: list[str], between: IntColumn) -> list[str]:
    """The texts line by line, each as a browser shows it. All are folded in one go, which costs a fraction."""
    marks = map(_MARKS.__getitem__, between.tolist())
    marked = "".join(chain.from_iterable(zip(marks, texts, strict=True)))
    return [line.strip() for line in fold(marked).split(_LINE_MARK)[1:]]


def _without_silent(keep: IntColumn, texts: list[str], between: IntColumn) -> tuple[IntColumn, list[str], IntColumn]:
    """The leaves that show text. What stands between two of them is the widest of what stood on the way."""
    speaking = np.flatnonzero(np.fromiter(map(bool, texts), np.bool_, len(texts)))
    if len(speaking):
        starts = np.concatenate(([0], speaking[:-1] + 1))
        between = np.maximum.reduceat(between[: speaking[-1] + 1], starts)
    return keep[speaking], [text for text in texts if text], between


def _take_verbatim(page: Page, keep: IntColumn, texts: list[str], between: IntColumn, breaks: IntColumn) -> set[int]:
    """Make each preformatted element one line, with its white space in the texts of its leaves; where they start."""
    if not page.preformatted[page.leaves[keep]].any():
        return set()
    starts = set()
    nodes = page.leaves[keep].tolist()
    roots = page.nearest(page.has_tag(elements.PREFORMATTED))[page.leaves[keep]].tolist()
    for position, node in enumerate(nodes):
        root = roots[position]
        if root < 0:
            continue
        text = verbatim(texts[position])
        if position and roots[position - 1] == root:
            text = verbatim_between(page, nodes[position - 1], node, int(breaks[position])) + text
            between[position] = Break.NOTHING
        else:
            text = text.lstrip("\n")
            starts.add(position)
        texts[position] = text
    return starts


def _take_lines(texts: list[str], starts: list[int], preformatted: set[int]) -> dict[int, str]:
    """Take the lines out of the texts that are not to be folded: by number of line what stands there."""
    taken = {}
    for number, (start, end) in enumerate(pairwise((*starts, len(texts)))):
        if start in preformatted:
            taken[number] = "".join(texts[start:end]).rstrip()
            texts[start:end] = [""] * (end - start)
    return taken


def _separators(page: Page, keep: IntColumn, breaks: IntColumn) -> IntColumn:
    """By kept leaf: what to write between it and the one before: a `Break`, or `_TAB`."""
    between = breaks.copy()
    is_start = between == Break.PARAGRAPH
    starts = np.flatnonzero(is_start)
    if len(starts) < 2:
        return between
    kinds = _between_paragraphs(page, page.leaves[keep[starts]])
    between[starts] = kinds
    is_tab = np.append(kinds == _TAB, [False])
    if is_tab.any():  # a row is one line, whatever its cells hold
        in_row = (is_tab[:-1] | is_tab[1:])[np.cumsum(is_start) - 1]
        between[in_row & ~is_start & (between == Break.LINE)] = Break.SPACE
    return between


def _between_paragraphs(page: Page, nodes: IntColumn) -> IntColumn:
    """By paragraph, each given by its first node: what to write before it.

    Items and cells of a single paragraph stand close together; one that holds more is set apart like any paragraph.
    """
    kinds = np.full(len(nodes), Break.PARAGRAPH, dtype=np.int32)
    item = page.nearest(page.has_tag(_ITEM))[nodes]
    held = np.bincount(item + 1, minlength=len(page) + 1)
    is_close = (item >= 0) & (held[item + 1] == 1)
    close = is_close[:-1] & is_close[1:]
    if not close.any():
        return kinds
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
    kinds[1:][tab] = _TAB
    kinds[1:][rows | close & no_cells & in_list] = Break.LINE
    return kinds
