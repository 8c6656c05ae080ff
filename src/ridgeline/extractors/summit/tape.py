"""The operations of summit's network, each with its gradient.

A Tape runs operations; one that records also keeps the backward step of each, so that the network is written once, for
inference and for training. Everything is float32, and rows are lines, nodes or pages.

Matrix products are computed in pieces that a BLAS library handles in one thread: larger ones wake its thread pool,
which on a page's few hundred lines costs many times what it saves, and makes the last bits depend on the number of
cores.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from .constants import Matrix

_PIECE = 400_000  # multiplications in one product
_BLOCK = 32  # rows that are summed in single precision
_TRIANGLE = np.tril(np.ones((_BLOCK, _BLOCK), dtype=np.float32))
Index = npt.NDArray[np.integer[Any]]


class Value:
    """A matrix inside the network, and the gradient of the loss with respect to it once that is known."""

    __slots__ = ("data", "grad")

    def __init__(self, data: Matrix) -> None:
        self.data = data
        self.grad: Matrix | None = None

    def add_gradient(self, grad: Matrix) -> None:
        """Accumulate a gradient."""
        self.grad = grad if self.grad is None else self.grad + grad


class Tape:
    """Operations on values, with parameters by name.

    Several networks of one shape can run together: their parameters are stacked (`network.stack`), and so are all
    values computed from them. Networks are trained one by one.
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
        self._backward_steps: list[Callable[[], None]] = []
        self.gradients: dict[str, Matrix] = {}

    def backward(self) -> None:
        """Propagate the gradients of the outputs (`Value.grad`) back to the parameters, and clear the record."""
        while self._backward_steps:
            self._backward_steps.pop()()

    def linear(self, value: Value, name: str) -> Value:
        """Return the product with a parameter's matrix, plus its bias where it has one."""
        weights = self._parameters[name]
        bias = self._parameters.get(f"{name}.bias")
        product = multiply(value.data, weights)
        if bias is not None:
            product += bias[..., None, :]
        out = Value(product)

        def backward() -> None:
            if out.grad is None:
                return
            self._accumulate(name, multiply_transposed(value.data, out.grad))
            if bias is not None:
                self._accumulate(f"{name}.bias", out.grad.sum(axis=0))
            value.add_gradient(multiply(out.grad, np.ascontiguousarray(weights.T)))

        return self._record(out, backward)

    def relu(self, value: Value) -> Value:
        """Return the positive part."""
        positive = np.zeros(value.data.shape, dtype=value.data.dtype)
        np.maximum(value.data, positive, out=positive)  # quicker with a matrix of zeros than with a scalar
        out = Value(positive)

        def backward() -> None:
            if out.grad is not None:
                value.add_gradient(out.grad * (out.data > 0))

        return self._record(out, backward)

    def drop(self, value: Value) -> Value:
        """Apply dropout, in training only."""
        if self._rng is None or not self._dropout:
            return value
        kept = self._rng.random(value.data.shape, dtype=np.float32) >= self._dropout
        mask: Matrix = kept * np.float32(1 / (1 - self._dropout))
        out = Value(value.data * mask)

        def backward() -> None:
            if out.grad is not None:
                value.add_gradient(out.grad * mask)

        return self._record(out, backward)

    def add(self, *values: Value) -> Value:
        """Return the sum."""
        total = values[0].data + values[1].data
        for value in values[2:]:
            total += value.data
        out = Value(total)

        def backward() -> None:
            if out.grad is not None:
                for value in values:
                    value.add_gradient(out.grad)

        return self._record(out, backward)

    def scale(self, value: Value, factors: Matrix) -> Value:
        """Return each row times its factor."""
        column = factors[:, None]
        out = Value(value.data * column)

        def backward() -> None:
            if out.grad is not None:
                value.add_gradient(out.grad * column)

        return self._record(out, backward)

    def beside(self, *values: Value) -> Value:
        """Return the columns of all, side by side."""
        out = Value(np.concatenate([value.data for value in values], axis=-1))

        def backward() -> None:
            if out.grad is not None:
                start = 0
                for value in values:
                    width = value.data.shape[-1]
                    value.add_gradient(out.grad[..., start : start + width])
                    start += width

        return self._record(out, backward)

    def pick(self, value: Value, rows: Index) -> Value:
        """Return rows by their number."""
        out = Value(value.data.take(rows, axis=-2))

        def backward() -> None:
            if out.grad is not None:
                value.add_gradient(sum_by(out.grad, rows, value.data.shape[-2]))

        return self._record(out, backward)

    def sums(self, value: Value, rows: Index) -> Value:
        """Return for each row of a matrix of row numbers the sum of those rows."""
        total = value.data.take(rows[:, 0], axis=-2)
        for column in range(1, rows.shape[1]):
            total += value.data.take(rows[:, column], axis=-2)
        out = Value(total)

        def backward() -> None:
            if out.grad is not None:
                grad = np.repeat(out.grad, rows.shape[1], axis=-2)
                value.add_gradient(sum_by(grad, rows.reshape(-1), value.data.shape[-2]))

        return self._record(out, backward)

    def folded(self, value: Value, count: int) -> Value:
        """Return every `count` rows side by side in one."""
        out = Value(_folded(value.data, count))

        def backward() -> None:
            if out.grad is not None:
                value.add_gradient(_unfolded(out.grad, count))

        return self._record(out, backward)

    def unfolded(self, value: Value, count: int) -> Value:
        """Return each row split into `count` rows."""
        out = Value(_unfolded(value.data, count))

        def backward() -> None:
            if out.grad is not None:
                value.add_gradient(_folded(out.grad, count))

        return self._record(out, backward)

    def table(self, name: str) -> Value:
        """Return a parameter as it is."""
        out = Value(self._parameters[name])

        def backward() -> None:
            if out.grad is not None:
                self._accumulate(name, out.grad)

        return self._record(out, backward)

    def bag(self, name: str, ids: Index, starts: Index) -> Value:
        """Return for each bag the sum of the rows of a parameter that its ids name.

        Bag i holds ids[starts[i]:starts[i+1]].
        """
        table = self._parameters[name]
        out = Value(_sum_of_bags(table.take(ids, axis=-2), starts))

        def backward() -> None:
            if out.grad is not None:
                rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
                self._accumulate(name, sum_by(out.grad[rows], ids, len(table)))

        return self._record(out, backward)

    def nested(self, value: Value, first: Index, last: Index, count: int) -> Value:
        """Return for each line the sum over the nodes around it.

        A node is around the lines from `first` to before `last`.

        Nodes are in document order. The sum of what has begun by a line minus what has ended by it is what is around
        it.
        """
        order = np.argsort(last, kind="stable")
        begun, ended = _running(value.data), _running(value.data.take(order, axis=-2))
        around = begun.take(_up_to(first, count), axis=-2)
        around -= ended.take(_up_to(last, count), axis=-2)
        out = Value(around.astype(np.float32))

        def backward() -> None:
            if out.grad is not None:
                running = _running(out.grad)
                value.add_gradient((running.take(last, axis=-2) - running.take(first, axis=-2)).astype(np.float32))

        return self._record(out, backward)

    def between(self, value: Value, ranges: Index) -> Value:
        """Return for each range of rows, first and one past the last, the mean of its rows; zeros where it has none."""
        running = _running(value.data)
        shares = 1 / np.maximum(ranges[:, 1] - ranges[:, 0], 1)[:, None]
        means = running.take(ranges[:, 1], axis=-2)
        means -= running.take(ranges[:, 0], axis=-2)
        means *= shares
        out = Value(means.astype(np.float32))

        def backward() -> None:
            if out.grad is not None:
                grad = out.grad * shares
                rows = value.data.shape[-2]
                change = sum_by(grad, ranges[:, 0], rows + 1) - sum_by(grad, ranges[:, 1], rows + 1)
                value.add_gradient(np.cumsum(change, axis=-2)[..., :-1, :].astype(np.float32))

        return self._record(out, backward)

    def neighbours(self, value: Value, distance: int, starts: Index) -> Value:
        """Return each line between those at this distance before and after it on its page.

        Zeros beyond the page's ends.
        """
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

        def backward() -> None:
            if out.grad is not None:
                came = out.grad
                grad = came[..., width : 2 * width].copy()
                for start, end in pages:
                    begun, ending = min(end, start + distance), max(start, end - distance)
                    grad[..., start:ending, :] += came[..., begun:end, :width]
                    grad[..., begun:end, :] += came[..., start:ending, 2 * width :]
                value.add_gradient(grad)

        return self._record(out, backward)

    def mean_by(self, value: Value, groups: Index, count: int) -> Value:
        """Return the mean of each group's rows; every group has one."""
        shares = (1 / np.bincount(groups, minlength=count)).astype(np.float32)[:, None]
        out = Value(sum_by(value.data, groups, count) * shares)

        def backward() -> None:
            if out.grad is not None:
                value.add_gradient((out.grad * shares).take(groups, axis=-2))

        return self._record(out, backward)

    def pool(self, value: Value, weights: Matrix, starts: Index) -> Value:
        """Return for each page the weighted mean and the maximum of its lines, side by side."""
        pages = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        total = np.add.reduceat(weights, starts[:-1])
        shares = (weights / total[pages])[:, None]
        greatest = np.maximum.reduceat(value.data, starts[:-1], axis=-2)
        mean = np.add.reduceat(value.data * shares, starts[:-1], axis=-2)
        out = Value(np.concatenate((mean, greatest), axis=-1))

        def backward() -> None:
            if out.grad is not None:
                by_mean, by_greatest = np.split(out.grad, 2, axis=-1)
                is_greatest = (value.data == greatest.take(pages, axis=-2)).astype(np.float32)
                is_greatest /= np.add.reduceat(is_greatest, starts[:-1], axis=-2).take(pages, axis=-2)
                value.add_gradient(
                    by_mean.take(pages, axis=-2) * shares + by_greatest.take(pages, axis=-2) * is_greatest
                )

        return self._record(out, backward)

    def _record(self, out: Value, backward: Callable[[], None]) -> Value:
        if self._records:
            self._backward_steps.append(backward)
        return out

    def _accumulate(self, name: str, gradient: Matrix) -> None:
        known = self.gradients.get(name)
        self.gradients[name] = gradient if known is None else known + gradient


def multiply(left: Matrix, right: Matrix) -> Matrix:
    """Return left @ right, computed in pieces of rows. Either may be a stack of matrices."""
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
    """Return left.T @ right, computed in pieces of rows."""
    height = max(1, _PIECE // (left.shape[1] * right.shape[1]))
    total = np.zeros((left.shape[1], right.shape[1]), dtype=np.float32)
    for start in range(0, len(left), height):
        total += left[start : start + height].T @ right[start : start + height]
    return total


def sum_by(values: Matrix, index: Index, count: int) -> Matrix:
    """Return the sums of the rows that have the same index."""
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
    """Return for each number below `count` how many positions are no greater."""
    answer: Index = np.cumsum(np.bincount(positions, minlength=count)[:count])
    return answer


def _running(values: Matrix) -> npt.NDArray[np.float64]:
    """Return cumulative sums over rows, from 0; in double precision across blocks, since their differences are needed.

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
