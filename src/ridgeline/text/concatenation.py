"""Joins the texts of leaves as a browser shows them.

White space is folded, words split by inline tags stay whole, words on either side of a boundary stay apart. A line
ends at a `<br>` and at the border of a block element; a preformatted element is as it stands. The core does it
(text.c).
"""

import numpy as np

from ..page import IntColumn, Page
from .formulas import has_formulas, plain_formulas


def join(page: Page, keep: IntColumn) -> str:
    """Return the text of the kept leaves: a line end for a `<br>`, a blank line between paragraphs."""
    leaves = np.ascontiguousarray(keep, dtype=np.int32)
    formulas = plain_formulas(page, keep) if has_formulas(page, keep) else {}
    given = tuple((position, text, 1, None) for position, text in formulas.items())
    return page.core.text_of(leaves, given, True) or ""
