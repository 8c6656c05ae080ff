"""Tables II to IV of the FastContentExtractor paper (Nguyen et al., section IV) and its Figure 6, on the sites at hand.

For every site some of its pages prepare a template and others are judged by it: no page is judged by a template that
has seen it. The paper prepares with 20 to 30 pages; where a site has too few pages for that, all but the judged ones
prepare.

    NumBlockTemp  the stored blocks that a block is compared with
    NumBlock      the blocks of a page that are compared: its atomic blocks, or those the paths of content give
    PerTime       CPU time to find and compare the blocks of a page, without parsing it; the best of some repeats
    block F       over atomic blocks with words; gold ones have most of their words in leaves that the gold text labels
    word F        as everywhere

Both systems are timed in two ways: comparing a block with every stored one, as the paper does, and by index. The
answers are the same. Drift is off: what is judged is the template.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from ...errors import OptionError
from ...extractors.block_features import words_of
from ...extractors.templates.atomic import AtomicBlocks, atomic_blocks, atomic_blocks_of
from ...extractors.templates.content import ContentExtractor
from ...extractors.templates.fast import FastTemplate, PreparedTemplate, best_fit, extracted_blocks
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
MIN_PAGES = 4  # of a site that is looked at

Fitted = ContentExtractor | FastTemplate


@dataclass(frozen=True, slots=True)
class Figures:
    """One system on one site, means over pages."""

    stored_blocks: float  # NumBlockTemp
    blocks: float  # NumBlock
    milliseconds: float  # PerTime, comparing with all
    milliseconds_indexed: float
    block_f: float
    word_f: float


@dataclass(frozen=True, slots=True)
class SiteResult:
    """Both systems on one site."""

    data: str
    site: str
    pages: int
    prepared: float  # pages that prepared a template, on average
    learning_seconds: float  # CPU time to learn one, pages parsed already
    drifted: int  # pages that the default drift would have left to another extractor
    content_extractor: Figures
    fast_template: Figures

    @property
    def improvement(self) -> float:
        """Of the execution time, in per cent as Table II gives it: 200 is twice as fast."""
        return 100 * self.content_extractor.milliseconds / self.fast_template.milliseconds

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self) | {"improvement": self.improvement}


def sites(records: Sequence[Record]) -> dict[str, list[Record]]:
    """The records by site; sites with too few pages are left out."""
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
    """Both systems on one site; `options` are for `fast-template`."""
    if repeats < 1:
        raise OptionError(f"repeats are positive, not {repeats}")
    measured: dict[str, list[dict[str, float]]] = {"content-extractor": [], "fast-template": []}
    prepared, seconds, drifted = [], [], 0
    for judged, preparing in _folds(records):
        pages = [parse(record.html, url=record.url) for record in preparing]
        systems = _prepare(site, pages, options or {})
        prepared.append(len(pages))
        seconds.append(_cpu_seconds(lambda pages=pages: _fast(site, options or {}).fit(pages)))  # type: ignore[misc]
        for record in judged:
            page = parse(record.html, url=record.url)
            gold = gold_blocks(atomic_blocks(page), record.text)
            drifted += _share(systems["fast-template"][1], page) < FastTemplate().drift
            for name, (by_all, by_index) in systems.items():
                measured[name].append(_judge(by_all, by_index, record, gold, repeats))
            on_page()
    figures = [Figures(**{key: fmean(page[key] for page in pages) for key in pages[0]}) for pages in measured.values()]
    return SiteResult(data, site, len(records), fmean(prepared), fmean(seconds), drifted, *figures)


def _folds(records: Sequence[Record]) -> Iterator[tuple[Sequence[Record], Sequence[Record]]]:
    """Judged and preparing pages: fifths where four of them are enough to prepare, else one page at a time."""
    count = FOLDS if len(records) * (FOLDS - 1) // FOLDS >= MIN_PREPARED else len(records)
    for fold in range(count):
        others = [record for place, record in enumerate(records) if place % count != fold]
        yield records[fold::count], spread(others, MAX_PREPARED)


def _fast(site: str, options: Mapping[str, Any], comparison: str = "index") -> FastTemplate:
    return FastTemplate(site=site, drift=0, comparison=comparison, **options)


def _prepare(site: str, pages: Sequence[Page], options: Mapping[str, Any]) -> dict[str, tuple[Fitted, Fitted]]:
    """Each system twice: comparing with all blocks, and by index."""
    return {
        "content-extractor": (
            ContentExtractor(comparison="all").fit(pages),
            ContentExtractor(comparison="index").fit(pages),
        ),
        "fast-template": (_fast(site, options, "all").fit(pages), _fast(site, options).fit(pages)),
    }


def _judge(by_all: Fitted, by_index: Fitted, record: Record, gold: BoolColumn, repeats: int) -> dict[str, float]:
    page = parse(record.html, url=record.url)
    answer = by_index.extract(page)
    blocks = atomic_blocks(page)
    found = np.zeros(len(blocks), dtype=np.bool_)
    found[blocks.of_leaf[np.isin(blocks.leaves, answer.keep)]] = True
    worded = words_of(blocks.texts) > 0
    spaceless = record.language_is_spaceless
    return {
        "stored_blocks": _stored_blocks(by_index, page),
        "blocks": len(_compared(by_index, page)),
        "milliseconds": 1000 * _extraction_seconds(by_all, record, repeats),
        "milliseconds_indexed": 1000 * _extraction_seconds(by_index, record, repeats),
        "block_f": block_score(np.flatnonzero(found & worded).tolist(), np.flatnonzero(gold & worded).tolist()).f1,
        "word_f": word_score(answer.text, record.text, spaceless=spaceless).f1,
    }


def gold_blocks(blocks: AtomicBlocks, gold: str) -> BoolColumn:
    """By atomic block: whether most of its words stand in leaves that make up the gold text."""
    page = blocks.tree.page
    words = words_of([page.leaf_text[leaf] for leaf in blocks.leaves.tolist()])
    labelled = align(page, gold).labels[blocks.leaves]
    inside = np.bincount(blocks.of_leaf, words * labelled, minlength=len(blocks))
    answer: BoolColumn = 2 * inside > np.bincount(blocks.of_leaf, words, minlength=len(blocks))
    return answer


def _templates(system: FastTemplate) -> list[PreparedTemplate]:
    return [PreparedTemplate(template) for template in system.templates]


def _share(system: Fitted, page: Page) -> float:
    return best_fit(page, _templates(system)).share if isinstance(system, FastTemplate) else 1.0


def _stored_blocks(system: Fitted, page: Page) -> int:
    if isinstance(system, FastTemplate):
        return len(best_fit(page, _templates(system)).prepared.non_content)
    return len(system.known) if system.known is not None else 0


def _compared(system: Fitted, page: Page) -> AtomicBlocks:
    if isinstance(system, FastTemplate):
        fitted = best_fit(page, _templates(system))
        return atomic_blocks_of(fitted.tree, extracted_blocks(fitted.tree, fitted.in_paths))
    return atomic_blocks(page)


def _extraction_seconds(system: Fitted, record: Record, repeats: int) -> float:
    """The best of some; every time on a page of its own, since a page remembers what was computed about it."""
    pages = [parse(record.html, url=record.url) for _ in range(repeats)]
    return min(_cpu_seconds(lambda page=page: system.extract(page)) for page in pages)  # type: ignore[misc]


def _cpu_seconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def draw_times(results: Sequence[SiteResult], path: Path) -> None:
    """Figure 6: the average processing time of both, here with both ways of comparing."""
    with drawing(path, size=(8.4, 3.8)) as (_, (axes,)):
        places = np.arange(len(results))
        series = {
            "content-extractor": [result.content_extractor.milliseconds for result in results],
            "fast-template": [result.fast_template.milliseconds for result in results],
            "content-extractor, by index": [result.content_extractor.milliseconds_indexed for result in results],
            "fast-template, by index": [result.fast_template.milliseconds_indexed for result in results],
        }
        for number, (label, values) in enumerate(series.items()):
            axes.bar(places + 0.2 * (number - 1.5), values, 0.2, label=label)
        axes.set_yscale("log")
        axes.set_ylabel("CPU time a page, ms")
        names = [f"{result.site}\n{result.data}" for result in results]
        axes.set_xticks(places, names, rotation=45, ha="right", fontsize=7)
        axes.legend(fontsize=7, ncols=2)
        axes.grid(axis="x", visible=False)
