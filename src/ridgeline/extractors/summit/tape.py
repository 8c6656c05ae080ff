"""The few operations that summit's network is made of, each with its way back.

A Tape computes; one that records also notes for every step how a gradient goes back through it, so that the network is
written once, for answers and for learning. Everything is float32, and rows are units, nodes or pages.

Products of matrices are cut into pieces that a BLAS library computes on the spot: larger ones wake its threads, which
on a page's few hundred units take many times the time they save, and make the last bits depend on the machine's cores.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from .units import Matrix

_PIECE = 400_000  # multiplications in one product
_BLOCK = 32  # rows that are summed in single precision
_TRIANGLE = np.tril(np.ones((_BLOCK, _BLOCK), dtype=np.float32))
Index = npt.NDArray[np.integer[Any]]


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

    Several networks of one shape can answer together: their parameters are stacked (`network.together`), and so are
    all values that come of them. Networks learn one by one.
    """

    def __init__(
        self,
        parameters: Mapping[str, Matrix],
        *,
        records: bool = False,
        dropout: float = 0.0,
        rng: "np.random.Generator | None" = None,
    ) -> None:
        self._parameters = parameters
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
            product += bias[..., None, :]
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
        out = Value(np.concatenate([value.data for value in values], axis=-1))

        def back() -> None:
            if out.grad is not None:
                start = 0
                for value in values:
                    width = value.data.shape[-1]
                    value.receive(out.grad[..., start : start + width])
                    start += width

        return self._noted(out, back)

    def pick(self, value: Value, rows: Index) -> Value:
        """Rows by their number."""
        out = Value(value.data.take(rows, axis=-2))

        def back() -> None:
            if out.grad is not None:
                value.receive(sum_by(out.grad, rows, value.data.shape[-2]))

        return self._noted(out, back)

    def sums(self, value: Value, rows: Index) -> Value:
        """By row of a matrix of row numbers: the sum of those rows."""
        total = value.data.take(rows[:, 0], axis=-2)
        for column in range(1, rows.shape[1]):
            total += value.data.take(rows[:, column], axis=-2)
        out = Value(total)

        def back() -> None:
            if out.grad is not None:
                grad = np.repeat(out.grad, rows.shape[1], axis=-2)
                value.receive(sum_by(grad, rows.reshape(-1), value.data.shape[-2]))

        return self._noted(out, back)

    def folded(self, value: Value, count: int) -> Value:
        """Every so many rows side by side in one."""
        out = Value(_folded(value.data, count))

        def back() -> None:
            if out.grad is not None:
                value.receive(_unfolded(out.grad, count))

        return self._noted(out, back)

    def unfolded(self, value: Value, count: int) -> Value:
        """Each row cut into so many."""
        out = Value(_unfolded(value.data, count))

        def back() -> None:
            if out.grad is not None:
                value.receive(_folded(out.grad, count))

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
        out = Value(_sum_of_bags(table.take(ids, axis=-2), starts))

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
        begun, ended = _running(value.data), _running(value.data.take(order, axis=-2))
        around = begun.take(_up_to(first, count), axis=-2)
        around -= ended.take(_up_to(last, count), axis=-2)
        out = Value(around.astype(np.float32))

        def back() -> None:
            if out.grad is not None:
                running = _running(out.grad)
                value.receive((running.take(last, axis=-2) - running.take(first, axis=-2)).astype(np.float32))

        return self._noted(out, back)

    def between(self, value: Value, ranges: Index) -> Value:
        """For each range of rows, first and one past the last: the mean of the rows in it, zeros where it has none."""
        running = _running(value.data)
        shares = 1 / np.maximum(ranges[:, 1] - ranges[:, 0], 1)[:, None]
        means = running.take(ranges[:, 1], axis=-2)
        means -= running.take(ranges[:, 0], axis=-2)
        means *= shares
        out = Value(means.astype(np.float32))

        def back() -> None:
            if out.grad is not None:
                grad = out.grad * shares
                rows = value.data.shape[-2]
                change = sum_by(grad, ranges[:, 0], rows + 1) - sum_by(grad, ranges[:, 1], rows + 1)
                value.receive(np.cumsum(change, axis=-2)[..., :-1, :].astype(np.float32))

        return self._noted(out, back)

    def neighbours(self, value: Value, distance: int, starts: Index) -> Value:
        """Each unit between those so far before and after it on its page, side by side; zeros where there is none."""
        own = value.data
        width = own.shape[-1]
        near = np.empty((*own.shape[:-1], 3 * width), dtype=np.float32)
        before, at, after = near[..., :width], near[..., width : 2 * width], near[..., 2 * width :]
        at[...] = own
        pages = list(pairwise(starts.tolist()))
        for start, end in pages:
            begun, ending = min(end, start + distance), max(start, end - distance)
            before[..., start:begun, :] = 0
            before[..., begun:end, :] = own[..., start:ending, :]
            after[..., start:ending, :] = own[..., begun:end, :]
            after[..., ending:end, :] = 0
        out = Value(near)

        def back() -> None:
            if out.grad is not None:
                came = out.grad
                grad = came[..., width : 2 * width].copy()
                for start, end in pages:
                    begun, ending = min(end, start + distance), max(start, end - distance)
                    grad[..., start:ending, :] += came[..., begun:end, :width]
                    grad[..., begun:end, :] += came[..., start:ending, 2 * width :]
                value.receive(grad)

        return self._noted(out, back)

    def mean_by(self, value: Value, groups: Index, count: int) -> Value:
        """The mean of each group's rows; every group has one."""
        shares = (1 / np.bincount(groups, minlength=count)).astype(np.float32)[:, None]
        out = Value(sum_by(value.data, groups, count) * shares)

        def back() -> None:
            if out.grad is not None:
                value.receive((out.grad * shares).take(groups, axis=-2))

        return self._noted(out, back)

    def pool(self, value: Value, weights: Matrix, starts: Index) -> Value:
        """By page: the weighted mean of its units and their greatest numbers, side by side."""
        pages = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        total = np.add.reduceat(weights, starts[:-1])
        shares = (weights / total[pages])[:, None]
        greatest = np.maximum.reduceat(value.data, starts[:-1], axis=-2)
        mean = np.add.reduceat(value.data * shares, starts[:-1], axis=-2)
        out = Value(np.concatenate((mean, greatest), axis=-1))

        def back() -> None:
            if out.grad is not None:
                by_mean, by_greatest = np.split(out.grad, 2, axis=-1)
                is_greatest = (value.data == greatest.take(pages, axis=-2)).astype(np.float32)
                is_greatest /= np.add.reduceat(is_greatest, starts[:-1], axis=-2).take(pages, axis=-2)
                value.receive(by_mean.take(pages, axis=-2) * shares + by_greatest.take(pages, axis=-2) * is_greatest)

        return self._noted(out, back)

    def _noted(self, out: Value, back: Callable[[], None]) -> Value:
        if self._records:
            self._steps_back.append(back)
        return out

    def _learn(self, name: str, gradient: Matrix) -> None:
        known = self.gradients.get(name)
        self.gradients[name] = gradient if known is None else known + gradient


def multiply(left: Matrix, right: Matrix) -> Matrix:
    """Left @ right, in pieces of rows. Either may be a stack of matrices."""
    depth, width = right.shape[-2:]
    rows = left.shape[-2]
    height = max(1, _PIECE // (depth * width))
    product: Matrix
    if rows <= height:
        product = np.matmul(left, right)
        return product
    product = np.empty((*(left.shape[:-2] or right.shape[:-2]), rows, width), dtype=np.result_type(left, right))
    for start in range(0, rows, height):
        piece = slice(start, start + height)
        np.matmul(left[..., piece, :], right, out=product[..., piece, :])
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
    total = np.zeros((*values.shape[:-2], count, values.shape[-1]), dtype=np.float32)
    if len(index):
        order = np.argsort(index, kind="stable")
        sorted_index = index.take(order)
        is_first = np.ones(len(index), dtype=np.bool_)
        np.not_equal(sorted_index[1:], sorted_index[:-1], out=is_first[1:])
        starts = np.flatnonzero(is_first)
        total[..., sorted_index[starts], :] = np.add.reduceat(values.take(order, axis=-2), starts, axis=-2)
    return total


def _sum_of_bags(rows: Matrix, starts: Index) -> Matrix:
    total = np.zeros((*rows.shape[:-2], len(starts) - 1, rows.shape[-1]), dtype=np.float32)
    filled = np.flatnonzero(starts[1:] > starts[:-1])
    if len(filled):
        total[..., filled, :] = np.add.reduceat(rows, starts[filled], axis=-2)
    return total


def _folded(data: Matrix, count: int) -> Matrix:
    return data.reshape(*data.shape[:-2], data.shape[-2] // count, -1)


def _unfolded(data: Matrix, count: int) -> Matrix:
    return data.reshape(*data.shape[:-2], data.shape[-2] * count, -1)


def _up_to(positions: Index, count: int) -> Index:
    """For each number below a count: how many positions are no greater."""
    answer: Index = np.cumsum(np.bincount(positions, minlength=count)[:count])
    return answer


def _running(values: Matrix) -> npt.NDArray[np.float64]:
    """Sums of the first 0, 1, 2 … rows; differences of them are wanted, so they are exact but within a block.

    NumPy sums column by column, which for a matrix of many columns takes three times as long as a product of each block
    with a triangle of ones.
    """
    *stacks, rows, width = values.shape
    running = np.zeros((*stacks, rows + 1, width))
    whole = rows - rows % _BLOCK
    if whole:
        blocks = np.matmul(_TRIANGLE, values[..., :whole, :].reshape(*stacks, -1, _BLOCK, width))
        begin = np.zeros((*stacks, whole // _BLOCK, 1, width))
        np.cumsum(blocks[..., :-1, -1, :], axis=-2, out=begin[..., 1:, 0, :])
        running[..., 1 : whole + 1, :] = (blocks + begin).reshape(*stacks, whole, width)
    rest = rows - whole
    np.add(
        _TRIANGLE[:rest, :rest] @ values[..., whole:, :],
        running[..., whole : whole + 1, :],
        out=running[..., whole + 1 :, :],
    )
    return running
