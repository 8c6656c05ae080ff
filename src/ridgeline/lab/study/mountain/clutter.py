"""The share of a set's visible text that is clutter: "46.6% of the 821 pages' visible information" in section 1."""

from collections.abc import Sequence

import numpy as np

from ....page import Page, parse
from ...alignment import align
from ...datasets import Record


def clutter_share(records: Sequence[Record]) -> float:
    """Return the share of the visible characters of all pages together that is not in their gold texts."""
    counts = np.array([_characters(parse(record.html, url=record.url), record.text) for record in records])
    visible, content = counts.sum(axis=0).tolist() if len(counts) else (0, 0)
    return 1 - content / visible if visible else 0.0


def _characters(page: Page, gold: str) -> tuple[int, int]:
    """Return the number of visible characters of a page, white space not counted, and those of its content."""
    lengths = np.fromiter((len("".join(text.split())) for text in page.leaf_text), np.int64, len(page.leaves))
    lengths[page.hidden[page.leaves]] = 0
    return int(lengths.sum()), int(lengths[align(page, gold).labels].sum())
