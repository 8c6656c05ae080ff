"""Lines that are kept or dropped together: of a table of data, a list, a paragraph; the same part of like cards.

A list with holes misleads its reader more than a list that is missing: a recipe without its flour. The items of a list
are alike, and where the networks are in doubt about some of them, chance decides which. So all lines of a group
(`groups.py`) get one probability: the mean of their log odds, in which long lines weigh more. A group of whose lines
the networks are sure, one by one, stays as it is: an advert between the rows of a table goes, and the rows stay.

A table of data with heads in the midst of an article is kept although the networks doubt it: its heading and what is
said of it are kept as well.
"""

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn
from .constants import Matrix
from .groups import number_groups
from .lines import WORDS, Lines
from .structures import read_lists
from .tape import Index

_SURE = 3.0  # log odds, 20 to 1
_MIN_BETWEEN = 0.15  # probability of a table between kept lines
_MIN_PROBABILITY = 1e-6  # and the greatest is one minus this: log odds stay finite


def pooled(probabilities: Matrix, lines: Lines, slots: Index) -> Matrix:
    """The probabilities, with one for all lines of a group."""
    groups = number_groups(lines, read_lists(lines), slots)
    inside = np.flatnonzero(groups >= 0)
    if not len(inside):
        return probabilities
    numbers = np.unique(groups[inside], return_inverse=True)[1]
    weights = np.sqrt(lines.counts[inside, WORDS].astype(np.float64) + 1)
    odds = log_odds(probabilities[inside])
    means = np.bincount(numbers, weights * odds) / np.bincount(numbers, weights)
    is_pooled = (np.bincount(numbers) > 1) & (np.bincount(numbers, np.abs(odds) < _SURE) > 0)
    changed = is_pooled.take(numbers)
    answer = probabilities.copy()
    answer[inside[changed]] = probability(means).take(numbers[changed])
    return answer


def with_tables(lines: Lines, mask: BoolColumn, probabilities: Matrix) -> BoolColumn:
    """The mask with tables of data added that stand right between kept lines, unless they are hardly content."""
    lists = read_lists(lines)
    tables = np.where(lists.is_headed, lists.nearest, -1)
    starts = np.flatnonzero(np.diff(tables, prepend=-2))
    longer = mask.copy()
    for first, last in pairwise([*starts.tolist(), len(tables)]):
        if (
            tables[first] > 0  # the root is no table
            and first > 0
            and last < len(tables)
            and longer[first - 1]
            and longer[last]
            and not longer[first:last].any()
            and probabilities[first:last].mean(dtype=np.float64) >= _MIN_BETWEEN
        ):
            longer[first:last] = True
    return longer


def log_odds(probabilities: Matrix) -> npt.NDArray[np.float64]:
    """The log odds of probabilities, finite ones of certain ones too."""
    limited = np.clip(probabilities.astype(np.float64), _MIN_PROBABILITY, 1 - _MIN_PROBABILITY)
    answer: npt.NDArray[np.float64] = np.log(limited / (1 - limited))
    return answer


def probability(odds: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The probabilities of log odds."""
    answer: npt.NDArray[np.float64] = 1 / (1 + np.exp(-odds))
    return answer
