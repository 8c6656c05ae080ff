"""Corrects the leaves that an extractor keeps, by what the markup says of single leaves.

    images    pictures inside of kept text and right beside it are kept; icons, avatars and adverts are not
    headings  permalinks and edit links at headings are dropped
    code      line numbers, prompts and copy buttons of code blocks are dropped
    contents  headings of tables of contents are dropped where the table was
    copies    the second copy of a passage is dropped where the page shows only one of them at a time

An extractor decides about lines. What is inside of a line, or beside it without words, is decided here. A rule looks
first at what is cheap for all leaves at once (lengths, tags), and at names and texts of few. The compiled core does
pictures and copies itself, and says which of the other rules may find something on a page: few do, and only these are
asked.
"""

from collections.abc import Iterator

import numpy as np

from ..page import IntColumn, Page
from .code import code_gadgets
from .contents import language_links, orphan_headings
from .copies import second_copies
from .headings import heading_gadgets
from .images import avatars_and_pixels, images_beside
from .kept import Kept, kept_headings

__all__ = ["tidy"]

# Rules that drop leaves, as bits: RL_RULE_… of the compiled core, and the one that it does itself.
_HEADINGS, _CONTENTS, _LANGUAGES, _CODE, _COPIES = (1 << bit for bit in range(5))
_ALL = (1 << 5) - 1


def tidy(page: Page, keep: IntColumn) -> IntColumn:
    """Return the leaves to keep, positions in `page.leaves`, ascending: those given, corrected."""
    if not len(keep):
        return keep
    if page.compiled is None:
        kept = Kept.of(page, keep)
        return _corrected(kept, images_beside(kept), [*_dropped(kept, _ALL), *avatars_and_pixels(kept)])
    tidied, rules = page.compiled.tidy(keep)
    if not rules or not (dropped := list(_dropped(Kept.of(page, keep), rules))):
        return tidied
    return tidied[~np.isin(tidied, dropped)]


def _dropped(kept: Kept, rules: int) -> Iterator[int]:
    """Yield the kept leaves that these rules drop."""
    headings = kept_headings(kept) if rules & (_HEADINGS | _CONTENTS) else []
    if rules & _HEADINGS:
        yield from heading_gadgets(kept, headings)
    if rules & _CONTENTS:
        yield from orphan_headings(kept, headings)
    if rules & _LANGUAGES:
        yield from language_links(kept)
    if rules & _CODE:
        yield from code_gadgets(kept)
    if rules & _COPIES:
        yield from second_copies(kept)


def _corrected(kept: Kept, added: list[int], dropped: list[int]) -> IntColumn:
    """Return the kept leaves with some more and without some."""
    if not dropped and not added:
        return kept.keep
    mask = kept.mask.copy()
    mask[added] = True
    mask[dropped] = False
    return np.flatnonzero(mask).astype(np.int32)
