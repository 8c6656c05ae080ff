"""Columns of a page that follow from the others. A Page computes each when it is first asked for.

The compiled core has the same in `derived.c`; this is the specification.
"""

import re
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from . import elements
from .breaks import Break
from .columns import Attributes, BoolColumn, IntColumn

if TYPE_CHECKING:
    from .table import Page

_TEXT = elements.CODES[elements.TEXT]
_HIDING_STYLE = re.compile(r"(?:^|[;\s])(?:display\s*+:\s*+none|visibility\s*+:\s*+hidden)(?![\w-])", re.IGNORECASE)
_MAX_NOTICE_CHARACTERS = 250  # "this site needs JavaScript" is never longer


def depth(page: "Page") -> IntColumn:
    """By node: the number of ancestors."""
    closed = np.bincount(page.end, minlength=len(page) + 1)
    return (np.arange(len(page)) - np.cumsum(closed[:-1])).astype(np.int32)


def hidden(page: "Page") -> BoolColumn:
    """By node: whether the markup itself hides it."""
    flags = np.zeros(len(page), dtype=np.bool_)
    flags[[row for row in (*page.having("style"), *page.having("hidden")) if _hides(page.attributes[row])]] = True
    for index in np.flatnonzero(page.tag == elements.CODES["dialog"]).tolist():
        flags[index] |= "open" not in page.attributes[index]
    noscript = page.tag == elements.CODES["noscript"]
    if noscript.any() and not _is_content(page, page.inside(noscript)):
        flags |= noscript
    return page.inside(flags)


def _hides(attributes: Attributes) -> bool:
    if "hidden" in attributes and attributes["hidden"] != "until-found":
        return True
    style = attributes.get("style")
    # Most styles hide nothing, and to see that is ten times cheaper than to search for what does.
    return style is not None and _may_hide(style.lower()) and bool(_HIDING_STYLE.search(style))


def _may_hide(style: str) -> bool:
    return "none" in style or "hidden" in style


def _is_content(page: "Page", noscript: BoolColumn) -> bool:
    """Whether what stands in noscript is most of the text, and more than a notice."""
    lengths = page.leaf_lengths
    inside = lengths[noscript[page.leaves]].sum()
    return bool(inside > _MAX_NOTICE_CHARACTERS and 2 * inside > lengths.sum())


def preformatted(page: "Page") -> IntColumn:
    """By node: the nearest ancestor or self that shows white space as it stands, -1 where there is none."""
    return page.nearest(page.has_tag(elements.PREFORMATTED))


def leaves(page: "Page") -> IntColumn:
    """The nodes that a reader can see, in document order."""
    silent, speaking = page.has_tag(elements.SILENT), page.has_tag(elements.SPEAKING)
    if speaking.any():
        verdict = page.nearest(silent | speaking)
        shown = (verdict < 0) | speaking.take(verdict)
    else:
        shown = ~page.inside(silent)
    texts = (page.tag == _TEXT) & ~page.blank & shown
    # A replaced element is silent itself, so what counts is where it stands.
    replaced = page.has_tag(elements.REPLACED) & shown.take(page.parent)
    for index in np.flatnonzero(page.tag == elements.CODES["input"]).tolist():
        replaced[index] &= (page.attributes[index].get("type") or "").lower() != "hidden"
    # One that shows text (an object's fallback, HTML inside SVG) is a container; leaves never overlap.
    before = np.concatenate(([0], np.cumsum(texts)))
    replaced &= before.take(page.end) == before[:-1]
    outermost = replaced & ~page.inside(replaced).take(page.parent)
    return np.flatnonzero(texts | outermost).astype(np.int32)


def leaf_lengths(page: "Page") -> IntColumn:
    """By leaf: the number of characters of its text, 0 for replaced elements."""
    return np.fromiter(map(len, page.leaf_text), np.int32, len(page.leaves))


def block(page: "Page") -> IntColumn:
    """By node: the nearest ancestor or self that starts on a line of its own."""
    return page.nearest(page.has_tag(elements.BLOCK))


def breaks(page: "Page") -> IntColumn:
    """By leaf: what stands between it and the leaf before, a `Break`."""
    is_block, boxes = page.has_tag(elements.BLOCK), page.has_tag(elements.BOX)
    lines = _between_leaves(page, page.tag == elements.CODES["br"])
    is_text = page.tag.take(page.leaves) == _TEXT
    found = np.full(len(page.leaves), Break.NOTHING, dtype=np.int32)
    between = found[1:]
    between[(_between_leaves(page, page.blank) > 0) | ~(is_text[1:] & is_text[:-1])] = Break.SPACE
    if boxes.any():
        box = page.nearest(boxes).take(page.leaves)
        between[(box[1:] != box[:-1]) | (_between_leaves(page, boxes) > 0)] = Break.SPACE
    between[lines == 1] = Break.LINE
    # Two line breaks with nothing but white space between them are how the older web makes a paragraph.
    around = page.block.take(page.leaves)
    between[(lines > 1) | (around[1:] != around[:-1]) | (_between_leaves(page, is_block) > 0)] = Break.PARAGRAPH
    found[:1] = Break.PARAGRAPH
    return found


def _between_leaves(page: "Page", flagged: BoolColumn) -> npt.NDArray[np.int64]:
    """By leaf but the first: how many nodes after the leaf before it, up to itself, are flagged."""
    return np.diff(np.cumsum(flagged).take(page.leaves))
