"""Sections of a page that people want or do not want whatever the networks say: readers' comments, references,
captions, boxes about the author. Elements name them by their tags, classes and ids.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from ... import _native
from ...page import BoolColumn, elements
from ...page.elements import CODES
from ...page.patterns import lazy_pattern
from .lines import Lines
from .stems import STEMS

_NAMING = ("class", "id")
_COMMENT = "~comment"  # a kind of element
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
_MIN_WORDS = 3  # of what is in no paragraph: names, dates and buttons have fewer, and so have comments such as "Amen!"
_PARAGRAPH = CODES["p"]


@dataclass(frozen=True, slots=True)
class Section:
    """A kind of section, and how to recognise it."""

    parts: tuple[str, ...]  # one of which every name of one contains, in any case
    names: Callable[[str], bool]  # whether a class or id names one
    tags: Iterable[str] = ()
    is_written: bool = True  # what is kept on demand is text, not links and buttons


SECTIONS: Mapping[str, Section] = {
    "comments": Section(
        tuple(STEMS[_COMMENT].split()), lambda name: _COMMENT in _native.core.name_words(_STATE().sub(" ", name))
    ),
    "references": Section(
        ("reference", "reflist", "footnote", "endnote", "bibliography", "cited"),
        lambda name: _REFERENCES().search(name) is not None,
        is_written=False,
    ),
    "captions": Section(("caption",), lambda name: _CAPTION().search(name) is not None, ("caption", "figcaption")),
    "author_boxes": Section(("author", "writer"), lambda name: _AUTHOR_BOX().search(name) is not None),
}


def in_section(lines: Lines, which: str) -> BoolColumn:
    """Return for each line whether it is in a section of this kind, one that does not hold the article itself."""
    page, section = lines.page, SECTIONS[which]
    headings = np.flatnonzero(page.tag == CODES["h1"])
    flags = page.has_tag(elements.table(section.tags)) if section.tags else np.zeros(len(page), dtype=np.bool_)
    flags = flags.copy()
    for attribute in _NAMING:
        for node in page.containing(attribute, section.parts):
            name = page.value(node, attribute)
            # An element in the middle of a line is none: `<sup class=reference>`. One that holds the headline is more
            # than a section: `<div class="post comments-page">`.
            if name and page.block[node] == node and section.names(name):
                flags[node] = headings.searchsorted(node) == headings.searchsorted(page.end[node])
    if not flags.any():
        return np.zeros(len(lines), dtype=np.bool_)
    flags &= (page.depth > 1) & ~page.inside(page.has_tag(_CODE))
    answer: BoolColumn = page.inside(flags)[lines.node]
    return answer


def kept_on_demand(lines: Lines, which: str) -> BoolColumn:
    """Return for each line whether it is kept where sections of this kind are wanted."""
    inside = in_section(lines, which)
    if not SECTIONS[which].is_written:
        return inside
    page = lines.page
    is_said = (lines.words >= _MIN_WORDS) | (page.tag[page.block[lines.node]] == _PARAGRAPH)
    answer: BoolColumn = inside & is_said & (lines.link_words < _MAX_LINKS * lines.words)
    return answer
