"""Callouts, also called admonitions: notes, tips and warnings in a box, as documentation has them.

Sphinx, MkDocs, Docusaurus, VitePress, GitBook, GitHub, Obsidian, Confluence, Bootstrap and others each have classes for
the box and for its title; DocBook and its like have "note" alone, above a text that begins with that word. A box
becomes a "callout" of one of the five kinds that GitHub knows; its title stays, in bold, where it says more than that.
"""

import re

import numpy as np

from ..output.outline import Draft, Part
from ..page import IntColumn, Page, elements
from ..text.attributes import class_names
from .kind import Kind, Signs

# What a box is called → the kind that GitHub has for it.
_KIND_OF = {
    **dict.fromkeys("note notes info information abstract summary quote seealso see-also example todo".split(), "note"),
    **dict.fromkeys("tip tips hint success check done question faq help".split(), "tip"),
    **dict.fromkeys("important attention primary".split(), "important"),
    **dict.fromkeys("warning warn caution-warning".split(), "warning"),
    **dict.fromkeys("caution danger error bug failure fail missing pitfall".split(), "caution"),
}
_VAGUE = frozenset({"hint", "information"})  # GitBook calls every box a hint, Confluence an information macro
# What may be a box by this class alone, where its text begins with the same word, or it is a `details`.
_PLAIN = frozenset("note warning caution tip important danger".split())
_PLAIN_TAGS = frozenset(elements.CODES[name] for name in ("div", "aside", "blockquote", "section"))
_WRAPPERS = ("blockquote", "details", "figure")
_DETAILS, _TEXT = elements.CODES["details"], elements.CODES[elements.TEXT]
_ICONS = {
    **dict.fromkeys("ℹ 📘 📝 📌 🔎 🗒 ✏".split(), "note"),
    **dict.fromkeys("💡 👍 ✅".split(), "tip"),
    **dict.fromkeys("⚠ 🚧 ⚡".split(), "warning"),
    **dict.fromkeys("🚨 🚫 ❗ 🛑 ❌ 🔥".split(), "caution"),
}
# Names of boxes whose own words, or those beside them, say of which kind they are.
_BOX = re.compile(
    r"(?:^|\s)(?:admonition(?:block)?|theme-admonition|custom-block|markdown-alert|callout|(?:bd|gb|nextra|docs|expandable)-callout"
    r"|kg-callout-card|hint|hint-container|book-hint|alert|confluence-information-macro|panel|ak-editor-panel|notecard|adm|notices"
    r"|starlight-aside|message|callout-block|awsdocs-note)(?=\s|$)"
)
_BOX_PARTS = ("admonition", "custom-block", "alert", "callout", "hint", "information-macro", "note", "aside", "adm")
_BOX_ATTRIBUTES = ("data-callout", "data-callout-type", "data-panel-type")  # Obsidian, Mintlify, Atlassian
_KIND_WORD = re.compile(r"[a-z]+")
_TITLE = re.compile(
    r"(?:^|[\s_-])(?:title|heading|header|box-label|admonitionheading|custom-block-title|markdown-alert-title)(?=[\s_-]|$)"
    r"|admonitionheading"
)
_MAX_CLASS_LENGTH = 300
_MAX_TITLE_LENGTH = 120
_MIN_TEXT_LENGTH = 2
_MAX_BOXES = 2_000  # each of which is looked for among the parts around it
_MAX_TITLE_NODES = 12  # of a box up to its title

# By the identity of an element, itself and where its parts stand: thousands of boxes may be in one.
_Places = dict[int, tuple[Part, IntColumn]]


def _complete(page: Page, keep: IntColumn) -> IntColumn:
    """Return the kept leaves with the titles of boxes of which something else is kept."""
    added = [keep]
    for box in _boxes(page):
        first, end = np.searchsorted(page.leaves, _title_nodes(page, box)).tolist()
        inside = keep[slice(*keep.searchsorted(page.leaves_in(box)))]
        if (
            first < end
            and len(inside)
            and inside[0] >= end
            and sum(page.leaf_lengths[first:end].tolist()) <= _MAX_TITLE_LENGTH
        ):
            added.append(np.flatnonzero(page.tag[page.leaves[first:end]] == _TEXT).astype(np.int32) + first)
    return np.unique(np.concatenate(added)).astype(np.int32) if len(added) > 1 else keep


def _title_nodes(page: Page, box: int) -> tuple[int, int]:
    """Return where the title of a box begins and ends."""
    stop = int(page.end[box])
    for node in range(box + 1, min(stop, box + _MAX_TITLE_NODES)):
        if page.tag[node] != _TEXT and _TITLE.search(" ".join(class_names(page, node))):
            return node, int(page.end[node])
    return stop, stop


def _edit(draft: Draft) -> bool:
    """Make the parts of each box one callout."""
    page = draft.page
    boxes = [(node, kind) for node in _boxes(page) if (kind := _kind_of(page, node)) is not None]
    places: _Places = {}
    return sum(_gather(draft, draft.root, node, kind, places) for node, kind in boxes) > 0


def _boxes(page: Page) -> list[int]:
    """Return the elements that are boxes, none inside another."""
    found: list[int] = []
    named = {node for name in _BOX_ATTRIBUTES for node in page.having(name)}
    for node in sorted({*named, *page.containing("class", (*_BOX_PARTS, *_PLAIN))}):
        is_inside = found and node < page.end[found[-1]]
        if not is_inside and (_BOX.search(" ".join(class_names(page, node))) or node in named or _is_plain(page, node)):
            found.append(node)
    return found[:_MAX_BOXES]


def _is_plain(page: Page, node: int) -> bool:
    """Return whether an element is a box though nothing but its kind is its class."""
    names, tag = class_names(page, node), int(page.tag[node])
    if _PLAIN.isdisjoint(names) or (tag not in _PLAIN_TAGS and tag != _DETAILS):
        return False
    return tag == _DETAILS or _label(_first_text(page, node)) in _KIND_OF


def _first_text(page: Page, node: int) -> str:
    """Return the text of the first leaf in an element, "" where it has none."""
    first, end = page.leaves_in(node)
    return page.leaf_text[first] if first < end else ""


def _label(text: str) -> str:
    """Return what a title says, in lower case, without the marks that end it."""
    return text.strip().lower().rstrip(":!. ")


def _kind_of(page: Page, node: int) -> str | None:
    """Return the kind of a box by its names, "" where they do not say it; None for a box of something else."""
    names = " ".join(class_names(page, node))[:_MAX_CLASS_LENGTH]
    if "dismiss" in names.replace("non-dismiss", "") or page.value(node, "role") == "dialog":
        return None  # a message of the site, which can be closed
    words = [*((page.value(node, name) or "").lower() for name in _BOX_ATTRIBUTES), *_KIND_WORD.findall(names)]
    if kinds := [word for word in words if word in _KIND_OF]:
        return _KIND_OF[min(kinds, key=_VAGUE.__contains__)]
    return "" if "admonition" in names or "callout" in names or "panel" in words else None


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
        is_wrapped = len(parts) == 1 and parts[0].node == node and parts[0].kind in _WRAPPERS
        callout = _callout(draft, node, parts[0].parts if is_wrapped else parts, kind)
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


def _callout(draft: Draft, node: int, parts: list[Part], kind: str) -> Part:
    """Return a callout of these parts: its title as a bold paragraph, or without one that only names the kind."""
    icon = _first_text(draft.page, node).strip().rstrip("\ufe0f")
    if icon in _ICONS:
        parts = _without_icon(draft, parts, icon)
    title = _title(draft, parts[0]) if parts else None
    if title is None:
        kind = _silence_label(draft, parts[0], kind or _ICONS.get(icon, "")) if parts else kind
    elif _label(title) in _KIND_OF or title.lower() == kind:
        kind, parts = _KIND_OF.get(_label(title), kind), parts[1:]
    else:
        first = parts[0]
        parts = [Part("summary", first.node, [first] if first.is_paragraph else first.parts), *parts[1:]]
    return Part("callout", node, parts, label=kind or _ICONS.get(icon, "note"))


def _without_icon(draft: Draft, parts: list[Part], icon: str) -> list[Part]:
    """Return the parts of a callout without the character that is its icon."""
    first = next((part for outer in parts[:1] for part in (outer, *outer.walk()) if part.is_paragraph), None)
    leaf = int(draft.outline.leaves[first.first]) if first else -1
    if not first or leaf < 0 or draft.page.leaf_text[leaf].strip().rstrip("\ufe0f") != icon:
        return parts
    draft.change(first.first, "")
    if first.end > first.first + 1:
        return parts
    parts[0].parts = [part for part in parts[0].parts if part is not first]
    return parts if parts[0].parts else parts[1:]


def _silence_label(draft: Draft, part: Part, kind: str) -> str:
    """Take "Note:" from the beginning of a paragraph, as MDN writes it; returns the kind, which the callout says."""
    leaf = int(draft.outline.leaves[part.first]) if part.is_paragraph and part.end > part.first + 1 else -1
    label = draft.page.leaf_text[leaf].strip().lower() if leaf >= 0 else ""
    if label.rstrip(":") not in _KIND_OF:
        return kind
    after = int(draft.outline.leaves[part.first + 1])
    rest = draft.page.leaf_text[after].lstrip() if after >= 0 else ""
    if not label.endswith(":") and not rest.startswith(":"):
        return kind
    draft.change(part.first, "")
    if not label.endswith(":"):
        draft.change(part.first + 1, rest.lstrip(": "))
    return kind or _KIND_OF[label.rstrip(":")]


def _title(draft: Draft, part: Part) -> str | None:
    """Return the text of a part that is the title of a box, None where it is none."""
    paragraphs = [part] if part.is_paragraph else [inner for inner in part.walk() if inner.is_paragraph]
    if len(paragraphs) != 1:
        return None
    text = draft.texts.get(paragraphs[0].first, "")
    if not _MIN_TEXT_LENGTH <= len(text) <= _MAX_TITLE_LENGTH:
        return None
    if part.kind in elements.HEADINGS or part.kind == "summary" or text.lower() in _KIND_OF:
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
            *("information-macro", "confluence-information-macro", "notecard", "starlight-aside", "adm", "notices"),
            *("ak-editor-panel", "awsdocs-note", *sorted(_PLAIN)),
        )
    ),
    complete=_complete,
    edit=_edit,
)
