"""The ICE heuristic (Figure 1): long lines are paragraphs, and a short line closely before one is its heading.

    more than 3 characters, more than 10 words, average word length > 3        a paragraph
    any other line of more than 3 characters                                   a possible title
    a possible title, fewer than 3 shorter lines, then a paragraph             a heading

The paper removes all tags and splits "the remaining text into separate lines", without defining a line. The option
`lines=` has two interpretations:

    "shown"   (default) tags that start a new line in a browser (block elements, `<br>`) end a line, and line ends of
              the source are white space, as in HTML. The empty lines that Figure 1 counts come from consecutive tags:
              two between one table cell and the next, more at the end of a table.
    "source"  the lines of the source with the tags deleted.

On cleaneval-dev the combined scores are 71.8 and 62.8, and that of the baseline is 65.6. In Table 1 the heuristic is
six points above the baseline, so the paper cannot mean the second: it divides wrapped paragraphs and loses their last
lines.

Lines are trimmed before they are measured, so an indented empty line is empty. In Chinese and Japanese, which have no
spaces between words, every ideograph and kana counts as a word, and the average is over the other words, if any. A
line may end inside a leaf (`pre`, "source"); the leaf is kept if more than half of it is in selected lines.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from ...errors import OptionError
from ...extraction import Extraction
from ...output import Segment
from ...page import BoolColumn, Break, Page, elements
from ...text.characters import SPACELESS_CLASS
from ...text.invisible import without_unshown
from ...text.spaces import fold, normalize_preformatted
from .blocks import Integers, leaf_texts, mostly_covered
from .system import System

NAME = "ice-heuristic"

# All from Figure 1.
LONGER_THAN_CHARACTERS = 3
MORE_THAN_WORDS = 10
LONGER_THAN_AVERAGE = 3
TITLE_WINDOW = 3

_SPACELESS = re.compile(f"[{SPACELESS_CLASS}]")
_LINE = re.compile(r"[^\n]+")


class Lines(StrEnum):
    """The division of a page's text into lines."""

    SHOWN = "shown"
    SOURCE = "source"


class Line(NamedTuple):
    """A selected line with its markup and its span in the text without tags."""

    tag: str
    text: str
    start: int
    end: int


class _Tagless(NamedTuple):
    """The text of a page without tags; leaf number i is `text[starts[i]:ends[i]]`."""

    text: str
    starts: Integers
    ends: Integers


class Heuristic(System):
    """Applies Figure 1 to the lines of a page."""

    name = NAME

    def __init__(self, lines: str = Lines.SHOWN, *, scripts: bool = False) -> None:
        super().__init__(scripts=scripts)
        if lines not in list(Lines):  # a list, since the value may not be hashable
            raise OptionError(f"lines is {' or '.join(Lines)}, not {lines!r}")
        self.lines = Lines(lines)

    def mark_up(self, page: Page) -> Extraction:
        """Keep the leaves in the lines that Figure 1 selects."""
        tagless = _source_lines(page) if self.lines is Lines.SOURCE else _shown_lines(page)
        mask = np.zeros(len(tagless.text), dtype=np.bool_)
        segments = []
        for line in select_lines(tagless.text):
            mask[line.start : line.end] = True
            segments.append(Segment(line.tag, without_unshown(line.text)))
        keep = mostly_covered(tagless.text, mask, tagless.starts, tagless.ends)
        return Extraction(page, keep, self.name, segments=tuple(segments))


def select_lines(text: str) -> Iterator[Line]:
    """Yield the lines that Figure 1 selects. A possible title lasts until it is used or replaced by another."""
    possible_title: Line | None = None
    line_counter = 0
    previous_end = 0  # of the last line that was not empty
    for found in _LINE.finditer(text):
        line = found.group().strip()
        if possible_title is not None:
            line_counter += max(0, found.start() - previous_end - 1)  # empty lines, which the pattern skips
        previous_end = found.end()
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
    """Return whether a line has more than ten words with an average of more than three characters."""
    ideographs = 0
    if not line.isascii():
        line, ideographs = _SPACELESS.subn(" ", line)
    words = line.split()
    if ideographs:  # the punctuation between ideographs is left over
        words = [word for word in words if any(map(str.isalnum, word))]
    if len(words) + ideographs <= MORE_THAN_WORDS:
        return False
    return not words or sum(map(len, words)) > LONGER_THAN_AVERAGE * len(words)


def _shown_lines(page: Page) -> _Tagless:
    """Return the text with a line end for each tag that starts a new line in a browser."""
    pieces: list[str] = []
    lengths: list[int] = []
    preformatted = (page.preformatted[page.leaves] >= 0).tolist()
    rows = zip(leaf_texts(page), page.breaks.tolist(), _line_ends(page).tolist(), preformatted, strict=True)
    for text, kind, line_ends, is_preformatted in rows:
        before = "\n" * line_ends or (" " if kind != Break.NOTHING else "")
        text = normalize_preformatted(text) if is_preformatted else fold(text)
        pieces += before, text
        lengths += len(before), len(text)
    return _tagless(pieces, lengths, np.ones(len(page.leaves), dtype=np.bool_))


def _line_ends(page: Page) -> Integers:
    """Return the number of line-ending tags before every leaf since the previous one, capped above the title window."""
    is_block = page.has_tag(elements.BLOCK)
    line_ends = np.cumsum(is_block | (page.tag == elements.CODES["br"]))
    # A tag that closes a block ends a line as the one that opens it does.
    line_ends += np.cumsum(np.bincount(page.end[is_block], minlength=len(page) + 1))[: len(page)]
    return np.minimum(np.diff(line_ends[page.leaves], prepend=0), TITLE_WINDOW + 1)


def _source_lines(page: Page) -> _Tagless:
    """Return the text nodes of the source, concatenated."""
    is_leaf = np.zeros(len(page), dtype=np.bool_)
    is_leaf[page.leaves] = True
    is_silent = page.inside(page.has_tag(elements.SILENT))
    nodes = np.flatnonzero(is_leaf | ((page.tag == elements.CODES[elements.TEXT]) & ~is_silent))
    texts = [page.text[node].replace("\r\n", "\n").replace("\r", "\n") for node in nodes.tolist()]
    pieces = [part for text in texts for part in ("", text)]
    lengths = [length for text in texts for length in (0, len(text))]
    return _tagless(pieces, lengths, is_leaf[nodes])


def _tagless(pieces: list[str], lengths: list[int], is_leaf: BoolColumn) -> _Tagless:
    """Join pairs of pieces, a separator and a text; `is_leaf` says which of the texts are leaves."""
    ends = np.cumsum(np.array(lengths, dtype=np.int64))
    return _Tagless("".join(pieces), ends[0::2][is_leaf], ends[1::2][is_leaf])
