"""Tables II to IV and Figure 6 of the FastContentExtractor paper (Nguyen et al., section IV), on our data sets.

    NumBlockTemp  the number of stored blocks that a block is compared with
    NumBlock      the number of blocks of a page that are compared: its atomic blocks, or those on paths of content
    PerTime       the CPU time to find and compare the blocks of a page, without parsing; the best of several repeats
    block F       over atomic blocks with words; a block is gold if most of its words are in leaves labelled as gold
    word F        as everywhere

Both systems are timed twice: comparing a block with every stored one, as in the paper, and by index. The results are
the same. The detection alone is tested, not what answers where a page does not fit.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, astuple, dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from ....errors import OptionError
from ....extractors.block_features import count_words
from ....extractors.templates.atomic import AtomicBlocks, NonContent, atomic_blocks
from ....extractors.templates.block_tree import build_tree
from ....extractors.templates.content_extractor import ContentExtractor
from ....extractors.templates.detection import PreparedTemplate
from ....extractors.templates.drift import DRIFT, known_share
from ....extractors.templates.preparation import LearningOptions, learn
from ....output import to_text
from ....page import BoolColumn, IntColumn, Page, parse
from ....sites.templates import Template
from ...alignment import align
from ...datasets import Record
from ...metrics import block_score, word_score
from ...plots import drawing
from .folds import folds

REPEATS = 3


class System(NamedTuple):
    """A system fitted to a site."""

    blocks: Callable[[Page], AtomicBlocks]  # the blocks of a page that it compares …
    non_content: NonContent  # … with these

    def keep(self, page: Page) -> IntColumn:
        """Return the leaves of the blocks that are similar to no stored one."""
        blocks = self.blocks(page)
        return blocks.keep(~self.non_content.matches(blocks))


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
        """Return the result as a JSON object."""
        return asdict(self) | {"improvement": self.improvement}


def study_site(
    data: str,
    site: str,
    records: Sequence[Record],
    *,
    options: LearningOptions | None = None,
    repeats: int = REPEATS,
    on_page: Callable[[], None] = lambda: None,
) -> SiteResult:
    """Run both systems on one site; `options` are those of the preparation of `fast-template`."""
    if repeats < 1:
        raise OptionError(f"repeats must be positive, not {repeats}")
    content, fast = list[Figures](), list[Figures]()  # by page
    prepared, seconds, drifted = [], [], 0
    for tested, preparing in folds(records):
        pages = [parse(record.html, url=record.url) for record in preparing]
        template = learn(site, pages, options)
        prepared.append(len(pages))
        seconds.append(_cpu_seconds(partial(learn, site, pages, options)))
        content_systems = _content_system(pages, "all"), _content_system(pages, "index")
        fast_systems = _fast_system(template, "all"), _fast_system(template, "index")
        for record in tested:
            page = parse(record.html, url=record.url)
            is_gold = gold_blocks(atomic_blocks(page), record.text)
            drifted += known_share(PreparedTemplate(template), build_tree(page, template.tags)) < DRIFT
            content.append(_measure(*content_systems, record, is_gold, repeats))
            fast.append(_measure(*fast_systems, record, is_gold, repeats))
            on_page()
    return SiteResult(data, site, len(records), fmean(prepared), fmean(seconds), drifted, _mean(content), _mean(fast))


def _fast_system(template: Template, comparison: str) -> System:
    prepared = PreparedTemplate(template, comparison)
    return System(lambda page: prepared.extracted(build_tree(page, template.tags)), prepared.non_content)


def _content_system(pages: Sequence[Page], comparison: str) -> System:
    fitted = ContentExtractor(comparison=comparison).fit(pages)
    return System(fitted.blocks, fitted.non_content or NonContent(()))


def _measure(by_all: System, by_index: System, record: Record, is_gold: BoolColumn, repeats: int) -> Figures:
    page = parse(record.html, url=record.url)
    keep = by_index.keep(page)
    blocks = atomic_blocks(page)
    is_found = np.zeros(len(blocks), dtype=np.bool_)
    is_found[blocks.of_leaf[np.isin(blocks.leaves, keep)]] = True
    has_words = count_words(blocks.texts) > 0
    spaceless = record.language_is_spaceless
    return Figures(
        stored_blocks=len(by_index.non_content),
        blocks=len(by_index.blocks(page)),
        milliseconds=1000 * _extraction_seconds(by_all, record, repeats),
        milliseconds_indexed=1000 * _extraction_seconds(by_index, record, repeats),
        block_f=block_score(_positions(is_found & has_words), _positions(is_gold & has_words)).f1,
        word_f=word_score(to_text(page, keep), record.text, spaceless=spaceless).f1,
    )


def _mean(figures: Sequence[Figures]) -> Figures:
    return Figures(*map(fmean, zip(*map(astuple, figures), strict=True)))


def _positions(mask: BoolColumn) -> list[int]:
    positions: list[int] = np.flatnonzero(mask).tolist()
    return positions


def gold_blocks(blocks: AtomicBlocks, gold: str) -> BoolColumn:
    """Return for each atomic block whether most of its words are in leaves of the gold text."""
    page = blocks.tree.page
    words = count_words([page.leaf_text[leaf] for leaf in blocks.leaves.tolist()])
    is_gold = align(page, gold).labels[blocks.leaves]
    gold_words = np.bincount(blocks.of_leaf, words * is_gold, minlength=len(blocks))
    answer: BoolColumn = 2 * gold_words > np.bincount(blocks.of_leaf, words, minlength=len(blocks))
    return answer


def _extraction_seconds(system: System, record: Record, repeats: int) -> float:
    """Return the best of several times.

    Each run gets a newly parsed page, because a page caches what was computed from it.
    """
    pages = [parse(record.html, url=record.url) for _ in range(repeats)]
    return min(_cpu_seconds(partial(system.keep, page)) for page in pages)


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
