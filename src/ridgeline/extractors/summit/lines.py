"""Splits a page into the lines that summit classifies, and counts the characters of each by kind.

A line is a run of leaves up to the next line break or block boundary that holds text. All characters of a page are
counted together: each is looked up once in a table whose entries pack several counters into one integer, and one
cumulative sum over the page gives all counts of all leaves.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...caching import cached_property
from ...page import BoolColumn, Break, IntColumn, Page, elements
from ...text.characters import Kind, code_points, kinds_of, word_starts
from .constants import MAX_LINES, Matrix

# The counters of a text, in the order of their columns. The first counts the starts of words, the others kinds of
# characters.
COUNTERS = ("words", "characters", "letters", "capitals", "digits", "punctuation", "ends", "commas", "spaceless")
WORDS, CHARACTERS, LETTERS, CAPITALS, DIGITS, PUNCTUATION, ENDS, COMMAS, SPACELESS = range(len(COUNTERS))

_COUNTED_KINDS = (
    Kind.LETTER,
    Kind.CAPITAL,
    Kind.DIGIT,
    Kind.PUNCTUATION,
    Kind.SENTENCE_END,
    Kind.COMMA,
    Kind.SPACELESS,
)
# Four counters, words among them, in an integer of 64 bits; the sums of a leaf are exact as long as none overflows.
_FIELD_BITS = 16
_FIELDS = 4
_MAX_LEAF_LENGTH = (1 << _FIELD_BITS) - 1
_PACKED = (_COUNTED_KINDS[:_FIELDS], _COUNTED_KINDS[_FIELDS:])  # the second has room for words
_SEPARATOR = "\x1f"  # separates the words of neighbouring leaves
_A = elements.CODES["a"]


def _packed_tables() -> npt.NDArray[np.int64]:
    """By flags of a character: its counters, several packed into an integer."""
    tables = np.zeros((len(_PACKED), 256), dtype=np.int64)
    flags = np.arange(256)
    for row, group in enumerate(_PACKED):
        for field, kind in enumerate(group):
            tables[row] += ((flags & int(kind)) > 0).astype(np.int64) << (field * _FIELD_BITS)
    return tables


_TABLES = _packed_tables()
_WORD_SHIFT = (_FIELDS - 1) * _FIELD_BITS


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines of a page that hold text."""

    page: Page  # as much of it as has MAX_LINES lines
    whole: Page
    start: IntColumn  # by line: its first leaf
    end: IntColumn  # one past its last
    counts: Matrix  # by line: COUNTERS
    link_words: Matrix  # by line: words inside of links
    leaf_words: Matrix  # by leaf
    leaf_link_words: Matrix
    first_kind: npt.NDArray[np.uint8]  # by line: the kind of its first character that is no white space
    last_kind: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.start)

    @cached_property
    def node(self) -> IntColumn:
        """By line: the node of its first leaf."""
        answer: IntColumn = self.page.leaves.take(self.start)
        return answer

    @cached_property
    def of_leaves(self) -> tuple[IntColumn, IntColumn]:
        """By leaf of the whole page: its line, twice. An image between two lines has the one before and the one after.

        Leaves beyond the last line have that.
        """
        leaves = np.arange(len(self.whole.leaves), dtype=np.int32)
        line = np.searchsorted(self.start, leaves, side="right") - 1
        before = np.maximum(line, 0)
        is_inside = (line >= 0) & (leaves < self.end.take(before))
        after = np.where(is_inside, before, np.minimum(line + 1, len(self) - 1))
        return before, after

    @cached_property
    def texts(self) -> list[str]:
        """By line: its text, white space as it stands."""
        texts = self.page.leaf_text
        return [
            texts[start] if end == start + 1 else "".join(texts[start:end])
            for start, end in zip(self.start.tolist(), self.end.tolist(), strict=True)
        ]


def split_lines(whole: Page) -> Lines | None:
    """The lines of a page, None where it has no text."""
    page = _beginning(whole)
    leaf_count = len(page.leaves)
    lengths = np.fromiter(map(len, page.leaf_text), np.int64, leaf_count)
    if not lengths.any():
        return None
    borders = np.zeros(leaf_count + 1, dtype=np.int64)
    np.cumsum(lengths + 1, out=borders[1:])
    kinds = kinds_of(code_points(_SEPARATOR.join(page.leaf_text) + _SEPARATOR))
    leaf_counts = _count(kinds, borders)
    starts = np.flatnonzero(page.breaks >= Break.LINE)
    ends = np.append(starts[1:], leaf_count)
    has_text = np.add.reduceat(lengths, starts) > 0
    in_link = page.inside(page.tag == _A).take(page.leaves)
    link_words = leaf_counts[:, WORDS] * in_link
    counts = np.add.reduceat(leaf_counts, starts, axis=0)[has_text]
    line_links = np.add.reduceat(link_words, starts)[has_text]
    first_leaf, last_leaf = starts[has_text].astype(np.int32), ends[has_text].astype(np.int32)
    first, last = _outer_kinds(kinds, borders[first_leaf], borders[last_leaf])
    words = leaf_counts[:, WORDS]
    return Lines(page, whole, first_leaf, last_leaf, counts, line_links, words, link_words, first, last)


def _beginning(page: Page) -> Page:
    """The page up to the line after MAX_LINES."""
    if len(page.leaves) <= MAX_LINES:
        return page
    starts = np.flatnonzero(page.breaks >= Break.LINE)
    count = np.cumsum(np.add.reduceat(page.leaf_lengths, starts, dtype=np.int64) > 0)
    following = int(np.searchsorted(count, MAX_LINES)) + 1
    return page if following >= len(starts) else page.beginning(int(page.leaves[starts[following]]))


def _count(kinds: npt.NDArray[np.uint8], borders: npt.NDArray[np.int64]) -> Matrix:
    """By leaf: COUNTERS."""
    lengths = np.diff(borders)
    if int(lengths.max()) > _MAX_LEAF_LENGTH:
        return _count_long(kinds, borders)
    counts = np.empty((len(lengths), len(COUNTERS)), dtype=np.float32)
    counts[:, CHARACTERS] = lengths - 1
    running = np.zeros(len(kinds) + 1, dtype=np.int64)
    np.cumsum(_TABLES[0].take(kinds), out=running[1:])
    fields = np.diff(running.take(borders)).view(np.uint16).reshape(-1, _FIELDS)
    counts[:, LETTERS : LETTERS + _FIELDS] = fields
    packed = _TABLES[1].take(kinds)
    packed += word_starts(kinds).astype(np.int64) << _WORD_SHIFT
    np.cumsum(packed, out=running[1:])
    fields = np.diff(running.take(borders)).view(np.uint16).reshape(-1, _FIELDS)
    counts[:, ENDS:] = fields[:, :-1]
    counts[:, WORDS] = fields[:, -1]
    return counts


def _count_long(kinds: npt.NDArray[np.uint8], borders: npt.NDArray[np.int64]) -> Matrix:
    """The same, counter by counter, for pages with a leaf so long that packed counters would overflow."""
    is_kind = [word_starts(kinds), np.ones(len(kinds), dtype=np.bool_)]
    is_kind += [(kinds & np.uint8(kind)) > 0 for kind in _COUNTED_KINDS]
    counts = np.stack([np.add.reduceat(column, borders[:-1], dtype=np.int64) for column in is_kind], axis=1)
    counts[:, CHARACTERS] -= 1
    return counts.astype(np.float32)


def _outer_kinds(
    kinds: npt.NDArray[np.uint8], starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """By line: the kinds of its first and last character that are no white space. (A separator ends every leaf.)"""
    is_shown = (kinds & np.uint8(Kind.SPACE)) == 0
    is_shown[ends - 1] = False
    shown = np.flatnonzero(is_shown)
    first = np.minimum(np.searchsorted(shown, starts), len(shown) - 1)
    last = np.searchsorted(shown, ends) - 1
    return kinds.take(shown.take(first)), kinds.take(shown.take(last))


def leaves_of(lines: Lines, mask: BoolColumn) -> IntColumn:
    """The leaves of the lines in a mask; a leaf between two lines belongs to both."""
    before, after = lines.of_leaves
    return np.flatnonzero(mask[before] & mask[after]).astype(np.int32)


def leaf_scores(lines: Lines, probabilities: Matrix) -> Matrix:
    """By leaf: how probable it is content."""
    before, after = lines.of_leaves
    return np.minimum(probabilities[before], probabilities[after])
