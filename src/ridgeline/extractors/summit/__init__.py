"""summit, the default extractor: small networks that classify every line of a page, with the whole page as context.

    page ─lines→ lines that hold text ─reading→ features and words ─network→ probabilities ─choice→ leaves to keep

Its features are what all the papers in this package look at: kinds of characters, links and ends of sentences, the
words and depths of the elements around a line, siblings and paths that repeat, names of elements, what the page
declares about itself. The networks predict how probable each line is content, and which of seven types the page is;
the set of lines with the greatest expected F1 is kept. On a page without content nothing is kept.
"""

from pathlib import Path
from typing import Any, Literal, Self

import numpy as np

from ... import models
from ...errors import OptionError
from ...extraction import Extraction
from ...page import IntColumn, Page
from ...status import MAX_REFUSAL_WORDS, Status, read_status
from .choice import FAVORS, Choice, choose
from .comments import in_comments, is_comment
from .lines import WORDS, leaf_scores, leaves_of
from .model import NAME, Model, Prediction, shipped_model
from .title import with_title

__all__ = ["Model", "Prediction", "Summit", "select"]

_NO_LEAVES = np.empty(0, dtype=np.int32)
_MIN_EXPECTED = 0.25  # F1: a page that promises less has no content …
_MIN_EXPECTED_OF_SHELLS = 0.5  # … and one that looks like a shell is one, unless it promises this much


class Summit:
    """Keeps the lines of a page that are most probably its content.

    `favor` says what to do in doubt: "precision" keeps less, "recall" keeps more. `comments` is about sections that a
    page calls comments: True keeps them, False drops them, None leaves it to the networks, which keep them in forums
    and seldom elsewhere.
    """

    name = NAME

    def __init__(
        self,
        favor: Literal["precision", "balanced", "recall"] = "balanced",
        *,
        comments: bool | None = None,
        model: Model | None = None,
    ) -> None:
        if favor not in list(FAVORS):  # a list, since the value may not be hashable
            raise OptionError(f"favor is one of {', '.join(FAVORS)}, not {favor!r}")
        if comments not in (True, False, None):
            raise OptionError(f"comments is True, False or None, not {comments!r}")
        if model is not None and not isinstance(model, Model):
            raise OptionError("model is a Model; `ridgeline.load` takes the file of one")
        self._b = FAVORS[favor]
        self._comments = comments
        self._model = model or shipped_model()

    @classmethod
    def load(cls, path: Path, **options: Any) -> Self:
        """Load the model that `ridgeline train summit` wrote."""
        return cls(model=Model.from_saved(models.load(path, NAME)), **options)

    def extract(self, page: Page) -> Extraction:
        """The leaves to keep, with the probability of each, the page's type, and the expected F1."""
        prediction = self._model.predict(page)
        if prediction is None:
            return Extraction(page, _NO_LEAVES, self.name)
        choice = select(prediction, self._b)
        return Extraction(
            page,
            _NO_LEAVES if choice is None else self._leaves(prediction, choice),
            self.name,
            scores=leaf_scores(prediction.lines, prediction.probabilities),
            confidence=None if choice is None else self._model.calibrated(choice.expected),
            page_type=prediction.page_type,
        )

    def _leaves(self, prediction: Prediction, choice: Choice) -> IntColumn:
        lines, mask = prediction.lines, choice.mask
        if self._comments is not None:
            mask = mask | is_comment(lines) if self._comments else mask & ~in_comments(lines)
        return leaves_of(lines, mask)


def select(prediction: Prediction, b: float = FAVORS["balanced"]) -> Choice | None:
    """The lines to keep, their title included; None where the page has no content."""
    words = prediction.lines.counts[:, WORDS]
    balanced = choose(prediction.probabilities, words)
    if not _has_content(prediction, balanced):
        return None
    choice = balanced if b == FAVORS["balanced"] else choose(prediction.probabilities, words, b)
    return Choice(with_title(prediction.page, choice.mask, prediction.title_overlap), choice.expected)


def _has_content(prediction: Prediction, choice: Choice) -> bool:
    """Whether there is anything to keep: the text of a refusal or of a shell is not the content of the page."""
    if choice.expected < _MIN_EXPECTED:
        return False
    if prediction.lines.counts[choice.mask, WORDS].sum() >= MAX_REFUSAL_WORDS:
        return True
    status = read_status(prediction.page, leaves_of(prediction.lines, choice.mask))
    return status is not Status.BLOCKED and (status is not Status.SHELL or choice.expected >= _MIN_EXPECTED_OF_SHELLS)
