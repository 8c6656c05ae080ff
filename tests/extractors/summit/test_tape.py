"""The operations of summit's network: each way back is the derivative of its way there."""

import gc
import weakref
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from ridgeline.extractors.summit.constants import Matrix
from ridgeline.extractors.summit.tape import Tape, Value, multiply, multiply_transposed, sum_by

STEP = 1e-2  # every operation is linear between its kinks, so a large step is as exact as a small one


def numbers(rows: int, columns: int, seed: int = 1) -> Any:
    """All different, and none so near to another or to zero that a step would pass it; in double precision."""
    count = rows * columns
    order = np.random.default_rng(seed).permutation(count).reshape(rows, columns)
    return (2 * order + 1 - count) / count


PARAMETERS = {"with": numbers(3, 4), "with.bias": numbers(1, 4)[0], "without": numbers(3, 4, 2), "table": numbers(5, 3)}
STARTS = np.array([0, 1, 5, 8])  # pages of one, four and three lines
RANGES = np.array([[0, 8], [2, 3], [0, 1], [1, 8], [4, 4], [0, 5]])

OPERATIONS: dict[str, Callable[[Tape, Value, Value], Value]] = {
    "linear": lambda tape, value, _: tape.linear(value, "with"),
    "linear without bias": lambda tape, value, _: tape.linear(value, "without"),
    "linear, one parameter twice": lambda tape, value, other: tape.add(
        tape.linear(value, "with"), tape.linear(other, "with")
    ),
    "relu": lambda tape, value, _: tape.relu(value),
    "drop": lambda tape, value, _: tape.drop(value),
    "add": lambda tape, value, other: tape.add(value, other, value),
    "scale": lambda tape, value, _: tape.scale(value, np.arange(8, dtype=np.float32)),
    "beside": lambda tape, value, other: tape.beside(value, other, value),
    "folded": lambda tape, value, _: tape.folded(value, 2),
    "unfolded": lambda tape, value, _: tape.unfolded(value, 3),
    "sums": lambda tape, value, _: tape.sums(value, np.array([[3, 0], [3, 3], [7, 1]])),
    "table": lambda tape, _, __: tape.table("table"),
    "pick": lambda tape, value, _: tape.pick(value, np.array([3, 0, 3, 7, 3])),
    "bag": lambda tape, _, __: tape.bag("table", np.array([4, 0, 0, 2]), np.array([0, 0, 3, 3, 4, 4])),
    "nested": lambda tape, value, _: tape.nested(
        value, np.array([0, 0, 1, 1, 2, 4, 5, 5]), np.array([6, 1, 4, 2, 2, 6, 6, 6]), 6
    ),
    "between": lambda tape, value, _: tape.between(value, RANGES),
    "neighbours": lambda tape, value, _: tape.neighbours(value, 2, STARTS),
    "neighbours beyond every page": lambda tape, value, _: tape.neighbours(value, 4, STARTS),
    "mean_by": lambda tape, value, _: tape.mean_by(value, np.array([2, 0, 1, 1, 0, 0, 2, 2]), 3),
    "pool": lambda tape, value, _: tape.pool(value, np.arange(1, 9, dtype=np.float32), STARTS),
    "one after the other": lambda tape, value, other: tape.pool(
        tape.relu(tape.linear(tape.add(value, tape.relu(other)), "with")), np.arange(1, 9, dtype=np.float32), STARTS
    ),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_gradients_are_those_of_finite_differences(name: str) -> None:
    inputs = {"value": numbers(8, 3), "other": numbers(8, 3, 2), **PARAMETERS}

    def forward(given: dict[str, Matrix]) -> tuple[Tape, Value, Value, Value]:
        rng = np.random.default_rng(3)  # the same numbers are left out every time
        tape = Tape({name: given[name] for name in PARAMETERS}, records=True, dropout=0.4, rng=rng)
        value, other = Value(given["value"]), Value(given["other"])
        return tape, value, other, OPERATIONS[name](tape, value, other)

    tape, value, other, out = forward(inputs)
    weights: Any = np.random.default_rng(4).normal(size=out.data.shape)
    out.grad = weights
    tape.backward()
    found = {"value": value.grad, "other": other.grad, **tape.gradients}
    moved = 0
    for key, data in inputs.items():
        expected = np.zeros_like(data)
        for place in np.ndindex(data.shape):
            there = []
            for step in (STEP, -STEP):
                changed = data.copy()
                changed[place] += step
                there.append(float((forward({**inputs, key: changed})[3].data * weights).sum()))
            expected[place] = (there[0] - there[1]) / (2 * STEP)
        gradient = found.get(key)
        assert (np.zeros_like(data) if gradient is None else gradient) == pytest.approx(expected, abs=2e-4), key
        moved += bool(expected.any())
    assert moved


def test_equal_greatest_numbers_share_what_comes_back() -> None:
    tape = Tape({}, records=True)
    value = Value(np.array([[1.0], [1.0], [0.0]], dtype=np.float32))
    out = tape.pool(value, np.ones(3, dtype=np.float32), np.array([0, 3]))
    out.grad = np.array([[0.0, 1.0]], dtype=np.float32)
    tape.backward()
    assert value.grad is not None
    assert value.grad[:, 0].tolist() == [0.5, 0.5, 0]


def test_nothing_is_dropped_when_nothing_is_learnt() -> None:
    value = Value(numbers(4, 3))
    assert Tape({}).drop(value) is value


def test_what_stays_makes_up_for_what_is_dropped() -> None:
    value = Value(np.ones((200, 50), dtype=np.float32))
    dropped = Tape({}, dropout=0.25, rng=np.random.default_rng(1)).drop(value).data
    assert set(np.unique(dropped)) == {np.float32(0), np.float32(1 / 0.75)}
    assert dropped.mean() == pytest.approx(1, abs=0.02)


# --- Against naive loops


def test_products_in_pieces_are_products() -> None:
    rng = np.random.default_rng(1)
    left, right = rng.normal(size=(7, 500)).astype(np.float32), rng.normal(size=(500, 400)).astype(np.float32)
    assert multiply(left, right) == pytest.approx(left @ right, abs=1e-4)  # two rows a piece, and one left over
    assert multiply(left[:2], right) == pytest.approx(left[:2] @ right, abs=1e-4)
    several = np.stack([right, -right])
    assert multiply(left, several) == pytest.approx(left @ several, abs=1e-4)  # one for all
    assert multiply(np.stack([left, left]), several) == pytest.approx(left @ several, abs=1e-4)
    other = rng.normal(size=(7, 400)).astype(np.float32)
    assert multiply_transposed(left, other) == pytest.approx(left.T @ other, abs=1e-4)
    assert not multiply_transposed(left[:0], other[:0]).any()


@pytest.mark.parametrize("index", [[], [2], [3, 0, 3, 1, 0, 3], [0, 0, 0]])
def test_sums_of_rows_with_the_same_index(index: list[int]) -> None:
    values = numbers(6, 2)[: len(index)]
    expected = np.zeros((5, 2))
    for row, place in zip(values, index, strict=True):
        expected[place] += row
    assert sum_by(values, np.array(index, dtype=np.int64), 5) == pytest.approx(expected)


def test_a_line_gets_what_the_nodes_around_it_hold() -> None:
    rng = np.random.default_rng(2)
    first = np.sort(rng.integers(0, 20, 40))
    last = np.minimum(first + rng.integers(0, 8, 40), 20)
    values = numbers(40, 3)
    around = Tape({}).nested(Value(values), first, last, 20).data
    for line in range(20):
        holders = [node for node in range(40) if first[node] <= line < last[node]]
        assert around[line] == pytest.approx(values[holders].sum(axis=0), abs=1e-6)


def test_a_range_gets_the_mean_of_what_is_in_it() -> None:
    values = numbers(8, 2)
    between = Tape({}).between(Value(values), RANGES).data
    for (first, last), mean in zip(RANGES.tolist(), between, strict=True):
        expected = values[first:last].mean(axis=0) if last > first else np.zeros(2)
        assert mean == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("name", [name for name in OPERATIONS if name != "drop"])
def test_networks_that_answer_together_do_not_meet(name: str) -> None:
    stacked = {key: np.stack([value, -value, 2 * value]) for key, value in PARAMETERS.items()}
    inputs = [(sign * numbers(8, 3), sign * numbers(8, 3, 2)) for sign in (1, -1, 0.5)]
    value, other = (Value(np.stack(column)) for column in zip(*inputs, strict=True))
    together = OPERATIONS[name](Tape(stacked), value, other).data
    for place, (own, own_other) in enumerate(inputs):
        tape = Tape({key: values[place] for key, values in stacked.items()})
        assert together[place] == pytest.approx(OPERATIONS[name](tape, Value(own), Value(own_other)).data, abs=1e-6)


@pytest.mark.parametrize("distance", [1, 3, 9])
def test_neighbours_are_of_the_same_page(distance: int) -> None:
    values = numbers(8, 2)
    seen = Tape({}).neighbours(Value(values), distance, STARTS).data
    for start, end in pairwise(STARTS.tolist()):
        for line in range(start, end):
            for column, other in enumerate((line - distance, line, line + distance)):
                expected = values[other] if start <= other < end else np.zeros(2)
                assert seen[line, 2 * column : 2 * column + 2] == pytest.approx(expected, abs=1e-6)


# --- Memory


def test_the_way_back_is_forgotten_when_it_was_taken() -> None:
    """A batch's matrices are large: they must not wait for the garbage collector."""
    gc.disable()
    try:
        tape = Tape({"with": numbers(3, 4)}, records=True)
        middle = tape.relu(Value(numbers(8, 3)))
        out = tape.linear(middle, "with")
        held: list[weakref.ref[Any]] = [weakref.ref(middle.data), weakref.ref(out.data), weakref.ref(tape)]
        out.grad = np.ones_like(out.data)
        del middle
        assert held[0]() is not None  # it is needed on the way back
        tape.backward()
        assert tape.gradients["with"].any()
        del tape, out
        assert [reference() is None for reference in held] == [True, True, True]
    finally:
        gc.enable()


def test_a_tape_that_does_not_record_holds_nothing() -> None:
    tape = Tape({})
    middle = tape.relu(Value(numbers(8, 3)))
    held = weakref.ref(middle.data)
    out = tape.add(middle, middle)
    del middle
    assert held() is None
    out.grad = np.ones_like(out.data)
    tape.backward()
    assert tape.gradients == {}
