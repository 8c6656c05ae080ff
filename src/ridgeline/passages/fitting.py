"""Text and HTML within a budget: whole blocks from the beginning, and a note on the rest.

Text is cut as Markdown is, of whose blocks it has paragraphs alone. HTML is cut after the last block that fits, inside
of lists, tables and quotations too, and what is open there is closed; where not even the first fits, between words.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from ..output.options import OutputOptions
from ..page import Budget, Page
from .blocks import Block, Blocks
from .excerpts import Excerpt, make_excerpt
from .tokens import Count

_GAP = re.compile(r"\n{2,}")
_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)[^>]*>")  # as the core writes it: “>” is escaped in attributes
_SPACE = re.compile(r"\s+")
_VOID = frozenset("br col embed hr img input source track wbr".split())
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
_AROUND_BLOCKS = frozenset(
    "article aside blockquote dd details div dl figure li main ol section table tbody tfoot thead ul".split()
)
_LEFT_OUT = "Left out: about {lost:,} of {total:,} tokens. Ask for more with a larger max_tokens, or for Markdown."


def fit_text(page: Page, text: str, options: OutputOptions, count: Count, budget: Budget) -> Excerpt:
    """Return the part of a plain text that fits a budget, from a place on."""
    starts = [0, *(gap.start() for gap in _GAP.finditer(text))]
    blocks = (Block("p", start, stop, -1, -1) for start, stop in zip(starts, [*starts[1:], len(text)], strict=True))
    return make_excerpt(Blocks(page, text, tuple(blocks)), count, options, budget, note_form="[{}]")


class _End(NamedTuple):
    """A place where HTML may end, and what closes the elements that are open there."""

    place: int
    closing: str


def fit_html(html: str, max_tokens: int, count: Count) -> Excerpt:
    """Return the beginning of an HTML fragment, as the core writes it, that fits a budget."""
    total = count(html)
    if total <= max_tokens:
        return Excerpt(html, total, total, 0, None, None)
    room = max_tokens - count(_written(_LEFT_OUT.format(lost=total, total=total)))

    def tokens(end: _End) -> int:
        return count(html[: end.place] + end.closing)

    kept = ""
    for ends in (list(_ends_of_blocks(html)), list(_ends_of_words(html))):
        fitting = bisect_right(ends, room, key=tokens)
        while fitting and tokens(ends[fitting - 1]) > room:  # closing tags may be longer before than behind
            fitting -= 1
        if fitting:
            kept = html[: ends[fitting - 1].place] + ends[fitting - 1].closing
            break
    left_out = _LEFT_OUT.format(lost=total - count(kept), total=total)
    text = kept + _written(left_out)
    return Excerpt(text, count(text), total, 0, None, left_out)


def _written(note: str) -> str:
    return f"\n<p>[{note}]</p>"


def _ends_of_blocks(html: str) -> Iterator[_End]:
    """Yield the ends of blocks around which there are only elements that hold blocks; not those of headings."""
    opened: list[str] = []
    others = 0  # of them, that hold none
    for tag in _TAG.finditer(html):
        name = tag[2]
        if name in _VOID:
            continue
        if not tag[1]:
            opened.append(name)
            others += name not in _AROUND_BLOCKS
        elif opened:
            others -= opened.pop() not in _AROUND_BLOCKS
            if not others and name not in _HEADINGS:
                yield _End(tag.end(), _closing(opened))


def _ends_of_words(html: str) -> Iterator[_End]:
    """Yield the places between the words of the first block."""
    opened: list[str] = []
    before = 0
    for tag in _TAG.finditer(html):
        yield from (_End(space.start(), _closing(opened)) for space in _SPACE.finditer(html, before, tag.start()))
        before = tag.end()
        if tag[2] in _VOID:
            continue
        if not tag[1]:
            opened.append(tag[2])
        elif opened:
            opened.pop()
            if not opened and tag[2] not in _HEADINGS:
                return


def _closing(opened: list[str]) -> str:
    return "".join(f"</{name}>" for name in reversed(opened))
