"""Finds the body of each post of a group: the part of its element that holds what somebody wrote.

All members of a group are built alike, so the body is the same part of each; the core finds it (post_bodies.c).
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ..page import BoolColumn, IntColumn, elements
from .candidates import Group
from .moments import MAX_LENGTH, is_edit_notice
from .signs import Signs

_MAY_BE_BODIES = ~elements.table("#text a time button b strong i em label input img h1 h2 h3".split())
_MAX_TAIL = 6  # leaves of a notice at the end of a body


@dataclass(frozen=True, slots=True)
class Bodies:
    """The leaves of a group of posts, by member, and the element that their bodies are."""

    own: list[IntColumn]  # what no member inside of it has, and what was not taken before
    leaves: list[IntColumn]  # of these the body
    tag: int  # of the element that is the body, -1 where no class names it
    name: str  # that class, # for every number

    def sums(self, column: IntColumn) -> npt.NDArray[np.int64]:
        """Return by member the sum of a column of leaves over its body."""
        ends = np.cumsum([0, *map(len, self.leaves)])
        before = np.concatenate(([0], np.cumsum(column[np.concatenate(self.leaves)], dtype=np.int64)))[ends]
        sums: npt.NDArray[np.int64] = np.diff(before)
        return sums


def find_bodies(signs: Signs, group: Group, taken: BoolColumn) -> Bodies:
    """Return the leaves of the members of a group and of their bodies, but for those that were taken before."""
    page = signs.page
    columns = taken, signs.prose, signs.in_quote, signs.furniture, signs.is_date, signs.in_date, signs.is_author
    own, own_bounds, body, bounds, tag, name = page.core.post_bodies(group.start, group.end, *columns, _MAY_BE_BODIES)
    bodies = [_without_notices(signs, leaves) for leaves in _parted(body, bounds)]
    return Bodies(_parted(own, own_bounds), bodies, tag, name)


def _parted(numbers: bytes, bounds: bytes) -> list[IntColumn]:
    """Return what stands between each bound and the next."""
    column = np.frombuffer(numbers, dtype=np.int32)
    return [column[first:end] for first, end in pairwise(np.frombuffer(bounds, dtype=np.int32).tolist())]


def _without_notices(signs: Signs, body: IntColumn) -> IntColumn:
    """Return a body without what says at its end when it was edited, and by whom."""
    page = signs.page
    first = max(1, len(body) - _MAX_TAIL)
    for position, leaf in enumerate(body[first:].tolist(), first):
        if is_edit_notice(page.leaf_text[leaf].strip()):
            rest = page.leaf_lengths[body[position:]]
            return body[:position] if rest.max() <= MAX_LENGTH else body
    return body
