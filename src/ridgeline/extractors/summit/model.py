"""The trained model of summit: vocabularies, the parameters of its networks, and the calibration of its confidence.

The core runs the networks. `network.py` is the same in NumPy, for training and for `reasons.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from ... import _native
from ...cleanup import finish
from ...errors import ModelError
from ...page import BoolColumn, IntColumn, Page
from ...page.cache import cached_property
from ...storage import models
from .calibration import calibrate
from .constants import DOUBT, NAME, PAGE_TYPES, SCALES, Matrix
from .lexicon import Lexicon
from .lines import Lines, read_address, read_lines

if TYPE_CHECKING:
    from ..._native import _core

_INCOMPLETE = "this model of summit is incomplete or damaged: train it again"
_OTHER_FEATURES = "this model of summit has other features than this ridgeline: train it again"
_OTHER_SCALES = "networks of one model scale features alike: train them on the same pages"
_OTHER_SHAPES = "this model of summit has networks of other shapes than the core runs: train it with the usual settings"


class Selection(NamedTuple):
    """The lines to keep."""

    balanced: float  # the expected F1 of the best set of lines …
    words: float  # … the words in it …
    candidate: BoolColumn  # … and its mask: the content, if the page has any
    expected: float  # the expected F1 of the set that b favours …
    mask: BoolColumn  # … and its mask, corrected


class Answer(NamedTuple):
    """What is known of a page's content."""

    page_type: str
    balanced: float  # as in `Selection` …
    words: float
    candidate: IntColumn  # … its leaves
    expected: float
    leaves: Callable[[], IntColumn]  # returns those to keep, tidied
    scores: Matrix  # by leaf: how probable it is content


@dataclass(frozen=True, eq=False, slots=True)
class Prediction:
    """The prediction of the networks for a page."""

    lines: Lines
    probabilities: Matrix  # by line: that it is content
    page_type: str
    networks: int  # the number that were run

    def adjusted(self, probabilities: Matrix) -> "Prediction":
        """Return the same with other probabilities; lines that are kept or dropped together get one."""
        pooled = np.frombuffer(self.lines.core.pool(probabilities), dtype=np.float32)
        return replace(self, probabilities=pooled)

    def select(self, b: float, *, keeps_title: bool = True) -> Selection:
        """Return the lines to keep.

        Those with the greatest expected F1, whole tables, no other articles, no shortcodes.

        With `keeps_title` a page of the older web keeps its title with its text.
        """
        balanced, words, candidate, expected, mask = self.lines.core.select(
            self.probabilities, PAGE_TYPES.index(self.page_type), b, keeps_title
        )
        return Selection(
            balanced, words, np.frombuffer(candidate, np.bool_), expected, np.frombuffer(mask, dtype=np.bool_)
        )


class Model:
    """Vocabularies, networks, calibration.

    Several networks that differ by chance are more reliable together than each alone, above all on sites unlike
    those of the training set: their probabilities are averaged. They can be run only where the first is in doubt.
    """

    def __init__(
        self, lexicon: Lexicon, arrays: Mapping[str, npt.NDArray[np.floating]], calibration: Sequence[Sequence[float]]
    ) -> None:
        self.lexicon = lexicon
        self.arrays = arrays  # by name, one network after the other along the first axis
        self.calibration = calibration  # two rows: expected F1, ascending; true F1

    @classmethod
    def of(
        cls, lexicon: Lexicon, networks: Sequence[Mapping[str, Matrix]], calibration: Sequence[Sequence[float]]
    ) -> Self:
        """Return the model of some networks. Raises ModelError where they scale features differently."""
        arrays = {name: np.stack([parameters[name] for parameters in networks]) for name in networks[0]}
        if any((arrays[name] != arrays[name][0]).any() for name in SCALES):
            raise ModelError(_OTHER_SCALES)
        return cls(lexicon, arrays, calibration)

    @cached_property
    def networks(self) -> list[dict[str, Matrix]]:
        """The parameters of each network, by name."""
        count = len(next(iter(self.arrays.values())))
        return [{name: value[n].astype(np.float32) for name, value in self.arrays.items()} for n in range(count)]

    @cached_property
    def core(self) -> "_core.Model":
        """The same in the core."""
        names = _native.core.array_names()
        # All networks have the same scales.
        given = (self.arrays[name][0] if name in SCALES else self.arrays[name] for name in names)
        arrays = tuple(np.require(array, np.float32, ("C", "ALIGNED")) for array in given)
        try:
            return _native.core.make_model(self.lexicon.core, arrays, len(self.arrays["last"]))
        except ValueError as error:
            raise ModelError(_OTHER_SHAPES) from error

    def predict(self, page: Page, doubt: float = DOUBT) -> Prediction | None:
        """Return what the networks predict of a page; None where it has no text.

        It is the prediction of the first network, or the mean of all where the first expects an F1 below `doubt`.
        """
        lines = read_lines(page, self.lexicon)
        if lines is None:
            return None
        page_type, networks, probabilities = lines.core.predict(self.core, doubt)
        return Prediction(lines, np.frombuffer(probabilities, np.float32), PAGE_TYPES[page_type], networks)

    def find_content(self, page: Page, b: float) -> Answer | None:
        """Return the content of a page by the networks alone, in one call of the core; None where it has no text."""
        found = self.core.find_content(page.core, read_address(page.url), DOUBT, b)
        if found is None:
            return None
        page_type, balanced, words, candidate, expected, leaves, tidied, rules, scores = found
        return Answer(
            PAGE_TYPES[page_type],
            balanced,
            words,
            np.frombuffer(candidate, np.int32),
            expected,
            lambda: finish(page, leaves, tidied, rules),
            np.frombuffer(scores, np.float32),
        )

    def calibrated(self, expected: float) -> float:
        """Return the F1 that pages with this expected F1 had in cross-validation."""
        return calibrate(expected, *self.calibration)

    def to_saved(self, **remarks: Any) -> models.SavedModel:
        """Return the form in which it is stored, with remarks on where it comes from. Half precision is enough."""
        manifest = {
            **remarks,
            **_names(),
            "class_words": list(self.lexicon.classes),
            "line_words": [word.decode() for word in self.lexicon.words],
            "kinds": {kind: b" ".join(words).decode() for kind, words in self.lexicon.kinds.items()},
            "calibration": [[round(float(value), 4) for value in row] for row in self.calibration],
        }
        arrays = {name: value if name in SCALES else value.astype(np.float16) for name, value in self.arrays.items()}
        return models.SavedModel(NAME, manifest, arrays)

    @classmethod
    def from_saved(cls, saved: models.SavedModel) -> Self:
        """Return the model that was stored. Raises ModelError where it is not whole."""
        from .network import are_complete  # the shipped model is not checked

        if any(saved.manifest.get(name) != known for name, known in _names().items()):
            raise ModelError(_OTHER_FEATURES)
        try:
            model = cls._read(saved)
            calibration = np.array(model.calibration, dtype=np.float32)
            is_whole = calibration.ndim == 2 and len(calibration) == 2 and calibration.size > 0
            is_whole &= bool(model.networks) and all(are_complete(own, model.lexicon) for own in model.networks)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError, StopIteration) as error:
            raise ModelError(_INCOMPLETE) from error
        if not is_whole:
            raise ModelError(_INCOMPLETE)
        return model

    @classmethod
    def _read(cls, saved: models.SavedModel) -> Self:
        manifest = saved.manifest
        lexicon = Lexicon(
            manifest["class_words"],
            [word.encode() for word in manifest["line_words"]],
            {kind: members.encode().split() for kind, members in manifest["kinds"].items()},
        )
        return cls(lexicon, saved.arrays, manifest["calibration"])


@lru_cache(maxsize=1)
def shipped_model() -> Model:
    """Return the model that comes with the package, read once."""
    return Model._read(models.load_shipped(NAME))


def _names() -> dict[str, list[str]]:
    """Return what a stored model names, so that it is not used with other features."""
    from .features import LINE_FEATURES, PAGE_FEATURES  # the core knows them by number

    return {
        "line_features": list(LINE_FEATURES),
        "page_features": list(PAGE_FEATURES),
        "page_types": list(PAGE_TYPES),
    }
