"""Finds the body of each post of a group: the part of its element that holds what somebody wrote.

All members of a group are built alike, so the body is the same part of each: the one, named by class or place, that
holds the most of their text and the least of what they share. Text that most members repeat ("Reply", "Posts:") is no
one's post, and neither is what a name says to be a signature, a profile or buttons.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..page import BoolColumn, IntColumn, elements
from . import names
from .candidates import Group
from .moments import MAX_LENGTH, is_edit_notice
from .signs import Signs

_DIGITS = re.compile(r"[0-9]+")
_REPEATED = 0.2  # of the members have the same text: it is part of the page's frame
_MIN_PRESENCE = 0.7  # of the members have a part of this name, if it is the body
_NAMED_BONUS = 1.25  # for a part whose name says that it is the body; chosen on half of harvest's sites
_MAX_NODES = 400_000  # of all members together that are looked at
_MAX_TEXT = 200
_MAY_BE_BODIES = ~elements.table("#text a time button b strong i em label input img h1 h2 h3".split())
_MAX_LEAF_LENGTH = 100_000
_MIN_HEADS = 0.5  # of the bodies begin with their header: it has no element of its own
_MAX_HEAD, _MAX_TAIL = 10, 6  # leaves of a header, of a notice at the end

Parts = dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Bodies:
    """The bodies of a group of posts, and the key of the part that they are; None where no part stands out."""

    slot: str | None
    leaves: list[IntColumn]  # by member


def own_leaves(signs: Signs, group: Group, taken: BoolColumn) -> list[IntColumn]:
    """Return by member the leaves that no member inside of it has, and that were not taken before."""
    count = len(signs.page.leaves)
    owner = np.full(count, -1, dtype=np.int32)
    for member, (start, end) in enumerate(zip(group.start.tolist(), group.end.tolist(), strict=True)):
        leaves = signs.leaves_in(start, end)
        owner[leaves.start : leaves.stop] = member  # inner members come later
    owner[taken] = -1
    leaves_by_member = np.argsort(owner, kind="stable")
    bounds = np.searchsorted(owner[leaves_by_member], np.arange(len(group) + 1))
    return [leaves_by_member[bounds[m] : bounds[m + 1]].astype(np.int32) for m in range(len(group))]


def find_bodies(signs: Signs, group: Group, own: list[IntColumn]) -> Bodies:
    """Return the leaves of the body of each member; those that it has of its own are given."""
    weights = _weights(signs, own)
    parts = _parts_of_members(signs, group)
    slot = _best_slot(signs, own, parts, weights)
    bodies = [_body(signs, leaves, part.get(slot or ""), weights) for leaves, part in zip(own, parts, strict=True)]
    for find_frame in (_head, _tail):
        frames = [find_frame(signs, body) for body in bodies]
        if sum(map(bool, frames)) > _MIN_HEADS * len(bodies):
            bodies = [body if frame is None else body[frame] for body, frame in zip(bodies, frames, strict=True)]
    return Bodies(slot, [_without_notices(signs, body) for body in bodies])


def _head(signs: Signs, body: IntColumn) -> slice | None:
    """Return a body without its header, None where it has none: short leaves, up to a date or the author."""
    return _beside_frame(signs, body, body[:_MAX_HEAD], _after_person(signs, body))


def _tail(signs: Signs, body: IntColumn) -> slice | None:
    """Return a body without its footer, None where it has none: short leaves from a date on."""
    found = _beside_frame(signs, body, body[::-1][:_MAX_TAIL])
    return None if found is None else slice(0, len(body) - found.start)


def _beside_frame(signs: Signs, body: IntColumn, leaves: IntColumn, end: int = 0) -> slice | None:
    """Return what is left of a body after some leaves at its start, and after those up to a date."""
    page = signs.page
    for position, leaf in enumerate(leaves.tolist()):
        if page.leaf_lengths[leaf] > MAX_LENGTH or signs.in_quote[page.leaves[leaf]]:
            break
        if signs.in_date[page.leaves[leaf]]:
            end = position + 1
    return slice(end, None) if 0 < end < len(body) else None


def _after_person(signs: Signs, body: IntColumn) -> int:
    """Return how many leaves a body begins with that show its author: pictures, and a link to a person's page."""
    page = signs.page
    for position, leaf in enumerate(body[:_MAX_HEAD].tolist()):
        if page.leaf_lengths[leaf]:
            is_author = signs.is_author[page.parent[page.leaves[leaf]]]
            return position + 1 if is_author and not page.leaf_text[leaf].startswith("@") else 0  # whom it answers
    return 0


def _without_notices(signs: Signs, body: IntColumn) -> IntColumn:
    """Return a body without what says at its end when it was edited, and by whom."""
    page = signs.page
    for position in range(max(1, len(body) - _MAX_TAIL), len(body)):
        if is_edit_notice(page.leaf_text[int(body[position])].strip()):
            rest = page.leaf_lengths[body[position:]]
            return body[:position] if rest.max() <= MAX_LENGTH else body
    return body


def _weights(signs: Signs, own: list[IntColumn]) -> IntColumn:
    """Return by leaf its characters, 0 where most members show the same text. A text may be quoted, though."""
    texts = signs.page.leaf_text
    folded = [[_DIGITS.sub("0", texts[leaf][:_MAX_TEXT].strip()) for leaf in leaves.tolist()] for leaves in own]
    quoted = signs.in_quote[signs.page.leaves]
    members_with = Counter(
        text
        for leaves, member in zip(own, folded, strict=True)
        for text in {text for text, is_quoted in zip(member, quoted[leaves].tolist(), strict=True) if not is_quoted}
    )
    most = max(1, int(_REPEATED * len(own)))
    weights = np.zeros(len(texts), dtype=np.int32)
    prose = signs.prose
    for leaves, member in zip(own, folded, strict=True):
        for leaf, text in zip(leaves.tolist(), member, strict=True):
            if members_with[text] <= most:
                weights[leaf] = prose[leaf]
    return weights


def _best_slot(signs: Signs, own: list[IntColumn], parts: list[Parts], weights: IntColumn) -> str | None:
    """Return the key of the part that is the body; None where no part stands out."""
    total = max(1, sum(int(weights[leaves].sum()) for leaves in own))
    all_weights, all_lengths = _sums(weights), _sums(np.minimum(signs.page.leaf_lengths, _MAX_LEAF_LENGTH))
    numbers: dict[str, int] = {}
    rows = [(numbers.setdefault(key, len(numbers)), *span) for member in parts for key, span in member.items()]
    number, start, end = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    present = np.bincount(number, minlength=len(numbers))
    held = np.bincount(number, all_weights[end] - all_weights[start], len(numbers))
    shown = np.bincount(number, all_lengths[end] - all_lengths[start], len(numbers))
    best, best_score = None, 0.0
    for key, count, inside, characters in zip(numbers, *map(np.ndarray.tolist, (present, held, shown)), strict=True):
        if count < _MIN_PRESENCE * len(parts):
            continue
        recall, precision = inside / total, inside / max(1, characters)
        score = 2 * recall * precision / (recall + precision) if inside else 0.0
        if names.meaning_of(key.partition("|")[2]) & names.BODY:
            score *= _NAMED_BONUS
        if score >= best_score:  # of equals the innermost, which comes last
            best, best_score = key, score
    return best


def _sums(column: IntColumn) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.concatenate(([0], np.cumsum(column, dtype=np.int64)))


def _parts_of_members(signs: Signs, group: Group) -> list[Parts]:
    """Return by member its parts, as far as the members together are not too large."""
    inner = defaultdict[int, list[int]](list)
    for member, around in enumerate(group.parent.tolist()):
        inner[around].append(member)
    reader = _PartReader(signs)
    parts: list[Parts] = []
    nodes_left = _MAX_NODES
    for member in range(len(group)):
        nodes_left -= int(group.end[member] - group.start[member])
        parts.append(reader.parts(group, member, inner[member]) if nodes_left >= 0 else {})
    return parts


class _PartReader:
    """Reads the parts of members: elements that have leaves or classes."""

    def __init__(self, signs: Signs) -> None:
        page, has_class = signs.page, np.zeros(len(signs.page), dtype=np.bool_)
        self.signs = signs
        self.classes, self.ids, self.items = signs.values("class"), signs.values("id"), signs.items
        has_class[list(self.classes)] = True
        first, end = signs.leaf_of[:-1], signs.leaf_of[page.end]
        self.nodes = np.flatnonzero(page.has_tag(_MAY_BE_BODIES) & ((first < end) | has_class))
        self.first, self.end, self.tags = first[self.nodes], end[self.nodes], page.tag[self.nodes]
        self.has_more = {*self.items, *(node for node, value in self.ids.items() if names.has_number(value))}
        self._known: dict[tuple[int, str], list[str]] = {}  # keys by tag and class

    def parts(self, group: Group, member: int, inner: list[int]) -> Parts:
        """Return the first part of each name in a member: by key, its first leaf and one past its last.

        The outermost come first.
        """
        root = int(group.start[member])
        starts = [root, *(int(group.end[each]) for each in inner)]
        stops = [*(int(group.start[each]) for each in inner), int(group.end[member])]
        parts: Parts = {}
        for start, stop in zip(starts, stops, strict=True):
            own = slice(*np.searchsorted(self.nodes, (start, max(start, stop))).tolist())
            columns = (column[own].tolist() for column in (self.nodes, self.tags, self.first, self.end))
            for index, code, first, end in zip(*columns, strict=True):
                keys = None if index in self.has_more else self._known.get((code, self.classes.get(index, "")))
                for key in keys or self._keys(index, root, code):
                    if key not in parts:
                        parts[key] = first, end
        return parts

    def _keys(self, index: int, root: int, code: int) -> list[str]:
        """Return what names a part: its classes, its id without number, its microdata; else its place."""
        name = self.signs.page.names[code]
        keys = self._class_keys(code, name, self.classes.get(index, ""))
        if index in self.has_more:
            keys = [*keys, *self._further_keys(index, name)]
        if not keys and (given := self.signs.values("data-testid").get(index)):
            keys = [f"{name}%|{given[: names.MAX_NAME_LENGTH]}"]
        if not keys and index != root:
            parent = int(self.signs.page.parent[index])
            around = names.tokens_of(self.classes.get(parent, ""))
            keys = [f"{self.signs.page.names[self.signs.page.tag[parent]]}.{around[0] if around else ''}>{name}|"]
        return keys

    def _further_keys(self, index: int, name: str) -> Iterator[str]:
        if (identity := self.ids.get(index, "").strip()) and names.has_number(identity):
            yield f"{name}#|{names.tokens_of(identity)[0]}"
        if item := self.items.get(index, "").lower():
            yield f"{name}@|{'text' if 'text' in item or 'body' in item else item[:40]}"

    def _class_keys(self, code: int, name: str, classes: str) -> list[str]:
        keys = self._known.get((code, classes))
        if keys is None:
            keys = self._known[code, classes] = [f"{name}|{token}" for token in names.tokens_of(classes)]
        return keys


def _body(signs: Signs, own: IntColumn, part: tuple[int, int] | None, weights: IntColumn) -> IntColumn:
    """Return the leaves of one body: those in its part, or without one all that somebody may have written."""
    nodes = signs.page.leaves[own]
    if part is None:
        return own[~signs.furniture[nodes] & ~signs.is_date[nodes] & (weights[own] > 0)]
    inside = (own >= part[0]) & (own < part[1])
    written = inside & ~signs.furniture[nodes]
    chosen = own[written] if written.any() else own[inside]
    is_shown = signs.is_shown[chosen]
    return chosen[is_shown] if is_shown.any() else chosen
