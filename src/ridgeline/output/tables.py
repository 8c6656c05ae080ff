"""Tables: which ones hold data and which ones only lay out a page, and the place of each cell on a grid."""

from collections import defaultdict

import numpy as np

from ..page import Page, elements
from .lists import number
from .parts import Block, Outline, Part

Grid = list[list[Block | None]]

# What stands in cells of a page's layout, hardly ever in cells of data.
_LAYOUT_CONTENT = frozenset("table pre blockquote figure hr h1 h2 h3 details".split())
# A cell with more characters is prose.
_MAX_CELL_LENGTH = 500
_SAMPLE = 200  # cells whose text is looked at

# A `colspan` widens a row up to here, whatever number it says; cells that are there are all written.
MAX_COLUMNS = 100
MAX_ROWS = 1_000
# Cells of one table that are there only because of another cell's span.
_MAX_SPANNED = 10_000

_CELL = elements.table(("td", "th"))
_TR, _THEAD = elements.CODES["tr"], elements.CODES["thead"]


def is_layout(outline: Outline, table: Block) -> bool:
    """Whether a table only puts its contents side by side or into a frame."""
    if (outline.page.attributes[table.node].get("role") or "").strip().lower() in ("presentation", "none"):
        return True
    rows = rows_of(table)
    cells = [cell for row in rows for cell in cells_of(row)]
    if len(cells) == len(rows):  # one a row: a row without any is not in the tree
        return True
    involved = [cell for cell in cells if len(cell.children) > 1 or isinstance(cell.children[0], Block)]
    if any(_has_layout_content(cell) for cell in involved):
        return True
    if len(rows) < len(table.children) or any(cell.tag == "th" for cell in cells):  # it has a caption or headers
        return 2 * len(involved) > len(cells)
    return len(rows) == 1 or bool(involved) or not _look_like_data(outline, cells[:_SAMPLE])


def rows_of(table: Block) -> list[Block]:
    """The rows that have something kept in them."""
    return [part for part in table.children if isinstance(part, Block) and part.tag == "tr"]


def cells_of(row: Block) -> list[Block]:
    """The cells that have something kept in them."""
    return [part for part in row.children if isinstance(part, Block)]


def has_header(page: Page, table: Block) -> bool:
    """Whether the first row names the columns."""
    first = rows_of(table)[0]
    return page.tag[page.parent[first.node]] == _THEAD or all(cell.tag == "th" for cell in cells_of(first))


def grid(page: Page, table: Block) -> Grid:
    """The cells in their columns, row by row; None where a cell is empty, left out, or covered by another's span.

    Columns in which nothing is kept are left out; rows end with their last cell.
    """
    spanned = _MAX_SPANNED
    taken_until: dict[int, int] = {}  # by column: the row before which a cell from above covers it
    all_cells = cell_nodes(page, table)
    lines: Grid = []
    for row_number, row in zip(_row_numbers(page, table), rows_of(table), strict=True):
        cells = {cell.node: cell for cell in cells_of(row)}
        line: list[Block | None] = []
        for node in all_cells[row.node]:
            while spanned and taken_until.get(len(line), 0) > row_number:
                line.append(None)
                spanned -= 1
            start = len(line)
            line.append(cells.get(node))
            if not page.attributes[node]:
                continue
            extra = min(span(page, node, "colspan", MAX_COLUMNS) - 1, max(0, MAX_COLUMNS - len(line)), spanned)
            line += [None] * extra
            spanned -= extra
            height = span(page, node, "rowspan", MAX_ROWS)
            if height > 1:
                taken_until.update(dict.fromkeys(range(start, len(line)), row_number + height))
        lines.append(line)
    return _without_empty_columns(lines)


def cell_nodes(page: Page, table: Block) -> dict[int, list[int]]:
    """By row: its cells, also those with nothing kept in them."""
    nodes = np.arange(table.node, page.end[table.node])
    nodes = nodes[_CELL[np.minimum(page.tag[nodes], elements.UNKNOWN)]]
    by_row: dict[int, list[int]] = defaultdict(list)
    for node, row in zip(nodes.tolist(), page.parent[nodes].tolist(), strict=True):
        by_row[row].append(node)
    return by_row


def _row_numbers(page: Page, table: Block) -> list[int]:
    """By kept row: its number among all rows of the table."""
    number = np.cumsum(page.tag[table.node : page.end[table.node]] == _TR)
    numbers: list[int] = number[[row.node - table.node for row in rows_of(table)]].tolist()
    return numbers


def _without_empty_columns(lines: Grid) -> Grid:
    used: set[int] = set()
    for line in lines:
        while line and line[-1] is None:
            line.pop()
        used.update(column for column, cell in enumerate(line) if cell is not None)
    if len(used) == max(map(len, lines)):
        return lines
    return [[cell for column, cell in enumerate(line) if column in used] for line in lines]


def _has_layout_content(cell: Block) -> bool:
    waiting: list[Part] = list(cell.children)
    while waiting:
        part = waiting.pop()
        if isinstance(part, Block):
            if part.tag in _LAYOUT_CONTENT:
                return True
            waiting += part.children
    return False


def _look_like_data(outline: Outline, cells: list[Block]) -> bool:
    """Whether cells mostly hold text, and none prose."""
    lengths = [sum(outline.characters(part) for part in cell.children if not isinstance(part, Block)) for cell in cells]
    return max(lengths) <= _MAX_CELL_LENGTH and 2 * sum(length > 0 for length in lengths) > len(lengths)


def contents(table: Block) -> list[Part]:
    """What stands in the cells of a table, in order."""
    found: list[Part] = []
    for part in table.children:
        for cell in part.children if isinstance(part, Block) and part.tag == "tr" else [part]:
            found += cell.children if isinstance(cell, Block) else [cell]
    return found


def span(page: Page, cell: int, name: str, most: int) -> int:
    """A `colspan` or `rowspan`, between 1 and `most`."""
    value = number(page.attributes[cell].get(name))
    return max(1, min(value or 1, most))
