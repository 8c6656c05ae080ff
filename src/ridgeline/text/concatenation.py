"""Joins the texts of leaves as a browser shows them.

White space is folded, words split by inline tags stay whole, words on either side of a boundary stay apart. A line
ends at a `<br>` and at the border of a block element; a preformatted element is one line, whatever line ends it has.
What is written between two lines is a parameter (`Separate`): the plain text format puts items and cells closer
together than paragraphs.

Every page of a corpus goes through `join`, so the separators of all leaves are found, and their texts are folded, at
once.
"""

from collections.abc import Callable, Iterator, Sequence, Set
from itertools import chain

import numpy as np

from ..page import Break, IntColumn, Page, elements
from .attributes import class_names
from .invisible import without_unshown
from .spaces import fold, normalize_preformatted
from .visible import visible_texts

TAB = len(Break)  # a separator beside the breaks: between two cells of a row
# (page, kept leaves that show text, break before each) → separator before each, a `Break` or `TAB`
Separate = Callable[[Page, IntColumn, IntColumn], IntColumn]

_BR, _SPAN = elements.CODES["br"], elements.CODES["span"]
_TABLE_PARTS = elements.table("table thead tbody tfoot tr".split())  # white space between their cells is not shown
_MAX_STYLE_LENGTH = 300  # characters that are looked at
# What highlighters call the element of a line.
_LINE_CLASSES = frozenset("line code-line codeline token-line view-line hljs-line cm-line codemirror-line".split())
_LINE_ENDINGS = ("code-line", "highlight-line", "highlighted-line")  # of the classes of other highlighters
_WRITTEN = ("", " ", "\n", "\n\n", "\t")  # by separator
_LINE_MARK = "\x01"  # visible texts hold no control characters
_MARKS = ("", " ", _LINE_MARK, _LINE_MARK, _LINE_MARK)  # by separator


def join(page: Page, keep: IntColumn, separate: Separate | None = None, texts: list[str] | None = None) -> str:
    """Return the text of the kept leaves: a line end for a `<br>`, a blank line between paragraphs.

    `separate` may choose other separators, `texts` gives others than the visible ones.
    """
    texts = visible_texts(page, keep) if texts is None else texts
    breaks = breaks_between(page, keep)
    if not all(texts):
        keep, texts, breaks = _without_silent(keep, texts, breaks)
    if not texts:
        return ""
    separators = breaks.copy() if separate is None else separate(page, keep, breaks)
    preformatted = _take_preformatted(page, keep, texts, breaks, separators)
    lines = fold_lines(texts, separators.tolist())
    starts_line = separators > Break.SPACE
    if preformatted:
        number_of_line = np.cumsum(starts_line) - 1
        for position, text in preformatted.items():
            lines[number_of_line[position]] = text
    before = map(_WRITTEN.__getitem__, separators[starts_line].tolist())
    written = [(separator, line) for separator, line in zip(before, lines, strict=True) if line]
    return "".join(chain.from_iterable(written))[len(written[0][0]) :] if written else ""


def fold_lines(texts: Sequence[str], separators: Sequence[int]) -> list[str]:
    """Return the lines of leaves, given by their visible texts and the separators before them. A line may be empty.

    The first leaf starts a line. All texts are folded in one go, which costs a fraction of folding each.
    """
    marks = map(_MARKS.__getitem__, separators)
    marked = "".join(chain.from_iterable(zip(marks, texts, strict=True)))
    return [line.strip() for line in fold(marked).split(_LINE_MARK)[1:]]


def join_preformatted(
    page: Page, lines_at: Set[int], nodes: Sequence[int], texts: Sequence[str], breaks: Sequence[int]
) -> str:
    """Return the text of leaves of one preformatted element, given by their nodes, visible texts and breaks.

    `lines_at` is what `line_elements` returns.
    """
    pieces: list[str] = []
    last, strongest = -1, 0  # the last leaf that shows text, and the strongest break since
    for node, text, kind in zip(nodes, texts, breaks, strict=True):
        strongest = max(strongest, kind)
        if not text:
            continue
        text = normalize_preformatted(text)
        pieces += [preformatted_gap(page, lines_at, last, node, strongest), text] if pieces else [text.lstrip("\n")]
        last, strongest = node, 0
    return "".join(pieces).rstrip()


def preformatted_gap(page: Page, lines_at: Set[int], before: int, node: int, kind: int) -> str:
    """Return the white space between two kept leaves (nodes) of a preformatted element with this break between them.

    Highlighted code is many small leaves, and the line ends between them often are text nodes of white space alone,
    which are no leaves: they are read back from the page. Where a highlighter makes every line an element, the line
    ends where the element does; an element without text is an empty line. `lines_at` is what `line_elements` returns.
    """
    pieces: list[str] = []
    place = 0  # in `pieces`: where the last line starts
    lines = 0  # elements that start a line
    line_end, is_dropped = before, False  # of the last of these: its end, and whether it holds text that is not kept
    for index in range(before + 1, node):
        text = page.text[index]
        if text.isspace():
            if not _TABLE_PARTS[min(int(page.tag[page.parent[index]]), elements.UNKNOWN)]:
                pieces.append(normalize_preformatted(without_unshown(text)))
        elif text and index < line_end:
            is_dropped = True
        elif "\n" in text:  # not kept: it leaves a gap
            pieces.append("\n")
        elif text and not (pieces[-1] if pieces else page.text[before]).endswith("\n"):  # no prompt or line number
            pieces.append(" ")
        elif page.tag[index] == _BR:
            pieces.append("\n")
        elif index >= line_end and index in lines_at:
            lines += not is_dropped
            place, line_end, is_dropped = len(pieces), int(page.end[index]), False
    lines -= is_dropped and line_end <= node
    if missing := _missing_line_ends(pieces, page.text[before], max(lines, int(kind >= Break.LINE))):
        pieces.insert(place, "\n" * missing)
    return "".join(pieces) or (" " if kind == Break.SPACE and not page.text[before].endswith("\n") else "")


def _missing_line_ends(pieces: list[str], before: str, lines: int) -> int:
    """Return how many line ends to add to the white space after a text, so that this many lines start in it."""
    if not lines:
        return 0
    return max(0, lines - sum(piece.count("\n") for piece in pieces) - before.endswith("\n"))


def line_elements(page: Page, listings: Sequence[int] = ()) -> frozenset[int]:
    """Return the elements inside of preformatted ones that start a line: blocks, and what highlighters make lines.

    `listings` are elements that show code though they are not preformatted.
    """
    inside = page.preformatted >= 0
    for listing in listings:
        inside[listing + 1 : page.end[listing]] = True
    blocks = np.flatnonzero(page.has_tag(elements.BLOCK) & inside & (page.preformatted != np.arange(len(page))))
    spans = (
        node
        for node in {*page.containing("class", ("line",)), *page.containing("style", ("display",))}
        if inside[node] and page.tag[node] == _SPAN and _is_line(page, node)
    )
    return frozenset((*blocks.tolist(), *spans))


def _is_line(page: Page, span: int) -> bool:
    """Return whether a `span` is a line by its class or its style."""
    names = class_names(page, span)
    if not _LINE_CLASSES.isdisjoint(names) or any(name.endswith(_LINE_ENDINGS) for name in names):
        return True
    return "display:block" in "".join((page.value(span, "style") or "")[:_MAX_STYLE_LENGTH].lower().split())


def breaks_between(page: Page, keep: IntColumn) -> IntColumn:
    """Return by kept leaf the strongest break between it and the kept leaf before; the first starts a paragraph.

    Two kept leaves with others between them do not touch: at least a space stands between them.
    """
    if not len(keep):
        return np.empty(0, dtype=np.int32)
    strongest = np.maximum.reduceat(page.breaks, np.concatenate(([0], keep[:-1] + 1)))
    # reduceat's last group runs to the end of the page; it should end with the last kept leaf.
    last = int(keep[-2]) + 1 if len(keep) > 1 else 0
    strongest[-1] = page.breaks[last : int(keep[-1]) + 1].max()
    apart = np.diff(keep, prepend=keep[:1] - 1) > 1
    strongest[apart & (strongest == Break.NOTHING)] = Break.SPACE
    strongest[0] = Break.PARAGRAPH
    return strongest.astype(np.int32)


def _without_silent(keep: IntColumn, texts: list[str], breaks: IntColumn) -> tuple[IntColumn, list[str], IntColumn]:
    """Return the leaves that show text, each with the strongest break since the one before."""
    with_text = np.flatnonzero(np.fromiter(map(bool, texts), np.bool_, len(texts)))
    if len(with_text):
        starts = np.concatenate(([0], with_text[:-1] + 1))
        breaks = np.maximum.reduceat(breaks[: with_text[-1] + 1], starts)
    return keep[with_text], [text for text in texts if text], breaks


def _take_preformatted(
    page: Page, keep: IntColumn, texts: list[str], breaks: IntColumn, separators: IntColumn
) -> dict[int, str]:
    """Return the text of each preformatted element by the position of its first leaf, and make it one empty line."""
    taken: dict[int, str] = {}
    nodes = page.leaves[keep]
    if (page.preformatted[nodes] < 0).all():
        return taken
    lines_at = line_elements(page)
    for start, end in _preformatted_runs(page, nodes):
        run = slice(start, end)
        taken[start] = join_preformatted(page, lines_at, nodes[run].tolist(), texts[run], breaks[run].tolist())
        texts[run] = [""] * (end - start)
        separators[start + 1 : end] = Break.NOTHING
    return taken


def _preformatted_runs(page: Page, nodes: IntColumn) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each run of leaves in one preformatted element."""
    element = page.preformatted[nodes]
    starts = np.flatnonzero(np.diff(element, prepend=-2))
    ends = np.append(starts[1:], len(element))
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        if element[start] >= 0:
            yield start, end
