"""Callouts, also called admonitions: notes, tips and warnings in a box, as documentation has them.

Sphinx, MkDocs, Docusaurus, VitePress, GitBook, GitHub, Obsidian, Confluence and Bootstrap each have classes for the box
and for its title. A box becomes a "callout" of one of the five kinds that GitHub knows; its title stays, in bold, where
it says more than that kind.
"""

import re

import numpy as np

from ..output.outline import Draft, Part
from ..page import IntColumn, Page, elements
from ..text.attributes import class_names
from .kind import Kind, Signs

# What a box is called → the kind that GitHub has for it.
_KIND_OF = {
    **dict.fromkeys("note info information abstract summary quote seealso see-also example todo".split(), "note"),
    **dict.fromkeys("tip hint success check done question faq help".split(), "tip"),
    **dict.fromkeys("important attention primary".split(), "important"),
    **dict.fromkeys("warning warn caution-warning".split(), "warning"),
    **dict.fromkeys("caution danger error bug failure fail missing".split(), "caution"),
}
# Names of boxes whose own words, or those beside them, say of which kind they are.
_BOX = re.compile(
    r"(?:^|\s)(?:admonition(?:block)?|theme-admonition|custom-block|markdown-alert|callout|gb-callout|hint|alert"
    r"|confluence-information-macro|panel|notecard|adm|docs-callout|starlight-aside|message|callout-block)(?=\s|$)"
)
_KIND_WORD = re.compile(r"[a-z]+")
_TITLE = re.compile(
    r"(?:^|[\s_-])(?:title|heading|header|admonitionheading|custom-block-title|markdown-alert-title)(?=[\s_-]|$)"
    r"|admonitionheading"
)
_MAX_CLASS_LENGTH = 300
_MAX_TITLE_LENGTH = 120
_MIN_TEXT_LENGTH = 2

# By the identity of an element, itself and where its parts stand: thousands of boxes may be in one.
_Places = dict[int, tuple[Part, IntColumn]]


def _edit(draft: Draft) -> bool:
    """Make the parts of each box one callout."""
    page = draft.page
    boxes = [(node, kind) for node in _boxes(page) if (kind := _kind_of(page, node))]
    places: _Places = {}
    return sum(_gather(draft, draft.root, node, kind, places) for node, kind in boxes) > 0


def _boxes(page: Page) -> list[int]:
    """Return the elements that are boxes, none inside another."""
    found: list[int] = []
    words = ("admonition", "custom-block", "alert", "callout", "hint", "information-macro", "notecard", "aside", "adm")
    for node in page.containing("class", words):
        is_inside = found and node < page.end[found[-1]]
        if not is_inside and _BOX.search(" ".join(class_names(page, node))):
            found.append(node)
    return found


def _kind_of(page: Page, node: int) -> str | None:
    """Return the kind of a box by its names, "" where they do not say it; None for a box of something else."""
    names = " ".join(class_names(page, node))[:_MAX_CLASS_LENGTH]
    if "dismiss" in names or page.value(node, "role") == "dialog":
        return None  # a message of the site, which can be closed
    words = [page.value(node, "data-callout") or "", *_KIND_WORD.findall(names)]  # Obsidian has an attribute
    kinds = [word for word in words if word in _KIND_OF]
    given = _KIND_OF[min(kinds, key="hint".__eq__)] if kinds else None  # GitBook calls every box a hint
    return given or ("note" if "admonition" in names or "callout" in names else None)


def _gather(draft: Draft, element: Part, node: int, kind: str, places: _Places) -> bool:
    """Put the parts that stand in a box into a callout, where they stand side by side."""
    first, last = node, int(draft.page.end[node])
    if id(element) not in places:
        places[id(element)] = element, np.array([_node(draft, part) for part in element.parts], dtype=np.int32)
    nodes = places[id(element)][1]
    inside = np.flatnonzero((first <= nodes) & (nodes < last))
    if len(inside):
        start, end = int(inside[0]), int(inside[-1]) + 1
        parts = element.parts[start:end]
        callout = Part("callout", node, _without_title(draft, parts, kind), label=kind)
        if not callout.parts:
            return False
        element.parts[start:end] = [callout]
        places[id(element)] = element, np.concatenate((nodes[:start], np.array([node], dtype=np.int32), nodes[end:]))
        return True
    around = np.flatnonzero((nodes >= 0) & (nodes < first) & (first < draft.page.end[nodes]))
    return any(_gather(draft, element.parts[place], node, kind, places) for place in around.tolist())


def _node(draft: Draft, part: Part) -> int:
    """Return where a part stands: its element, or that of its first leaf."""
    if part.is_paragraph:
        return draft.nodes[part.first]
    if part.node >= 0:
        return part.node
    return _node(draft, part.parts[0]) if part.parts else -1


def _without_title(draft: Draft, parts: list[Part], kind: str) -> list[Part]:
    """Return the parts of a callout, its title as a bold paragraph, or without one that only names the kind."""
    if not parts:
        return parts
    if (title := _title(draft, parts[0])) is None:
        _silence_label(draft, parts[0])
        return parts
    if title.lower().rstrip(":!.") in _KIND_OF or title.lower() == kind:
        return parts[1:]
    first = parts[0]
    return [Part("summary", first.node, [first] if first.is_paragraph else first.parts), *parts[1:]]


def _silence_label(draft: Draft, part: Part) -> None:
    """Take "Note:" from the beginning of a paragraph, as MDN writes it: the callout says it."""
    leaf = int(draft.outline.leaves[part.first]) if part.is_paragraph else -1
    label = draft.page.leaf_text[leaf].strip().lower() if leaf >= 0 else ""
    if label.endswith(":") and label[:-1] in _KIND_OF and part.end > part.first + 1:
        draft.change(part.first, "")


def _title(draft: Draft, part: Part) -> str | None:
    """Return the text of a part that is the title of a box, None where it is none."""
    paragraphs = [part] if part.is_paragraph else [inner for inner in part.walk() if inner.is_paragraph]
    if len(paragraphs) != 1:
        return None
    text = draft.texts.get(paragraphs[0].first, "")
    if not _MIN_TEXT_LENGTH <= len(text) <= _MAX_TITLE_LENGTH:
        return None
    if part.kind in elements.HEADINGS:
        return text
    page, node = draft.page, draft.nodes[paragraphs[0].first]
    for _ in range(4):
        node = int(page.parent[node])
        names = " ".join(class_names(page, node))
        if _BOX.search(names):
            return None
        if _TITLE.search(names):
            return text
    return None


CALLOUTS = Kind(
    "callouts",
    Signs(
        words=(
            *("admonition", "admonitionblock", "custom-block", "markdown-alert", "callout", "hint", "alert"),
            *("information-macro", "confluence-information-macro", "notecard", "starlight-aside", "adm"),
        )
    ),
    edit=_edit,
)
