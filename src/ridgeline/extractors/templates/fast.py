"""`fast-template`: FastContentExtractor's detection phase (Nguyen et al., section III, Figure 5).

With P the set of content paths of the site's template, the blocks of a page whose path is in P are extracted, by two
rules:

- if the paths of all sub-blocks of B are in P, the whole block B is extracted;
- if B contains a block B′ with a path not in P: if no sub-block of B′ has a path in P, B is extracted without B′;
  otherwise including B′.

The extracted blocks are compared with the template's non-content blocks; a block similar to one of them is not content.
Leaves are kept in document order, so a phrase that spans several blocks survives.

Where the paper is silent or ambiguous:

- The rules hold for every block inside B, so for every leaf in an extracted block: it is extracted if the block
  directly around it is in P or contains a block that is.
- «Each extracted block is then compared»: the template's blocks are atomic, and a block that contains others is
  similar to none of them. By default the atomic parts of the extracted blocks are compared (`compare="parts"`).
  "blocks" compares only whole outermost blocks, which loses 0.13 of word F on our sites, because the path of a
  container easily becomes a path of content.
- A page whose blocks are on paths that the template does not know has drifted from it. If fewer than `drift` of its
  blocks are on known paths, the default extractor answers instead, a remark reports it, and the store counts it.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

import numpy as np

from ... import models
from ...errors import ModelError, OptionError, TemplateError
from ...extraction import Extraction
from ...options import check_number
from ...page import BoolColumn, Page
from ...registry import DEFAULT_EXTRACTOR, REGISTRY, load_once
from ...text.cuts import BLOCK_TAGS, check_tags
from .atomic import AtomicBlocks, NonContent, atomic_blocks_of, check_comparison
from .frequency import MIN_PAGES
from .learning import LearningOptions, learn
from .store import Template, TemplateStore, site_name
from .tree import BlockTree, Hashes, build_tree, hash_path

# A page with a smaller share of its blocks on known paths has drifted. Measured on twelve sites: 99 % of a site's own
# pages have more than 0.79, 95 % of the pages of other sites have less than 0.54.
DRIFT = 0.6
_MAX_HASH = np.uint64(0xFFFFFFFFFFFFFFFF)


class PreparedTemplate:
    """A template prepared for matching."""

    def __init__(self, template: Template, comparison: str = "index") -> None:
        self.template = template
        self.non_content = NonContent(template.blocks, comparison)
        content = _hashes(template.content_paths)
        # Sorted. The largest hash at the end makes every lookup find a position.
        self._known = np.union1d(np.append(content, _MAX_HASH), _hashes(template.other_paths))
        self._is_content = np.isin(self._known, content)

    def match(self, tree: BlockTree) -> "TemplateMatch":
        """Look up the blocks of a page in the template."""
        position = np.searchsorted(self._known, tree.path_hash)
        is_known = self._known[position] == tree.path_hash
        is_visible = np.zeros(len(tree), dtype=np.bool_)
        is_visible[tree.of_leaf[~tree.page.hidden[tree.page.leaves]]] = True
        share = float(is_known[is_visible].mean()) if is_visible.any() else 1.0
        return TemplateMatch(self, tree, is_known & self._is_content[position], share)


class TemplateMatch(NamedTuple):
    """The blocks of a page, looked up in a template."""

    prepared: PreparedTemplate
    tree: BlockTree
    in_paths: BoolColumn  # by block: whether its path is in P, the content paths
    share: float  # of the page's atomic blocks on paths that the template knows; 1 if the page has no blocks


class FastTemplate:
    """Keeps the blocks on content paths of the site's template that are similar to none of its non-content blocks."""

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
        min_pages: int = MIN_PAGES,
        support: float = 0.0,
    ) -> None:
        if compare not in ("parts", "blocks"):
            raise OptionError(f"compare is parts or blocks, not {compare!r}")
        check_number("drift", drift, "a share from 0 to 1", lambda share: 0 <= share <= 1)
        if site is not None and not isinstance(site, str):
            raise OptionError(f"site is a host such as example.org, or a URL, not {site!r}")
        if fallback not in list(REGISTRY):  # a list, since the value may not be hashable
            raise OptionError(f"fallback is the name of an extractor, not {fallback!r}")
        if not isinstance(templates, Sequence) or any(not isinstance(template, Template) for template in templates):
            raise OptionError("templates are Template objects, for Python alone; store is the file of some")
        if store is not None and not isinstance(store, TemplateStore | Path | str):
            raise OptionError(f"store is the path of a file, not {store!r}")
        self.store = store if isinstance(store, TemplateStore) else TemplateStore(store)
        self.site = None if site is None else site_name(site)
        self.compare = compare
        self.comparison = check_comparison(comparison)
        self.drift = drift
        self.fallback = fallback
        self.learning = LearningOptions(check_tags(tags), min_pages, support)
        self.drifted = 0  # the number of pages that matched no template
        self._given = tuple(PreparedTemplate(template, comparison) for template in templates)
        self._stored: dict[str, tuple[PreparedTemplate, ...]] = {}

    def fit(self, pages: Sequence[Page]) -> Self:
        """Learn the templates of a site from its pages: the preparation phase."""
        site = self.site or next((site_name(page.url) for page in pages if page.url), "unknown")
        self._given = tuple(
            PreparedTemplate(template, self.comparison) for template in learn(site, pages, self.learning)
        )
        return self

    @property
    def templates(self) -> tuple[Template, ...]:
        """The templates that were given or learnt."""
        return tuple(prepared.template for prepared in self._given)

    def extract(self, page: Page) -> Extraction:
        """Keep the content blocks of a page: the detection phase."""
        prepared, tree, in_paths, share = best_match(page, self._given or self._from_store(page))
        if share < self.drift:
            return self._fall_back(page, prepared.template, share)
        blocks = atomic_blocks_of(tree, extracted_blocks(tree, in_paths))
        if self.compare == "blocks":
            blocks = outermost_blocks(blocks, in_paths)
        return Extraction(page, blocks.keep(~prepared.non_content.matches(blocks)), self.name)

    def _from_store(self, page: Page) -> tuple[PreparedTemplate, ...]:
        if self.site is None and page.url is None:
            raise TemplateError(
                "fast-template does not know the site of the page: name it (site=…), give a URL, or fit it first"
            )
        site = self.site or site_name(page.url or "")
        if site not in self._stored:
            self._stored[site] = tuple(PreparedTemplate(template, self.comparison) for template in self.store.get(site))
        return self._stored[site]

    def _fall_back(self, page: Page, template: Template, share: float) -> Extraction:
        self.drifted += 1
        if not self._given:
            with suppress(TemplateError):  # a store that cannot be written must not fail the page
                self.store.count_drift(template.site, template.shape)
        remark = (
            f"the page does not fit the template of {template.site}: {share:.0%} of its blocks are on known paths, "
            f"under {self.drift:.0%}; {self.fallback} answered instead. Learn the site again if this happens often"
        )
        answer = load_once(self.fallback).extract(page)
        return Extraction(page, answer.keep, self.name, answer.scores, remarks=(remark, *answer.remarks))

    def save(self, path: Path) -> None:
        """Write the templates."""
        if not self._given:
            raise ModelError("fast-template is not fitted: there is nothing to save")
        manifest = {"templates": [template.as_dict() for template in self.templates]}
        models.save(models.SavedModel(self.name, manifest), path)

    @classmethod
    def load(cls, path: Path, **options: Any) -> Self:
        """Read an extractor that `save` wrote."""
        stored = models.load(path, cls.name).manifest.get("templates", [])
        return cls(templates=[Template.from_dict(template, str(path)) for template in stored], **options)


def best_match(page: Page, templates: Sequence[PreparedTemplate]) -> TemplateMatch:
    """The match with the template, of several of a site, that knows the paths of the most blocks."""
    trees: dict[tuple[str, ...], BlockTree] = {}
    for prepared in templates:
        if prepared.template.tags not in trees:
            trees[prepared.template.tags] = build_tree(page, prepared.template.tags)
    return max((one.match(trees[one.template.tags]) for one in templates), key=lambda match: match.share)


def extracted_blocks(tree: BlockTree, in_paths: BoolColumn) -> BoolColumn:
    """By block of the tree: whether its own leaves are extracted by the two rules; `in_paths` marks the blocks in P."""
    # The block or an enclosing one is a B; and it is in P itself or is a B′ with sub-blocks in P.
    return tree.within(in_paths) & tree.holds(in_paths)


def outermost_blocks(blocks: AtomicBlocks, in_paths: BoolColumn) -> AtomicBlocks:
    """The extracted blocks that are inside no other, each with all of its extracted leaves."""
    tree = blocks.tree
    above = tree.parent
    outermost = in_paths & ~np.where(above >= 0, tree.within(in_paths)[above], False)
    # The outermost block of a leaf is the last one that starts before it.
    around = np.flatnonzero(outermost).astype(np.int32)
    of_atomic = np.searchsorted(around, blocks.number, side="right") - 1
    numbers, of_block = np.unique(around[of_atomic], return_inverse=True)
    return AtomicBlocks(tree, blocks.leaves, numbers, of_block.reshape(-1)[blocks.of_leaf].astype(np.int32))


def _hashes(paths: Sequence[str]) -> Hashes:
    return np.unique(np.fromiter(map(hash_path, paths), np.uint64, len(paths)))
