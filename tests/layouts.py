"""Rendered pages without a browser: boxes are written into the markup, `data-box="left top right bottom"`.

An element without one is not laid out. Text has the box of the element around it, in one line; `data-size` and
`data-colour` of the nearest element that has them are its font size and colour.
"""

from dataclasses import replace

import numpy as np

from ridgeline import Page, parse
from ridgeline.extractors.grouping import View
from ridgeline.page.layout import Layout, areas


def laid_out(body: str, width: float = 1000, height: float = 1000) -> Page:
    """A page whose body has this inside, with the layout that its attributes say; `html` and `body` fill it."""
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
    """What can be seen of such a page."""
    page = laid_out(body, width, height)
    assert page.layout is not None
    return View(page, page.layout)


def by_id(page: Page, *names: str) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """The nodes of these ids, in document order."""
    found = [node for node, own in enumerate(page.attributes) if own.get("id") in names]
    assert len(found) == len(names)
    return np.array(found, dtype=np.int32)


def ids(page: Page, nodes: np.ndarray[tuple[int], np.dtype[np.int32]]) -> list[str | None]:
    """What nodes are called."""
    return [page.attributes[node].get("id") for node in nodes.tolist()]
