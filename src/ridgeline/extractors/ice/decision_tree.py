"""Decision trees as C4.5 builds them (Quinlan 1993): classification, the JSON form, and the layout of Figure 2.

An inner node tests one attribute. A numeric attribute has two branches, "up to" a threshold and "above" it; a nominal
one has a branch for each of its values. An example with an unknown value (NaN) goes down all branches, weighted by
their shares of the training examples, and gets the weighted mean of the leaves that it reaches.

`ridgeline.lab.training.ice.c45` grows and prunes these trees.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import ModelError

Column = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]

UNKNOWN = -1  # the outcome of a test on an unknown value
_NO_TEST = -1
_EPSILON = 1e-9


@dataclass(frozen=True, slots=True)
class Schema:
    """The attributes that a tree tests and the classes that it assigns."""

    attributes: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]  # of the nominal attributes; their columns hold positions in these
    classes: tuple[str, ...]

    def values_of(self, attribute: int) -> tuple[str, ...] | None:
        """Return the values of a nominal attribute, None for a numeric one."""
        return self.values.get(self.attributes[attribute])


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A leaf, or a test with a branch for each outcome."""

    counts: Column  # weight of the training examples by class
    label: int  # position in the schema's classes
    attribute: int = _NO_TEST
    threshold: float = float("nan")  # of a numeric attribute
    branches: tuple["Node", ...] = ()
    errors: float = 0.0  # expected number of errors of a leaf

    @property
    def is_leaf(self) -> bool:
        """Whether the node has no test."""
        return not self.branches

    @property
    def weight(self) -> float:
        """The weight of the training examples that reached the node."""
        return float(self.counts.sum())

    def leaves(self) -> Iterator["Node"]:
        """Yield the leaves at and below the node."""
        if self.is_leaf:
            yield self
        for branch in self.branches:
            yield from branch.leaves()

    def outcomes(self, column: Column, schema: Schema) -> Codes:
        """Return the branch that each value of the tested attribute leads to, UNKNOWN for an unknown value."""
        is_nominal = schema.values_of(self.attribute) is not None
        branches = column if is_nominal else (column > self.threshold).astype(np.float64)
        return np.where(np.isnan(column), UNKNOWN, branches).astype(np.int64)


def classify(tree: Node, columns: Sequence[Column], schema: Schema) -> Column:
    """Return the class probabilities of examples, a row each; `columns` has one column per attribute."""
    count = len(columns[0])
    probabilities = np.zeros((count, len(schema.classes)))
    pending = [(tree, np.arange(count), np.ones(count))]
    while pending:
        node, rows, weights = pending.pop()
        if not len(rows):
            continue
        if node.is_leaf:
            np.add.at(probabilities, rows, weights[:, None] * _class_shares(node))
            continue
        outcome = node.outcomes(columns[node.attribute][rows], schema)
        sizes = np.array([branch.weight for branch in node.branches])
        for position, branch in enumerate(node.branches):
            mask = (outcome == position) | ((outcome == UNKNOWN) & (sizes[position] > 0))
            share = np.where(outcome[mask] == position, 1.0, sizes[position] / max(sizes.sum(), _EPSILON))
            pending.append((branch, rows[mask], weights[mask] * share))
    return probabilities


def _class_shares(leaf: Node) -> Column:
    """Return the share of each class in a leaf; a leaf without training examples is sure of its label."""
    if leaf.weight > 0:
        return leaf.counts / leaf.weight
    certain: Column = np.eye(len(leaf.counts))[leaf.label]
    return certain


def to_json(node: Node, schema: Schema) -> Any:
    """Return a tree as nested, readable objects."""
    counts = {
        name: round(float(count), 4) for name, count in zip(schema.classes, node.counts, strict=True) if count > 0
    }
    if node.is_leaf:
        return {"class": schema.classes[node.label], "items": counts, "expected_errors": round(node.errors, 4)}
    test = {"test": schema.attributes[node.attribute], "items": counts}
    branches = [to_json(branch, schema) for branch in node.branches]
    values = schema.values_of(node.attribute)
    if values is not None:
        return {**test, "branches": dict(zip(values, branches, strict=True))}
    return {**test, "threshold": node.threshold, "up_to": branches[0], "above": branches[1]}


def from_json(part: Any, schema: Schema) -> Node:
    """Return the tree that `to_json` wrote."""
    try:
        return _read_node(part, schema)
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise ModelError(f"not a decision tree ({type(error).__name__}: {error}): train it again") from error


def _read_node(part: Any, schema: Schema) -> Node:
    counts = np.array([float(part["items"].get(name, 0.0)) for name in schema.classes])
    if "class" in part:
        return Node(counts, schema.classes.index(part["class"]), errors=float(part["expected_errors"]))
    attribute = schema.attributes.index(part["test"])
    values = schema.values_of(attribute)
    if values is not None:
        inner, threshold = [part["branches"][value] for value in values], float("nan")
    else:
        inner, threshold = [part["up_to"], part["above"]], float(part["threshold"])
    branches = tuple(_read_node(branch, schema) for branch in inner)
    return Node(counts, int(counts.argmax()), attribute, threshold, branches)


def to_figure(tree: Node, schema: Schema) -> str:
    """Return a tree in the layout of Figure 2; in brackets the training examples of a leaf and its expected errors."""
    return "\n".join(_figure_lines(tree, schema, ""))


def _figure_lines(node: Node, schema: Schema, indent: str) -> Iterator[str]:
    if node.is_leaf:
        yield f"{indent}{_figure_leaf(node, schema)}"
        return
    for test, branch in zip(_figure_tests(node, schema), node.branches, strict=True):
        if branch.is_leaf:
            yield f"{indent}{test}: {_figure_leaf(branch, schema)}"
        else:
            yield f"{indent}{test}:"
            yield from _figure_lines(branch, schema, f"{indent}| ")


def _figure_tests(node: Node, schema: Schema) -> list[str]:
    name, values = schema.attributes[node.attribute], schema.values_of(node.attribute)
    if values is not None:
        return [f"{name} = {value}" for value in values]
    return [f"{name} <= {node.threshold:.6g} ", f"{name} > {node.threshold:.6g} "]


def _figure_leaf(leaf: Node, schema: Schema) -> str:
    numbers = f"{leaf.weight:.1f}/{leaf.errors:.1f}" if leaf.weight > 0 else "0.0"
    return f"{schema.classes[leaf.label]} ({numbers})"
