"""The preparation phase of FastContentExtractor (section III, Figure 4): a template from 20 to 30 pages of a site.

Content blocks are found among the atomic blocks as ContentExtractor does. The template holds their traversal paths, and
the non-content blocks that share a path with content. Pages that repeat the main text of another one are left out
(`copies`).

Beyond the paper, and off by default: with `support`, a path counts as a path of content only if it has content on this
share of the pages. The paper takes every path. It gains on the sites that it was chosen on and loses on others
(docs/templates.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...errors import OptionError, TemplateError
from ...page import BoolColumn, Page
from ...parameters import check_number
from ...sites.templates import Template
from ...text.cuts import BLOCK_TAGS, check_tags
from .atomic import AtomicBlocks, atomic_blocks
from .block_tree import hash_path
from .content_extractor import distinct_blocks
from .copies import without_copies
from .frequency import MIN_PAGES, check_min_pages, non_content

MAX_PAGES = 100  # to learn from; of more pages an even sample is used. The paper takes 20 to 30.


@dataclass(frozen=True, slots=True)
class LearningOptions:
    """The options of learning a template."""

    tags: tuple[str, ...] = BLOCK_TAGS
    min_pages: int = MIN_PAGES
    support: float = 0.0
    link_words: bool = False  # whether the words inside links are terms of a block
    copies: bool = False  # whether pages prepare that repeat the main text of another one

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", check_tags(self.tags))
        for option in ("link_words", "copies"):
            if not isinstance(getattr(self, option), bool):
                raise OptionError(f"{option} is True or False, not {getattr(self, option)!r}")
        check_min_pages(self.min_pages)
        check_number("support", self.support, "a share from 0 to 1", lambda share: 0 <= share <= 1)


def learn(site: str, pages: Sequence[Page], options: LearningOptions | None = None) -> Template:
    """Return the template of a site."""
    options = options or LearningOptions()
    blocks = [atomic_blocks(page, options.tags, link_words=options.link_words) for page in _sample(pages)]
    prepared = [page for page in blocks if len(page)]
    if not options.copies:
        prepared = without_copies(prepared)
    if len(prepared) < 2:
        raise TemplateError(f"{site}: a template needs at least two different pages with content, better 20 to 30")
    return _template(site, prepared, options)


def _sample(pages: Sequence[Page]) -> Sequence[Page]:
    """Return at most MAX_PAGES of the pages, evenly spread."""
    if len(pages) <= MAX_PAGES:
        return pages
    return [pages[position * len(pages) // MAX_PAGES] for position in range(MAX_PAGES)]


def _template(site: str, pages: Sequence[AtomicBlocks], options: LearningOptions) -> Template:
    masks = non_content(pages, options.min_pages)
    content_paths = _content_paths(pages, masks, options.support)
    hashes = np.array(sorted(map(hash_path, content_paths)), dtype=np.uint64)
    confusable = [
        mask & np.isin(page.tree.path_hash[page.number], hashes) for page, mask in zip(pages, masks, strict=True)
    ]
    all_paths = {page.tree.path_text(block) for page in pages for block in _one_block_per_path(page)}
    return Template(
        site=site,
        content_paths=tuple(sorted(content_paths)),
        other_paths=tuple(sorted(all_paths - content_paths)),
        blocks=tuple(distinct_blocks(pages, confusable)),
        tags=options.tags,
        pages=len(pages),
        link_words=options.link_words,
    )


def _one_block_per_path(page: AtomicBlocks, mask: BoolColumn | None = None) -> list[int]:
    """Return tree numbers of atomic blocks, or of those in the mask: one for each distinct path."""
    numbers = page.number if mask is None else page.number[mask]
    _, first = np.unique(page.tree.path_hash[numbers], return_index=True)
    found: list[int] = numbers[first].tolist()
    return found


def _content_paths(pages: Sequence[AtomicBlocks], masks: Sequence[BoolColumn], support: float) -> set[str]:
    """Return the paths with content on at least one page, or on a share `support` of them.

    The masks mark non-content.
    """
    counts: dict[str, int] = {}
    for page, mask in zip(pages, masks, strict=True):
        for block in _one_block_per_path(page, ~mask):
            path = page.tree.path_text(block)
            counts[path] = counts.get(path, 0) + 1
    return {path for path, count in counts.items() if count >= support * len(pages)}
