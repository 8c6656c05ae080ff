"""The atomic blocks of a page: what is left of each block without the blocks inside it (section II, Figure 3).

They are the cut `segment.tag_blocks`, as a part of the tree of blocks; blocks that show nothing are left out, and so is
hidden text: the paper is silent on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from ...errors import OptionError
from ...page import BoolColumn, IntColumn, Page
from ...text.cuts import BLOCK_TAGS
from ..block_features import FEATURES, Reals
from .store import StoredBlock
from .tree import BlockTree, build_tree
from .vectors import COUNTED, SimilarityIndex, Vectors, vectors_of

COMPARISONS = ("index", "all")


@dataclass(frozen=True, eq=False)
class AtomicBlocks:
    """Atomic blocks of a page in document order, of some of its leaves."""

    tree: BlockTree
    leaves: IntColumn  # positions in `page.leaves`
    number: IntColumn  # by atomic block: its number in the tree
    of_leaf: IntColumn  # by leaf of `leaves`: its atomic block

    def __len__(self) -> int:
        return len(self.number)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """By block: its text on one line."""
        leaf_text = self.tree.page.leaf_text
        order = np.argsort(self.of_leaf, kind="stable")
        pieces = [leaf_text[leaf] for leaf in self.leaves[order].tolist()]
        borders = np.searchsorted(self.of_leaf[order], np.arange(len(self) + 1)).tolist()
        return tuple(" ".join(" ".join(pieces[start:end]).split()) for start, end in pairwise(borders))

    @cached_property
    def counts(self) -> Reals:
        """By block: its numbers of images, scripts and links."""
        page = self.tree.page
        position = np.full(len(self.tree) + 1, len(self), dtype=np.int64)
        position[self.number] = np.arange(len(self))
        counts = np.zeros((len(self), len(COUNTED)))
        for column, name in enumerate(COUNTED):
            weights = FEATURES[name](page)
            nodes = np.flatnonzero(weights)
            found = position[self.tree.of_node[nodes]]
            counts[:, column] = np.bincount(found, weights[nodes], minlength=len(self) + 1)[: len(self)]
        return counts

    @cached_property
    def vectors(self) -> Vectors:
        """By block: its feature vector."""
        return vectors_of(self.texts, self.counts)

    def vectors_of_some(self, chosen: IntColumn) -> Vectors:
        """The feature vectors of some of the blocks."""
        return vectors_of([self.texts[block] for block in chosen.tolist()], self.counts[chosen])

    def stored(self, block: int) -> StoredBlock:
        """A block as templates keep it."""
        images, scripts, links = self.counts[block].astype(int).tolist()
        return StoredBlock(self.tree.path_text(int(self.number[block])), self.texts[block], images, scripts, links)

    def keep(self, chosen: BoolColumn) -> IntColumn:
        """The leaves of the blocks that are chosen, as `Extraction` wants them."""
        return self.leaves[chosen[self.of_leaf]]


def atomic_blocks(page: Page, tags: Sequence[str] = BLOCK_TAGS) -> AtomicBlocks:
    """All atomic blocks that show something."""
    return atomic_blocks_of(build_tree(page, tags), None)


def atomic_blocks_of(tree: BlockTree, chosen: BoolColumn | None) -> AtomicBlocks:
    """The atomic blocks of a tree, or of those blocks of it that are chosen."""
    page = tree.page
    shown = ~page.hidden[page.leaves]
    if chosen is not None:
        shown &= chosen[tree.of_leaf]
    leaves = np.flatnonzero(shown).astype(np.int32)
    present = np.zeros(len(tree), dtype=np.bool_)
    present[tree.of_leaf[leaves]] = True
    position = (np.cumsum(present) - 1).astype(np.int32)
    return AtomicBlocks(tree, leaves, np.flatnonzero(present).astype(np.int32), position[tree.of_leaf[leaves]])


class NonContent:
    """Blocks that are not content, to compare others with.

    `comparison` says how: "all" compares with every one of them, as the paper does; "index" finds the same without
    that: first blocks whose text and counts are equal, then, for the few that are left, near ones by their rare
    features.
    """

    def __init__(self, blocks: Sequence[StoredBlock], comparison: str = "index") -> None:
        self.blocks = tuple(blocks)
        self.comparison = checked_comparison(comparison)
        self._equal = {(text, images, scripts, links) for _, text, images, scripts, links in self.blocks}
        counts = np.array([block[2:] for block in self.blocks], dtype=np.float64).reshape(-1, len(COUNTED))
        self._index = SimilarityIndex(vectors_of([block.text for block in self.blocks], counts))

    def __len__(self) -> int:
        return len(self.blocks)

    def matches(self, blocks: AtomicBlocks) -> BoolColumn:
        """By block: whether it is similar to one of these."""
        if self.comparison == "all":
            return self._index.any_similar_of_all(blocks.vectors)
        keys = zip(blocks.texts, *blocks.counts.T.tolist(), strict=True)
        answer = np.fromiter(map(self._equal.__contains__, keys), np.bool_, len(blocks))
        others = np.flatnonzero(~answer).astype(np.int32)
        if len(others):
            answer[others] = self._index.any_similar(blocks.vectors_of_some(others))
        return answer


def checked_comparison(comparison: str) -> str:
    """A way to compare that there is."""
    if comparison not in COMPARISONS:
        raise OptionError(f"comparison is {' or '.join(COMPARISONS)}, not {comparison!r}")
    return comparison
