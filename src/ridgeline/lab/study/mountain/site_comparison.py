"""Figures 6 and 7: `mountain`, `mountain-site` and `style-tree` site by site.

Of each site about ten pages, evenly spread, are the labelled ones; the systems are scored on the other pages.
`mountain` uses the universal classifier and no page of the site. `mountain-site` is trained on the labelled pages.
`style-tree` is built from all pages of the site, as its authors do, and the labelled pages choose its threshold. The
last row is the score of the leaves that the gold texts label: no choice of leaves does much better.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ....extraction import Extractor
from ....page import Page, parse
from ....registry import load
from ...datasets import Record
from ...evaluation import score_page
from ...training.mountain_classifiers import METRICS, Figures, Results, fit_mountain_site, mean_figures
from ...training.style_tree import fit_style_tree
from .ceiling import LabelledLeaves

LABELLED_PAGES = 10  # section 5
MIN_PAGES = 8  # of a site: fewer are not enough both to train and to score


@dataclass(frozen=True, slots=True)
class SiteResult:
    """The figures of one site."""

    name: str
    labelled: int
    results: Results  # by system

    @property
    def by_system(self) -> dict[str, Figures]:
        """The figures of each system."""
        return {system: mean_figures(rows) for system, rows in self.results.items()}


def compare_on_sites(records: Sequence[Record], advance: Callable[[], None] = lambda: None) -> Iterator[SiteResult]:
    """Yield the result of every site with enough pages; `advance` is called once for each page of the set."""
    sites: dict[str, list[Record]] = {}
    for record in records:
        sites.setdefault(record.group, []).append(record)
    for name, pages in sites.items():
        if len(pages) >= MIN_PAGES:
            yield _compare(name, pages)
        for _ in pages:
            advance()


def _compare(name: str, records: Sequence[Record]) -> SiteResult:
    count = min(LABELLED_PAGES, len(records) // 2)
    labelled = [position * len(records) // count for position in range(count)]
    others = [position for position in range(len(records)) if position not in set(labelled)]
    pages = [parse(record.html, url=record.url) for record in records]
    results = {
        system: [score_page(extractor, system, pages[n], records[n], METRICS) for n in others]
        for system, extractor in _systems(records, pages, labelled, others).items()
    }
    return SiteResult(name, count, results)


def _systems(
    records: Sequence[Record], pages: Sequence[Page], labelled: Sequence[int], others: Sequence[int]
) -> dict[str, Extractor]:
    labelled_pages = [pages[position] for position in labelled]
    gold = [records[position].text for position in labelled]
    return {
        "mountain": load("mountain"),
        "mountain-site": fit_mountain_site(labelled_pages, gold),
        "style-tree": fit_style_tree([*labelled_pages, *(pages[position] for position in others)], gold),
        LabelledLeaves.name: LabelledLeaves(records),
    }
