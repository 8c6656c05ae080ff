"""The words of pictures that stand for a word: a tick in a table's cell, an emoji in a sentence."""

import re

import numpy as np

from ..page import IntColumn, Page, elements
from .attributes import one_line

_IMG, _SVG, _TITLE = (elements.CODES[name] for name in ("img", "svg", "title"))
_PICTURE = elements.table(("img", "svg"))
_CELL = elements.table(("td", "th"))
_BUTTONS = frozenset(elements.CODES[name] for name in ("a", "button"))
_EMOJI = frozenset({"emoji", "wp-smiley"})
_ICON = re.compile(r"icon|check|tick|cross|bullet|sprite|badge", re.IGNORECASE)
_MAX_LABEL_LENGTH = 20  # characters: "Yes", "Not included"; a longer one describes a photograph
_MAX_ICON_SIZE = 48  # pixels
_MAX_LEVELS = 6  # of elements between a picture and its cell
_MAX_NODES = 50  # of a picture in which a title is looked for


def find_labels(page: Page, keep: IntColumn) -> dict[int, str]:
    """Return the labels of emoji, and of icons that are all that a cell holds, by position in `keep`."""
    nodes = page.leaves[keep]
    pictures = np.flatnonzero(_PICTURE.take(page.tag[nodes], mode="clip"))
    if not len(pictures):
        return {}
    alone = _alone_in_cells(page) if page.has_any(_CELL) else set()
    labels: dict[int, str] = {}
    for position, node in zip(pictures.tolist(), nodes[pictures].tolist(), strict=True):
        is_label = node in alone and _is_icon(page, node) and not _is_button(page, node)
        if is_label or _is_emoji(page, node):
            label = _label(page, node)
            if label and (is_label or not any(character.isalnum() for character in label)):
                labels[position] = label
    return labels


def _is_emoji(page: Page, node: int) -> bool:
    names = page.value(node, "class")
    return names is not None and not _EMOJI.isdisjoint(names.lower().split())


def _alone_in_cells(page: Page) -> set[int]:
    """Return the nodes that are the only leaf of a cell."""
    cells = np.flatnonzero(page.has_tag(_CELL))
    first = page.leaves.searchsorted(cells)
    is_single = page.leaves.searchsorted(page.end[cells]) - first == 1
    return set(page.leaves[first[is_single]].tolist())


def _is_icon(page: Page, node: int) -> bool:
    """Return whether a picture is a drawing or small, or is named as an icon."""
    if page.tag[node] == _SVG:
        return True
    size = page.value(node, "width") or page.value(node, "height") or ""
    if size.removesuffix("px").isdecimal() and len(size) < 6:
        return int(size.removesuffix("px")) <= _MAX_ICON_SIZE
    return bool(_ICON.search(f"{page.value(node, 'class') or ''} {page.value(node, 'src') or ''}"[:300]))


def _is_button(page: Page, node: int) -> bool:
    """Return whether a picture in a cell is a link or a button: what it does is no word of the table."""
    for _ in range(_MAX_LEVELS):
        node = int(page.parent[node])
        if node < 0 or _CELL[min(int(page.tag[node]), elements.UNKNOWN)]:
            return False
        if page.tag[node] in _BUTTONS:
            return True
    return False


def _label(page: Page, node: int) -> str:
    """Return what a picture is called, "" where that is no short label."""
    names = ("alt", "aria-label", "title")
    label = next((label for name in names if (label := one_line(page.value(node, name)))), "")
    if not label and page.tag[node] == _SVG:
        inside = range(node + 1, min(int(page.end[node]), node + _MAX_NODES))
        titles = (index for index in inside if page.tag[index] == _TITLE)
        label = one_line(next((page[index].text_content for index in titles), ""))
    return label if len(label) <= _MAX_LABEL_LENGTH else ""
