"""Keeps all that a reader can see. The floor that every other extractor has to beat."""

import numpy as np

from ..extraction import Extraction
from ..page import Page


class Everything:
    """All leaves that the markup does not hide."""

    name = "everything"

    def extract(self, page: Page) -> Extraction:
        """Keep every leaf that is not hidden."""
        return Extraction(page, np.flatnonzero(~page.hidden[page.leaves]).astype(np.int32), self.name)
