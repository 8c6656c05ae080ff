"""Groups of elements that could each be a post: those that share a class, an id but for its number, or a type.

Where the header of a post and its body are siblings (rows of a table, `dt` and `dd`), the members are runs of siblings,
each from one header up to the next.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .. import _native
from ..page import BoolColumn, IntColumn, elements
from . import names
from .signs import Signs, Sums

_MAX_MEMBERS = 5_000
_BLOCKS = elements.table(
    """div article section li tr td table tbody dl dd dt p aside figure blockquote details span form fieldset main
    header""".split()
)
_TYPES = frozenset(
    """comment usercomments answer question review discussionforumposting socialmediaposting usercomment
    userreview""".split()
)
_BODIES = frozenset(elements.CODES[name] for name in ("html", "head", "body", "form", "main"))


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


def find_candidates(signs: Signs) -> Iterator[Group]:
    """Yield the groups of elements of a page, then its runs of siblings."""
    yield from _typed(signs)
    yield from _named_alike(signs)
    yield from _runs(signs)


def _typed(signs: Signs) -> Iterator[Group]:
    """Yield the items of microdata that are posts, by type."""
    page = signs.page
    by_type: dict[str, list[int]] = defaultdict(list)
    for index in page.having("itemtype"):
        kind = (page.value(index, "itemtype") or "")[:200].rstrip("/").rpartition("/")[2].lower()
        if kind in _TYPES:
            by_type[kind].append(index)
    for kind, nodes in by_type.items():
        yield _group(signs, f"itemtype={kind}", nodes, is_named=True, is_typed=True)


def _named_alike(signs: Signs) -> Iterator[Group]:
    page = signs.page
    is_block = page.has_tag(_BLOCKS) | (page.tag >= elements.UNKNOWN)
    may_be_posts = _may_be_posts(signs)
    found = [*_by_name(signs, is_block, may_be_posts), *_by_other_signs(signs, may_be_posts)]
    yield from (group for _, group in sorted(found, key=lambda entry: entry[0]))
    yield from _plain_siblings(signs, is_block)


# A group after its place: whether a class, an id or something else is shared, the first member, which of its classes.
Placed = tuple[tuple[int, int, int], Group]


def _by_name(signs: Signs, is_block: BoolColumn, may_be_posts: BoolColumn) -> Iterator[Placed]:
    """Yield the blocks by tag and class, and by their id but for its number; half may be posts."""
    page = signs.page
    for order, (mark, attribute) in enumerate(((".", "class"), ("#", "id"))):
        groups, numbers = page.core.alike(attribute, is_block, may_be_posts)
        rows = np.frombuffer(numbers, dtype=np.int32)
        for tag, name, is_named, place, first, end in groups:
            if tag not in _BODIES:
                start = rows[first : min(end, first + _MAX_MEMBERS)]
                key = f"{page.names[tag]}{mark}{name}"
                yield (order, int(start[0]), place), Group(key, start, page.end[start], is_named, is_numbered=order > 0)


def _by_other_signs(signs: Signs, may_be_posts: BoolColumn) -> Iterator[Placed]:
    """Yield the blocks by the attribute for authors, and by a name that is an application's own, as Reddit has."""
    page = signs.page
    other: dict[tuple[int, str], list[int]] = defaultdict(list)
    for index in page.having("data-author"):
        other[int(page.tag[index]), "[data-author]"].append(index)
    for code, name in enumerate(page.names[elements.UNKNOWN :], elements.UNKNOWN):
        if names.names_record(name):
            other[code, f"<{name}"] = np.flatnonzero(page.tag == code).tolist()
    for (tag, key), members in other.items():
        is_named = names.names_record(key[1:]) or key == "[data-author]"
        if tag in _BODIES or not (len(members) > 1 or is_named) or 2 * may_be_posts[members].sum() < len(members):
            continue
        group = _group(signs, f"{page.names[tag]}{key}", members[:_MAX_MEMBERS], is_named=is_named)
        yield (".#[<".index(key[0]), members[0], 0), group


def _may_be_posts(signs: Signs) -> BoolColumn:
    """Return by node whether it holds text, and a date or a name: what most members of a group of posts do."""
    totals, end = signs.totals, signs.page.end
    has_sign = (totals.dates[end] > totals.dates[:-1]) | (totals.authors[end] > totals.authors[:-1])
    may_be_posts: BoolColumn = has_sign & (totals.texts[end] > totals.texts[:-1])
    return may_be_posts


def _plain_siblings(signs: Signs, is_block: BoolColumn) -> Iterator[Group]:
    """Yield elements without a class or a numbered id that are children of one element, by tag.

    Nothing names them, so several must have an author, too.
    """
    page, totals = signs.page, signs.totals
    nodes = np.flatnonzero(is_block)
    nodes = nodes[totals.dates[page.end[nodes]] > totals.dates[nodes]]
    has_author = totals.authors[page.end[nodes]] > totals.authors[nodes]
    signed_inside = np.bincount(page.parent[nodes[has_author]], minlength=len(page))
    may_be_alike = signed_inside[page.parent[nodes]] > 1
    nodes, has_author = nodes[may_be_alike], has_author[may_be_alike]
    siblings: dict[tuple[int, int], list[int]] = defaultdict(list)
    signed: Counter[tuple[int, int]] = Counter()
    for index, is_signed in zip(nodes.tolist(), has_author.tolist(), strict=True):
        if not page.value(index, "class"):
            place = int(page.parent[index]), int(page.tag[index])
            siblings[place].append(index)
            signed[place] += is_signed
    for (parent, tag), dated in siblings.items():
        if signed[parent, tag] < 2:
            continue
        members = [index for index in dated if totals.prose[page.end[index]] > totals.prose[index]]
        if len(members) > 1 and tag not in _BODIES:
            key = f"{page.names[page.tag[parent]]}>{page.names[tag]}"
            yield _group(signs, key, members[:_MAX_MEMBERS], is_named=False)


def _runs(signs: Signs) -> Iterator[Group]:
    """Yield runs of siblings that start with one that shows a date and an author, and little else."""
    page, totals = signs.page, signs.totals
    nodes = np.flatnonzero(page.tag != elements.CODES[elements.TEXT])
    end = page.end[nodes]
    dates, authors = totals.dates[end] - totals.dates[nodes], totals.authors[end] - totals.authors[nodes]
    heads = nodes[(dates > 0) & (dates <= 4) & (authors > 0) & (authors <= 8)]
    heads = heads[np.bincount(page.parent[heads] + 1, minlength=len(page) + 1)[page.parent[heads] + 1] > 1]
    by_parent: dict[int, list[int]] = defaultdict(list)
    for head, parent in zip(heads.tolist(), page.parent[heads].tolist(), strict=True):
        by_parent[parent].append(head)
    for parent, heads_inside in by_parent.items():
        members = [head for head in heads_inside if page.tag[head] == page.tag[heads_inside[0]]]
        if len(members) > 1:
            starts = np.array(members[:_MAX_MEMBERS], dtype=np.int32)
            ends = np.append(starts[1:], _end_of_run(signs, parent, members))
            own = signs.class_meanings[members[0]] | signs.id_meanings[members[0]]
            is_named = bool(own & names.RECORD)
            yield Group(f"{page.names[page.tag[parent]]}>run", starts, ends.astype(np.int32), is_named)


def _end_of_run(signs: Signs, parent: int, members: list[int]) -> int:
    """Return where the last run ends: after as many siblings as the run before it has."""
    page = signs.page
    between, node = 0, members[-2]
    while node < members[-1]:
        node, between = int(page.end[node]), between + 1
    node, end = members[-1], int(page.end[parent])
    for _ in range(between):
        if node >= end:
            break
        node = int(page.end[node])
    return min(node, end)


def _group(
    signs: Signs, key: str, nodes: list[int], *, is_named: bool, is_typed: bool = False, is_numbered: bool = False
) -> Group:
    start = np.array(nodes, dtype=np.int32)
    return Group(key, start, signs.page.end[start], is_named, is_typed, is_numbered)
