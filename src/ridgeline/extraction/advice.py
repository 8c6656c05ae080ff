"""Advice on an extraction for a person: how sure it is, in words, and what to do where it is not as wished."""

from collections.abc import Iterator

from ..status import Status
from ..text.words import count_words
from . import Extraction

MIN_CONFIDENCE = 0.6  # under it, an answer deserves a second look
MIN_WORDS = 20  # under it, type and language are guesses: of 50 characters, one language in ten is wrong

# From the confidence on that each is said of.
_WORDS = ((0.9, "very sure"), (0.75, "fairly sure"), (MIN_CONFIDENCE, "not quite sure"), (0.0, "unsure"))


def advice(extraction: Extraction) -> Iterator[str]:
    """Yield what to do about an extraction that is not as wished, a sentence each."""
    if extraction.status is not Status.OK:
        yield _ADVICE[extraction.status]
    elif extraction.confidence is not None and extraction.confidence < MIN_CONFIDENCE:
        yield (
            f"{extraction.extractor} expects a word F1 of only {extraction.confidence:.2f}: compare what other "
            "extractors keep, or favor recall or precision"
        )
    if extraction.status is Status.OK and (words := count_words(extraction.text)) < MIN_WORDS:
        yield f"with {words} words, the page type is a guess, and so is the language unless the page declares it"
    if extraction.carrier is not None:
        yield f"the content comes from data in the page ({extraction.carrier}): a browser may show more"
    if extraction.cuts:
        yield "only a part of the page was read, since it is over a limit: give the part of interest as html"


def confidence_words(confidence: float | None) -> str | None:
    """Return how sure an extractor is, in words; None where it does not say."""
    if confidence is None:
        return None
    return next(words for bound, words in _WORDS if confidence >= bound or not bound)


_ADVICE = {
    Status.NOTHING: "see all visible text with the extractor everything, or name the content by CSS selectors",
    Status.SHELL: "scripts build this page: open it in a browser, and give the HTML that it then has",
    Status.BLOCKED: "the server sent a captcha, a login or a refusal: open the page in a browser, and give its HTML",
    Status.ERROR: "the server sent an error instead of the page: check its address, or try again later",
    Status.NOT_HTML: "this is no web page: use a tool for its format",
}
