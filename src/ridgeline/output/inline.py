"""Writes the runs of one paragraph as Markdown.

    runs ─→ pieces ─→ pieces without unreadable emphasis ─→ Markdown

Emphasis is the hard part: Markdown opens and closes it only beside certain characters (CommonMark's flanking rules),
so `<b>"so"</b>called` cannot be written `**"so"**called`. Every span of emphasis is checked with its neighbours before
anything is written, and one that a reader of Markdown would not read back is written plain.
"""

import re
import string
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..page import Page
from ..text.attributes import one_line
from .escaping import code_span, escape
from .links import EMBEDDED, Links
from .outline import Mark, Outline, Paragraph, Run, wider
from .references import References

_DELIMITERS: Final = {"strong": "**", "em": "_", "del": "~~"}
_EMPHASIS: Final = frozenset(_DELIMITERS)
# Each pass removes spans that the pass before left without a good neighbour. Real pages need two passes.
_MAX_PASSES = 8
_ASCII_PUNCTUATION = frozenset(string.punctuation)
_PARENTHESIS = re.compile(r"[()]")
_REFERENCE = re.compile(r"&(?=#?\w+;)")
_MAX_PARENTHESES_DEPTH = 30  # CommonMark lets parsers stop at 32

Marks = tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a paragraph in the output."""

    line_break: str = "  \n"
    starts_lines: bool = True  # whether text such as "# " or "1. " would start a heading or a list
    in_cell: bool = False
    without: frozenset[str] = frozenset()  # marks that the place implies


PARAGRAPH = Place()
HEADING = Place(line_break=" ", starts_lines=False, without=frozenset({"strong"}))
CELL = Place(line_break="<br>", starts_lines=False, in_cell=True)


@dataclass(slots=True)
class Piece:
    """Text under the same marks, or finished Markdown (an image, a formula)."""

    before: str
    content: str
    is_finished: bool
    marks: Marks


class Inline:
    """Writes the paragraphs of one page."""

    def __init__(self, page: Page, references: References | None = None) -> None:
        self.page = page
        self.links = Links(page)
        self.references = references  # where links are numbered, "[1]" in a text would be one

    def paragraph(self, outline: Outline, paragraph: Paragraph, place: Place = PARAGRAPH) -> str:
        """Return one paragraph of an outline as Markdown. Most are plain text, or one text under marks: these first."""
        plain = outline.plain(paragraph)
        if plain is not None:
            return escape(plain, in_link=self.references is not None, line_start=place.starts_lines)
        lines = outline.lines(paragraph)
        if lines is not None:
            in_link = self.references is not None
            return place.line_break.join(
                [escape(line, in_link=in_link, line_start=place.starts_lines) for line in lines]
            )
        runs = outline.runs(paragraph)
        if len(runs) > 1 or not runs[0].is_text:
            return self.write(runs, place)
        return self._single(runs[0].text.strip(), self._writable(runs[0].marks, place), place)

    def _single(self, text: str, marks: Marks, place: Place) -> str:
        """Return the only text of a paragraph. All emphasis around it can be read back."""
        if not text:
            return ""
        piece = Piece("", text, is_finished=False, marks=marks)
        outside = marks[:-1] if _is_code(marks) else marks
        written = self._content([piece], 0, place, is_marked=bool(outside))
        for mark in reversed(outside):
            before, after = self._delimiters(mark)
            written = before + written + after
        return written

    def write(self, runs: Sequence[Run], place: Place = PARAGRAPH) -> str:
        """Return one paragraph, given by its runs, as Markdown."""
        pieces = self._pieces(runs, place)
        return self._written(*_readable(_merged(_trimmed(pieces))), place) if pieces else ""

    def _pieces(self, runs: Sequence[Run], place: Place) -> list[Piece]:
        pieces: list[Piece] = []
        known: dict[Marks, Marks] = {(): ()}
        gap = ""
        for run in runs:
            if run.before:
                gap = wider(gap, run.before)
            marks = known.get(run.marks)
            if marks is None:
                marks = known[run.marks] = self._writable(run.marks, place)
            content, is_finished = (run.text, False) if run.is_text else self._replaced(run, marks)
            if not content:
                continue
            if content.isspace():
                gap = wider(gap, " ")
                continue
            if self.references is not None:
                self._number_links(marks)
            if marks:
                if pieces and not gap:
                    marks = _continued(marks, pieces[-1].marks)
                if is_finished and _is_code(marks):
                    marks = marks[:-1]
            pieces.append(Piece(gap if pieces else "", content, is_finished, marks))
            gap = ""
        return pieces

    def _number_links(self, marks: Marks) -> None:
        """Give links their numbers in the order in which they are read; images have theirs already."""
        for mark in marks:
            if mark.tag == "a":
                self.target(self.links.link(mark.node) or "")

    def _writable(self, marks: Marks, place: Place) -> Marks:
        """Return the marks that can be written here: links with a target, emphasis outside of code, code innermost."""
        written: list[Mark] = []
        code: list[Mark] = []
        for mark in marks:
            if mark.tag == "a":
                if self.links.link(mark.node) is not None:
                    written.append(mark)
            elif mark.tag == "code":
                code.append(mark)
            elif mark.tag in _EMPHASIS and mark.tag not in place.without and not code:
                written.append(mark)
        return (*written, *code)

    def _replaced(self, run: Run, marks: Marks) -> tuple[str, bool]:
        """Return an element for Markdown, "" where it is not written, and whether it is finished: needs no escaping."""
        if run.formula:
            return run.formula.text, True
        if run.text:  # MathML without TeX, the label of an icon
            return run.text, False
        tag = self.page.names[self.page.tag[run.node]]
        if tag == "img":
            return self._image(run.node), True
        if tag in EMBEDDED and not _has_link(marks):
            return self._embedded(run.node), True
        return "", True

    def _image(self, node: int) -> str:
        """Return an image, "" for one without an address: its alternative text is no text of the page."""
        url = self.links.image(node)
        if url is None:
            return ""
        return f"![{escape(one_line(self.page.value(node, 'alt')), in_link=True)}]{self.target(url)}"

    def _embedded(self, node: int) -> str:
        url = self.links.embedded(node)
        if url is None:
            return ""
        title = one_line(self.page.value(node, "title"))
        if not title and ":" in url:
            return f"<{url}>"
        return f"[{escape(title or url, in_link=True)}]{self.target(url)}"

    def _written(self, pieces: list[Piece], spans: "list[_Span]", place: Place) -> str:
        opening: dict[int, str] = {}
        closing: dict[int, str] = {}
        for span in spans:  # outer before inner ones
            is_word = span.mark.tag == "em" and not _stands_apart(pieces, span)
            before, after = ("*", "*") if is_word else self._delimiters(span.mark)
            opening[span.start] = opening.get(span.start, "") + before
            closing[span.end] = after + closing.get(span.end, "")
        written: list[str] = []
        for index, piece in enumerate(pieces):
            between = place.line_break if piece.before == "\n" else piece.before
            content = self._content(pieces, index, place, is_marked=index in opening)
            if index in opening:
                content = opening[index] + content
            if index in closing:
                between = closing[index] + between
            if not between and content[0] == "[" and written and written[-1].endswith("!"):
                written[-1] = written[-1][:-1] + r"\!"  # or the link would be an image
            written += between, content
        written.append(closing.get(len(pieces), ""))
        return "".join(written)

    def _delimiters(self, mark: Mark) -> tuple[str, str]:
        if mark.tag == "a":
            return "[", f"]{self.target(self.links.link(mark.node) or '')}"
        return _DELIMITERS[mark.tag], _DELIMITERS[mark.tag]

    def target(self, url: str) -> str:
        """Return what follows the text of a link: its address, or the number of its address."""
        address = _destination(url)
        return f"({address})" if self.references is None else f"[{self.references.number(address)}]"

    def _content(self, pieces: list[Piece], index: int, place: Place, *, is_marked: bool) -> str:
        piece = pieces[index]
        if piece.is_finished:
            return piece.content
        # In a table a bar in code is written with a backslash, so a backslash before a bar cannot be written as code.
        if _is_code(piece.marks) and not (place.in_cell and "\\|" in piece.content):
            return code_span(piece.content)
        following = pieces[index + 1] if index + 1 < len(pieces) else None
        return escape(
            piece.content,
            before_link=following is not None and not following.before and _starts_with_link(following),
            in_link=self.references is not None or _has_link(piece.marks),
            line_start=place.starts_lines and not is_marked and (index == 0 or piece.before == "\n"),
        )


def _is_code(marks: Marks) -> bool:
    return bool(marks) and marks[-1].tag == "code"


def _has_link(marks: Marks) -> bool:
    for mark in marks:  # noqa: SIM110 - faster than `any`
        if mark.tag == "a":
            return True
    return False


def _has_emphasis(marks: Marks) -> bool:
    return any(mark.tag in _EMPHASIS for mark in marks)


def _continued(marks: Marks, before: Marks) -> Marks:
    """Return the marks of a piece that touches the one before: emphasis of the same kind continues."""
    if not before or marks == before:
        return marks
    open_marks = {mark.tag: mark for mark in before if mark.tag != "a"}
    return tuple(open_marks.get(mark.tag, mark) for mark in marks)


def _starts_with_link(piece: Piece) -> bool:
    return _has_link(piece.marks) or (piece.is_finished and piece.content.startswith("["))


def _destination(url: str) -> str:
    """Return a URL as the target of a Markdown link."""
    if ("(" in url or ")" in url) and not _is_balanced(url):
        url = url.replace("(", "%28").replace(")", "%29")
    return _REFERENCE.sub("&amp;", url) if "&" in url else url


def _is_balanced(url: str) -> bool:
    """Return whether a URL's parentheses are pairs, and nested no deeper than readers of Markdown follow."""
    depth = 0
    for parenthesis in _PARENTHESIS.findall(url):
        depth += 1 if parenthesis == "(" else -1
        if not 0 <= depth <= _MAX_PARENTHESES_DEPTH:
            return False
    return depth == 0


def _trimmed(pieces: list[Piece]) -> list[Piece]:
    """Strip Unicode's white space at the ends of lines, where readers of Markdown strip it."""
    is_line_end = True  # whether the piece before is at the end of a line
    for piece, following in zip(pieces, [*pieces[1:], None], strict=True):
        is_line_start, is_line_end = is_line_end, following is None or following.before == "\n"
        if piece.is_finished:
            continue
        if is_line_start:
            piece.content = piece.content.lstrip()
        if is_line_end:
            piece.content = piece.content.rstrip()
    return pieces


def _merged(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces with neighbouring texts under the same marks made one."""
    if len(pieces) < 2:
        return pieces
    merged: list[Piece] = []
    texts: list[str] = []
    for piece in pieces:
        last = merged[-1] if merged else None
        if (
            last is None
            or last.marks != piece.marks
            or last.is_finished
            or piece.is_finished
            or (piece.before == "\n" and not _is_code(piece.marks))
        ):
            if last is not None:
                last.content = "".join(texts)
            merged.append(piece)
            texts = [piece.content]
        else:
            texts += " " if piece.before == "\n" else piece.before, piece.content
    if merged:
        merged[-1].content = "".join(texts)
    return merged


@dataclass(slots=True)
class _Span:
    """Neighbouring pieces under one link or emphasis, from `start` to before `end`; `level` marks are outside of it."""

    start: int
    end: int
    level: int
    mark: Mark


def _spans(pieces: list[Piece]) -> list[_Span]:
    """Return the spans of all links and emphases, outer ones before inner ones."""
    spans: list[_Span] = []
    opened: list[_Span] = []
    before: Marks = ()
    for index, piece in enumerate(pieces):
        marks = piece.marks
        if marks == before:
            continue
        common = 0
        for mark, other in zip(marks, before, strict=False):
            if mark != other:
                break
            common += 1
        for span in opened[common:]:
            span.end = index
        opened[common:] = [
            _Span(index, len(pieces), level, mark)
            for level, mark in enumerate(marks[common:], common)
            if mark.tag != "code"  # it is the innermost
        ]
        spans += opened[common:]
        before = marks
    return spans


def _readable(pieces: list[Piece]) -> tuple[list[Piece], list[_Span]]:
    """Return the pieces without emphasis that would not be read back, and their spans."""
    spans = _spans(pieces)
    for attempt in range(_MAX_PASSES):
        emphases = [span for span in spans if span.mark.tag in _EMPHASIS]
        is_last = attempt == _MAX_PASSES - 1
        unreadable = emphases if is_last else [span for span in emphases if not _is_readable(pieces, span)]
        if not unreadable:
            break
        for span in unreadable:
            for piece in pieces[span.start : span.end]:
                piece.marks = tuple(mark for mark in piece.marks if mark != span.mark)
        pieces = _merged(pieces)
        spans = _spans(pieces)
    return pieces, spans


def _is_readable(pieces: list[Piece], span: _Span) -> bool:
    first, last = pieces[span.start], pieces[span.end - 1]
    if first.is_finished and all(piece.is_finished for piece in pieces[span.start : span.end]):
        return False
    if _follows_emphasis(pieces, span):
        return False
    before, after = _before(pieces, span), _after(pieces, span)
    is_apart = _separates(before) and _separates(after)
    if span.mark.tag == "em" and not is_apart and _touches_emphasis(pieces, span):
        return False
    return _can_touch(span, first.marks, before, _edge(first, span.level, "[", 0)) and _can_touch(
        span, last.marks, after, _edge(last, span.level, ")", -1)
    )


def _stands_apart(pieces: list[Piece], span: _Span) -> bool:
    """Return whether a span is no part of a word. Inside a word an underscore is no emphasis; an asterisk is."""
    return _separates(_before(pieces, span)) and _separates(_after(pieces, span))


def _touches_emphasis(pieces: list[Piece], span: _Span) -> bool:
    """Return whether another emphasis starts or ends where this one does: their asterisks would be one run."""
    first, last = pieces[span.start].marks, pieces[span.end - 1].marks
    before = pieces[span.start - 1].marks if span.start else ()
    after = pieces[span.end].marks if span.end < len(pieces) else ()
    starting = [mark for mark in first if mark not in before]
    ending = [mark for mark in last if mark not in after]
    return any(mark.tag in _EMPHASIS and mark != span.mark for mark in starting + ending)


def _can_touch(span: _Span, marks: Marks, outside: str, inside: str) -> bool:
    """Return whether a delimiter can stand between these characters; `marks` are those of the piece inside.

    With a letter outside there must be a letter inside, and no other delimiter: runs of asterisks inside words have
    rules of their own.
    """
    if inside.isspace():
        return False
    return _separates(outside) or (_is_letter(inside) and not _has_emphasis(marks[span.level + 1 :]))


def _follows_emphasis(pieces: list[Piece], span: _Span) -> bool:
    """Return whether another emphasis ends where this one starts: their delimiters would be one run."""
    if span.start == 0 or pieces[span.start].before:
        return False
    before = pieces[span.start - 1].marks
    here = pieces[span.start].marks
    return any(mark.tag in _EMPHASIS for level, mark in enumerate(before) if here[: level + 1] != before[: level + 1])


def _before(pieces: list[Piece], span: _Span) -> str:
    """Return the character before a span, as Markdown sees it."""
    piece = pieces[span.start]
    previous = pieces[span.start - 1] if span.start else None
    if _changes_link(piece.marks[: span.level], previous):
        return "["
    if previous is None or piece.before:
        return " "
    if _changes_link(previous.marks, piece):
        return ")"
    return "`" if _is_code(previous.marks) else previous.content[-1]


def _after(pieces: list[Piece], span: _Span) -> str:
    """Return the character after a span."""
    piece = pieces[span.end - 1]
    following = pieces[span.end] if span.end < len(pieces) else None
    if _changes_link(piece.marks[: span.level], following):
        return "]"
    if following is None or following.before:
        return " "
    if _changes_link(following.marks, piece):
        return "["
    return "`" if _is_code(following.marks) else following.content[0]


def _changes_link(marks: Marks, other: Piece | None) -> bool:
    """Return whether one of the marks is a link that the other piece is not part of."""
    return _has_link(marks) and any(mark.tag == "a" and (other is None or mark not in other.marks) for mark in marks)


def _edge(piece: Piece, level: int, link: str, position: int) -> str:
    """Return the first or last character inside a span."""
    inner = piece.marks[level + 1 :]
    if _has_link(inner):
        return link
    return "`" if _is_code(inner) else piece.content[position]


def _separates(character: str) -> bool:
    """Return whether a character is white space or punctuation in every version of CommonMark."""
    return character.isspace() or character in _ASCII_PUNCTUATION or unicodedata.category(character)[0] == "P"


def _is_letter(character: str) -> bool:
    """Return whether a character is neither white space nor punctuation in any version of CommonMark."""
    return not character.isspace() and unicodedata.category(character)[0] not in "PSZ"
