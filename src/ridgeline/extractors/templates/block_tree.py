"""The hierarchical tree of a page's blocks and their traversal paths, which templates are made of.

A block is an element of the tag set with everything in it; its sub-blocks are blocks too (Nguyen et al., section III).
What remains of a block without its sub-blocks is its atomic block (section II): the atomic blocks are the cut
`text.cuts.tag_blocks`.

The traversal path of a block is «tag1.tag2…tagn» from `HTML` through the enclosing blocks. Paths are compared by 64-bit
hashes, which are computed for all blocks of a page at once; `hash_path` computes the same hash from a path as text.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn, IntColumn, Page, elements
from ...page.cache import cached_if_short, cached_property
from ...text.cuts import BLOCK_TAGS

Hashes = npt.NDArray[np.uint64]

_FACTOR = 0x9E3779B97F4A7C15  # odd, so that multiplying loses no bits
_MASK = (1 << 64) - 1


@dataclass(frozen=True, eq=False)
class BlockTree:
    """The blocks of a page in document order; the first is the page itself."""

    page: Page
    element: IntColumn  # by block: its node
    of_leaf: IntColumn  # by leaf: the innermost block around it
    of_node: IntColumn  # by node: the innermost block around it, or the block that it is

    def __len__(self) -> int:
        return len(self.element)

    @cached_property
    def parent(self) -> IntColumn:
        """By block: the enclosing block; -1 for the page."""
        above = self.page.parent[self.element]
        return np.where(above >= 0, self.of_node[above], np.int32(-1))

    @cached_property
    def end(self) -> IntColumn:
        """By block: one past its last sub-block."""
        return np.searchsorted(self.element, self.page.end[self.element]).astype(np.int32)

    @cached_property
    def path_hash(self) -> Hashes:
        """By block: the hash of its path.

        hash(path.tag) = hash(path) × factor + hash(tag), modulo 2⁶⁴. Every step doubles the part of the path that is
        covered, so a tree of depth d takes log₂(d) steps.
        """
        codes = self.page.tag[self.element]
        hashed = _html_tag_hashes()[np.minimum(codes, elements.UNKNOWN - 1)]
        for block in np.flatnonzero(codes >= elements.UNKNOWN).tolist():
            hashed[block] = _hash_tag(self.page.names[codes[block]])
        factor = np.full(len(codes), _FACTOR, dtype=np.uint64)
        above = self.parent.copy()
        is_covered = above < 0  # up to the root
        above[is_covered] = 0
        while not is_covered.all():
            hashed = np.where(is_covered, hashed, hashed[above] * factor + hashed)
            factor = np.where(is_covered, factor, factor[above] * factor)
            is_covered, above = is_covered | is_covered[above], above[above]
        return hashed

    def path_text(self, block: int) -> str:
        """Return the path of a block as the paper writes it: HTML.BODY.TABLE.TR.P."""
        names: list[str] = []
        while block >= 0:
            names.append(self.page.names[self.page.tag[self.element[block]]].upper())
            block = int(self.parent[block])
        return ".".join(reversed(names))

    def holds(self, mask: BoolColumn) -> BoolColumn:
        """Return for each block whether it or one of its sub-blocks is in the mask."""
        before = np.concatenate(([0], np.cumsum(mask)))
        answer: BoolColumn = before[self.end] > before[:-1]
        return answer

    def within(self, mask: BoolColumn) -> BoolColumn:
        """Return for each block whether it or an enclosing block is in the mask."""
        closed = np.bincount(self.end[mask], minlength=len(self) + 1)[:-1]
        answer: BoolColumn = np.cumsum(mask - closed) > 0
        return answer


def build_tree(page: Page, tags: Sequence[str] = BLOCK_TAGS) -> BlockTree:
    """Return the tree of blocks over a tag set. The page and its body are always blocks."""
    known, custom = _block_tags(tuple(tags))
    is_block = page.has_tag(known)
    if custom and len(page.names) > elements.UNKNOWN:
        is_block |= np.isin(page.tag, [code for code, name in enumerate(page.names) if name in custom])
    is_block[0] = True
    of_node = (np.cumsum(is_block) - 1).astype(np.int32)[page.nearest(is_block)]
    return BlockTree(page, np.flatnonzero(is_block).astype(np.int32), of_node[page.leaves], of_node)


@lru_cache(maxsize=64)
def _block_tags(tags: tuple[str, ...]) -> tuple[BoolColumn, frozenset[str]]:
    """Return the HTML tags as a mask by tag code, and the tags that HTML does not have."""
    known = {name for name in tags if name in elements.CODES}
    return elements.table(known | {"body"}), frozenset(tags) - known


@cached_if_short(4096)
def _hash_tag(name: str) -> int:
    return int.from_bytes(
        hashlib.blake2b(name.lower().encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little"
    )


@lru_cache(maxsize=1)
def _html_tag_hashes() -> Hashes:
    return np.array([_hash_tag(name) for name in elements.NAMES], dtype=np.uint64)


def hash_path(path: str) -> int:
    """Return the hash of a path given as text, equal to `BlockTree.path_hash`."""
    hashed = 0
    for name in path.split("."):
        hashed = (hashed * _FACTOR + _hash_tag(name)) & _MASK
    return hashed
