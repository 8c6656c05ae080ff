"""Detects sections of readers' comments by the names of their elements."""

import re

import numpy as np

from ...page import BoolColumn, elements
from ...page.elements import CODES
from ...patterns import lazy_pattern
from .lines import WORDS, Lines
from .tokens import kinds_of_element

_KIND = "~comment"
_NAMING = ("class", "id")
# Class names that say whether an article has comments or allows them.
_STATE = lazy_pattern(
    r"\b(?:no|has|with|without)[-_]?comments?(?![-_\w])"
    r"|\bcomments?[-_](?:on|off|open|closed|enabled|disabled|allowed)(?![-_\w])",
    re.IGNORECASE,
)
_CODE = elements.table(["code", "pre"])  # highlighters call the comments of program code so, too
_MAX_LINKS = 0.5  # share of link words in a comment
_MIN_WORDS = 3


def in_comments(lines: Lines) -> BoolColumn:
    """By line: whether it is inside an element whose name says comments and which does not hold the article."""
    page = lines.page
    headings = np.flatnonzero(page.tag == CODES["h1"])
    flags = np.zeros(len(page), dtype=np.bool_)
    for attribute in _NAMING:
        for node in page.having(attribute):
            name = page.attributes[node][attribute]
            if name and _KIND in kinds_of_element(_STATE().sub(" ", name)):
                # `<div class="post comments-page">` holds the article itself.
                flags[node] = headings.searchsorted(node) == headings.searchsorted(page.end[node])
    flags &= (page.depth > 1) & ~page.inside(page.has_tag(_CODE))
    answer: BoolColumn = page.inside(flags)[lines.node]
    return answer


def is_comment(lines: Lines) -> BoolColumn:
    """By line: whether it is the text of a comment; links and buttons are not."""
    words = lines.counts[:, WORDS]
    wrote: BoolColumn = (words >= _MIN_WORDS) & (lines.link_words < _MAX_LINKS * words)
    return in_comments(lines) & wrote
