"""summit, the default extractor: small networks that classify every line of a page, with the whole page as context.

    page ─lines→ lines that hold text ─reading→ features and words ─network→ probabilities ─choice→ leaves to keep

Its features are what all the papers in this package look at: kinds of characters, links and ends of sentences, the
words and depths of the elements around a line, siblings and paths that repeat, names of elements, what the page
declares about itself. The networks predict how probable each line is content, and which of seven types the page is;
the set of lines with the greatest expected F1 is kept. On a page without content nothing is kept.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from ...errors import OptionError
from ...extraction import Extraction
from ...page import BoolColumn, IntColumn, Page
from .constants import FAVORS, NAME
from .content import is_content

if TYPE_CHECKING:
    from pathlib import Path

    from .compiled import CompiledModel
    from .model import Model, Prediction

__all__ = ["Summit"]

_NO_LEAVES = np.empty(0, dtype=np.int32)


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
        model: "Model | None" = None,
    ) -> None:
        if favor not in list(FAVORS):  # a list, since the value may not be hashable
            raise OptionError(f"favor is one of {', '.join(FAVORS)}, not {favor!r}")
        if comments not in (True, False, None):
            raise OptionError(f"comments is True, False or None, not {comments!r}")
        self._b = FAVORS[favor]
        self._comments = comments
        self._given = _checked(model)

    @classmethod
    def load(cls, path: "Path", **options: Any) -> Self:
        """Load the model that `ridgeline train summit` wrote."""
        from ... import models
        from .model import Model

        return cls(model=Model.from_saved(models.load(path, NAME)), **options)

    def extract(self, page: Page) -> Extraction:
        """The leaves to keep, with the probability of each, the page's type, and the expected F1."""
        if page.compiled is not None and self._comments is None and self._compiled is not None:
            return self._extract_compiled(page, self._compiled)
        return self._extract_in_python(page)

    # Each core is imported when a page of it comes.

    @cached_property
    def _model(self) -> "Model":
        from .model import shipped_model

        return self._given or shipped_model()

    @cached_property
    def _compiled(self) -> "CompiledModel | None":
        from .compiled import compile_model, compile_shipped

        return compile_shipped() if self._given is None else compile_model(self._given)

    def _extract_compiled(self, page: Page, model: "CompiledModel") -> Extraction:
        selection = model.select(page, self._b)
        if selection is None:
            return Extraction(page, _NO_LEAVES, self.name)
        has_content = is_content(page, selection.balanced, selection.words, lambda: selection.candidate)
        return Extraction(
            page,
            selection.keep if has_content else _NO_LEAVES,
            self.name,
            scores=selection.scores,
            confidence=model.calibrated(selection.expected) if has_content else None,
            page_type=selection.page_type,
        )

    def _extract_in_python(self, page: Page) -> Extraction:
        from .lines import leaf_scores
        from .selection import select

        prediction = self._model.predict(page)
        if prediction is None:
            return Extraction(page, _NO_LEAVES, self.name)
        choice = select(prediction, self._b)
        return Extraction(
            page,
            _NO_LEAVES if choice is None else self._leaves(prediction, choice.mask),
            self.name,
            scores=leaf_scores(prediction.lines, prediction.probabilities),
            confidence=None if choice is None else self._model.calibrated(choice.expected),
            page_type=prediction.page_type,
        )

    def _leaves(self, prediction: "Prediction", mask: BoolColumn) -> IntColumn:
        from .comments import in_comments, is_comment
        from .lines import leaves_of

        lines = prediction.lines
        if self._comments is not None:
            mask = mask | is_comment(lines) if self._comments else mask & ~in_comments(lines)
        return leaves_of(lines, mask)


def _checked(model: "Model | None") -> "Model | None":
    if model is not None:
        from .model import Model

        if not isinstance(model, Model):
            raise OptionError("model is a Model; `ridgeline.load` takes the file of one")
    return model
