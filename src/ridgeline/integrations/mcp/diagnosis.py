"""The tool `explain_page`: why a page has little or no content, and what to do about it."""

import numpy as np
from typing_extensions import TypedDict  # pydantic reads that of `typing` from Python 3.12 on

from ...extraction.advice import advice
from ...page import Page
from ...pipeline import Pipeline
from ...registry import load_offered
from ...text.words import count_words

_SHOWN_CHARACTERS = 300
_MAX_TEXTS = 20


class Explanation(TypedDict):
    """The explanation of an extraction."""

    url: str | None
    status: str  # ok, nothing, shell, blocked, error, not-html
    meaning: str
    advice: list[str]  # what to do, a sentence each
    confidence: float | None  # the word F1 that the extractor expects of its answer
    page_type: str | None
    extractor: str
    kept_words: int
    visible_words: int  # of the whole page
    kept_leaves: int
    leaves: int  # text nodes and images, hidden ones included
    hidden_leaves: int
    left_out: list[str]  # texts that the content would have if a person saw them
    suspicious: list[str]  # why hidden text looks like instructions to a model
    encoding: str | None  # that the page was decoded from
    carrier: str | None  # the data that the content was found in, where the page does not show it
    cuts: list[str]  # limits that cut something off
    remarks: list[str]
    visible_beginning: str  # how the page begins, menus included


def explain(page: Page, extractor: str) -> Explanation:
    """Return what an extractor made of a page, and why."""
    extraction = Pipeline(load_offered(extractor)).extract_page(page)
    shown = Pipeline(load_offered("everything")).extract_page(page).text
    original = extraction.original_page
    return Explanation(
        url=original.url,
        status=extraction.status.value,
        meaning=extraction.status.meaning,
        advice=list(advice(extraction)),
        confidence=extraction.confidence,
        page_type=extraction.page_type,
        extractor=extraction.extractor,
        kept_words=count_words(extraction.text),
        visible_words=count_words(shown),
        kept_leaves=len(extraction.keep),
        leaves=len(original.leaves),
        hidden_leaves=int(original.visibility(np.arange(len(original.leaves), dtype=np.int32))[0].astype(bool).sum()),
        left_out=[f"{hidden.text[:_SHOWN_CHARACTERS]} ({hidden.reason})" for hidden in extraction.hidden[:_MAX_TEXTS]],
        suspicious=[suspicion.reason for suspicion in extraction.suspicious[:_MAX_TEXTS]],
        encoding=original.encoding,
        carrier=extraction.carrier,
        cuts=sorted(original.cuts),
        remarks=list(extraction.remarks),
        visible_beginning=" ".join(shown[: 2 * _SHOWN_CHARACTERS].split())[:_SHOWN_CHARACTERS],
    )
