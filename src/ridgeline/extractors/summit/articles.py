"""Several articles on one page: only the one that the page's title names is kept.

Pages that scroll on to the next article hold it already: `article` elements of the same depth, each with a text of its
own. Where the page's title stands in one of them, those after it belong to other pages.
"""

import numpy as np

from ...page import BoolColumn
from ...page.elements import CODES
from .constants import PAGE_TYPES, Matrix
from .lines import WORDS, Lines

_TYPE = PAGE_TYPES[0]  # article: on other pages several are content together
_MIN_WORDS = 80  # kept in an element that counts as an article
_MIN_OVERLAP = 0.5  # of a line's words with those of the title


def without_others(lines: Lines, mask: BoolColumn, overlap: Matrix, page_type: str) -> BoolColumn:
    """The mask without the articles that follow the one that holds the page's title."""
    page = lines.page
    nodes = np.flatnonzero(page.tag == CODES["article"])
    if page_type != _TYPE or len(nodes) < 2:
        return mask
    first, last = np.searchsorted(lines.node, (nodes, page.end[nodes]))
    words = np.append(0, np.cumsum(lines.counts[:, WORDS] * mask, dtype=np.float64))
    titles = np.append(0, np.cumsum(overlap > _MIN_OVERLAP))
    is_long = words[last] - words[first] >= _MIN_WORDS
    is_titled = is_long & (titles[last] > titles[first])
    depths = page.depth[nodes]
    shorter = mask.copy()
    for depth in set(depths[is_titled].tolist()):
        (own, *more) = nodes[is_titled & (depths == depth)].tolist()
        if not more:
            for other in np.flatnonzero(is_long & (depths == depth) & (nodes > own)).tolist():
                shorter[first[other] : last[other]] = False
    return shorter
