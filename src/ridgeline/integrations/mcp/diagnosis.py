"""The tool `explain_page`: why a page has little or no content, and what to do about it."""

from collections.abc import Iterator

from typing_extensions import TypedDict  # pydantic reads that of `typing` from Python 3.12 on

from ...extraction import Extraction
from ...page import Page
from ...pipeline import extract_page
from ...registry import load_offered
from ...status import Status
from ...text.words import is_spaceless, split_words

MIN_CONFIDENCE = 0.6  # under it, an answer deserves a second look
_SHOWN_CHARACTERS = 300


class Explanation(TypedDict):
    """What is known about an extraction."""

    url: str | None
    status: str  # ok, nothing, shell, blocked, not-html
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
    encoding: str | None  # that the page was decoded from
    carrier: str | None  # the data that the content was found in, where the page does not show it
    cuts: list[str]  # limits that cut something off
    remarks: list[str]
    visible_beginning: str  # how the page begins, menus included


def explain(page: Page, extractor: str) -> Explanation:
    """Return what an extractor made of a page, and why."""
    extraction = extract_page(page, load_offered(extractor))
    shown = extract_page(page, load_offered("everything")).text
    original = extraction.original_page
    return Explanation(
        url=original.url,
        status=extraction.status.value,
        meaning=extraction.status.meaning,
        advice=list(advice(extraction)),
        confidence=extraction.confidence,
        page_type=extraction.page_type,
        extractor=extraction.extractor,
        kept_words=_count_words(extraction.text),
        visible_words=_count_words(shown),
        kept_leaves=len(extraction.keep),
        leaves=len(original.leaves),
        hidden_leaves=int(original.hidden[original.leaves].sum()),
        encoding=original.encoding,
        carrier=extraction.carrier,
        cuts=sorted(original.cuts),
        remarks=list(extraction.remarks),
        visible_beginning=" ".join(shown[: 2 * _SHOWN_CHARACTERS].split())[:_SHOWN_CHARACTERS],
    )


def advice(extraction: Extraction) -> Iterator[str]:
    """Yield what to do about an extraction that is not as wished."""
    if extraction.status is not Status.OK:
        yield _ADVICE[extraction.status]
    elif extraction.confidence is not None and extraction.confidence < MIN_CONFIDENCE:
        yield (
            f"{extraction.extractor} expects a word F1 of only {extraction.confidence:.2f}: see what others keep with "
            "compare_extractors, or read with favor=recall or favor=precision"
        )
    if extraction.carrier is not None:
        yield f"the content comes from data in the page ({extraction.carrier}): a browser may show more"
    if extraction.original_page.cuts:
        yield "only a part of the page was read, since it is over a limit: give the part of interest as html"


_ADVICE = {
    Status.NOTHING: "see all visible text with extractor=everything, or name the content with select=CSS",
    Status.SHELL: "scripts build this page: open it in a browser, and give the HTML that it then has as html",
    Status.BLOCKED: "the server sent a captcha, a login or a refusal: open it in a browser, and give its HTML as html",
    Status.NOT_HTML: "this is no web page: use a tool for its format",
}


def _count_words(text: str) -> int:
    return len(split_words(text, spaceless=is_spaceless(text)))
