"""Formulas: the TeX source where the page has it, else the characters of the MathML.

Pages write one formula several times: KaTeX and MathJax as glyphs for the eye and as MathML for screen readers,
MediaWiki as MathML and as an image. All of them stand in one element (the root of the formula), and are one formula.
MathJax 2 keeps the TeX in a script after that element.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..page import IntColumn, Page, elements
from ..page.patterns import lazy_pattern
from .attributes import class_names, one_line

_MATH, _IMG, _SCRIPT = (elements.CODES[name] for name in ("math", "img", "script"))
_MATHML = elements.table(("math",))
# KaTeX and MathJax 2 write a formula twice: as glyphs for the eye and, in an element with one of these classes, as
# MathML for screen readers.
_ASSISTIVE = frozenset({"katex-mathml", "mjx_assistive_mathml"})
_SILENT_NAMES = frozenset({"annotation", "annotation-xml", "script", "style"})
_TEX_ENCODINGS = frozenset({"application/x-tex", "application/x-latex", "tex", "latex"})
# MediaWiki and WordPress show formulas as images whose `alt` is the TeX source.
_MAY_BE_FORMULA = re.compile("mwe-math|latex", re.IGNORECASE)
_DISPLAY_IMAGE = "mwe-math-fallback-image-display"
_FORMULA_IMAGES = frozenset({"mwe-math-fallback-image-inline", _DISPLAY_IMAGE, "latex"})
# Classes of the elements around all forms of one formula, and those among them of formulas on lines of their own.
_DISPLAY_ROOTS = frozenset({"katex-display", "mathjax_display", "mathjax_svg_display", "mjxc-display"})
_INLINE_ROOTS = frozenset({"katex", "mathjax", "mathjax_svg", "mathjax_chtml", "mjx-chtml", "mwe-math-element"})
_ROOTS = _INLINE_ROOTS | _DISPLAY_ROOTS
_ROOT_TAG = "mjx-container"
_SOURCE_TYPE = "math/tex"  # of MathJax 2's scripts
_CLASS_PARTS = ("katex", "mathjax", "mwe-math", "latex", "mjx")
_MAX_ROOT_DISTANCE = 4  # elements between a formula and its root
_MAX_SOURCE_LENGTH = 5_000  # a longer one is no formula
_STYLE = re.compile(r"\{\\(?:displaystyle|textstyle|scriptstyle)(?![A-Za-z])\s*(.*)\}", re.DOTALL)
_TAG_START = lazy_pattern(r"<(?=[A-Za-z/!?])")
_REFERENCE = lazy_pattern(r"&(?=#?\w+;)")
_LONE_DOLLAR = lazy_pattern(r"(?<!\\)\$")


class Formula(NamedTuple):
    """A formula in TeX."""

    source: str  # one line that is safe between dollar signs: never HTML, a link or the end of a cell
    is_display: bool  # on a line of its own
    leaves: int = 1  # kept ones that show it: MathML, glyphs, an image

    @property
    def text(self) -> str:
        """The formula as plain text and Markdown have it."""
        return f"$${self.source}$$" if self.is_display else f"${self.source}$"


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


def may_have_tex(page: Page, keep: IntColumn) -> bool:
    """Return whether kept leaves may be formulas in TeX: the page has MathML, MathJax's scripts, images of formulas."""
    if page.has_any(_MATHML) or page.containing("type", (_SOURCE_TYPE,)):
        return True
    nodes = page.leaves[keep]
    return any(_is_formula_image(page, node) for node in nodes[page.tag[nodes] == _IMG].tolist())


def write_tex(page: Page, keep: IntColumn, texts: list[str]) -> dict[int, Formula]:
    """Set the texts of formulas to their TeX, the first leaf of each; those of its other leaves to "".

    Returns the formulas by position in `keep`.
    """
    nodes = page.leaves[keep]
    found: dict[int, Formula] = {}
    for root in _roots(page, nodes):
        first, end = nodes.searchsorted(np.array([root, page.end[root]], dtype=np.int32)).tolist()
        if first < end and (formula := _formula(page, root)):
            texts[first:end] = [formula.text, *[""] * (end - first - 1)]
            found[first] = formula._replace(leaves=end - first)
    return found


def _roots(page: Page, nodes: IntColumn) -> Iterator[int]:
    """Yield the roots of the formulas that may hold one of these nodes, in document order; none is inside another."""
    marked = (page.tag[nodes] == _MATH).nonzero()[0]
    candidates = sorted({*nodes[marked].tolist(), *page.containing("class", _CLASS_PARTS)})
    done = 0
    for node in candidates:
        if node >= done and (root := _root(page, node)) >= done:
            yield root
            done = int(page.end[root])


def _root(page: Page, node: int) -> int:
    """Return the outermost element of a formula that a node is in, -1 where it is in none."""
    root = node if page.tag[node] == _MATH or _is_formula_image(page, node) else -1
    above = node
    for _ in range(_MAX_ROOT_DISTANCE):
        if above <= 0:
            break
        if page.names[page.tag[above]] == _ROOT_TAG or not _ROOTS.isdisjoint(class_names(page, above)):
            root = above
        above = int(page.parent[above])
    return root


def _is_formula_image(page: Page, node: int) -> bool:
    if page.tag[node] != _IMG or not (names := page.value(node, "class")) or not _MAY_BE_FORMULA.search(names):
        return False
    return not _FORMULA_IMAGES.isdisjoint(class_names(page, node))


def _formula(page: Page, root: int) -> Formula | None:
    """Return the formula of a root; None where the page does not have its TeX."""
    is_display = not _DISPLAY_ROOTS.isdisjoint(class_names(page, root)) or page.value(root, "display") == "true"
    script = _script_after(page, root)
    if script >= 0 and (source := clean_tex(page[script].text_content)):
        return Formula(source, is_display or "mode=display" in (page.value(script, "type") or ""))
    annotated = alternative = ""
    for index in range(root, int(page.end[root])):
        if page.tag[index] == _MATH:
            is_display |= (page.value(index, "display") or "").strip().lower() == "block"
            alternative = alternative or clean_tex(page.value(index, "alttext"))
        elif _is_formula_image(page, index):
            is_display |= _DISPLAY_IMAGE in class_names(page, index)
            alternative = alternative or clean_tex(page.value(index, "alt"))
        elif not annotated and (page.value(index, "encoding") or "").strip().lower() in _TEX_ENCODINGS:
            annotated = clean_tex(page[index].text_content)
    source = annotated or alternative
    return Formula(source, is_display) if source else None


def _script_after(page: Page, root: int) -> int:
    """Return the script with the source that MathJax 2 leaves after a formula, -1 where there is none."""
    index, end = int(page.end[root]), int(page.end[page.parent[root]]) if root else 0
    while index < end and page.blank[index]:
        index += 1
    return index if index < end and page.tag[index] == _SCRIPT and _is_source(page, index) else -1


def _is_source(page: Page, script: int) -> bool:
    return (page.value(script, "type") or "").startswith(_SOURCE_TYPE)


def clean_tex(source: str | None) -> str:
    """Return TeX on one line for use between dollar signs, raw, but never HTML, a link or the end of a table's cell."""
    if not source or len(source) > _MAX_SOURCE_LENGTH:
        return ""
    tex = one_line(source)
    if (style := _STYLE.fullmatch(tex)) and _is_one_group(tex):
        tex = style.group(1).strip()
    tex = _REFERENCE().sub("& ", _TAG_START().sub("< ", tex).replace("](", "] ("))
    return _LONE_DOLLAR().sub(r"\$", tex).replace("`", "'").replace("|", r"\vert ").strip()


def _is_one_group(tex: str) -> bool:
    """Return whether the first brace of TeX closes with its last character."""
    depth = 0
    for position, character in enumerate(tex):
        if character in "{}" and tex[position - 1 : position] != "\\":
            depth += 1 if character == "{" else -1
            if not depth:
                return position == len(tex) - 1
    return False
