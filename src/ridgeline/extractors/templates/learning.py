"""The preparation phase of FastContentExtractor (section III, Figure 4): templates from 20 to 30 pages of a site.

Content blocks are found among the atomic blocks as ContentExtractor does. The template holds their traversal paths, and
the non-content blocks that share a path with content. A site may have several layouts: pages are grouped by their
paths, and every large enough group gives a template.

Beyond the paper, off by default: with `support`, a path counts as a path of content only if it has content on this
share of the pages. The paper takes every path.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...errors import TemplateError
from ...options import check_number
from ...page import BoolColumn, Page
from ...text.cuts import BLOCK_TAGS, check_tags
from .atomic import AtomicBlocks, atomic_blocks
from .content import distinct_blocks
from .frequency import MIN_PAGES, check_min_pages, distinct_pages, non_content
from .store import Template
from .tree import hash_path

MAX_PAGES = 100  # to learn from; of more pages an even sample is used. The paper takes 20 to 30.
MIN_PAGES_PER_LAYOUT = 5
MIN_LAYOUT_SIMILARITY = 0.5  # groups of pages with at least this mean Jaccard similarity of paths are one layout

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LearningOptions:
    """How templates are learnt."""

    tags: tuple[str, ...] = BLOCK_TAGS
    min_pages: int = MIN_PAGES
    support: float = 0.0
    layouts: bool = True  # whether a site may have several

    def __post_init__(self) -> None:
        check_tags(self.tags)
        check_min_pages(self.min_pages)
        check_number("support", self.support, "a share from 0 to 1", lambda share: 0 <= share <= 1)


def learn(site: str, pages: Sequence[Page], options: LearningOptions | None = None) -> tuple[Template, ...]:
    """The templates of a site, most frequent layout first."""
    options = options or LearningOptions()
    prepared = distinct_pages([atomic_blocks(page, options.tags) for page in _sample(pages)])
    prepared = [page for page in prepared if len(page)]
    if len(prepared) < 2:
        raise TemplateError(f"{site}: a template needs at least two different pages with content, better 20 to 30")
    groups = split_layouts(prepared) if options.layouts else [prepared]
    return tuple(_template(site, group, options, shape) for shape, group in enumerate(groups, start=1))


def _sample(pages: Sequence[Page]) -> Sequence[Page]:
    """At most MAX_PAGES of the pages, evenly spread."""
    if len(pages) <= MAX_PAGES:
        return pages
    return [pages[position * len(pages) // MAX_PAGES] for position in range(MAX_PAGES)]


def _template(site: str, pages: Sequence[AtomicBlocks], options: LearningOptions, shape: int) -> Template:
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
        shape=shape,
    )


def _one_block_per_path(page: AtomicBlocks, mask: BoolColumn | None = None) -> list[int]:
    """Tree numbers of atomic blocks, or of those in the mask: one for each distinct path."""
    numbers = page.number if mask is None else page.number[mask]
    _, first = np.unique(page.tree.path_hash[numbers], return_index=True)
    found: list[int] = numbers[first].tolist()
    return found


def _content_paths(pages: Sequence[AtomicBlocks], masks: Sequence[BoolColumn], support: float) -> set[str]:
    """The paths with content on at least one page, or on a share `support` of them; the masks mark non-content."""
    counts: dict[str, int] = {}
    for page, mask in zip(pages, masks, strict=True):
        for block in _one_block_per_path(page, ~mask):
            path = page.tree.path_text(block)
            counts[path] = counts.get(path, 0) + 1
    return {path for path, count in counts.items() if count >= support * len(pages)}


def split_layouts(pages: Sequence[AtomicBlocks]) -> list[list[AtomicBlocks]]:
    """Pages grouped by layout, the largest group first.

    Pages are clustered by the paths they share (average linkage). The pages of a group too small for a template join
    the most similar large group.
    """
    similarity = _similarity(pages)
    groups = _cluster(similarity)
    large = sorted((group for group in groups if len(group) >= MIN_PAGES_PER_LAYOUT), key=len, reverse=True)
    if not large:
        return [list(pages)]
    members = [list(group) for group in large]
    for position in (position for group in groups if group not in large for position in group):
        nearest = int(np.argmax([similarity[position, group].mean() for group in large]))
        members[nearest].append(position)
    return [[pages[position] for position in sorted(group)] for group in members]


def _cluster(similarity: Reals) -> list[list[int]]:
    """Positions grouped by average linkage: the two most similar groups are merged until none are similar enough."""
    means = similarity.copy()
    np.fill_diagonal(means, -1.0)
    groups = {position: [position] for position in range(len(means))}
    while True:
        one, other = sorted(divmod(int(means.argmax()), len(means)))
        if means[one, other] < MIN_LAYOUT_SIMILARITY:
            return list(groups.values())
        sizes = len(groups[one]), len(groups[other])
        means[one] = means[:, one] = (means[one] * sizes[0] + means[other] * sizes[1]) / sum(sizes)
        means[one, one] = -1.0
        means[other] = means[:, other] = -1.0
        groups[one] += groups.pop(other)


def _similarity(pages: Sequence[AtomicBlocks]) -> Reals:
    """By pair of pages: the Jaccard similarity of their sets of paths."""
    paths = [np.unique(page.tree.path_hash[page.number]) for page in pages]
    distinct, inverse = np.unique(np.concatenate(paths), return_inverse=True)
    has_path = np.zeros((len(pages), len(distinct)))
    has_path[np.repeat(np.arange(len(pages)), list(map(len, paths))), inverse.reshape(-1)] = 1
    both = has_path @ has_path.T
    sizes = np.diag(both)
    answer: Reals = both / np.maximum(sizes[:, np.newaxis] + sizes[np.newaxis, :] - both, 1)
    return answer
