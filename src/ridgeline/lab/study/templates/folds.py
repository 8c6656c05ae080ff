"""The sites of a data set, and the pages that prepare a template for others of the site.

No page is tested with a template that was learnt from it. The paper prepares with 20 to 30 pages. On a site with too
few pages for that, all but the tested page prepare.
"""

from collections.abc import Iterator, Sequence

from ...datasets import Record
from ...evaluation import spread

MAX_PREPARED = 30
MIN_PREPARED = 20
FOLDS = 5
MIN_PAGES = 4  # of a site; smaller sites are left out


def sites(records: Sequence[Record], min_pages: int = MIN_PAGES) -> dict[str, list[Record]]:
    """Return the records by site, without sites of fewer pages."""
    by_site: dict[str, list[Record]] = {}
    for record in records:
        by_site.setdefault(record.group, []).append(record)
    return {site: pages for site, pages in by_site.items() if len(pages) >= min_pages}


def folds(records: Sequence[Record]) -> Iterator[tuple[Sequence[Record], Sequence[Record]]]:
    """Yield tested and preparing pages: fifths if four of them are enough to prepare, else one page at a time."""
    count = FOLDS if len(records) * (FOLDS - 1) // FOLDS >= MIN_PREPARED else len(records)
    for fold in range(count):
        others = [record for position, record in enumerate(records) if position % count != fold]
        yield records[fold::count], spread(others, MAX_PREPARED)
