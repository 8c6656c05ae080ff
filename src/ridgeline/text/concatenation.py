"""Joins the texts of leaves as a browser shows them.

White space is folded, words split by inline tags stay whole, words on either side of a boundary stay apart. A line
ends at a `<br>` and at the border of a block element; a preformatted element is as it stands. The core does it
(text.c).
"""

import numpy as np

from ..page import Break, IntColumn, Page
from .formulas import has_formulas
from .visible import visible_texts


def join(page: Page, keep: IntColumn) -> str:
    """Return the text of the kept leaves: a line end for a `<br>`, a blank line between paragraphs."""
    leaves = np.ascontiguousarray(keep, dtype=np.int32)
    if not has_formulas(page, keep):
        return page.core.text_of(leaves, (), True) or ""
    texts = visible_texts(page, keep)
    kinds, breaks = bytes(len(texts)), breaks_between(page, keep).astype(np.uint8).tobytes()
    return page.core.text_of(leaves, (texts, texts, kinds, breaks), True) or ""


def breaks_between(page: Page, keep: IntColumn) -> IntColumn:
    """Return by kept leaf the strongest break between it and the kept leaf before; the first starts a paragraph.

    Two kept leaves with others between them do not touch: at least a space stands between them.
    """
    if not len(keep):
        return np.empty(0, dtype=np.int32)
    strongest = np.maximum.reduceat(page.breaks, np.concatenate(([0], keep[:-1] + 1)))
    # reduceat's last group runs to the end of the page; it should end with the last kept leaf.
    last = int(keep[-2]) + 1 if len(keep) > 1 else 0
    strongest[-1] = page.breaks[last : int(keep[-1]) + 1].max()
    apart = np.diff(keep, prepend=keep[:1] - 1) > 1
    strongest[apart & (strongest == Break.NOTHING)] = Break.SPACE
    strongest[0] = Break.PARAGRAPH
    return strongest.astype(np.int32)
