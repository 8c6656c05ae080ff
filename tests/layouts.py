"""Rendered pages without a browser: the markup has the boxes, as `data-box="left top right bottom"`.

An element without this attribute has no box. Text has the box of its parent, as one line; its font size and colour are
`data-size` and `data-colour` of the nearest element that has them.
"""

from dataclasses import replace

import numpy as np

from ridgeline import Page, parse
from ridgeline.extractors.grouping import View
from ridgeline.page.layout import Layout, areas


def laid_out(body: str, width: float = 1000, height: float = 1000) -> Page:
    """Return a page with this body and the layout of its attributes; `html` and `body` fill the page."""
    page = parse(f"<!DOCTYPE html><html><head></head><body>{body}</body></html>")
    boxes = np.zeros((len(page), 4), dtype=np.float32)
    sizes, colours = np.full(len(page), 16, dtype=np.float32), np.zeros(len(page), dtype=np.uint32)
    for node in range(len(page)):
        above = int(page.parent[node])
        if above >= 0:
            sizes[node], colours[node] = sizes[above], colours[above]
        own = page.attributes[node]
        sizes[node] = float(own.get("data-size") or sizes[node])
        colours[node] = int(own.get("data-colour") or colours[node])
        if page[node].tag in ("html", "body"):
            boxes[node] = (0, 0, width, height)
        elif (written := own.get("data-box")) is not None:
            boxes[node] = [float(number) for number in written.split()]
        elif page[node].tag == "#text" and above >= 0:
            boxes[node] = boxes[above] if page[above].tag != "body" else 0
    shown = areas(boxes) > 0
    lines = np.array([node for node in page.leaves.tolist() if page.text[node] and shown[node]], dtype=np.int32)
    layout = Layout(width, height, boxes, shown, sizes, colours, boxes[lines], lines)
    return replace(page, layout=layout)


def view(body: str, width: float = 1000, height: float = 1000) -> View:
    """Return the view of such a page."""
    page = laid_out(body, width, height)
    assert page.layout is not None
    return View(page, page.layout)


def by_id(page: Page, *names: str) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """Return the nodes with these ids, in document order."""
    found = [node for node, own in enumerate(page.attributes) if own.get("id") in names]
    assert len(found) == len(names)
    return np.array(found, dtype=np.int32)


def ids(page: Page, nodes: np.ndarray[tuple[int], np.dtype[np.int32]]) -> list[str | None]:
    """Return the ids of nodes."""
    return [page.attributes[node].get("id") for node in nodes.tolist()]
