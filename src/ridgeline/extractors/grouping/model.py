"""The linear models of section 5 over the 17 features: logistic regression and support vector machine.

A model is β0 … β17 of the paper's equation, with the perfect values that its features are adjusted by. Scoring takes
NumPy alone. `lab.training.grouping` fits models.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from ...errors import ModelError
from ...storage.models import SavedModel
from .node_features import NAMES, Perfect, adjusted, relative
from .view import Reals, View

MODEL_NAME = "grouping"  # one file for all methods: it holds a model of each kind
_MODELS_KEY = "learnt"  # the name of the models in files of format 1
_MAX_EXPONENT = 500.0  # beyond it a probability is 0 or 1


class Kind(StrEnum):
    """The paper's kinds of linear model."""

    LOGISTIC_REGRESSION = "logistic regression"
    SUPPORT_VECTORS = "linear support vector machine"


@dataclass(frozen=True, eq=False)
class Model:
    """The trained parameters: the perfect values and β."""

    kind: Kind
    perfect: Perfect
    weights: tuple[float, ...]  # β1 … β17, in the order of features.NAMES
    bias: float  # β0

    def scores(self, view: View) -> Reals:
        """Return for each scored node p(v) of section 5, or the signed distance for a support vector machine."""
        margin: Reals = adjusted(relative(view), self.perfect).astype(np.float64) @ np.array(self.weights) + self.bias
        if self.kind is Kind.SUPPORT_VECTORS:
            return margin
        probability: Reals = 1 / (1 + np.exp(-np.clip(margin, -_MAX_EXPONENT, _MAX_EXPONENT)))
        return probability

    def to_dict(self) -> dict[str, Any]:
        """Return the parameters as a JSON object."""
        weights = dict(zip(NAMES, self.weights, strict=True))
        return {"kind": self.kind.value, "bias": self.bias, "weights": weights, "perfect": asdict(self.perfect)}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> "Model":
        """Return the model of a JSON object; raises KeyError, TypeError or ValueError for another object."""
        perfect = stored["perfect"]
        return cls(
            Kind(stored["kind"]),
            Perfect(
                tuple(map(float, perfect["positions"])),
                float(perfect["area"]),
                {str(name): float(score) for name, score in perfect["tag_scores"].items()},
                float(perfect["other_tag_score"]),
            ),
            tuple(float(stored["weights"][name]) for name in NAMES),
            float(stored["bias"]),
        )

    @classmethod
    def from_saved(cls, saved: SavedModel, kind: Kind) -> "Model":
        """Return the model of this kind from a file."""
        try:
            return cls.from_dict(next(part for part in saved.manifest[_MODELS_KEY] if part["kind"] == kind))
        except (KeyError, TypeError, ValueError, AttributeError, StopIteration) as error:
            raise ModelError(f"the model of {saved.extractor} holds no {kind}: train it again") from error


def to_saved(models: Iterable[Model], origin: Mapping[str, Any] | None = None) -> SavedModel:
    """Return models in the form of a file; `origin` describes the training data."""
    return SavedModel(MODEL_NAME, {**(origin or {}), _MODELS_KEY: [model.to_dict() for model in models]})
