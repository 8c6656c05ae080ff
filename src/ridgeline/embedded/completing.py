"""Content of which a page shows only the beginning, and carries all of it as data.

The data has what was kept, and several times as much, which stands nowhere on the page: readers' comments and the like,
which data may have beside the content, are shown where that is.
"""

from collections.abc import Iterable

from ..page import IntColumn, Page
from .revealing import reveal

_MIN_GROWTH = 2.5  # times what was kept
_MIN_KNOWN = 0.7  # of what was kept
_MAX_SHOWN = 0.1  # of what is added


def complete(page: Page, keep: IntColumn) -> Page | None:
    """A page made of the content that this one shows the beginning of; None where its data has no more of it."""
    revealed = reveal(page)
    if revealed is None:
        return None
    kept = _triples(page.leaf_text[leaf] for leaf in keep.tolist())
    carried = _triples(revealed.leaf_text)
    if len(carried) < _MIN_GROWTH * len(kept) or len(kept & carried) < _MIN_KNOWN * len(kept):
        return None
    added = carried - kept
    is_shown = len(added & _triples(page.leaf_text)) > _MAX_SHOWN * len(added)
    return None if is_shown else revealed


def _triples(texts: Iterable[str]) -> set[tuple[str, str, str]]:
    """Every three words in a row."""
    words = " ".join(texts).split()
    return set(zip(words, words[1:], words[2:], strict=False))
