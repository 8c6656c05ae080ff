"""`fast-template`: FastContentExtractor's detection phase (Nguyen et al., section III, Figure 5).

With P the set of content paths of the site's template, blocks of a page whose path is in P are extracted, by two rules:

- if the paths of all sub-blocks of B are in P, the whole block B is extracted;
- if B contains a block B′ with a path not in P: if no sub-block of B′ has a path in P, B is extracted without B′;
  otherwise including B′.

What is extracted is compared with the template's non-content blocks; what is similar to one is not content. Leaves
are kept in the order of the page, so a phrase that goes through several blocks survives.

Where the paper is silent or ambiguous:

- The rules hold for every block inside B, so for every leaf in an extracted block: it is extracted when the block
  right around it is in P or holds a block that is.
- «Each extracted block is then compared»: the template's blocks are atomic ones, and a block that holds others is
  like none of them. By default the atomic parts of the extracted blocks are compared (`compare="parts"`); "blocks"
  compares only whole outermost blocks, which loses 0.13 of word F on our sites: a path of a container is soon one of
  content.
- A page whose blocks stand on paths that the template does not know has drifted from it. Where fewer than `drift` of
  them are known, the default extractor answers, a remark says so, and the store counts it.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

import numpy as np

from ... import models
from ...errors import ModelError, OptionError, TemplateError
from ...extraction import DEFAULT_EXTRACTOR, Extraction, load_once
from ...page import BoolColumn, Page
from ...text.cuts import BLOCK_TAGS
from .atomic import AtomicBlocks, NonContent, atomic_blocks_of, checked_comparison
from .frequency import MIN_PAGES
from .learning import Learning, learn
from .store import Template, TemplateStore, site_name
from .tree import BlockTree, Numbers, build_tree, path_number

# The share of a page's blocks on known paths below which the page does not fit. Measured on twelve sites: of pages of
# the site itself 99 % have more than 0.79, of pages of other sites 95 % have less than 0.54.
DRIFT = 0.6
_LAST = np.uint64(0xFFFFFFFFFFFFFFFF)


class PreparedTemplate:
    """A template made ready for comparing."""

    def __init__(self, template: Template, comparison: str = "index") -> None:
        self.template = template
        self.non_content = NonContent(template.blocks, comparison)
        # Sorted, and with a last number so that whatever is looked up has a place.
        content = _numbers(template.content_paths)
        self._known = np.union1d(np.append(content, _LAST), _numbers(template.other_paths))
        self._is_content = np.isin(self._known, content)

    def fit(self, tree: BlockTree) -> "Fitted":
        """A page's blocks, looked up in the template."""
        place = np.searchsorted(self._known, tree.path)
        known = self._known[place] == tree.path
        shown = np.zeros(len(tree), dtype=np.bool_)
        shown[tree.of_leaf[~tree.page.hidden[tree.page.leaves]]] = True
        share = float(known[shown].mean()) if shown.any() else 1.0
        return Fitted(self, tree, known & self._is_content[place], share)


class Fitted(NamedTuple):
    """A page beside a template."""

    prepared: PreparedTemplate
    tree: BlockTree
    in_paths: BoolColumn  # by block: whether its path is one of content
    share: float  # of the page's atomic blocks: those on a path that the template knows; 1 where it has none


class FastTemplate:
    """Keeps what stands on the paths of a site's content and is not a known block of its template."""

    name = "fast-template"

    def __init__(
        self,
        *,
        store: TemplateStore | Path | str | None = None,
        site: str | None = None,
        templates: Sequence[Template] = (),
        compare: Literal["parts", "blocks"] = "parts",
        comparison: str = "index",
        drift: float = DRIFT,
        fallback: str = DEFAULT_EXTRACTOR,
        tags: Sequence[str] = BLOCK_TAGS,
        least_pages: int = MIN_PAGES,
        support: float = 0.0,
    ) -> None:
        if compare not in ("parts", "blocks"):
            raise OptionError(f"compare is parts or blocks, not {compare!r}")
        if not 0 <= drift <= 1:
            raise OptionError(f"drift is a share from 0 to 1, not {drift}")
        self.store = store if isinstance(store, TemplateStore) else TemplateStore(store)
        self.site = None if site is None else site_name(site)
        self.compare = compare
        self.comparison = checked_comparison(comparison)
        self.drift = drift
        self.fallback = str(fallback)
        self.learning = Learning(tuple(tags), least_pages, support)
        self.drifted = 0  # pages that fitted no template
        self._given = tuple(PreparedTemplate(template, comparison) for template in templates)
        self._stored: dict[str, tuple[PreparedTemplate, ...]] = {}

    def fit(self, pages: Sequence[Page], gold: Sequence[str] | None = None) -> Self:
        """The preparation phase, for the pages of one site; gold texts are not needed."""
        site = self.site or next((site_name(page.url) for page in pages if page.url), "unknown")
        self._given = tuple(
            PreparedTemplate(template, self.comparison) for template in learn(site, pages, self.learning)
        )
        return self

    @property
    def templates(self) -> tuple[Template, ...]:
        """What was given or learnt."""
        return tuple(prepared.template for prepared in self._given)

    def extract(self, page: Page) -> Extraction:
        """The detection phase."""
        prepared, tree, in_paths, share = best_fit(page, self._given or self._from_store(page))
        if share < self.drift:
            return self._fall_back(page, prepared.template, share)
        blocks = atomic_blocks_of(tree, extracted_blocks(tree, in_paths))
        if self.compare == "blocks":
            blocks = outermost_blocks(blocks, in_paths)
        return Extraction(page, blocks.keep(~prepared.non_content.matches(blocks)), self.name)

    def _from_store(self, page: Page) -> tuple[PreparedTemplate, ...]:
        if self.site is None and page.url is None:
            raise TemplateError(
                "fast-template does not know the page's site: name it (site=…), give the page's URL, or fit it first"
            )
        site = self.site or site_name(page.url or "")
        if site not in self._stored:
            self._stored[site] = tuple(PreparedTemplate(template, self.comparison) for template in self.store.get(site))
        return self._stored[site]

    def _fall_back(self, page: Page, template: Template, share: float) -> Extraction:
        self.drifted += 1
        if not self._given:
            with suppress(TemplateError):  # a store that cannot be written should not cost the page
                self.store.count_drift(template.site, template.shape)
        remark = (
            f"the page does not fit the template of {template.site}: {share:.0%} of its blocks stand on known paths, "
            f"under {self.drift:.0%}; {self.fallback} answered instead, learn the site anew if this goes on"
        )
        answer = load_once(self.fallback).extract(page)
        return Extraction(page, answer.keep, self.name, answer.scores, remarks=(remark, *answer.remarks))

    def save(self, path: Path) -> None:
        """Write the templates."""
        if not self._given:
            raise ModelError("fast-template has learnt nothing that could be saved")
        manifest = {"templates": [template.as_dict() for template in self.templates]}
        models.save(models.SavedModel(self.name, manifest), path)

    @classmethod
    def load(cls, path: Path, **options: Any) -> Self:
        """Read what `save` wrote."""
        stored = models.load(path, cls.name).manifest.get("templates", [])
        return cls(templates=[Template.from_dict(template, str(path)) for template in stored], **options)


def best_fit(page: Page, templates: Sequence[PreparedTemplate]) -> Fitted:
    """Of a site's templates the one on whose paths most of the page's blocks stand."""
    trees: dict[tuple[str, ...], BlockTree] = {}
    for prepared in templates:
        if prepared.template.tags not in trees:
            trees[prepared.template.tags] = build_tree(page, prepared.template.tags)
    return max((one.fit(trees[one.template.tags]) for one in templates), key=lambda fitted: fitted.share)


def extracted_blocks(tree: BlockTree, in_paths: BoolColumn) -> BoolColumn:
    """By block of the tree: whether what stands right in it is extracted, by the two rules; `in_paths` says which are
    in P.
    """
    # Some block around it, or itself, is a B; and it is in P itself or is a B′ with sub-blocks in P.
    return tree.within(in_paths) & tree.holds(in_paths)


def outermost_blocks(blocks: AtomicBlocks, in_paths: BoolColumn) -> AtomicBlocks:
    """Extracted blocks that are no part of others, each with all that was extracted of it."""
    tree = blocks.tree
    above = tree.parent
    outermost = in_paths & ~np.where(above >= 0, tree.within(in_paths)[above], False)
    # The outermost block of a leaf is the last that began before it.
    around = np.flatnonzero(outermost).astype(np.int32)
    of_atomic = np.searchsorted(around, blocks.number, side="right") - 1
    numbers, of_block = np.unique(around[of_atomic], return_inverse=True)
    return AtomicBlocks(tree, blocks.leaves, numbers, of_block.reshape(-1)[blocks.of_leaf].astype(np.int32))


def _numbers(paths: Sequence[str]) -> Numbers:
    return np.unique(np.fromiter(map(path_number, paths), np.uint64, len(paths)))
