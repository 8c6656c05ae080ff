"""Content of which a page shows only the beginning, and carries all of it as data.

The data has the kept text and several times as much that stands nowhere on the page. Readers' comments and the like,
which data may have beside the content, are shown where the page has them.
"""

import re
from collections.abc import Iterable

from ..page import Budget, IntColumn, Page
from .carriers import raw_texts
from .reconstruction import rebuild

_MIN_GROWTH = 2.5  # times the kept text
_MIN_KNOWN = 0.7  # of the kept text
_MAX_SHOWN = 0.1  # of what is added
# Characters that data has as the page shows them, in a run that is too long to be found by chance.
_PLAIN_RUN = re.compile(r"[A-Za-z0-9 ,.;:()-]{30}")
_MAX_RUNS = 5
_WINDOW = 8  # times the kept text; names and markup of data are in it


def complete(page: Page, keep: IntColumn, budget: Budget) -> Page | None:
    """Return a page made of the content that this one shows the beginning of; None where its data has no more of it."""
    pieces = carries_more(page, keep, budget)
    if not pieces or (rebuilt := rebuild(page, budget, pieces)) is None:
        return None
    kept = _triples(page.leaf_text[leaf] for leaf in keep.tolist())
    carried = _triples(rebuilt.leaf_text)
    if len(carried) < _MIN_GROWTH * len(kept) or len(kept & carried) < _MIN_KNOWN * len(kept):
        return None
    added = carried - kept
    is_shown = len(added & _triples(page.leaf_text)) > _MAX_SHOWN * len(added)
    return None if is_shown else rebuilt


def carries_more(page: Page, keep: IntColumn, budget: Budget) -> list[str]:
    """Return pieces of the kept text, if the data of a page seems to hold one and to go on where the page does not.

    Reading data takes time. So its raw text is searched first for a piece of the longest kept leaf, and for what
    follows it.
    """
    texts = [page.text[node] for node in page.leaves.take(keep).tolist()]
    pieces = _PLAIN_RUN.findall(max(texts, key=len, default=""))[:_MAX_RUNS]
    length = sum(map(len, texts))
    window = _WINDOW * length
    shown = ""
    for code in budget.limited(raw_texts(page) if pieces else ()):
        if len(code) <= length:  # most scripts are shorter than what they would have to have
            continue
        place = next((place for piece in pieces if (place := code.find(piece)) >= 0), None)
        if place is not None:
            shown = shown or " ".join(page.leaf_text)
            following = _PLAIN_RUN.findall(code, place, place + window)
            if 2 * sum(run not in shown for run in following) > len(following):
                return pieces
    return []


def _triples(texts: Iterable[str]) -> set[tuple[str, str, str]]:
    """Return every three words in a row."""
    words = " ".join(texts).split()
    return set(zip(words, words[1:], words[2:], strict=False))
