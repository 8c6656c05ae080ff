"""Edit distance of trees of bounded depth, such as a table of rows of cells, by sequences within sequences.

A general tree edit distance lets a cell of one row match a cell of another whose row was deleted. Here a row is matched
with a row as a whole, and its cells among each other (Zhang's constrained tree edit distance, 1996), which is what
«the same table» means, and costs one dynamic program a level.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TypeVar

Element = TypeVar("Element")
Size = Callable[[Element], float]  # the cost of inserting or deleting an element
Change = Callable[[Element, Element], float]  # the cost of turning an element into another


def sequence_distance(
    one: Sequence[Element], other: Sequence[Element], size: Size[Element], change: Change[Element]
) -> float:
    """Return the minimum cost of turning one sequence into the other.

    An element is inserted or deleted at its `size`, and turned into another one at the cost of `change`.
    """
    start = _common_start(one, other)
    stop = _common_start(one[start:][::-1], other[start:][::-1])
    one, other = one[start : len(one) - stop], other[start : len(other) - stop]
    others = [(element, size(element)) for element in other]
    row = list(accumulate((cost for _, cost in others), initial=0.0))
    for element in one:
        row = _next_row(row, element, size(element), others, change)
    return row[-1]


def _next_row(
    row: list[float], element: Element, cost: float, others: Sequence[tuple[Element, float]], change: Change[Element]
) -> list[float]:
    """Return the costs of turning the elements up to this one into every beginning of the other sequence."""
    found = [row[0] + cost]
    for position, (other, other_cost) in enumerate(others):
        least = min(row[position + 1] + cost, found[position] + other_cost)
        # A change costs nothing at best: where even that would not pay, it is not worked out.
        if row[position] < least:
            least = min(least, row[position] + change(element, other))
        found.append(least)
    return found


def _common_start(one: Sequence[Element], other: Sequence[Element]) -> int:
    """Return how many elements two sequences have in common at their beginnings."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((position for position, (first, second) in pairs if first != second), min(len(one), len(other)))
