"""Finds the title of a page and the heading that shows it, reading JSON-LD only where the rest leaves it open."""

import re
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from ..page import Page, elements
from .jsonld import linked_strings
from .normalisation import clean, without_markup
from .sources import Sources
from .surroundings import shown_text
from .titles import Title, choose_title, same_heading, same_words, words

if TYPE_CHECKING:
    from .evidence import Evidence

_MAX_TITLE_LENGTH = 500
_MAX_HEADINGS = 20
_MAX_BUTTONS = 4
_MAX_SIMILAR = 100
_STABLE_START = 6  # characters of a title that are the same wherever it is shown
_OTHER_TITLES = ("twitter:title", "dc.title", "dcterms.title", "citation_title", "parsely-title", "title")
# Signs and words of links that stand at the end of a heading and lead to it, or to its editor.
_PERMALINK = re.compile(r"\s*(?:[¶🔗]|(?<=\s)#|\[edit\])$")
_ENDS_OF_PERMALINKS = ("¶", "🔗", "#", "]")
_BUTTON = elements.CODES["button"]


def find_page_title(evidence: "Evidence") -> Title:
    """Return the title and the h1 that shows it.

    An h1 that says the same as og:title or the `title` element settles it; only else are all sources asked.
    """
    page, each_meta = evidence.page, evidence.sources.each_meta
    near = [*_first_clean(each_meta("og:title")), *_first_clean((page.title or "",))]
    found = same_heading(evidence.headings, near, evidence.stated_site_names, page.url)
    if found.heading is not None:
        return found
    headlines = map(without_markup, linked_strings(evidence.linked, "headline"))
    stated = [*_first_clean(headlines), *near, *_first_clean(each_meta(*_OTHER_TITLES))]
    return choose_title(evidence.headings, stated, evidence.site_names, page.url)


def find_headline(evidence: "Evidence") -> int | None:
    """Return the element that shows the title: an h1, else a lesser heading, else any with just these words."""
    title = evidence.title
    if title.heading is not None or not title.text:
        return title.heading
    return _heading_showing(evidence, title.text) or _element_showing(evidence.page, title.text)


def _heading_showing(evidence: "Evidence", title: str) -> int | None:
    start = next(iter(words(title)), "")
    for index in evidence.sources.subheadings[:_MAX_HEADINGS]:
        text = shown_text(evidence.page, index, 2 * len(title))
        if start in text.casefold() and same_words(text, title):
            return index
    return None


def _element_showing(page: Page, title: str) -> int | None:
    start, longest = title[:_STABLE_START], 2 * len(title) + 50
    similar = (index for index in page.saying(start)[0] if len(page.text[index]) <= longest)
    for index in islice(similar, _MAX_SIMILAR):
        if same_words(page.text[index], title):
            return int(page.parent[index])
    return None


def read_headings(page: Page, sources: Sources) -> dict[int, str]:
    """Return the texts of the h1 elements that have any, by node."""
    texts = {index: shown_text(page, index, _MAX_TITLE_LENGTH) for index in sources.headings[:_MAX_HEADINGS]}
    return {index: bare for index, text in texts.items() if (bare := _without_gadgets(page, index, text))}


def _without_gadgets(page: Page, heading: int, text: str) -> str:
    """Return the text of a heading without a permalink, or what buttons say, at its end."""
    for button in np.flatnonzero(page.tag[heading : page.end[heading]] == _BUTTON)[-_MAX_BUTTONS:][::-1].tolist():
        label = shown_text(page, heading + button, _MAX_TITLE_LENGTH)
        text = text.removesuffix(label).rstrip() or text
    return _PERMALINK.sub("", text) if text.endswith(_ENDS_OF_PERMALINKS) else text


def _first_clean(texts: Iterable[str]) -> list[str]:
    """Return the first text that says something, as a list of at most one."""
    for text in texts:
        if cleaned := clean(text, _MAX_TITLE_LENGTH):
            return [cleaned]
    return []
