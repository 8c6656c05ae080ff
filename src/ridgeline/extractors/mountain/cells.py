"""Information Cells (Definition 2) with the features of Table 1, as columns.

A cell is the visible text between a `>` and the next `<`: a text node of the page that shows something and is neither
code nor data. It stands where the parser found it in the source (`Page.start`, `Page.stop`), and cells are in the order
of the source, not of the page: of text that a parser moves out of a table, what counts is where it was written. Where
the parser joins text around tags that it ignores, the node is one cell, from the start of its first piece to the end of
its last. Cells do not overlap: one that was joined around others ends where the next one begins. The features:

    L  text length: the number of visible characters. White space is not counted, which agrees with the paper's
       constant for English (75 is 15 words of 5 letters, without spaces); a character reference counts as the
       character it stands for.
    P  punctuation number: marks that separate sentences and clauses, in any script: full stops, question and
       exclamation marks, commas, semicolons. The paper says "sentence segmentation punctuations" and gives 12
       characters for a Chinese sentence, which is the length of a clause. A point counts only before white space, a
       closing quote or bracket, or the end of the cell, and a comma not between two digits: 3.99, 1,000 and
       www.example.com separate nothing.
    S  whether full stopped: whether a sentence ends in the cell, at a mark that P counts.
    V  visible ratio: the share of the cell's source code span that its text takes up, in characters. The span reaches
       from the middle of the code before the cell to the middle of the code after it (section 3.1). The ends of the
       source stand in for the missing neighbours of the first and the last cell.
    A  whether anchor text: whether the cell is inside an `<a>` that has an address.

A worked example, a source of 50 characters: `<p>It rains, in 3.5 inches.</p><a href=/x>More</a>`. The code before,
between and after its two cells has 3, 15 and 4 characters, and half of each belongs to either side. The last column is
equation (1) with γ = 75, which is `terrain.cell_scores`:

    cell                      start  end   L  P  S  A  span                    V                   CS
    It rains, in 3.5 inches.      3   27  20  2  1  0  1.5 + 24 + 7.5 = 33     24 / 33 = 0.727     2.473
    More                         42   46   4  0  0  1  7.5 + 4 + 2 = 13.5      4 / 13.5 = 0.296    0.008
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn, IntColumn, Page, elements
from ...page.cache import cached_property
from ...text.characters import CodePoints, Kind, Kinds, code_points, kinds

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

# What is in these elements is code or data and never text of the page.
HIDING_TAGS: tuple[str, ...] = ("script", "style", "textarea", "title", "iframe", "noembed", "noframes", "template")
# A point before one of these ends a sentence: closing quotes and brackets.
CLOSERS = "\"'”’»›」』）)]】》〉〕"

_HIDING = elements.table(HIDING_TAGS)
_CLOSERS = code_points(CLOSERS)
_POINT, _COMMA = ord("."), ord(",")
_MARKS = np.uint8(Kind.SENTENCE_END | Kind.COMMA)
_TEXT, _A = elements.CODES[elements.TEXT], elements.CODES["a"]


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of a page in source order."""

    page: Page
    node: IntColumn  # the text node
    start: IntColumn  # one past the left boundary `>`
    end: IntColumn  # of the right boundary `<`
    length: IntColumn  # L
    punctuation: IntColumn  # P
    is_full_stopped: BoolColumn  # S
    visible_ratio: Floats  # V
    is_anchor: BoolColumn  # A
    spaceless_share: float  # of ideographs and kana among the page's visible characters

    def __len__(self) -> int:
        return len(self.node)

    @cached_property
    def text(self) -> tuple[str, ...]:
        """White space stripped, character references decoded."""
        return tuple(self.text_of(cell) for cell in range(len(self)))

    def text_of(self, cell: int) -> str:
        """Return the text of one cell."""
        return self.page.text[int(self.node[cell])].strip()

    @property
    def distance(self) -> IntColumn:
        """SCD: the length of the code between each cell and the one before it, boundaries included; 0 for the first."""
        distance = np.zeros(len(self), dtype=np.int32)
        np.subtract(self.start[1:], self.end[:-1], out=distance[1:])
        return distance

    @cached_property
    def of_leaves(self) -> IntColumn:
        """By leaf of the page: its cell; -1 for replaced elements."""
        cell_of_node = np.full(len(self.page), -1, dtype=np.int32)
        cell_of_node[self.node] = np.arange(len(self), dtype=np.int32)
        answer: IntColumn = cell_of_node.take(self.page.leaves)
        return answer


def find_cells(page: Page) -> Cells:
    """Return the cells of a page."""
    nodes = _nodes_of(page)
    texts = [text.strip() for text in map(page.text.__getitem__, nodes.tolist())]
    counts = _Counts(texts)
    start, end = page.start.take(nodes), page.stop.take(nodes)
    order = start.argsort(kind="stable")
    start, end = start[order], end[order]
    np.minimum(end[:-1], start[1:], out=end[:-1])
    length = counts.length[order]
    return Cells(
        page=page,
        node=nodes[order],
        start=start,
        end=end,
        length=length,
        punctuation=counts.punctuation[order],
        is_full_stopped=counts.ends[order] > 0,
        visible_ratio=np.minimum(counts.shown[order] / np.maximum(spans(start, end, len(page.source)), 1), 1),
        is_anchor=_in_links(page).take(nodes[order]),
        spaceless_share=counts.spaceless / max(int(length.sum()), 1),
    )


def _nodes_of(page: Page) -> IntColumn:
    """Return the text nodes that are cells, in document order."""
    is_cell = (page.tag == _TEXT) & ~page.blank & ~page.inside(page.has_tag(_HIDING))
    return np.flatnonzero(is_cell).astype(np.int32)


def _in_links(page: Page) -> BoolColumn:
    """Return by node whether it is in an `<a>` that has an address."""
    is_link = np.zeros(len(page), dtype=np.bool_)
    is_link[list(page.having("href"))] = True
    return page.inside(is_link & (page.tag == _A))


class _Counts:
    """Counts of the texts of cells; all characters of a page are looked at together."""

    def __init__(self, texts: Sequence[str]) -> None:
        joined = "".join(texts)
        self.shown: IntColumn = np.fromiter(map(len, texts), np.int32, len(texts))
        self._borders = np.append(0, np.cumsum(self.shown))
        flags = kinds(joined)
        spaces = np.append(0, np.cumsum((flags & np.uint8(Kind.SPACE)) > 0, dtype=np.int32))
        self.length: IntColumn = self.shown - np.diff(spaces.take(self._borders))
        self.spaceless = int(np.count_nonzero(flags & np.uint8(Kind.SPACELESS)))
        marks = self._separating(code_points(joined), flags)
        self.punctuation = self._by_text(marks)
        self.ends = self._by_text(marks[(flags.take(marks) & np.uint8(Kind.SENTENCE_END)) > 0])

    def _separating(self, points: CodePoints, flags: Kinds) -> Ints:
        """Return the places of marks that separate sentences or clauses: points and commas inside of words do not (P).

        No cell is empty, so a mark that does not end its cell has a character of the cell behind it.
        """
        marks = np.flatnonzero(flags & _MARKS)
        is_last = np.zeros(len(flags), dtype=np.bool_)
        is_last[self._borders[1:] - 1] = True
        own, ends_cell = points.take(marks), is_last.take(marks)
        after, before = np.minimum(marks + 1, len(flags) - 1), np.maximum(marks - 1, 0)
        ends_word = (flags.take(after) & np.uint8(Kind.SPACE) > 0) | np.isin(points.take(after), _CLOSERS)
        is_in_number = (flags.take(after) & flags.take(before) & np.uint8(Kind.DIGIT) > 0) & ~is_last.take(before)
        answer: Ints = marks[ends_cell | np.where(own == _POINT, ends_word, (own != _COMMA) | ~is_in_number)]
        return answer

    def _by_text(self, places: Ints) -> IntColumn:
        """Return by text how many of the places, which ascend, are in it."""
        counts: IntColumn = np.diff(places.searchsorted(self._borders)).astype(np.int32)
        return counts


def spans(start: IntColumn, end: IntColumn, page_length: int) -> Floats:
    """Return the length of each cell's source code span, between the middles of the code around it (section 3.1)."""
    borders = np.empty(len(start) + 1)
    borders[:-1], borders[-1] = start, page_length
    borders[1:] += end
    borders /= 2
    answer: Floats = borders[1:] - borders[:-1]
    return answer
