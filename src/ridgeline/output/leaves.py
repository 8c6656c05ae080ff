"""What a reader sees of each leaf: its words, or the formula that it shows."""

import re
from collections.abc import Callable
from operator import itemgetter

from ..page import IntColumn, Page, elements
from ..text.cuts import fold

_MATH = elements.CODES["math"]

# Replaced elements that show another document, or play it.
EMBEDDED = frozenset("iframe video audio embed object applet".split())

# Control characters show nothing on a page, and in a terminal they may be commands; white space of HTML is not among
# them, it is folded. Halves of characters (surrogates) cannot be written as UTF-8.
_UNSHOWN = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff]+")
_CONTROL_BYTES = bytes([*range(0x09), 0x0B, *range(0x0E, 0x20), 0x7F])
_UPPER_CONTROLS = re.compile(rb"\xc2[\x80-\x9f]")
# What Python takes for white space, and a browser shows as it is.
_LASTING_SPACES = "\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))

# A formula that is there a second time as ordinary text, for the eye: KaTeX and MathJax 2 write the MathML for screen
# readers into an element with one of these classes, beside the glyphs.
_ASSISTIVE = frozenset({"katex-mathml", "mjx_assistive_mathml"})
_MAX_CLASS_LENGTH = 300  # characters that are looked at
_UNSPOKEN = frozenset({"annotation", "annotation-xml", "script", "style"})
_TEX = frozenset({"application/x-tex", "application/x-latex", "tex", "latex"})
# MediaWiki and WordPress show formulas as images whose `alt` is the TeX source.
_FORMULA_IMAGE = frozenset({"mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "latex"})


def visible_texts(page: Page, keep: IntColumn) -> list[str]:
    """By kept leaf: the text that it shows, white space as it stands in the source; "" for what shows no text."""
    positions = keep.tolist()
    if len(positions) > 1:
        texts = list(itemgetter(*positions)(page.leaf_text))
    else:
        texts = [page.leaf_text[position] for position in positions]
    if (page.tag[page.leaves[keep]] == _MATH).any():
        _speak_formulas(page, keep, texts)
    return [shown(text) for text in texts] if _has_unshown("".join(texts)) else texts


def _has_unshown(text: str) -> bool:
    """Whether `_UNSHOWN` is anywhere in a text, in a tenth of the time."""
    try:
        encoded = text.encode()
    except UnicodeEncodeError:
        return True
    return len(encoded.translate(None, _CONTROL_BYTES)) < len(encoded) or bool(_UPPER_CONTROLS.search(encoded))


def shown(text: str) -> str:
    """The text without what shows nothing."""
    return _UNSHOWN.sub("", text)


def folding(text: str) -> Callable[[str], str]:
    """How to make parts of this text one line each, as a browser does; the ideographic space and its like stay."""
    has_lasting = not text.isascii() and any(space in text for space in _LASTING_SPACES)
    return _fold_carefully if has_lasting else _fold


def _fold(text: str) -> str:
    return " ".join(text.split())


def _fold_carefully(text: str) -> str:
    return fold(text).strip(" ")


def one_line(text: str | None) -> str:
    """An attribute's value as a line of text."""
    return _fold(shown(text)) if text else ""


def class_names(page: Page, node: int) -> list[str]:
    """The classes of an element, in lower case."""
    names = page.attributes[node].get("class")
    return names[:_MAX_CLASS_LENGTH].lower().split() if names else []


def _speak_formulas(page: Page, keep: IntColumn, texts: list[str]) -> None:
    """Formulas get their text; where the same glyphs stand beside one as ordinary text, those fall silent."""
    silent_until = -1
    for position, node in enumerate(page.leaves[keep].tolist()):
        if page.tag[node] == _MATH:
            texts[position] = _formula_text(page, node)
            parent = int(page.parent[node])
            if not _ASSISTIVE.isdisjoint(class_names(page, parent)):
                silent_until = int(page.end[page.parent[parent]])
        elif node < silent_until:
            texts[position] = ""


def _formula_text(page: Page, node: int) -> str:
    pieces = []
    index, end = node + 1, int(page.end[node])
    while index < end:
        name = page.names[page.tag[index]]
        if name in _UNSPOKEN:
            index = int(page.end[index])
        else:
            pieces.append(" " if name in elements.BLOCK_NAMES else page.text[index])
            index += 1
    return " ".join("".join(pieces).split())


def tex(page: Page, node: int) -> str | None:
    """The TeX source of a formula or of an image of one, where the page has it."""
    attributes = page.attributes[node]
    if page.tag[node] != _MATH:
        is_formula = not _FORMULA_IMAGE.isdisjoint(class_names(page, node))
        return one_line(attributes.get("alt")) or None if is_formula else None
    for index in range(node + 1, int(page.end[node])):
        encoding = page.attributes[index].get("encoding")
        if encoding and encoding.strip().lower() in _TEX and (source := one_line(page[index].text_content)):
            return source
    return one_line(attributes.get("alttext")) or None
