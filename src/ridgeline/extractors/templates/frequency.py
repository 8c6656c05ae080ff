"""Block document frequency: on how many pages of a site a block, or one similar to it, stands (section II).

«If block B occurs many times over different web pages, block B is considered as a non-content block.» How many the
paper does not say. Two pages by default: of 2, a tenth, a fifth, three tenths and half of the pages, 2 gave the best
word F on average over twelve sites (docs/experiments.md).
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ...errors import OptionError
from ...page import BoolColumn
from .atomic import AtomicBlocks
from .vectors import Numbers, SimilarityIndex, join_vectors

Integers = npt.NDArray[np.int64]

MIN_PAGES = 2  # that a non-content block stands on


def page_frequencies(pages: Sequence[AtomicBlocks]) -> list[Integers]:
    """By page and block: the number of pages with a similar block, its own among them."""
    vectors = join_vectors([page.vectors for page in pages])
    lengths = [len(page) for page in pages]
    page_of = np.repeat(np.arange(len(pages)), lengths)
    # Equal vectors are compared once.
    _, first, which = np.unique(vectors.fingerprint, return_index=True, return_inverse=True)
    which = which.reshape(-1)
    stands_on = np.zeros((len(first), len(pages)), dtype=np.bool_)
    stands_on[which, page_of] = True
    different = vectors.rows(first)
    block, other = SimilarityIndex(different).similar_pairs(different)
    # Every block is similar to itself at least, so each has a run of pairs.
    starts = np.searchsorted(block, np.arange(len(different)))
    frequency = np.logical_or.reduceat(stands_on[other], starts, axis=0).sum(axis=1) if len(block) else np.zeros(0)
    return np.split(frequency[which], np.cumsum(lengths)[:-1])


def non_content(pages: Sequence[AtomicBlocks], least_pages: int = MIN_PAGES) -> list[BoolColumn]:
    """By page and block: whether it is not content, because it stands on at least so many pages."""
    if least_pages < 2:
        raise OptionError(f"a block of one page is no template: least_pages is 2 or more, not {least_pages}")
    return [frequency >= least_pages for frequency in page_frequencies(pages)]


def different_pages(pages: Sequence[AtomicBlocks]) -> list[AtomicBlocks]:
    """The pages without copies: a page that is there twice would make all that is on it a template."""
    kept: dict[tuple[int, int], AtomicBlocks] = {}
    for page in pages:
        summed: Numbers = page.vectors.fingerprint.sum(dtype=np.uint64)
        kept.setdefault((len(page), int(summed)), page)
    return list(kept.values())
