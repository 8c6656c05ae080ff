"""Lines that are kept or dropped together: those of one slot in one list, and all of a table of data.

A list with holes misleads its reader more than a list that is missing: a recipe without its flour. The items of a list
are alike, and where the networks are in doubt about some of them, chance decides which. So all lines of a slot in the
same list get one probability: the mean of their log odds, in which long lines weigh more.

In a table of data, which has heads and whose lines are short, heads and cells are one group; other tables lay out a
page. And such a table in the midst of an article is kept although the networks doubt it: its heading and what is said
of it are kept as well.
"""

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn, IntColumn, elements
from ...page.elements import CODES
from .constants import Matrix
from .lines import WORDS, Lines

_LISTS = elements.table(["dl", "ol", "table", "ul"])
_MAX_MEAN_WORDS, _MAX_WORDS = 8, 40  # of the lines of a table of data
_MIN_BETWEEN = 0.15  # probability of a table between kept lines
_MIN_PROBABILITY = 1e-6  # and the greatest is one minus this: log odds stay finite


def pooled(probabilities: Matrix, lines: Lines, slots: npt.NDArray[np.integer]) -> Matrix:
    """The probabilities, with one for all lines of a slot in a list."""
    groups = _in_lists(lines, slots)
    inside = np.flatnonzero(groups >= 0)
    if not len(inside):
        return probabilities
    numbers = np.unique(groups[inside], return_inverse=True)[1]
    weights = np.sqrt(lines.counts[inside, WORDS].astype(np.float64) + 1)
    odds = np.bincount(numbers, weights * log_odds(probabilities[inside])) / np.bincount(numbers, weights)
    answer = probabilities.copy()
    several = np.bincount(numbers).take(numbers) > 1
    answer[inside[several]] = probability(odds).take(numbers[several])
    return answer


def with_tables(lines: Lines, mask: BoolColumn, probabilities: Matrix) -> BoolColumn:
    """The mask with tables of data added that stand right between kept lines, unless they are hardly content."""
    nearest, is_data = _lists(lines)
    tables = np.where(is_data, nearest, -1)
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


def _in_lists(lines: Lines, slots: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """By line: a number that the lines of its group in its innermost list share, -1 for a line in no list."""
    nearest, is_data = _lists(lines)
    slots = np.where(is_data, 0, slots + 1)
    return np.where(nearest >= 0, nearest.astype(np.int64) * (int(slots.max()) + 1) + slots, -1)


def _lists(lines: Lines) -> tuple[IntColumn, BoolColumn]:
    """By line: its innermost list, -1 for none; and whether that is a table of data."""
    page = lines.page
    of_node = page.nearest(page.has_tag(_LISTS))
    nearest: IntColumn = of_node.take(page.block.take(lines.node))
    heads = np.flatnonzero(page.tag == CODES["th"])
    if not len(heads):
        return nearest, np.zeros(len(lines), dtype=np.bool_)
    inside = nearest >= 0
    lists, words = nearest[inside], lines.counts[inside, WORDS].astype(np.float64)
    longest = np.zeros(len(page))
    np.maximum.at(longest, lists, words)
    mean = np.bincount(lists, words, len(page)) / np.maximum(np.bincount(lists, minlength=len(page)), 1)
    has_heads = np.zeros(len(page), dtype=np.bool_)
    has_heads[of_node.take(heads)] = True
    is_data = has_heads & (page.tag == CODES["table"]) & (mean <= _MAX_MEAN_WORDS) & (longest <= _MAX_WORDS)
    return nearest, inside & is_data.take(nearest)
