"""Corrections: from kept leaves to marks and clip paths, labels of nodes, agreement of annotators, records."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from ....extraction.agreement import word_bags, word_f1
from ....library import Correction, PageSource, StoredPage
from ....library.annotation import cohens_kappa, export_record
from ....library.clip_paths import read_marks, write_paths
from ....library.entries import now
from ....marks import fewest_marks, label, marked_leaves
from ....output import to_text
from ....page import BoolColumn, IntColumn, Page
from .answers import How, checked_leaves, extract_stored


class Corrected(NamedTuple):
    """The correction of a page by an annotator."""

    keep: tuple[int, ...]
    annotator: str
    seconds: float | None = None
    title: str | None = None


class PairAgreement(NamedTuple):
    """The agreement of two annotators about a page."""

    first: str
    second: str
    word_f1: float
    leaf_kappa: float


def make_correction(source: PageSource, how: How, said: Corrected) -> Correction:
    """Return a correction with its marks, measured beside the answer of the extractor that was corrected."""
    extraction = extract_stored(source, how)
    page = extraction.page
    keep = checked_leaves(page, said.keep)
    marks = fewest_marks(page, keep)
    return Correction(
        annotator=said.annotator,
        made=now(),
        keep=tuple(keep.tolist()),
        selected=write_paths(page, marks.selected),
        deselected=write_paths(page, marks.deselected),
        extractor=extraction.extractor,
        word_f1=round(_word_f1(page, extraction.keep, keep), 4),
        seconds=said.seconds,
        title=said.title,
    )


def find_stale(source: PageSource, corrections: Sequence[Correction]) -> list[list[str]]:
    """Return, by correction, the clip paths that no longer lead to what was marked.

    Paths that lead nowhere are stale. Where the marks as a whole select other leaves than were stored, all are.
    """
    page = source.parse()
    return [_stale_paths(page, correction) for correction in corrections]


def _stale_paths(page: Page, correction: Correction) -> list[str]:
    marks, stale = read_marks(page, correction.selected, correction.deselected)
    if stale or tuple(marked_leaves(page, marks).tolist()) == correction.keep:
        return stale
    return [*correction.selected, *correction.deselected]


def label_nodes(source: PageSource, keep: tuple[int, ...]) -> dict[str, Any]:
    """Return the labels of all nodes that follow from kept leaves, and the marks."""
    page = source.parse()
    marks = fewest_marks(page, checked_leaves(page, keep))
    return {
        "labels": label(page, marks).tolist(),
        "marks": {"selected": marks.selected.tolist(), "deselected": marks.deselected.tolist()},
    }


def measure_agreement(source: PageSource, corrections: Sequence[Correction]) -> list[PairAgreement]:
    """Return how far every two annotators agree about a page."""
    page = source.parse()
    keeps = {each.annotator: checked_leaves(page, each.keep) for each in corrections}
    bags = word_bags({name: to_text(page, keep) for name, keep in keeps.items()})
    return [
        PairAgreement(
            first,
            second,
            word_f1(bags[first], bags[second]),
            cohens_kappa(_mask(page, keeps[first]), _mask(page, keeps[second])),
        )
        for first, second in combinations(sorted(keeps), 2)
    ]


def write_record(source: PageSource, stored: StoredPage, correction: Correction) -> str:
    """Return a corrected page as one line of a data set."""
    page = source.parse()
    return export_record(stored, correction, page, checked_leaves(page, correction.keep))


def _word_f1(page: Page, first: IntColumn, second: IntColumn) -> float:
    bags = word_bags({"first": to_text(page, first), "second": to_text(page, second)})
    return word_f1(bags["first"], bags["second"])


def _mask(page: Page, leaves: IntColumn) -> BoolColumn:
    mask = np.zeros(len(page.leaves), dtype=np.bool_)
    mask[leaves] = True
    return mask
