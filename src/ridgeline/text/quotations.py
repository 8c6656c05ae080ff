"""Marks that a browser shows but the source does not hold: quotation marks of `q`, parentheses of ruby's readings."""

from collections.abc import Iterator

import numpy as np

from ..page import IntColumn, Page, elements
from ..page.cache import cached_if_short

_Q, _RT = elements.CODES["q"], elements.CODES["rt"]
# By language: opening and closing marks, then those of a quotation inside another, as browsers show them.
_ENGLISH = "“”‘’"
_MARKS = {
    **dict.fromkeys("de cs sk sl bg lt et is hr sr sq ka".split(), "„“‚‘"),
    **dict.fromkeys("pl ro hu".split(), "„”‚’"),
    **dict.fromkeys("fr es it pt el ca gl nb nn no hy fa".split(), "«»“”"),
    **dict.fromkeys("ru uk be".split(), "«»„“"),
    **dict.fromkeys("sv fi".split(), "””’’"),
    **dict.fromkeys("ja zh-tw zh-hk zh-hant".split(), "「」『』"),
    "da": "»«›‹",
}
_READING = ("(", ")")
_SPACED = "fr"  # a space stands inside of the marks
_ANY_MARK = frozenset("\"'“”„‟‘’‚‛«»‹›「」『』《》〈〉＂")


def write_marks(page: Page, keep: IntColumn, texts: list[str]) -> None:
    """Add the marks of `q` and `rt` to the first and the last text in each, where the page does not write its own."""
    quotations = dict(_quotations(page))
    shown = np.flatnonzero(np.fromiter((bool(text.strip()) for text in texts), np.bool_, len(texts)))
    nodes = page.leaves[keep[shown]]
    # Inner ones first: those of outer ones are written around them.
    elements = np.flatnonzero((page.tag == _Q) | (page.tag == _RT))[::-1]
    firsts, ends = nodes.searchsorted(elements), nodes.searchsorted(page.end[elements])
    some = firsts < ends
    rows = (elements[some], firsts[some], ends[some])
    # A page may have hundreds of thousands of readings: views of the columns make one number at a time.
    for element, first, end in zip(*(row.data for row in rows), strict=True):
        start, stop = int(shown[first]), int(shown[end - 1])
        if element in quotations and (
            _is_marked(texts[start].lstrip(), texts[stop].rstrip())
            or (first > 0 and end < len(shown) and _is_marked(texts[shown[end]], texts[shown[first - 1]]))
        ):
            continue
        opening, closing = quotations.get(element, _READING)
        texts[start] = _with_opening(texts[start], opening)
        texts[stop] = _with_closing(texts[stop], closing)


def _quotations(page: Page) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield the `q` elements with their marks."""
    nodes = np.flatnonzero(page.tag == _Q).tolist()
    if not nodes:
        return
    names_language = np.zeros(len(page), dtype=np.bool_)
    names_language[list(page.having("lang"))] = True
    named_by = page.nearest(names_language)
    ends: list[int] = []  # of the quotations that are open
    for node in nodes:
        while ends and ends[-1] <= node:
            ends.pop()
        language = page.value(int(named_by[node]), "lang") if named_by[node] >= 0 else None
        yield node, _marks(language or "", is_inner=len(ends) % 2 == 1)
        ends.append(int(page.end[node]))


def _marks(language: str, *, is_inner: bool) -> tuple[str, str]:
    """Return the opening and the closing mark of a quotation in a language."""
    name = language.strip().lower().replace("_", "-")[:20]
    marks = _MARKS.get(name) or _MARKS.get(name.split("-")[0], _ENGLISH)
    opening, closing = (marks[2], marks[3]) if is_inner else (marks[0], marks[1])
    return (opening + " ", " " + closing) if name.startswith(_SPACED) and opening == "«" else (opening, closing)


def _is_marked(first: str, last: str) -> bool:
    """Return whether one text starts and the other ends with a quotation mark."""
    return first[:1] in _ANY_MARK and last[-1:] in _ANY_MARK


# Readings are short, and a page has the same ones again and again: one string serves them all.
@cached_if_short(1024)
def _with_opening(text: str, mark: str) -> str:
    words = text.lstrip()
    return text[: len(text) - len(words)] + mark + words


@cached_if_short(1024)
def _with_closing(text: str, mark: str) -> str:
    words = text.rstrip()
    return words + mark + text[len(words) :]
