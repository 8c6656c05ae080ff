"""Summaries of `details`: kept with what they open. Extractors drop many, short as they are."""

from bisect import bisect_left

import numpy as np

from ..page import IntColumn, Page, elements
from .kind import Kind, Signs

_DETAILS, _SUMMARY, _A, _TEXT = (elements.CODES[name] for name in ("details", "summary", "a", elements.TEXT))
_PHRASES = frozenset({"expand description", "expand attributes", "show more", "show less", "read more"})
_MAX_LENGTH = 200  # characters of a summary
_MAX_LEAVES = 50  # of it
_MAX_DETAILS = 1_000


def _complete(page: Page, keep: IntColumn) -> IntColumn:
    """Return the kept leaves with the summaries of all `details` of which something else is kept."""
    leaves, kept = page.leaves.data, keep.data
    added: list[int] = []
    for (summary,) in page.tagged(_SUMMARY)[:_MAX_DETAILS]:
        around = page.parent.data[summary]
        if page.tag.data[around] != _DETAILS:
            continue
        first, end, stop = (
            bisect_left(leaves, node) for node in (summary, page.end.data[summary], page.end.data[around])
        )
        has_summary = bisect_left(kept, first) < bisect_left(kept, end)
        has_more = bisect_left(kept, end) < bisect_left(kept, stop)
        if (
            has_more
            and not has_summary
            and end - first <= _MAX_LEAVES
            and sum(page.leaf_lengths.data[first:end]) <= _MAX_LENGTH
        ):
            added += [leaf for leaf in range(first, end) if _is_title(page, leaves[leaf])]
    return np.union1d(keep, np.array(added, dtype=np.int32)).astype(np.int32) if added else keep


def _is_title(page: Page, node: int) -> bool:
    """Return whether a leaf is a text, and neither a permalink ("§") nor what a button says."""
    text = page.text[node].strip().lower() if page.tag.data[node] == _TEXT else ""
    is_mark = page.tag.data[page.parent.data[node]] == _A and not any(map(str.isalnum, text))
    return bool(text) and not is_mark and text not in _PHRASES


DETAILS = Kind("details", Signs(tags=("details",)), complete=_complete)
