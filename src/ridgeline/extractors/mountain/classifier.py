"""The classifier of ridges: a support vector machine with an RBF kernel (section 4), kept as arrays.

scikit-learn trains it (the extra `train`); a decision needs NumPy alone: Σ a_i exp(−g ‖x − v_i‖²) + b > 0 over the
support vectors v_i. Features go in as they are, since all four lie between 0 and 1. The paper does not give C and the
kernel's width; ours are chosen by four-fold cross-validation (`ridgeline train mountain`, docs/mountain.md).
"""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import MissingExtraError, ModelError
from ...page import BoolColumn
from .cells import Reals
from .terrain import FEATURES

C = 1.0
WIDTH = 1.0  # g of the kernel
# More ridges than these teach nothing: with 22,000 of them 0.686 of the ridges of unseen sites are judged rightly, with
# 3,000 it is 0.680, and a page takes a fifth of the time since there are fewer support vectors.
MAX_RIDGES = 3_000


@dataclass(frozen=True, eq=False, slots=True)
class Classifier:
    """Tells primary ridges from cluttered ones by their feature vectors."""

    vectors: npt.NDArray[np.float32]  # the support vectors, a row each
    coefficients: npt.NDArray[np.float32]
    intercept: float
    width: float = WIDTH

    def decide(self, features: Reals) -> Reals:
        """By ridge: how far it is on the primary side; negative for cluttered ones."""
        if not len(self.vectors) or not len(features):
            return np.full(len(features), self.intercept)
        points = features.astype(np.float32)
        squares = (points**2).sum(axis=1)[:, None] + (self.vectors**2).sum(axis=1) - 2 * points @ self.vectors.T
        answer: Reals = (np.exp(-np.float32(self.width) * squares) @ self.coefficients).astype(np.float64)
        return answer + self.intercept

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Everything as arrays, to be stored."""
        numbers = np.array([self.intercept, self.width], dtype=np.float64)
        return {"vectors": self.vectors, "coefficients": self.coefficients, "numbers": numbers}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]], origin: str) -> "Classifier":
        """What `arrays` gave; `origin` is named if it is not that."""
        try:
            vectors, coefficients = arrays["vectors"].astype(np.float32), arrays["coefficients"].astype(np.float32)
            intercept, width = map(float, arrays["numbers"])
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{origin} does not hold a classifier of ridges: train it again") from error
        if vectors.shape != (len(coefficients), len(FEATURES)) or coefficients.ndim != 1:
            raise ModelError(f"{origin} does not hold a classifier of ridges: train it again")
        return cls(vectors, coefficients, intercept, width)


def train(features: Reals, is_primary: BoolColumn, *, c: float = C, width: float = WIDTH) -> Classifier:
    """A classifier learnt from labelled ridges; of very many, from some, evenly spread.

    Where all of them are of one kind, it says so of every ridge.
    """
    if len(features) > MAX_RIDGES:
        chosen = np.arange(MAX_RIDGES) * len(features) // MAX_RIDGES
        features, is_primary = features[chosen], is_primary[chosen]
    if is_primary.all() or not is_primary.any():
        empty = np.empty((0, len(FEATURES)), dtype=np.float32)
        # Without a single ridge nothing speaks against the ridges to come.
        return Classifier(empty, np.empty(0, dtype=np.float32), 1.0 if is_primary.all() else -1.0, width)
    try:
        svm: Any = importlib.import_module("sklearn.svm")
    except ModuleNotFoundError as error:
        raise MissingExtraError('training needs scikit-learn: pip install "ridgeline[train]"') from error
    machine = svm.SVC(C=c, kernel="rbf", gamma=width).fit(features, is_primary)
    return Classifier(
        machine.support_vectors_.astype(np.float32),
        machine.dual_coef_[0].astype(np.float32),
        float(machine.intercept_[0]),
        width,
    )
