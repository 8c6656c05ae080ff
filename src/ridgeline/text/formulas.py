"""The text and the TeX source of formulas: MathML, and images of formulas."""

from ..page import IntColumn, Page, elements
from .attributes import class_names, one_line

_MATH = elements.CODES["math"]
# KaTeX and MathJax 2 write a formula twice: as glyphs for the eye and, in an element with one of these classes, as
# MathML for screen readers.
_ASSISTIVE = frozenset({"katex-mathml", "mjx_assistive_mathml"})
_SILENT_NAMES = frozenset({"annotation", "annotation-xml", "script", "style"})
_TEX_ENCODINGS = frozenset({"application/x-tex", "application/x-latex", "tex", "latex"})
# MediaWiki and WordPress show formulas as images whose `alt` is the TeX source.
_FORMULA_IMAGES = frozenset({"mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "latex"})


def has_formulas(page: Page, keep: IntColumn) -> bool:
    """Return whether any of the kept leaves is a formula."""
    return bool((page.tag[page.leaves[keep]] == _MATH).any())


def fill_in_formulas(page: Page, keep: IntColumn, texts: list[str]) -> None:
    """Set the texts of formulas; where the same glyphs follow as ordinary text, set those to ""."""
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
        if name in _SILENT_NAMES:
            index = int(page.end[index])
        else:
            pieces.append(" " if name in elements.BLOCK_NAMES else page.text[index])
            index += 1
    return " ".join("".join(pieces).split())


def tex_source(page: Page, node: int) -> str | None:
    """Return the TeX source of a formula or of an image of one; None where the page does not have it."""
    if page.tag[node] != _MATH:
        is_formula = not _FORMULA_IMAGES.isdisjoint(class_names(page, node))
        return one_line(page.value(node, "alt")) or None if is_formula else None
    for index in range(node + 1, int(page.end[node])):
        encoding = page.value(index, "encoding")
        if encoding and encoding.strip().lower() in _TEX_ENCODINGS and (source := one_line(page[index].text_content)):
            return source
    return one_line(page.value(node, "alttext")) or None
