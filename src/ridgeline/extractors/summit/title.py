"""Decides whether the line that is the page's title is kept.

Whether the title belongs to the content is a matter of convention: gold texts of newer data sets leave it out, since
pages declare it for machines; those of older ones have it. So the page decides: one that has no sectioning elements
(`main`, `article`, `header`, `nav`) is of the older web and keeps its title with its text.
"""

import numpy as np

from ...page import BoolColumn, Page, elements
from .constants import Matrix

_SECTIONS = elements.table(["article", "header", "main", "nav"])
_MIN_OVERLAP = 0.45  # of the line's words with those of the `title` element


def with_title(page: Page, mask: BoolColumn, overlap: Matrix) -> BoolColumn:
    """The mask of kept lines with the title added: the last line before them that says what the title says."""
    kept = np.flatnonzero(mask)
    if not len(kept) or page.has_tag(_SECTIONS).any():
        return mask
    titles = np.flatnonzero(overlap[: kept[0]] > _MIN_OVERLAP)
    if not len(titles):
        return mask
    longer = mask.copy()
    longer[titles[-1]] = True
    return longer
