"""Superscript and subscript in Unicode's characters, where it has them all: 10⁻³, H₂O, and a footnote's mark word¹.

Without this, exponents and the marks of footnotes would read as digits of what stands before them. Where a character
has no such form, the text stays as it is: 4th, word[1]. So do fractions, which people write 1/2.
"""

import numpy as np

from ..page import IntColumn, Page, elements

_SUP, _SUB = elements.CODES["sup"], elements.CODES["sub"]
_HIGH = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_LOW = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_CHARACTERS = {_SUP: frozenset(map(chr, _HIGH)), _SUB: frozenset(map(chr, _LOW))}
_TRANSLATIONS = {_SUP: _HIGH, _SUB: _LOW}
_LISTING = frozenset(", \t\r\n\xa0")  # between the marks of two footnotes
_SLASHES = ("/", "⁄")
_NOT_INSIDE = elements.BLOCK | elements.REPLACED
_MAX_LENGTH = 30  # characters of one exponent or mark


def raise_and_lower(page: Page, keep: IntColumn, texts: list[str]) -> None:
    """Write the kept leaves in each `sup` and `sub` in superscript and subscript characters, where all have one."""
    nodes = page.leaves[keep]
    found = np.flatnonzero((page.tag == _SUP) | (page.tag == _SUB)).astype(np.int32)
    # All at once, and in the type of the nodes: else each search would convert all of them.
    rows = zip(found.tolist(), *(nodes.searchsorted(ends).tolist() for ends in (found, page.end[found])), strict=True)
    for element, first, end in rows:
        if first < end and has_characters(page, element) and not _is_part_of_fraction(texts, first, end):
            translation = _TRANSLATIONS[int(page.tag[element])]
            texts[first:end] = [text.translate(translation) for text in texts[first:end]]


def _is_part_of_fraction(texts: list[str], first: int, end: int) -> bool:
    """Return whether a slash follows or precedes these texts directly."""
    before, after = texts[first - 1] if first else "", texts[end] if end < len(texts) else ""
    return after[:1] in _SLASHES or before[-1:] in _SLASHES


def has_characters(page: Page, element: int) -> bool:
    """Return whether an element is short inline text, all of whose characters have the form that it asks for."""
    inside = slice(element + 1, int(page.end[element]))
    if inside.stop - inside.start > _MAX_LENGTH or _NOT_INSIDE.take(page.tag[inside], mode="clip").any():
        return False
    text = "".join(page.text[inside])
    characters = set(text) - _LISTING
    return len(text) <= _MAX_LENGTH and bool(characters) and characters <= _CHARACTERS[int(page.tag[element])]
