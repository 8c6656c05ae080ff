"""Which units to keep, given how probable each is content: the set whose expected F1 is the greatest.

F1 is of words, so a unit counts by its words. For a given number of expected hits the best set is a prefix of the units
sorted by probability, so there are as many candidates as units, and the expected F1 of each is, nearly,

    (1 + b²) · hits / (b² · all content + all kept)

with b = 1. A larger b favours recall, a smaller one precision. How much is kept on a page thus follows from the page:
where it is plain what is content, nothing doubtful is kept; where nothing is plain, a lot is.
"""

from dataclasses import dataclass

import numpy as np

from ...elements import BoolColumn
from .units import Matrix

FAVORS = {"precision": 0.4, "balanced": 1.0, "recall": 2.5}  # b


@dataclass(frozen=True, slots=True)
class Choice:
    """The units to keep, and the F1 that is expected of them."""

    keep: BoolColumn
    expected: float


def choose(probabilities: Matrix, words: Matrix, b: float = 1.0) -> Choice:
    """The best set of units."""
    order = np.argsort(-probabilities, kind="stable")
    kept = np.cumsum(words[order], dtype=np.float64)
    hits = np.cumsum((probabilities * words)[order], dtype=np.float64)
    last = int(np.argmax((1 + b * b) * hits / np.maximum(b * b * hits[-1] + kept, 1e-9)))
    keep = np.zeros(len(words), dtype=np.bool_)
    keep[order[: last + 1]] = True
    return Choice(keep, float(2 * hits[last] / max(hits[-1] + kept[last], 1e-9)))
