"""Finds what kind of post an element is: by its microdata, its name, or the names of the elements around it."""

from collections.abc import Sequence

from . import names
from .signs import Signs

UNKNOWN = "post"
_MAX_LEVELS = 6  # ancestors that may name the kind of a post
_MAX_MEMBERS = 20  # of a group that are asked for its kind


def kind_of(signs: Signs, node: int) -> str:
    """Return the kind of a post, `UNKNOWN` where nothing names it."""
    if (kind := signs.kinds.get(node)) is None:
        kind = signs.kinds[node] = _read_kind(signs, node)
    return kind


def _read_kind(signs: Signs, node: int) -> str:
    has_kind, parent = signs.has_kind.item, signs.page.parent.item
    for level in range(_MAX_LEVELS):
        if node <= 0:
            break
        if has_kind(node) and (kind := _own_kind(signs, node, has_id=level > 0)):
            return kind
        node = parent(node)
    return UNKNOWN


def _own_kind(signs: Signs, node: int, *, has_id: bool) -> str | None:
    """Return the kind that an element itself names, by its id only where that is not the id of one post."""
    for kind in (names.kind_meant(signs.type_meanings.get(node, 0)), names.kind_meant(signs.item_meanings.item(node))):
        # schema.org has no type for a reply in a thread but Comment.
        if kind and not (kind == "comment" and signs.is_discussion):
            return kind
    by_class = names.kind_meant(signs.class_meanings.item(node))
    return by_class or (names.kind_meant(signs.id_meanings.item(node)) if has_id else None)


def kind_of_all(signs: Signs, nodes: Sequence[int]) -> str:
    """Return the most frequent kind of some posts."""
    kinds = [kind_of(signs, node) for node in nodes[:_MAX_MEMBERS]]
    return max(kinds, key=kinds.count, default=UNKNOWN)
