"""Number, unit and name of a list's item that a page shows side by side are one line: "1/4 cup butter".

Recipes write them as neighbouring boxes, as inline elements without white space between them, or as blocks. Neither
glueing them nor a paragraph for each is what a reader sees.
"""

import numpy as np

from ..page import Break, IntColumn, Page, elements
from ..page.patterns import lazy_pattern

# What has a meaning of its own: an item's text inside of one of these does not belong to the line.
_STRUCTURE = elements.table(
    "li dt dd td th h1 h2 h3 h4 h5 h6 pre blockquote figure figcaption details summary caption legend".split()
)
_LI, _SPAN = elements.CODES["li"], elements.CODES["span"]
_ITEM = elements.table(("li",))
_NUMBER = lazy_pattern(r"\s{0,20}+[~≈]?(?=[\d¼-¾⅐-⅞])[\d¼-¾⅐-⅞\s./,⁄–-]{1,15}+")
_RAISED = (elements.CODES["sup"], elements.CODES["sub"])
_ORDINALS = frozenset({"st", "nd", "rd", "th", "er", "ème"})
_MAX_NUMBER_LENGTH = 40  # characters of a number with the white space around it
_MAX_LEAVES = 8  # of one line
_MAX_LENGTH = 120  # characters of one line
_NOTHING, _SPACE, _PARAGRAPH = int(Break.NOTHING), int(Break.SPACE), int(Break.PARAGRAPH)


def may_have_quantities(page: Page) -> bool:
    """Return whether a page has items that may be quantities."""
    return page.has_any(_ITEM)


def join_quantities(page: Page, keep: IntColumn, breaks: IntColumn) -> None:
    """Make items that are a number and a few words one line: set the breaks inside of them to spaces.

    `breaks` are those before each kept leaf; all of these show text.
    """
    if not may_have_quantities(page):
        return
    item = page.nearest(page.has_tag(_STRUCTURE)).take(page.leaves[keep])
    starts = np.flatnonzero(np.diff(item, prepend=-2))
    sizes = np.diff(starts, append=len(item))
    is_short = (sizes > 1) & (sizes <= _MAX_LEAVES) & (page.tag.take(item[starts]) == _LI) & (item[starts] >= 0)
    for start, size in zip(starts[is_short].tolist(), sizes[is_short].tolist(), strict=True):
        leaves = keep[start : start + size].tolist()
        if _is_quantity([page.leaf_text[leaf] for leaf in leaves]):
            for offset in range(1, size):
                if _is_apart(page, leaves[offset - 1], leaves[offset], int(breaks[start + offset])):
                    breaks[start + offset] = _SPACE


def _is_quantity(texts: list[str]) -> bool:
    """Return whether these are a number and a few words after it."""
    if len(texts[0]) > _MAX_NUMBER_LENGTH or not _NUMBER().fullmatch(texts[0]):
        return False
    return sum(map(len, texts)) <= _MAX_LENGTH


def _is_apart(page: Page, before: int, leaf: int, kind: int) -> bool:
    """Return whether two leaves of a quantity stand side by side, as blocks or as boxes that would glue."""
    if kind != _NOTHING:
        return kind == _PARAGRAPH
    first, second = page.leaf_text[before], page.leaf_text[leaf]
    if not (first[-1:].isalnum() and second[:1].isalnum()):
        return False
    box, other = page.parent.take(page.leaves[[before, leaf]]).tolist()
    if _NUMBER().fullmatch(first):  # "2" in an element of its own, but "2nd"
        is_boxed = bool(page.end[box] <= page.leaves[leaf])
        return is_boxed and page.tag[other] not in _RAISED and second[:3].strip().lower() not in _ORDINALS
    are_boxes = page.tag[box] == page.tag[other] == _SPAN and box != other
    return bool(are_boxes and page.parent[box] == page.parent[other])
