"""Sections of a page that people want or do not want whatever the networks say: readers' comments, references,
captions, boxes about the author. Elements name them by their tags, classes and ids.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from ...page import BoolColumn, elements
from ...page.elements import CODES
from ...patterns import lazy_pattern
from .lines import WORDS, Lines
from .tokens import kinds_of_element

_NAMING = ("class", "id")
# Class names that say whether an article has comments or allows them.
_STATE = lazy_pattern(
    r"\b(?:no|has|with|without)[-_]?comments?(?![-_\w])"
    r"|\bcomments?[-_](?:on|off|open|closed|enabled|disabled|allowed)(?![-_\w])",
    re.IGNORECASE,
)
_REFERENCES = lazy_pattern(
    r"(?<![^\W_])(?:references?|reflist|footnotes?|endnotes?|bibliography|works-?cited)(?![^\W_])", re.IGNORECASE
)
_CAPTION = lazy_pattern(r"caption(?!s?-?(?:on|off|track|button))", re.IGNORECASE)
_AUTHOR_BOX = lazy_pattern(
    r"(?<![^\W_])(?:authors?|writer)[-_]*(?:box|bio|card|info|about|profile|description)|about[-_]*(?:the[-_]*)?author",
    re.IGNORECASE,
)
_CODE = elements.table(["code", "pre"])  # highlighters call the comments of program code so, too
_MAX_LINKS = 0.5  # share of link words in what somebody wrote
_MIN_WORDS = 3


@dataclass(frozen=True, slots=True)
class Section:
    """A kind of section, and how to recognise it."""

    names: Callable[[str], bool]  # whether a class or id names one
    tags: Iterable[str] = ()
    is_written: bool = True  # what is kept on demand is text, not links and buttons


SECTIONS: Mapping[str, Section] = {
    "comments": Section(lambda name: "~comment" in kinds_of_element(_STATE().sub(" ", name))),
    "references": Section(lambda name: _REFERENCES().search(name) is not None, is_written=False),
    "captions": Section(lambda name: _CAPTION().search(name) is not None, ("caption", "figcaption")),
    "author_boxes": Section(lambda name: _AUTHOR_BOX().search(name) is not None),
}


def in_section(lines: Lines, which: str) -> BoolColumn:
    """By line: whether it is in a section of this kind, one that does not hold the article itself."""
    page, section = lines.page, SECTIONS[which]
    headings = np.flatnonzero(page.tag == CODES["h1"])
    flags = page.has_tag(elements.table(section.tags)) if section.tags else np.zeros(len(page), dtype=np.bool_)
    flags = flags.copy()
    for attribute in _NAMING:
        for node in page.having(attribute):
            name = page.attributes[node][attribute]
            # An element in the middle of a line is none: `<sup class=reference>`. One that holds the headline is more
            # than a section: `<div class="post comments-page">`.
            if name and page.block[node] == node and section.names(name):
                flags[node] = headings.searchsorted(node) == headings.searchsorted(page.end[node])
    flags &= (page.depth > 1) & ~page.inside(page.has_tag(_CODE))
    answer: BoolColumn = page.inside(flags)[lines.node]
    return answer


def kept_on_demand(lines: Lines, which: str) -> BoolColumn:
    """By line: whether it is kept where sections of this kind are wanted."""
    inside = in_section(lines, which)
    if not SECTIONS[which].is_written:
        return inside
    words = lines.counts[:, WORDS]
    answer: BoolColumn = inside & (words >= _MIN_WORDS) & (lines.link_words < _MAX_LINKS * words)
    return answer
