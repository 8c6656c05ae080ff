"""Pages of data sets as corrected pages: gold texts, aligned with leaves, are the corrections of a person."""

from collections.abc import Iterable, Iterator

from ..page import parse
from ..sites.learning import CorrectedPage
from .alignment import align
from .datasets import Record


def from_records(records: Iterable[Record]) -> Iterator[CorrectedPage]:
    """Yield the pages of a data set that have a gold text, corrected by it."""
    for record in records:
        if record.text:
            page = parse(record.html, url=record.url)
            yield CorrectedPage(record.id, record.id, page, align(page, record.text).keep)
