"""Clip paths: a marked node as the path from the root to it (Wu et al., section 5), which outlives the program.

    /html[1]/body[1]/div[2]/p[4]          the fourth p of the second div of the body
    /html[1]/body[1]/div[2]/text()[1]     a text node

They are location paths of XPath, so other programs can follow them, too. A path is checked when it is read again: one
that leads nowhere is stale.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from ..marks import Marks
from ..page import IntColumn, Page, elements

_TEXT_STEP = "text()"


def write_paths(page: Page, nodes: IntColumn) -> tuple[str, ...]:
    """Return the paths of nodes."""
    if not len(nodes):
        return ()
    parent: list[int] = page.parent.tolist()
    steps = _steps(page)
    written: dict[int, str] = {-1: ""}
    return tuple(_path(node, parent, steps, written) for node in nodes.tolist())


def read_paths(page: Page, paths: Iterable[str]) -> tuple[IntColumn, list[str]]:
    """Return the nodes that paths lead to, and the paths that are stale."""
    parent: list[int] = page.parent.tolist()
    row_at = {(parent[row], step): row for row, step in enumerate(_steps(page))}
    found, stale = [], []
    for path in paths:
        row: int | None = -1
        for step in path.split("/")[1:]:
            row = row_at.get((row, step)) if row is not None else None
        if row is None or row < 0:
            stale.append(path)
        else:
            found.append(row)
    return np.array(sorted(set(found)), dtype=np.int32), stale


def read_marks(page: Page, selected: Sequence[str], deselected: Sequence[str]) -> tuple[Marks, list[str]]:
    """Return the marks that paths stand for, and the paths that are stale."""
    chosen, stale = read_paths(page, selected)
    cut, also_stale = read_paths(page, deselected)
    return Marks(chosen, cut), [*stale, *also_stale]


def _steps(page: Page) -> list[str]:
    """Return for each node the last step of its path, its name and its number among the siblings of that name."""
    counts: dict[tuple[int, int], int] = {}
    steps = []
    names = [_TEXT_STEP if name == elements.TEXT else name for name in page.names]
    for parent, tag in zip(page.parent.tolist(), page.tag.tolist(), strict=True):
        number = counts[parent, tag] = counts.get((parent, tag), 0) + 1
        steps.append(f"{names[tag]}[{number}]")
    return steps


def _path(node: int, parent: Sequence[int], steps: Sequence[str], written: dict[int, str]) -> str:
    """Return the path of a node, continued from the nearest ancestor whose path is known."""
    unknown = []
    while node not in written:
        unknown.append(node)
        node = parent[node]
    path = written[node]
    for index in reversed(unknown):
        path = written[index] = f"{path}/{steps[index]}"
    return path
