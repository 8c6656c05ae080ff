"""The browser's nodes, boxes and styles as columns, from one call of DOMSnapshot.captureSnapshot.

The answer holds every node with the index of its parent, in the order of the flattened tree (the content of a shadow
tree's slot is inside the slot), the boxes of the nodes that are laid out, the boxes of the lines of text, and the
requested styles. Left out are comments, nodes that the browser adds itself (`::marker`, the inner elements of a video
player), and the documents of frames.
"""

import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..page import BoolColumn
from ..page.cache import cached_property
from ..page.layout import Boxes, Layout, areas, clip

STYLES = ("color", "font-size", "visibility")
REQUEST = {"computedStyles": list(STYLES), "includePaintOrder": False, "includeDOMRects": False}

_ELEMENT, _TEXT = 1, 3
_NUMBER = re.compile(r"[\d.]+")

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Snapshot:
    """The elements and text nodes of a document in the browser, in document order, with their layout."""

    parent: Integers  # -1 for the root
    names: tuple[str, ...]  # by node, lower case; "#text" for a text node
    layout: Layout
    _numbers: Integers  # by node: its index in the browser's answer
    _nodes: Mapping[str, Any]
    _strings: Sequence[str]

    def __len__(self) -> int:
        return len(self.parent)

    @cached_property
    def children(self) -> list[list[int]]:
        """By node: its children."""
        children: list[list[int]] = [[] for _ in range(len(self))]
        for index, above in enumerate(self.parent.tolist()):
            if above >= 0:
                children[above].append(index)
        return children

    def text(self, node: int) -> str:
        """Return the text of a text node."""
        number = self._nodes["nodeValue"][self._numbers[node]]
        return self._strings[number] if number >= 0 else ""

    def attributes(self, node: int) -> dict[str, str]:
        """Return the attributes of an element."""
        words = [self._strings[number] for number in self._nodes["attributes"][self._numbers[node]]]
        return dict(zip(words[::2], words[1::2], strict=True))


def read(answer: Mapping[str, Any], max_size: tuple[float, float]) -> Snapshot:
    """Read the browser's answer. Boxes beyond `max_size`, a width and a height in pixels, count as not shown."""
    document, strings = answer["documents"][0], answer["strings"]
    nodes = document["nodes"]
    parent = np.array(nodes["parentIndex"], dtype=np.int64)
    kind = np.array(nodes["nodeType"], dtype=np.int64)
    names = [strings[number].lower() for number in nodes["nodeName"]]
    is_pseudo = np.fromiter((name.startswith("::") for name in names), np.bool_, len(names))
    is_kept = (
        ((kind == _ELEMENT) | (kind == _TEXT))
        & ~_is_internal(nodes, strings, len(names))
        & (_nearest(parent, is_pseudo) < 0)
    )
    numbers = np.flatnonzero(is_kept)
    row = np.full(len(parent) + 1, -1, dtype=np.int64)  # parent -1 reads the last entry
    row[numbers] = np.arange(len(numbers))
    above = _nearest(parent, is_kept)
    size = _page_size(document, max_size)
    return Snapshot(
        parent=np.where(parent[numbers] >= 0, row[above[parent[numbers]]], -1),
        names=tuple(names[number] for number in numbers.tolist()),
        layout=_layout(document, strings, row, len(numbers), size),
        _numbers=numbers,
        _nodes=nodes,
        _strings=strings,
    )


def _is_internal(nodes: Mapping[str, Any], strings: Sequence[str], count: int) -> BoolColumn:
    """Return for each node whether it is the root of the browser's own markup for a control, such as a video player."""
    is_internal = np.zeros(count, dtype=np.bool_)
    roots = nodes.get("shadowRootType", {"index": [], "value": []})
    for index, kind in zip(roots["index"], roots["value"], strict=True):
        is_internal[index] = strings[kind] == "user-agent"
    return is_internal


def _nearest(parent: Integers, mask: BoolColumn) -> Integers:
    """Return for each node the nearest ancestor or self in the mask, -1 where there is none; in log2(depth) steps."""
    above = np.where(mask, np.arange(len(parent)), np.maximum(parent, 0))
    while True:
        further = above[above]
        if np.array_equal(further, above):
            return np.where(mask[above], above, -1)
        above = further


def _page_size(document: Mapping[str, Any], max_size: tuple[float, float]) -> tuple[float, float]:
    return (
        min(float(document.get("contentWidth", 0)), max_size[0]),
        min(float(document.get("contentHeight", 0)), max_size[1]),
    )


def _layout(
    document: Mapping[str, Any], strings: Sequence[str], row: Integers, count: int, size: tuple[float, float]
) -> Layout:
    laid_out = document["layout"]
    node = row[np.array(laid_out["nodeIndex"], dtype=np.int64)]
    is_kept = node >= 0
    font_size, colour = np.zeros(count, dtype=np.float32), np.zeros(count, dtype=np.uint32)
    is_visible = np.zeros(count, dtype=np.bool_)
    styles = np.array([style or (-1,) * len(STYLES) for style in laid_out["styles"]], dtype=np.int64)
    styles = styles.reshape(-1, len(STYLES))
    has_style = is_kept & (styles[:, 0] >= 0)
    colour[node[has_style]] = _parse_strings(styles[has_style, 0], strings, _colour).astype(np.uint32)
    font_size[node[has_style]] = _parse_strings(styles[has_style, 1], strings, _pixels)
    is_visible[node[has_style]] = _parse_strings(styles[has_style, 2], strings, _is_visible) > 0
    line_node, lines = _lines(document["textBoxes"], node)
    boxes = clip(_merge_boxes(count, node[is_kept], _corners(laid_out["bounds"])[is_kept]), *size)
    return Layout(
        width=size[0],
        height=size[1],
        boxes=boxes,
        shown=_is_seen(is_visible, line_node, lines) & (areas(boxes) > 0),
        font_size=font_size,
        colour=colour,
        lines=clip(lines, *size),
        line_node=line_node.astype(np.int32),
    )


def _lines(text_boxes: Mapping[str, Any], node: Integers) -> tuple[Integers, Boxes]:
    """Return the lines of text, by node: the text node of each, and its box."""
    line_node = node[np.array(text_boxes["layoutIndex"], dtype=np.int64)]
    is_kept = line_node >= 0
    line_node, boxes = line_node[is_kept], _corners(text_boxes["bounds"])[is_kept]
    order = np.argsort(line_node, kind="stable")
    return line_node[order], boxes[order]


def _corners(bounds: Sequence[Sequence[float]]) -> Boxes:
    """Return rows of left, top, width, height as rows of left, top, right, bottom."""
    corners = np.array(bounds, dtype=np.float32).reshape(-1, 4)
    corners[:, 2:] += corners[:, :2]
    return corners


def _merge_boxes(count: int, rows: Integers, parts: Boxes) -> Boxes:
    """Return for each node the bounding box of its parts, 0 without any.

    A styled first letter gives a text node two parts.
    """
    boxes = np.full((count, 4), np.inf, dtype=np.float32)
    boxes[:, 2:] = -np.inf
    np.minimum.at(boxes[:, 0], rows, parts[:, 0])
    np.minimum.at(boxes[:, 1], rows, parts[:, 1])
    np.maximum.at(boxes[:, 2], rows, parts[:, 2])
    np.maximum.at(boxes[:, 3], rows, parts[:, 3])
    return np.where(np.isfinite(boxes), boxes, np.float32(0))


def _is_seen(is_visible: BoolColumn, line_node: Integers, lines: Boxes) -> BoolColumn:
    """Return for each node whether its style makes it visible.

    Many pages are invisible until a script shows them. If most of the text is invisible, the style is ignored.
    """
    size = areas(lines)
    return is_visible if 2 * size[is_visible[line_node]].sum() >= size.sum() else np.ones_like(is_visible)


def _parse_strings(numbers: Integers, strings: Sequence[str], parse: Callable[[str], float]) -> npt.NDArray[np.float64]:
    """Return for each number of a string its value. Each distinct string is parsed once."""
    distinct, position = np.unique(numbers, return_inverse=True)
    values = np.array([parse(strings[number]) for number in distinct.tolist()], dtype=np.float64)
    return values[position]


def _colour(text: str) -> int:
    """Return red, green, blue and opacity, a byte each; for a notation other than rgb(), a hash of the text."""
    parts = _NUMBER.findall(text)
    if not text.startswith("rgb") or len(parts) not in (3, 4):
        return zlib.crc32(text.encode())
    red, green, blue = (min(int(float(part)), 255) for part in parts[:3])
    opacity = round(min(float(parts[3]), 1.0) * 255) if len(parts) == 4 else 255
    return red << 24 | green << 16 | blue << 8 | opacity


def _pixels(text: str) -> float:
    found = _NUMBER.match(text)
    return float(found.group()) if found else 0.0


def _is_visible(text: str) -> bool:
    return text == "visible"
