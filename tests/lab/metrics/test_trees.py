"""The edit distance of sequences of elements that have a size of their own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.lab.metrics.trees import sequence_distance

SEQUENCES = st.lists(st.integers(0, 4), max_size=8)


def unit(_: int) -> float:
    return 1.0


def difference(one: int, other: int) -> float:
    return abs(one - other) / 4


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ([], [], 0.0),
        ([1, 2], [1, 2], 0.0),
        ([], [3, 3], 2.0),
        ([1, 2, 3], [1, 3], 1.0),  # one deletion
        ([1, 2], [1, 4], 0.5),  # one change, by half the range
        ([0, 1], [1, 0], 0.5),  # two changes of a quarter are cheaper than a deletion and an insertion
        ([0, 4], [4, 0], 2.0),
    ],
)
def test_by_hand(one: list[int], other: list[int], expected: float) -> None:
    assert sequence_distance(one, other, unit, difference) == pytest.approx(expected)


def test_elements_are_inserted_and_deleted_at_their_size() -> None:
    assert sequence_distance([1, 2, 4], [1], float, difference) == 6.0


@given(SEQUENCES, SEQUENCES)
def test_laws(one: list[int], other: list[int]) -> None:
    distance = sequence_distance(one, other, unit, difference)
    assert distance == pytest.approx(sequence_distance(other, one, unit, difference))
    assert abs(len(one) - len(other)) <= distance <= max(len(one), len(other))
    assert (distance == 0) is (one == other)
