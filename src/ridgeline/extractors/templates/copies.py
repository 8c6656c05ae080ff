"""Preparation pages that repeat the main text of another one, which would turn that text into a template.

An article that was collected twice, under two addresses or on its page for printing, stands on two pages: every one of
its blocks is then «non-content». So the preparation uses one page of each text. Two pages share their main text if
three quarters of the words of either, each weighted by the share of the other pages that do not have its block, stand
in blocks that the other has too. A block on all pages weighs nothing, so a long notice makes no copies.
"""

from collections.abc import Sequence

import numpy as np

from ..block_features import Reals, count_words
from .atomic import AtomicBlocks
from .block_tree import Hashes
from .frequency import occurrences

# Of the weighted words of both pages. On the sites at hand copies have 0.90 and more, other pages up to 0.70, which the
# short pages of one section reach.
MIN_SHARED = 0.75


def without_copies(pages: Sequence[AtomicBlocks]) -> list[AtomicBlocks]:
    """Return the pages without those that repeat an earlier one."""
    distinct = _without_equal(pages)
    if len(distinct) < 2:
        return distinct
    shared = shared_text(distinct)
    kept: list[int] = []
    for page in range(len(distinct)):
        if not (shared[page, kept] >= MIN_SHARED).any():
            kept.append(page)
    return [distinct[page] for page in kept]


def shared_text(pages: Sequence[AtomicBlocks]) -> Reals:
    """Return for each pair of pages the smaller share of its weighted words that one has in common with the other."""
    found = occurrences(pages)
    rarity = 1 - (found.frequency - 1) / max(len(pages) - 1, 1)
    common = np.zeros((len(pages), len(pages)))
    for row, (page, numbers) in enumerate(zip(pages, found.numbers, strict=True)):
        weights = count_words(page.terms) * rarity[numbers]
        common[row] = weights @ found.on_page[numbers]
    own = np.diag(common)[:, np.newaxis]
    share = np.divide(common, own, out=np.zeros_like(common), where=own > 0)
    return np.minimum(share, share.T)


def _without_equal(pages: Sequence[AtomicBlocks]) -> list[AtomicBlocks]:
    """Return the pages without those that have exactly the blocks of an earlier one."""
    kept: dict[tuple[int, int], AtomicBlocks] = {}
    for page in pages:
        summed: Hashes = page.vectors.fingerprint.sum(dtype=np.uint64)
        kept.setdefault((len(page), int(summed)), page)
    return list(kept.values())
