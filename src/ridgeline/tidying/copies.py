"""Copies of a passage of which a reader sees one: for phones and for wide screens, for the eye and for screen readers.

A copy goes where the page says that a reader gets one of the two (names of elements such as "visible-xs",
`aria-hidden`), and where two neighbours that are no items of a list are alike in all their words. What is said twice on
purpose stays: quotes in forums, items of a list, a step that stands in each of several tabs.
"""

from collections.abc import Iterator

import numpy as np

from ..page import Page
from ..page.elements import CODES
from ..patterns import lazy_pattern
from .kept import Kept, name_of

_MIN_LENGTH = 40  # characters of a leaf that is looked at: about eight words
_MAX_LENGTH = 1_000  # longer leaves are compared with each other, whatever their length
_MAX_LEAVES = 2_000  # that have the length of another
_MAX_LEVELS = 12  # of elements between two copies and what they have in common
_MAX_CONTAINER_LEAVES = 500
_QUOTES = frozenset(CODES[name] for name in ("blockquote", "q", "pre"))
_ITEMS = frozenset(CODES[name] for name in ("li", "tr", "option", "dd"))
# "hidden-xs", "d-none d-md-block", "mobile-only", "show-for-small", "md:hidden", "hidden", "sr-only", "sp", "pc"
_BEFORE_SIZES = tuple("hidden visible show hide only for d".split())
_SIZES = tuple("xs sm md lg xl mobile phone tablet laptop desktop small medium large".split())
_DEVICES = tuple("mobile phone tablet laptop desktop small large pc sp".split())
_AFTER_DEVICES = tuple("only hidden hide show visible version view".split())
_RANGES = tuple(f"{state}-{side}-" for state in ("hidden", "visible") for side in "lt gt below above up down".split())
_PARTS = ("visually-hidden", "visuallyhidden", "ssr-variant")
_WORDS = tuple(
    "hidden d-none sr-only screen-reader-text sm:hidden md:hidden lg:hidden xl:hidden mobile desktop pc sp".split()
)
_DEVICE_NAME = lazy_pattern(
    rf"(?:{'|'.join(_BEFORE_SIZES)})-(?:{'|'.join(_SIZES)})|(?:{'|'.join(_DEVICES)})[-_]?(?:{'|'.join(_AFTER_DEVICES)})"
    rf"|{'|'.join((*_RANGES, *_PARTS))}|(?:^|\s)(?:{'|'.join(_WORDS)})(?:\s|$)"
)


def second_copies(kept: Kept) -> Iterator[int]:
    """Yield the kept leaves that are copies of others which a page shows in their place."""
    dropped: set[int] = set()
    seen = _Seen(kept)
    for first, second in _pairs(kept):
        if first not in dropped and second not in dropped:
            dropped |= _superfluous(seen, first, second)
    yield from (int(kept.keep[position]) for position in sorted(dropped))


class _Seen:
    """The elements around copies that were looked at."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self._signs: dict[int, tuple[bool, bool]] = {}
        self._words: dict[int, str] = {}

    def signs(self, node: int, top: int) -> tuple[bool, bool]:
        """Return whether a leaf stands in a quotation, and whether some readers do not see it, below an element."""
        parent = self.kept.page.parent.data
        is_quoted = is_unseen = False
        while (node := parent[node]) >= top:
            quoted, unseen = self._own_signs(node)
            is_quoted |= quoted
            is_unseen |= unseen
        return is_quoted, is_unseen

    def _own_signs(self, node: int) -> tuple[bool, bool]:
        if node not in self._signs:
            page = self.kept.page
            name = name_of(page, node)
            is_quote = int(page.tag[node]) in _QUOTES or "quot" in name or "cite" in name
            is_unseen = (page.value(node, "aria-hidden") or "").lower() == "true"
            self._signs[node] = is_quote, is_unseen or (bool(name) and _DEVICE_NAME().search(name) is not None)
        return self._signs[node]

    def words(self, node: int) -> str:
        """Return the kept words of an element."""
        if node not in self._words:
            inside = self.kept.inside(node)[:_MAX_CONTAINER_LEAVES]
            self._words[node] = " ".join(filter(None, map(self.kept.text, inside)))
        return self._words[node]


def _pairs(kept: Kept) -> Iterator[tuple[int, int]]:
    """Yield pairs of leaves of the same text, positions in `keep`: each with the one before it."""
    long = np.flatnonzero(kept.lengths >= _MIN_LENGTH)
    if len(long) < 2:
        return
    # Copies have the same length, and few other leaves have.
    lengths = np.minimum(kept.lengths.take(long), _MAX_LENGTH)
    shared = long[np.bincount(lengths).take(lengths) > 1][:_MAX_LEAVES]
    seen: dict[str, int] = {}
    for position, node in zip(shared.tolist(), kept.nodes.take(shared).tolist(), strict=True):
        text = kept.page.text[node]
        if text in seen:
            yield seen[text], position
        seen[text] = position


def _superfluous(seen: _Seen, first: int, second: int) -> set[int]:
    """Return the leaves to drop for a leaf and its copy, positions in `keep`."""
    kept = seen.kept
    node, copy = int(kept.nodes[first]), int(kept.nodes[second])
    one, other = _apart(kept.page, node, copy)
    if one < 0:
        return set()
    (is_quoted, is_unseen), (copy_is_quoted, copy_is_unseen) = seen.signs(node, one), seen.signs(copy, other)
    is_next = _is_next(kept.page, one, other)
    if is_quoted or copy_is_quoted or not (is_unseen or copy_is_unseen or is_next):
        return set()
    is_like = seen.words(one) == seen.words(other)
    if not (is_unseen or copy_is_unseen or is_like):
        return set()
    container, leaf = (one, first) if is_unseen and not copy_is_unseen else (other, second)
    return set(kept.inside(container)) if is_like else {leaf}


def _apart(page: Page, node: int, other: int) -> tuple[int, int]:
    """Return the outermost elements around two nodes that hold only one of them; -1 twice where these are far."""
    parent, ends = page.parent.data, page.end.data
    for _ in range(_MAX_LEVELS):
        above = parent[node]
        if ends[above] > other:
            break
        node = above
    else:
        return -1, -1
    for _ in range(_MAX_LEVELS):
        if parent[other] == above:
            return node, other
        other = parent[other]
    return -1, -1


def _is_next(page: Page, one: int, other: int) -> bool:
    """Return whether two siblings of the same tag, no items of a list, follow each other."""
    following = int(page.end[one])
    while following < other and page.blank[following]:
        following += 1
    return following == other and bool(page.tag[one] == page.tag[other]) and int(page.tag[one]) not in _ITEMS
