"""What kept leaves are part of: a tree of blocks and paragraphs, the same for every format.

    Outline    the tree of one extraction, and the columns that its paragraphs are read from
    Block      a heading, a list, an item, a table, a row, a cell, code, a quotation …, named as HTML names it
    Paragraph  what a browser shows between two block boundaries: a number, its runs are made on demand
    Run        one kept leaf of a paragraph, with the marks around it
    Mark       a link or an emphasis

`structure.py` makes it. A tree is never deeper than `structure.MAX_DEPTH`, so whoever reads it may recurse.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..page import Break, Page
from ..text.cuts import verbatim, verbatim_between

LISTS = ("ul", "ol")
# Blocks that only hold others: a paragraph is an item or a cell, never a list or a table.
_HOLDERS = frozenset("ul ol dl table tr figure details".split())
_SPACES = frozenset(" \t\n\r\f\xa0")
_SPACE, _LINE = int(Break.SPACE), int(Break.LINE)

Paragraph = int


class Mark(NamedTuple):
    """A link or an emphasis around some runs; the tag is one of `structure`'s."""

    tag: str
    node: int


class Run(NamedTuple):
    """One kept leaf in its paragraph."""

    leaf: int  # position in `page.leaves`
    node: int
    before: str  # between it and the run before: "", " ", "\n" for a line break; in code any white space
    text: str  # one line, no space at its ends; in code as it stands; "" where the leaf shows no text
    marks: tuple[Mark, ...]  # outermost first, each kind once


@dataclass(slots=True)
class Block:
    """A part of the page with a meaning of its own. `node` is -1 where the page has no element for it."""

    tag: str
    node: int
    children: "list[Block | Paragraph]"


Part = Block | Paragraph


@dataclass(slots=True)
class Outline:
    """The kept leaves of a page as a tree. The columns are by kept leaf; tuples cost the garbage collector nothing."""

    page: Page
    leaves: tuple[int, ...]  # positions in `page.leaves`
    nodes: tuple[int, ...]
    texts: tuple[str, ...]
    is_text: tuple[bool, ...]
    breaks: tuple[int, ...]
    fold: Callable[[str], str]
    marks: list[tuple[Mark, ...]] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)  # by paragraph: its first leaf; one more at the end
    verbatim: set[Paragraph] = field(default_factory=set)
    root: Block = field(default_factory=lambda: Block("html", 0, []))

    def plain(self, paragraph: Paragraph) -> str | None:
        """The text of a paragraph that is nothing but one text; None for any other. Most are, and need no runs."""
        first = self.starts[paragraph]
        if self.starts[paragraph + 1] > first + 1 or self.marks[first] or not self.is_text[first]:
            return None
        return None if paragraph in self.verbatim else self.fold(self.texts[first]).strip()

    def runs(self, paragraph: Paragraph) -> list[Run]:
        """The leaves of a paragraph, spaced as a browser does."""
        first, end = self.starts[paragraph], self.starts[paragraph + 1]
        if paragraph in self.verbatim:
            return self._verbatim_runs(first, end)
        runs = []
        has_space = False
        for index in range(first, end):
            text, kind = self.texts[index], self.breaks[index]
            if index == first:
                before = ""
            elif kind >= _LINE:
                before = "\n"
            else:
                before = " " if kind == _SPACE or has_space or text[:1] in _SPACES else ""
            has_space = text[-1:] in _SPACES
            runs.append(Run(self.leaves[index], self.nodes[index], before, self.fold(text), self.marks[index]))
        return runs

    def _verbatim_runs(self, first: int, end: int) -> list[Run]:
        runs = []
        for index in range(first, end):
            text = verbatim(self.texts[index])
            before = ""
            if index == first:
                text = text.lstrip("\n")
            else:
                before = verbatim_between(self.page, self.nodes[index - 1], self.nodes[index], self.breaks[index])
            if index == end - 1:
                text = text.rstrip()
            runs.append(Run(self.leaves[index], self.nodes[index], before, text, self.marks[index]))
        return runs

    def text(self, paragraph: Paragraph) -> str:
        """The text of a paragraph as a browser shows it."""
        plain = self.plain(paragraph)
        if plain is not None:
            return plain
        text = text_of(self.runs(paragraph))
        return text.rstrip() if paragraph in self.verbatim else text.strip()

    def characters(self, paragraph: Paragraph) -> int:
        """How long the texts of a paragraph are."""
        end = self.starts[paragraph + 1] if paragraph + 1 < len(self.starts) else len(self.marks)
        return sum(len(self.fold(text)) for text in self.texts[self.starts[paragraph] : end])

    def paragraphs(self, block: Block | None = None) -> Iterator[tuple[str, Paragraph]]:
        """The paragraphs of a block, or all, in document order, each with what it is: "h2", "li", "td" …, or "p"."""
        levels = [("p", iter((block or self.root).children))]
        while levels:
            role, parts = levels[-1]
            for part in parts:
                if isinstance(part, Block):
                    levels.append((role if part.tag in _HOLDERS else part.tag, iter(part.children)))
                    break
                yield role, part
            else:
                levels.pop()


def wider(gap: str, other: str) -> str:
    """Of what stands between three runs, what is left when the one in the middle shows nothing."""
    return other if "\n" in other or not gap else gap


def text_of(runs: Iterable[Run]) -> str:
    """The text of some runs, joined as a browser shows it."""
    pieces: list[str] = []
    gap = ""
    for run in runs:
        gap = wider(gap, run.before)
        if run.text:
            pieces += gap, run.text
            gap = ""
    return "".join(pieces[1:])


def is_short(block: Block) -> bool:
    """Whether a block is one paragraph, with or without lists below it."""
    children = block.children
    if isinstance(children[0], Block):
        return False
    return len(children) == 1 or all(isinstance(part, Block) and part.tag in LISTS for part in children[1:])
