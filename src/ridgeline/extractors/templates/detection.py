"""FastContentExtractor's detection phase (Nguyen et al., section III, Figure 5).

With P the set of content paths of the site's template, the blocks of a page whose path is in P are extracted, by two
rules:

- if the paths of all sub-blocks of B are in P, the whole block B is extracted;
- if B contains a block B′ with a path not in P: if no sub-block of B′ has a path in P, B is extracted without B′;
  otherwise including B′.

The extracted blocks are compared with the template's non-content blocks; a block similar to one of them is not content.
Leaves are kept in document order, so a phrase that spans several blocks survives.

Where the paper is silent or ambiguous:

- The rules hold for every block inside B, so for every leaf in an extracted block: it is extracted if the block
  directly around it is in P or contains a block that is.
- «Each extracted block is then compared»: the template's blocks are atomic, and a block that contains others is
  similar to none of them. So the atomic parts of the extracted blocks are compared. `outermost_blocks` is the other
  reading, whole blocks; it loses 0.05 of word F on our sites, because the path of a container easily becomes a path of
  content (`ridgeline study templates --variants`).
"""

from collections.abc import Sequence

import numpy as np

from ...page import BoolColumn, IntColumn
from ...sites.templates import Template
from .atomic import AtomicBlocks, NonContent, atomic_blocks_of
from .block_tree import BlockTree, Hashes, hash_path

_MAX_HASH = np.uint64(0xFFFFFFFFFFFFFFFF)


class PreparedTemplate:
    """A template prepared for the detection: its paths as numbers, its non-content blocks in an index."""

    def __init__(self, template: Template, comparison: str = "index") -> None:
        self.template = template
        self.non_content = NonContent(template.blocks, comparison)
        self._content = _sorted_hashes(template.content_paths)
        self._known = np.union1d(self._content, _sorted_hashes(template.other_paths))

    def in_paths(self, tree: BlockTree) -> BoolColumn:
        """Return for each block whether its path is in P, the content paths."""
        return _is_among(tree.path_hash, self._content)

    def is_known(self, tree: BlockTree) -> BoolColumn:
        """Return for each block whether a preparation page had its path, with content or without."""
        return _is_among(tree.path_hash, self._known)

    def extracted(self, tree: BlockTree) -> AtomicBlocks:
        """Return the blocks that the two rules extract, as atomic blocks."""
        mask = extracted_blocks(tree, self.in_paths(tree))
        return atomic_blocks_of(tree, mask, link_words=self.template.link_words)

    def detect(self, tree: BlockTree) -> IntColumn:
        """Return the leaves of the content blocks of a page: extract by the rules, then compare."""
        blocks = self.extracted(tree)
        return blocks.keep(~self.non_content.matches(blocks))


def extracted_blocks(tree: BlockTree, in_paths: BoolColumn) -> BoolColumn:
    """Return for each block of the tree whether its own leaves are extracted by the two rules.

    `in_paths` marks the blocks in P.
    """
    # The block or an enclosing one is a B; and it is in P itself or is a B′ with sub-blocks in P.
    return tree.within(in_paths) & tree.holds(in_paths)


def outermost_blocks(blocks: AtomicBlocks, in_paths: BoolColumn) -> AtomicBlocks:
    """Return the extracted blocks that are inside no other, each with all of its extracted leaves."""
    tree = blocks.tree
    above = tree.parent
    outermost = in_paths & ~np.where(above >= 0, tree.within(in_paths)[above], False)
    # The outermost block of a leaf is the last one that starts before it.
    around = np.flatnonzero(outermost).astype(np.int32)
    of_atomic = np.searchsorted(around, blocks.number, side="right") - 1
    numbers, of_block = np.unique(around[of_atomic], return_inverse=True)
    of_leaf = of_block.reshape(-1)[blocks.of_leaf].astype(np.int32)
    return AtomicBlocks(tree, blocks.leaves, numbers, of_leaf, blocks.link_words)


def _sorted_hashes(paths: Sequence[str]) -> Hashes:
    """Return the hashes of the paths, sorted. The largest hash at the end makes every lookup find a position."""
    return np.unique(np.fromiter((*map(hash_path, paths), int(_MAX_HASH)), np.uint64, len(paths) + 1))


def _is_among(hashes: Hashes, among: Hashes) -> BoolColumn:
    answer: BoolColumn = among[np.searchsorted(among, hashes)] == hashes
    return answer
