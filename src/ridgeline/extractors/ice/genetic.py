"""ICE by a genetic algorithm (section 3.5): a regular expression, evolved, keeps the content of a page.

`expressions` has the trees that candidates are, `evolution` how they live; this is the extractor, which matches the
best of them. What it keeps is a paragraph, block by block, like everything of the baseline.

The paper's best candidate "simply returns all words contained in the original HTML page", and so "does not improve over
the baseline approach". See `ridgeline study ice` for what ours does.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Self

import numpy as np

from ... import models
from ...extraction import Extraction
from ...models import SavedModel
from ...output import Segment, parse_cleaneval
from ...page import Page
from ...text.cuts import paragraphs
from .blocks import block_texts, mostly_covered
from .evolution import Generation, Settings, evolve, match, sample, write
from .expressions import Expression, from_json, to_json
from .thresholds import check_gold

NAME = "ice-ga"

TIMEOUT_SECONDS = 5.0  # CPU time of the expression on one page, when extracting
STOPPED = "the expression took too long and was stopped: what it had kept by then is kept"


class Genetic:
    """What the capturing groups of an expression match."""

    name = NAME

    def __init__(self, expression: Expression | None = None, *, timeout_seconds: float = TIMEOUT_SECONDS) -> None:
        self.expression = _shipped_expression() if expression is None else expression
        self.timeout_seconds = timeout_seconds

    def extract(self, page: Page) -> Extraction:
        """Keep the leaves of which more than half is captured."""
        written = write(page)
        kept = match(self.expression, written.html, self.timeout_seconds)
        leaves = mostly_covered(written.html, kept.covered, written.starts, written.ends)
        chosen = np.zeros(len(page.leaves), dtype=np.bool_)
        chosen[leaves] = True
        segments = tuple(Segment("p", text) for text in block_texts(paragraphs(page), chosen) if text)
        remarks = () if kept.is_complete else (STOPPED,)
        return Extraction(page, leaves, self.name, remarks=remarks, segments=segments)

    def fit(self, pages: Sequence[Page], gold: Sequence[str] | None = None) -> Self:
        """Evolve an expression on pages and their gold texts, with CleanEval's tags or without."""
        self.expression = evolve_on(pages, gold)
        return self

    def save(self, path: Path) -> None:
        """Write the expression, as a tree and as it is matched."""
        manifest = {"expression": str(self.expression), "tree": to_json(self.expression)}
        models.save(SavedModel(NAME, manifest), path)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read an expression."""
        return cls(from_json(models.load(path, NAME).manifest.get("tree")))


def evolve_on(
    pages: Sequence[Page],
    gold: Sequence[str] | None,
    settings: Settings | None = None,
    on_generation: Callable[[Generation], None] = lambda generation: None,
) -> Expression:
    """The best expression that evolves on some pages."""
    texts = [" ".join(segment.text for segment in parse_cleaneval(wanted)) for wanted in check_gold(pages, gold)]
    samples = [sample(page, text) for page, text in zip(pages, texts, strict=True)]
    return evolve(samples, settings or Settings(), on_generation)


@lru_cache(maxsize=1)
def _shipped_expression() -> Expression:
    return from_json(models.load_shipped(NAME).manifest.get("tree"))
