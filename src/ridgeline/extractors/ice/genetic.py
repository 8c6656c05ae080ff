"""ICE by a genetic algorithm (section 3.5): an evolved regular expression selects the content of a page.

`expressions` has the trees that encode candidates, `expression_match` applies them,
`ridgeline.lab.training.ice.evolution` evolves them. Like the baseline, this extractor marks every block of the kept
text as a paragraph.

The paper's best candidate "simply returns all words contained in the original HTML page", and so "does not improve over
the baseline approach". `ridgeline study ice` reports the results of ours.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any, Self

import numpy as np

from ...errors import OptionError
from ...extraction import Extraction
from ...output import Segment
from ...page import Page
from ...parameters import check_number
from ...storage import models
from ...storage.models import SavedModel
from ...text.cuts import paragraphs
from .blocks import block_texts, mostly_covered
from .expression_match import match, serialise
from .expressions import Expression, from_json, to_json
from .system import System

NAME = "ice-ga"

TIMEOUT_SECONDS = 5.0  # CPU time of the expression on one page
TIMED_OUT = "the expression reached its time limit: only what it matched before is kept"


class Genetic(System):
    """Keeps what the capturing groups of an expression match."""

    name = NAME

    def __init__(
        self,
        expression: Expression | None = None,
        *,
        timeout_seconds: float = TIMEOUT_SECONDS,
        scripts: bool = False,
    ) -> None:
        super().__init__(scripts=scripts)
        if expression is not None and not isinstance(expression, Expression):
            raise OptionError("expression is an Expression, for Python alone; model is the file of one")
        check_number("timeout_seconds", timeout_seconds, "a positive number", lambda number: number > 0)
        self.expression = _shipped_expression() if expression is None else expression
        self.timeout_seconds = timeout_seconds

    def mark_up(self, page: Page) -> Extraction:
        """Keep the leaves of which more than half is captured."""
        serialised = serialise(page)
        result = match(self.expression, serialised.html, self.timeout_seconds)
        keep = mostly_covered(serialised.html, result.mask, serialised.starts, serialised.ends)
        is_kept = np.zeros(len(page.leaves), dtype=np.bool_)
        is_kept[keep] = True
        segments = tuple(Segment("p", text) for text in block_texts(paragraphs(page), is_kept) if text)
        remarks = () if result.is_complete else (TIMED_OUT,)
        return Extraction(page, keep, self.name, remarks=remarks, segments=segments)

    def to_saved(self) -> SavedModel:
        """Return the expression as a model to save: the regular expression, and its tree."""
        return SavedModel(NAME, {"expression": str(self.expression), "tree": to_json(self.expression)})

    def save(self, path: Path) -> None:
        """Write the expression."""
        models.save(self.to_saved(), path)

    @classmethod
    def load(cls, path: Path, **options: Any) -> Self:
        """Read an extractor that `save` wrote; `options` override what was saved."""
        return cls(**{"expression": from_json(models.load(path, NAME).manifest.get("tree"))} | options)


@lru_cache(maxsize=1)
def _shipped_expression() -> Expression:
    return from_json(models.load_shipped(NAME).manifest.get("tree"))
