"""Excerpts: the part of the Markdown that fits a budget or a question, with a note on what was left out.

    max_tokens   a text that is too long becomes an outline of its sections and its beginning
    query        the sections that fit a question best, whole and in page order; one that is too long in pieces
    section      one section, by its number in the outline
    start        from a place on, where the piece before ended

An excerpt is never over its budget, outline and note included.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from sys import maxsize

from ..output.options import OutputOptions
from ..page import Budget
from .blocks import Blocks
from .cutting import Cutter, Span
from .ranking import rank
from .sections import Section, make_sections
from .tokens import Count

_OUTLINE_SHARE = 0.25  # of a budget
_PIECE_SHARE = 0.25  # of a budget, for a piece of a section that is over all of it
_MIN_SHARE = 0.25  # of the best score: what fits a question less is left out
_NOTE_TOKENS = 60  # about what a note takes
_MAX_NAMED = 10  # sections that a note names
_MAX_NUMBER = 40  # characters of a number that a note repeats
_MAX_TITLE = 100  # characters of a title in an outline
_GAP = "\n\n*[…]*\n\n"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A part of the Markdown."""

    markdown: str
    tokens: int
    total_tokens: int  # of all of the Markdown
    start: int  # of the part, in characters of the Markdown
    next_start: int | None  # where the rest begins; None where the end is reached, and for a query
    left_out: str | None  # what was left out, and how to ask for it; None where nothing was


def make_excerpt(
    given: Blocks, count: Count, options: OutputOptions, budget: Budget, *, note_form: str = "*[{}]*"
) -> Excerpt:
    """Return the part of a text that the options ask for; what fits a question is looked for while time is left."""
    return _Maker(given, count, options, make_sections(given, count), budget, note_form).made()


@dataclass(frozen=True, slots=True)
class _Maker:
    given: Blocks
    count: Count
    asked: OutputOptions
    sections: tuple[Section, ...]
    budget: Budget
    note_form: str

    def made(self) -> Excerpt:
        """Return the excerpt; what is over the budget is taken off until it fits."""
        limit = maxsize if self.asked.max_tokens is None else self.asked.max_tokens
        total, (start, stop) = self.count(self.given.markdown), self._scope()
        outline, room, is_named = "", limit, True
        is_long = not self.asked.query and not self.asked.start and self.count(self.given.markdown[start:stop]) > limit
        if is_long or stop < 0:
            outline = self._outline(start, stop, int(_OUTLINE_SHARE * limit))
            room -= self.count(outline) + _NOTE_TOKENS
        ranked = self._ranked(start, stop, max(1, limit - _NOTE_TOKENS)) if self.asked.query else []
        while True:
            spans, note = self._chosen(start, stop, room, ranked, is_named=is_named)
            text = "\n\n".join(
                filter(None, (outline, self._written(spans), self.note_form.format(note) if note else ""))
            )
            over = self.count(text) - limit
            if over <= 0 and (spans or start >= stop):
                break
            if room > 0:
                room -= max(1, over)
            elif outline:
                outline, room = "", limit - _NOTE_TOKENS
            elif is_named:  # numbers of deep sections are long
                is_named, room = False, limit - _NOTE_TOKENS
            else:
                break
        end = spans[-1].stop if spans else start
        next_start = end if not self.asked.query and end < stop else None
        return Excerpt(text, over + limit, total, spans[0].start if spans else start, next_start, note or None)

    def _scope(self) -> tuple[int, int]:
        """Return where to begin and to end; (0, -1) for a section that there is not."""
        length = len(self.given.markdown)
        if self.asked.section is None:
            return min(self.asked.start, length), length
        for section in self.sections:
            if section.number == self.asked.section:
                return min(max(section.start, self.asked.start), section.stop), section.stop
        return 0, -1

    def _chosen(
        self, start: int, stop: int, room: int, ranked: Sequence[Span], *, is_named: bool
    ) -> tuple[list[Span], str]:
        """Return what is shown of a part of the text, and the note on the rest, which may name sections."""
        if stop < 0:
            number = (self.asked.section or "")[:_MAX_NUMBER]
            return [], f"There is no section {number}. {self._named(self.sections if is_named else ())}".rstrip()
        remark, spans = "", []
        if self.asked.query:
            spans = self._matching(ranked, room)
            why = "The time for a search is over" if self.budget.is_over else "Nothing fits the query"
            remark = "" if spans else f"{why}, so this is the beginning. "
        if not spans and start < stop and room > 0:
            spans = [Cutter(self.given, self.count, room).beginning(start, stop)]
        whole = self.count(self.given.markdown[start:stop])
        lost = whole - sum(self.count(self.given.markdown[span.start : span.stop]) for span in spans)
        if spans == [Span(start, stop)] or start >= stop:
            return spans, remark.rstrip()
        more = f"Go on with start={spans[-1].stop if spans else start}. " if not self.asked.query else ""
        others = [each for each in self.sections if start <= each.start < stop and not _is_in(spans, each.start)]
        left_out = f"Left out: about {max(1, lost):,} of {whole:,} tokens. "
        return spans, f"{remark}{left_out}{more}{self._named(others if is_named else ())}".rstrip()

    def _named(self, sections: Sequence[Section]) -> str:
        """Return how to ask for sections by their numbers."""
        if not sections:
            return ""
        numbers = ", ".join(section.number for section in sections[:_MAX_NAMED])
        return f"Ask for a section by its number, as section={sections[0].number}: {numbers}" + (
            ", …." if len(sections) > _MAX_NAMED else "."
        )

    def _ranked(self, start: int, stop: int, room: int) -> list[Span]:
        """Return the passages that fit the question, the best first; none is over the room."""
        passages = list(self._passages(start, stop, room))
        scores = rank(
            [(" ".join(headings), self.given.markdown[span.start : span.stop]) for span, headings in passages],
            self.asked.query or "",
        )
        order = sorted(range(len(passages)), key=lambda place: (-scores[place], place))
        return [passages[place][0] for place in order if scores[place] > _MIN_SHARE * scores[order[0]]]

    def _matching(self, ranked: Sequence[Span], room: int) -> list[Span]:
        """Return the best passages until the room is full, in page order."""
        cutter = Cutter(self.given, self.count, room)
        chosen: list[Span] = []
        for span in ranked:
            if (tokens := self.count(cutter.written(span))) <= room:
                chosen.append(span)
                room -= tokens
        return _in_a_row(chosen)

    def _passages(self, start: int, stop: int, room: int) -> Iterator[tuple[Span, tuple[str, ...]]]:
        """Yield the sections without those inside of them, and their headings; pieces of one that is over the room."""
        blocks, paths = self.given.blocks, self.given.paths()
        inside = [place for place, block in enumerate(blocks) if start < block.stop and block.start < stop]
        heads = [place for place in inside[1:] if blocks[place].level and not blocks[place - 1].level]
        if not inside:
            return
        for first, end in pairwise([inside[0], *heads, inside[-1] + 1]):
            span = Span(blocks[first].start, blocks[end - 1].stop)
            last_head = max((place for place in range(first, end) if blocks[place].level), default=first)
            if self.count(self.given.markdown[span.start : span.stop]) <= room:
                yield span, paths[last_head]
            else:
                cutter = Cutter(self.given, self.count, max(1, int(_PIECE_SHARE * room)), self.budget.limited)
                for piece in cutter.cut(first, end):
                    yield piece, paths[last_head]

    def _outline(self, start: int, stop: int, room: int) -> str:
        """Return the sections with their tokens, as many levels as there is room for."""
        sections = [each for each in self.sections if stop < 0 or start <= each.start < stop]
        if len(sections) < 2:
            return ""
        for depth in range(max(section.depth for section in sections), -1, -1):
            text = "\n".join(_line(section, sections[0]) for section in sections if section.depth <= depth)
            if self.count(text) <= room:
                break
        lines = text.split("\n")
        while self.count("\n".join(lines)) > room and lines:
            lines = lines[: len(lines) * 3 // 4]
        return "*[Outline: number, title, tokens]*\n\n" + "\n".join(lines) if lines else ""

    def _written(self, spans: Sequence[Span]) -> str:
        cutter = Cutter(self.given, self.count, 0)
        return _GAP.join(cutter.written(span).rstrip() for span in spans)


def _line(section: Section, first: Section) -> str:
    indent = "  " * max(0, section.depth - first.depth)
    return f"{indent}- {section.number} {section.title[:_MAX_TITLE]} ({section.tokens:,})"


def _is_in(spans: Sequence[Span], place: int) -> bool:
    """Return whether a place is in one of some ascending spans."""
    before = bisect_right(spans, place, key=lambda span: span.start)
    return before > 0 and place < spans[before - 1].stop


def _in_a_row(spans: Sequence[Span]) -> list[Span]:
    """Return spans in the order of the page; whole neighbours as one."""
    joined: list[Span] = []
    for span in sorted(spans, key=lambda span: span.start):
        is_next = joined and joined[-1].stop == span.start and not (joined[-1].after or span.before)
        if is_next:
            joined[-1] = Span(joined[-1].start, span.stop, joined[-1].before, span.after)
        else:
            joined.append(span)
    return joined
