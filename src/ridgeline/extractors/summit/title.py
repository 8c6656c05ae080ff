"""The line that is the page's title.

Whether the title belongs to the content is a matter of convention: gold texts of the newer sets leave it out, since
pages declare it for machines, those of the older ones have it. So it goes by the page: one that is not built of
sections (`main`, `article`, `header`, `nav`) is of the older web and keeps its title with its text.
"""

import numpy as np

from ...page import BoolColumn, Page, elements
from .units import Matrix

_SECTIONS = elements.table(["article", "header", "main", "nav"])
_MIN_OVERLAP = 0.45  # of its words with those of the `title` element


def with_title(page: Page, keep: BoolColumn, overlap: Matrix) -> BoolColumn:
    """What is kept, and the last line before it that says what the title says; `overlap` is by unit."""
    kept = np.flatnonzero(keep)
    if not len(kept) or page.has_tag(_SECTIONS).any():
        return keep
    titles = np.flatnonzero(overlap[: kept[0]] > _MIN_OVERLAP)
    if not len(titles):
        return keep
    longer = keep.copy()
    longer[titles[-1]] = True
    return longer
