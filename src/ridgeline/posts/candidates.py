"""Groups of elements that could each be a post: those that share a class, an id but for its number, or a type.

Where the header of a post and its body are siblings (rows of a table, `dt` and `dd`), the members are runs of siblings,
each from one header up to the next. The core finds all but the rare ones (post_candidates.c).
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .. import _native
from ..page import IntColumn, elements
from . import names
from .signs import Signs, Sums

MIN_PURITY = 0.5  # of a group's members show what posts show
MIN_PROSE = 8  # characters in the median member, where a name says that it is a post
_MAX_MEMBERS = 5_000
_TYPES = frozenset(
    """comment usercomments answer question review discussionforumposting socialmediaposting usercomment
    userreview""".split()
)
_BODIES = frozenset(elements.CODES[name] for name in ("html", "head", "body", "form", "main"))
_BLOCKS = elements.table(
    """div article section li tr td table tbody dl dd dt p aside figure blockquote details span form fieldset main
    header""".split()
).copy()
_BLOCKS[-1] = True  # those that HTML does not know


class Measures(NamedTuple):
    """What the members of a group show outside of the members inside of them."""

    dated: int  # members that show a date …
    signed: int  # … and an author beside it
    posts: int  # that show as much as is needed to be posts, with prose
    shown: int  # the dates and authors of these, each counted once a post
    prose: float  # the median of their characters
    nodes: int  # in all members

    def are_posts(self, count: int) -> bool:
        """Return whether enough of so many members show what posts show."""
        return self.posts >= MIN_PURITY * count and self.prose >= MIN_PROSE


@dataclass(frozen=True, eq=False)
class Group:
    """Like parts of a page: spans of nodes, ascending by their start. A span may lie in another one."""

    key: str  # what they share, as a selector would say it
    start: IntColumn
    end: IntColumn  # one past the last node
    is_named: bool  # whether what they share is a word for a post
    is_typed: bool = False  # whether their microdata says that they are posts
    is_numbered: bool = False  # whether what they share is an id but for its number

    def __len__(self) -> int:
        """Return the number of members."""
        return len(self.start)

    def own(self, totals: Sums) -> Sums:
        """Return by member what is counted in it outside of the members inside."""
        return np.frombuffer(_native.core.own_counts(self.start, self.end, totals), dtype=np.int64)

    def measured(self, signs: Signs) -> Measures:
        """Return what the members show. One sign is enough where a name or a number says that they are alike."""
        totals, needed = signs.totals, 1 if self.is_named or self.is_numbered else 2
        return Measures(
            *_native.core.measure_group(self.start, self.end, totals.dates, totals.authors, totals.prose, needed)
        )


# A group and what it shows, after its place: what is shared, the first member, which of the names of that.
Placed = tuple[tuple[int, int, int], Group, Measures]
_TYPED, _CLASS, _ID, _AUTHOR, _ELEMENT, _SIBLINGS, _RUN = range(7)
_FORMS = (_CLASS, _ID, _SIBLINGS, _RUN)  # of the core
_MARKS = {_CLASS: ".", _ID: "#"}


def find_candidates(signs: Signs) -> list[tuple[Group, Measures]]:
    """Return the groups of elements of a page, then its runs of siblings: those of which enough may be posts."""
    found = [*_found_by_core(signs)]
    for place, group in (*_typed(signs), *_by_other_signs(signs)):
        measures = group.measured(signs)
        if measures.are_posts(len(group)):
            found.append((place, group, measures))
    return [(group, measures) for _, group, measures in sorted(found, key=lambda placed: placed[0])]


def _found_by_core(signs: Signs) -> Iterator[Placed]:
    """Yield the groups of blocks by class, by their id but for its number, by their place; and runs of siblings."""
    page, totals = signs.page, signs.totals
    sums = totals.dates, totals.authors, totals.texts, totals.prose
    for form, tag, around, name, place, is_named, starts, ends, measured in page.core.post_candidates(*sums, _BLOCKS):
        measures = Measures(*measured)
        if not measures.are_posts(len(starts) // 4):
            continue
        start, end = np.frombuffer(starts, dtype=np.int32), np.frombuffer(ends, dtype=np.int32)
        rank = _FORMS[form]
        if rank in _MARKS:
            key, order = f"{page.names[tag]}{_MARKS[rank]}{name}", (rank, int(start[0]), place)
        else:
            key, order = f"{page.names[around]}>{'run' if rank == _RUN else page.names[tag]}", (rank, 0, 0)
        yield order, Group(key, start, end, is_named, is_numbered=rank == _ID), measures


def _typed(signs: Signs) -> Iterator[tuple[tuple[int, int, int], Group]]:
    """Yield the items of microdata that are posts, by type."""
    page = signs.page
    by_type: dict[str, list[int]] = defaultdict(list)
    for index in page.having("itemtype"):
        kind = (page.value(index, "itemtype") or "")[:200].rstrip("/").rpartition("/")[2].lower()
        if kind in _TYPES:
            by_type[kind].append(index)
    for kind, nodes in by_type.items():
        yield (_TYPED, 0, 0), _group(signs, f"itemtype={kind}", nodes, is_named=True, is_typed=True)


def _by_other_signs(signs: Signs) -> Iterator[tuple[tuple[int, int, int], Group]]:
    """Yield the blocks by the attribute for authors, and by a name that is an application's own, as Reddit has."""
    page = signs.page
    other: dict[tuple[int, str], list[int]] = defaultdict(list)
    for index in page.having("data-author"):
        other[int(page.tag[index]), "[data-author]"].append(index)
    for code, name in enumerate(page.names[elements.UNKNOWN :], elements.UNKNOWN):
        if names.names_record(name):
            other[code, f"<{name}"] = np.flatnonzero(page.tag == code).tolist()
    for (tag, key), members in other.items():
        is_author = key == "[data-author]"
        is_named = is_author or names.names_record(key[1:])
        if tag in _BODIES or not (len(members) > 1 or is_named) or 2 * _count_likely(signs, members) < len(members):
            continue
        group = _group(signs, f"{page.names[tag]}{key}", members[:_MAX_MEMBERS], is_named=is_named)
        yield (_AUTHOR if is_author else _ELEMENT, members[0], 0), group


def _count_likely(signs: Signs, members: list[int]) -> int:
    """Return how many hold text, and a date or a name: what most members of a group of posts do."""
    totals, start = signs.totals, np.array(members, dtype=np.int32)
    dates, authors, texts = (
        column[signs.page.end[start]] > column[start] for column in (totals.dates, totals.authors, totals.texts)
    )
    return int(np.count_nonzero((dates | authors) & texts))


def _group(
    signs: Signs, key: str, nodes: list[int], *, is_named: bool, is_typed: bool = False, is_numbered: bool = False
) -> Group:
    start = np.array(nodes, dtype=np.int32)
    return Group(key, start, signs.page.end[start], is_named, is_typed, is_numbered)
