"""Chunks: all of the Markdown in pieces within a budget of tokens, each with its headings and its place on the page."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..errors import OptionError
from ..output.places import NOWHERE, Place, Places
from ..page import IntColumn
from .blocks import Block, Blocks
from .cutting import Cutter
from .tokens import Count

MIN_TOKENS = 32  # of a budget: less is no passage


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage."""

    text: str  # in Markdown
    tokens: int
    headings: tuple[str, ...]  # the titles of the sections that it begins in, outermost first
    start: int  # in characters of the extraction's Markdown, an overlap with the chunk before included
    stop: int
    place: Place  # where it stands on the page


def check_budget(max_tokens: int, overlap: int) -> None:
    """Raise OptionError for a budget that is too small, or an overlap that is too large."""
    if max_tokens < MIN_TOKENS:
        raise OptionError(f"max_tokens is {MIN_TOKENS} or more, not {max_tokens}")
    if not 0 <= overlap <= max_tokens // 2:
        raise OptionError(f"overlap is 0 to half of max_tokens, not {overlap}")


def make_chunks(given: Blocks, keep: IntColumn, count: Count, max_tokens: int, overlap: int = 0) -> list[Chunk]:
    """Return the chunks of a text; each but the first begins with up to `overlap` tokens of the one before.

    Raises OptionError for a budget that is too small.
    """
    check_budget(max_tokens, overlap)
    cutter = Cutter(given, count, max_tokens - overlap)
    spans = cutter.cut(0, len(given.blocks)) if given.blocks else []
    starts, paths = [block.start for block in given.blocks], given.paths()
    places, found = Places(given.page), dict[tuple[int, int], Place]()  # pieces of one block share theirs
    chunks = []
    for before, span in zip([None, *spans], spans, strict=False):
        start = cutter.overlapped(before, span, overlap) if overlap and before else span.start
        text = cutter.written(replace(span, start=start))
        first, end = bisect_right(starts, span.start) - 1, bisect_left(starts, span.stop)
        if (first, end) not in found:
            found[first, end] = _place(places, given.blocks[first:end], keep)
        chunks.append(Chunk(text, count(text), paths[first], start, span.stop, found[first, end]))
    return chunks


def _place(places: Places, blocks: Sequence[Block], keep: IntColumn) -> Place:
    shown = [block for block in blocks if block.first >= 0 and block.last >= 0]
    return places.between(shown[0].first, shown[-1].last, keep) if shown else NOWHERE
