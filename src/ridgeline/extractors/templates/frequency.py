"""Block document frequency: the number of pages of a site that contain a block (Nguyen et al., section II).

«If block B occurs many times over different web pages, block B is considered as a non-content block.» The paper does
not say how many. The default is two pages: of 2, a tenth, a fifth, three tenths and half of the pages, 2 gave the best
word F on average over twelve sites (docs/experiments.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn
from ...parameters import check_number
from .atomic import AtomicBlocks
from .similarity import SimilarityIndex
from .vectors import Integers, join_vectors

MIN_PAGES = 2  # that contain a non-content block


@dataclass(frozen=True, eq=False)
class Occurrences:
    """The distinct blocks of some pages, and the pages that have them. Blocks with equal vectors are one."""

    numbers: list[Integers]  # by page and block: its number among the distinct blocks
    on_page: npt.NDArray[np.bool_]  # by distinct block and page: whether the page has a similar block

    @property
    def frequency(self) -> Integers:
        """By distinct block: the number of pages with a similar block."""
        counts: Integers = self.on_page.sum(axis=1)
        return counts


def occurrences(pages: Sequence[AtomicBlocks]) -> Occurrences:
    """Compare the blocks of all pages with each other."""
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
    if len(block):
        # Every block is similar to itself, so each has at least one pair.
        starts = np.searchsorted(block, np.arange(len(distinct)))
        is_on_page = np.logical_or.reduceat(is_on_page[other], starts, axis=0)
    return Occurrences(np.split(inverse, np.cumsum(lengths)[:-1]), is_on_page)


def page_frequencies(pages: Sequence[AtomicBlocks]) -> list[Integers]:
    """Return for each page and block the number of pages with a similar block, its own page included."""
    found = occurrences(pages)
    frequency = found.frequency
    return [frequency[numbers] for numbers in found.numbers]


def check_min_pages(min_pages: int) -> None:
    """Raise OptionError unless this is a whole number of at least 2: a block on a single page is no template."""
    check_number("min_pages", min_pages, "2 or more, a whole number", lambda number: number >= 2, whole=True)


def non_content(pages: Sequence[AtomicBlocks], min_pages: int = MIN_PAGES) -> list[BoolColumn]:
    """Return for each page and block whether it is not content because at least `min_pages` pages contain it."""
    check_min_pages(min_pages)
    return [frequency >= min_pages for frequency in page_frequencies(pages)]
