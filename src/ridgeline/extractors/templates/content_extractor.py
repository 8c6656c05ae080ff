"""`content-extractor`: blocks that many pages of a site share are not content (Debnath et al.; Nguyen et al., section
II).

A page is split into atomic blocks. The preparation pages give the blocks that occur on several of them. A block of a
page that is similar to one of those is dropped; all others are content.

Where the paper is silent or ambiguous:

- It says that a block is compared «with all blocks in all input web pages», but its Table II compares with far fewer
  blocks than a single page has: those that were found not to be content. We follow the table. `remember="all"` stores
  every block of the preparation pages, so that one other page is enough to make a block of a new page non-content.
- Words inside links are no terms, since the links are counted (`atomic`); `link_words` counts them as well.
- A preparation page that repeats the main text of another one is left out (`copies`).
- A block is compared with each of them, as in the paper (`comparison="all"`); "index" gives the same result faster.
- The paper names as a weakness that the blocks come out in another order than on the page. This cannot happen here:
  kept leaves are always in document order. `figure_order` gives the order of Figure 3.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Self

import numpy as np

from ...errors import ModelError, OptionError
from ...extraction import Extraction
from ...page import BoolColumn, IntColumn, Page
from ...sites.templates import StoredBlock
from ...storage import models
from ...text.cuts import BLOCK_TAGS, check_tags
from .atomic import AtomicBlocks, NonContent, atomic_blocks, check_comparison
from .copies import without_copies
from .frequency import MIN_PAGES, check_min_pages, non_content

_LEARNT = ("tags", "min_pages", "remember", "link_words")  # what the stored blocks depend on


class ContentExtractor:
    """Keeps the blocks that a page does not share with other pages of its site."""

    name = "content-extractor"

    def __init__(
        self,
        *,
        tags: Sequence[str] = BLOCK_TAGS,
        min_pages: int = MIN_PAGES,
        comparison: str = "all",
        remember: Literal["non-content", "all"] = "non-content",
        link_words: bool = False,
    ) -> None:
        if remember not in ("non-content", "all"):
            raise OptionError(f"remember is non-content or all, not {remember!r}")
        if not isinstance(link_words, bool):
            raise OptionError(f"link_words is True or False, not {link_words!r}")
        check_min_pages(min_pages)
        self.tags = check_tags(tags)
        self.min_pages = min_pages
        self.comparison = check_comparison(comparison)
        self.remember = remember
        self.link_words = link_words
        self.non_content: NonContent | None = None  # until it is fitted or loaded

    def fit(self, pages: Sequence[Page]) -> Self:
        """Learn the blocks that the pages of a site share."""
        if not pages:
            raise ModelError("content-extractor learns from pages of a site, better 20 to 30, and was given none")
        prepared = without_copies([self.blocks(page) for page in pages])
        masks = non_content(prepared, self.min_pages)
        if self.remember == "all":
            masks = [np.ones(len(page), dtype=np.bool_) for page in prepared]
        self.non_content = NonContent(list(distinct_blocks(prepared, masks)), self.comparison)
        return self

    def extract(self, page: Page) -> Extraction:
        """Keep the blocks that are similar to no non-content block of the site."""
        if self.non_content is None:
            raise ModelError("content-extractor knows no site yet: fit it to 20 to 30 pages of a site, or load a model")
        blocks = self.blocks(page)
        return Extraction(page, blocks.keep(~self.non_content.matches(blocks)), self.name)

    def blocks(self, page: Page) -> AtomicBlocks:
        """Return the blocks of a page that are compared."""
        return atomic_blocks(page, self.tags, link_words=self.link_words)

    def save(self, path: Path) -> None:
        """Write the settings and the non-content blocks."""
        if self.non_content is None:
            raise ModelError("content-extractor is not fitted: there is nothing to save")
        settings = {name: getattr(self, name) for name in (*_LEARNT, "comparison")}
        models.save(models.SavedModel(self.name, {**settings, "blocks": self.non_content.blocks}), path)

    @classmethod
    def load(cls, path: Path, **options: Any) -> Self:
        """Read an extractor that `save` wrote; of its options, `comparison` can be another than the saved one."""
        manifest = models.load(path, cls.name).manifest
        for option in options:
            if option in _LEARNT:
                raise OptionError(f"{option} is decided when a model is learnt: train content-extractor with it")
        saved = {
            "tags": manifest["tags"],
            "min_pages": _min_pages(manifest),
            "comparison": manifest["comparison"],
            "remember": manifest["remember"],
            "link_words": manifest.get("link_words", True),  # models without it were learnt with them
        }
        extractor = cls(**saved | options)
        blocks = [StoredBlock(*block) for block in manifest["blocks"]]
        extractor.non_content = NonContent(blocks, extractor.comparison)
        return extractor


def _min_pages(manifest: Mapping[str, Any]) -> int:
    pages: int = manifest["min_pages"] if "min_pages" in manifest else manifest["least_pages"]  # its former name
    return pages


def distinct_blocks(pages: Sequence[AtomicBlocks], masks: Sequence[BoolColumn]) -> Iterator[StoredBlock]:
    """Yield the blocks in the masks, one mask a page; of blocks with equal vectors only the first."""
    seen: set[int] = set()
    for page, mask in zip(pages, masks, strict=True):
        fingerprints = page.vectors.fingerprint.tolist()
        for block in np.flatnonzero(mask).tolist():
            if fingerprints[block] not in seen:
                seen.add(fingerprints[block])
                yield page.to_stored(block)


def figure_order(blocks: AtomicBlocks) -> IntColumn:
    """Return the atomic blocks in the order of Figure 3.

    The sub-blocks of a block first, then the rest of the block.
    """
    ends = blocks.tree.end[blocks.number]
    # Sorting by end puts a block after all of its sub-blocks; of equal ends the inner block, with the higher number,
    # comes first.
    return np.lexsort((-blocks.number, ends)).astype(np.int32)
