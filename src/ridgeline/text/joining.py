"""Joins the texts of leaves as a browser shows them.

White space is folded, words split by inline tags stay whole, words on either side of a boundary stay apart. A line
ends at a `<br>` and at the border of a block element; a preformatted element is one line, whatever line ends it has.
What is written between two lines is a parameter (`Separate`): the plain text format puts items and cells closer
together than paragraphs.

Every page of a corpus goes through `join`, so the separators of all leaves are found, and their texts are folded, at
once.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import numpy as np

from ..page import Break, IntColumn, Page, elements
from .invisible import without_unshown
from .spaces import fold, normalize_preformatted
from .visible import visible_texts

TAB = len(Break)  # a separator beside the breaks: between two cells of a row
# (page, kept leaves that show text, break before each) → separator before each, a `Break` or `TAB`
Separate = Callable[[Page, IntColumn, IntColumn], IntColumn]

_BR = elements.CODES["br"]
_WRITTEN = ("", " ", "\n", "\n\n", "\t")  # by separator
_LINE_MARK = "\x01"  # visible texts hold no control characters
_MARKS = ("", " ", _LINE_MARK, _LINE_MARK, _LINE_MARK)  # by separator


def join(page: Page, keep: IntColumn, separate: Separate | None = None) -> str:
    """Return the text of the kept leaves: a line end for a `<br>`, a blank line between paragraphs.

    `separate` may choose other separators.
    """
    texts = visible_texts(page, keep)
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


def join_preformatted(page: Page, nodes: Sequence[int], texts: Sequence[str], breaks: Sequence[int]) -> str:
    """Return the text of leaves of one preformatted element, given by their nodes, visible texts and breaks."""
    pieces: list[str] = []
    last, strongest = -1, 0  # the last leaf that shows text, and the strongest break since
    for node, text, kind in zip(nodes, texts, breaks, strict=True):
        strongest = max(strongest, kind)
        if not text:
            continue
        text = normalize_preformatted(text)
        pieces += [preformatted_gap(page, last, node, strongest), text] if pieces else [text.lstrip("\n")]
        last, strongest = node, 0
    return "".join(pieces).rstrip()


def preformatted_gap(page: Page, before: int, node: int, kind: int) -> str:
    """Return the white space between two kept leaves (nodes) of a preformatted element with this break between them.

    Highlighted code is many small leaves, and the line ends between them often are text nodes of white space alone,
    which are no leaves: they are read back from the page.
    """
    pieces = []
    for index in range(before + 1, node):
        text = page.text[index]
        if text.isspace():
            pieces.append(normalize_preformatted(without_unshown(text)))
        elif text:  # not kept: it leaves a gap
            pieces.append("\n" if "\n" in text else " ")
        elif page.tag[index] == _BR:
            pieces.append("\n")
    between = "".join(pieces)
    if kind >= Break.LINE and "\n" not in between:
        return between + "\n"
    return between or (" " if kind == Break.SPACE else "")


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
    for start, end in _preformatted_runs(page, nodes):
        run = slice(start, end)
        taken[start] = join_preformatted(page, nodes[run].tolist(), texts[run], breaks[run].tolist())
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
