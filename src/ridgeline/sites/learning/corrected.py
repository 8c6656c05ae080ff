"""Corrected pages: a page, and the leaves that a person keeps of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...errors import InputError
from ...extraction import Extraction
from ...extraction.agreement import text_f1
from ...output import to_text
from ...page import BoolColumn, IntColumn, Page
from ...page.cache import cached_property

if TYPE_CHECKING:
    from ...library import Library

MAX_PAGES = 200  # of a site that are learnt from, the newest of the library; more teach nothing new


@dataclass(frozen=True, eq=False)
class CorrectedPage:
    """A page of a site, with the leaves that a person keeps."""

    id: str
    name: str
    page: Page
    keep: IntColumn  # positions in `page.leaves`, ascending

    @cached_property
    def text(self) -> str:
        """What a person keeps, as plain text."""
        return to_text(self.page, self.keep)

    @cached_property
    def labels(self) -> BoolColumn:
        """By leaf: whether a person keeps it."""
        labels = np.zeros(len(self.page.leaves), dtype=np.bool_)
        labels[self.keep] = True
        return labels

    def score(self, extraction: Extraction) -> float:
        """Return the word F1 of an answer, beside what a person keeps."""
        return text_f1(to_text(extraction.page, extraction.keep), self.text)


def from_library(library: "Library", site: str, annotator: str | None = None) -> list[CorrectedPage]:
    """Return the corrected pages of a site, each with the correction of one annotator, or the newest one."""
    found = sorted(library.corrected_pages(site, annotator), key=lambda pair: pair[1].made, reverse=True)[:MAX_PAGES]
    return [
        _corrected(stored.id, stored.name, library.source(stored.id).parse(), correction.keep)
        for stored, correction in sorted(found, key=lambda pair: pair[0].id)
    ]


def _corrected(identity: str, name: str, page: Page, keep: Iterable[int]) -> CorrectedPage:
    leaves = np.unique(np.fromiter(keep, np.int32))
    if len(leaves) and not 0 <= leaves[0] <= leaves[-1] < len(page.leaves):
        raise InputError(f"{name}: the correction does not fit the page: correct it again")
    return CorrectedPage(identity, name, page, leaves)
