"""The trained model of summit: vocabularies, the parameters of its networks, and the calibration of its confidence."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

import numpy as np

from ... import models
from ...errors import ModelError
from ...page import Page
from .calibration import calibrate
from .choice import choose
from .constants import DOUBT, NAME, PAGE_TYPES, SCALES, Matrix
from .features import LINE_FEATURES
from .lines import WORDS, Lines
from .network import (
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
from .tape import Index, Tape
from .together import pooled
from .tokens import ClassVocabulary, WordVocabulary

_ALL, _FIRST, _OTHERS = slice(None), slice(1), slice(1, None)  # networks
_TITLE_OVERLAP = LINE_FEATURES.index("title_overlap")
_NAMES = {"line_features": LINE_FEATURES, "page_features": PAGE_FEATURES, "page_types": PAGE_TYPES}
_INCOMPLETE = "this model of summit is incomplete or damaged: train it again"


@dataclass(frozen=True, eq=False, slots=True)
class Prediction:
    """What the networks predict of a page."""

    lines: Lines
    probabilities: Matrix  # by line: that it is content
    page_type: str
    slots: Index  # by line: the number of its slot
    title_overlap: Matrix  # by line: with the words of the page's title
    networks: int  # the number that were run

    @property
    def page(self) -> Page:
        """The page that the lines are of."""
        return self.lines.page


class Model:
    """Vocabularies, networks, calibration.

    Several networks that differ by chance are more reliable together than each alone, above all on sites unlike
    those of the training set: their probabilities are averaged. They can be run only where the first is in doubt.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        networks: Sequence[Parameters],
        calibration: Matrix,
        stacked: Parameters | None = None,
    ) -> None:
        self.lexicon = lexicon
        self.networks = tuple(networks)
        self.stacked = stacked or stack(self.networks)  # those of a stored model are stacked already
        self.calibration = calibration  # two rows: expected F1, ascending; true F1

    def predict(self, page: Page, doubt: float = DOUBT) -> Prediction | None:
        """What the networks predict of a page; None where it has no text."""
        answer = read(page, self.lexicon)
        return None if answer is None else self.classify(*answer, doubt)

    def classify(self, lines: Lines, reading: Reading, doubt: float = DOUBT) -> Prediction:
        """The prediction of the first network; the mean of all where the first expects an F1 below `doubt`."""
        # No F1 is above 1, and all networks side by side are quicker than in two steps.
        is_content, types = _probabilities(self.run(reading, _FIRST if doubt <= 1 else _ALL))
        if len(is_content) < len(self.networks) and choose(is_content[0], lines.counts[:, WORDS]).expected < doubt:
            others = _probabilities(self.run(reading, _OTHERS))
            is_content, types = np.concatenate((is_content, others[0])), np.concatenate((types, others[1]))
        page_type = PAGE_TYPES[int(np.argmax(types.sum(axis=0)))]
        title_overlap = reading.line_features[:, _TITLE_OVERLAP]
        probabilities = pooled(is_content.mean(axis=0), lines, reading.slots)
        return Prediction(lines, probabilities, page_type, reading.slots, title_overlap, len(is_content))

    def run(self, reading: Reading, networks: slice = _ALL) -> Output:
        """The output of each of these networks for a page."""
        parameters = {name: value if name in SCALES else value[networks] for name, value in self.stacked.items()}
        line_features = standardise(reading.line_features, parameters, "line")
        page_features = standardise(reading.page_features, parameters, "page")
        return run(Tape(parameters), reading, line_features, page_features)

    def calibrated(self, expected: float) -> float:
        """The F1 that pages with this expected F1 had in cross-validation."""
        return calibrate(expected, *self.calibration.tolist())

    def to_saved(self, **remarks: Any) -> models.SavedModel:
        """The form in which it is stored, with remarks on where it comes from. Half precision is enough."""
        manifest = {
            **remarks,
            **{name: list(known) for name, known in _NAMES.items()},
            "class_words": list(self.lexicon.classes.words),
            "line_words": [word.decode() for word in self.lexicon.words.words],
            "kinds": {kind: b" ".join(words).decode() for kind, words in self.lexicon.words.kinds.items()},
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
                ClassVocabulary(manifest["class_words"]),
                WordVocabulary(
                    (word.encode() for word in manifest["line_words"]),
                    {kind: words.encode().split() for kind, words in manifest["kinds"].items()},
                ),
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
        first = {name: value[0] for name, value in stacked.items() if name in SCALES}
        return cls(lexicon, networks, calibration, stacked | first)


def _probabilities(output: Output) -> tuple[Matrix, Matrix]:
    """By network: the probability of each line that it is content, and of each type that the page has it."""
    return sigmoid(output.lines.data[:, :, PROBABILITY]), softmax(output.types.data[:, 0])


def _stored(name: str, value: Matrix) -> Matrix:
    return value if name.endswith(("_mean", "_scale")) else value.astype(np.float16)


@lru_cache(maxsize=1)
def shipped_model() -> Model:
    """The model that comes with the package, read once."""
    return Model.from_saved(models.load_shipped(NAME))
