"""Finds which post answers which, where the page shows a tree of replies."""

import re
from collections.abc import Sequence

from . import names
from .details import Fields, Member
from .signs import Signs

_DEPTH = re.compile(r"(?:^|[\s_-])(?:depth|level|indent|nest(?:ed|ing)?)[-_]?([0-9]{1,2})(?=$|[\s_-])", re.I)
_MAX_DEPTH = 99
_INDENT_ATTRIBUTES = ("indent", "data-depth", "data-level", "aria-level", "depth")


def find_depths(signs: Signs, members: Sequence[Member]) -> list[int]:
    """Return by post, in document order, how many posts it stands below: by nesting, else by what its markup says."""
    around = _nesting(members)
    if any(parent >= 0 for parent in around):
        depths: list[int] = []
        for parent in around:
            depths.append(depths[parent] + 1 if parent >= 0 else members[len(depths)].depth)
        return depths
    stated = [_stated_depth(signs, member) for member in members]
    lowest = min(stated, default=0)
    return [min(depth - lowest + member.depth, _MAX_DEPTH) for depth, member in zip(stated, members, strict=True)]


def find_parents(depths: Sequence[int]) -> list[int | None]:
    """Return by post the position of the one that it answers: the last one above it that is less deep."""
    parents: list[int | None] = []
    last: list[int] = []  # by depth, the last post of it
    for position, depth in enumerate(depths):
        above = min(depth, len(last))
        parents.append(last[above - 1] if above else None)
        last = [*last[:above], position]
    return parents


def _nesting(members: Sequence[Member]) -> list[int]:
    """Return by member the innermost one around it, -1 where there is none."""
    answer = []
    open_members: list[int] = []
    for position, member in enumerate(members):
        while open_members and members[open_members[-1]].end <= member.start:
            open_members.pop()
        answer.append(open_members[-1] if open_members else -1)
        open_members.append(position)
    return answer


def _stated_depth(signs: Signs, member: Member) -> int:
    """Return the depth in a class name or an attribute, else how many lists of replies are around a post."""
    if match := _DEPTH.search(signs.classes.get(member.start, "")):
        return int(match[1])
    for node in range(member.start, min(member.start + 12, member.end)):
        for attribute in _INDENT_ATTRIBUTES:
            value = signs.values(attribute).get(node, "")
            if value.isdecimal() and len(value) <= 2 and signs.values("role").get(node) != "heading":
                return int(value)
    return int(_lists_around(signs, member.start))


def _lists_around(signs: Signs, node: int) -> int:
    count = 0
    while (node := int(signs.page.parent[node])) > 0:
        value = signs.classes.get(node)
        count += bool(value and _names_replies(value))
    return count


def _names_replies(value: str) -> bool:
    return any(name.lower() in names.REPLIES for name in value.split()[: names.MAX_NAMES])


def find_answered(fields: Fields, members: Sequence[Member], parents: list[int | None]) -> list[int | None]:
    """Return by post the position of the one that it answers, of those that name whom they answer: their last one."""
    if not any("answers" in member.given for member in members):
        return parents
    last: dict[str, int] = {}
    for position, member in enumerate(members):
        if (given := member.given.get("answers")) is not None:
            parents[position] = last.get(fields.text(given).casefold(), parents[position])
        if (author := fields.author(member)[0]) is not None:
            last[author.casefold()] = position
    return parents
