"""Word F of other readings of the paper, and of what goes beyond it, site by site.

The defaults were chosen on the twelve sites of multisite-dev and cleanportaleval. Sites of other sets show what a
choice is worth where nobody looked.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean

import numpy as np

from ....extractors.templates.atomic import atomic_blocks_of
from ....extractors.templates.block_tree import build_tree
from ....extractors.templates.content_extractor import ContentExtractor
from ....extractors.templates.detection import PreparedTemplate, extracted_blocks, outermost_blocks
from ....extractors.templates.drift import DRIFT
from ....extractors.templates.fast import FastTemplate
from ....extractors.templates.preparation import LearningOptions, learn
from ....output import to_text
from ....page import IntColumn, Page, parse
from ....registry import DEFAULT_EXTRACTOR, load_once
from ...datasets import Record
from ...metrics import word_score
from .folds import folds

Detection = Callable[[Page], IntColumn]  # the leaves that are kept of a page
Preparation = Callable[[Sequence[Page]], Detection]

SITE = "site.example"  # the name of every site, which decides nothing
SUPPORT = 0.3


def _fast(options: LearningOptions, then: str | None, pages: Sequence[Page], drift: float = 0.0) -> Detection:
    """Learn a template. Without drift the detection answers on every page, as in the paper."""
    fitted = FastTemplate(site=SITE, drift=drift, then=then).fit(pages, options)
    return lambda page: fitted.extract(page).keep


def _fast_whole_blocks(pages: Sequence[Page]) -> Detection:
    """Compare each extracted block as a whole, to the letter of section III."""
    prepared = PreparedTemplate(learn(SITE, pages))

    def detect(page: Page) -> IntColumn:
        tree = build_tree(page, prepared.template.tags)
        in_paths = prepared.in_paths(tree)
        blocks = outermost_blocks(atomic_blocks_of(tree, extracted_blocks(tree, in_paths)), in_paths)
        return blocks.keep(~prepared.non_content.matches(blocks))

    return detect


def _content(extractor: Callable[[], ContentExtractor], pages: Sequence[Page]) -> Detection:
    fitted = extractor().fit(pages)
    return lambda page: fitted.extract(page).keep


def _default(pages: Sequence[Page]) -> Detection:
    """Return the default extractor, which knows nothing of the site."""
    return lambda page: load_once(DEFAULT_EXTRACTOR).extract(page).keep


_PLAIN = LearningOptions()
BASE = "fast-template"
VARIANTS: Mapping[str, Preparation] = {
    BASE: partial(_fast, _PLAIN, None),
    "– words inside links are terms": partial(_fast, LearningOptions(link_words=True), None),
    "– copies among the preparation pages": partial(_fast, LearningOptions(copies=True), None),
    "– whole extracted blocks are compared": _fast_whole_blocks,
    f"– support {SUPPORT}": partial(_fast, LearningOptions(support=SUPPORT), None),
    f"– then {DEFAULT_EXTRACTOR} decides": partial(_fast, _PLAIN, DEFAULT_EXTRACTOR),
    f"– as shipped: {DEFAULT_EXTRACTOR} answers where a page does not fit": partial(_fast, _PLAIN, None, drift=DRIFT),
    f"– as shipped, then {DEFAULT_EXTRACTOR} decides": partial(_fast, _PLAIN, DEFAULT_EXTRACTOR, drift=DRIFT),
    "content-extractor": partial(_content, partial(ContentExtractor, comparison="index")),
    "– words inside links are terms, CE": partial(
        _content, partial(ContentExtractor, comparison="index", link_words=True)
    ),
    "– remember all, CE": partial(_content, partial(ContentExtractor, comparison="index", remember="all")),
    f"{DEFAULT_EXTRACTOR}, without a template": _default,
}


@dataclass(frozen=True, slots=True)
class SiteVariants:
    """The word F of every variant on one site."""

    data: str
    site: str
    pages: int
    word_f: Mapping[str, float]


def compare_site(
    data: str, site: str, records: Sequence[Record], on_page: Callable[[], None] = lambda: None
) -> SiteVariants:
    """Run every variant on one site: each page with what was learnt from others."""
    scores: dict[str, list[float]] = {name: [] for name in VARIANTS}
    for tested, preparing in folds(records):
        pages = [parse(record.html, url=record.url) for record in preparing]
        detections = {name: prepare(pages) for name, prepare in VARIANTS.items()}
        for record in tested:
            page = parse(record.html, url=record.url)
            for name, detect in detections.items():
                text = to_text(page, detect(page))
                scores[name].append(word_score(text, record.text, spaceless=record.language_is_spaceless).f1)
            on_page()
    return SiteVariants(data, site, len(records), {name: fmean(values) for name, values in scores.items()})


def differences(results: Sequence[SiteVariants], name: str, base: str = BASE) -> tuple[int, int]:
    """Return on how many sites a variant is better than the base, and on how many worse, by 0.001 or more."""
    steps = np.array([round(result.word_f[name] - result.word_f[base], 3) for result in results])
    return int((steps > 0).sum()), int((steps < 0).sum())
