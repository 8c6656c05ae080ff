"""Rectangles as SVG, to be drawn over a page: light red, as in Figures 1 and 12 of the learning and grouping paper."""

import numpy as np
import numpy.typing as npt

from ..page.layout import Layout

Rectangles = npt.NDArray[np.floating]  # rows of left, top, right, bottom

FILL = "rgb(225, 40, 40)"
OPACITY = 0.28
EDGE = "rgb(170, 20, 20)"


def svg(kept: Rectangles, without: Rectangles, layout: Layout) -> str:
    """Return a picture of the kept rectangles, minus others, in one even tint where they overlap."""
    width, height = f"{layout.width:.0f}", f"{layout.height:.0f}"
    mask = f"{_rectangles(kept, 'white')}{_rectangles(without, 'black')}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" style="display: block">'
        f'<mask id="covered">{mask}</mask>'
        f'<rect width="100%" height="100%" fill="{FILL}" fill-opacity="{OPACITY}" mask="url(#covered)"/>'
        f'<g fill="none" stroke="{EDGE}" stroke-width="2">{_rectangles(kept)}</g></svg>'
    )


def _rectangles(rows: Rectangles, fill: str | None = None) -> str:
    style = f' fill="{fill}"' if fill is not None else ""
    return "".join(
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}"{style}/>'
        for left, top, right, bottom in rows.tolist()
        if right > left and bottom > top
    )
