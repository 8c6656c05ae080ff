"""What the browser says of a page, as columns: one call of DOMSnapshot.captureSnapshot, read with NumPy.

The answer holds every node with the index of its parent, in the order in which they are shown (what a shadow tree's
slot takes in stands inside the slot), the boxes of those that are laid out, the boxes of the lines of text, and the
styles that were asked for. Left out are: comments; what the browser adds by itself (`::marker`, the insides of a video
player); frames' documents.
"""

import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

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
    _numbers: Integers  # by node: its number in the browser's answer
    _nodes: Mapping[str, Any]
    _strings: Sequence[str]

    def __len__(self) -> int:
        return len(self.parent)

    @cached_property
    def children(self) -> list[list[int]]:
        """By node: the nodes right below it."""
        below: list[list[int]] = [[] for _ in range(len(self))]
        for index, above in enumerate(self.parent.tolist()):
            if above >= 0:
                below[above].append(index)
        return below

    def text(self, node: int) -> str:
        """A text node's text."""
        number = self._nodes["nodeValue"][self._numbers[node]]
        return self._strings[number] if number >= 0 else ""

    def attributes(self, node: int) -> dict[str, str]:
        """The attributes of an element."""
        words = [self._strings[number] for number in self._nodes["attributes"][self._numbers[node]]]
        return dict(zip(words[::2], words[1::2], strict=True))


def read(answer: Mapping[str, Any], most_pixels: tuple[float, float]) -> Snapshot:
    """Read the browser's answer; of a page wider or higher than `most_pixels` the rest does not count as shown."""
    document, strings = answer["documents"][0], answer["strings"]
    nodes = document["nodes"]
    parent = np.array(nodes["parentIndex"], dtype=np.int64)
    kind = np.array(nodes["nodeType"], dtype=np.int64)
    names = [strings[number].lower() for number in nodes["nodeName"]]
    pseudo = np.fromiter((name.startswith("::") for name in names), np.bool_, len(names))
    ours = (
        ((kind == _ELEMENT) | (kind == _TEXT)) & ~_foreign(nodes, strings, len(names)) & (_nearest(parent, pseudo) < 0)
    )
    numbers = np.flatnonzero(ours)
    row = np.full(len(parent) + 1, -1, dtype=np.int64)  # its last entry answers for parent -1
    row[numbers] = np.arange(len(numbers))
    above = _nearest(parent, ours)
    size = _page_size(document, most_pixels)
    return Snapshot(
        parent=np.where(parent[numbers] >= 0, row[above[parent[numbers]]], -1),
        names=tuple(names[number] for number in numbers.tolist()),
        layout=_layout(document, strings, row, len(numbers), size),
        _numbers=numbers,
        _nodes=nodes,
        _strings=strings,
    )


def _foreign(nodes: Mapping[str, Any], strings: Sequence[str], count: int) -> npt.NDArray[np.bool_]:
    """By node: whether it is part of how the browser builds a control of its own, such as a video player."""
    foreign = np.zeros(count, dtype=np.bool_)
    roots = nodes.get("shadowRootType", {"index": [], "value": []})
    foreign[[i for i, kind in zip(roots["index"], roots["value"], strict=True) if strings[kind] == "user-agent"]] = True
    return foreign


def _nearest(parent: Integers, flagged: npt.NDArray[np.bool_]) -> Integers:
    """By node: the nearest ancestor or self that is flagged, -1 where there is none; in log2(depth) steps."""
    above = np.where(flagged, np.arange(len(parent)), np.maximum(parent, 0))
    while True:
        further = above[above]
        if np.array_equal(further, above):
            return np.where(flagged[above], above, -1)
        above = further


def _page_size(document: Mapping[str, Any], most_pixels: tuple[float, float]) -> tuple[float, float]:
    return (
        min(float(document.get("contentWidth", 0)), most_pixels[0]),
        min(float(document.get("contentHeight", 0)), most_pixels[1]),
    )


def _layout(
    document: Mapping[str, Any], strings: Sequence[str], row: Integers, count: int, size: tuple[float, float]
) -> Layout:
    laid_out = document["layout"]
    node = row[np.array(laid_out["nodeIndex"], dtype=np.int64)]
    boxes = np.full((count, 4), np.inf, dtype=np.float32)
    boxes[:, 2:] = -np.inf
    ours = node >= 0
    _unite(boxes, node[ours], _corners(laid_out["bounds"])[ours])
    font_size, colour = np.zeros(count, dtype=np.float32), np.zeros(count, dtype=np.uint32)
    visible = np.zeros(count, dtype=np.bool_)
    styled = np.array([style or (-1,) * len(STYLES) for style in laid_out["styles"]], dtype=np.int64)
    styled = styled.reshape(-1, len(STYLES))
    has_style = ours & (styled[:, 0] >= 0)
    colour[node[has_style]] = _looked_up(styled[has_style, 0], strings, _colour).astype(np.uint32)
    font_size[node[has_style]] = _looked_up(styled[has_style, 1], strings, _pixels)
    visible[node[has_style]] = _looked_up(styled[has_style, 2], strings, _is_visible) > 0
    lines = document["textBoxes"]
    of_line = node[np.array(lines["layoutIndex"], dtype=np.int64)]
    line_boxes = _corners(lines["bounds"])[of_line >= 0]
    of_line = of_line[of_line >= 0]
    order = np.argsort(of_line, kind="stable")
    boxes = clip(np.where(np.isfinite(boxes), boxes, 0), *size)
    return Layout(
        width=size[0],
        height=size[1],
        boxes=boxes,
        shown=_seen(visible, of_line, line_boxes) & (areas(boxes) > 0),
        font_size=font_size,
        colour=colour,
        lines=clip(line_boxes[order], *size),
        line_node=of_line[order].astype(np.int32),
    )


def _corners(bounds: Sequence[Sequence[float]]) -> Boxes:
    corners = np.array(bounds, dtype=np.float32).reshape(-1, 4)
    corners[:, 2:] += corners[:, :2]
    return corners


def _unite(boxes: Boxes, rows: Integers, more: Boxes) -> None:
    """Let boxes of one node be one box around them; a node is laid out twice where its first letter has a style."""
    np.minimum.at(boxes[:, 0], rows, more[:, 0])
    np.minimum.at(boxes[:, 1], rows, more[:, 1])
    np.maximum.at(boxes[:, 2], rows, more[:, 2])
    np.maximum.at(boxes[:, 3], rows, more[:, 3])


def _seen(visible: npt.NDArray[np.bool_], of_line: Integers, lines: Boxes) -> npt.NDArray[np.bool_]:
    """By node: whether its style lets it be seen.

    Many pages are invisible until a script shows them. Where most of the text is, the style does not count.
    """
    size = areas(lines)
    return visible if 2 * size[visible[of_line]].sum() >= size.sum() else np.ones_like(visible)


def _looked_up(numbers: Integers, strings: Sequence[str], meaning: Any) -> npt.NDArray[np.float64]:
    """What strings mean, each worked out once."""
    distinct, position = np.unique(numbers, return_inverse=True)
    meanings = np.array([meaning(strings[number]) for number in distinct.tolist()], dtype=np.float64)
    return meanings[position]


def _colour(text: str) -> int:
    """A colour as four bytes; one in another notation than rgb() as some number of its own."""
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
