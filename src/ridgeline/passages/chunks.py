"""Chunks: pieces of the Markdown within a budget of tokens, cut where a reader would cut.

What is too long is cut before its highest headings; then between paragraphs, items and other blocks, where a heading
stays with what follows it; a table between its rows, code between its lines; a paragraph between sentences, and where
that is not enough, between words. Neighbours that fit into one chunk share it.

A chunk is a span of the Markdown. Where a table or code is cut, the text of each piece is whole Markdown again: the
rest of a table repeats its head, code its fences.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..errors import OptionError
from ..page import IntColumn
from .blocks import Block, Blocks
from .places import NOWHERE, Place, find_place
from .tokens import Count

MIN_TOKENS = 32  # of a budget: less is no passage
_FENCE = re.compile(r"[ >]*(`{3,})[^`\n]*\n")
_LINE = re.compile(r"\n")
_SENTENCE = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+|(?<=[。！？])|\n+")
_WORD = re.compile(r"\s+")
_CHARACTER = re.compile(r"(?s).")
_MAX_TOKEN = 16  # characters a token, on average over a chunk: of a long text, no more than that is looked at
_HEAD_LINES = 2  # of a table: the names of its columns, and the rule under them


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage."""

    text: str  # in Markdown
    tokens: int
    headings: tuple[str, ...]  # the titles of the sections that it begins in, outermost first
    start: int  # in characters of the extraction's Markdown, an overlap with the chunk before included
    stop: int
    place: Place  # where it stands on the page


@dataclass(frozen=True, slots=True)
class _Span:
    """A part of the Markdown, and what makes it whole where it is a piece of a table or of code."""

    start: int
    stop: int
    before: str = ""
    after: str = ""


def make_chunks(given: Blocks, keep: IntColumn, count: Count, max_tokens: int, overlap: int = 0) -> list[Chunk]:
    """Return the chunks of a text; each but the first begins with up to `overlap` tokens of the one before.

    Raises OptionError for a budget that is too small.
    """
    if max_tokens < MIN_TOKENS:
        raise OptionError(f"max_tokens is {MIN_TOKENS} or more, not {max_tokens}")
    if not 0 <= overlap <= max_tokens // 2:
        raise OptionError(f"overlap is 0 to half of max_tokens, not {overlap}")
    cutter = _Cutter(given, count, max_tokens - overlap)
    spans = cutter.cut(0, len(given.blocks)) if given.blocks else []
    starts, paths = [block.start for block in given.blocks], given.paths()
    places: dict[tuple[int, int], Place] = {}  # pieces of one block share theirs
    chunks = []
    for before, span in zip([None, *spans], spans, strict=False):
        start = cutter.overlapped(before, span, overlap) if overlap and before else span.start
        text = cutter.written(_Span(start, span.stop, span.before, span.after))
        first, end = bisect_right(starts, span.start) - 1, bisect_left(starts, span.stop)
        if (first, end) not in places:
            places[first, end] = _place(given, given.blocks[first:end], keep)
        chunks.append(Chunk(text, count(text), paths[first], start, span.stop, places[first, end]))
    return chunks


@dataclass(frozen=True, slots=True)
class _Cutter:
    given: Blocks
    count: Count
    budget: int

    def written(self, span: _Span) -> str:
        """Return a span as whole Markdown."""
        text = self.given.markdown[span.start : span.stop].strip("\n")
        return f"{span.before}{text}{span.after}"

    def cut(self, first: int, end: int) -> list[_Span]:
        """Return the spans of some blocks, in a row."""
        blocks = self.given.blocks
        whole = _Span(blocks[first].start, blocks[end - 1].stop)
        if self._fits(whole):
            return [whole]
        if end - first == 1:
            return self._cut_block(whole.start, blocks[first])
        levels = {block.level for block in blocks[first + 1 : end] if block.level}
        if levels:
            places = [place for place in range(first + 1, end) if blocks[place].level == min(levels)]
        else:  # a heading stays with what follows
            places = [place for place in range(first + 1, end) if not blocks[place - 1].level]
        if not places:  # headings, and one block that is too long
            return self._cut_block(whole.start, blocks[end - 1])
        bounds = [first, *places, end]
        return self._packed([self.cut(one, other) for one, other in pairwise(bounds)])

    def _fits(self, span: _Span) -> bool:
        return self.count(self.written(span)) <= self.budget

    def _packed(self, parts: Sequence[Sequence[_Span]]) -> list[_Span]:
        """Return spans of parts in a row; those that are not cut share one while they fit."""
        packed: list[_Span] = []
        for spans in parts:
            joined = _joined(packed[-1], spans[0]) if packed and len(spans) == 1 else None
            if joined is not None and self._fits(joined):
                packed[-1] = joined
            else:
                packed += spans
        return packed

    def _cut_block(self, begin: int, block: Block) -> list[_Span]:
        """Return the spans of one block that is too long, with what stands before it from a place on."""
        text = self.given.markdown[begin : block.stop]
        own = self.given.markdown[block.start : block.stop]
        lead = block.start - begin + len(own) - len(own.lstrip("\n"))
        if block.kind == "table":
            head = "".join(text[lead:].splitlines(keepends=True)[:_HEAD_LINES])
            if 2 * self.count(head) > self.budget:
                head = ""  # it would leave no room for rows
            return self._pieces(begin, text, _LINE, lambda start, stop: (head if start > lead else "", ""))
        # A fence that would leave no room for code is not repeated: a page chooses how long it is.
        if (fence := _FENCE.match(text, lead)) and 2 * self.count(fence[0] + fence[1]) <= self.budget:
            last = len(text.rstrip())
            closing = f"\n{fence[1]}"
            return self._pieces(
                *(begin, text, _LINE),
                lambda start, stop: (fence[0] if start > lead else "", closing if lead < stop < last else ""),
            )
        return self._pieces(begin, text, _SENTENCE, lambda start, stop: ("", ""))

    def _pieces(
        self, begin: int, text: str, ends: re.Pattern[str], around: Callable[[int, int], tuple[str, str]]
    ) -> list[_Span]:
        """Return the longest spans of a text that fit: cut after `ends`, else between words, else anywhere."""
        spans: list[_Span] = []
        start = 0
        while start < len(text):

            def span_to(stop: int, start: int = start) -> _Span:
                return _Span(begin + start, begin + stop, *around(start, stop))

            stop = None
            for pattern in (ends, _WORD, _CHARACTER):
                stop = self._furthest(_stops(pattern, text, start, start + _MAX_TOKEN * self.budget), span_to)
                if stop is not None:
                    break
            stop = start + 1 if stop is None else stop  # what makes it whole is too long already
            spans.append(span_to(stop))
            start = stop
        return spans

    def _furthest(self, stops: Iterator[int], span_to: Callable[[int], _Span]) -> int | None:
        """Return the last of some ascending stops up to which a span fits, None where not even the first does.

        Stops are read one by one, and seldom measured: of a long text only the beginning is looked at.
        """
        best, waiting, step = None, [], 1
        for stop in stops:
            waiting.append(stop)
            if len(waiting) < step:
                continue
            if not self._fits(span_to(stop)):
                break
            best, waiting, step = stop, [], 2 * step
        else:
            if waiting and self._fits(span_to(waiting[-1])):
                return waiting[-1]
        fitting = bisect_left(waiting, True, key=lambda stop: not self._fits(span_to(stop)))
        return waiting[fitting - 1] if fitting else best

    def overlapped(self, before: _Span, span: _Span, overlap: int) -> int:
        """Return where a chunk begins that repeats the end of the one before, whole sentences of it."""
        if before.before or before.after or span.before:
            return span.start  # inside of a table or code
        text = self.given.markdown[before.start : before.stop]
        starts = [before.start + place for place in (0, *_stops(_SENTENCE, text, 0, len(text)))]

        def fits(start: int) -> bool:
            repeated = _Span(start, span.stop, after=span.after)
            return (
                self.count(self.written(_Span(start, span.start))) <= overlap
                and self.count(self.written(repeated)) <= self.budget + overlap
            )

        first = bisect_left(starts, True, key=fits)
        return starts[first] if first < len(starts) else span.start


def _stops(pattern: re.Pattern[str], text: str, start: int, end: int) -> Iterator[int]:
    """Yield where pieces of a text may end, between two places, its own end included."""
    for found in pattern.finditer(text, start, min(end, len(text))):
        if start < found.end() < len(text):
            yield found.end()
    if end >= len(text):
        yield len(text)


def _joined(one: _Span, other: _Span) -> _Span | None:
    """Return two spans in a row as one; None where either is a piece of something."""
    if one.before or one.after or other.before or other.after:
        return None
    return _Span(one.start, other.stop)


def _place(given: Blocks, blocks: Sequence[Block], keep: IntColumn) -> Place:
    shown = [block for block in blocks if block.first >= 0]
    return find_place(given.page, shown[0].first, shown[-1].last, keep) if shown else NOWHERE
