"""Near-duplicate documents by shingles: a pair is reported if its sets of shingles are similar enough.

What is a pair is known from the gold texts (`corpus.same_content`). Two pages of a site share its frame, so that whole
pages look alike that are not; and an article in two frames looks different, though it is the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...metrics import Score
from .corpus import Document, Similarities, similarities

THRESHOLD = 0.5
THRESHOLDS = tuple(round(step / 20, 2) for step in range(1, 20))

Pairs = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class DuplicateResult:
    """The pairs that a system's texts give."""

    by_threshold: dict[float, Score]
    recall_crawled: float | None  # of pairs that were crawled twice, at THRESHOLD; None where there are none
    recall_copies: float | None  # of pairs with a made copy

    @property
    def at_threshold(self) -> Score:
        """The score at THRESHOLD."""
        return self.by_threshold[THRESHOLD]

    @property
    def best(self) -> tuple[float, Score]:
        """The threshold with the highest F1, and its score: what tuning on these very pairs would give."""
        return max(self.by_threshold.items(), key=lambda item: item[1].f1)


def find_duplicates(documents: Sequence[Document], texts: Sequence[str], same: Pairs) -> DuplicateResult:
    """Return how well a system's texts tell which documents have the same content."""
    found = similarities([document.split(text) for document, text in zip(documents, texts, strict=True)])
    upper = np.triu(np.ones_like(same), k=1)  # a pair once
    is_copy = np.array([document.is_copy for document in documents])
    with_copy = is_copy[:, None] | is_copy[None, :]
    truth = same & upper
    return DuplicateResult(
        {threshold: _score((found >= threshold) & upper, truth) for threshold in THRESHOLDS},
        _recall(found, truth & ~with_copy),
        _recall(found, truth & with_copy),
    )


def _score(found: Pairs, truth: Pairs) -> Score:
    return Score.from_counts(int((found & truth).sum()), int(found.sum()), int(truth.sum()))


def _recall(found: Similarities, truth: Pairs) -> float | None:
    return float((found[truth] >= THRESHOLD).mean()) if truth.any() else None
