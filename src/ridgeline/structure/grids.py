"""Tables that are CSS grids: `display: grid` with `grid-template-columns` in a style, or Tailwind's `grid grid-cols-3`.

A grid mostly lays out cards, pictures or a page. It is a table where all its cells are short lines of text that are no
links, and markup tells heads from values: a first row, or the first of two columns, of other classes or tags than the
rest, which are alike in each column; or values have digits, and labels none. Either one element holds the cells of all
rows, or each row is a grid.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from ..page import Page, elements
from ..text.attributes import class_names

NAMES = {f"grid-cols-{count}": count for count in range(2, 13)}  # of Tailwind, for windows of any width
_TEMPLATE = re.compile(r"grid-template-columns\s*:\s*([^;]{1,200})", re.IGNORECASE)
_REPEAT = re.compile(r"repeat\(\s*(\d{1,2})\s*,[^()]*(?:\([^()]*\))?[^()]*\)", re.IGNORECASE)
_TRACKS = re.compile(r"\([^()]*\)")
_DIGIT = re.compile(r"\d")
_TEXT = elements.CODES[elements.TEXT]
_NO_CELL = elements.table(
    ("a", "img", "svg", "button", "input", "video", "iframe", "picture", "table", "ul", "ol", "dt", "dd", "hr")
)
_MAX_CELL_LENGTH, _MAX_LABEL_LENGTH = 80, 40  # characters
_MIN_ROWS, _MAX_ROWS, _MAX_COLUMNS = 3, 200, 12
_MAX_NODES = 12  # of a cell
_MAX_GRIDS = 500


class Grid(NamedTuple):
    """A grid that is a table."""

    node: int
    rows: list[list[int]]  # cells
    has_heads: bool  # in its first row


def grids(page: Page) -> Iterator[Grid]:
    """Yield the grids that are tables, none inside another."""
    widths = {node: width for node in _candidates(page) if (width := _width(page, node)) > 1}
    done = -1
    for parent, rows in groupby(widths, key=lambda node: int(page.parent[node])):
        own = list(rows)
        if own[0] < done:
            continue
        if len(own) >= _MIN_ROWS and len({widths[node] for node in own}) == 1 and own == _children(page, parent):
            cells = [_children(page, node) for node in own]
            names = [page.value(node, "class") for node in own]
            grid = _grid(page, parent, cells, names) if all(len(row) == widths[own[0]] for row in cells) else None
            if grid:
                done = int(page.end[parent])
                yield grid
            continue
        for node in own:
            flat, width = _children(page, node), widths[node]
            cells = [flat[first : first + width] for first in range(0, len(flat), width)]
            grid = _grid(page, node, cells, [None] * len(cells)) if len(flat) % width == 0 else None
            if grid:
                done = int(page.end[node])
                yield grid


def _candidates(page: Page) -> list[int]:
    named = (*page.containing("class", ("grid-cols-",)), *page.containing("style", ("grid-template-columns",)))
    return sorted({*named})[:_MAX_GRIDS]


def _width(page: Page, node: int) -> int:
    """Return how many columns a grid has, 0 where it has no fixed number."""
    template = _TEMPLATE.search((page.value(node, "style") or "")[:500])
    if template:
        return _count(template[1])
    names = class_names(page, node)
    return max((NAMES.get(name, 0) for name in names), default=0) if "grid" in names else 0


def _count(tracks: str) -> int:
    """Return how many tracks a template has."""
    if "auto-f" in tracks:  # as many as there is room for
        return 0
    count = sum(int(number) for number in _REPEAT.findall(tracks))
    count += len(_TRACKS.sub("", _REPEAT.sub("", tracks)).replace("!important", "").split())
    return count if count <= _MAX_COLUMNS else 0


def _children(page: Page, node: int) -> list[int]:
    """Return the elements in an element; none where it has text of its own."""
    found = list[int]()
    child, stop = node + 1, int(page.end[node])
    while child < stop and len(found) <= _MAX_ROWS * _MAX_COLUMNS:
        if page.tag[child] != _TEXT:
            found.append(child)
        elif not page.blank[child]:
            return []
        child = int(page.end[child])
    return found


def _grid(page: Page, node: int, rows: list[list[int]], names: list[str | None]) -> Grid | None:
    """Return a table of short texts whose heads or labels are told from values, None for anything else."""
    if not 2 <= len(rows) <= _MAX_ROWS or not all(_is_cell(page, cell) for row in rows for cell in row):
        return None
    shapes = [[(name, *_shape(page, cell)) for cell in row] for row, name in zip(rows, names, strict=True)]
    heads, *rest = shapes
    are_alike = all(len({shape[column] for shape in rest}) == 1 for column in range(len(heads)))
    if are_alike and all(head != rest[0][column] for column, head in enumerate(heads)):
        return Grid(node, rows, True)
    if len(heads) != 2 or len(rows) < _MIN_ROWS:
        return None
    labels, values = ({shape[column] for shape in shapes} for column in (0, 1))  # labels and values
    texts = [[page[cell].text_content.strip() for cell in row] for row in rows]
    are_numbers = all(_DIGIT.search(value) and not _DIGIT.match(label) for label, value in texts)
    are_told = len(labels) == len(values) == 1 and (labels != values or are_numbers or _is_uneven(page, node))
    are_short = all(len(label) <= _MAX_LABEL_LENGTH for label, _ in texts)
    return Grid(node, rows, False) if are_told and are_short else None


def _is_uneven(page: Page, node: int) -> bool:
    """Return whether a grid of two columns says that one is as wide as its labels need."""
    template = _TEMPLATE.search((page.value(node, "style") or "")[:500])
    tracks = _TRACKS.sub("", template[1]).split()[:2] if template else []
    return len(tracks) == 2 and tracks[0] != tracks[1]


def _is_cell(page: Page, cell: int) -> bool:
    """Return whether an element is one short line of text."""
    stop = int(page.end[cell])
    first, end = page.leaves_in(cell)
    if stop - cell > _MAX_NODES or end == first or _NO_CELL.take(page.tag[cell:stop], mode="clip").any():
        return False
    length = int(page.leaf_lengths[first:end].sum())
    return length <= _MAX_CELL_LENGTH and not any(page.breaks[leaf] >= 2 for leaf in range(first + 1, end))


def _shape(page: Page, cell: int) -> tuple[object, ...]:
    """Return what the markup of a cell looks like."""
    nodes = range(cell, int(page.end[cell]))
    return tuple(
        (int(page.tag[node]), page.value(node, "class"), page.value(node, "style"))
        for node in nodes
        if page.tag[node] != _TEXT
    )
