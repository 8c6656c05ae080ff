"""Fits the linear models of section 5, and the perfect values of section 4.1 that their features are adjusted by.

Positive nodes are one class, all other scored nodes the other. The solvers need standardised features; the scale is
folded into the weights afterwards, so a model holds β0 … β17 of the paper's equation.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt

from ....errors import MissingExtraError, OptionError
from ....extractors.grouping import Kind, Model, View
from ....extractors.grouping.node_features import Perfect, Relative, adjusted, relative
from ....marks import Marks
from ....page import BoolColumn
from ....page.elements import CODES
from .node_labels import Label, label, marks_from_gold, top_nodes


@dataclass(frozen=True, eq=False)
class Example:
    """A labelled page, by scored node. It is small: it does not hold the page."""

    values: Relative
    positive: BoolColumn
    top: BoolColumn  # the top ground-truth nodes

    @classmethod
    def from_marks(cls, view: View, marks: Marks) -> "Example":
        """Label a page with the nodes that a user selected and deselected."""
        labels = label(view.page, marks)
        tops = top_nodes(view.page, labels)
        return cls(relative(view), labels[view.scored] == Label.POSITIVE, tops[view.scored])

    @classmethod
    def from_gold(cls, view: View, gold: str) -> "Example":
        """Label a page with its gold text."""
        return cls.from_marks(view, marks_from_gold(view, gold))

    @property
    def usable(self) -> bool:
        """Whether it has a positive node. On some pages the gold text is not found."""
        return bool(self.positive.any())


def learn(examples: Sequence[Example], kinds: Sequence[Kind] = tuple(Kind)) -> dict[Kind, Model]:
    """Fit a model of each kind to the examples."""
    usable = [example for example in examples if example.usable]
    if not usable:
        raise OptionError("no page has content to learn from: the gold texts are not on the pages")
    perfect = learn_perfect(usable)
    matrix = np.concatenate([adjusted(example.values, perfect) for example in usable])
    target = np.concatenate([example.positive for example in usable])
    if target.all():
        raise OptionError("all nodes of these pages are content: there are no negative examples")
    mean, scale = _standardise(matrix)
    fitted = {}
    for kind, estimator in _estimators(kinds):
        estimator.fit(matrix, target)
        weights: npt.NDArray[np.float64] = np.asarray(estimator.coef_[0], dtype=np.float64) / scale
        bias = float(estimator.intercept_[0] - weights @ mean)
        fitted[kind] = Model(kind, perfect, tuple(weights.tolist()), bias)
    return fitted


def learn_perfect(examples: Sequence[Example]) -> Perfect:
    """Compute the perfect positions and area over the top ground-truth nodes, and the score of every tag."""
    positions = np.concatenate([example.values.positions[example.top] for example in examples])
    area = np.concatenate([example.values.area[example.top] for example in examples])
    seen: Counter[str] = Counter()
    positive: Counter[str] = Counter()
    for example in examples:
        seen.update(example.values.tags)
        positive.update(compress(example.values.tags, example.positive.tolist()))
    share = positive.total() / max(seen.total(), 1)
    return Perfect(
        positions=tuple(positions.mean(axis=0, dtype=np.float64).tolist()),
        area=float(area.mean()),
        tag_scores={name: (positive[name] + share) / (seen[name] + 1) for name in sorted(seen) if name in CODES},
        other_tag_score=share,
    )


def _standardise(matrix: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Standardise the columns in place; return their means and scales."""
    mean, scale = matrix.mean(axis=0, dtype=np.float64), matrix.std(axis=0, dtype=np.float64)
    scale[scale < 1e-9] = 1.0  # a constant feature
    matrix -= mean.astype(np.float32)
    matrix /= scale.astype(np.float32)
    return mean, scale


def _estimators(kinds: Sequence[Kind]) -> Iterator[tuple[Kind, Any]]:
    try:
        from sklearn.linear_model import LogisticRegression
        from sklearn.svm import LinearSVC
    except ModuleNotFoundError as error:
        raise MissingExtraError("training needs scikit-learn", "train") from error
    for kind in kinds:
        # There are far more nodes than features: the primal problem is faster, and regularisation hardly matters.
        yield kind, LogisticRegression(max_iter=300) if kind is Kind.LOGISTIC_REGRESSION else LinearSVC(dual=False)
