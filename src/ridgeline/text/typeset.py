"""Formulas of which a page has only what MathJax and KaTeX drew: glyphs in elements, as TeX.

MathJax names each element after MathML: by attribute (SVG), tag (CHTML) or class (version 2). KaTeX has classes of its
own, and says by its styles what stands above what. Characters that are no text are in attributes and classes.
"""

import re
from collections.abc import Iterator

from ..page import Page, elements, parse
from .attributes import class_names, one_line
from .mathml import LARGE, MAX_LENGTH, Writer, characters, group, joined, to_tex, with_scripts

_NAMES = frozenset(
    "mi mo mn ms mtext mrow msub msup msubsup munder mover munderover mfrac msqrt mroot mtable mtr mlabeledtr mtd"
    " mstyle mpadded menclose mphantom mspace".split()
)
_TOKENS = frozenset({"mi", "mo", "mn", "ms", "mtext"})
_ROWS = frozenset("texatom base op sup sub over under num den numerator denominator root script".split())
_HIDDEN = frozenset("surd line nstrut dstrut spacer assistive-mml strut pstrut mspace vlist-s nulldelimiter".split())
_ABOVE, _BELOW = frozenset({"sup", "over"}), frozenset({"sub", "under"})
_GLYPH = re.compile(r"(?:mjx-)?c?([0-9A-F]{2,6})")
_HEIGHT = re.compile(r"translate\([^,)]*,\s*(-?[0-9.]+)|top:\s*(-?[0-9.]+)em")
_SIZE = re.compile(r"height:\s*([0-9.]+)em")
_MAX_DEPTH = 60
_MAX_MATHML = 50_000  # characters of MathML in an attribute


def typeset_tex(page: Page, root: int) -> str:
    """Return the TeX of a typeset formula, "" where it shows nothing or is too long for one."""
    inside = range(root, int(page.end[root]))
    if len(inside) > MAX_LENGTH:
        return ""
    if given := next((value for node in inside if (value := page.value(node, "data-mathml"))), ""):
        mathml = parse(given[:_MAX_MATHML])
        return next((to_tex(mathml, element.index) for element in mathml.find("math")), "")
    html = next((node for node in inside if "katex-html" in class_names(page, node)), -1)
    tex = _katex(page, html, 0) if html >= 0 else _Rendered(page).tex(root)
    return tex.strip() if len(tex) <= MAX_LENGTH else ""


class _Rendered(Writer):
    """Writes what MathJax drew."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._writers |= dict.fromkeys(("msub", "msup", "msubsup"), self._drawn_scripts)
        self._writers |= dict.fromkeys(("munder", "mover", "munderover"), self._drawn_limits)

    def tex(self, root: int) -> str:
        """Return the TeX of a formula; "" for prose, which themes call "mathjax" where a formula may be in it."""
        page, token_end = self._page, -1
        for node in range(root, int(page.end[root])):
            if self._name(node) in _TOKENS:
                token_end = max(token_end, int(page.end[node]))
            elif node >= token_end and page.text[node].strip():
                return ""
        return self.row(root, 0) if token_end >= 0 else ""

    def _name(self, node: int) -> str:
        page = self._page
        if page.names[page.tag[node]] == elements.TEXT:
            return elements.TEXT
        given = (page.value(node, "data-mml-node") or "").lower()
        if given:
            return "mrow" if given in ("texatom", "math") else given
        tag = page.names[page.tag[node]]
        for name in (tag if tag.startswith("mjx-") else "", *class_names(page, node)):
            bare = name.removeprefix("mjx-")
            if bare in _NAMES or (bare != name and (bare in _ROWS or bare in _HIDDEN)):
                return "mrow" if bare in ("texatom", "script") else bare
        return ""

    def _children(self, node: int, depth: int = 0) -> Iterator[int]:
        """Yield the elements that mean something, in an element or in wrappers inside of it."""
        for child in super()._children(node):
            name = self._name(child)
            if name in _NAMES or name in _ROWS or name == elements.TEXT:
                if name == elements.TEXT or self._content(child) != "√":
                    yield child
            elif not name and depth < _MAX_DEPTH:
                yield from self._children(child, depth + 1)

    def _written(self, node: int) -> str:
        page, shown = self._page, list[str]()
        for inner in range(node, int(page.end[node])):
            glyph = page.value(inner, "data-c")
            if glyph is None and page.names[page.tag[inner]] == "mjx-c":
                glyph = next((name[5:] for name in class_names(page, inner) if name.startswith("mjx-c")), None)
            if glyph and (found := _GLYPH.fullmatch(glyph.upper())) and int(found[1], 16) < 0x110000:
                shown.append(chr(int(found[1], 16)))
            elif glyph is None:
                shown.append(page.text[inner])
        return "".join(shown)

    def _parts(self, node: int) -> tuple[int, int, int]:
        """Return the base of an element, and what stands below and above it; -1 where nothing does."""
        children = [*self._children(node)]
        if len(children) == 2 and self._name(children[1]) == "mrow" and not self._name(node).endswith(("sub", "sup")):
            children[1:] = [*self._children(children[1])] or children[1:]
        base = next(
            (child for child in children if self._name(child) in ("base", "op")), children[0] if children else -1
        )
        low = high = -1
        for script in (child for child in children if child != base):
            if self._is_above(node, base, script, high >= 0):
                high = script
            else:
                low = script
        return base, low, high

    def _is_above(self, node: int, base: int, script: int, has_other: bool) -> bool:
        name = self._name(script)
        if name in _ABOVE or name in _BELOW:
            return name in _ABOVE
        if self._name(node) in ("msup", "mover", "msub", "munder"):
            return self._name(node) in ("msup", "mover")
        heights = [self._height(node, inner) for inner in (base, script)]
        return heights[1] > heights[0] if heights[0] != heights[1] else not has_other

    def _height(self, node: int, inner: int) -> float:
        while inner > node:
            place = f"{self._page.value(inner, 'transform') or ''} {self._page.value(inner, 'style') or ''}"
            if found := _HEIGHT.search(place):
                return float(found[1]) if found[1] else -float(found[2])
            inner = int(self._page.parent[inner])
        return 0.0

    def _drawn_scripts(self, node: int, depth: int) -> str:
        base, low, high = (self.element(part, depth + 1) if part >= 0 else "" for part in self._parts(node))
        return with_scripts(group(base), low, high)

    def _drawn_limits(self, node: int, depth: int) -> str:
        parts = self._parts(node)
        base, low, high = (self.element(part, depth + 1) if part >= 0 else "" for part in parts)
        if base in LARGE:
            return with_scripts(base, low, high)
        marks = [[self._content(part)] if part >= 0 else [] for part in parts]
        tex = self._below(base, low, marks[1]) if low else base
        return self._above(tex, high, marks[2]) if high else tex


def _katex(page: Page, node: int, depth: int) -> str:
    """Return the TeX of what an element of KaTeX shows."""
    names = class_names(page, node)
    if page.names[page.tag[node]] == elements.TEXT:
        return characters(one_line(page.text[node]))
    if depth > _MAX_DEPTH or not _HIDDEN.isdisjoint(names):
        return ""
    if "mfrac" in names:
        below, _, above = ([_katex(page, item, depth + 1) for _, item in _levels(page, node)] + [""] * 3)[:3]
        return f"\\frac{{{above}}}{{{below}}}"
    if "sqrt" in names:
        index = next((child for child in _elements(page, node) if "root" in class_names(page, child)), -1)
        inside = joined(_katex(page, item, depth + 1) for _, item in _levels(page, node)[:1])
        return f"\\sqrt[{_katex(page, index, depth + 1)}]{{{inside}}}" if index >= 0 else f"\\sqrt{{{inside}}}"
    if "msupsub" in names or "op-limits" in names:
        items = [(rise, _katex(page, item, depth + 1)) for rise, item in _levels(page, node)]
        shown = [(rise, tex) for rise, tex in items if tex]
        if "op-limits" in names:
            base = next((place for place, (_, tex) in enumerate(shown) if tex in LARGE), 0)
            below, above = ("".join(tex for _, tex in side) for side in (shown[:base], shown[base + 1 :]))
            return with_scripts(shown[base][1] if shown else "", below, above)
        return with_scripts(
            "", "".join(tex for rise, tex in shown if rise <= 0), "".join(tex for rise, tex in shown if rise > 0)
        )
    return joined(_katex(page, child, depth + 1) for child in _children(page, node))


def _children(page: Page, node: int) -> Iterator[int]:
    child = node + 1
    while child < page.end[node]:
        yield child
        child = int(page.end[child])


def _elements(page: Page, node: int) -> Iterator[int]:
    return (child for child in _children(page, node) if page.names[page.tag[child]] != elements.TEXT)


def _levels(page: Page, node: int) -> list[tuple[float, int]]:
    """Return what stands above each other in an element, from below: how far it is raised, and the element."""
    vlist = next((inner for inner in range(node + 1, int(page.end[node])) if "vlist" in class_names(page, inner)), -1)
    levels = []
    for item in _elements(page, vlist) if vlist >= 0 else ():
        top = _HEIGHT.search(page.value(item, "style") or "")
        strut = next((child for child in _elements(page, item) if "pstrut" in class_names(page, child)), -1)
        size = _SIZE.search(page.value(strut, "style") or "") if strut >= 0 else None
        levels.append((-float(top[2] or 0) - float(size[1] if size else 2.7) if top else 0.0, item))
    return levels
