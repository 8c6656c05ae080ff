"""The area of overlapping rectangles (section 6.2)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.extractors.grouping import areas
from ridgeline.extractors.grouping.areas import Rectangles, Region, overlap, shared_area, union_area

Corners = tuple[float, float, float, float]


def rectangles(*rows: Corners) -> Rectangles:
    return np.array(rows, dtype=np.float64).reshape(-1, 4)


def recursive_area(rows: list[Corners]) -> float:
    """f(R) as section 6.2 defines it: take one out, and subtract its overlap with the rest."""
    if not rows:
        return 0.0
    first, rest = rows[0], rows[1:]
    own = max(first[2] - first[0], 0) * max(first[3] - first[1], 0)
    cut = [(max(first[0], row[0]), max(first[1], row[1]), min(first[2], row[2]), min(first[3], row[3])) for row in rest]
    return own + recursive_area(rest) - recursive_area([row for row in cut if row[0] < row[2] and row[1] < row[3]])


numbers = st.integers(0, 12)
rows = st.tuples(numbers, numbers, numbers, numbers).map(
    lambda r: (float(min(r[0], r[2])), float(min(r[1], r[3])), float(max(r[0], r[2])), float(max(r[1], r[3])))
)


@given(st.lists(rows, max_size=9))
def test_the_sweep_equals_the_papers_recursion(some: list[Corners]) -> None:
    assert union_area(rectangles(*some)) == pytest.approx(recursive_area(some))


def test_figure_9() -> None:
    """Three overlapping rectangles: each part counts once."""
    some = rectangles((0, 0, 10, 10), (5, 5, 15, 15), (8, 0, 12, 20))
    assert union_area(some) == recursive_area([tuple(row) for row in some.tolist()]) == 100 + 75 + 80 - 20 - 40 + 10


def test_empty_rectangles_have_no_area() -> None:
    assert union_area(rectangles()) == 0
    assert union_area(rectangles((5, 5, 5, 9), (3, 3, 1, 9))) == 0
    assert union_area(rectangles((0, 0, 2, 3), (1, 1, 1, 1))) == 6


@given(st.lists(rows, max_size=6), st.lists(rows, max_size=6), st.lists(rows, max_size=3))
def test_shared_area_equals_the_number_of_unit_cells(
    one: list[Corners], other: list[Corners], cut: list[Corners]
) -> None:
    def cells(some: list[Corners]) -> set[tuple[int, int]]:
        return {
            (x, y)
            for left, top, right, bottom in some
            for x in range(int(left), int(right))
            for y in range(int(top), int(bottom))
        }

    first, second = Region(rectangles(*one), rectangles(*cut)), Region(rectangles(*other))
    assert shared_area(first, second) == len((cells(one) - cells(cut)) & cells(other))
    assert first.area == len(cells(one) - cells(cut))


def test_overlap_of_pairs() -> None:
    one, other = rectangles((0, 0, 4, 4), (0, 0, 1, 1)), rectangles((2, 3, 9, 9), (1, 0, 2, 1))
    assert overlap(one, other).tolist() == [2, 0]


def test_thousands_of_rectangles_are_approximated(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = np.random.default_rng(7)
    corner = generator.uniform(0, 1000, (2000, 2))
    many = np.concatenate((corner, corner + generator.uniform(1, 20, (2000, 2))), axis=1)
    exact = union_area(many)
    monkeypatch.setattr(areas, "MAX_EXACT_RECTANGLES", 500)
    assert union_area(many) == pytest.approx(exact, rel=0.05)
