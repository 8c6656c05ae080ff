"""The Markdown of an extraction with its blocks: paragraphs, headings, code and tables, in a row."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..output.options import DEFAULT_OPTIONS, OutputOptions
from ..output.outline import KINDS
from ..output.posts import written_outline
from ..output.text import wanted_title
from ..page import Page

if TYPE_CHECKING:
    from ..output.formats import Content

_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
_HEADINGS = {f"h{level}": level for level in range(1, 7)}


@dataclass(frozen=True, slots=True)
class Block:
    """A span of the Markdown, white space before it included: blocks in a row are all of the text."""

    kind: str  # "p", "h2", "pre", "table" …
    start: int  # in characters of the Markdown
    stop: int
    first: int  # the first node of the page that it shows, and the last; -1 where the page has none of it
    last: int

    @property
    def level(self) -> int:
        """That of a heading, 0 for anything else."""
        return _HEADINGS.get(self.kind, 0)


@dataclass(frozen=True, slots=True)
class Blocks:
    """A text in Markdown, and its blocks."""

    page: Page
    markdown: str
    blocks: tuple[Block, ...]

    def title(self, heading: Block) -> str:
        """Return the words of a heading."""
        return _LINK.sub(r"\1", self.markdown[heading.start : heading.stop].strip("\n #>"))

    def paths(self) -> list[tuple[str, ...]]:
        """Return by block the titles of the sections that it is in, outermost first; a heading is in its own."""
        above: list[tuple[int, str]] = []
        found = []
        for block in self.blocks:
            if block.level:
                above = [(level, title) for level, title in above if level < block.level]
                above.append((block.level, self.title(block)))
            found.append(tuple(title for _, title in above))
        return found


def read_blocks(content: "Content", options: OutputOptions = DEFAULT_OPTIONS) -> Blocks:
    """Return the Markdown of an extraction, as its writer gives it, with its blocks."""
    outline = written_outline(content, options)
    written, rows = outline.write_blocks(options, wanted_title(content, options, default=True))
    markdown = written.decode()
    columns = np.frombuffer(rows, dtype=np.int32).reshape(-1, 5)
    kinds, first, last, starts, _ = (column.tolist() for column in columns.T)
    places = _characters(written, starts)
    rows_of_blocks = zip(kinds, places, [*places, len(markdown)][1:], first, last, strict=True)
    return Blocks(outline.page, markdown, tuple(Block(KINDS[kind], *rest) for kind, *rest in rows_of_blocks))


def _characters(written: bytes, places: list[int]) -> list[int]:
    """Return ascending places in UTF-8 as places in its characters."""
    if written.isascii():
        return places
    counted, before, found = 0, 0, []
    for place in places:
        counted += len(written[before:place].decode())
        before = place
        found.append(counted)
    return found
