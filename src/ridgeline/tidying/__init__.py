"""Corrects the leaves that an extractor keeps, by what the markup says of single leaves.

    images    pictures inside of kept text and right beside it are kept; icons, avatars and adverts are not
    headings  permalinks and edit links at headings are dropped
    code      line numbers, prompts and copy buttons of code blocks are dropped
    contents  headings of tables of contents are dropped where the table was
    copies    the second copy of a passage is dropped where the page shows only one of them at a time

An extractor decides about lines. What is inside of a line, or beside it without words, is decided here, for both cores
alike. A rule looks first at what is cheap for all leaves at once (lengths, tags), and at names and texts of few.
"""

import numpy as np

from ..page import IntColumn, Page
from .code import code_gadgets
from .contents import language_links, orphan_headings
from .copies import second_copies
from .headings import heading_gadgets
from .images import avatars_and_pixels, images_beside
from .kept import Kept, kept_headings

__all__ = ["tidy"]


def tidy(page: Page, keep: IntColumn) -> IntColumn:
    """Return the leaves to keep, positions in `page.leaves`, ascending: those given, corrected."""
    if not len(keep):
        return keep
    kept = Kept.of(page, keep)
    headings = kept_headings(kept)
    dropped = [*heading_gadgets(kept, headings), *orphan_headings(kept, headings), *language_links(kept)]
    dropped += [*code_gadgets(kept), *second_copies(kept), *avatars_and_pixels(kept)]
    added = images_beside(kept)
    if not dropped and not added:
        return keep
    mask = kept.mask.copy()
    mask[added] = True
    mask[dropped] = False
    return np.flatnonzero(mask).astype(np.int32)
