"""Finds the elements that a browser would not put where a view has them.

HTML cannot say every tree: a block ends an open paragraph, a link ends an open link, what stands between the rows of a
table moves out of it. What was written is parsed as a browser parses it, and compared with what was meant.
"""

from collections.abc import Mapping

import numpy as np

from ....page import BoolColumn, Page, parse
from ....page.limits import Limits
from .vocabulary import TABLE_FRAMES, TABLE_PARTS

_BOUNDARIES = frozenset({"td", "th", "caption"})  # a block in a cell does not end a paragraph around the table
_LIMITS = Limits(depth=10_000)  # the writer keeps to the depth of browsers


def find_misplaced(page: Page, written: str, parents: Mapping[int, int]) -> BoolColumn:
    """Return for each row whether to write it as a custom element, which stays where it stands.

    `parents` has, for every row that was written, that of the element around it; -1 for those at the top.
    """
    parsed = parse(f"<!DOCTYPE html><html><head></head><body>{written}</body></html>", limits=_LIMITS)
    found = _parents_in(parsed, page)
    misplaced = np.zeros(len(page), dtype=np.bool_)
    for row, parent in parents.items():
        if found.get(row) != parent:
            misplaced[_culprits(page, row, parent)] = True
    return misplaced


def _parents_in(parsed: Page, page: Page) -> dict[int, int]:
    """Return the parent of every row, as a browser reads the markup. A row that comes twice has none."""
    is_element = np.zeros(len(parsed), dtype=np.bool_)
    is_element[list(parsed.having("data-n"))] = True
    around = parsed.nearest(is_element)
    row_of = {node: int(parsed.value(node, "data-n") or 0) for node in parsed.having("data-n")}
    row_of[-1] = -1
    leaves = {
        node: int(page.leaves[int(parsed.value(node, "data-l") or 0)])
        for node in parsed.having("data-l")
        if node not in row_of
    }
    parents: dict[int, int] = {}
    for node, row in (row_of | leaves).items():
        if node >= 0:
            parents[row] = -2 if row in parents else row_of[int(around[int(parsed.parent[node])])]
    return parents


def _culprits(page: Page, row: int, parent: int) -> list[int]:
    """Return the rows that cannot be written as they are: a paragraph around a block, a table around what is no cell.

    Where it is neither, the row itself.
    """
    node = page[row]
    for above in node.ancestors:
        if above.tag == "p":
            return [above.index]
        if above.tag in _BOUNDARIES:
            break
    if parent >= 0 and page[parent].tag in TABLE_FRAMES and node.tag not in TABLE_PARTS:
        return [row, *_frames_around(page, parent)]
    return [row]


def _frames_around(page: Page, row: int) -> list[int]:
    """Return a part of a table and those around it, up to the table. Its other parts then are misplaced, too."""
    frames = []
    while row >= 0 and page[row].tag in TABLE_PARTS:
        frames.append(row)
        row = -1 if page[row].tag == "table" else int(page.parent[row])
    return frames
