"""Gadgets of headings: permalinks (¶, #) and edit links ("[edit]"), inside of a heading or right beside it.

A gadget is a link, a button or an element with a telling name. It is known by its text, but a button beside the text of
a heading needs none, and what is left of the heading has to say something.
"""

from collections.abc import Iterator

from ..page import elements
from ..page.patterns import lazy_pattern
from .kept import Kept, kept_headings, name_of

_BUTTON = elements.CODES["button"]
_CONTROLS = frozenset(elements.CODES[name] for name in ("a", "button"))
_MAX_LENGTH = 40  # characters of a leaf that may be a gadget, white space included
_MAX_LEVELS = 3  # of elements around a leaf that may make it a gadget
_MAX_INSIDE = 30  # leaves of a heading; one with more was not closed
_MAX_BESIDE = 6  # leaves after a heading: "[", "edit", "|", "edit source", "]", "¶"
_BRACKETS = frozenset("[ ] ( ) | [] · •".split())
_MARKS = frozenset("# ¶ § 🔗 ⚓ ∞ 🖉 ✎ ✏ ✏️ \N{LINK SYMBOL}\N{VARIATION SELECTOR-16}".split())
_PHRASES = frozenset(
    phrase.strip()
    for phrase in """edit, edit source, edit section, edit this section, bearbeiten, quelltext bearbeiten, modifier,
    modifier le code, modifica, modifica wikitesto, editar, editar código, editar fuente, editar a fonte,
    editar código-fonte, redigera, redigera wikitext, rediger, rediger kilde, bewerken, brontekst bewerken, edytuj,
    edytuj kod, muokkaa, muokkaa wikitekstiä, править, править код, редагувати, редагувати код, 编辑, 編輯, 编辑源代码,
    編輯原始碼, 編集, ソースを編集, 편집, 원본 편집, تعديل, تعديل المصدر, עריכה, עריכת קוד מקור, düzenle, değiştir,
    kaynağı değiştir, sửa, sửa mã nguồn, sunting, sunting sumber, szerkesztés, forrásszöveg szerkesztése, upravit,
    editovat zdroj, επεξεργασία, επεξεργασία κώδικα, modificare, modificare sursă, แก้ไข,
    permalink, permanent link, permalink to this heading, permalink to this headline, link to this heading,
    link to this section, direct link, copy link, copy link to this section, anchor link, anchor""".split(",")
)
_NAMES = lazy_pattern(
    r"edit-?section|(?:header|heading|anchor|section|hash|perma|direct|copy)[-_]?(?:link|anchor)|octicon-link|anchorjs"
    r"|(?:^|\s)anchor(?:$|\s)"
)


def heading_gadgets(kept: Kept) -> Iterator[int]:
    """Yield the kept leaves that are gadgets of headings."""
    lengths, count = kept.lengths.data, len(kept.nodes)
    for node, first, end in kept_headings(kept):
        if end > first + 1:
            inside = [
                position
                for position in range(first, min(end, first + _MAX_INSIDE))
                if _is_gadget(kept, position, node) or _is_in_button(kept, position, node)
            ]
            if len(inside) < end - first:
                yield from (int(kept.keep[position]) for position in inside)
        if end < count and lengths[end] <= _MAX_LENGTH:
            yield from (int(kept.keep[position]) for position in _beside(kept, end, int(kept.page.parent[node])))


def _beside(kept: Kept, start: int, around: int) -> Iterator[int]:
    """Yield the gadgets that follow a heading in the element around both."""
    for position in range(start, min(start + _MAX_BESIDE, len(kept.nodes))):
        if not _is_gadget(kept, position, around):
            return
        yield position


def _is_gadget(kept: Kept, position: int, around: int) -> bool:
    """Return whether a leaf is a gadget inside of an element."""
    if not 0 < kept.lengths.data[position] <= _MAX_LENGTH:
        return False
    text = kept.page.text[kept.nodes.data[position]].strip().lower()
    if text in _MARKS or text.strip("[]() ") in _PHRASES or _is_private(text):
        return _is_control(kept, position, around, has_to_be_named=False)
    return text in _BRACKETS and _is_control(kept, position, around, has_to_be_named=True)


def _is_in_button(kept: Kept, position: int, around: int) -> bool:
    """Return whether a text stands in a button inside of a heading."""
    page, node = kept.page, int(kept.page.parent[kept.nodes[position]])
    for _ in range(_MAX_LEVELS):
        if node <= around:
            return False
        if page.tag[node] == _BUTTON:
            return True
        node = int(page.parent[node])
    return False


def _is_private(text: str) -> bool:
    """Return whether a text is one character that only an icon font has a picture for."""
    return len(text) == 1 and "\ue000" <= text <= "\uf8ff"


def _is_control(kept: Kept, position: int, around: int, *, has_to_be_named: bool) -> bool:
    """Return whether a leaf stands in a link, a button or an element with a telling name, inside of an element."""
    page = kept.page
    node, end = int(page.parent[kept.nodes[position]]), int(page.end[around])
    for _ in range(_MAX_LEVELS):
        if node <= around or node >= end:
            return False
        if (not has_to_be_named and int(page.tag[node]) in _CONTROLS) or _NAMES().search(name_of(page, node)):
            return True
        node = int(page.parent[node])
    return False
