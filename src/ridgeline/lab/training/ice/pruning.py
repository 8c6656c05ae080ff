"""C4.5's pessimistic pruning: replaces a node by a leaf or by its largest branch where fewer errors are expected."""

from dataclasses import replace
from math import exp, log, sqrt

from ....extractors.ice.decision_tree import Node
from .examples import Subset

CONFIDENCE = 0.25  # C4.5's default
# Of the normal distribution at that confidence, as C4.5 interpolates it from its table. With it the errors in Figure 2
# agree to the last digit, 2.1 for one in 3 items, 74.4 for 69 in 222; the exact 0.6745 would give 2.0 for the first.
_DEVIATION = 0.6925
_TOLERANCE = 0.1  # errors by which a smaller tree may be worse


def expected_errors(weight: float, errors: float) -> float:
    """Return the errors to expect of a leaf with this weight of training examples, `errors` of them misclassified.

    It is the upper limit of a confidence interval: of the binomial distribution without an error, of the normal one
    with a continuity correction otherwise.
    """
    if weight <= 0:
        return 0.0
    if errors < 1e-6:
        return weight * (1 - exp(log(CONFIDENCE) / weight))
    if errors < 1:
        none, one = expected_errors(weight, 0), expected_errors(weight, 1)
        return none + errors * (one - none)
    if errors + 0.5 >= weight:
        return errors + 0.67 * (weight - errors)
    square = _DEVIATION**2
    corrected = errors + 0.5
    root = sqrt(square * (corrected * (1 - corrected / weight) + square / 4))
    return weight * (corrected + square / 2 + root) / (weight + square)


def prune(tree: Node, subset: Subset) -> Node:
    """Return the pruned tree; `subset` holds the training examples that reach its root."""
    return _prune(tree, subset)[0]


def _prune(node: Node, subset: Subset) -> tuple[Node, float]:
    """Return the pruned node and its expected errors."""
    counts = subset.class_counts()
    label = int(counts.argmax()) if counts.sum() > 0 else node.label
    weight = float(counts.sum())
    as_leaf = expected_errors(weight, weight - float(counts.max()))
    leaf = Node(counts, label, errors=as_leaf)
    if node.is_leaf:
        return leaf, as_leaf
    pruned = [_prune(branch, part) for branch, part in zip(node.branches, _divide(node, subset), strict=True)]
    branches, as_tree = tuple(branch for branch, _ in pruned), sum(errors for _, errors in pruned)
    largest = max(branches, key=lambda branch: branch.weight)
    as_branch = _errors_of(largest, subset)
    if as_leaf <= as_tree + _TOLERANCE and as_leaf <= as_branch + _TOLERANCE:
        return leaf, as_leaf
    if as_branch <= as_tree + _TOLERANCE:
        return _prune(replace(largest, label=label), subset)
    return replace(node, counts=counts, label=label, branches=branches), as_tree


def _errors_of(node: Node, subset: Subset) -> float:
    """Return the expected errors if this subset reached this node."""
    if node.is_leaf:
        counts = subset.class_counts()
        return expected_errors(float(counts.sum()), float(counts.sum() - counts[node.label]))
    parts = _divide(node, subset)
    return sum(_errors_of(branch, part) for branch, part in zip(node.branches, parts, strict=True))


def _divide(node: Node, subset: Subset) -> list[Subset]:
    outcome = node.outcomes(subset.column(node.attribute), subset.schema)
    return subset.divide(outcome, len(node.branches))
