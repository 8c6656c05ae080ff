"""The ICE heuristic (Figure 1): long lines are paragraphs, and a short line shortly before one is its heading.

    characters of a line > 3, its words > 10, their average length > 3        a paragraph
    any other line of more than 3 characters                                   a possible title
    a possible title, fewer than 3 shorter lines, then a paragraph             a heading

The paper removes all tags and splits "the remaining text into separate lines", and does not say what a line is. Two
readings can be chosen, `lines=`:

    "shown"   (default) tags that start a line in a browser (block elements, `<br>`) end one here, and line ends of the
              source are white space, as in HTML they are. The empty lines that Figure 1 counts come from tags that
              follow one another: two where one cell ends and the next begins, more where a table does.
    "source"  the lines of the source, with its tags taken out and nothing put in their place.

On cleaneval-dev the combined scores are 71.8 and 62.8, and the baseline has 65.6. In Table 1 the heuristic is six
points above the baseline, so the second cannot have been meant: it cuts wrapped paragraphs and loses their last lines.

Lines are trimmed before they are measured: an indented empty line is empty. In Chinese and Japanese an ideograph or
kana counts as a word, since there are no spaces, and the average is that of the other words, where there are any.
Lines may end inside of a leaf (`pre`, "source"); then it is kept if more than half of it stands in lines that are.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from ...errors import OptionError
from ...extraction import Extraction
from ...output import Segment
from ...output.leaves import shown
from ...page import BoolColumn, Break, Page, elements
from ...text.characters import SPACELESS_CLASS
from ...text.cuts import fold, verbatim
from .blocks import Integers, leaf_texts, mostly_covered

NAME = "ice-heuristic"

# All from Figure 1.
LONGER_THAN_CHARACTERS = 3
MORE_THAN_WORDS = 10
LONGER_THAN_AVERAGE = 3
TITLE_WINDOW = 3

_SPACELESS = re.compile(f"[{SPACELESS_CLASS}]")
_LINE = re.compile(r"[^\n]+")


class Lines(StrEnum):
    """What a line is."""

    SHOWN = "shown"
    SOURCE = "source"


class Line(NamedTuple):
    """A line that was chosen, and where it stands in the text without tags."""

    tag: str
    text: str
    start: int
    end: int


class _Tagless(NamedTuple):
    """A page without its tags, and where its leaves stand."""

    text: str
    starts: Integers
    ends: Integers


class Heuristic:
    """Figure 1 over the lines of a page."""

    name = NAME

    def __init__(self, lines: str = Lines.SHOWN) -> None:
        if lines not in set(Lines):
            raise OptionError(f"lines are {' or '.join(Lines)}, not {lines!r}")
        self.lines = Lines(lines)

    def extract(self, page: Page) -> Extraction:
        """Keep the leaves in the lines that Figure 1 chooses."""
        tagless = _without_tags(page) if self.lines is Lines.SOURCE else _as_shown(page)
        covered = np.zeros(len(tagless.text), dtype=np.bool_)
        segments = []
        for line in choose(tagless.text):
            covered[line.start : line.end] = True
            segments.append(Segment(line.tag, shown(line.text)))
        keep = mostly_covered(tagless.text, covered, tagless.starts, tagless.ends)
        return Extraction(page, keep, self.name, segments=tuple(segments))


def choose(text: str) -> Iterator[Line]:
    """Figure 1, line by line. A title stays possible until it is used or another takes its place."""
    possible_title: Line | None = None
    line_counter = 0
    after = 0  # the end of the last line that was not empty
    for found in _LINE.finditer(text):
        line = found.group().strip()
        if possible_title is not None:
            line_counter += max(0, found.start() - after - 1)  # empty lines, which no match is made of
        after = found.end()
        if len(line) > LONGER_THAN_CHARACTERS:
            if _is_long(line):
                if possible_title is not None and line_counter < TITLE_WINDOW:
                    yield possible_title
                    possible_title, line_counter = None, 0
                yield Line("p", line, *found.span())
            else:
                possible_title, line_counter = Line("h", line, *found.span()), 0
        elif possible_title is not None:
            line_counter += 1


def _is_long(line: str) -> bool:
    """Whether a line has more than ten words, longer than three characters on average."""
    count = 0
    if not line.isascii():
        line, count = _SPACELESS.subn(" ", line)
    words = line.split()
    if count:  # between ideographs, marks are left over
        words = [word for word in words if any(map(str.isalnum, word))]
    if len(words) + count <= MORE_THAN_WORDS:
        return False
    return not words or sum(map(len, words)) > LONGER_THAN_AVERAGE * len(words)


def _as_shown(page: Page) -> _Tagless:
    """The text with a line end for each tag that makes one."""
    pieces: list[str] = []
    lengths: list[int] = []
    preformatted = page.preformatted[page.leaves].tolist()
    rows = zip(leaf_texts(page), page.breaks.tolist(), _line_ends(page).tolist(), preformatted, strict=True)
    for text, kind, ends, as_it_stands in rows:
        before = "\n" * ends or (" " if kind != Break.NOTHING else "")
        text = verbatim(text) if as_it_stands else fold(text)
        pieces += before, text
        lengths += len(before), len(text)
    return _placed(pieces, lengths, np.ones(len(page.leaves), dtype=np.bool_))


def _line_ends(page: Page) -> Integers:
    """By leaf: how many tags between it and the leaf before end a line, no more than make a difference."""
    block = page.has_tag(elements.BLOCK)
    line_ends = np.cumsum(block | (page.tag == elements.CODES["br"]))
    # A tag that closes a block ends a line as the one that opens it does.
    line_ends += np.cumsum(np.bincount(page.end[block], minlength=len(page) + 1))[: len(page)]
    return np.minimum(np.diff(line_ends[page.leaves], prepend=0), TITLE_WINDOW + 1)


def _without_tags(page: Page) -> _Tagless:
    """The text nodes as they stand in the source, one after the other."""
    is_leaf = np.zeros(len(page), dtype=np.bool_)
    is_leaf[page.leaves] = True
    silent = page.inside(page.has_tag(elements.SILENT))
    nodes = np.flatnonzero(is_leaf | ((page.tag == elements.CODES[elements.TEXT]) & ~silent))
    texts = [page.text[node].replace("\r\n", "\n").replace("\r", "\n") for node in nodes.tolist()]
    pieces = [part for text in texts for part in ("", text)]
    lengths = [length for text in texts for length in (0, len(text))]
    return _placed(pieces, lengths, is_leaf[nodes])


def _placed(pieces: list[str], lengths: list[int], is_leaf: BoolColumn) -> _Tagless:
    """Pieces in pairs, what stands before a text and the text; of some texts the places are wanted."""
    ends = np.cumsum(np.array(lengths, dtype=np.int64))
    return _Tagless("".join(pieces), ends[0::2][is_leaf], ends[1::2][is_leaf])
