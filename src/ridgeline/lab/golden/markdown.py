"""Markdown as words and elements.

The words are those that a reader sees, code included, without link addresses and alternative texts. The elements are
what Markdown says about them, as a bag:

    paragraph  its words                         heading  its level and its words
    item       bulleted or numbered, and its words without those of nested lists
    cell       the words of a table's cell       quote    the words of a quotation
    code       a code block, white space folded; its language does not count
    link       its address                       image    its address
    formula    its TeX, without white space

Emphasis is not compared. Two texts agree by the mean of two F1 scores: that of their words, and that of their elements.
So an extraction with all the right words in one paragraph has 0.5, and one whose headings are plain paragraphs loses
them, twice: they are missing, and they are there as something else.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from ..metrics import Score

if TYPE_CHECKING:
    from markdown_it.token import Token

# As Pandoc reads dollars: none of them beside a space inside, no digit after the second. So prices are no formulas.
_FORMULA = re.compile(r"(?<![\\$])\$(?=[^\s$])([^$\n]*[^\s$\\])\$(?!\d)")

Element = tuple[str, str]  # kind, content
Splitter = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class MarkdownParts:
    """The words and elements of a Markdown text."""

    words: tuple[str, ...]
    elements: tuple[Element, ...]


def markdown_agreement(found: str, expected: str, split: Splitter) -> float:
    """Return how far two Markdown texts agree, from 0 to 1; `split` cuts a text into words."""
    one, other = read_markdown(found, split), read_markdown(expected, split)
    words = Score.from_bags(one.words, other.words)
    return fmean((words.f1, Score.from_bags(one.elements, other.elements).f1))


def read_markdown(markdown: str, split: Splitter) -> MarkdownParts:
    """Return the words and elements of a Markdown text (CommonMark, with GitHub's tables)."""
    from markdown_it import MarkdownIt  # of the extra eval

    reader = _Reader(split)
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown):
        reader.read(token)
    return MarkdownParts(tuple(reader.words), tuple(reader.elements))


_KINDS = {"list_item": "item", "th": "cell", "td": "cell", "blockquote": "quote", "paragraph": "paragraph"}
_LISTS = {"bullet_list": "bulleted", "ordered_list": "numbered"}


class _Reader:
    """Collects the parts of a text, token by token."""

    def __init__(self, split: Splitter) -> None:
        self.words: list[str] = []
        self.elements: list[Element] = []
        self._split = split
        self._lists: list[str] = []  # those that are open: "bulleted", "numbered"
        self._open: list[tuple[str, list[str]]] = []  # elements that are open, with the words in them

    def read(self, token: "Token") -> None:
        if token.type in ("fence", "code_block"):
            self.elements.append(("code", " ".join(token.content.split())))
            self._add_words(token.content)
        elif token.type == "inline":
            self._read_inline(token)
        elif token.nesting > 0:
            self._enter(token.type.removesuffix("_open"), token.tag)
        elif token.nesting < 0:
            self._leave(token.type.removesuffix("_close"))

    def _enter(self, name: str, tag: str) -> None:
        if name in _LISTS:
            self._lists.append(_LISTS[name])
        elif name == "heading":
            self._open.append((tag, []))
        elif name in _KINDS:
            kind = _KINDS[name]
            self._open.append((f"{self._lists[-1]} {kind}" if kind == "item" else kind, []))

    def _leave(self, name: str) -> None:
        if name in _LISTS:
            self._lists.pop()
        elif name == "heading" or name in _KINDS:
            kind, words = self._open.pop()
            if kind in ("paragraph", "quote") and self._open:
                self._open[-1][1].extend(words)  # part of an item, or of another quotation
            elif words:  # an empty cell says nothing
                self.elements.append((kind, " ".join(words)))

    def _read_inline(self, token: "Token") -> None:
        self.elements += [("formula", "".join(tex.split())) for tex in _FORMULA.findall(token.content)]
        self._add_words("".join(_texts(token.children or [])))
        for child in token.children or []:
            if child.type == "link_open":
                self.elements.append(("link", str(child.attrGet("href"))))
            elif child.type == "image":
                self.elements.append(("image", str(child.attrGet("src"))))

    def _add_words(self, text: str) -> None:
        words = self._split(text)
        self.words.extend(words)
        if self._open:
            self._open[-1][1].extend(words)


def _texts(tokens: "Sequence[Token]") -> Iterator[str]:
    """Return the texts of inline tokens; a line break is a space, and so is an image. Tags such as `<sup>` are not."""
    for token in tokens:
        if token.type in ("text", "code_inline"):
            yield token.content
        elif token.type in ("softbreak", "hardbreak", "image") or token.content.startswith("<br"):
            yield " "
