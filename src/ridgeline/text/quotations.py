"""Marks that a browser shows but the source does not hold: quotation marks of `q`, parentheses of ruby's readings."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..page import IntColumn, Page, elements

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
_SPACED = "fr"  # a space stands inside of the marks
_ANY_MARK = frozenset("\"'“”„‟‘’‚‛«»‹›「」『』《》〈〉＂")


class _Insertion(NamedTuple):
    """The text that is written around the leaves of an element."""

    element: int
    opening: str
    closing: str


def write_marks(page: Page, keep: IntColumn, texts: list[str]) -> None:
    """Add the marks of `q` and `rt` to the first and the last text in each, where the page does not write its own."""
    insertions = _insertions(page)
    shown = [position for position, text in enumerate(texts) if text.strip()]
    nodes = page.leaves[keep[shown]]
    elements = np.array([element for element, _, _ in insertions], dtype=np.int32)
    firsts, ends = nodes.searchsorted(elements).tolist(), nodes.searchsorted(page.end[elements]).tolist()
    for (element, opening, closing), first, end in zip(insertions, firsts, ends, strict=True):
        if first == end:
            continue
        start, stop = shown[first], shown[end - 1]
        if page.tag[element] == _Q and (
            _is_marked(texts[start].lstrip(), texts[stop].rstrip())
            or (first > 0 and end < len(shown) and _is_marked(texts[shown[end]], texts[shown[first - 1]]))
        ):
            continue
        texts[start] = _with_opening(texts[start], opening)
        texts[stop] = _with_closing(texts[stop], closing)


def _insertions(page: Page) -> list[_Insertion]:
    """Return the marks of each `q` and `rt`, inner ones first: those of outer ones are then written around them."""
    readings = [_Insertion(node, "(", ")") for node in np.flatnonzero(page.tag == _RT).tolist()]
    return sorted([*readings, *_quotations(page)], reverse=True)


def _quotations(page: Page) -> Iterator[_Insertion]:
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
        opening, closing = _marks(language or "", is_inner=len(ends) % 2 == 1)
        yield _Insertion(node, opening, closing)
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


def _with_opening(text: str, mark: str) -> str:
    words = text.lstrip()
    return text[: len(text) - len(words)] + mark + words


def _with_closing(text: str, mark: str) -> str:
    words = text.rstrip()
    return words + mark + text[len(words) :]
