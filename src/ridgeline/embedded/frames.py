"""Content in frames: documents in `srcdoc`, and in an `iframe` that nobody closed."""

import re

from ..page import Budget, Limits, Page, parse
from ..text.characters import count_words
from .carriers import FRAME
from .prose import MIN_WORDS, NOTHING, Writing, heaviest


def find(page: Page, budget: Budget) -> Writing:
    """Return the document in a frame that has the most words. A frame that nobody closed holds the rest of the page."""
    documents = [page.attributes[index]["srcdoc"] or "" for index in page.having("srcdoc")]
    documents += [frame.text_content for frame in page.find("iframe")]
    return heaviest(_document(document, budget) for document in documents if not budget.is_spent())


# React sends parts of a page later, hidden, for a script to put in their place.
_MIN_SECONDS = 0.01  # for the parse of one that was begun
_STREAMED = re.compile(r"""<div hidden(?:="")?(?= id="S:)""")


def _document(source: str, budget: Budget) -> Writing:
    if len(source) < MIN_WORDS:  # fewer characters hold fewer words
        return NOTHING
    source = _STREAMED.sub("<div", source)
    inner = parse(source, limits=Limits(seconds=None if budget.seconds is None else max(budget.left, _MIN_SECONDS)))
    shown = " ".join(
        text for text, is_hidden in zip(inner.leaf_text, inner.hidden[inner.leaves], strict=True) if not is_hidden
    )
    words = count_words(shown)
    return Writing(float(words), words, source, carrier=FRAME)
