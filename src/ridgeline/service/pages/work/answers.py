"""Runs an extractor on a stored page, and describes its answer."""

import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from ....errors import OptionError
from ....extraction import Extraction
from ....extraction.advice import advice, confidence_words
from ....library import Correction, PageSource
from ....metadata import Metadata
from ....options import ExtractOptions
from ....output.json import describe
from ....page import IntColumn, Page
from ....pipeline import Pipeline
from ....text.words import count_words
from ...work import with_sites, write_all
from .paragraphs import blocks_of

_CORRECTED = "this is the content as {annotator} corrected it"
_REBUILT = "the page does not show all of its content: this is from the data that it carries ({carrier})"


@dataclass(frozen=True, slots=True)
class How:
    """The options of extracting a stored page."""

    asked: ExtractOptions = field(default_factory=ExtractOptions)  # `sites` is whether site profiles are used
    correction: Correction | None = None  # that wins over the extractor
    folder: Path | None = None  # of site profiles


def extract_stored(source: PageSource, how: How) -> Extraction:
    """Return the extraction of a stored page; the numbers of its leaves are those of `source.parse()`."""
    extraction = answer(source.parse(), with_sites(how.asked, how.folder).pipeline())
    return extraction if how.correction is None else corrected(extraction, how.correction)


def answer(page: Page, pipeline: Pipeline) -> Extraction:
    """Return what a pipeline makes of a page as it is stored, without another search for content in data."""
    extraction = replace(pipeline, reads_data=False).extract_page(page)
    if page.carrier is None:
        return extraction
    return replace(extraction, remarks=(_REBUILT.format(carrier=page.carrier), *extraction.remarks))


def corrected(extraction: Extraction, correction: Correction) -> Extraction:
    """Return the extraction with the leaves that an annotator keeps."""
    keep = checked_leaves(extraction.page, correction.keep)
    remarks = (_CORRECTED.format(annotator=correction.annotator), *extraction.remarks)
    if correction.title is None:
        return replace(extraction, keep=keep, remarks=remarks)

    def amend(metadata: Metadata) -> Metadata:
        return replace(metadata, title=correction.title)

    return replace(extraction, keep=keep, remarks=remarks, amend_metadata=amend)


def checked_leaves(page: Page, leaves: tuple[int, ...]) -> IntColumn:
    """Return leaves as a column. Raises OptionError where the page has no such leaf."""
    if leaves and not 0 <= min(leaves) <= max(leaves) < len(page.leaves):
        raise OptionError(f"the page has leaves 0 to {len(page.leaves) - 1}, not {max(leaves)}")
    return np.unique(np.array(leaves, dtype=np.int32))


def describe_stored(source: PageSource, how: How, formats: tuple[str, ...]) -> dict[str, Any]:
    """Return an extraction of a stored page for the studio: what is kept, why, and how the formats show it."""
    start = time.perf_counter()
    extraction = extract_stored(source, how)
    text, markdown = extraction.text, extraction.markdown
    seconds = time.perf_counter() - start
    return describe(extraction) | {
        "advice": list(advice(extraction)),
        "confidence_words": confidence_words(extraction.confidence),
        "title": extraction.title,
        "seconds": round(seconds, 4),
        "words": count_words(text),
        "visible_words": count_words(visible_text(extraction.page)),
        "leaves": len(extraction.page.leaves),
        "keep": extraction.keep.tolist(),
        "scores": scores_of(extraction),
        "blocks": blocks_of(extraction, text, markdown),
        "formats": write_all(extraction, formats, {}),
    }


def visible_text(page: Page) -> str:
    """Return all texts of a page that its markup does not hide."""
    shown = np.flatnonzero(~page.hidden[page.leaves]).tolist()
    return " ".join(page.leaf_text[leaf] for leaf in shown)


def scores_of(extraction: Extraction) -> list[float] | None:
    """Return the score of every leaf, where the extractor gives scores."""
    if extraction.scores is None:
        return None
    finite = np.nan_to_num(extraction.scores.astype(np.float64), nan=0.0, posinf=1.0, neginf=0.0)
    return [round(value, 4) for value in finite.tolist()]
