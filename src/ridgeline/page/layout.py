"""The layout of a rendered page: columns beside those of a Page, a row for every node.

A Layout is what a browser computed for a page: the box of each node, the boxes of its lines of text, font size and
colour, and whether a reader sees it. `ridgeline.render` makes one, from a browser or from a file; a `Page` that has one
carries it in `Page.layout`. Lengths are CSS pixels from the page's upper left corner.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .columns import BoolColumn

# Rows of left, top, right, bottom. Where right is not beyond left, or bottom beyond top, it is empty.
Boxes = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False, repr=False)
class Layout:
    """The columns of a rendered page. Arrays are read-only."""

    width: float  # of the whole page, not of the window
    height: float
    boxes: Boxes  # by node: its own box, empty where it has none
    shown: BoolColumn  # by node: whether it has a box on the page that its style does not make invisible
    font_size: npt.NDArray[np.float32]  # by node, in pixels; 0 where it has no box
    colour: npt.NDArray[np.uint32]  # by node: red, green, blue and opacity, a byte each
    lines: Boxes  # by line of text: its box
    line_node: npt.NDArray[np.int32]  # by line of text: the text node it is of, ascending

    def __post_init__(self) -> None:
        for column in (self.boxes, self.shown, self.font_size, self.colour, self.lines, self.line_node):
            column.setflags(write=False)

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.boxes)

    def __repr__(self) -> str:
        return f"<Layout of {self.width:.0f} × {self.height:.0f} pixels, {int(self.shown.sum())} of {len(self)} nodes>"

    @property
    def area(self) -> float:
        """The page's area in square pixels, at least one."""
        return max(self.width * self.height, 1.0)


def areas(boxes: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """Return for each box its area, 0 for an empty one."""
    return np.maximum(boxes[:, 2] - boxes[:, 0], 0.0).astype(np.float64) * np.maximum(boxes[:, 3] - boxes[:, 1], 0.0)


def clip(boxes: npt.NDArray[np.floating], width: float, height: float) -> Boxes:
    """Return the parts of boxes that lie on a page of this size."""
    clipped: Boxes = np.clip(boxes, 0.0, np.array([width, height, width, height])).astype(np.float32)
    return clipped
