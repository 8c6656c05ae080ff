"""Measures what other pages of the same site tell summit: word F1 of every site, without and with `site=`.

    python benchmarks/site_mode.py
    python benchmarks/site_mode.py --data multisite-dev --pages 10

Each page is extracted with all pages of its site given, itself among them, or with `--pages` with as many, or a
few more, that are drawn at random. No gold text is used but for the score.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from statistics import fmean

import ridgeline
from arguments import positive
from report import Table, progress_bar, wide_console
from ridgeline.errors import RidgelineError
from ridgeline.extraction import Extractor
from ridgeline.lab import datasets
from ridgeline.lab.datasets import Record
from ridgeline.lab.metrics import word_score
from ridgeline.page import Page
from ridgeline.pipeline import Pipeline

SETS = ("multisite-dev", "cleanportaleval")  # whole sites, never trained on
MIN_PAGES = 10
SEED = 7  # of the order in which pages of a site are drawn
HEADER = ("set", "site", "pages", "each page alone", "with its site", "difference")


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", nargs="+", default=SETS, metavar="SET")
    parser.add_argument("--pages", type=positive, metavar="N", help="pages of a site that are given (default: all)")
    parser.add_argument("--min-pages", type=positive, default=MIN_PAGES, metavar="N", help="of a site, to be measured")
    given = parser.parse_args()
    try:
        rows = [row for name in given.data for row in measured_set(name, given.min_pages, given.pages)]
    except RidgelineError as error:
        sys.stderr.write(f"site_mode: error: {error}\n")
        return 1
    Table("summit with other pages of the same site (word F1)", HEADER, rows).show(wide_console())
    return 0


def measured_set(name: str, min_pages: int, size: int | None) -> list[list[str]]:
    """The rows of a set: one a site, and one for all."""
    found = by_site(datasets.load(name), min_pages).items()
    with progress_bar() as progress:
        sites = {site: measured(pages, size) for site, pages in progress.track(found, description=name)}
    rows = [[name, site, *cells(pairs)] for site, pairs in sites.items()]
    return [*rows, [name, "all", *cells([pair for pairs in sites.values() for pair in pairs])]] if rows else []


def by_site(records: Sequence[Record], min_pages: int) -> dict[str, list[Record]]:
    """The records of each site that has enough pages."""
    sites: dict[str, list[Record]] = {}
    for record in records:
        sites.setdefault(record.group, []).append(record)
    return {site: pages for site, pages in sites.items() if len(pages) >= min_pages}


def measured(records: Sequence[Record], size: int | None) -> list[tuple[float, float]]:
    """By page: its word F1 alone, and with its site, or with the part that it is drawn into, of this size or more."""
    pages = [(ridgeline.parse(record.html, url=record.url), record) for record in records]
    random.Random(SEED).shuffle(pages)
    count = max(1, len(pages) // (size or len(pages)))
    alone, pairs = ridgeline.load("summit"), []
    for part in (pages[number::count] for number in range(count)):
        together = ridgeline.load("summit", site=[page for page, _ in part])
        pairs += [(f1(alone, page, record), f1(together, page, record)) for page, record in part]
    return pairs


def f1(extractor: Extractor, page: Page, record: Record) -> float:
    """The word F1 of a page."""
    text = Pipeline(extractor).extract_page(page).text
    return word_score(text, record.text, spaceless=record.language_is_spaceless).f1


def cells(pairs: Sequence[tuple[float, float]]) -> list[str]:
    """The cells of a site."""
    before, after = fmean(pair[0] for pair in pairs), fmean(pair[1] for pair in pairs)
    return [str(len(pairs)), f"{before:.4f}", f"{after:.4f}", f"{after - before:+.4f}"]


if __name__ == "__main__":
    sys.exit(main())
