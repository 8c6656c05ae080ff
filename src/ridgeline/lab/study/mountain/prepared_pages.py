"""Pages with everything that does not depend on the settings, so that many settings can be tried on them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ....extractors.mountain import Cells, Settings, Terrain
from ....extractors.mountain.cells import find_cells
from ....extractors.mountain.gamma import gamma_of
from ....extractors.mountain.terrain import build_terrain
from ....extractors.mountain.training import LabelledRidges
from ....output import to_text
from ....page import BoolColumn, Page, parse
from ...alignment import align
from ...datasets import Record


@dataclass(frozen=True, eq=False, slots=True)
class PreparedPage:
    """A page with its cells and labels."""

    record: Record
    page: Page
    cells: Cells
    gamma: float
    is_content: BoolColumn  # by leaf

    @classmethod
    def from_record(cls, record: Record) -> "PreparedPage":
        """Parse the page, find its cells, and align its gold text."""
        page = parse(record.html, url=record.url)
        cells = find_cells(page)
        return cls(record, page, cells, gamma_of(cells), align(page, record.text).labels)

    def terrain(self, settings: Settings) -> Terrain:
        """Return its mountain."""
        return build_terrain(self.cells, self.gamma if settings.gamma is None else settings.gamma, settings)

    def labelled_ridges(self, terrain: Terrain) -> LabelledRidges:
        """Return the ridges of its mountain with their labels."""
        return LabelledRidges.of(terrain, self.is_content)

    def text_of(self, terrain: Terrain, is_primary: BoolColumn) -> str:
        """Return the text of the primary ridges."""
        is_primary_cell = np.append(np.append(is_primary, False)[terrain.ridge_of_cell], False)
        keep = np.flatnonzero(is_primary_cell[self.cells.of_leaves] & ~self.page.hidden[self.page.leaves])
        return to_text(self.page, keep.astype(np.int32))


def prepare(records: Sequence[Record], advance: Callable[[], None] = lambda: None) -> list[PreparedPage]:
    """Prepare all pages. `advance` is called after each."""
    prepared = []
    for record in records:
        prepared.append(PreparedPage.from_record(record))
        advance()
    return prepared
