"""Chooses the lines to keep, given how probable each is content: the set with the greatest expected F1.

F1 counts words, so a line counts by its words. For a given number of expected hits the best set is a prefix of the
lines sorted by probability, so there are as many candidates as lines. The expected F1 of each is approximately

    (1 + b²) · hits / (b² · all content + all kept)

with b = 1. A larger b favours recall, a smaller one precision. How much is kept thus depends on the page: where it is
clear what is content, nothing doubtful is kept; where nothing is clear, a lot is.

Lines are not independent. Whether the cards of a page, its table of data or its readers' replies belong to the content
is one decision for all of them, which depends on what the page is for. So the expectation is also taken over a normal
variable that all lines of a page share and that shifts their log odds up or down together. Lines with the same
probability (`together`) are all kept or all dropped.
"""

from typing import NamedTuple

import numpy as np

from ...page import BoolColumn
from .constants import Matrix

SHARED_DEVIATION = 2.0  # standard deviation of the shared variable, in log odds
# Seven points of a standard normal variable and their weights (Gauss-Hermite quadrature).
_POINTS = np.array([[-3.750440], [-2.366760], [-1.154405], [0.0], [1.154405], [2.366760], [3.750440]])
_WEIGHTS = np.array([0.000548, 0.030757, 0.240123, 0.457144, 0.240123, 0.030757, 0.000548])


class Choice(NamedTuple):
    """The lines to keep, and their expected F1."""

    mask: BoolColumn  # by line
    expected: float


def choose(probabilities: Matrix, words: Matrix, b: float = 1.0) -> Choice:
    """The best set of lines."""
    order = np.argsort(-probabilities, kind="stable")
    words = words[order].astype(np.float64)
    kept = np.cumsum(words)
    hits = np.cumsum(_shifted(probabilities[order]) * words, axis=1)  # by point and number of kept lines
    values = _expected(hits, kept, hits[:, -1:], b)
    values[np.flatnonzero(np.diff(probabilities[order]) == 0)] = -1  # lines of one probability go together
    last = int(np.argmax(values))
    mask = np.zeros(len(words), dtype=np.bool_)
    mask[order[: last + 1]] = True
    return Choice(mask, float(_expected(hits[:, last], kept[last], hits[:, -1], 1.0)))


def _shifted(probabilities: Matrix) -> Matrix:
    """By point: the probabilities when the shared variable has this value."""
    lifted = np.exp(SHARED_DEVIATION * _POINTS) * probabilities
    shifted: Matrix = lifted / (lifted + 1 - probabilities)
    return shifted


def _expected(hits: Matrix, kept: Matrix, content: Matrix, b: float) -> Matrix:
    scores = (1 + b * b) * hits / np.maximum(b * b * content + kept, 1e-9)
    # Not a matrix product: BLAS rounds by the position of a column, so that equal candidates would differ.
    answer: Matrix = (_WEIGHTS.reshape(-1, *[1] * (scores.ndim - 1)) * scores).sum(axis=0)
    return answer
