"""Builds the outline of the kept leaves in one walk over the page.

Wrappers without a meaning of their own (`div`, `section`, `span`, layout tables) are left out. Where markup is broken,
the outline follows what a browser shows: text in a list but in no item belongs to the item before it, an item without
a list gets one, an unclosed heading ends after its first paragraph. Leaves stay in document order.
"""

import re
from collections.abc import Mapping
from typing import Final

import numpy as np

from ..page import Break, IntColumn, Page, elements
from ..page.elements import HEADINGS
from ..text.concatenation import breaks_between
from ..text.formulas import Formula
from ..text.notation import written_texts
from ..text.plain import is_plain_file
from ..text.quantities import join_quantities
from .code import code_listings
from .options import max_leaves
from .outline import Element, Mark, Outline, Part
from .tables import contents, is_layout

# Elements nested deeper are left out, and their contents belong to what is around them: a browser would indent them out
# of its window.
MAX_DEPTH = 32
# A heading with more paragraphs was not closed.
_MAX_HEADING_PARAGRAPHS = 3

_ELEMENTS: Final = {
    **{name: name for name in (*HEADINGS, *"ul ol li dl dt dd table tr td th caption".split())},
    **{name: name for name in "blockquote figure figcaption details summary".split()},
    **dict.fromkeys(("menu", "dir"), "ul"),
    **dict.fromkeys("pre listing xmp plaintext".split(), "pre"),
}
_MARKS: Final = {
    **{name: name for name in "a em strong del code sub sup mark small u ins q ruby rt".split()},
    **dict.fromkeys(("i", "var"), "em"),
    **dict.fromkeys(("s", "strike"), "del"),
    **dict.fromkeys(("kbd", "samp", "tt"), "code"),
    "b": "strong",
}
ELEMENT_TAGS: Final = frozenset(_ELEMENTS.values())
MARK_TAGS: Final = frozenset(_MARKS.values())
_MEANINGFUL = elements.table((*_ELEMENTS, *_MARKS))
_NO_LEAF = elements.table((*_ELEMENTS, *_MARKS, "hr"))
_ELEMENT_OF: Final = {elements.CODES[name]: tag for name, tag in _ELEMENTS.items()}
_MARK_OF: Final = {elements.CODES[name]: tag for name, tag in _MARKS.items()}
_TEXT, _HR, _PRE = elements.CODES[elements.TEXT], elements.CODES["hr"], elements.CODES["pre"]

# The only children that these may have; any other part belongs to the child before it, or in front of the element.
_ALLOWED_CHILDREN: Final = {
    **dict.fromkeys(("ul", "ol"), frozenset({"li"})),
    "dl": frozenset({"dt", "dd"}),
    "table": frozenset({"caption", "tr"}),
    "tr": frozenset({"td", "th"}),
}
# What all other elements may hold. Any other element is replaced by its contents; an item gets a list.
_ORDINARY: Final = (ELEMENT_TAGS | {"hr"}).difference(*_ALLOWED_CHILDREN.values())
_CHECKED_WHEN_CLOSED: Final = frozenset({"table", *HEADINGS})

_PARAGRAPH = int(Break.PARAGRAPH)
_NOT_BOLD = re.compile(r"font-weight\s*:\s*(?:normal|[1-4]00)", re.IGNORECASE)


def build_outline(page: Page, keep: IntColumn) -> Outline:
    """Return the kept leaves, as many as an outline may have, as a tree."""
    if len(keep) > max_leaves(page):
        keep = keep[: max_leaves(page)]
        page = page.beginning(int(page.leaves[keep[-1]]) + 1)  # columns of all the rest would take most of the memory
    texts, sources, formulas = written_texts(page, keep)
    nodes = page.leaves[keep]
    outline = Outline(
        page=page,
        leaves=tuple(keep.tolist()),
        nodes=tuple(nodes.tolist()),
        texts=tuple(texts),
        sources=tuple(sources),
        formulas=formulas,
        is_text=_are_texts(page, nodes, formulas),
        breaks=tuple(_breaks(page, keep, texts).tolist()),
    )
    if len(keep) and is_plain_file(page):
        _take_lines(outline)
    else:
        _walk(outline, keep)
    outline.starts.append(len(texts))
    return outline


def _take_lines(outline: Outline) -> None:
    """Make the only leaf of a file of plain text preformatted."""
    outline.root.children.append(Element("pre", outline.nodes[0], [0]))
    outline.preformatted.add(0)
    outline.starts.append(0)
    outline.marks.append(())


def _breaks(page: Page, keep: IntColumn, texts: list[str]) -> IntColumn:
    breaks = breaks_between(page, keep)
    shown = np.flatnonzero(np.fromiter(map(bool, texts), np.bool_, len(texts)))
    of_shown = breaks[shown]
    join_quantities(page, keep[shown], of_shown)
    breaks[shown] = of_shown
    return breaks


def _are_texts(page: Page, nodes: IntColumn, formulas: Mapping[int, Formula]) -> tuple[bool, ...]:
    """Return by kept leaf whether it is a text: a text node that does not stand for a formula.

    So are the other leaves that show a formula, whose text is empty: an empty text is not written.
    """
    is_text = page.tag[nodes] == _TEXT
    for position, formula in formulas.items():
        is_text[position : position + formula.leaves] = True
        is_text[position] = False
    return tuple(is_text.tolist())


def _walk(outline: Outline, keep: IntColumn) -> None:
    """Fill the tree: go through the relevant nodes with a stack of open elements and one of open marks.

    A large page has a million of them, so this is one flat loop, and the usual case of each step comes first.
    """
    page, breaks, marks_of_leaf, starts = outline.page, outline.breaks, outline.marks, outline.starts
    end_of_page = len(page)
    opened, element_ends = [outline.root], [end_of_page + 1]
    marks: tuple[Mark, ...] = ()
    marks_outside, mark_ends = [marks], [end_of_page + 1]
    next_end = end_of_page + 1  # of all that is open
    top = outline.root
    leaf = 0
    for node, end, code, is_leaf in zip(*_events(page, keep), strict=True):
        if node >= next_end:
            while node >= element_ends[-1]:
                element_ends.pop()
                opened.pop()
                closed, top = top, opened[-1]
                if closed.tag in _CHECKED_WHEN_CLOSED:
                    for part in _repaired(outline, closed):
                        _place(opened, part)
                elif closed.tag in _ALLOWED_CHILDREN.get(top.tag, _ORDINARY) and closed.children:
                    top.children.append(closed)
                else:
                    _place(opened, closed)
            while node >= mark_ends[-1]:
                mark_ends.pop()
                marks = marks_outside.pop()
            next_end = min(element_ends[-1], mark_ends[-1])
        if is_leaf:
            if top.tag == "pre":
                if not top.children:
                    top.children.append(len(starts))
                    outline.preformatted.add(len(starts))
                    starts.append(leaf)
            elif breaks[leaf] == _PARAGRAPH:
                if top.tag in _ALLOWED_CHILDREN:
                    _place(opened, len(starts))
                else:
                    top.children.append(len(starts))
                starts.append(leaf)
            marks_of_leaf.append(marks)
            leaf += 1
        elif code in _ELEMENT_OF:
            if len(opened) < MAX_DEPTH and top.tag != "pre":
                top = Element(_ELEMENT_OF[code], node, [])
                opened.append(top)
                element_ends.append(end)
                if end < next_end:
                    next_end = end
        elif code in _MARK_OF:
            mark = _mark(page, node, code)
            if mark and not (marks and any(other.tag == mark.tag for other in marks)):
                marks_outside.append(marks)
                mark_ends.append(end)
                if end < next_end:
                    next_end = end
                marks = (*marks, mark)
        elif code == _HR:
            _place(opened, Element("hr", node, []))


def _events(page: Page, keep: IntColumn) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[bool, ...]]:
    """Return the relevant nodes in document order: kept leaves, elements and marks around them, rules between them.

    Four columns: the node, its end, its tag's code, whether it is a kept leaf. The last row is the end of the page.
    """
    kept = page.leaves[keep]
    meaningful = np.flatnonzero(page.has_tag(_MEANINGFUL))
    around = meaningful[kept.searchsorted(meaningful) < kept.searchsorted(page.end[meaningful])]
    listings = np.array(code_listings(page), dtype=np.int32)
    nodes = np.union1d(np.concatenate((kept, around, _rules(page, kept))), listings)
    codes = page.tag[nodes]
    if len(listings):
        codes[np.isin(nodes, listings)] = _PRE
    is_leaf = ~_NO_LEAF.take(codes, mode="clip")
    return (
        (*nodes.tolist(), len(page)),
        (*page.end[nodes].tolist(), len(page)),
        (*codes.tolist(), _TEXT),
        (*is_leaf.tolist(), False),
    )


def _rules(page: Page, kept: IntColumn) -> IntColumn:
    """Return the horizontal rules between two neighbouring leaves that both are kept, the first of several."""
    rules = np.flatnonzero(page.tag == _HR).astype(np.int32)
    if not len(rules):
        return rules
    following = np.searchsorted(page.leaves, rules)
    inside = (following > 0) & (following < len(page.leaves))
    rules, following = rules[inside], following[inside]
    between_kept = np.isin(page.leaves[following - 1], kept) & np.isin(page.leaves[following], kept)
    _, firsts = np.unique(following[between_kept], return_index=True)
    return rules[between_kept][firsts]


def _mark(page: Page, node: int, code: int) -> Mark | None:
    """Return the mark that an inline element stands for; None where it stands for none."""
    tag = _MARK_OF[code]
    if tag == "a" and page.value(node, "href") is None:
        return None
    # Editors wrap whole texts into bold that is not bold.
    if tag == "strong" and (style := page.value(node, "style")) and _NOT_BOLD.search(style):
        return None
    return Mark(tag, node)


def _place(opened: list[Element], part: Part) -> None:
    """Put a part into the innermost open element that may hold it; drop an empty one."""
    if isinstance(part, Element) and not part.children and part.tag != "hr":
        return
    level = len(opened) - 1
    while not _put(opened[level], part):
        level -= 1


def _put(element: Element, part: Part) -> bool:
    """Put a part into an element; return False where it must stand in front of that element."""
    tag = part.tag if isinstance(part, Element) else ""
    while element.tag in _ALLOWED_CHILDREN and tag not in _ALLOWED_CHILDREN[element.tag]:
        last = element.children[-1] if element.children else None
        if not isinstance(last, Element):
            return False
        element = last
    if not isinstance(part, Element) or tag in _ALLOWED_CHILDREN.get(element.tag, _ORDINARY):
        element.children.append(part)
    elif tag == "li":
        _put_item(element, part)
    else:
        for inner in part.children:
            _put(element, inner)
    return True


def _put_item(element: Element, item: Element) -> None:
    """Put an item that is in no list into a new list, or into the one made for the item before it."""
    last = element.children[-1] if element.children else None
    if not (isinstance(last, Element) and last.tag == "ul" and last.node < 0):
        last = Element("ul", -1, [])
        element.children.append(last)
    last.children.append(item)


def _repaired(outline: Outline, element: Element) -> list[Part]:
    """Return what a closed table or heading becomes: itself, or its contents where it is none."""
    if not element.children:
        return []
    if element.tag == "table":
        return contents(element) if is_layout(outline, element) else [element]
    first, *others = element.children
    if isinstance(first, Element):
        return element.children
    if len(others) < _MAX_HEADING_PARAGRAPHS and not any(isinstance(part, Element) for part in others):
        return [element]
    return [Element(element.tag, element.node, [first]), *others]
