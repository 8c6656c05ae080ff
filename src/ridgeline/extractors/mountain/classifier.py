"""The ridge classifier: a support vector machine with an RBF kernel (section 4), stored as arrays.

A prediction needs NumPy alone: Σ a_i exp(−g ‖x − v_i‖²) + b > 0 over the support vectors v_i. Features are not scaled,
since all four lie between 0 and 1. g is the decay of the kernel (the width is one of the features).
`training` trains the classifier.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import ModelError
from ...page.cache import cached_property
from .cells import Floats
from .terrain import FEATURES

# Ridges that are decided together. The product of more would wake the threads of the linear algebra library, which cost
# far more than it does.
_FEW = 32


@dataclass(frozen=True, eq=False)
class Classifier:
    """Separates primary from cluttered ridges by their feature vectors."""

    vectors: npt.NDArray[np.float32]  # v_i, the support vectors, a row each
    coefficients: npt.NDArray[np.float32]  # a_i
    intercept: float  # b
    kernel_decay: float  # g

    def decide(self, features: Floats) -> Floats:
        """Return the decision value of each ridge: positive for primary ridges, negative for cluttered ones."""
        if not len(self.vectors) or not len(features):
            return np.full(len(features), self.intercept)
        answer = np.empty(len(features))
        # Some kernels of OpenBLAS also read what lies behind a small matrix, and set the flag where it is no number.
        with np.errstate(invalid="ignore"):
            for start in range(0, len(features), _FEW):
                answer[start : start + _FEW] = self._kernels(features[start : start + _FEW]) @ self.coefficients
        return answer + self.intercept

    def _kernels(self, features: Floats) -> npt.NDArray[np.float32]:
        """Return exp(−g ‖x − v_i‖²) of each ridge and support vector."""
        points = features.astype(np.float32)
        exponents = points @ self._products
        exponents -= self._squares
        exponents -= np.float32(self.kernel_decay) * (points**2).sum(axis=1)[:, None]
        kernels: npt.NDArray[np.float32] = np.exp(exponents, out=exponents)
        return kernels

    # The exponent is 2 g x·v_i − g ‖v_i‖² − g ‖x‖².

    @cached_property
    def _products(self) -> npt.NDArray[np.float32]:
        return np.ascontiguousarray(2 * np.float32(self.kernel_decay) * self.vectors.T)

    @cached_property
    def _squares(self) -> npt.NDArray[np.float32]:
        squares: npt.NDArray[np.float32] = np.float32(self.kernel_decay) * (self.vectors**2).sum(axis=1)
        return squares

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return all parameters as arrays, to be saved."""
        numbers = np.array([self.intercept, self.kernel_decay], dtype=np.float64)
        return {"vectors": self.vectors, "coefficients": self.coefficients, "numbers": numbers}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]], origin: str) -> "Classifier":
        """Return the classifier that `arrays` saved; errors name `origin`."""
        try:
            vectors, coefficients = arrays["vectors"].astype(np.float32), arrays["coefficients"].astype(np.float32)
            intercept, kernel_decay = map(float, arrays["numbers"])
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{origin} does not hold a classifier of ridges: train it again") from error
        if vectors.shape != (len(coefficients), len(FEATURES)) or coefficients.ndim != 1:
            raise ModelError(f"{origin} does not hold a classifier of ridges: train it again")
        return cls(vectors, coefficients, intercept, kernel_decay)
