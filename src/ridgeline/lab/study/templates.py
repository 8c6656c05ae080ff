"""Tables II to IV and Figure 6 of the FastContentExtractor paper (Nguyen et al., section IV), on our data sets.

For every site, some pages prepare a template and others test it; no page is tested with a template that was learnt from
it. The paper prepares with 20 to 30 pages. On a site with too few pages for that, all but the tested page prepare.

    NumBlockTemp  the number of stored blocks that a block is compared with
    NumBlock      the number of blocks of a page that are compared: its atomic blocks, or those on paths of content
    PerTime       the CPU time to find and compare the blocks of a page, without parsing; the best of several repeats
    block F       over atomic blocks with words; a block is gold if most of its words are in leaves labelled as gold
    word F        as everywhere

Both systems are timed twice: comparing a block with every stored one, as in the paper, and by index. The results are
the same. Drift is off: the template is tested, not the fallback.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from ...errors import OptionError
from ...extractors.block_features import count_words
from ...extractors.templates.atomic import AtomicBlocks, atomic_blocks, atomic_blocks_of
from ...extractors.templates.content import ContentExtractor
from ...extractors.templates.fast import DRIFT, FastTemplate, PreparedTemplate, best_match, extracted_blocks
from ...page import BoolColumn, Page, parse
from ..align import align
from ..datasets import Record
from ..evaluate import spread
from ..metrics import block_score, word_score
from ..plots import drawing

MAX_PREPARED = 30
MIN_PREPARED = 20
FOLDS = 5
REPEATS = 3
MIN_PAGES = 4  # of a site; smaller sites are left out

System = ContentExtractor | FastTemplate


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one system on one page, or their means over the pages of a site."""

    stored_blocks: float  # NumBlockTemp
    blocks: float  # NumBlock
    milliseconds: float  # PerTime, comparing with all stored blocks
    milliseconds_indexed: float
    block_f: float
    word_f: float


@dataclass(frozen=True, slots=True)
class SiteResult:
    """The figures of both systems on one site."""

    data: str
    site: str
    pages: int
    prepared: float  # the mean number of pages that prepared a template
    learning_seconds: float  # the mean CPU time to learn a template, without parsing
    drifted: int  # the number of pages that the default drift would leave to the fallback
    content_extractor: Figures
    fast_template: Figures

    @property
    def improvement(self) -> float:
        """The improvement of execution time in per cent, as in Table II: 200 is twice as fast."""
        return 100 * self.content_extractor.milliseconds / self.fast_template.milliseconds

    def as_dict(self) -> dict[str, Any]:
        """The result as a JSON object."""
        return asdict(self) | {"improvement": self.improvement}


def sites(records: Sequence[Record]) -> dict[str, list[Record]]:
    """The records by site, without sites of fewer than MIN_PAGES pages."""
    by_site: dict[str, list[Record]] = {}
    for record in records:
        by_site.setdefault(record.group, []).append(record)
    return {site: pages for site, pages in by_site.items() if len(pages) >= MIN_PAGES}


def study_site(
    data: str,
    site: str,
    records: Sequence[Record],
    *,
    options: Mapping[str, Any] | None = None,
    repeats: int = REPEATS,
    on_page: Callable[[], None] = lambda: None,
) -> SiteResult:
    """Run both systems on one site; `options` are those of `fast-template`."""
    if repeats < 1:
        raise OptionError(f"repeats must be positive, not {repeats}")
    content, fast = list[Figures](), list[Figures]()  # by page
    prepared, seconds, drifted = [], [], 0
    for tested, preparing in _folds(records):
        pages = [parse(record.html, url=record.url) for record in preparing]
        content_systems, fast_systems = _content_systems(pages), _fast_systems(site, pages, options or {})
        prepared.append(len(pages))
        seconds.append(_cpu_seconds(partial(_fast(site, options or {}).fit, pages)))
        for record in tested:
            page = parse(record.html, url=record.url)
            is_gold = gold_blocks(atomic_blocks(page), record.text)
            drifted += best_match(page, _templates(fast_systems[1])).share < DRIFT
            content.append(_measure(*content_systems, record, is_gold, repeats))
            fast.append(_measure(*fast_systems, record, is_gold, repeats))
            on_page()
    return SiteResult(data, site, len(records), fmean(prepared), fmean(seconds), drifted, _mean(content), _mean(fast))


def _folds(records: Sequence[Record]) -> Iterator[tuple[Sequence[Record], Sequence[Record]]]:
    """Tested and preparing pages: fifths if four of them are enough to prepare, else one page at a time."""
    count = FOLDS if len(records) * (FOLDS - 1) // FOLDS >= MIN_PREPARED else len(records)
    for fold in range(count):
        others = [record for position, record in enumerate(records) if position % count != fold]
        yield records[fold::count], spread(others, MAX_PREPARED)


def _fast(site: str, options: Mapping[str, Any], comparison: str = "index") -> FastTemplate:
    return FastTemplate(site=site, drift=0, comparison=comparison, **options)


def _fast_systems(site: str, pages: Sequence[Page], options: Mapping[str, Any]) -> tuple[FastTemplate, FastTemplate]:
    """`fast-template` fitted twice: comparing with all stored blocks, and by index."""
    return _fast(site, options, "all").fit(pages), _fast(site, options).fit(pages)


def _content_systems(pages: Sequence[Page]) -> tuple[ContentExtractor, ContentExtractor]:
    """`content-extractor` fitted twice: comparing with all stored blocks, and by index."""
    return ContentExtractor(comparison="all").fit(pages), ContentExtractor(comparison="index").fit(pages)


def _measure(by_all: System, by_index: System, record: Record, is_gold: BoolColumn, repeats: int) -> Figures:
    page = parse(record.html, url=record.url)
    answer = by_index.extract(page)
    blocks = atomic_blocks(page)
    is_found = np.zeros(len(blocks), dtype=np.bool_)
    is_found[blocks.of_leaf[np.isin(blocks.leaves, answer.keep)]] = True
    has_words = count_words(blocks.texts) > 0
    spaceless = record.language_is_spaceless
    return Figures(
        stored_blocks=_stored_blocks(by_index, page),
        blocks=len(_compared(by_index, page)),
        milliseconds=1000 * _extraction_seconds(by_all, record, repeats),
        milliseconds_indexed=1000 * _extraction_seconds(by_index, record, repeats),
        block_f=block_score(_positions(is_found & has_words), _positions(is_gold & has_words)).f1,
        word_f=word_score(answer.text, record.text, spaceless=spaceless).f1,
    )


def _mean(figures: Sequence[Figures]) -> Figures:
    return Figures(*map(fmean, zip(*map(astuple, figures), strict=True)))


def _positions(mask: BoolColumn) -> list[int]:
    positions: list[int] = np.flatnonzero(mask).tolist()
    return positions


def gold_blocks(blocks: AtomicBlocks, gold: str) -> BoolColumn:
    """By atomic block: whether most of its words are in leaves of the gold text."""
    page = blocks.tree.page
    words = count_words([page.leaf_text[leaf] for leaf in blocks.leaves.tolist()])
    is_gold = align(page, gold).labels[blocks.leaves]
    gold_words = np.bincount(blocks.of_leaf, words * is_gold, minlength=len(blocks))
    answer: BoolColumn = 2 * gold_words > np.bincount(blocks.of_leaf, words, minlength=len(blocks))
    return answer


def _templates(system: FastTemplate) -> list[PreparedTemplate]:
    return [PreparedTemplate(template) for template in system.templates]


def _stored_blocks(system: System, page: Page) -> int:
    if isinstance(system, FastTemplate):
        return len(best_match(page, _templates(system)).prepared.non_content)
    return len(system.non_content) if system.non_content is not None else 0


def _compared(system: System, page: Page) -> AtomicBlocks:
    if isinstance(system, FastTemplate):
        match = best_match(page, _templates(system))
        return atomic_blocks_of(match.tree, extracted_blocks(match.tree, match.in_paths))
    return atomic_blocks(page)


def _extraction_seconds(system: System, record: Record, repeats: int) -> float:
    """The best of several times. Each run gets a newly parsed page, because a page caches what was computed from it."""
    pages = [parse(record.html, url=record.url) for _ in range(repeats)]
    return min(_cpu_seconds(partial(system.extract, page)) for page in pages)


def _cpu_seconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def draw_times(results: Sequence[SiteResult], path: Path) -> None:
    """Draw Figure 6: the average processing time of both systems, here with both comparisons."""
    with drawing(path, size=(8.4, 3.8)) as (_, (axes,)):
        positions = np.arange(len(results))
        series = {
            "content-extractor": [result.content_extractor.milliseconds for result in results],
            "fast-template": [result.fast_template.milliseconds for result in results],
            "content-extractor, by index": [result.content_extractor.milliseconds_indexed for result in results],
            "fast-template, by index": [result.fast_template.milliseconds_indexed for result in results],
        }
        for number, (label, values) in enumerate(series.items()):
            axes.bar(positions + 0.2 * (number - 1.5), values, 0.2, label=label)
        axes.set_yscale("log")
        axes.set_ylabel("CPU time a page, ms")
        names = [f"{result.site}\n{result.data}" for result in results]
        axes.set_xticks(positions, names, rotation=45, ha="right", fontsize=7)
        axes.legend(fontsize=7, ncols=2)
        axes.grid(axis="x", visible=False)
