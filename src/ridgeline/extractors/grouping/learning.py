"""The learning step (section 5): a linear model over the 17 features, logistic regression or support vector machine.

Positive nodes are one class, all other judged nodes the other. Features are brought to a common scale before learning,
since the solvers want that, and the scale is folded into the weights afterwards: what is stored is β0 … β17 of the
paper's equation. Learning takes scikit-learn; scoring takes NumPy.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import MissingExtraError, ModelError, OptionError
from ...models import SavedModel
from ...page import BoolColumn
from .features import NAMES, Perfect, Relative, adjusted, learn_perfect, relative
from .labels import Label, Marks, label, mark, top_nodes
from .view import Reals, View

_MAX_EXPONENT = 500.0  # beyond, a probability is 0 or 1


class Kind(StrEnum):
    """The learners of the paper."""

    LOGISTIC_REGRESSION = "logistic regression"
    SUPPORT_VECTORS = "linear support vector machine"


@dataclass(frozen=True, eq=False)
class Example:
    """What a rendered page teaches, by judged node. It is small: the page itself is not kept."""

    values: Relative
    positive: BoolColumn
    top: BoolColumn

    @classmethod
    def from_marks(cls, view: View, marks: Marks) -> "Example":
        """From what a user selected and deselected."""
        labels = label(view.page, marks)
        tops = top_nodes(view.page, labels)
        return cls(relative(view), labels[view.judged] == Label.POSITIVE, tops[view.judged])

    @classmethod
    def from_gold(cls, view: View, gold: str) -> "Example":
        """From a gold text."""
        return cls.from_marks(
            view, mark(view, __import__("ridgeline.lab.align", fromlist=["align"]).align(view.page, gold).labels)
        )

    @property
    def usable(self) -> bool:
        """Whether it shows what content is: most pages do, but some have a gold text that is not on them."""
        return bool(self.positive.any())


@dataclass(frozen=True, eq=False)
class Knowledge:
    """What was learnt: how features are adjusted, and β."""

    kind: Kind
    perfect: Perfect
    weights: tuple[float, ...]  # β1 … β17, in the order of features.NAMES
    bias: float  # β0

    def scores(self, view: View) -> Reals:
        """By judged node: p(v) of section 5, or its signed distance for a support vector machine."""
        margin: Reals = adjusted(relative(view), self.perfect).astype(np.float64) @ np.array(self.weights) + self.bias
        if self.kind is Kind.SUPPORT_VECTORS:
            return margin
        probability: Reals = 1 / (1 + np.exp(-np.clip(margin, -_MAX_EXPONENT, _MAX_EXPONENT)))
        return probability

    def as_dict(self) -> dict[str, Any]:
        """As JSON can say it."""
        weights = dict(zip(NAMES, self.weights, strict=True))
        return {"kind": self.kind.value, "bias": self.bias, "weights": weights, "perfect": asdict(self.perfect)}

    @classmethod
    def from_model(cls, model: SavedModel, kind: Kind) -> "Knowledge":
        """From the part of a model that is of this kind."""
        try:
            part = next(part for part in model.manifest["learnt"] if part["kind"] == kind)
            perfect = part["perfect"]
            return cls(
                kind,
                Perfect(
                    tuple(map(float, perfect["positions"])),
                    float(perfect["area"]),
                    {str(name): float(score) for name, score in perfect["tag_scores"].items()},
                    float(perfect["other_tag_score"]),
                ),
                tuple(float(part["weights"][name]) for name in NAMES),
                float(part["bias"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError, StopIteration) as error:
            raise ModelError(f"the model of {model.extractor} holds no {kind}: train it again") from error


def learn(examples: Sequence[Example], kinds: Sequence[Kind] = tuple(Kind)) -> dict[Kind, Knowledge]:
    """Learn from examples, by each of the learners."""
    usable = [example for example in examples if example.usable]
    if not usable:
        raise OptionError("no page has content to learn from: the gold texts do not stand on the pages")
    perfect = learn_perfect([(example.values, example.positive, example.top) for example in usable])
    matrix = np.concatenate([adjusted(example.values, perfect) for example in usable])
    target = np.concatenate([example.positive for example in usable])
    if target.all():
        raise OptionError("all nodes of these pages are content: there is nothing to tell it from")
    mean, scale = matrix.mean(axis=0, dtype=np.float64), matrix.std(axis=0, dtype=np.float64)
    scale[scale < 1e-9] = 1.0  # a feature that is the same everywhere
    matrix -= mean.astype(np.float32)
    matrix /= scale.astype(np.float32)
    learnt = {}
    for kind, estimator in _estimators(kinds):
        estimator.fit(matrix, target)
        weights: npt.NDArray[np.float64] = np.asarray(estimator.coef_[0], dtype=np.float64) / scale
        bias = float(estimator.intercept_[0] - weights @ mean)
        learnt[kind] = Knowledge(kind, perfect, tuple(weights.tolist()), bias)
    return learnt


def _estimators(kinds: Sequence[Kind]) -> Iterator[tuple[Kind, Any]]:
    try:
        from sklearn.linear_model import LogisticRegression
        from sklearn.svm import LinearSVC
    except ModuleNotFoundError as error:
        raise MissingExtraError('learning needs scikit-learn: pip install "ridgeline[train]"') from error
    for kind in kinds:
        # Far more nodes than features: solved directly, and regularisation hardly matters.
        yield kind, LogisticRegression(max_iter=300) if kind is Kind.LOGISTIC_REGRESSION else LinearSVC(dual=False)
