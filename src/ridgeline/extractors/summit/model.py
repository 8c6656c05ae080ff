"""The trained model of summit: vocabularies, the parameters of its networks, and the calibration of its confidence."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

import numpy as np

from ... import models
from ...errors import ModelError
from ...page import Page
from .features import LINE_FEATURES
from .lines import Lines, Matrix
from .network import (
    PAGE_TYPES,
    PROBABILITY,
    Output,
    Parameters,
    are_complete,
    run,
    sigmoid,
    softmax,
    stack,
    standardise,
)
from .page_features import PAGE_FEATURES
from .reading import Lexicon, Reading, read
from .tape import Tape
from .tokens import ClassVocabulary, Vocabulary

NAME = "summit"
_TITLE_OVERLAP = LINE_FEATURES.index("title_overlap")
_NAMES = {"line_features": LINE_FEATURES, "page_features": PAGE_FEATURES, "page_types": PAGE_TYPES}
_INCOMPLETE = "this model of summit is incomplete or damaged: train it again"


@dataclass(frozen=True, eq=False, slots=True)
class Prediction:
    """What the networks predict of a page."""

    lines: Lines
    probabilities: Matrix  # by line: that it is content
    page_type: str
    title_overlap: Matrix  # by line: with the words of the page's title

    @property
    def page(self) -> Page:
        """The page that the lines are of."""
        return self.lines.page


class Model:
    """Vocabularies, networks, calibration.

    Several networks that differ by chance are more reliable together than each alone, above all on sites unlike
    those of the training set: their probabilities are averaged.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        networks: Sequence[Parameters],
        calibration: Matrix,
    ) -> None:
        self.lexicon = lexicon
        self.networks = tuple(networks)
        self._stacked = stack(self.networks)
        self.calibration = calibration  # two rows: expected F1, ascending; true F1

    def predict(self, page: Page) -> Prediction | None:
        """The mean prediction of the networks; None where the page has no text."""
        answer = read(page, self.lexicon)
        if answer is None:
            return None
        lines, reading = answer
        output = self.run(reading)
        is_content = sigmoid(output.lines.data[:, :, PROBABILITY]).mean(axis=0)
        page_type = PAGE_TYPES[int(np.argmax(softmax(output.types.data[:, 0]).sum(axis=0)))]
        return Prediction(lines, is_content, page_type, reading.line_features[:, _TITLE_OVERLAP])

    def run(self, reading: Reading) -> Output:
        """The output of each network for a page."""
        line_features = standardise(reading.line_features, self._stacked, "line")
        page_features = standardise(reading.page_features, self._stacked, "page")
        return run(Tape(self._stacked), reading, line_features, page_features)

    def calibrated(self, expected: float) -> float:
        """The F1 that pages with this expected F1 had in cross-validation."""
        return float(np.interp(expected, self.calibration[0], self.calibration[1]))

    def to_saved(self, **remarks: Any) -> models.SavedModel:
        """The form in which it is stored, with remarks on where it comes from. Half precision is enough."""
        manifest = {
            **remarks,
            **{name: list(known) for name, known in _NAMES.items()},
            "class_words": list(self.lexicon.classes.words),
            "line_words": [word.decode() for word in self.lexicon.words.words],
            "calibration": [[round(float(value), 4) for value in row] for row in self.calibration],
        }
        arrays = {
            name: _stored(name, np.stack([parameters[name] for parameters in self.networks]))
            for name in self.networks[0]
        }
        return models.SavedModel(NAME, manifest, arrays)

    @classmethod
    def from_saved(cls, saved: models.SavedModel) -> Self:
        """The model that was stored."""
        manifest = saved.manifest
        if any(manifest.get(name) != list(known) for name, known in _NAMES.items()):
            raise ModelError("this model of summit has other features than this ridgeline: train it again")
        try:
            lexicon = Lexicon(
                ClassVocabulary(manifest["class_words"]), Vocabulary(word.encode() for word in manifest["line_words"])
            )
            # One network after the other along the first axis.
            stacked = {name: value.astype(np.float32) for name, value in saved.arrays.items()}
            networks = [dict(zip(stacked, values, strict=True)) for values in zip(*stacked.values(), strict=True)]
            calibration = np.array(manifest["calibration"], dtype=np.float32)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ModelError(_INCOMPLETE) from error
        if (
            not networks
            or not all(are_complete(parameters, lexicon) for parameters in networks)
            or calibration.ndim != 2
            or len(calibration) != 2
            or not calibration.size
        ):
            raise ModelError(_INCOMPLETE)
        return cls(lexicon, networks, calibration)


def _stored(name: str, value: Matrix) -> Matrix:
    return value if name.endswith(("_mean", "_scale")) else value.astype(np.float16)


@lru_cache(maxsize=1)
def shipped_model() -> Model:
    """The model that comes with the package, read once."""
    return Model.from_saved(models.load_shipped(NAME))
