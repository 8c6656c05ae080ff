"""The scores of what gold texts label: ridges and leaves. What separates them from `mountain` is not the classifier.

Labelled ridges are what a classifier without a fault would keep. Labelled leaves are the highest that a choice of
leaves can be expected to reach.
"""

from collections.abc import Callable, Sequence

import numpy as np

from ....extraction import Extraction, Extractor
from ....extractors.mountain import Mountain, Terrain
from ....extractors.mountain.training import label_ridges, train_on_pages
from ....page import BoolColumn, Page
from ...alignment import align
from ...datasets import Record
from ...evaluation import evaluate
from ...training.mountain_classifiers import METRICS, Results, Sets, results_by_set


class _Labels:
    """The labels that gold texts give to the leaves of their pages."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._gold = {record.html: record.text for record in records}

    def of(self, page: Page) -> BoolColumn:
        """Return for each leaf of the page whether it is content."""
        original = page if page.original is None else page.original  # a rebuilt page has another source
        return align(page, self._gold[original.source]).labels


class LabelledLeaves:
    """Keeps the leaves that the gold text labels."""

    name = "labelled leaves"

    def __init__(self, records: Sequence[Record]) -> None:
        """`records` hold the gold texts of all pages to be extracted."""
        self._labels = _Labels(records)

    def extract(self, page: Page) -> Extraction:
        """Keep the leaves that the page's gold text labels."""
        return Extraction(page, np.flatnonzero(self._labels.of(page)).astype(np.int32), self.name)


class LabelledRidges(Mountain):
    """Keeps the ridges that the gold text labels as primary."""

    name = "labelled ridges"

    def __init__(self, records: Sequence[Record]) -> None:
        """`records` hold the gold texts of all pages to be extracted."""
        super().__init__(classifier=train_on_pages([]))  # never asked
        self._labels = _Labels(records)

    def primary_ridges(self, terrain: Terrain) -> BoolColumn:
        """Return, for each ridge, whether most of it is in the gold text."""
        return label_ridges(terrain, self._labels.of(terrain.cells.page))


def ceilings(sets: Sets, advance: Callable[[], None] = lambda: None) -> dict[str, Results]:
    """Return the results of labelled ridges and of labelled leaves by set. `advance` is called twice a page."""
    records = [record for rows in sets.values() for record in rows]
    subjects: list[Extractor] = [LabelledRidges(records), LabelledLeaves(records)]
    # In this process: they hold all pages, too much to send to others.
    report = evaluate(subjects, records, metrics=METRICS, processes=1, on_result=lambda _: advance())
    return {
        subject.name: results_by_set(sets, [row for row in report.results if row.extractor == subject.name])
        for subject in subjects
    }
