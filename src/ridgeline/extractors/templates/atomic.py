"""The atomic blocks of a page: what remains of each block without its sub-blocks (section II, Figure 3).

They are the cut `text.cuts.tag_blocks`, taken from the tree of blocks. Blocks without visible content are left out, and
so is hidden text, on which the paper is silent.

The paper's vector holds «the number of images, the number of java scripts, hyperlinks and terms»: a link is counted as
a link, so by default the words inside it are not counted again as terms. With `link_words` they are. Then a list of
headlines, which differs on every page, looks like content.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ...errors import OptionError
from ...page import BoolColumn, IntColumn, Page
from ...page.cache import cached_property
from ...sites.templates import StoredBlock
from ...text.cuts import BLOCK_TAGS
from ..block_features import FEATURES, Reals
from .block_tree import BlockTree, build_tree
from .similarity import SimilarityIndex
from .vectors import COUNTED, Integers, Vectors, build_vectors

COMPARISONS = ("index", "all")


@dataclass(frozen=True, eq=False)
class AtomicBlocks:
    """Atomic blocks of a page in document order, over some of its leaves."""

    tree: BlockTree
    leaves: IntColumn  # positions in `page.leaves`
    number: IntColumn  # by atomic block: its number in the tree
    of_leaf: IntColumn  # by leaf of `leaves`: its atomic block
    link_words: bool = False  # whether the words inside links are terms, too

    def __len__(self) -> int:
        return len(self.number)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """By block: its text on one line."""
        return self._texts_of(np.arange(len(self.leaves)))

    @cached_property
    def terms(self) -> tuple[str, ...]:
        """By block: the text whose words are its terms."""
        if self.link_words:
            return self.texts
        page = self.tree.page
        in_link = page.inside(FEATURES["links"](page) > 0)[page.leaves[self.leaves]]
        return self._texts_of(np.flatnonzero(~in_link)) if in_link.any() else self.texts

    def _texts_of(self, chosen: Integers) -> tuple[str, ...]:
        """Return for each block the text of its leaves among those at these positions of `leaves`."""
        leaf_text, of_leaf = self.tree.page.leaf_text, self.of_leaf[chosen]
        order = np.argsort(of_leaf, kind="stable")
        pieces = [leaf_text[leaf] for leaf in self.leaves[chosen[order]].tolist()]
        borders = np.searchsorted(of_leaf[order], np.arange(len(self) + 1)).tolist()
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
        return build_vectors(self.terms, self.counts)

    def vectors_for(self, blocks: IntColumn) -> Vectors:
        """Return the feature vectors of some of the blocks."""
        return build_vectors([self.terms[block] for block in blocks.tolist()], self.counts[blocks])

    def to_stored(self, block: int) -> StoredBlock:
        """Return a block in the form that templates store."""
        images, scripts, links = self.counts[block].astype(int).tolist()
        return StoredBlock(self.tree.path_text(int(self.number[block])), self.terms[block], images, scripts, links)

    def keep(self, mask: BoolColumn) -> IntColumn:
        """Return the positions of the leaves of the blocks in the mask, for `Extraction`."""
        return self.leaves[mask[self.of_leaf]]


def atomic_blocks(page: Page, tags: Sequence[str] = BLOCK_TAGS, *, link_words: bool = False) -> AtomicBlocks:
    """Return all atomic blocks of a page that have visible content."""
    return atomic_blocks_of(build_tree(page, tags), None, link_words=link_words)


def atomic_blocks_of(tree: BlockTree, mask: BoolColumn | None, *, link_words: bool = False) -> AtomicBlocks:
    """Return the atomic blocks of a tree, or only of the tree's blocks in the mask."""
    page = tree.page
    is_used = ~page.hidden[page.leaves]
    if mask is not None:
        is_used &= mask[tree.of_leaf]
    leaves = np.flatnonzero(is_used).astype(np.int32)
    is_present = np.zeros(len(tree), dtype=np.bool_)
    is_present[tree.of_leaf[leaves]] = True
    position = (np.cumsum(is_present) - 1).astype(np.int32)
    numbers = np.flatnonzero(is_present).astype(np.int32)
    return AtomicBlocks(tree, leaves, numbers, position[tree.of_leaf[leaves]], link_words)


class NonContent:
    """Blocks that are not content, for comparison with the blocks of a page.

    With the comparison "all", every block is compared with every one of these, as in the paper. "index" finds the same
    matches faster: first blocks with equal text and counts, then, for the few that are left, similar blocks by their
    rare features.
    """

    def __init__(self, blocks: Sequence[StoredBlock], comparison: str = "index") -> None:
        self.blocks = tuple(blocks)
        self.comparison = check_comparison(comparison)
        self._equal = {(text, images, scripts, links) for _, text, images, scripts, links in self.blocks}
        counts = np.array([block[2:] for block in self.blocks], dtype=np.float64).reshape(-1, len(COUNTED))
        self._index = SimilarityIndex(build_vectors([block.text for block in self.blocks], counts))

    def __len__(self) -> int:
        return len(self.blocks)

    def matches(self, blocks: AtomicBlocks) -> BoolColumn:
        """Return for each block whether it is similar to one of these."""
        if self.comparison == "all":
            return self._index.any_similar_of_all(blocks.vectors)
        keys = zip(blocks.terms, *blocks.counts.T.tolist(), strict=True)
        mask = np.fromiter(map(self._equal.__contains__, keys), np.bool_, len(blocks))
        others = np.flatnonzero(~mask).astype(np.int32)
        if len(others):
            mask[others] = self._index.any_similar(blocks.vectors_for(others))
        return mask


def check_comparison(comparison: str) -> str:
    """Return the comparison; raises OptionError if there is none of this name."""
    if comparison not in COMPARISONS:
        raise OptionError(f"comparison is {' or '.join(COMPARISONS)}, not {comparison!r}")
    return comparison
