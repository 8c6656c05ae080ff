"""Sections that a page calls comments."""

import re

import numpy as np

from ...page import BoolColumn, elements
from ...page.elements import CODES
from .tokens import kinds_of_element
from .units import WORDS, Units

_KIND = "~comment"
_NAMING = ("class", "id")
# What is said of an article: whether it has comments, or may have some.
_STATE = re.compile(
    r"\b(?:no|has|with|without)[-_]?comments?(?![-_\w])"
    r"|\bcomments?[-_](?:on|off|open|closed|enabled|disabled|allowed)(?![-_\w])",
    re.IGNORECASE,
)
_CODE = elements.table(["code", "pre"])  # where programmers comment, as highlighters call it
_MAX_LINKS = 0.5  # in what somebody wrote
_MIN_WORDS = 3


def in_comments(units: Units) -> BoolColumn:
    """By unit: whether it stands in an element that is called comments and is not the whole page's."""
    page = units.page
    headings = np.flatnonzero(page.tag == CODES["h1"])
    flags = np.zeros(len(page), dtype=np.bool_)
    for attribute in _NAMING:
        for node in page.having(attribute):
            name = page.attributes[node][attribute]
            if name and _KIND in kinds_of_element(_STATE.sub(" ", name)):
                # `<div class="post comments-page">` holds the article itself.
                flags[node] = headings.searchsorted(node) == headings.searchsorted(page.end[node])
    flags &= (page.depth > 1) & ~page.inside(page.has_tag(_CODE))
    answer: BoolColumn = page.inside(flags)[units.node]
    return answer


def is_comment(units: Units) -> BoolColumn:
    """By unit: whether it is what somebody wrote there; links and buttons are not."""
    words = units.counts[:, WORDS]
    wrote: BoolColumn = (words >= _MIN_WORDS) & (units.link_words < _MAX_LINKS * words)
    return in_comments(units) & wrote
