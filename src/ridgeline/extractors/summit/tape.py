"""The few operations that summit's network is made of, each with its way back.

A Tape computes; one that records also notes for every step how a gradient goes back through it, so that the network is
written once, for answers and for learning. Everything is float32, and rows are units, nodes or pages.

Products of matrices are cut into pieces that a BLAS library computes on the spot: larger ones wake its threads, which
on a page's few hundred units take many times the time they save, and make the last bits depend on the machine's cores.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from .units import Matrix

_PIECE = 400_000  # multiplications in one product
_BLOCK = 32  # rows that are summed in single precision
_TRIANGLE = np.tril(np.ones((_BLOCK, _BLOCK), dtype=np.float32))
Index = npt.NDArray[np.integer[Any]]
Numbers = TypeVar("Numbers", Matrix, Index)


class Value:
    """A matrix on the way through the network, and the gradient of the loss by it once that is known."""

    __slots__ = ("data", "grad")

    def __init__(self, data: Matrix) -> None:
        self.data = data
        self.grad: Matrix | None = None

    def receive(self, grad: Matrix) -> None:
        """Add a gradient that came back."""
        self.grad = grad if self.grad is None else self.grad + grad


class Tape:
    """Operations on values with parameters by name.

    Several networks of one shape can answer together, as members of one: each has its share of every value's columns,
    in their order, and parameters are theirs side by side (`network.together`). They learn one by one.
    """

    def __init__(
        self,
        parameters: Mapping[str, Matrix],
        *,
        members: int = 1,
        records: bool = False,
        dropout: float = 0.0,
        rng: "np.random.Generator | None" = None,
    ) -> None:
        self._parameters = parameters
        self._members = members
        self._records = records
        self._dropout = dropout
        self._rng = rng
        self._steps_back: list[Callable[[], None]] = []
        self.gradients: dict[str, Matrix] = {}

    def back(self) -> None:
        """Take the gradients of the outputs (`Value.grad`) back to the parameters. What was noted is forgotten."""
        while self._steps_back:
            self._steps_back.pop()()

    def linear(self, value: Value, name: str) -> Value:
        """The product with a parameter's matrix, plus its bias where it has one."""
        weights = self._parameters[name]
        bias = self._parameters.get(f"{name}.bias")
        product = multiply(value.data, weights)
        if bias is not None:
            product += bias
        out = Value(product)

        def back() -> None:
            if out.grad is None:
                return
            self._learn(name, multiply_transposed(value.data, out.grad))
            if bias is not None:
                self._learn(f"{name}.bias", out.grad.sum(axis=0))
            value.receive(multiply(out.grad, np.ascontiguousarray(weights.T)))

        return self._noted(out, back)

    def relu(self, value: Value) -> Value:
        """What is above zero."""
        positive = np.zeros(value.data.shape, dtype=value.data.dtype)
        np.maximum(value.data, positive, out=positive)  # with a matrix of zeros it is quicker than with the number
        out = Value(positive)

        def back() -> None:
            if out.grad is not None:
                value.receive(out.grad * (out.data > 0))

        return self._noted(out, back)

    def drop(self, value: Value) -> Value:
        """While learning, some of the numbers are left out at random."""
        if self._rng is None or not self._dropout:
            return value
        kept = self._rng.random(value.data.shape, dtype=np.float32) >= self._dropout
        mask: Matrix = kept * np.float32(1 / (1 - self._dropout))
        out = Value(value.data * mask)

        def back() -> None:
            if out.grad is not None:
                value.receive(out.grad * mask)

        return self._noted(out, back)

    def add(self, *values: Value) -> Value:
        """The sum."""
        total = values[0].data + values[1].data
        for value in values[2:]:
            total += value.data
        out = Value(total)

        def back() -> None:
            if out.grad is not None:
                for value in values:
                    value.receive(out.grad)

        return self._noted(out, back)

    def scale(self, value: Value, factors: Matrix) -> Value:
        """Each row times its factor."""
        column = factors[:, None]
        out = Value(value.data * column)

        def back() -> None:
            if out.grad is not None:
                value.receive(out.grad * column)

        return self._noted(out, back)

    def beside(self, *values: Value) -> Value:
        """The columns of all, side by side."""
        out = Value(self._side_by_side([value.data for value in values]))

        def back() -> None:
            if out.grad is not None:
                grads, start = self._by_member(out.grad), 0
                for value in values:
                    width = value.data.shape[1] // self._members
                    value.receive(grads[:, :, start : start + width].reshape(value.data.shape))
                    start += width

        return self._noted(out, back)

    def pick(self, value: Value, rows: Index) -> Value:
        """Rows by their number."""
        out = Value(value.data.take(rows, axis=0))

        def back() -> None:
            if out.grad is not None:
                value.receive(sum_by(out.grad, rows, len(value.data)))

        return self._noted(out, back)

    def sums(self, value: Value, rows: Index) -> Value:
        """By row of a matrix of row numbers: the sum of those rows."""
        out = Value(sum_of_rows(value.data, rows))

        def back() -> None:
            if out.grad is not None:
                grad = np.repeat(out.grad, rows.shape[1], axis=0)
                value.receive(sum_by(grad, rows.reshape(-1), len(value.data)))

        return self._noted(out, back)

    def folded(self, value: Value, count: int) -> Value:
        """Every so many rows side by side in one."""
        out = Value(self._folded(value.data, count))

        def back() -> None:
            if out.grad is not None:
                value.receive(self._unfolded(out.grad, count))

        return self._noted(out, back)

    def unfolded(self, value: Value, count: int) -> Value:
        """Each row cut into so many."""
        out = Value(self._unfolded(value.data, count))

        def back() -> None:
            if out.grad is not None:
                value.receive(self._folded(out.grad, count))

        return self._noted(out, back)

    def table(self, name: str) -> Value:
        """A parameter as it is."""
        out = Value(self._parameters[name])

        def back() -> None:
            if out.grad is not None:
                self._learn(name, out.grad)

        return self._noted(out, back)

    def bag(self, name: str, ids: Index, starts: Index) -> Value:
        """For each bag the sum of the rows of a parameter that its ids name; bag i holds ids[starts[i]:starts[i+1]]."""
        table = self._parameters[name]
        out = Value(_sum_of_bags(table.take(ids, axis=0), starts))

        def back() -> None:
            if out.grad is not None:
                rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
                self._learn(name, sum_by(out.grad[rows], ids, len(table)))

        return self._noted(out, back)

    def nested(self, value: Value, first: Index, last: Index, count: int) -> Value:
        """By unit: the sum over the nodes around it. A node is around the units from `first` to before `last`.

        Nodes come in document order. What has begun by a unit less what has ended by it is what is around it.
        """
        order = np.argsort(last, kind="stable")
        begun, ended = _running(value.data), _running(value.data.take(order, axis=0))
        around = begun.take(_up_to(first, count), axis=0)
        around -= ended.take(_up_to(last, count), axis=0)
        out = Value(around.astype(np.float32))

        def back() -> None:
            if out.grad is not None:
                running = _running(out.grad)
                value.receive((running.take(last, axis=0) - running.take(first, axis=0)).astype(np.float32))

        return self._noted(out, back)

    def between(self, value: Value, ranges: Index, shares: Matrix) -> Value:
        """For each range of a row's ranges, first and one past the last, the sum of the values in it times its share.

        The sums of a row's ranges stand side by side.
        """
        running = _running(value.data)
        rows, count, _ = ranges.shape
        sums = running.take(ranges[:, :, 1], axis=0)
        sums -= running.take(ranges[:, :, 0], axis=0)
        sums *= shares[:, :, None]
        out = Value(sums.reshape(rows, -1).astype(np.float32))

        def back() -> None:
            if out.grad is not None:
                change = np.zeros((len(value.data) + 1, value.data.shape[1]))
                grad = out.grad.reshape(rows, count, -1) * shares[:, :, None]
                for column in range(count):
                    change += sum_by(grad[:, column], ranges[:, column, 0], len(change))
                    change -= sum_by(grad[:, column], ranges[:, column, 1], len(change))
                value.receive(np.cumsum(change, axis=0)[:-1].astype(np.float32))

        return self._noted(out, back)

    def neighbours(self, value: Value, distance: int, starts: Index) -> Value:
        """Each unit between those so far before and after it on its page, side by side; zeros where there is none."""
        own = self._by_member(value.data)
        near = np.empty((*own.shape[:2], 3, own.shape[2]), dtype=np.float32)
        near[:, :, 1] = own
        pages = list(pairwise(starts.tolist()))
        for start, end in pages:
            begun, ending = min(end, start + distance), max(start, end - distance)
            near[start:begun, :, 0] = 0
            near[begun:end, :, 0] = own[start:ending]
            near[start:ending, :, 2] = own[begun:end]
            near[ending:end, :, 2] = 0
        out = Value(near.reshape(len(near), -1))

        def back() -> None:
            if out.grad is not None:
                came = out.grad.reshape(near.shape)
                grad = came[:, :, 1].copy()
                for start, end in pages:
                    begun, ending = min(end, start + distance), max(start, end - distance)
                    grad[start:ending] += came[begun:end, :, 0]
                    grad[begun:end] += came[start:ending, :, 2]
                value.receive(grad.reshape(value.data.shape))

        return self._noted(out, back)

    def mean_by(self, value: Value, groups: Index, count: int) -> Value:
        """The mean of each group's rows; every group has one."""
        shares = (1 / np.bincount(groups, minlength=count)).astype(np.float32)[:, None]
        out = Value(sum_by(value.data, groups, count) * shares)

        def back() -> None:
            if out.grad is not None:
                value.receive((out.grad * shares)[groups])

        return self._noted(out, back)

    def pool(self, value: Value, weights: Matrix, starts: Index) -> Value:
        """By page: the weighted mean of its units and their greatest numbers, side by side."""
        pages = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        total = np.add.reduceat(weights, starts[:-1])
        shares = (weights / total[pages])[:, None]
        greatest = np.maximum.reduceat(value.data, starts[:-1], axis=0)
        mean = np.add.reduceat(value.data * shares, starts[:-1], axis=0)
        out = Value(self._side_by_side([mean, greatest]))

        def back() -> None:
            if out.grad is not None:
                by_mean, by_greatest = np.split(self._by_member(out.grad), 2, axis=2)
                is_greatest = (value.data == greatest[pages]).astype(np.float32)
                is_greatest /= np.add.reduceat(is_greatest, starts[:-1], axis=0)[pages]
                value.receive(
                    by_mean.reshape(mean.shape)[pages] * shares + by_greatest.reshape(mean.shape)[pages] * is_greatest
                )

        return self._noted(out, back)

    def shared(self, data: Matrix) -> Value:
        """What all members are given alike."""
        return Value(np.tile(data, (1, self._members)) if self._members > 1 else data)

    def _by_member(self, data: Matrix) -> Matrix:
        return data.reshape(len(data), self._members, -1)

    def _side_by_side(self, parts: Sequence[Matrix]) -> Matrix:
        return np.concatenate([self._by_member(part) for part in parts], axis=2).reshape(len(parts[0]), -1)

    def _folded(self, data: Matrix, count: int) -> Matrix:
        rows = len(data) // count
        return data.reshape(rows, count, self._members, -1).swapaxes(1, 2).reshape(rows, -1)

    def _unfolded(self, data: Matrix, count: int) -> Matrix:
        rows = len(data)
        return data.reshape(rows, self._members, count, -1).swapaxes(1, 2).reshape(rows * count, -1)

    def _noted(self, out: Value, back: Callable[[], None]) -> Value:
        if self._records:
            self._steps_back.append(back)
        return out

    def _learn(self, name: str, gradient: Matrix) -> None:
        known = self.gradients.get(name)
        self.gradients[name] = gradient if known is None else known + gradient


def multiply(left: Matrix, right: Matrix) -> Matrix:
    """Left @ right, in pieces of rows. Of several matrices on the right each has its share of the left's columns."""
    depth, width = right.shape[-2:]
    members = right.size // (depth * width)
    rows = len(left)
    height = max(1, min(rows, _PIECE // (depth * width)))
    product = np.empty((rows, members * width), dtype=np.result_type(left, right))
    whole = rows - rows % height
    for start, end, piece in ((0, whole, height), (whole, rows, rows - whole)):
        if start < end:  # NumPy goes over the pieces and members by itself
            pieces = left[start:end].reshape(-1, piece, members, depth).swapaxes(1, 2)
            into = product[start:end].reshape(-1, piece, members, width).swapaxes(1, 2)
            np.matmul(pieces, right.reshape(members, depth, width), out=into)
    return product


def multiply_transposed(left: Matrix, right: Matrix) -> Matrix:
    """left.T @ right, in pieces of rows."""
    height = max(1, _PIECE // (left.shape[1] * right.shape[1]))
    total = np.zeros((left.shape[1], right.shape[1]), dtype=np.float32)
    for start in range(0, len(left), height):
        total += left[start : start + height].T @ right[start : start + height]
    return total


def sum_by(values: Matrix, index: Index, count: int) -> Matrix:
    """The sums of the rows that have the same index."""
    total = np.zeros((count, values.shape[1]), dtype=np.float32)
    if len(index):
        order = np.argsort(index, kind="stable")
        sorted_index = index.take(order)
        is_first = np.ones(len(index), dtype=np.bool_)
        np.not_equal(sorted_index[1:], sorted_index[:-1], out=is_first[1:])
        starts = np.flatnonzero(is_first)
        total[sorted_index[starts]] = np.add.reduceat(values.take(order, axis=0), starts, axis=0)
    return total


def _sum_of_bags(rows: Matrix, starts: Index) -> Matrix:
    total = np.zeros((len(starts) - 1, rows.shape[1]), dtype=np.float32)
    filled = np.flatnonzero(starts[1:] > starts[:-1])
    if len(filled):
        total[filled] = np.add.reduceat(rows, starts[filled], axis=0)
    return total


def sum_of_rows(values: Numbers, rows: Index) -> Numbers:
    """By row of a matrix of row numbers: the sum of those rows of the values."""
    total = values.take(rows[:, 0], axis=0)
    for column in range(1, rows.shape[1]):
        total += values.take(rows[:, column], axis=0)
    return total


def _up_to(positions: Index, count: int) -> Index:
    """For each number below a count: how many positions are no greater."""
    answer: Index = np.cumsum(np.bincount(positions, minlength=count)[:count])
    return answer


def _running(values: Matrix) -> npt.NDArray[np.float64]:
    """Sums of the first 0, 1, 2 … rows; differences of them are wanted, so they are exact but within a block.

    NumPy sums column by column, which for a matrix of many columns takes three times as long as a product of each block
    with a triangle of ones.
    """
    rows, width = values.shape
    running = np.zeros((rows + 1, width))
    whole = rows - rows % _BLOCK
    blocks = np.matmul(_TRIANGLE, values[:whole].reshape(-1, _BLOCK, width))
    if whole:
        begin = running[: whole + 1 : _BLOCK]
        np.cumsum(blocks[:, -1], axis=0, out=begin[1:])
        np.add(blocks, begin[:-1, None], out=running[1 : whole + 1].reshape(-1, _BLOCK, width))
    rest = rows - whole
    np.add(_TRIANGLE[:rest, :rest] @ values[whole:], running[whole], out=running[whole + 1 :])
    return running
