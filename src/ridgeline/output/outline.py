"""The outline of the kept leaves: a tree of elements and paragraphs, the same for every format.

    Outline    the tree of one extraction, and the columns that its paragraphs are read from
    Element    a heading, list, item, table, row, cell, quotation …, named as in HTML
    Paragraph  the leaves between two borders of block elements: a number; its runs are made on demand
    Run        a kept leaf of a paragraph, with the marks around it
    Mark       a link or an emphasis

`outline_builder.py` builds it. A tree is never deeper than `outline_builder.MAX_DEPTH`, so functions that read it may
recurse.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..page import Break, Page
from ..text.concatenation import fold_lines, join_preformatted, line_elements, preformatted_gap
from ..text.formulas import Formula
from ..text.spaces import fold_and_strip, normalize_preformatted
from .code import code_listings

LISTS = ("ul", "ol")
# Elements that only hold other elements: a paragraph is an item or a cell, never a list or a table.
_CONTAINERS = frozenset("ul ol dl table tr figure details".split())
_SPACES = frozenset(" \t\n\r\f\xa0")
_SPACE, _LINE = int(Break.SPACE), int(Break.LINE)

Paragraph = int


class Mark(NamedTuple):
    """A link or an emphasis around some runs; the tag is one of `outline_builder.MARK_TAGS`."""

    tag: str
    node: int


class Run(NamedTuple):
    """A kept leaf in its paragraph."""

    leaf: int  # position in `page.leaves`
    node: int
    is_text: bool  # whether it is a text node, and no formula
    before: str  # between it and the run before: "", " ", "\n" for a line break; in preformatted text any white space
    text: str  # one line, no space at its ends; preformatted text unchanged; "" where the leaf shows no text
    marks: tuple[Mark, ...]  # outermost first, each kind once
    formula: Formula | None = None


@dataclass(slots=True)
class Element:
    """An element with a meaning of its own. `node` is -1 where the page has no such element."""

    tag: str
    node: int
    children: "list[Element | Paragraph]"


Part = Element | Paragraph


@dataclass(slots=True)
class Outline:
    """The kept leaves of a page as a tree. Columns are by kept leaf; tuples cost the garbage collector nothing."""

    page: Page
    leaves: tuple[int, ...]  # positions in `page.leaves`
    nodes: tuple[int, ...]
    texts: tuple[str, ...]  # as `written_texts` returns them
    sources: tuple[str, ...]  # the same without superscript characters and quotation marks, for HTML
    formulas: dict[int, Formula]
    is_text: tuple[bool, ...]  # whether it is a text node, and no formula
    breaks: tuple[int, ...]
    marks: list[tuple[Mark, ...]] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)  # by paragraph: its first leaf; one more at the end
    preformatted: set[Paragraph] = field(default_factory=set)
    root: Element = field(default_factory=lambda: Element("html", 0, []))
    lines_at: frozenset[int] | None = None  # elements in preformatted ones that start a line, once they are needed

    def plain(self, paragraph: Paragraph) -> str | None:
        """Return the text of a paragraph that is one text without marks, else None. Most are, and need no runs."""
        first = self.starts[paragraph]
        if self.starts[paragraph + 1] > first + 1 or self.marks[first] or not self.is_text[first]:
            return None
        return None if paragraph in self.preformatted else fold_and_strip(self.texts[first]).strip()

    def lines(self, paragraph: Paragraph) -> list[str] | None:
        """Return the lines of a paragraph that is several texts without marks, else None."""
        leaves = slice(self.starts[paragraph], self.starts[paragraph + 1])
        if any(self.marks[leaves]) or not all(self.is_text[leaves]) or paragraph in self.preformatted:
            return None
        return list(filter(None, fold_lines(self.texts[leaves], self.breaks[leaves])))

    def runs(self, paragraph: Paragraph, *, of_sources: bool = False) -> list[Run]:
        """Return the leaves of a paragraph, spaced as a browser spaces them."""
        first, end = self.starts[paragraph], self.starts[paragraph + 1]
        texts = self.sources if of_sources else self.texts
        if paragraph in self.preformatted:
            return self._preformatted_runs(first, end, texts)
        runs = []
        has_space = False
        for index in range(first, end):
            text, kind = texts[index], self.breaks[index]
            if index == first:
                before = ""
            elif kind >= _LINE:
                before = "\n"
            else:
                before = " " if kind == _SPACE or has_space or text[:1] in _SPACES else ""
            has_space = text[-1:] in _SPACES
            runs.append(self._run(index, before, fold_and_strip(text)))
        return runs

    def _run(self, index: int, before: str, text: str) -> Run:
        leaf, node, is_text, marks = self.leaves[index], self.nodes[index], self.is_text[index], self.marks[index]
        return Run(leaf, node, is_text, before, text, marks, self.formulas.get(index))

    def _preformatted_runs(self, first: int, end: int, texts: tuple[str, ...]) -> list[Run]:
        runs = []
        for index in range(first, end):
            text = normalize_preformatted(texts[index])
            before = ""
            if index == first:
                text = text.lstrip("\n")
            else:
                gap = self.nodes[index - 1], self.nodes[index], self.breaks[index]
                before = preformatted_gap(self.page, self._line_elements(), *gap)
            if index == end - 1:
                text = text.rstrip()
            runs.append(self._run(index, before, text))
        return runs

    def _line_elements(self) -> frozenset[int]:
        if self.lines_at is None:
            self.lines_at = line_elements(self.page, code_listings(self.page))
        return self.lines_at

    def text(self, paragraph: Paragraph) -> str:
        """Return the text of a paragraph as a browser shows it."""
        leaves = slice(self.starts[paragraph], self.starts[paragraph + 1])
        if paragraph in self.preformatted:
            columns = self.nodes[leaves], self.texts[leaves], self.breaks[leaves]
            return join_preformatted(self.page, self._line_elements(), *columns)
        return "\n".join(filter(None, fold_lines(self.texts[leaves], self.breaks[leaves])))

    def length(self, paragraph: Paragraph) -> int:
        """Return the number of characters of a paragraph's texts. The paragraph may be the last one so far."""
        texts = self.texts[self.starts[paragraph] : self.end_of(paragraph)]
        return sum(len(fold_and_strip(text)) for text in texts)

    def end_of(self, paragraph: Paragraph) -> int:
        """Return one past the last leaf of a paragraph, which may be the last one so far."""
        return self.starts[paragraph + 1] if paragraph + 1 < len(self.starts) else len(self.marks)

    def paragraphs(self, element: Element | None = None) -> Iterator[tuple[str, Paragraph]]:
        """Yield the paragraphs of an element, or all, in document order, with their roles: "h2", "li" … or "p"."""
        levels = [("p", iter((element or self.root).children))]
        while levels:
            role, parts = levels[-1]
            for part in parts:
                if isinstance(part, Element):
                    levels.append((role if part.tag in _CONTAINERS else part.tag, iter(part.children)))
                    break
                yield role, part
            else:
                levels.pop()


def wider(gap: str, other: str) -> str:
    """Return the white space between two runs when the run between them, with these gaps around it, shows nothing."""
    return other if "\n" in other or not gap else gap


def is_short(element: Element) -> bool:
    """Return whether an element is one paragraph, with or without lists below it."""
    children = element.children
    if isinstance(children[0], Element):
        return False
    return len(children) == 1 or all(isinstance(part, Element) and part.tag in LISTS for part in children[1:])
