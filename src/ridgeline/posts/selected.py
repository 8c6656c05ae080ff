"""The posts of a page of a well-known application, by the selectors of `ridgeline.applications`."""

from collections.abc import Iterator, Sequence

import numpy as np

from ..applications import Posts, View
from ..page import BoolColumn, Budget, IntColumn
from ..page.selectors import Matcher
from .details import Member
from .signs import Signs

_FIELDS = ("author", "date", "permalink", "votes", "accepted", "answers")


def select_members(signs: Signs, view: View, budget: Budget | None = None) -> list[Member]:
    """Return the posts that the selectors of a view find, those around others first."""
    matcher = Matcher(signs.page, budget)
    rows: dict[int, Posts] = {}
    for row in view.posts:
        for node in matcher.matches(row.post).tolist():
            rows.setdefault(node, row)
    is_post = np.zeros(len(signs.page), dtype=np.bool_)
    is_post[list(rows)] = True
    owner = signs.page.nearest(is_post)  # by node: the innermost post around it
    excluded = _any(matcher, view.exclude)
    return [member for row in view.posts for member in _of_row(signs, matcher, owner, rows, row, excluded)]


def _of_row(
    signs: Signs, matcher: Matcher, owner: IntColumn, rows: dict[int, Posts], row: Posts, excluded: BoolColumn
) -> Iterator[Member]:
    """Yield the posts of one row that have a body."""
    page = signs.page
    starts = [node for node in sorted(rows) if rows[node] is row]
    is_body = page.inside(matcher.mask(row.body)) & ~page.inside(excluded)
    body_of = np.where(is_body[page.leaves] & signs.is_shown, owner[page.leaves], -1)
    own, bodies = _by_owner(owner[page.leaves], starts), _by_owner(body_of, starts)
    given = {name: _first_by_owner(matcher, owner, css) for name in _FIELDS if (css := getattr(row, name))}
    for start, leaves, body in zip(starts, own, bodies, strict=True):
        found = {name: nodes[start] for name, nodes in given.items() if start in nodes}
        if len(body):
            yield Member(start, int(page.end[start]), leaves, body, found, row.kind, row.depth)


def _by_owner(owner: IntColumn, starts: Sequence[int]) -> list[IntColumn]:
    """Return by post the leaves that it owns."""
    ordered = np.argsort(owner, kind="stable").astype(np.int32)
    first, last = (np.searchsorted(owner[ordered], starts, side).tolist() for side in ("left", "right"))
    return [ordered[start:end] for start, end in zip(first, last, strict=True)]


def _first_by_owner(matcher: Matcher, owner: IntColumn, css: str) -> dict[int, int]:
    """Return by post the first element in it that matches."""
    nodes = matcher.matches(css)
    return dict(zip(owner[nodes[::-1]].tolist(), nodes[::-1].tolist(), strict=True))


def _any(matcher: Matcher, selectors: Sequence[str]) -> BoolColumn:
    found: BoolColumn = np.zeros(len(matcher.page), dtype=np.bool_)
    for css in selectors:
        found |= matcher.mask(css)
    return found
