"""Tables that are made of other elements: `role=table` and `role=grid` with rows and cells.

A grid may also be a calendar, or lay out cards; it is a table where most rows have as many cells, and short ones.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..output.outline import Draft, Part
from ..page import IntColumn, Page, elements
from .kind import Kind, Signs

_TABLE = elements.CODES["table"]
_CELLS = {"cell": "td", "gridcell": "td", "columnheader": "th", "rowheader": "th"}
_CALENDAR = re.compile(r"calendar|date-?picker|\bmonth", re.IGNORECASE)
_WEEK = 7
_DAY = re.compile(r"\s*(?:[12]?[0-9]|3[01])?\s*")
_MAX_CELL_LENGTH = 300  # characters
_MIN_ROWS = _MIN_COLUMNS = 2


def _complete(page: Page, keep: IntColumn) -> IntColumn:
    """Return the kept leaves with all of the tables of which half is kept: a table with holes says something else."""
    added = [keep]
    for table, rows in _tables(page):
        if not _is_data(page, table, rows):
            continue
        leaves = np.arange(*page.leaves.searchsorted((table, page.end[table])), dtype=np.int32)
        shown = leaves[~page.hidden[page.leaves[leaves]]]
        if 2 * np.isin(shown, keep).sum() >= len(shown):
            added.append(shown)
    return np.unique(np.concatenate(added)).astype(np.int32) if len(added) > 1 else keep


def _edit(draft: Draft) -> bool:
    """Put the leaves of each table into rows and cells."""
    tables = {table: rows for table, rows in _tables(draft.page) if _is_data(draft.page, table, rows)}
    if not tables:
        return False
    starts = sorted(part.first for part in draft.root.walk() if part.is_paragraph)
    cells = {table: [cell for row in rows for cell in row] for table, rows in tables.items()}
    editor = _Editor(draft, tables, cells, sorted(tables), starts, draft.nodes[: len(draft.outline.leaves)], set())
    editor.replace(draft.root)
    return bool(editor.made)


def _tables(page: Page) -> Iterator[tuple[int, list[list[int]]]]:
    """Yield the tables that are no `table`, none inside another, with the cells of each row."""
    table, row = -1, -1
    rows: list[list[int]] = []
    for node in page.having("role"):
        role = _role(page, node)
        if table < 0 or node >= page.end[table]:
            if table >= 0:
                yield table, rows
            is_table = role in ("table", "grid", "treegrid") and page.tag[node] != _TABLE
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
    names = " ".join(page.value(table, name) or "" for name in ("class", "id", "aria-label"))
    cells = [cell for row in rows for cell in row if _role(page, cell) != "columnheader"]
    texts = (page[cell].text_content for cell in cells)  # one at a time: a page may have a million
    is_calendar = _CALENDAR.search(names[:300]) or (width == _WEEK and all(map(_DAY.fullmatch, texts)))
    return not is_calendar and all(len(" ".join(page[cell].text_content.split())) <= _MAX_CELL_LENGTH for cell in cells)


class _Editor(NamedTuple):
    """Puts tables into a draft."""

    draft: Draft
    tables: dict[int, list[list[int]]]  # by element: the cells of its rows
    cells: dict[int, list[int]]  # by element: all of them
    order: list[int]
    starts: list[int]  # the first leaves of all paragraphs
    nodes: list[int]  # by leaf of the page
    made: set[int]

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
        made = []
        for row in rows:
            cells = [Part(_CELLS[_role(self.draft.page, cell)], parts=self._paragraphs(cell)) for cell in row]
            if any(cell.parts for cell in cells):
                for cell in cells:
                    cell.parts = cell.parts or [self.draft.paragraph(("", None))]  # or those after it would move up
                made.append(Part("tr", parts=cells))
        return Part("table", parts=made)

    def _paragraphs(self, cell: int) -> list[Part]:
        """Return the paragraphs in a cell; one that goes on in the next cell, as in spans, ends with it."""
        start, stop = (bisect_left(self.nodes, node) for node in (cell, int(self.draft.page.end[cell])))
        inside = self.starts[bisect_left(self.starts, start) : bisect_left(self.starts, stop)]
        return [Part("p", first=first, end=end) for first, end in pairwise(sorted({start, *inside, stop}))]


def _role(page: Page, node: int) -> str:
    return (page.value(node, "role") or "").strip().lower()


ROLE_TABLES = Kind(
    "role-tables",
    Signs(words=("columnheader", "gridcell", "rowheader", "rowgroup")),
    complete=_complete,
    edit=_edit,
)
