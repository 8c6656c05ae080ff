"""Information Cells (Definition 2) with the features of Table 1, as columns.

A cell is the visible text between a `>` and the next `<`. The features:

    L  text length: the number of visible characters. White space is not counted, which agrees with the paper's
       constant for English (75 is 15 words of 5 letters, without spaces); a character reference counts as the
       character it stands for.
    P  punctuation number: marks that separate sentences and clauses, in any script: full stops, question and
       exclamation marks, commas, semicolons. The paper says "sentence segmentation punctuations" and gives 12
       characters for a Chinese sentence, which is the length of a clause.
    S  whether full stopped: whether a sentence ends in the cell.
    V  visible ratio: the share of the cell's source code span that its text takes up, in characters. The span reaches
       from the middle of the code before the cell to the middle of the code after it (section 3.1). The ends of the
       source stand in for the missing neighbours of the first and the last cell.
    A  whether anchor text: whether the cell is inside an `<a>` that has an address.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn
from ...text.characters import Kind, Kinds, kinds
from ...text.entities import unescape
from .source import Code, Offsets, find_code

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Cells:
    """The cells of a page in source order."""

    text: tuple[str, ...]  # white space stripped, character references decoded
    start: Offsets  # one past the left boundary `>`
    end: Offsets  # of the right boundary `<`
    length: Ints  # L
    punctuation: Ints  # P
    is_full_stopped: BoolColumn  # S
    visible_ratio: Floats  # V
    is_anchor: BoolColumn  # A
    spaceless_share: float  # of ideographs and kana among the page's visible characters

    def __len__(self) -> int:
        return len(self.text)

    @property
    def distance(self) -> Ints:
        """SCD: the length of the code between each cell and the one before it, boundaries included; 0 for the first."""
        distance = np.zeros(len(self), dtype=np.int64)
        distance[1:] = self.start[1:] - self.end[:-1]
        return distance


def find_cells(source: str) -> Cells:
    """Return the cells of a source, in linear time and without a DOM."""
    code = find_code(source)
    # Gaps are the stretches between two pieces of code; those with visible text are cells.
    start = np.concatenate(([0], code.end))
    end = np.concatenate((code.start, [len(source)]))
    gaps = np.flatnonzero(end > start)
    pieces = map(source.__getitem__, map(slice, start[gaps].tolist(), end[gaps].tolist()))
    stripped = list(map(str.strip, pieces))
    texts = [unescape(text).strip() if "&" in text else text for text in stripped]
    nonempty = [index for index, text in enumerate(texts) if text]
    source_lengths = np.array([len(stripped[index]) for index in nonempty], dtype=np.int64)
    cell_gaps = gaps[nonempty] if nonempty else np.empty(0, dtype=np.int64)
    return _with_features(
        tuple(texts[index] for index in nonempty),
        start[cell_gaps],
        end[cell_gaps],
        source_lengths,
        _is_in_link(code)[cell_gaps],
        len(source),
    )


def _is_in_link(code: Code) -> BoolColumn:
    """Return, for each gap between pieces of code and at both ends of the source, whether it is inside a link."""
    changes = np.flatnonzero(code.opens_link | code.closes_link)
    state = np.concatenate(([False], code.opens_link[changes]))
    changes_before = np.concatenate(([0], np.cumsum(code.opens_link | code.closes_link)))
    answer: BoolColumn = state[changes_before]
    return answer


def _with_features(
    text: tuple[str, ...],
    start: Offsets,
    end: Offsets,
    source_lengths: Ints,
    is_anchor: BoolColumn,
    page_length: int,
) -> Cells:
    lengths = np.fromiter(map(len, text), np.int64, len(text))
    flags = kinds("".join(text))
    visible = _count(flags, Kind.SPACE, lengths, absent=True)
    sentence_ends = _count(flags, Kind.SENTENCE_END, lengths)
    spaceless = int(np.count_nonzero(flags & np.uint8(Kind.SPACELESS)))
    return Cells(
        text=text,
        start=start,
        end=end,
        length=visible,
        punctuation=_count(flags, Kind.SENTENCE_END | Kind.COMMA, lengths),
        is_full_stopped=sentence_ends > 0,
        visible_ratio=source_lengths / np.maximum(spans(start, end, page_length), 1),
        is_anchor=is_anchor,
        spaceless_share=spaceless / max(int(visible.sum()), 1),
    )


def _count(flags: Kinds, kind: Kind, lengths: Ints, *, absent: bool = False) -> Ints:
    """Return the number of characters of a kind in each cell, or if `absent`, of all other characters."""
    positions = np.flatnonzero(flags & np.uint8(kind))
    borders = np.concatenate(([0], np.cumsum(lengths)))
    counts = np.diff(np.searchsorted(positions, borders))
    return lengths - counts if absent else counts


def spans(start: Offsets, end: Offsets, page_length: int) -> Floats:
    """Return the length of each cell's source code span, between the middles of the code around it (section 3.1)."""
    before = np.concatenate(([0], end))[:-1] if len(start) else end
    middle = (before + start) / 2
    last = (end[-1:] + page_length) / 2
    borders = np.concatenate((middle, last))
    return np.diff(borders)
