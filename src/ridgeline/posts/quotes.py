"""Finds the quoted parts of a body, and who is quoted: `blockquote`, elements with a name for it, "X wrote:"."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..page import IntColumn, Page
from ..page.patterns import lazy_pattern
from .signs import Signs

_MAX_QUOTES = 50
_MAX_AUTHOR_LENGTH = 60
_MAX_LINE_LENGTH = 160
_BODY_SHARE = 0.95  # of a body in one blockquote: it is the body's own element
_AUTHOR_ATTRIBUTES = ("data-quote", "data-username", "data-author", "cite-author")
_SAID = lazy_pattern(
    r"^\W*(?:(?:originally )?posted by|quote from:?|quoting|zitat von|citation de|envoyé par|написал)?\s*"
    r"([^:：\n]{1,60}?)\s*(?:\([^)]{0,40}\))?\s*(?:\b(?:wrote|said|writes|says|schrieb|hat geschrieben|a écrit|a dit"
    r"|escribió|ha scritto|escreveu|napisał\(?a?\)?|napisała|schreef|skrev|написала?|пишет|发表于.{0,30})\b\s*)\W*$"
    r"|^\W*(?:originally posted by|quote from|zitat von|zitat:|citation de|envoyé par)\s*:?\s*([^:：\n]{1,60}?)\W*$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class QuotedPart:
    """One quote: its element, who is quoted, the leaves of the words."""

    node: int
    author: str | None
    keep: IntColumn


@dataclass(frozen=True, slots=True)
class Quoted:
    """The quotes of a body, outermost ones only, and the leaves that its author wrote.

    These are neither quoted nor do they introduce a quote: "Jane wrote:".
    """

    parts: list[QuotedPart]
    own: IntColumn


def find_all_quotes(signs: Signs, bodies: Sequence[IntColumn]) -> list[Quoted]:
    """Return the quotes in each of several bodies, which are not empty."""
    if not len(signs.quoting):
        return [Quoted([], body) for body in bodies]
    first, last = (signs.page.leaves[[body[end] for body in bodies]] for end in (0, -1))
    is_quoting = np.zeros(len(signs.page), dtype=np.bool_)
    is_quoting[signs.quoting] = True
    counts = np.cumsum(is_quoting)
    may_quote = signs.page.inside(is_quoting)[first] | (counts[last] > counts[first])
    return [
        find_quotes(signs, body) if may else Quoted([], body)
        for body, may in zip(bodies, may_quote.tolist(), strict=True)
    ]


def find_quotes(signs: Signs, body: IntColumn) -> Quoted:
    """Return the quotes in a body."""
    page = signs.page
    leaves = body.tolist()
    is_own = np.ones(len(leaves), dtype=np.bool_)
    parts: list[QuotedPart] = []
    for node, inside in _elements(signs, body):
        first, end = bisect_left(leaves, inside.start), bisect_left(leaves, inside.stop)
        author, start, words = _attribution(page, node, leaves, first, end)
        if words < end:
            parts.append(QuotedPart(node, author, body[words:end]))
            is_own[start:end] = False
    return Quoted(parts, body[is_own] if parts else body)


def _elements(signs: Signs, body: IntColumn) -> list[tuple[int, range]]:
    """Return the outermost quoting elements in a body, each with the positions of its leaves."""
    page = signs.page
    if not len(body) or not len(signs.quoting):
        return []
    first, last = int(page.leaves[body[0]]), int(page.leaves[body[-1]])
    whole = int(page.leaf_lengths[body].sum())
    found: list[tuple[int, range]] = []
    until = 0
    from_, to = np.searchsorted(signs.quoting, (max(0, _top(page, first, last)), last + 1)).tolist()
    for index in signs.quoting[from_:to].tolist():
        if index < until:
            continue
        leaves = signs.leaves_in(index, int(page.end[index]))
        length = int(page.leaf_lengths[leaves.start : leaves.stop].sum())
        if not leaves or (leaves.start <= body[0] and leaves.stop > body[-1] and length >= _BODY_SHARE * whole):
            continue
        until = int(page.end[index])
        found.append((index, leaves))
        if len(found) == _MAX_QUOTES:
            break
    return found


def _top(page: Page, first: int, last: int) -> int:
    """Return the first node after the innermost element around the whole body."""
    index = first
    while index >= 0 and page.end[index] <= last:
        index = int(page.parent[index])
    return index + 1


def _attribution(page: Page, element: int, body: list[int], first: int, end: int) -> tuple[str | None, int, int]:
    """Return who is quoted, where in the body that begins which says so, and where the words begin.

    It is said at the start of the quote, which has the leaves from one position in the body up to another, or right
    before it.
    """
    stated = _stated(page, element)
    text = ""
    for position in range(first, min(first + 4, end)):
        text = f"{text} {' '.join(page.leaf_text[body[position]].split())}".strip()
        if len(text) > _MAX_LINE_LENGTH:
            break
        if author := _who(text):
            return stated or author, first, position + 1
    if 0 < first < end:
        text = " ".join(page.leaf_text[body[first - 1]].split())
        if len(text) <= _MAX_LINE_LENGTH and (author := _who(text)):
            return stated or author, first - 1, first
    return stated, first, first + _title_length(page, body[first:end], stated)


def _title_length(page: Page, inside: list[int], stated: str | None) -> int:
    """Return 1 if the first leaf of a quote is just the name of who is quoted, 2 with the arrow that follows it."""
    texts = [page.leaf_text[leaf].strip(" :↑\n\t") for leaf in inside[:2]]
    if not stated or texts[:1] != [stated]:
        return 0
    return 2 if texts[1:] == [""] else 1


def _stated(page: Page, element: int) -> str | None:
    for attribute in _AUTHOR_ATTRIBUTES:
        if value := page.value(element, attribute):
            return value.strip()[:_MAX_AUTHOR_LENGTH] or None
    return None


def _who(text: str) -> str | None:
    """Return the name in "Jane wrote:"."""
    match = _SAID().search(text[:_MAX_LINE_LENGTH]) if len(text) <= _MAX_LINE_LENGTH else None
    name = (match[1] or match[2] or "").strip(" »>↑,") if match else ""
    return name or None
