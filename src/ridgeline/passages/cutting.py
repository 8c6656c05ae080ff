"""Cuts the Markdown into spans within a budget of tokens, where a reader would cut.

What is too long is cut before its highest headings; then between paragraphs, items and other blocks, where a heading
stays with what follows it; a table between its rows, code between its lines; a paragraph between sentences, and where
that is not enough, between words. Neighbours that fit into one span share it.

Where a table or code is cut, each piece is whole Markdown again: the rest of a table repeats its head, code its fences.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .blocks import Block, Blocks
from .tokens import Count

_FENCE = re.compile(r"[ >]*(`{3,})[^`\n]*\n")
_LINE = re.compile(r"\n")
_SENTENCE = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+|(?<=[。！？])|\n+")
_WORD = re.compile(r"\s+")
_CHARACTER = re.compile(r"(?s).")
_MAX_TOKEN = 16  # characters a token, on average over a span: of a long text, no more than that is looked at
_HEAD_LINES = 2  # of a table: the names of its columns, and the rule under them

_Around = Callable[[int, int], tuple[str, str]]  # what makes a piece of a block whole, by its start and stop


@dataclass(frozen=True, slots=True)
class Span:
    """A part of the Markdown, and what makes it whole where it is a piece of a table or of code."""

    start: int
    stop: int
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Cutter:
    """Cuts a text into spans of at most so many tokens."""

    given: Blocks
    count: Count
    budget: int
    limited: Callable[[Iterator[Span]], Iterator[Span]] = iter  # ends the pieces of a block early

    def written(self, span: Span) -> str:
        """Return a span as whole Markdown."""
        text = self.given.markdown[span.start : span.stop].strip("\n")
        return f"{span.before}{text}{span.after}"

    def cut(self, first: int, end: int) -> list[Span]:
        """Return the spans of some blocks, in a row."""
        blocks = self.given.blocks
        whole = Span(blocks[first].start, blocks[end - 1].stop)
        if self._fits(whole):
            return [whole]
        if end - first == 1:
            return list(self.limited(self._pieces(whole.start, blocks[first])))
        levels = {block.level for block in blocks[first + 1 : end] if block.level}
        if levels:
            places = [place for place in range(first + 1, end) if blocks[place].level == min(levels)]
        else:  # a heading stays with what follows
            places = [place for place in range(first + 1, end) if not blocks[place - 1].level]
        if not places:  # headings, and one block that is too long
            return list(self.limited(self._pieces(whole.start, blocks[end - 1])))
        bounds = [first, *places, end]
        return self._packed([self.cut(one, other) for one, other in pairwise(bounds)])

    def beginning(self, start: int, stop: int) -> Span:
        """Return the longest span from a place on that fits: it ends after a block, else inside of the first."""
        blocks = self.given.blocks
        first = bisect_right(blocks, start, key=lambda block: block.start) - 1
        inside = [block for block in blocks[first:] if block.start < stop]
        around = self._seams(inside[0])[1]

        def span_to(end: int) -> Span:
            return Span(start, end, *around(start, end))

        ends = [block.stop for block in inside if not block.level or block.stop == stop]
        end = self._furthest(iter(ends), span_to)
        if end is not None:
            return span_to(end)
        return next(self._pieces(start, next((block for block in inside if not block.level), inside[-1])))

    def _fits(self, span: Span) -> bool:
        return self.count(self.written(span)) <= self.budget

    def _packed(self, parts: Sequence[Sequence[Span]]) -> list[Span]:
        """Return spans of parts in a row; those that are not cut share one while they fit."""
        packed: list[Span] = []
        for spans in parts:
            joined = _joined(packed[-1], spans[0]) if packed and len(spans) == 1 else None
            if joined is not None and self._fits(joined):
                packed[-1] = joined
            else:
                packed += spans
        return packed

    def _seams(self, block: Block) -> tuple[re.Pattern[str], _Around]:
        """Return where a block may be cut, and what makes its pieces whole."""
        text = self.given.markdown[block.start : block.stop]
        lead = block.start + len(text) - len(text.lstrip("\n"))
        if block.kind == "table":
            head = "".join(text.lstrip("\n").splitlines(keepends=True)[:_HEAD_LINES])
            if 2 * self.count(head) > self.budget:
                head = ""  # it would leave no room for rows
            return _LINE, lambda start, stop: (head if start > lead else "", "")
        # A fence that would leave no room for code is not repeated: a page chooses how long it is.
        if (fence := _FENCE.match(self.given.markdown, lead)) and 2 * self.count(fence[0] + fence[1]) <= self.budget:
            last = block.start + len(text.rstrip())
            closing = f"\n{fence[1]}"
            return _LINE, lambda start, stop: (
                fence[0] if start > lead else "",
                closing if lead < stop < last else "",
            )
        return _SENTENCE, lambda start, stop: ("", "")

    def _pieces(self, start: int, block: Block) -> Iterator[Span]:
        """Yield the longest spans that fit, from a place before or inside of a block to its end.

        They are cut where the block may be cut, else between words, else anywhere.
        """
        seams, around = self._seams(block)
        while start < block.stop:

            def span_to(stop: int, start: int = start) -> Span:
                return Span(start, stop, *around(start, stop))

            stop = None
            for pattern in (seams, _WORD, _CHARACTER):
                stop = self._furthest(self._stops(pattern, start, block.stop), span_to)
                if stop is not None:
                    break
            stop = start + 1 if stop is None else stop  # what makes it whole is too long already
            yield span_to(stop)
            start = stop

    def _stops(self, pattern: re.Pattern[str], start: int, end: int) -> Iterator[int]:
        """Yield where spans from a place on may end, up to a place, which is the last of them."""
        furthest = start + _MAX_TOKEN * self.budget
        for found in pattern.finditer(self.given.markdown, start, min(furthest, end)):
            if start < found.end() < end:
                yield found.end()
        if furthest >= end:
            yield end

    def _furthest(self, stops: Iterator[int], span_to: Callable[[int], Span]) -> int | None:
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

    def overlapped(self, before: Span, span: Span, overlap: int) -> int:
        """Return where a span begins that repeats the end of the one before, whole sentences of it."""
        if before.before or before.after or span.before:
            return span.start  # inside of a table or code
        found = _SENTENCE.finditer(self.given.markdown, before.start, before.stop)
        starts = [before.start, *(end for seam in found if before.start < (end := seam.end()) < before.stop)]

        def fits(start: int) -> bool:
            repeated = Span(start, span.stop, after=span.after)
            return (
                self.count(self.written(Span(start, span.start))) <= overlap
                and self.count(self.written(repeated)) <= self.budget + overlap
            )

        first = bisect_left(starts, True, key=fits)
        return starts[first] if first < len(starts) else span.start


def _joined(one: Span, other: Span) -> Span | None:
    """Return two spans in a row as one; None where either is a piece of something."""
    if one.before or one.after or other.before or other.after:
        return None
    return Span(one.start, other.stop)
