"""Corrects the leaves that an extractor keeps, by what the markup says of single leaves.

    pictures  inside of kept text and right beside it are kept; icons, avatars and adverts are not
    copies    the second copy of a passage is dropped where the page shows only one of them at a time
    headings  permalinks and edit links at headings are dropped
    code      line numbers, prompts and copy buttons of code blocks are dropped
    contents  headings of tables of contents are dropped where the table was

An extractor decides about lines. What is inside of a line, or beside it without words, is decided here. The core does
pictures and copies (pictures.c, copies.c), and says which of the other rules may find something on a page: few do, and
only these are asked. A rule looks first at what is cheap for all leaves at once (lengths, tags), and at names and texts
of few.
"""

from collections.abc import Iterator

import numpy as np

from ..page import IntColumn, Page
from .code import code_gadgets
from .contents import language_links, orphan_headings
from .headings import heading_gadgets
from .kept import Kept

__all__ = ["finish", "tidy"]

_RULES = (heading_gadgets, orphan_headings, language_links, code_gadgets)  # by bit of the core's answer: RL_RULE_…


def tidy(page: Page, keep: IntColumn) -> IntColumn:
    """Return the leaves to keep, positions in `page.leaves`, ascending: those given, corrected."""
    if not len(keep):
        return keep
    leaves = np.ascontiguousarray(keep, dtype=np.int32)
    return finish(page, leaves, *page.core.tidy(leaves))


def finish(page: Page, keep: IntColumn | bytes, tidied: bytes | None, rules: int) -> IntColumn:
    """Return the leaves to keep, given those that were, those that the core tidied, if any, and the rules to ask."""
    kept = np.frombuffer(keep, dtype=np.int32)
    leaves = kept if tidied is None else np.frombuffer(tidied, dtype=np.int32)
    if not rules or not (dropped := list(_dropped(Kept.of(page, kept), rules))):
        return leaves
    rest = leaves[~np.isin(leaves, dropped)]
    rest.setflags(write=False)
    return rest


def _dropped(kept: Kept, rules: int) -> Iterator[int]:
    """Yield the kept leaves that these rules drop."""
    for bit, rule in enumerate(_RULES):
        if rules >> bit & 1:
            yield from rule(kept)
