"""The scores of the leaves that gold texts label: the highest that a choice of leaves can be expected to reach."""

from collections.abc import Callable, Sequence

from ....extraction import Extraction
from ....page import Page
from ...align import align
from ...datasets import Record
from ...evaluate import Metric, evaluate
from ...training.mountain import Figures, Sets, figures_by_set


class LabelledLeaves:
    """Keeps the leaves that the gold text labels."""

    name = "labelled leaves"

    def __init__(self, records: Sequence[Record]) -> None:
        """`records` hold the gold texts of all pages to be extracted."""
        self._gold = {record.html: record.text for record in records}

    def extract(self, page: Page) -> Extraction:
        """Keep the leaves that the page's gold text labels."""
        original = page if page.original is None else page.original  # a rebuilt page has another source
        return Extraction(page, align(page, self._gold[original.source]).keep, self.name)


def ceiling(sets: Sets, advance: Callable[[], None] = lambda: None) -> dict[str, Figures]:
    """Return the figures of labelled leaves by set. `advance` is called once a page."""
    records = [record for rows in sets.values() for record in rows]
    metrics = (Metric.WORD, Metric.SENTENCE)
    subject = LabelledLeaves(records)  # it holds all pages: too much to send to worker processes
    report = evaluate([subject], records, metrics=metrics, processes=1, on_result=lambda _: advance())
    return figures_by_set(sets, report.results)
