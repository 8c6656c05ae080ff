"""summit: the default extractor. Small networks judge every line of a page, in the light of the whole page.

    page ─units→ lines that hold text ─reading→ numbers and words ─network→ probabilities ─choice→ leaves to keep

What it knows comes from all that the papers in this package look at: kinds of characters, links and sentence ends, the
words and depths of the elements around a line, siblings and paths that repeat, names of elements, what the page says
of itself. The network says how probable each line is content, and which of seven types the page is of; the set of lines
with the greatest expected F1 is kept.

A page that shows nothing, or only how its content begins, but carries that as data, is built from the data
(`ridgeline.embedded`). Of a page without content nothing is kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal, Self

import numpy as np

from ... import models
from ...embedded import carries_more, complete, needs_reveal, reveal
from ...errors import ModelError, OptionError
from ...extraction import Extraction, FloatColumn
from ...page import BoolColumn, IntColumn, Page
from ...status import MAX_REFUSAL_WORDS, Status
from .choice import FAVORS, Choice, choose
from .comments import in_comments, is_comment
from .features import PAGE_FEATURES, UNIT_FEATURES
from .network import (
    PAGE_TYPES,
    PROBABILITY,
    Answer,
    Parameters,
    are_complete,
    probabilities,
    run,
    shares,
    standardised,
    together,
)
from .reading import Lexicon, Reading, read
from .tape import Tape
from .title import with_title
from .tokens import ClassVocabulary, Vocabulary
from .units import WORDS, Matrix, Units

NAME = "summit"
_TITLE_OVERLAP = UNIT_FEATURES.index("title_overlap")
_NOTHING = np.empty(0, dtype=np.int32)
_NAMES = {"unit_features": UNIT_FEATURES, "page_features": PAGE_FEATURES, "page_types": PAGE_TYPES}
_MIN_EXPECTED = 0.25  # F1: a page of which no more is to be expected has no content …
_MIN_EXPECTED_OF_SHELLS = 0.5  # … and one that looks like a shell is one, unless more is
_INCOMPLETE = "this model of summit is incomplete or damaged: train it anew"
_REVEALED = "the page shows little or nothing: this is what it carries as data for its scripts"


class Summit:
    """Keeps the lines of a page that are most probably its content.

    `favor` says what to do where that is not clear: "precision" keeps less, "recall" keeps more. `comments` says what
    is to become of sections that a page calls comments: True keeps them, False drops them, None leaves it to the
    network, which keeps them in forums and seldom elsewhere.
    """

    name = NAME

    def __init__(
        self,
        favor: Literal["precision", "balanced", "recall"] = "balanced",
        *,
        comments: bool | None = None,
        knowledge: "Knowledge | None" = None,
    ) -> None:
        if favor not in FAVORS:
            raise OptionError(f"favor is one of {', '.join(FAVORS)}, not {favor!r}")
        if comments not in (True, False, None):
            raise OptionError(f"comments is true, false or null, not {comments!r}")
        if knowledge is not None and not isinstance(knowledge, Knowledge):
            raise OptionError("knowledge is what was learnt, in Python; a file of it is a model")
        self._b = FAVORS[favor]
        self._comments = comments
        self._knowledge = knowledge or shipped_knowledge()

    @classmethod
    def load(cls, path: Path, **options: Any) -> Self:
        """One that uses what `ridgeline train summit` wrote."""
        return cls(knowledge=Knowledge.from_model(models.load(path, NAME)), **options)

    def extract(self, page: Page) -> Extraction:
        """The leaves to keep, with the probability of each, the page's type, and the F1 that is to be expected."""
        judgement = self._knowledge.judge(page)
        if judgement is None:
            return Extraction(page, _NOTHING, self.name)
        units = judgement.units
        choice = judgement.choose(self._b)
        keep = choice.keep
        if self._comments is not None and judgement.holds_content:
            keep = keep | is_comment(units) if self._comments else keep & ~in_comments(units)
        return Extraction(
            units.page,
            leaves_of(units, keep),
            self.name,
            scores=scores_of(units, judgement.probabilities),
            remarks=() if units.page is page else (_REVEALED,),
            confidence=self._knowledge.calibrated(choice.expected) if judgement.holds_content else None,
            page_type=judgement.page_type,
        )


@dataclass(frozen=True, eq=False)
class Judgement:
    """What the networks say of a page."""

    units: Units  # of the page, or of what it carries as data
    probabilities: Matrix  # by unit: that it is content
    page_type: str
    title_overlap: Matrix  # by unit: with the words of the page's title

    def choose(self, b: float) -> Choice:
        """The units to keep."""
        if not self.holds_content:
            return Choice(np.zeros(len(self.units), dtype=np.bool_), 0.0)
        choice = self._balanced if b == FAVORS["balanced"] else self._best(b)
        return Choice(with_title(self.units.page, choice.keep, self.title_overlap), choice.expected)

    @cached_property
    def holds_content(self) -> bool:
        """Whether there is anything to keep. What a refusal says, or a shell, is not the content of the page."""
        expected = self._balanced.expected
        if expected < _MIN_EXPECTED:
            return False
        if not self.is_short:
            return True
        status = _status(self.units.page, self._leaves)
        return status is not Status.BLOCKED and (status is not Status.SHELL or expected >= _MIN_EXPECTED_OF_SHELLS)

    def completed(self) -> Page | None:
        """The page with all of the content that it shows the beginning of, where it carries that as data."""
        page, keep = self.units.page, self._leaves
        return complete(page, keep) if self.is_short and carries_more(page, keep) else None

    @property
    def is_short(self) -> bool:
        """Whether so little would be kept that the page may be a shell, a refusal, or the beginning of something."""
        return self.kept_words < MAX_REFUSAL_WORDS

    @property
    def kept_words(self) -> float:
        """How many words would be kept."""
        return float(self.units.counts[self._balanced.keep, WORDS].sum())

    @cached_property
    def _balanced(self) -> Choice:
        return self._best(FAVORS["balanced"])

    @property
    def _leaves(self) -> IntColumn:
        return leaves_of(self.units, self._balanced.keep)

    def _best(self, b: float) -> Choice:
        return choose(self.probabilities, self.units.counts[:, WORDS], b)


class Knowledge:
    """What was learnt: words, parameters of networks, and how their expectations compare with what came true.

    Several networks that differ by chance are surer together than each alone, above all on sites unlike those they
    learnt from.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        networks: Sequence[Parameters],
        calibration: Matrix,
    ) -> None:
        self.lexicon = lexicon
        self.networks = tuple(networks)
        self._together = together(self.networks)
        self.calibration = calibration  # two rows: expected F1, ascending; true F1

    def judge(self, page: Page) -> Judgement | None:
        """What the networks say of a page, on average; None where the page has no text.

        Where it shows nothing, or only how its content begins, but carries that as data, they are shown the data.
        """
        if needs_reveal(page):
            page = _revealed(page) or page
        judgement = self._judge(page)
        if judgement is None or (whole := judgement.completed()) is None:
            return judgement
        completed = self._judge(whole)
        return completed if completed is not None and completed.kept_words > judgement.kept_words else judgement

    def _judge(self, page: Page) -> Judgement | None:
        answer = read(page, self.lexicon)
        if answer is None:
            return None
        units, reading = answer
        said = self.answer(reading)
        is_content = probabilities(said.units.data[:, :, PROBABILITY]).mean(axis=0)
        page_type = PAGE_TYPES[int(np.argmax(shares(said.types.data[:, 0]).sum(axis=0)))]
        return Judgement(units, is_content, page_type, reading.unit_features[:, _TITLE_OVERLAP])

    def answer(self, reading: Reading) -> Answer:
        """What the networks say of a page, each of them."""
        unit_features = standardised(reading.unit_features, self._together, "unit")
        page_features = standardised(reading.page_features, self._together, "page")
        return run(Tape(self._together), reading, unit_features, page_features)

    def calibrated(self, expected: float) -> float:
        """The F1 that pages with this expectation had."""
        return float(np.interp(expected, self.calibration[0], self.calibration[1]))

    def to_model(self, **remarks: Any) -> models.SavedModel:
        """As it is stored, with remarks on where it comes from. Half precision says as much."""
        manifest = {
            **remarks,
            **{name: list(known) for name, known in _NAMES.items()},
            "class_words": list(self.lexicon.classes.words),
            "unit_words": [word.decode() for word in self.lexicon.words.words],
            "calibration": [[round(float(value), 4) for value in row] for row in self.calibration],
        }
        arrays = {
            name: _stored(name, np.stack([parameters[name] for parameters in self.networks]))
            for name in self.networks[0]
        }
        return models.SavedModel(NAME, manifest, arrays)

    @classmethod
    def from_model(cls, model: models.SavedModel) -> Self:
        """From what was stored."""
        manifest = model.manifest
        if any(manifest.get(name) != list(known) for name, known in _NAMES.items()):
            raise ModelError("this model of summit knows other features than this ridgeline: train it anew")
        try:
            lexicon = Lexicon(
                ClassVocabulary(manifest["class_words"]), Vocabulary(word.encode() for word in manifest["unit_words"])
            )
            # One network after the other along the first axis.
            stacked = {name: value.astype(np.float32) for name, value in model.arrays.items()}
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


def _revealed(page: Page) -> Page | None:
    """The page with the content that it carries as data; a refusal carries something else."""
    return None if _status(page, _NOTHING) is Status.BLOCKED else reveal(page)


def _status(page: Page, keep: IntColumn) -> Status:
    from ...status.signs import read_status  # few pages need it

    return read_status(page, keep)


@lru_cache(maxsize=1)
def shipped_knowledge() -> Knowledge:
    """What comes with the package, read once."""
    return Knowledge.from_model(models.load_shipped(NAME))


def leaves_of(units: Units, keep: BoolColumn) -> IntColumn:
    """The leaves of units that are kept."""
    before, after = units.of_leaves
    return np.flatnonzero(keep[before] & keep[after]).astype(np.int32)


def scores_of(units: Units, probabilities: Matrix) -> FloatColumn:
    """By leaf: how probable it is content."""
    before, after = units.of_leaves
    return np.minimum(probabilities[before], probabilities[after])
