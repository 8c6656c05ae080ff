"""Pages read once, so that many settings can be tried on them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ....extractors.mountain import Cells, Sample, Settings, Terrain, label_ridges
from ....extractors.mountain.cells import find_cells
from ....extractors.mountain.leaves import cells_of_leaves
from ....extractors.mountain.sentences import gamma_of
from ....extractors.mountain.terrain import survey
from ....output import to_text
from ....page import BoolColumn, IntColumn, Page, parse
from ...align import align
from ...datasets import Record


@dataclass(frozen=True, eq=False, slots=True)
class Prepared:
    """A page with all that does not depend on the settings."""

    record: Record
    page: Page
    cells: Cells
    gamma: float
    cell_of_leaf: IntColumn
    labels: BoolColumn  # by leaf

    @classmethod
    def from_record(cls, record: Record) -> "Prepared":
        """Parse the page, find its cells, and align its gold text."""
        page = parse(record.html, url=record.url)
        cells = find_cells(page.source)
        gamma = gamma_of(page.source, cells)
        labels = align(page, record.text).labels
        return cls(record, page, cells, gamma, cells_of_leaves(page, cells), labels)

    def terrain(self, settings: Settings) -> Terrain:
        """Its mountain."""
        return survey(self.cells, self.gamma if settings.gamma is None else settings.gamma, settings)

    def sample(self, terrain: Terrain) -> Sample:
        """The ridges of its mountain, labelled."""
        return Sample(terrain.features, label_ridges(terrain, self.cell_of_leaf, self.labels))

    def text_of(self, terrain: Terrain, primary: BoolColumn) -> str:
        """The text of these ridges."""
        chosen = np.append(np.append(primary, False)[terrain.ridge_of_cell], False)
        keep = np.flatnonzero(chosen[self.cell_of_leaf] & ~self.page.hidden[self.page.leaves])
        return to_text(self.page, keep.astype(np.int32))


def prepare(records: Sequence[Record], advance: Callable[[], None] = lambda: None) -> list[Prepared]:
    """All pages, with a call after each."""
    prepared = []
    for record in records:
        prepared.append(Prepared.from_record(record))
        advance()
    return prepared
