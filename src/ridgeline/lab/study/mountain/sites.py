"""Figures 6 and 7 as a table: `mountain`, `mountain-site` and `style-tree` site by site.

For every site some ten pages, evenly spread, are labelled; the systems are judged on its other pages. `mountain` is the
universal classifier and learns nothing of the site. `mountain-site` learns from the ten pages. `style-tree` takes all
pages of the site as a whole, as its authors have it, and the ten labelled ones choose its threshold. The last row is
what the leaves score that the gold text labels: no choice of leaves does much better.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ....extraction import Extractor, load
from ....extractors.mountain import MountainSite
from ....extractors.style_tree import StyleTree
from ....page import Page, parse
from ...datasets import Record
from ...evaluate import Metric, score_page
from .training import Figures, LabelledLeaves, figures_of

LABELLED_PAGES = 10  # section 5
MIN_PAGES = 8  # of a site: with fewer there is nothing to learn from, or nothing to judge by


@dataclass(frozen=True, slots=True)
class SiteResult:
    """One site."""

    name: str
    labelled: int
    by_system: Mapping[str, Figures]


def compare_on_sites(records: Sequence[Record], advance: Callable[[], None] = lambda: None) -> Iterator[SiteResult]:
    """Every site with enough pages; `advance` is called after each page of the set."""
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
    systems = _systems(records, pages, labelled, others)
    metrics = (Metric.WORD, Metric.SENTENCE)
    return SiteResult(
        name,
        count,
        {
            system: figures_of(
                [score_page(extractor, system, pages[place], records[place], metrics) for place in others]
            )
            for system, extractor in systems.items()
        },
    )


def _systems(
    records: Sequence[Record], pages: Sequence[Page], labelled: Sequence[int], others: Sequence[int]
) -> dict[str, Extractor]:
    first, gold = [pages[place] for place in labelled], [records[place].text for place in labelled]
    return {
        "mountain": load("mountain"),
        "mountain-site": MountainSite().fit(first, gold),
        "style-tree": StyleTree().fit([*first, *(pages[place] for place in others)], gold),
        LabelledLeaves.name: LabelledLeaves(records),
    }
