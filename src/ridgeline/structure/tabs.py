"""Tabs that show one piece of code in several languages, or for several tools, each of which becomes a fence.

Documentation shows one of the tabs and hides the others, or leaves that to a style sheet. All of them are content where
one is, each as a part that its label opens: in Markdown the label stands above the code, in bold. The markup is that of
ARIA (`role=tab`, `role=tabpanel`: Docusaurus, sphinx-tabs), of Bootstrap, MkDocs, sphinx-design, VitePress and Hugo.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..cleanup.code import LANGUAGES, code_gadgets
from ..cleanup.kept import Kept
from ..output.outline import Draft, Part
from ..page import IntColumn, Page, elements
from ..text.attributes import class_names, one_line
from .kind import Kind, Signs

_PRE, _LABEL = elements.CODES["pre"], elements.CODES["label"]
_TABS = frozenset({"sd-tab-label", "tab-label"})
_LISTS_OF_LABELS = frozenset({"tabbed-labels", "tabs", "tabbed-set", "book-tabs"})
_TOGGLES = ("data-toggle", "data-bs-toggle")
# Some of these are also around all panels.
_PANELS = frozenset(
    {"tabbed-block", "tabbed-content", "sd-tab-content", "tab-content", "tab-pane", "book-tabs-content"}
)
_LISTS_OF_PANELS = frozenset({"blocks"})
_LANGUAGE = re.compile(r"(?:lang(?:uage)?[-:]|highlight-(?:source-|text-)?|brush:)(.+)")
_ALIASES = {
    **dict.fromkeys(("js", "node.js", "nodejs"), "javascript"),
    **dict.fromkeys(("sh", "shell", "curl", "zsh"), "bash"),
    **{"py": "python", "ts": "typescript", "rb": "ruby", "c++": "cpp", "c#": "csharp", "cs": "csharp", "golang": "go"},
}
_PICTURE = re.compile(r" (?:logo|icon)$", re.IGNORECASE)
_MAX_LEVELS = 5  # of elements between a tab and what holds all panels
_MAX_LABEL_LENGTH = 40
_MAX_GROUPS, _MAX_TABS = 2_000, 100
_MAX_LEAVES = 2_000  # of the panels of one group


class _Group(NamedTuple):
    """Tabs, and the panels that they show."""

    tabs: list[int]
    panels: list[int]


def _complete(page: Page, keep: IntColumn) -> IntColumn:
    """Return the kept leaves with those of the panels beside kept ones."""
    added: list[IntColumn] = []
    for group in _groups(page):
        ranges = list(map(page.leaves_in, group.panels))
        kept = [keep.searchsorted(ends) for ends in ranges]
        is_kept = any(first < end for first, end in kept)
        if is_kept and sum(end - first for first, end in ranges) <= _MAX_LEAVES:
            missing = (ends for ends, (first, end) in zip(ranges, kept, strict=True) if first == end)
            added += [np.arange(*ends, dtype=np.int32) for ends in missing]
    if not added:
        return keep
    new = np.concatenate(added)
    return np.union1d(keep, np.setdiff1d(new, [*code_gadgets(Kept.of(page, new))])).astype(np.int32)


def _edit(draft: Draft) -> bool:
    """Make the parts of each panel one that its label opens, instead of where the labels stand."""
    page, nodes = draft.page, draft.nodes[: len(draft.outline.leaves)]  # others were added
    tab_of = {panel: tab for group in _groups(page) for tab, panel in zip(group.tabs, group.panels, strict=True)}
    made: dict[int, Part] = {}
    _gather(draft, draft.root, tab_of, sorted(tab_of), made)
    for panel in made:
        tab = tab_of[panel]
        for leaf in range(bisect_left(nodes, tab), bisect_left(nodes, page.end[tab])):
            draft.change(leaf, "")
    return bool(made)


def _gather(draft: Draft, element: Part, tab_of: dict[int, int], panels: list[int], made: dict[int, Part]) -> None:
    """Gather the parts of an element that stand in one panel."""
    page, parts, own = draft.page, [], set[int]()
    for part in element.parts:
        node = draft.nodes[part.first] if part.is_paragraph else part.node
        place = bisect_right(panels, node) - 1
        panel = panels[place] if place >= 0 and node < page.end[panels[place]] else -1
        if panel < 0:
            _gather(draft, part, tab_of, panels, made)
            parts.append(part)
            continue
        if panel not in made:
            made[panel] = Part("details", panel, _label(draft, tab_of[panel], panel, part))
            parts.append(made[panel])
            own.add(id(made[panel]))
        made[panel].parts.append(part)
    bare = {id(part) for part in parts if id(part) in own and part.parts[0].kind != "summary"}
    element.parts = [inner for part in parts for inner in (part.parts if id(part) in bare else [part])]


def _label(draft: Draft, tab: int, panel: int, part: Part) -> list[Part]:
    """Return the label of a tab as a part, none where the fence says the same; it names the language of bare code."""
    label = _text_of(draft.page, tab)
    language = _ALIASES.get(label.lower(), label.lower())
    if part.kind == "pre" and label.lower() in LANGUAGES:
        nodes = range(panel, min(part.node + 3, int(draft.page.end[panel])))
        named = [found for node in nodes for name in class_names(draft.page, node) if (found := _LANGUAGE.match(name))]
        if not named:
            part.label = language
        if not named or any(_ALIASES.get(found[1], found[1]) == language for found in named):
            return []
    return [Part("summary", tab, [draft.paragraph((label, None))])]


def _groups(page: Page) -> Iterator[_Group]:
    """Yield the groups of tabs whose panels all show code."""
    code = np.flatnonzero(page.tag == _PRE).tolist()
    panels = list(_panels(page)) if code else []
    if not any(_holds(page, panel, code) for panel in panels):  # most tabs show no code
        return
    by_container: dict[int, list[int]] = {}
    for tab in sorted({*_tabs(page)}):
        if (container := _container(page, tab, panels)) >= 0:
            by_container.setdefault(container, []).append(tab)
    for container, own in [*by_container.items()][:_MAX_GROUPS]:
        inside = panels[bisect_left(panels, container) : bisect_left(panels, page.end[container])]
        if 1 < len(inside) == len(own) <= _MAX_TABS and all(_holds(page, panel, code) for panel in inside):
            yield _Group(own, inside)


def _tabs(page: Page) -> Iterator[int]:
    """Yield the tabs that have a short label."""
    given = [node for node in page.having("role") if page.value(node, "role") == "tab"]
    given += [node for name in _TOGGLES for node in page.having(name) if page.value(node, name) == "tab"]
    named = [node for node in page.containing("class", tuple(_TABS)) if not _TABS.isdisjoint(class_names(page, node))]
    labels = np.flatnonzero(page.tag == _LABEL).tolist()
    listed = [node for node in labels if not _LISTS_OF_LABELS.isdisjoint(class_names(page, int(page.parent[node])))]
    for node in (*given, *named, *listed):
        if page.end[node] - node < _MAX_LABEL_LENGTH and 0 < len(_text_of(page, node)) <= _MAX_LABEL_LENGTH:
            yield node


def _text_of(page: Page, tab: int) -> str:
    """Return what a tab says: its text, or else the title of its picture."""
    first, end = page.leaves_in(tab)
    said = " ".join(page.leaf_text[leaf] for leaf in range(first, end)).strip() or page[tab].text_content
    return _PICTURE.sub("", one_line(said))


def _panels(page: Page) -> Iterator[int]:
    """Yield the panels, in document order, none of which holds another."""
    given = [node for node in page.having("role") if page.value(node, "role") == "tabpanel"]
    for node in page.containing("class", (*_PANELS, *_LISTS_OF_PANELS)):
        names = class_names(page, node)
        if not _PANELS.isdisjoint(names):
            given.append(node)
        elif not _LISTS_OF_PANELS.isdisjoint(names):
            given += [child.index for child in page[node].children if child.tag != elements.TEXT]
    panels = sorted({*given})
    for node, following in zip(panels, (*panels[1:], len(page)), strict=True):
        if following >= page.end[node]:
            yield node


def _container(page: Page, tab: int, panels: list[int]) -> int:
    """Return the nearest element around a tab that holds a panel, -1 where there is none."""
    node = tab
    for _ in range(_MAX_LEVELS):
        node = int(page.parent[node])
        if node < 0:
            return -1
        if _holds(page, node, panels):
            return node
    return -1


def _holds(page: Page, node: int, others: list[int]) -> bool:
    """Return whether one of these nodes, in document order, is inside of another."""
    place = bisect_left(others, node)
    return place < len(others) and others[place] < page.end[node]


TABS = Kind(
    "tabs",
    Signs(
        words=(
            "tabpanel",
            "tabbed-set",
            "sd-tab-content",
            "tab-pane",
            "tab-set",
            "vp-code-group",
            "code-group",
            "book-tabs",
        )
    ),
    complete=_complete,
    edit=_edit,
)
