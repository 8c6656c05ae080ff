"""Sections: the tree of an extraction's headings, each with its span."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .blocks import Block, Blocks
from .tokens import Count


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and all that stands under it, other sections included."""

    number: str  # its place in the tree, as "2.1": what it can be asked for by
    title: str  # the words of its heading; "" for what stands before the first
    level: int  # of its heading, 0 for what stands before the first
    headings: tuple[str, ...]  # the titles of the sections that it is in, outermost first
    start: int  # in characters of the Markdown
    stop: int
    tokens: int  # of all of it

    @property
    def depth(self) -> int:
        """How many sections it is in."""
        return len(self.headings)


def make_sections(given: Blocks, count: Count) -> tuple[Section, ...]:
    """Return all sections in document order, one after those that it is in."""
    return tuple(_sections(given, count))


def _sections(given: Blocks, count: Count) -> Iterator[Section]:
    blocks = given.blocks
    heads = [place for place, block in enumerate(blocks) if block.level]
    if blocks and (not heads or heads[0] > 0):
        stop = blocks[heads[0]].start if heads else len(given.markdown)
        yield Section("0", "", 0, (), 0, stop, count(given.markdown[:stop].strip()))
    above: list[tuple[int, str, str]] = []  # of the sections around: level, title, number
    numbers: dict[str, int] = {}  # by number of a section: how many are in it
    for position, place in enumerate(heads):
        block = blocks[place]
        while above and above[-1][0] >= block.level:
            above.pop()
        parent = above[-1][2] if above else ""
        numbers[parent] = numbers.get(parent, 0) + 1
        number = f"{parent}.{numbers[parent]}" if parent else str(numbers[parent])
        title = given.title(block)
        stop = _end(blocks, heads, position, len(given.markdown))
        headings = tuple(title for _, title, _ in above)
        tokens = count(given.markdown[block.start : stop].strip())
        yield Section(number, title, block.level, headings, block.start, stop, tokens)
        above.append((block.level, title, number))


def _end(blocks: Sequence[Block], heads: Sequence[int], position: int, length: int) -> int:
    """Return where the section of a heading ends: at the next that is as high."""
    level = blocks[heads[position]].level
    return next((blocks[place].start for place in heads[position + 1 :] if blocks[place].level <= level), length)
