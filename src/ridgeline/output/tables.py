"""Tables: tells tables of data from tables that lay out a page, and puts the cells of the former on a grid.

A cell that spans several columns or rows stands in the first of its places; the others are empty. To repeat a heading
over all of its columns would say words twice that the page says once.
"""

import re
from bisect import bisect_left
from collections import defaultdict

import numpy as np

from ..page import Page, elements
from ..page.elements import HEADINGS
from .lists import parse_integer
from .outline import Element, Outline, Part

Grid = list[list[Element | None]]

# Elements that stand in cells of a layout, hardly ever in cells of data.
_LAYOUT_CONTENT = frozenset("table pre blockquote figure hr h1 h2 h3 details".split())
_LAYOUT_IN_HEADERS = _LAYOUT_CONTENT - frozenset(HEADINGS)  # a header may be a heading, that of a data sheet
# A cell with more characters is prose.
_MAX_CELL_LENGTH = 500
_SAMPLE_SIZE = 200  # cells whose text is looked at

# A `colspan` widens a row up to here, whatever number it says. Cells that exist are all written.
MAX_COLUMNS = 100
MAX_ROWS = 1_000
# Places of one table that are empty only because of another cell's span.
_MAX_SPANNED = 10_000

# Rows that are looked at for a header, and the least of them that make a column of numbers.
_SAMPLE_ROWS = 20
_MIN_NUMBER_ROWS = 2
_HAS_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"[^\w\s]{0,3}\s?\d[\d.,:/\s–-]*+\s?(?:[^\w\s]|[^\W\d]{1,3}){0,2}")

_CELL = elements.table(("td", "th"))
_TR, _THEAD = elements.CODES["tr"], elements.CODES["thead"]


def is_layout(outline: Outline, table: Element) -> bool:
    """Return whether a table only puts its contents side by side or into a frame."""
    if (outline.page.value(table.node, "role") or "").strip().lower() in ("presentation", "none"):
        return True
    rows = rows_of(table)
    cells = [cell for row in rows for cell in cells_of(row)]
    if len(cells) == len(rows):  # one a row: rows without any are not in the outline
        return True
    compound = [cell for cell in cells if len(cell.children) > 1 or isinstance(cell.children[0], Element)]
    if any(_has_layout_content(cell) for cell in compound):
        return True
    has_headers = any(cell.tag == "th" for cell in cells) or (len(rows) > 1 and _is_bold(outline, rows[0]))
    if len(rows) < len(table.children) or has_headers:  # rows and a caption, or headers
        return 2 * len(compound) > len(cells)
    return len(rows) == 1 or bool(compound) or not _look_like_data(outline, cells[:_SAMPLE_SIZE])


def rows_of(table: Element) -> list[Element]:
    """Return the rows with kept leaves."""
    return [part for part in table.children if isinstance(part, Element) and part.tag == "tr"]


def cells_of(row: Element) -> list[Element]:
    """Return the cells with kept leaves."""
    return [part for part in row.children if isinstance(part, Element)]


def has_header(outline: Outline, table: Element) -> bool:
    """Return whether the first row names the columns: it is declared so, in bold, or stands above numbers."""
    first, *others = rows_of(table)
    cells = cells_of(first)
    if outline.page.tag[outline.page.parent[first.node]] == _THEAD or all(cell.tag == "th" for cell in cells):
        return True
    if not others or len(cells) < 2 or len(cells) < len(cells_of(others[0])) - 1:
        return False
    if _is_bold(outline, first):
        return not all(_is_bold(outline, row) for row in others[:_SAMPLE_ROWS])
    return _stands_above_numbers(outline, cells, others[:_SAMPLE_ROWS])


def _is_bold(outline: Outline, row: Element) -> bool:
    """Return whether a row has text, and all of it is bold."""
    has_text = False
    for _, paragraph in outline.paragraphs(row):
        for leaf in range(outline.starts[paragraph], outline.end_of(paragraph)):
            if not outline.texts[leaf]:
                continue
            if not any(mark.tag == "strong" for mark in outline.marks[leaf]):
                return False
            has_text = True
    return has_text


def _stands_above_numbers(outline: Outline, cells: list[Element], rows: list[Element]) -> bool:
    """Return whether no cell of the first row has a digit, and below one of them, but for the first, are numbers alone.

    The rows are of the same width, so that the columns are known without counting spans.
    """
    below = [cells_of(row) for row in rows]
    if len(below) < _MIN_NUMBER_ROWS or any(len(row) != len(cells) for row in below):
        return False
    if any(_HAS_DIGIT.search(_text(outline, cell)) for cell in cells):
        return False
    columns = zip(*below, strict=True)
    next(columns)
    return any(all(_NUMBER.fullmatch(_text(outline, cell)) for cell in column) for column in columns)


def _text(outline: Outline, cell: Element) -> str:
    return " ".join(outline.text(paragraph) for _, paragraph in outline.paragraphs(cell))[:_MAX_CELL_LENGTH]


def grid(page: Page, table: Element) -> Grid:
    """Return the cells in their columns, row by row; None where a cell is empty, not kept, or covered by a span.

    Columns without any kept leaf are left out; rows end with their last cell.
    """
    spanned = _MAX_SPANNED
    taken_until: dict[int, int] = {}  # by column: the row before which a cell from above covers it
    all_cells = cell_nodes(page, table)
    rows: Grid = []
    for row_number, row in zip(_row_numbers(page, table), rows_of(table), strict=True):
        kept = {cell.node: cell for cell in cells_of(row)}
        cells: list[Element | None] = []
        for node in all_cells[row.node]:
            while spanned and taken_until.get(len(cells), 0) > row_number:
                cells.append(None)
                spanned -= 1
            start = len(cells)
            cells.append(kept.get(node))
            if not page.attributes[node]:
                continue
            extra = min(span(page, node, "colspan", MAX_COLUMNS) - 1, max(0, MAX_COLUMNS - len(cells)), spanned)
            cells += [None] * extra
            spanned -= extra
            height = span(page, node, "rowspan", MAX_ROWS)
            if height > 1:
                taken_until.update(dict.fromkeys(range(start, len(cells)), row_number + height))
        rows.append(cells)
    return _without_empty_columns(rows)


def cell_nodes(page: Page, table: Element) -> dict[int, list[int]]:
    """Return by row the nodes of its cells, also of those without kept leaves."""
    nodes = np.arange(table.node, page.end[table.node])
    nodes = nodes[_CELL[np.minimum(page.tag[nodes], elements.UNKNOWN)]]
    by_row: dict[int, list[int]] = defaultdict(list)
    for node, row in zip(nodes.tolist(), page.parent[nodes].tolist(), strict=True):
        by_row[row].append(node)
    return by_row


def row_heights(page: Page, table: Element, cells: dict[int, list[int]]) -> dict[int, int]:
    """Return the number of kept rows that a cell reaches over, by node, of those that reach over more than one.

    `cells` is what `cell_nodes` returns.
    """
    numbers = _row_numbers(page, table)
    heights: dict[int, int] = {}
    for place, row in enumerate(rows_of(table)):
        for node in cells[row.node]:
            if page.attributes[node] and (size := span(page, node, "rowspan", MAX_ROWS)) > 1:
                heights[node] = bisect_left(numbers, numbers[place] + size) - place
    return heights


def _row_numbers(page: Page, table: Element) -> list[int]:
    """Return by kept row its number among all rows of the table."""
    number = np.cumsum(page.tag[table.node : page.end[table.node]] == _TR)
    numbers: list[int] = number[[row.node - table.node for row in rows_of(table)]].tolist()
    return numbers


def _without_empty_columns(rows: Grid) -> Grid:
    used: set[int] = set()
    for cells in rows:
        while cells and cells[-1] is None:
            cells.pop()
        used.update(column for column, cell in enumerate(cells) if cell is not None)
    if len(used) == max(map(len, rows)):
        return rows
    return [[cell for column, cell in enumerate(cells) if column in used] for cells in rows]


def _has_layout_content(cell: Element) -> bool:
    layout = _LAYOUT_IN_HEADERS if cell.tag == "th" else _LAYOUT_CONTENT
    pending: list[Part] = list(cell.children)
    while pending:
        part = pending.pop()
        if isinstance(part, Element):
            if part.tag in layout:
                return True
            pending += part.children
    return False


def _look_like_data(outline: Outline, cells: list[Element]) -> bool:
    """Return whether most cells hold text, and none holds prose."""
    lengths = [sum(outline.length(part) for part in cell.children if not isinstance(part, Element)) for cell in cells]
    return max(lengths) <= _MAX_CELL_LENGTH and 2 * sum(length > 0 for length in lengths) > len(lengths)


def contents(table: Element) -> list[Part]:
    """Return the contents of the cells of a table, in order."""
    found: list[Part] = []
    for part in table.children:
        for cell in part.children if isinstance(part, Element) and part.tag == "tr" else [part]:
            found += cell.children if isinstance(cell, Element) else [cell]
    return found


def span(page: Page, cell: int, name: str, maximum: int) -> int:
    """Return a `colspan` or `rowspan`, at least 1 and at most `maximum`."""
    value = parse_integer(page.value(cell, name))
    return max(1, min(value or 1, maximum))
