"""`content-extractor`: blocks that many pages of a site share are not content (Debnath et al.; Nguyen et al., section
II).

A page is cut into atomic blocks. The preparation pages give the blocks that stand on several of them; a block of a
page that is similar to one of those is dropped, all others are content.

Where the paper is silent or ambiguous:

- It says that a block is compared «with all blocks in all input web pages», but its Table II has far fewer blocks to
  compare with than one page has: those that were found not to be content. We follow the table. `remember="all"` keeps
  every block of the preparation pages, so that one other page is enough to make a block of a new page non-content.
- A block is compared with each of them, as the paper does (`comparison="all"`); "index" gives the same answer faster.
- Its weakness, that blocks come in another order than they had on the page, cannot be had: kept leaves have no order
  but the page's. `figure_order` gives the order of Figure 3.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, Self

import numpy as np

from ... import models
from ...errors import ModelError, OptionError
from ...extraction import Extraction
from ...page import IntColumn, Page
from ...text.cuts import BLOCK_TAGS
from .atomic import AtomicBlocks, NonContent, atomic_blocks, checked_comparison
from .frequency import MIN_PAGES, different_pages, non_content
from .store import StoredBlock

_SETTINGS = ("tags", "least_pages", "comparison", "remember")


class ContentExtractor:
    """Keeps what a page does not share with other pages of its site."""

    name = "content-extractor"

    def __init__(
        self,
        *,
        tags: Sequence[str] = BLOCK_TAGS,
        least_pages: int = MIN_PAGES,
        comparison: str = "all",
        remember: Literal["non-content", "all"] = "non-content",
        model: str | Path | None = None,
    ) -> None:
        """`model` is a file that `save` wrote, whose settings take the place of these."""
        stored = None if model is None else models.load(Path(model), self.name).manifest
        if stored is not None:
            tags, least_pages, comparison, remember = (stored[name] for name in _SETTINGS)
        if remember not in ("non-content", "all"):
            raise OptionError(f"remember is non-content or all, not {remember!r}")
        self.tags = tuple(tags)
        self.least_pages = least_pages
        self.comparison = checked_comparison(comparison)
        self.remember = remember
        self.known: NonContent | None = None
        if stored is not None:
            self.known = NonContent([StoredBlock(*block) for block in stored["blocks"]], self.comparison)

    def fit(self, pages: Sequence[Page], gold: Sequence[str] | None = None) -> Self:
        """Learn what the pages of a site share; gold texts are not needed."""
        prepared = different_pages([atomic_blocks(page, self.tags) for page in pages])
        shared = non_content(prepared, self.least_pages)
        if self.remember == "all":
            shared = [np.ones(len(page), dtype=np.bool_) for page in prepared]
        self.known = NonContent(list(distinct_blocks(prepared, shared)), self.comparison)
        return self

    def extract(self, page: Page) -> Extraction:
        """Keep the blocks that are similar to none that the site's pages share."""
        if self.known is None:
            raise ModelError(
                "content-extractor knows no site yet: fit it with 20 to 30 pages of one, or load what it learnt"
            )
        blocks = atomic_blocks(page, self.tags)
        return Extraction(page, blocks.keep(~self.known.matches(blocks)), self.name)

    def save(self, path: Path) -> None:
        """Write the blocks that are not content."""
        if self.known is None:
            raise ModelError("content-extractor has learnt nothing that could be saved")
        settings = {name: getattr(self, name) for name in _SETTINGS}
        models.save(models.SavedModel(self.name, {**settings, "blocks": self.known.blocks}), path)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what `save` wrote."""
        return cls(model=path)


def distinct_blocks(pages: Sequence[AtomicBlocks], chosen: Sequence[np.ndarray[Any, Any]]) -> Iterator[StoredBlock]:
    """The chosen blocks of all pages, those with equal vectors once."""
    seen: set[int] = set()
    for page, wanted in zip(pages, chosen, strict=True):
        fingerprints = page.vectors.fingerprint.tolist()
        for block in np.flatnonzero(wanted).tolist():
            if fingerprints[block] not in seen:
                seen.add(fingerprints[block])
                yield page.stored(block)


def figure_order(blocks: AtomicBlocks) -> IntColumn:
    """The atomic blocks as Figure 3 lists them: the sub-blocks of a block first, then what is left of it."""
    ends = blocks.tree.end[blocks.number]
    # Blocks end in this order when a block's end comes after those of all blocks inside it.
    return np.lexsort((-blocks.number, ends)).astype(np.int32)
