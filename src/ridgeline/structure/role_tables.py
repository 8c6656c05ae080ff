"""Tables that are made of other elements: `role=table` and `role=grid` with rows and cells, `display: table`, grids.

A grid may also be a calendar, or lay out cards; it is a table where most rows have as many cells, and short ones. What
is a table only by its style, or by a class that has the same name, has to have shorter ones, and more rows or heads.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np

from ..output.outline import Draft, Part
from ..page import IntColumn, Page, elements
from ..text.attributes import class_names
from .grids import NAMES, grids
from .kind import Kind, Signs

_TABLE = elements.CODES["table"]
_TABLES = ("table", "grid", "treegrid")
_CELLS = {"cell": "td", "gridcell": "td", "columnheader": "th", "rowheader": "th"}
# What elements are by their classes, and by `display` in their style.
_CLASSES = {
    **{"divtable": "table", "divtablerow": "row", "divtablecell": "cell", "divtablehead": "columnheader"},
    **{"table": "table", "table-row": "row", "table-cell": "cell", "table-head-cell": "columnheader"},
}
_DISPLAYS = {"table": "table", "table-row": "row", "table-cell": "cell"}
_DISPLAY = re.compile(r"display\s*:\s*(table(?:-row|-cell)?)\s*(?:[;!]|$)", re.IGNORECASE)
_CALENDAR = re.compile(r"calendar|date-?picker|\bmonth", re.IGNORECASE)
_WEEK = 7
_DAY = re.compile(r"\s*(?:[12]?[0-9]|3[01])?\s*")
_MAX_CELL_LENGTH = 300  # characters
_MAX_STYLED_LENGTH, _MIN_STYLED_ROWS = 100, 3
_MIN_ROWS = _MIN_COLUMNS = 2
_MAX_COLUMNS, _MAX_EMPTY = 100, 10_000  # places of all tables that are empty only because of spans
_MAX_STYLE_LENGTH = 500  # characters that are looked at


def _complete(page: Page, keep: IntColumn) -> IntColumn:
    """Return the kept leaves with all of the tables of which half is kept: a table with holes says something else."""
    added = [keep]
    for table in _data_tables(page, keep)[0]:
        leaves = np.arange(*page.leaves_in(table), dtype=np.int32)
        shown = leaves[~page.hidden[page.leaves[leaves]]]
        if 2 * np.isin(shown, keep).sum() >= len(shown):
            added.append(shown)
    return np.unique(np.concatenate(added)).astype(np.int32) if len(added) > 1 else keep


def _edit(draft: Draft) -> bool:
    """Put the leaves of each table into rows and cells."""
    tables, heads = _data_tables(draft.page, draft.outline.leaves)
    if not tables:
        return False
    starts = sorted(part.first for part in draft.root.walk() if part.is_paragraph)
    cells = {table: [cell for row in rows for cell in row] for table, rows in tables.items()}
    nodes, places = draft.nodes[: len(draft.outline.leaves)], iter(range(_MAX_EMPTY))
    editor = _Editor(draft, tables, heads, cells, sorted(tables), starts, nodes, set(), places)
    editor.replace(draft.root)
    return bool(editor.made)


def _data_tables(page: Page, keep: IntColumn) -> tuple[dict[int, list[list[int]]], set[int]]:
    """Return the tables of data that are no `table`, none inside another, with the cells of each row, and the heads."""
    found = {table: rows for table, rows in _tables(page) if _is_data(page, table, rows)}
    heads = {cell for rows in found.values() for row in rows for cell in row if "header" in _role(page, cell)}
    given = sorted(found)
    for grid in grids(page):
        place = bisect_right(given, grid.node) - 1
        is_inside = place >= 0 and grid.node < page.end[given[place]]
        if (
            not is_inside
            and _is_mostly_kept(page, grid.node, keep)
            and (place + 1 == len(given) or given[place + 1] >= page.end[grid.node])
        ):
            found[grid.node] = grid.rows
            heads |= set(grid.rows[0]) if grid.has_heads else set()
    return found, heads


def _is_mostly_kept(page: Page, node: int, keep: IntColumn) -> bool:
    first, end = page.leaves_in(node)
    return bool(2 * np.diff(keep.searchsorted((first, end)))[0] >= end - first)


def _tables(page: Page) -> Iterator[tuple[int, list[list[int]]]]:
    """Yield the tables that are no `table`, none inside another, with the cells of each row."""
    table, row = -1, -1
    rows: list[list[int]] = []
    styled = (*page.containing("class", ("table",)), *page.containing("style", ("table",)))
    for node in sorted({*page.having("role"), *styled}):
        role = _role(page, node)
        if table < 0 or node >= page.end[table] or (role in _TABLES and not rows):
            if table >= 0:
                yield table, rows
            is_table = role in _TABLES and page.tag[node] != _TABLE
            table, rows, row = (node if is_table else -1), [], -1
        elif role == "row":
            row = node
            rows.append([])
        elif role in _CELLS and 0 <= row < node < page.end[row]:
            rows[-1].append(node)
    if table >= 0:
        yield table, rows


def _is_data(page: Page, table: int, rows: list[list[int]]) -> bool:
    """Return whether rows are those of a table of data."""
    widths = Counter(map(len, rows))
    width, count = max(widths.items(), key=lambda item: item[1], default=(0, 0))
    if len(rows) < _MIN_ROWS or width < _MIN_COLUMNS or 2 * count < len(rows):
        return False
    max_length = _MAX_CELL_LENGTH
    if not page.value(table, "role"):
        has_heads = any("header" in _role(page, cell) for cell in rows[0])
        if len(rows) < _MIN_STYLED_ROWS and not has_heads:
            return False
        max_length = _MAX_STYLED_LENGTH
    names = " ".join(page.value(table, name) or "" for name in ("class", "id", "aria-label"))
    cells = [cell for row in rows for cell in row if _role(page, cell) != "columnheader"]
    texts = (page[cell].text_content for cell in cells)  # one at a time: a page may have a million
    is_calendar = _CALENDAR.search(names[:300]) or (width == _WEEK and all(map(_DAY.fullmatch, texts)))
    return not is_calendar and all(len(" ".join(page[cell].text_content.split())) <= max_length for cell in cells)


class _Editor(NamedTuple):
    """Puts tables into a draft."""

    draft: Draft
    tables: dict[int, list[list[int]]]  # by element: the cells of its rows
    heads: set[int]  # cells
    cells: dict[int, list[int]]  # by element: all of them
    order: list[int]
    starts: list[int]  # the first leaves of all paragraphs
    nodes: list[int]  # by leaf of the page
    made: set[int]
    places: Iterator[int]  # that may still be left empty

    def replace(self, element: Part) -> None:
        """Put one table in the place of the parts that stand in its element; what is in no cell stands before it."""
        parts = list[Part]()
        for part in element.parts:
            table = self._table_around(self.draft.nodes[part.first] if part.is_paragraph else part.node)
            if table < 0:
                self.replace(part)
                parts.append(part)
                continue
            inside = [part] if part.is_paragraph else [inner for inner in part.walk() if inner.is_paragraph]
            parts += [inner for inner in inside if not self._is_in(self.cells[table], self.draft.nodes[inner.first])]
            if table not in self.made:
                self.made.add(table)
                parts.append(self._table(self.tables[table]))
        element.parts = parts

    def _table_around(self, node: int) -> int:
        place = bisect_right(self.order, node) - 1
        return self.order[place] if place >= 0 and node < self.draft.page.end[self.order[place]] else -1

    def _is_in(self, cells: list[int], node: int) -> bool:
        place = bisect_right(cells, node) - 1
        return place >= 0 and node < self.draft.page.end[cells[place]]

    def _table(self, rows: list[list[int]]) -> Part:
        """Return a table of the kept leaves in cells; a row without any is left out."""
        made, taken = [], dict[int, int]()  # by column: the last row that a cell from above covers
        for number, row in enumerate(rows):
            cells: list[Part] = []
            for cell in row:
                column = _number(self.draft.page, cell, "aria-colindex") - 1
                while (taken.get(len(cells), -1) >= number or len(cells) < column) and next(self.places, -1) >= 0:
                    cells.append(Part(self._kind(cell)))
                first = len(cells)
                cells.append(Part(self._kind(cell), parts=self._paragraphs(cell)))
                width = _number(self.draft.page, cell, "aria-colspan") - 1
                cells += [Part(cells[first].kind) for _ in islice(self.places, max(0, width))]
                height = _number(self.draft.page, cell, "aria-rowspan") - 1
                taken |= dict.fromkeys(range(first, len(cells)), number + height) if height > 0 else {}
            if any(part.parts for part in cells):
                for part in cells:
                    part.parts = part.parts or [self.draft.paragraph(("", None))]  # or those after it would move up
                made.append(Part("tr", parts=cells))
        return Part("table", parts=made)

    def _kind(self, cell: int) -> str:
        return "th" if cell in self.heads else "td"

    def _paragraphs(self, cell: int) -> list[Part]:
        """Return the paragraphs in a cell; one that goes on in the next cell, as in spans, ends with it."""
        start, stop = (bisect_left(self.nodes, node) for node in (cell, int(self.draft.page.end[cell])))
        inside = self.starts[bisect_left(self.starts, start) : bisect_left(self.starts, stop)]
        return [Part("p", first=first, end=end) for first, end in pairwise(sorted({start, *inside, stop}))]


def _role(page: Page, node: int) -> str:
    if role := (page.value(node, "role") or "").strip().lower():
        return role
    named = next((_CLASSES[name] for name in class_names(page, node) if name in _CLASSES), "")
    if not named and (display := _DISPLAY.search((page.value(node, "style") or "")[:_MAX_STYLE_LENGTH])):
        named = _DISPLAYS[display[1].lower()]
    return named


def _number(page: Page, cell: int, attribute: str) -> int:
    """Return how many places a cell covers, or in which it is; 0 where it does not say."""
    value = (page.value(cell, attribute) or "").strip()
    return min(int(value), _MAX_COLUMNS) if value.isascii() and value.isdecimal() and len(value) < 6 else 0


ROLE_TABLES = Kind(
    "role-tables",
    Signs(
        words=("divtablerow", "table-row", *NAMES),
        styles=("table-row", "grid-template-columns"),
        anywhere=("cell", "columnheader", "gridcell", "rowheader", "rowgroup"),
    ),
    complete=_complete,
    edit=_edit,
)
