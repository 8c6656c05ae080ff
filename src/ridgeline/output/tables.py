"""Tables: tells tables of data from tables that lay out a page, and puts the cells of the former on a grid."""

from collections import defaultdict

import numpy as np

from ..page import Page, elements
from .lists import parse_integer
from .outline import Element, Outline, Part

Grid = list[list[Element | None]]

# Elements that stand in cells of a layout, hardly ever in cells of data.
_LAYOUT_CONTENT = frozenset("table pre blockquote figure hr h1 h2 h3 details".split())
# A cell with more characters is prose.
_MAX_CELL_LENGTH = 500
_SAMPLE_SIZE = 200  # cells whose text is looked at

# A `colspan` widens a row up to here, whatever number it says. Cells that exist are all written.
MAX_COLUMNS = 100
MAX_ROWS = 1_000
# Places of one table that are empty only because of another cell's span.
_MAX_SPANNED = 10_000

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
    if len(rows) < len(table.children) or any(cell.tag == "th" for cell in cells):  # it has a caption or headers
        return 2 * len(compound) > len(cells)
    return len(rows) == 1 or bool(compound) or not _look_like_data(outline, cells[:_SAMPLE_SIZE])


def rows_of(table: Element) -> list[Element]:
    """Return the rows with kept leaves."""
    return [part for part in table.children if isinstance(part, Element) and part.tag == "tr"]


def cells_of(row: Element) -> list[Element]:
    """Return the cells with kept leaves."""
    return [part for part in row.children if isinstance(part, Element)]


def has_header(page: Page, table: Element) -> bool:
    """Return whether the first row names the columns."""
    first = rows_of(table)[0]
    return page.tag[page.parent[first.node]] == _THEAD or all(cell.tag == "th" for cell in cells_of(first))


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
    pending: list[Part] = list(cell.children)
    while pending:
        part = pending.pop()
        if isinstance(part, Element):
            if part.tag in _LAYOUT_CONTENT:
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
