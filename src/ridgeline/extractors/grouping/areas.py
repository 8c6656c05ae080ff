"""How much of a page some rectangles cover, counting what lies under several of them once (section 6.2).

The paper takes a rectangle out and subtracts its overlap with the rest, recursively, which doubles the work with every
rectangle that overlaps. Here the plane is cut along all their edges: sweeping over the strips in both directions, each
rectangle adds one where it begins and takes one away where it ends, and a cell is covered where the sum is above zero.
The answer is the same to the last pixel (a test compares them on random rectangles), in time that grows with the square
of their number. Thousands of rectangles, which no group has on a page made for people, are rounded to a raster.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Rectangles = npt.NDArray[np.floating]  # rows of left, top, right, bottom
Reals = npt.NDArray[np.float64]

MAX_EXACT = 1_500  # rectangles; then their edges are rounded to as many places in each direction
NO_RECTANGLES: Rectangles = np.empty((0, 4), dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Region:
    """What some rectangles cover, without what others cover."""

    rectangles: Rectangles
    without: Rectangles = field(default_factory=lambda: NO_RECTANGLES)

    @property
    def area(self) -> float:
        """Its size in square pixels."""
        return shared_area(self, self)


def union_area(rectangles: Rectangles) -> float:
    """f(R) of section 6.2: the area that rectangles cover together."""
    rectangles = _solid(rectangles)
    if len(rectangles) <= 1:
        return float(_sizes(rectangles).sum())
    columns, rows = _edges(rectangles, 0), _edges(rectangles, 1)
    return _weighed(_covered(columns, rows, rectangles), columns, rows)


def shared_area(one: Region, other: Region) -> float:
    """The area of what two regions have in common: S_overlap of Figure 10."""
    parts = [_solid(part) for part in (one.rectangles, one.without, other.rectangles, other.without)]
    if not len(parts[0]) or not len(parts[2]):
        return 0.0
    everything = np.concatenate(parts)
    columns, rows = _edges(everything, 0), _edges(everything, 1)
    first, first_without, second, second_without = (_covered(columns, rows, part) for part in parts)
    return _weighed(first & ~first_without & second & ~second_without, columns, rows)


def overlap(one: Rectangles, other: Rectangles) -> Reals:
    """By pair of rows: the area that the two rectangles share."""
    low = np.maximum(one[:, :2], other[:, :2])
    high = np.minimum(one[:, 2:], other[:, 2:])
    shared: Reals = np.maximum(high - low, 0).astype(np.float64).prod(axis=1)
    return shared


def _solid(rectangles: Rectangles) -> Rectangles:
    """Those that cover anything."""
    return rectangles[(rectangles[:, 2] > rectangles[:, 0]) & (rectangles[:, 3] > rectangles[:, 1])]


def _sizes(rectangles: Rectangles) -> Reals:
    sizes: Reals = (rectangles[:, 2:] - rectangles[:, :2]).astype(np.float64).prod(axis=1)
    return sizes


def _edges(rectangles: Rectangles, axis: int) -> Reals:
    """Where the plane is cut in one direction, ascending."""
    edges = np.unique(rectangles[:, [axis, axis + 2]].astype(np.float64))
    if len(edges) > 2 * MAX_EXACT:
        edges = edges[np.linspace(0, len(edges) - 1, MAX_EXACT).astype(np.int64)]
    return edges


def _covered(columns: Reals, rows: Reals, rectangles: Rectangles) -> npt.NDArray[np.bool_]:
    """By strip between two columns and strip between two rows: whether a rectangle covers the cell."""
    change = np.zeros((len(columns), len(rows)), dtype=np.int32)
    left, top, right, bottom = (
        np.searchsorted(edges, rectangles[:, side]) for side, edges in enumerate((columns, rows, columns, rows))
    )
    # Where edges were rounded, a rectangle may end past the last one.
    right, bottom = np.minimum(right, len(columns) - 1), np.minimum(bottom, len(rows) - 1)
    for across, down, step in ((left, top, 1), (right, bottom, 1), (left, bottom, -1), (right, top, -1)):
        np.add.at(change, (across, down), step)
    answer: npt.NDArray[np.bool_] = change.cumsum(axis=0).cumsum(axis=1)[:-1, :-1] > 0
    return answer


def _weighed(cells: npt.NDArray[np.bool_], columns: Reals, rows: Reals) -> float:
    return float(np.diff(columns) @ cells @ np.diff(rows))
