"""The hierarchical tree of a page's blocks, and the path of each: what templates are made of.

A block is an element of the tag set with everything in it; its sub-blocks are blocks too (Nguyen et al., section
III). What is left of a block without its sub-blocks is its atomic block (section II): the atomic blocks are the cut
`segment.tag_blocks`.

The traversal path of a block is «tag1.tag2…tagn» from `HTML` through the blocks around it. A path is compared by a
number of 64 bits, computed for all blocks of a page at once; `path_number` gives the same number for a path as text.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn, IntColumn, Page, elements
from ...text.cuts import BLOCK_TAGS

Numbers = npt.NDArray[np.uint64]

_FACTOR = 0x9E3779B97F4A7C15  # odd, so that no step up loses bits
_MASK = (1 << 64) - 1


@dataclass(frozen=True, eq=False)
class BlockTree:
    """The blocks of a page in document order; the first is the page itself."""

    page: Page
    element: IntColumn  # by block: its node
    of_leaf: IntColumn  # by leaf: the innermost block around it
    of_node: IntColumn  # by node: the innermost block around it, or itself

    def __len__(self) -> int:
        return len(self.element)

    @cached_property
    def parent(self) -> IntColumn:
        """By block: the block around it; -1 for the page."""
        above = self.page.parent[self.element]
        return np.where(above >= 0, self.of_node[above], np.int32(-1))

    @cached_property
    def end(self) -> IntColumn:
        """By block: one past the last block inside it."""
        return np.searchsorted(self.element, self.page.end[self.element]).astype(np.int32)

    @cached_property
    def path(self) -> Numbers:
        """By block: the number of its path.

        number(path.tag) = number(path) × factor + number(tag), modulo 2⁶⁴. Every step doubles how much of the path a
        number covers, so a tree of depth d takes log₂(d) steps.
        """
        codes = self.page.tag[self.element]
        number = _known_tag_numbers()[np.minimum(codes, elements.UNKNOWN - 1)]
        for block in np.flatnonzero(codes >= elements.UNKNOWN).tolist():
            number[block] = _tag_number(self.page.names[codes[block]])
        factor = np.full(len(codes), _FACTOR, dtype=np.uint64)
        above = self.parent.copy()
        covered = above < 0  # up to the root
        above[covered] = 0
        while not covered.all():
            number = np.where(covered, number, number[above] * factor + number)
            factor = np.where(covered, factor, factor[above] * factor)
            covered, above = covered | covered[above], above[above]
        return number

    def path_text(self, block: int) -> str:
        """The path as the paper writes it: HTML.BODY.TABLE.TR.P."""
        names: list[str] = []
        while block >= 0:
            names.append(self.page.names[self.page.tag[self.element[block]]].upper())
            block = int(self.parent[block])
        return ".".join(reversed(names))

    def holds(self, flagged: BoolColumn) -> BoolColumn:
        """By block: whether it or a block inside it is flagged."""
        before = np.concatenate(([0], np.cumsum(flagged)))
        answer: BoolColumn = before[self.end] > before[:-1]
        return answer

    def within(self, flagged: BoolColumn) -> BoolColumn:
        """By block: whether it or a block around it is flagged."""
        closed = np.bincount(self.end[flagged], minlength=len(self) + 1)[:-1]
        answer: BoolColumn = np.cumsum(flagged - closed) > 0
        return answer


def build_tree(page: Page, tags: Sequence[str] = BLOCK_TAGS) -> BlockTree:
    """The tree of blocks over a tag set. The page and its body are blocks, whatever the tags."""
    known, custom = _block_tags(tuple(tags))
    flagged = page.has_tag(known)
    if custom and len(page.names) > elements.UNKNOWN:
        flagged |= np.isin(page.tag, [code for code, name in enumerate(page.names) if name in custom])
    flagged[0] = True
    # Of every node the nearest flagged one, as a position among the flagged.
    of_node = (np.cumsum(flagged) - 1).astype(np.int32)[page.nearest(flagged)]
    return BlockTree(page, np.flatnonzero(flagged).astype(np.int32), of_node[page.leaves], of_node)


@lru_cache(maxsize=64)
def _block_tags(tags: tuple[str, ...]) -> tuple[BoolColumn, frozenset[str]]:
    """The tags as a table to look codes up in, and those that HTML does not know."""
    known = {name for name in tags if name in elements.CODES}
    return elements.table(known | {"body"}), frozenset(tags) - known


@lru_cache(maxsize=4096)
def _tag_number(name: str) -> int:
    return int.from_bytes(
        hashlib.blake2b(name.lower().encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little"
    )


@lru_cache(maxsize=1)
def _known_tag_numbers() -> Numbers:
    return np.array([_tag_number(name) for name in elements.NAMES], dtype=np.uint64)


def path_number(path: str) -> int:
    """The number of a path given as text, as `BlockTree.path` has it."""
    number = 0
    for name in path.split("."):
        number = (number * _FACTOR + _tag_number(name)) & _MASK
    return number
