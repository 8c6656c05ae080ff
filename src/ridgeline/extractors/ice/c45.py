"""C4.5: learning a decision tree, and pruning it (Quinlan 1993, as the paper's Figure 2 shows it at work).

A node is split by the attribute with the best gain ratio among those of at least average gain. A number is split in two
at a value of the training set; what the choice of a cut costs, log2(cuts) / items, is taken off its gain (release 8). A
nominal attribute makes a branch for each of its values. Both need two branches with two items or more. Then the tree is
pruned from below: by the errors to be expected of each part, a leaf or the largest branch takes a node's place.

An item whose value is unknown (NaN, None) goes down all branches, in the shares of those whose value is known; so
items have fractions, and an item that is classified gets the mixture of the leaves that it reaches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import ModelError

Column = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int64]

MIN_ITEMS = 2.0  # of a branch, in two branches: C4.5's default
MAX_ITEMS_FOR_A_CUT = 25.0
CONFIDENCE = 0.25  # C4.5's default
# Of the normal distribution at that confidence, as C4.5 interpolates it from its table: with it the errors in Figure 2
# come out to the last digit, 2.1 for one in 3 items, 74.4 for 69 in 222; the exact 0.6745 would give 2.0 for the first.
_DEVIATION = 0.6925
_SLACK = 0.1  # errors by which a smaller tree may be worse
_EPSILON = 1e-9
UNKNOWN_VALUE = -1


@dataclass(frozen=True, eq=False)
class Items:
    """What a tree learns from: a column an attribute. A nominal column holds codes of its values."""

    names: tuple[str, ...]
    columns: tuple[Column, ...]  # numbers; NaN where unknown
    values: Mapping[str, tuple[str, ...]]  # of the nominal attributes; in `columns` they are positions in here
    classes: tuple[str, ...]
    labels: Codes  # positions in `classes`

    def __len__(self) -> int:
        return len(self.labels)


@dataclass(slots=True)
class Node:
    """A leaf, or a test with a branch for each outcome."""

    counts: Column  # training items by class
    label: int
    attribute: int = -1  # what is tested; nothing in a leaf
    threshold: float = float("nan")  # of a number: the branches are "up to" and "above"
    branches: list["Node"] = field(default_factory=list)
    errors: float = 0.0  # to be expected of a leaf

    @property
    def is_leaf(self) -> bool:
        """Whether nothing is tested here."""
        return not self.branches

    @property
    def items(self) -> float:
        """The weight of the training items that came here."""
        return float(self.counts.sum())


def learn(items: Items, confidence_deviation: float = _DEVIATION) -> Node:
    """The pruned tree of some items."""
    rows, weights = np.arange(len(items)), np.ones(len(items))
    # A cut of a number may only stand at values that occur, whichever items reach the node.
    occurring = [np.unique(column[~np.isnan(column)]) for column in items.columns]
    tree = _grow(items, rows, weights, occurring)
    _prune(tree, items, rows, weights, confidence_deviation)
    return tree


# --- Growing


@dataclass(slots=True)
class _Split:
    attribute: int
    gain: float
    ratio: float
    threshold: float
    outcome: Codes  # by row: its branch, UNKNOWN_VALUE where unknown
    branches: int


def _grow(items: Items, rows: Rows, weights: Column, occurring: Sequence[Column]) -> Node:
    counts = _class_counts(items, rows, weights)
    node = Node(counts, int(counts.argmax()))
    total = counts.sum()
    if total < 2 * MIN_ITEMS or counts.max() >= total - _EPSILON:
        return node
    found = [_best_split(items, attribute, rows, weights, occurring) for attribute in range(len(items.names))]
    split = _choose([split for split in found if split is not None])
    if split is None:
        return node
    node.attribute, node.threshold = split.attribute, split.threshold
    for part_rows, part_weights in _parts(split.outcome, split.branches, rows, weights):
        if part_weights.sum() < _EPSILON:
            node.branches.append(Node(np.zeros_like(counts), node.label))
        else:
            node.branches.append(_grow(items, part_rows, part_weights, occurring))
    return node


def _choose(splits: Sequence[_Split]) -> _Split | None:
    """The best gain ratio among the splits whose gain is no less than the average."""
    useful = [split for split in splits if split.gain > _EPSILON]
    if not useful:
        return None
    average = sum(split.gain for split in useful) / len(useful)
    return max((split for split in useful if split.gain >= average - 1e-3), key=lambda split: split.ratio)


def _best_split(
    items: Items, attribute: int, rows: Rows, weights: Column, occurring: Sequence[Column]
) -> _Split | None:
    column = items.columns[attribute][rows]
    known = ~np.isnan(column)
    if not known.any():
        return None
    values = items.values.get(items.names[attribute])
    if values is not None:
        outcome = np.where(known, column, UNKNOWN_VALUE).astype(np.int64)
        return _nominal(items, attribute, rows, weights, outcome, len(values))
    return _numeric(items, attribute, rows, weights, column, occurring[attribute])


def _nominal(items: Items, attribute: int, rows: Rows, weights: Column, outcome: Codes, branches: int) -> _Split | None:
    table = _table(items, rows, weights, outcome, branches)
    if np.count_nonzero(table.sum(axis=1) >= MIN_ITEMS - _EPSILON) < 2:
        return None
    gain, information = _gain(table, weights.sum())
    if information < _EPSILON:
        return None
    return _Split(attribute, gain, gain / information, float("nan"), outcome, branches)


def _numeric(
    items: Items, attribute: int, rows: Rows, weights: Column, column: Column, occurring: Column
) -> _Split | None:
    """The best cut of a number; the gain of every possible one is found at once."""
    known = np.flatnonzero(~np.isnan(column))
    order = known[np.argsort(column[known], kind="stable")]
    values, portions = column[order], weights[order]
    by_class = np.zeros((len(order), len(items.classes)))
    by_class[np.arange(len(order)), items.labels[rows[order]]] = portions
    below = np.cumsum(by_class, axis=0)[:-1]
    total = by_class.sum(axis=0)
    least = min(max(MIN_ITEMS, 0.1 * total.sum() / len(items.classes)), MAX_ITEMS_FOR_A_CUT)
    size_below = below.sum(axis=1)
    possible = values[1:] > values[:-1] + _EPSILON
    allowed = possible & (size_below >= least - _EPSILON) & (total.sum() - size_below >= least - _EPSILON)
    if not allowed.any():
        return None
    cuts = np.flatnonzero(allowed)
    rest = _entropy_sum(below[cuts]) + _entropy_sum(total - below[cuts])
    best = int(cuts[rest.argmin()])
    middle = (values[best] + values[best + 1]) / 2
    threshold = float(occurring[np.searchsorted(occurring, middle, side="right") - 1])
    outcome = np.where(np.isnan(column), UNKNOWN_VALUE, column > threshold).astype(np.int64)
    gain, information = _gain(_table(items, rows, weights, outcome, 2), weights.sum())
    gain -= log(np.count_nonzero(possible), 2) / weights.sum()
    if gain < _EPSILON or information < _EPSILON:
        return None
    return _Split(attribute, gain, gain / information, threshold, outcome, 2)


def _gain(table: Column, weight: float) -> tuple[float, float]:
    """Of a table of branches by classes: what the split tells about the classes, and what it tells in all."""
    by_branch = table.sum(axis=1)
    known = by_branch.sum()
    before = float(_entropy_sum(table.sum(axis=0, keepdims=True))[0])
    after = float(_entropy_sum(table).sum())
    gain = (before - after) / weight  # per item known, times the share of items known
    information = float(_entropy_sum(np.append(by_branch, max(weight - known, 0.0))[None, :])[0]) / weight
    return gain, information


def _entropy_sum(counts: Column) -> Column:
    """By row: the entropy of the counts in bits, times their sum."""
    totals = counts.sum(axis=1)
    answer: Column = _x_log_x(totals) - _x_log_x(counts).sum(axis=1)
    return answer


def _x_log_x(values: Column) -> Column:
    positive = np.maximum(values, 0)
    answer: Column = positive * np.log2(np.where(positive > 0, positive, 1))
    return answer


def _table(items: Items, rows: Rows, weights: Column, outcome: Codes, branches: int) -> Column:
    known = outcome != UNKNOWN_VALUE
    table = np.zeros((branches, len(items.classes)))
    np.add.at(table, (outcome[known], items.labels[rows[known]]), weights[known])
    return table


def _class_counts(items: Items, rows: Rows, weights: Column) -> Column:
    return np.bincount(items.labels[rows], weights, minlength=len(items.classes)).astype(np.float64)


def _parts(outcome: Codes, branches: int, rows: Rows, weights: Column) -> list[tuple[Rows, Column]]:
    """By branch: its rows and weights; a row with an unknown outcome is in all, by their share of the known."""
    unknown = outcome == UNKNOWN_VALUE
    shares = np.bincount(outcome[~unknown], weights[~unknown], minlength=branches)
    shares = shares / max(shares.sum(), _EPSILON)
    parts = []
    for branch in range(branches):
        own = outcome == branch
        member = own | (unknown & (shares[branch] > _EPSILON))
        parts.append((rows[member], weights[member] * np.where(own[member], 1.0, shares[branch])))
    return parts


# --- Pruning


def expected_errors(items: float, errors: float, deviation: float = _DEVIATION) -> float:
    """The errors to be expected of a leaf with so many training items, so many of them wrong: the upper limit of a
    confidence interval, that of the binomial distribution for no error, of the normal one with a correction for more.
    """
    if items <= 0:
        return 0.0
    if errors < 1e-6:
        return items * (1 - exp(log(CONFIDENCE) / items))
    if errors < 1:
        none, one = expected_errors(items, 0, deviation), expected_errors(items, 1, deviation)
        return none + errors * (one - none)
    if errors + 0.5 >= items:
        return errors + 0.67 * (items - errors)
    square = deviation**2
    corrected = errors + 0.5
    root = sqrt(square * (corrected * (1 - corrected / items) + square / 4))
    return items * (corrected + square / 2 + root) / (items + square)


def _prune(node: Node, items: Items, rows: Rows, weights: Column, deviation: float) -> float:
    """Prune a part of a tree by the items that reach it. The errors to be expected of what is left."""
    node.counts = _class_counts(items, rows, weights)
    if node.counts.sum() > 0:
        node.label = int(node.counts.argmax())
    as_leaf = expected_errors(node.items, node.items - float(node.counts.max()), deviation)
    if node.is_leaf:
        node.errors = as_leaf
        return as_leaf
    parts = _parts(_outcomes(node, items, rows), len(node.branches), rows, weights)
    as_tree = sum(_prune(branch, items, *part, deviation) for branch, part in zip(node.branches, parts, strict=True))
    largest = max(node.branches, key=lambda branch: branch.items)
    as_branch = _errors_of(largest, items, rows, weights, deviation)
    if as_leaf <= as_tree + _SLACK and as_leaf <= as_branch + _SLACK:
        node.branches, node.errors = [], as_leaf
        return as_leaf
    if as_branch <= as_tree + _SLACK:
        node.attribute, node.threshold, node.branches = largest.attribute, largest.threshold, largest.branches
        return _prune(node, items, rows, weights, deviation)
    return as_tree


def _errors_of(node: Node, items: Items, rows: Rows, weights: Column, deviation: float) -> float:
    """The errors to be expected if these items came to this part of the tree as it is."""
    if node.is_leaf:
        counts = _class_counts(items, rows, weights)
        return expected_errors(float(counts.sum()), float(counts.sum() - counts[node.label]), deviation)
    parts = _parts(_outcomes(node, items, rows), len(node.branches), rows, weights)
    return sum(_errors_of(branch, items, *part, deviation) for branch, part in zip(node.branches, parts, strict=True))


def _outcomes(node: Node, items: Items, rows: Rows) -> Codes:
    return outcomes(node, items.columns[node.attribute][rows], items.names[node.attribute] in items.values)


def outcomes(node: Node, column: Column, is_nominal: bool) -> Codes:
    """By item: the branch that its value leads to, UNKNOWN_VALUE where it is unknown."""
    decided = column if is_nominal else (column > node.threshold).astype(np.float64)
    return np.where(np.isnan(column), UNKNOWN_VALUE, decided).astype(np.int64)


# --- Using


def classify(tree: Node, columns: Sequence[Column], is_nominal: Sequence[bool], classes: int) -> Column:
    """By item: the probability of each class."""
    count = len(columns[0])
    answer = np.zeros((count, classes))
    open_nodes = [(tree, np.arange(count), np.ones(count))]
    while open_nodes:
        node, rows, weights = open_nodes.pop()
        if not len(rows):
            continue
        if node.is_leaf:
            share = node.counts / node.items if node.items > 0 else np.eye(classes)[node.label]
            np.add.at(answer, rows, weights[:, None] * share)
            continue
        outcome = outcomes(node, columns[node.attribute][rows], is_nominal[node.attribute])
        unknown = outcome == UNKNOWN_VALUE
        sizes = np.array([branch.items for branch in node.branches])
        for number, branch in enumerate(node.branches):
            member = (outcome == number) | (unknown & (sizes[number] > 0))
            portion = np.where(outcome[member] == number, 1.0, sizes[number] / max(sizes.sum(), _EPSILON))
            open_nodes.append((branch, rows[member], weights[member] * portion))
    return answer


# --- Reading and writing


def to_json(node: Node, names: Sequence[str], values: Mapping[str, Sequence[str]], classes: Sequence[str]) -> Any:
    """A tree as nested objects that a person can read."""
    counts = {name: round(float(count), 4) for name, count in zip(classes, node.counts, strict=True) if count > 0}
    if node.is_leaf:
        return {"class": classes[node.label], "items": counts, "expected_errors": round(node.errors, 4)}
    name = names[node.attribute]
    inner = [to_json(branch, names, values, classes) for branch in node.branches]
    if name in values:
        return {"test": name, "items": counts, "branches": dict(zip(values[name], inner, strict=True))}
    return {"test": name, "items": counts, "threshold": node.threshold, "up_to": inner[0], "above": inner[1]}


def from_json(part: Any, names: Sequence[str], values: Mapping[str, Sequence[str]], classes: Sequence[str]) -> Node:
    """What `to_json` wrote."""
    try:
        counts = np.array([float(part["items"].get(name, 0.0)) for name in classes])
        if "class" in part:
            return Node(counts, classes.index(part["class"]), errors=float(part["expected_errors"]))
        name = part["test"]
        if name in values:
            inner, threshold = [part["branches"][value] for value in values[name]], float("nan")
        else:
            inner, threshold = [part["up_to"], part["above"]], float(part["threshold"])
        branches = [from_json(branch, names, values, classes) for branch in inner]
        return Node(counts, int(counts.argmax()), names.index(name), threshold, branches)
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise ModelError(f"this is no decision tree ({type(error).__name__}: {error}): learn it again") from error
