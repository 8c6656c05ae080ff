"""Matching an expression against a page (section 3.5).

"The candidate is translated into a regular expression which is repeatedly matched against the original HTML document
until no further matches are found. When a match is found, all content of capturing groups is kept." Here it is matched
against the page serialised again: tags without attributes, `<` and `>` escaped in text, no scripts, styles or comments.
So everything that looks like a tag is one, and every character maps exactly to its leaf.

Matching stops at a time-out, in CPU time so that the load of the machine has no influence, and after a number of
matches that only an expression which matches the empty string reaches.
"""

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import regex

from ...page import BoolColumn, Page, elements
from .blocks import Integers, leaf_texts
from .expressions import Expression

_ESCAPES = str.maketrans({"<": "&lt;", ">": "&gt;"})
_MAX_MATCHES = 200_000  # on one page; a page of 25,000 tags has as many matches of the empty string


class SerialisedPage(NamedTuple):
    """A page as expressions see it; leaf number i is `html[starts[i]:ends[i]]`."""

    html: str
    starts: Integers
    ends: Integers


class MatchResult(NamedTuple):
    """The characters that an expression keeps."""

    mask: BoolColumn  # by character
    is_complete: bool  # False if matching was stopped


def serialise(page: Page) -> SerialisedPage:
    """Return the page as HTML without attributes, scripts, styles and comments, with the spans of its leaves."""
    pieces: list[str] = []
    is_leaf: list[bool] = []
    for piece, leaf in _pieces(page):
        pieces.append(piece)
        is_leaf.append(leaf)
    lengths = np.fromiter(map(len, pieces), np.int64, len(pieces))
    ends = np.cumsum(lengths)
    mask = np.array(is_leaf, dtype=np.bool_)
    return SerialisedPage("".join(pieces), (ends - lengths)[mask], ends[mask])


def _pieces(page: Page) -> Iterator[tuple[str, bool]]:
    """Yield the tags and texts of a page in order, each with whether it is the text of a leaf."""
    texts = dict(zip(page.leaves.tolist(), leaf_texts(page), strict=True))
    is_skipped = _is_silent_and_empty(page).tolist()
    names, tags, ends = page.names, page.tag.tolist(), page.end.tolist()
    open_elements: list[tuple[int, str]] = []
    node = 0
    while node < len(tags):
        while open_elements and open_elements[-1][0] <= node:
            yield f"</{open_elements.pop()[1]}>", False
        name = names[tags[node]]
        if name != elements.TEXT:
            yield f"<{name}>", False
        following = node + 1
        if node in texts:
            yield texts[node].translate(_ESCAPES), True
            following = ends[node]
        elif name == elements.TEXT:
            yield " ", False  # white space between elements
        elif is_skipped[node]:
            following = ends[node]
        elif name not in elements.VOID_NAMES:
            open_elements.append((ends[node], name))
        node = following
    for _, name in reversed(open_elements):
        yield f"</{name}>", False


def _is_silent_and_empty(page: Page) -> BoolColumn:
    """Return whether each node is an element with invisible text and without leaves (text in SVG may be a leaf)."""
    leaves_before = np.searchsorted(page.leaves, np.arange(len(page) + 1))
    is_empty: BoolColumn = leaves_before[page.end] == leaves_before[:-1]
    return page.has_tag(elements.SILENT) & is_empty


def match(expression: Expression, html: str, timeout_seconds: float) -> MatchResult:
    """Match an expression repeatedly until no match is left or the time is up."""
    pattern = regex.compile(str(expression))
    spans: list[tuple[int, int]] = []
    groups = range(1, pattern.groups + 1)
    deadline = time.process_time() + timeout_seconds
    try:
        for count, found in enumerate(pattern.finditer(html, timeout=timeout_seconds), start=1):
            spans += [found.span(group) for group in groups]
            if count >= _MAX_MATCHES or (count % 256 == 0 and time.process_time() > deadline):
                return MatchResult(_mask(spans, len(html)), is_complete=False)
    except TimeoutError:
        return MatchResult(_mask(spans, len(html)), is_complete=False)
    return MatchResult(_mask(spans, len(html)), is_complete=True)


def _mask(spans: Sequence[tuple[int, int]], length: int) -> BoolColumn:
    """Return whether each character is in one of the spans."""
    change = np.zeros(length + 1, dtype=np.int64)
    if spans:
        borders = np.array(spans, dtype=np.int64)
        borders = borders[borders[:, 0] >= 0]  # -1: the group took no part in the match
        np.add.at(change, borders[:, 0], 1)
        np.subtract.at(change, borders[:, 1], 1)
    mask: BoolColumn = np.cumsum(change[:-1]) > 0
    return mask
