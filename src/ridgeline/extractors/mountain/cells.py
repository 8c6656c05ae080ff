"""Information Cells (Definition 2) with the features of Table 1, as columns.

A cell is the visible text between a `>` and the next `<`. The features:

    L  text length: the visible characters. White space is not visible, and the paper's own constant for English agrees
       (75 is 15 words of 5 letters, with no spaces between them); character references count as what they stand for.
    P  punctuation number: what parts sentences and clauses, in any script: full stops, question and exclamation marks,
       commas, semicolons. The paper says "sentence segmentation punctuations", and counts 12 characters for a sentence
       of Chinese, which only clauses have.
    S  whether full stopped: whether a sentence ends in it.
    V  visible ratio: the part of the cell's span that its text takes up, in characters of the source. The span reaches
       from the middle of the code before the cell to the middle of the code after it (section 3.1); the ends of the
       source stand for the neighbours of the first and the last cell.
    A  whether it is anchor text: inside an `<a>` that has an address.
"""

from dataclasses import dataclass
from html import unescape

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn
from ...text.characters import Kind, Kinds, kinds
from .source import Code, Offsets, find_code

Counts = npt.NDArray[np.int64]
Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Cells:
    """The cells of a page in the order of its source."""

    text: tuple[str, ...]  # white space stripped, character references decoded
    start: Offsets  # one past the left boundary `>`
    end: Offsets  # of the right boundary `<`
    length: Counts  # L
    punctuation: Counts  # P
    full_stopped: BoolColumn  # S
    visible: Reals  # V
    anchor: BoolColumn  # A
    spaceless: float  # the share of ideographs and kana among the visible characters of the page

    def __len__(self) -> int:
        return len(self.text)

    @property
    def distance(self) -> Counts:
        """SCD by cell: the length of the code between it and the cell before, boundaries included; 0 for the first."""
        apart = np.zeros(len(self), dtype=np.int64)
        apart[1:] = self.start[1:] - self.end[:-1]
        return apart


def find_cells(source: str) -> Cells:
    """The cells of a source: linear, and without a DOM."""
    code = find_code(source)
    start = np.concatenate(([0], code.end))
    end = np.concatenate((code.start, [len(source)]))
    wide = np.flatnonzero(end > start)
    pieces = map(source.__getitem__, map(slice, start[wide].tolist(), end[wide].tolist()))
    stripped = list(map(str.strip, pieces))
    texts = [unescape(text).strip() if "&" in text else text for text in stripped]
    shown = [position for position, text in enumerate(texts) if text]
    extent = np.array([len(stripped[position]) for position in shown], dtype=np.int64)
    place = wide[shown] if shown else np.empty(0, dtype=np.int64)
    return _with_features(
        tuple(texts[position] for position in shown),
        start[place],
        end[place],
        extent,
        _in_link(code)[place],
        len(source),
    )


def _in_link(code: Code) -> BoolColumn:
    """By gap between two pieces of code, the ends of the source included: whether it is inside a link."""
    changes = np.flatnonzero(code.opens_link | code.closes_link)
    state = np.concatenate(([False], code.opens_link[changes]))
    passed = np.concatenate(([0], np.cumsum(code.opens_link | code.closes_link)))
    answer: BoolColumn = state[passed]
    return answer


def _with_features(
    text: tuple[str, ...], start: Offsets, end: Offsets, extent: Counts, anchor: BoolColumn, source_length: int
) -> Cells:
    lengths = np.fromiter(map(len, text), np.int64, len(text))
    flags = kinds("".join(text))
    visible = _count(flags, Kind.SPACE, lengths, absent=True)
    ends = _count(flags, Kind.SENTENCE_END, lengths)
    ideographs = int(np.count_nonzero(flags & np.uint8(Kind.SPACELESS)))
    return Cells(
        text=text,
        start=start,
        end=end,
        length=visible,
        punctuation=_count(flags, Kind.SENTENCE_END | Kind.COMMA, lengths),
        full_stopped=ends > 0,
        visible=extent / np.maximum(spans(start, end, source_length), 1),
        anchor=anchor,
        spaceless=ideographs / max(int(visible.sum()), 1),
    )


def _count(flags: Kinds, kind: Kind, lengths: Counts, *, absent: bool = False) -> Counts:
    """By cell: its characters of a kind, or those that are not of it."""
    places = np.flatnonzero(flags & np.uint8(kind))
    borders = np.concatenate(([0], np.cumsum(lengths)))
    counts = np.diff(np.searchsorted(places, borders))
    return lengths - counts if absent else counts


def spans(start: Offsets, end: Offsets, source_length: int) -> Reals:
    """By cell: the length of its source code span, from middle to middle of the code between cells (section 3.1)."""
    before = np.concatenate(([0], end))[:-1] if len(start) else end
    middle = (before + start) / 2
    last = (end[-1:] + source_length) / 2
    borders = np.concatenate((middle, last))
    return np.diff(borders)
