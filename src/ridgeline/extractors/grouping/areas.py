"""The area that rectangles cover together, with overlaps counted once (section 6.2).

The paper takes one rectangle out and subtracts its overlap with the rest, recursively. That doubles the work with every
overlapping rectangle. Here the plane is cut into cells along all edges of the rectangles. Each rectangle adds one where
it starts and subtracts one where it ends, and running sums in both directions give the number of rectangles over each
cell. The result is exact (a test compares it with the recursion on random rectangles) and takes time quadratic in the
number of rectangles. Above MAX_EXACT_RECTANGLES, which no group on a real page reaches, edges are rounded to a grid.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Rectangles = npt.NDArray[np.floating]  # rows of left, top, right, bottom
Reals = npt.NDArray[np.float64]

MAX_EXACT_RECTANGLES = 1_500  # above it, the grid has this many lines in each direction
NO_RECTANGLES: Rectangles = np.empty((0, 4), dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Region:
    """The union of some rectangles, minus the union of others."""

    rectangles: Rectangles
    without: Rectangles = field(default_factory=lambda: NO_RECTANGLES)

    @property
    def area(self) -> float:
        """The area in square pixels."""
        return shared_area(self, self)


def union_area(rectangles: Rectangles) -> float:
    """Return f(R) of section 6.2: the area that rectangles cover together."""
    rectangles = _nonempty(rectangles)
    if len(rectangles) <= 1:
        return float(_sizes(rectangles).sum())
    columns, rows = _edges(rectangles, 0), _edges(rectangles, 1)
    return _total_area(_covered(columns, rows, rectangles), columns, rows)


def shared_area(one: Region, other: Region) -> float:
    """Return the area of the intersection of two regions: S_overlap of Figure 10."""
    parts = [_nonempty(part) for part in (one.rectangles, one.without, other.rectangles, other.without)]
    if not len(parts[0]) or not len(parts[2]):
        return 0.0
    everything = np.concatenate(parts)
    columns, rows = _edges(everything, 0), _edges(everything, 1)
    first, first_without, second, second_without = (_covered(columns, rows, part) for part in parts)
    return _total_area(first & ~first_without & second & ~second_without, columns, rows)


def overlap(one: Rectangles, other: Rectangles) -> Reals:
    """Return for each pair of rows the area of the intersection of the two rectangles."""
    low = np.maximum(one[:, :2], other[:, :2])
    high = np.minimum(one[:, 2:], other[:, 2:])
    shared: Reals = np.maximum(high - low, 0).astype(np.float64).prod(axis=1)
    return shared


def _nonempty(rectangles: Rectangles) -> Rectangles:
    return rectangles[(rectangles[:, 2] > rectangles[:, 0]) & (rectangles[:, 3] > rectangles[:, 1])]


def _sizes(rectangles: Rectangles) -> Reals:
    sizes: Reals = (rectangles[:, 2:] - rectangles[:, :2]).astype(np.float64).prod(axis=1)
    return sizes


def _edges(rectangles: Rectangles, axis: int) -> Reals:
    """Return the coordinates at which the plane is cut in one direction, ascending."""
    edges = np.unique(rectangles[:, [axis, axis + 2]].astype(np.float64))
    if len(edges) > 2 * MAX_EXACT_RECTANGLES:
        edges = edges[np.linspace(0, len(edges) - 1, MAX_EXACT_RECTANGLES).astype(np.int64)]
    return edges


def _covered(columns: Reals, rows: Reals, rectangles: Rectangles) -> npt.NDArray[np.bool_]:
    """Return for each cell of the grid whether a rectangle covers it."""
    change = np.zeros((len(columns), len(rows)), dtype=np.int32)
    left, top, right, bottom = (
        np.searchsorted(edges, rectangles[:, side]) for side, edges in enumerate((columns, rows, columns, rows))
    )
    # Where edges were rounded, a rectangle may end past the last one.
    right, bottom = np.minimum(right, len(columns) - 1), np.minimum(bottom, len(rows) - 1)
    for across, down, step in ((left, top, 1), (right, bottom, 1), (left, bottom, -1), (right, top, -1)):
        np.add.at(change, (across, down), step)
    is_covered: npt.NDArray[np.bool_] = change.cumsum(axis=0).cumsum(axis=1)[:-1, :-1] > 0
    return is_covered


def _total_area(cells: npt.NDArray[np.bool_], columns: Reals, rows: Reals) -> float:
    """Return the summed area of the cells in the mask."""
    return float(np.diff(columns) @ cells @ np.diff(rows))
