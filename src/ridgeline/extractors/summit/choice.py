"""Which units to keep, given how probable each is content: the set whose expected F1 is the greatest.

F1 is of words, so a unit counts by its words. For a given number of expected hits the best set is a prefix of the units
sorted by probability, so there are as many candidates as units, and the F1 that is to be expected of each is, nearly,

    (1 + b²) · hits / (b² · all content + all kept)

with b = 1. A larger b favours recall, a smaller one precision. How much is kept on a page thus follows from the page:
where it is plain what is content, nothing doubtful is kept; where nothing is plain, a lot is.

Units are not in doubt one by one. Whether the cards of a page, its table of data, its readers' replies belong to the
content is decided for all of them at once, by what the page is for. So the expectation is taken over that as well: a
normal doubt that all units of a page share, which moves their probabilities up or down together.
"""

from dataclasses import dataclass

import numpy as np

from ...page import BoolColumn
from .units import Matrix

FAVORS = {"precision": 0.4, "balanced": 1.0, "recall": 2.5}  # b
SHARED_DOUBT = 1.5  # its standard deviation, in log odds
# A normal variable at seven points, and how much each counts (Gauss-Hermite).
_POINTS = np.array([[-3.750440], [-2.366760], [-1.154405], [0.0], [1.154405], [2.366760], [3.750440]])
_SHARES = np.array([0.000548, 0.030757, 0.240123, 0.457144, 0.240123, 0.030757, 0.000548])


@dataclass(frozen=True, slots=True)
class Choice:
    """The units to keep, and the F1 that is expected of them."""

    keep: BoolColumn
    expected: float


def choose(probabilities: Matrix, words: Matrix, b: float = 1.0) -> Choice:
    """The best set of units."""
    order = np.argsort(-probabilities, kind="stable")
    words = words[order].astype(np.float64)
    kept = np.cumsum(words)
    hits = np.cumsum(_moved(probabilities[order]) * words, axis=1)  # by point and number of units that are kept
    last = int(np.argmax(_expected(hits, kept, hits[:, -1:], b)))
    keep = np.zeros(len(words), dtype=np.bool_)
    keep[order[: last + 1]] = True
    return Choice(keep, float(_expected(hits[:, last], kept[last], hits[:, -1], 1.0)))


def _moved(probabilities: Matrix) -> Matrix:
    """By point: the probabilities if all are moved there."""
    lifted = np.exp(SHARED_DOUBT * _POINTS) * probabilities
    moved: Matrix = lifted / (lifted + 1 - probabilities)
    return moved


def _expected(hits: Matrix, kept: Matrix, content: Matrix, b: float) -> Matrix:
    answer: Matrix = _SHARES @ ((1 + b * b) * hits / np.maximum(b * b * content + kept, 1e-9))
    return answer
