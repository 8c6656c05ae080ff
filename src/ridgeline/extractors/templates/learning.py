"""The preparation phase of FastContentExtractor (section III, Figure 4): from 20 to 30 pages of a site to its template.

Content blocks are found among the atomic blocks as ContentExtractor does. The template holds their traversal paths,
and the non-content blocks that share a path with content. A site may have several layouts: pages are grouped by the
paths they have, and every group of enough pages gives a template.

Beyond the paper, off by default: `support` asks that content stands on a path on a share of the pages before it
counts as a path of content. The paper takes every path.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...errors import OptionError, TemplateError
from ...page import BoolColumn, Page
from ...text.cuts import BLOCK_TAGS
from .atomic import AtomicBlocks, atomic_blocks
from .content import distinct_blocks
from .frequency import MIN_PAGES, different_pages, non_content
from .store import Template
from .tree import path_number

MAX_PAGES = 100  # learnt from; more are thinned out evenly. The paper takes 20 to 30.
MIN_PAGES_OF_A_LAYOUT = 5
SAME_LAYOUT = 0.5  # the mean share of paths that two groups of pages have in common, from which on they are one

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Learning:
    """How templates are learnt."""

    tags: tuple[str, ...] = BLOCK_TAGS
    least_pages: int = MIN_PAGES
    support: float = 0.0
    layouts: bool = True  # whether a site may have several

    def __post_init__(self) -> None:
        if not 0 <= self.support <= 1:
            raise OptionError(f"support is a share from 0 to 1, not {self.support}")


def learn(site: str, pages: Sequence[Page], learning: Learning | None = None) -> tuple[Template, ...]:
    """The templates of a site, that of the most frequent layout first."""
    learning = learning or Learning()
    thinned = [pages[position * len(pages) // MAX_PAGES] for position in range(MAX_PAGES)]
    chosen = pages if len(pages) <= MAX_PAGES else thinned
    prepared = [page for page in different_pages([atomic_blocks(page, learning.tags) for page in chosen]) if len(page)]
    if len(prepared) < 2:
        raise TemplateError(
            f"{site}: a template needs at least two different pages that show something, better 20 to 30"
        )
    groups = split_layouts(prepared) if learning.layouts else [prepared]
    return tuple(_template(site, group, learning, shape) for shape, group in enumerate(groups, start=1))


def _template(site: str, pages: Sequence[AtomicBlocks], learning: Learning, shape: int) -> Template:
    shared = non_content(pages, learning.least_pages)
    content = _content_paths(pages, shared, learning.support)
    numbers = np.array(sorted(map(path_number, content)), dtype=np.uint64)
    confusable = [own & np.isin(page.tree.path[page.number], numbers) for page, own in zip(pages, shared, strict=True)]
    every = {page.tree.path_text(int(block)) for page in pages for block in _one_a_path(page)}
    return Template(
        site=site,
        content_paths=tuple(sorted(content)),
        other_paths=tuple(sorted(every - content)),
        blocks=tuple(distinct_blocks(pages, confusable)),
        tags=learning.tags,
        pages=len(pages),
        shape=shape,
    )


def _one_a_path(page: AtomicBlocks, chosen: BoolColumn | None = None) -> list[int]:
    """Numbers in the tree of some of the atomic blocks, one for every path that they have."""
    numbers = page.number if chosen is None else page.number[chosen]
    _, first = np.unique(page.tree.path[numbers], return_index=True)
    found: list[int] = numbers[first].tolist()
    return found


def _content_paths(pages: Sequence[AtomicBlocks], shared: Sequence[BoolColumn], support: float) -> set[str]:
    """The paths on which content stands, on one page or on this share of them."""
    seen: dict[str, int] = {}
    for page, own in zip(pages, shared, strict=True):
        for block in _one_a_path(page, ~own):
            path = page.tree.path_text(block)
            seen[path] = seen.get(path, 0) + 1
    return {path for path, count in seen.items() if count >= support * len(pages)}


def split_layouts(pages: Sequence[AtomicBlocks]) -> list[list[AtomicBlocks]]:
    """Pages grouped by layout, the largest group first; a group too small for a template joins the nearest that is not.

    Groups are joined as long as two of them have enough paths in common on average (average linkage).
    """
    likeness = _likeness(pages)
    groups = _linked(likeness)
    large = sorted((group for group in groups if len(group) >= MIN_PAGES_OF_A_LAYOUT), key=len, reverse=True)
    if not large:
        return [list(pages)]
    members = [list(group) for group in large]
    for position in (position for group in groups if group not in large for position in group):
        nearest = int(np.argmax([likeness[position, group].mean() for group in large]))
        members[nearest].append(position)
    return [[pages[position] for position in sorted(group)] for group in members]


def _linked(likeness: Reals) -> list[list[int]]:
    """Positions in groups: the two groups that are most alike on average are joined until none are alike enough."""
    means = likeness.copy()
    np.fill_diagonal(means, -1.0)
    groups = {position: [position] for position in range(len(means))}
    while True:
        one, other = sorted(divmod(int(means.argmax()), len(means)))
        if means[one, other] < SAME_LAYOUT:
            return list(groups.values())
        sizes = len(groups[one]), len(groups[other])
        means[one] = means[:, one] = (means[one] * sizes[0] + means[other] * sizes[1]) / sum(sizes)
        means[one, one] = -1.0
        means[other] = means[:, other] = -1.0
        groups[one] += groups.pop(other)


def _likeness(pages: Sequence[AtomicBlocks]) -> Reals:
    """By two pages: the paths that both have as a share of those that either has."""
    paths = [np.unique(page.tree.path[page.number]) for page in pages]
    different, which = np.unique(np.concatenate(paths), return_inverse=True)
    has = np.zeros((len(pages), len(different)))
    has[np.repeat(np.arange(len(pages)), list(map(len, paths))), which.reshape(-1)] = 1
    both = has @ has.T
    sizes = np.diag(both)
    answer: Reals = both / np.maximum(sizes[:, np.newaxis] + sizes[np.newaxis, :] - both, 1)
    return answer
