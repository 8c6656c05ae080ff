"""A page as a real browser laid it out: its picture, and over it the boxes of its elements and leaves.

The picture is a PNG in a data URL, so nothing is loaded to show it. The boxes have the numbers of the page, as in the
other view, and no style of the page. A leaf of text has a box for each of its lines; its text is in it, without a size,
so that it can be read by programs that read pages aloud.
"""

from base64 import b64encode
from collections.abc import Iterator

import numpy as np

from ....page import Page, elements
from ....page.layout import Layout
from ....text.attributes import one_line
from .vocabulary import LEAF, LEFT_OUT, PREFIX, escape_attribute, escape_text
from .writer import MAX_ROWS, View

BOX = f"{PREFIX}box"
_STYLE = """<style>
html, body { margin: 0; padding: 0; background: #fff; }
body { position: relative; background-repeat: no-repeat; }
rl-box, rl-leaf, rl-leaf > i { position: absolute; display: block; margin: 0; padding: 0; }
rl-leaf { font-size: 0; color: transparent; line-height: 0; }
rl-leaf.rl-dropped { opacity: 1 !important; }
rl-leaf.rl-dropped > i { background: rgb(255 255 255 / .62); }
rl-leaf.rl-kept, rl-leaf.rl-positive, rl-leaf.rl-negative, rl-leaf.rl-neutral, rl-leaf.rl-heat {
  background: none !important; }
rl-leaf.rl-mixed { background: none !important; }
rl-leaf.rl-kept > i { background: rgb(var(--rl-kept) / .2); }
rl-leaf.rl-positive > i { background: rgb(var(--rl-kept) / .28); }
rl-leaf.rl-negative > i { background: rgb(var(--rl-dropped) / .14); }
rl-leaf.rl-neutral > i { background: rgb(160 140 40 / .2); }
rl-leaf.rl-heat > i { background: color-mix(in oklab, rgb(178 58 46 / .3),
  rgb(34 139 84 / .5) calc(var(--rl-value) * 100%)); }
rl-leaf.rl-mixed > i { background-image: var(--rl-stripes); }
</style>"""

Box = tuple[float, float, float, float]  # left, top, right, bottom


def write_laid_out(page: Page, layout: Layout, picture: bytes) -> View:
    """Return a page over its picture, which is a PNG of the whole page."""
    image = f"url(data:image/png;base64,{b64encode(picture).decode()})"
    width = f"{layout.width:.0f}"
    style = f"width:{width}px;height:{layout.height:.0f}px;background-size:{width}px auto;background-image:{image}"
    return View(
        title=one_line(page.title or ""),
        html_attributes=' data-n="0"',
        body_attributes=f' data-width="{width}" style="{style}"',
        styles=_STYLE,
        body="".join(_Writer(page, layout).write(min(len(page), MAX_ROWS))),
        is_cut=len(page) > MAX_ROWS,
    )


class _Writer:
    def __init__(self, page: Page, layout: Layout) -> None:
        self.page = page
        self.names = [page.names[code] for code in page.tag.tolist()]
        self.end: list[int] = page.end.tolist()
        self.boxes: list[Box] = [tuple(box) for box in layout.boxes.tolist()]
        self.shown: list[bool] = layout.shown.tolist()
        self.lines: list[Box] = [tuple(box) for box in layout.lines.tolist()]
        rows = np.arange(len(page) + 1)
        self.first_line: list[int] = np.searchsorted(layout.line_node, rows).tolist()
        self.leaf_of = dict(zip(page.leaves.tolist(), range(len(page.leaves)), strict=True))
        before = np.zeros(len(page) + 1, dtype=np.int64)
        before[page.leaves + 1] = 1
        self.leaves_before: list[int] = np.cumsum(before).tolist()

    def write(self, end: int) -> Iterator[str]:
        """Yield the boxes of all rows that hold leaves, but html and body, as far as `end`."""
        open_boxes: list[tuple[int, Box]] = []  # where each ends, and its box
        row = 0
        while row < end:
            while open_boxes and open_boxes[-1][0] <= row:
                open_boxes.pop()
                yield f"</{BOX}>"
            around = open_boxes[-1][1] if open_boxes else (0.0, 0.0, 0.0, 0.0)
            leaf = self.leaf_of.get(row)
            if leaf is not None:
                yield self._leaf(row, leaf, around)
                row = self.end[row]
            elif self.leaves_before[self.end[row]] == self.leaves_before[row]:
                row = self.end[row]
            else:
                if self.names[row] not in ("html", "body") and self.names[row] not in LEFT_OUT:
                    box = self.boxes[row] if self._has_box(row) else around
                    yield f'<{BOX} data-n="{row}" style="{_style(box, around)}">'
                    open_boxes.append((self.end[row], box))
                row += 1
        yield f"</{BOX}>" * len(open_boxes)

    def _has_box(self, row: int) -> bool:
        left, top, right, bottom = self.boxes[row]
        return right > left and bottom > top

    def _leaf(self, row: int, leaf: int, around: Box) -> str:
        is_text = self.names[row] == elements.TEXT
        number = f'data-l="{leaf}"' if is_text else f'data-l="{leaf}" data-n="{row}"'
        boxes = self.lines[self.first_line[row] : self.first_line[row + 1]] if is_text else []
        if not boxes and self._has_box(row):
            boxes = [self.boxes[row]]
        if not boxes or not self.shown[row]:
            return f"<{LEAF} {number} hidden>{escape_text(self.page.text[row])}</{LEAF}>"
        whole = (
            min(box[0] for box in boxes),
            min(box[1] for box in boxes),
            max(box[2] for box in boxes),
            max(box[3] for box in boxes),
        )
        parts = "".join(f'<i style="{_style(box, whole)}"></i>' for box in boxes)
        label = "" if is_text else f' aria-label="{escape_attribute(one_line(self.page.value(row, "alt")))}"'
        shown = escape_text(self.page.text[row])
        return f'<{LEAF} {number} style="{_style(whole, around)}"{label}>{parts}{shown}</{LEAF}>'


def _style(box: Box, around: Box) -> str:
    """Return the place of a box inside another one."""
    left, top, right, bottom = box
    size = f"width:{max(right - left, 0):.1f}px;height:{max(bottom - top, 0):.1f}px"
    return f"left:{left - around[0]:.1f}px;top:{top - around[1]:.1f}px;{size}"
