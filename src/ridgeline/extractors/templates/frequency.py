"""Block document frequency: the number of a site's pages that contain a block or a similar one (section II).

«If block B occurs many times over different web pages, block B is considered as a non-content block.» The paper does
not say how many. The default is two pages: of 2, a tenth, a fifth, three tenths and half of the pages, 2 gave the best
word F on average over twelve sites (docs/experiments.md).
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ...options import check_number
from ...page import BoolColumn
from .atomic import AtomicBlocks
from .similarity import SimilarityIndex
from .tree import Hashes
from .vectors import join_vectors

Integers = npt.NDArray[np.int64]

MIN_PAGES = 2  # that contain a non-content block


def page_frequencies(pages: Sequence[AtomicBlocks]) -> list[Integers]:
    """By page and block: the number of pages with a similar block, its own page included."""
    vectors = join_vectors([page.vectors for page in pages])
    lengths = [len(page) for page in pages]
    page_of = np.repeat(np.arange(len(pages)), lengths)
    # Equal vectors are compared once.
    _, first, inverse = np.unique(vectors.fingerprint, return_index=True, return_inverse=True)
    inverse = inverse.reshape(-1)
    is_on_page = np.zeros((len(first), len(pages)), dtype=np.bool_)
    is_on_page[inverse, page_of] = True
    distinct = vectors.rows(first)
    block, other = SimilarityIndex(distinct).similar_pairs(distinct)
    # Every block is similar to itself, so each has at least one pair.
    starts = np.searchsorted(block, np.arange(len(distinct)))
    frequency = np.logical_or.reduceat(is_on_page[other], starts, axis=0).sum(axis=1) if len(block) else np.zeros(0)
    return np.split(frequency[inverse], np.cumsum(lengths)[:-1])


def check_min_pages(min_pages: int) -> None:
    """Raise OptionError unless this is a whole number of at least 2: a block on a single page is no template."""
    check_number("min_pages", min_pages, "2 or more, a whole number", lambda number: number >= 2, whole=True)


def non_content(pages: Sequence[AtomicBlocks], min_pages: int = MIN_PAGES) -> list[BoolColumn]:
    """By page and block: whether it is not content because at least `min_pages` pages contain it."""
    check_min_pages(min_pages)
    return [frequency >= min_pages for frequency in page_frequencies(pages)]


def distinct_pages(pages: Sequence[AtomicBlocks]) -> list[AtomicBlocks]:
    """The pages without duplicates: a duplicated page would turn all of its blocks into non-content."""
    kept: dict[tuple[int, int], AtomicBlocks] = {}
    for page in pages:
        summed: Hashes = page.vectors.fingerprint.sum(dtype=np.uint64)
        kept.setdefault((len(page), int(summed)), page)
    return list(kept.values())
