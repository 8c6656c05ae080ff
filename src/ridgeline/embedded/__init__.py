"""Content that a page carries only as data: finds it and builds a page that shows it, before and after the extractor.

    before   a page that shows nothing until scripts have built it        → `rebuild`
    after    a page that shows how its content begins and carries the rest → `complete`

A rebuilt page names its `carrier` and keeps the `original`. `carriers.py` lists where data is looked for.
"""

import numpy as np

from ..page import Budget, IntColumn, Page, elements
from ..status import Status, read_status
from .carriers import has_data

__all__ = ["complete", "rebuild", "shows_little"]

# A page that shows less text than this is worth a search.
_LITTLE_TEXT = 1_000  # characters, 150 words; shells of wcxb-dev have up to 900 with their menus
_LITTLE_PLAIN_TEXT = 400  # of these outside of links
_MAX_BEGINNING_WORDS = 250  # of the kept text that may be only the beginning
_PART_OF_BUDGET = 0.2  # for one search; it takes milliseconds on any page of wcxb-dev


def rebuild(page: Page, budget: Budget | None = None) -> Page | None:
    """Return the page that scripts would make of one that shows nothing; None for a page that shows or carries enough.

    A refusal (a captcha, a login wall) or an error is never rebuilt: what it carries is something else. A part of the
    time of `budget` is spent on the search, that of the page's parse by default.
    """
    if not shows_little(page) or read_status(page, page.leaves[:0]) in (Status.BLOCKED, Status.ERROR):
        return None
    from .reconstruction import rebuild as build  # few pages need it

    with (budget or page.budget).share(_PART_OF_BUDGET) as own:
        return build(page, own)


def complete(page: Page, keep: IntColumn, budget: Budget | None = None) -> Page | None:
    """Return the whole content where the kept leaves are only its beginning and the page's data has more; else None."""
    if not _is_short(page, keep) or not has_data(page):
        return None
    from .completion import complete as build  # few pages need it

    with (budget or page.budget).share(_PART_OF_BUDGET) as own:
        return build(page, keep, own)


def shows_little(page: Page) -> bool:
    """Return whether a page has data and so little text that the data is worth a search. Hidden text counts as text."""
    if page.core.count_characters(_LITTLE_TEXT + 1) > _LITTLE_TEXT or not has_data(page):
        return False
    in_link = page.inside(page.tag == elements.CODES["a"])[page.leaves]
    return bool(page.leaf_lengths[~in_link].sum() <= _LITTLE_PLAIN_TEXT)


def _is_short(page: Page, keep: IntColumn) -> bool:
    """Return whether the kept leaves have few words."""
    leaves = np.ascontiguousarray(keep, dtype=np.int32)
    return page.core.count_words(leaves, _MAX_BEGINNING_WORDS) < _MAX_BEGINNING_WORDS
