"""C4.5 (Quinlan 1993): grows a decision tree; `pruning` prunes it.

A node tests the attribute with the best gain ratio among those of at least average gain. A numeric attribute is cut in
two at a value of the training set; the cost of choosing a cut, log2(cuts) / examples, is subtracted from its gain
(release 8), where only the cuts that leave enough examples on either side are counted. A nominal attribute has a branch
for each of its values. Both need two branches with two examples or more.

An example with an unknown value (NaN) goes down all branches, by their shares of the examples whose value is known, so
examples have fractional weights.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from ....extractors.ice.decision_tree import UNKNOWN, Codes, Column, Node
from ....page import BoolColumn
from .examples import EPSILON, Examples, Rows, Subset
from .pruning import prune

MIN_BRANCH_WEIGHT = 2.0  # in at least two branches: C4.5's default
MAX_MIN_CUT_WEIGHT = 25.0  # upper limit of the weight that C4.5 demands on either side of a cut


@dataclass(frozen=True, slots=True, eq=False)
class _Split:
    """A test of one attribute, and what it does to a subset."""

    attribute: int
    gain: float
    ratio: float
    outcome: Codes  # by example: its branch, or UNKNOWN
    branches: int
    threshold: float = float("nan")


def learn(examples: Examples) -> Node:
    """Return the pruned tree of some examples."""
    everything = Subset.whole(examples)
    # A numeric attribute is cut at a value that occurs in the training set, not only among the examples at the node.
    occurring = [np.unique(column[~np.isnan(column)]) for column in examples.columns]
    return prune(_grow(everything, occurring), everything)


def _grow(subset: Subset, occurring: Sequence[Column]) -> Node:
    counts = subset.class_counts()
    label, total = int(counts.argmax()), counts.sum()
    if total < 2 * MIN_BRANCH_WEIGHT or counts.max() >= total - EPSILON:
        return Node(counts, label)
    split = _best_split(_splits(subset, occurring))
    if split is None:
        return Node(counts, label)
    branches = []
    for part in subset.divide(split.outcome, split.branches):
        is_empty = part.weights.sum() < EPSILON
        branches.append(Node(np.zeros_like(counts), label) if is_empty else _grow(part, occurring))
    return Node(counts, label, split.attribute, split.threshold, tuple(branches))


def _best_split(splits: Iterable[_Split]) -> _Split | None:
    """Return the split with the best gain ratio among those of at least average gain."""
    useful = [split for split in splits if split.gain > EPSILON]
    if not useful:
        return None
    average = sum(split.gain for split in useful) / len(useful)
    return max((split for split in useful if split.gain >= average - 1e-3), key=lambda split: split.ratio)


def _splits(subset: Subset, occurring: Sequence[Column]) -> Iterable[_Split]:
    """Yield the split by each attribute that can split the subset."""
    for attribute, values in enumerate(occurring):
        if np.isnan(subset.column(attribute)).all():
            continue
        is_nominal = subset.schema.values_of(attribute) is not None
        split = _nominal_split(subset, attribute) if is_nominal else _numeric_split(subset, attribute, values)
        if split is not None:
            yield split


def _nominal_split(subset: Subset, attribute: int) -> _Split | None:
    column = subset.column(attribute)
    outcome = np.where(np.isnan(column), UNKNOWN, column).astype(np.int64)
    branches = len(subset.schema.values_of(attribute) or ())
    table = subset.table(outcome, branches)
    if np.count_nonzero(table.sum(axis=1) >= MIN_BRANCH_WEIGHT - EPSILON) < 2:
        return None
    gain, split_information = _gain(table, subset.weights.sum())
    if split_information < EPSILON:
        return None
    return _Split(attribute, gain, gain / split_information, outcome, branches)


def _numeric_split(subset: Subset, attribute: int, occurring: Column) -> _Split | None:
    column, weight = subset.column(attribute), subset.weights.sum()
    values, by_class = _sorted_examples(subset, column)
    is_cut = values[1:] > values[:-1] + EPSILON
    cuts = _allowed_cuts(by_class, is_cut)
    if not len(cuts):
        return None
    best = _best_cut(by_class, cuts)
    middle = (values[best] + values[best + 1]) / 2
    threshold = float(occurring[np.searchsorted(occurring, middle, side="right") - 1])
    outcome = np.where(np.isnan(column), UNKNOWN, column > threshold).astype(np.int64)
    gain, split_information = _gain(subset.table(outcome, 2), weight)
    gain -= log(len(cuts), 2) / weight
    if gain < EPSILON or split_information < EPSILON:
        return None
    return _Split(attribute, gain, gain / split_information, outcome, 2, threshold)


def _sorted_examples(subset: Subset, column: Column) -> tuple[Column, Column]:
    """Return the known values in ascending order, and a row for each with its weight in the column of its class."""
    known = np.flatnonzero(~np.isnan(column))
    order = known[np.argsort(column[known], kind="stable")]
    by_class = np.zeros((len(order), len(subset.schema.classes)))
    by_class[np.arange(len(order)), subset.labels[order]] = subset.weights[order]
    return column[order], by_class


def _allowed_cuts(by_class: Column, is_cut: BoolColumn) -> Rows:
    """Return the rows after which C4.5 tries to cut: between two values, with enough examples on either side."""
    weight_below = np.cumsum(by_class.sum(axis=1))[:-1]
    total = by_class.sum()
    minimum = min(max(MIN_BRANCH_WEIGHT, 0.1 * total / by_class.shape[1]), MAX_MIN_CUT_WEIGHT)
    is_balanced = (weight_below >= minimum - EPSILON) & (total - weight_below >= minimum - EPSILON)
    return np.flatnonzero(is_cut & is_balanced)


def _best_cut(by_class: Column, cuts: Rows) -> int:
    """Return the row after which to cut, by the gain of all these cuts at once."""
    below, total = np.cumsum(by_class, axis=0)[cuts], by_class.sum(axis=0)
    remaining = _entropy_sum(below) + _entropy_sum(total - below)
    return int(cuts[remaining.argmin()])


def _gain(table: Column, weight: float) -> tuple[float, float]:
    """Return the gain and the split information of a table of weights by branch and class.

    `weight` includes the examples with an unknown value, which count as one more branch in the split information.
    """
    by_branch = table.sum(axis=1)
    before = float(_entropy_sum(table.sum(axis=0, keepdims=True))[0])
    after = float(_entropy_sum(table).sum())
    gain = (before - after) / weight  # per known example, times the share of known examples
    unknown = max(weight - by_branch.sum(), 0.0)
    split_information = float(_entropy_sum(np.append(by_branch, unknown)[None, :])[0]) / weight
    return gain, split_information


def _entropy_sum(counts: Column) -> Column:
    """Return the entropy of each row of counts, in bits, times the sum of the row."""
    entropy: Column = _x_log_x(counts.sum(axis=1)) - _x_log_x(counts).sum(axis=1)
    return entropy


def _x_log_x(values: Column) -> Column:
    positive = np.maximum(values, 0)
    product: Column = positive * np.log2(np.where(positive > 0, positive, 1))
    return product
