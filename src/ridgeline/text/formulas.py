r"""Formulas: the TeX source where the page has it, else what the MathML says in TeX.

Pages write one formula several times: KaTeX and MathJax as glyphs for the eye and as MathML for screen readers,
MediaWiki as MathML and as an image. All of them stand in one element (the root of the formula), and are one formula.
MathJax 2 keeps the TeX in a script after that element, or instead of it: such a script is a leaf. A number in
parentheses beside a formula that stands on lines of its own becomes its `\tag`.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..page import IntColumn, Page, elements
from ..page.patterns import lazy_pattern
from .attributes import class_names, one_line
from .invisible import without_unshown
from .mathml import local_name, to_tex

_MATH, _IMG, _SCRIPT = (elements.CODES[name] for name in ("math", "img", "script"))
_MATHML = elements.table(("math",))
# KaTeX and MathJax 2 write a formula twice: as glyphs for the eye and, in an element with one of these classes, as
# MathML for screen readers.
_ASSISTIVE = frozenset({"katex-mathml", "mjx_assistive_mathml"})
_SILENT_NAMES = frozenset({"annotation", "annotation-xml", "script", "style"})
_TEX_ENCODINGS = frozenset({"application/x-tex", "application/x-latex", "tex", "latex"})
# Images of formulas have the TeX as `alt` or in the address. They are known by their classes (MediaWiki, WordPress,
# Moodle), by the program that draws them, or by an `alt` in the delimiters of TeX (LaTeX2HTML).
_MAY_BE_FORMULA = re.compile("mwe-math|latex|math|tex-formula", re.IGNORECASE)
_DISPLAY_IMAGE = "mwe-math-fallback-image-display"
_FORMULA_IMAGES = frozenset({"mwe-math-fallback-image-inline", _DISPLAY_IMAGE, "latex", "quicklatex-auto-format"})
_LIKELY_IMAGES = frozenset({"tex", "math", "texrender", "mathtex", "tex-formula", "displaymath", "inline-math"})
_LIKE_TEX = lazy_pattern(r".*[\\^_={}+<>]|\W*\w\W*$")
_PROGRAMS = ("latex.php", "codecogs.com/", "cht=tx", "mathtex.cgi", "mimetex.cgi", "zhihu.com/equation")
_MAX_PROGRAM_LENGTH = 200  # characters of an address in which it is looked for
_SOURCE_IN_ADDRESS = lazy_pattern(r"(?:[?&](?:latex|chl|tex)=|(?:latex|image|\.cgi)\?)([^&#]+)")
_DELIMITED = lazy_pattern(
    r"\$\$(?P<block>.*)\$\$|\\\[(?P<square>.*)\\\]|\$(?P<inline>.*)\$|\\\((?P<round>.*)\\\)|(?P<bare>\\begin\{.*\})",
    re.DOTALL,
)
# Classes of the elements around all forms of one formula, and those among them of formulas on lines of their own.
_DISPLAY_ROOTS = frozenset({"katex-display", "mathjax_display", "mathjax_svg_display", "mjxc-display"})
_INLINE_ROOTS = frozenset(
    {"katex", "mathjax", "mathjax_svg", "mathjax_chtml", "mathjax_preview", "mjx-chtml", "mwe-math-element"}
)
_ROOTS = _INLINE_ROOTS | _DISPLAY_ROOTS
_ROOT_TAG, _PREFIXED_MATH = "mjx-container", ":math"
_SOURCE_TYPE = "math/tex"  # of MathJax 2's scripts
_CLASS_PARTS = ("katex", "mathjax", "mwe-math", "latex", "mjx")
_MAX_ROOT_DISTANCE = 4  # elements between a formula and its root
_MAX_SOURCE_LENGTH = 5_000  # a longer one is no formula
_NUMBER = lazy_pattern(r"\(\s*((?:[A-Za-z]{1,3}[.-]?)?\d[\w.\u2013-]{0,10}['*\u2032]?)\s*\)")
_MAX_NUMBER_DISTANCE = 6  # elements around a formula in which its number is looked for …
_MAX_NUMBER_LEAVES = 6  # … and leaves beside it
_COMMENT = lazy_pattern(r"(?<!\\)%[^\n]*\n|%\s*\]\]>\s*$")
_STYLE = re.compile(r"\{\\(?:displaystyle|textstyle|scriptstyle)(?![A-Za-z])\s*(.*)\}", re.DOTALL)
_TAG_START = lazy_pattern(r"<(?=[A-Za-z/!?])")
_REFERENCE = lazy_pattern(r"&(?=#?\w+;)")
_LONE_DOLLAR = lazy_pattern(r"(?<!\\)\$")


# A kept leaf as the core takes it: position, text, how many leaves show the formula (MathML, glyphs, an image), TeX.
Given = tuple[int, str, int, str | None]


class Formula(NamedTuple):
    """A formula in TeX."""

    source: str  # one line that is safe between dollar signs: never HTML, a link or the end of a cell
    is_display: bool  # on a line of its own

    @property
    def text(self) -> str:
        """The formula as plain text and Markdown have it."""
        return f"$${self.source}$$" if self.is_display else f"${self.source}$"


def has_formulas(page: Page, keep: IntColumn) -> bool:
    """Return whether any of the kept leaves is a formula."""
    return bool((page.tag[page.leaves[keep]] == _MATH).any())


def plain_formulas(page: Page, keep: IntColumn) -> dict[int, str]:
    """Return the texts of formulas by position in `keep`.

    Where the same glyphs follow as ordinary text, theirs is "".
    """
    texts: dict[int, str] = {}
    silent_until = -1
    for position, node in enumerate(page.leaves[keep].tolist()):
        if page.tag[node] == _MATH:
            texts[position] = without_unshown(_formula_text(page, node))
            parent = int(page.parent[node])
            if not _ASSISTIVE.isdisjoint(class_names(page, parent)):
                silent_until = int(page.end[page.parent[parent]])
        elif node < silent_until:
            texts[position] = ""
    return texts


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


def write_formulas(page: Page, keep: IntColumn) -> tuple[Given, ...]:
    """Return the kept leaves that show formulas, as the core takes them, with the TeX of each that has one."""
    nodes = page.leaves[keep]
    texts = plain_formulas(page, keep)
    found: dict[int, tuple[int, str]] = {}
    for root, stop in _formulas_at(page, nodes):
        first, end = _leaves_in(nodes, root, stop)
        beside = _beside(page, nodes, root, first) if first == end else -1
        if (first == end and beside < 0) or not (formula := _formula(page, root)):
            continue
        if first == end:
            shown = texts.get(beside, page.text[int(nodes[beside])])
            texts[beside] = " ".join((formula.text, shown) if beside == first else (shown, formula.text))
            continue
        if formula.is_display:
            formula = _numbered(page, nodes, texts, root, formula)
        texts |= dict.fromkeys(range(first, end), "") | {first: formula.text}
        found[first] = end - first, formula.source
    return tuple((position, text, *found.get(position, (1, None))) for position, text in texts.items())


def _beside(page: Page, nodes: IntColumn, root: int, place: int) -> int:
    """Return the text on whose line a formula stands that no leaf shows, as MathJax 3 writes them; -1 for none."""
    around = (position for position in (place, place - 1) if 0 <= position < len(nodes))
    blocks = ((position, page.block[nodes[position]]) for position in around if page.text[nodes[position]])
    return next((position for position, block in blocks if block == page.block[root]), -1)


def _leaves_in(nodes: IntColumn, start: int, stop: int) -> tuple[int, int]:
    """Return the positions of the leaves from one node to before another: the first, and one past the last."""
    first, end = nodes.searchsorted(np.array([start, stop], dtype=np.int32)).tolist()
    return first, end


def _numbered(page: Page, nodes: IntColumn, texts: dict[int, str], root: int, formula: Formula) -> Formula:
    """Return a formula with the number that stands alone beside it as its tag; the number itself is not written.

    `texts` are those of formulas, by position.
    """
    first, end = _leaves_in(nodes, root, int(page.end[root]))
    around, said, beside = root, "", []
    for _ in range(_MAX_NUMBER_DISTANCE):
        around = int(page.parent[around])
        start, stop = _leaves_in(nodes, around, int(page.end[around])) if around > 0 else (first, end)
        if said or around <= 0 or stop - start > end - first + _MAX_NUMBER_LEAVES:
            break
        beside = [*range(start, first), *range(end, stop)]
        own = (texts[position] if position in texts else page.text[int(nodes[position])] for position in beside)
        said = "".join(own).strip()
    if not (number := _NUMBER().fullmatch(said)):
        return formula
    texts |= dict.fromkeys(beside, "")
    return formula if "\\tag" in formula.source else formula._replace(source=f"{formula.source}\\tag{{{number[1]}}}")


def _formulas_at(page: Page, nodes: IntColumn) -> Iterator[tuple[int, int]]:
    """Yield the formulas that may hold one of these nodes, in document order: the root, and one past the last node.

    None is inside another.
    """
    tags, foreign = page.tag[nodes], _foreign_tags(page)
    own = nodes[(tags == _MATH) | (tags == _SCRIPT) | (tags == _IMG)].tolist()
    others = np.flatnonzero(np.isin(page.tag, foreign)).tolist() if foreign else []
    done = 0
    for node in sorted({*own, *others, *page.containing("class", _CLASS_PARTS)}):
        if node >= done and (root := _root(page, node)) >= done:
            script = _script_after(page, root)
            done = int(page.end[root if script < 0 else script])
            yield root, done


def _foreign_tags(page: Page) -> list[int]:
    """Return the tags of formulas that HTML does not know: that of MathJax, MathML with a prefix."""
    names = enumerate(page.names[elements.UNKNOWN :], elements.UNKNOWN)
    return [code for code, name in names if name == _ROOT_TAG or name.endswith(_PREFIXED_MATH)]


def _root(page: Page, node: int) -> int:
    """Return the outermost element of a formula that a node is in, -1 where it is in none."""
    is_own = page.tag[node] == _SCRIPT or local_name(page, node) == "math" or _is_formula_image(page, node)
    root, above = node if is_own else -1, node
    for _ in range(_MAX_ROOT_DISTANCE):
        if above <= 0:
            break
        if page.names[page.tag[above]] == _ROOT_TAG or not _ROOTS.isdisjoint(class_names(page, above)):
            root = above
        above = int(page.parent[above])
    return root


def _is_formula_image(page: Page, node: int) -> bool:
    """Return whether an image shows a formula whose TeX is known."""
    if page.tag[node] != _IMG:
        return False
    classes, alternative = class_names(page, node), page.value(node, "alt") or ""
    has_signs = "\\" in alternative or "^" in alternative or "$" in alternative
    if has_signs or _MAY_BE_FORMULA.search(" ".join(classes)):
        if not _FORMULA_IMAGES.isdisjoint(classes):
            return True
        if not _LIKELY_IMAGES.isdisjoint(classes) and _LIKE_TEX().match(one_line(alternative[:_MAX_SOURCE_LENGTH])):
            return True
    if has_signs and _DELIMITED().fullmatch(alternative.strip()):
        return True
    address = (page.value(node, "src") or "")[:_MAX_PROGRAM_LENGTH].lower()
    return any(program in address for program in _PROGRAMS)


def _image_source(page: Page, node: int) -> tuple[str, bool]:
    """Return the TeX of an image, and whether its delimiters say that it stands on lines of its own."""
    alternative = (page.value(node, "alt") or "").strip()
    if found := _DELIMITED().fullmatch(alternative):
        return found[found.lastgroup or 0], found.lastgroup in ("block", "square", "bare")
    if not alternative and (found := _SOURCE_IN_ADDRESS().search((page.value(node, "src") or "")[:_MAX_SOURCE_LENGTH])):
        from urllib.parse import unquote_plus  # few pages have such pictures

        return unquote_plus(found[1]), False
    return alternative, False


def _formula(page: Page, root: int) -> Formula | None:
    """Return the formula of a root; None where the page does not have its TeX."""
    is_display = not _DISPLAY_ROOTS.isdisjoint(class_names(page, root)) or page.value(root, "display") == "true"
    script = root if page.tag[root] == _SCRIPT else _script_after(page, root)
    if script >= 0 and (source := clean_tex(page[script].text_content)):
        return Formula(source, is_display or "mode=display" in (page.value(script, "type") or ""))
    annotated = alternative = ""
    mathml = -1
    for index in range(root, int(page.end[root])):
        if local_name(page, index) == "math":
            is_display |= (page.value(index, "display") or "").strip().lower() == "block"
            alternative = alternative or clean_tex(page.value(index, "alttext"))
            mathml = index if mathml < 0 else mathml
        elif _is_formula_image(page, index):
            inside, stands_alone = _image_source(page, index)
            is_display |= stands_alone or _DISPLAY_IMAGE in class_names(page, index)
            alternative = alternative or clean_tex(inside)
        elif not annotated and (page.value(index, "encoding") or "").strip().lower() in _TEX_ENCODINGS:
            annotated = clean_tex(page[index].text_content)
        elif not alternative:
            alternative = clean_tex(page.value(index, "data-latex"))  # MathJax 4
    source = annotated or alternative or (clean_tex(to_tex(page, mathml)) if mathml >= 0 else "")
    if not source and mathml < 0:
        from .typeset import typeset_tex  # few pages have formulas without a source

        source = clean_tex(typeset_tex(page, root))
    return Formula(source, is_display) if source else None


def _script_after(page: Page, root: int) -> int:
    """Return the script with the source that MathJax 2 leaves after a formula, -1 where there is none."""
    index, end = int(page.end[root]), int(page.end[page.parent[root]]) if root else 0
    while index < end and page.blank[index]:
        index += 1
    is_source = index < end and page.tag[index] == _SCRIPT and page.tag[root] != _SCRIPT
    return index if is_source and (page.value(index, "type") or "").startswith(_SOURCE_TYPE) else -1


def clean_tex(source: str | None) -> str:
    """Return TeX on one line for use between dollar signs, raw, but never HTML, a link or the end of a table's cell."""
    if not source or len(source) > _MAX_SOURCE_LENGTH:
        return ""
    tex = one_line(_COMMENT().sub("", source))
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
