"""Finds what kind of post an element is: by its microdata, its name, or the names of the elements around it."""

from collections import Counter
from collections.abc import Iterable

from . import names
from .signs import Signs

UNKNOWN = "post"
_MAX_LEVELS = 6  # ancestors that may name the kind of a post
_MAX_MEMBERS = 20  # of a group that are asked for its kind


def kind_of(signs: Signs, node: int) -> str:
    """Return the kind of a post, `UNKNOWN` where nothing names it."""
    for level in range(_MAX_LEVELS):
        if node <= 0:
            break
        stated = _type_meaning(signs, node), signs.item_meanings.item(node)
        named = signs.class_meanings.item(node), signs.id_meanings.item(node) if level else 0
        for position, meaning in enumerate((*stated, *named)):
            kind = names.kind_meant(meaning)
            # schema.org has no type for a reply in a thread but Comment.
            if kind and not (kind == "comment" and position < len(stated) and signs.is_discussion):
                return kind
        node = int(signs.page.parent[node])
    return UNKNOWN


def _type_meaning(signs: Signs, node: int) -> int:
    stated = signs.values("itemtype").get(node)
    return names.meaning_of(stated.rpartition("/")[2]) if stated else 0


def kind_of_all(signs: Signs, nodes: Iterable[int]) -> str:
    """Return the most frequent kind of some posts."""
    kinds = Counter(kind_of(signs, node) for node in list(nodes)[:_MAX_MEMBERS])
    return kinds.most_common(1)[0][0] if kinds else UNKNOWN
