"""The share of a page that its style lays out, rather than the width of the window.

Most pages of the data sets link style sheets that are not there. A browser then shows one column as wide as the window,
side columns below the text, and position, width and alignment mean nothing. The share of a page's characters in blocks
that are clearly narrower than the page says how much of its layout is left.
"""

import numpy as np

from ....extractors.grouping import View
from ....page import elements

NARROW = 0.8  # of the page's width; lists and quotations of a page without styles are indented, and wider than this
# The bounds of the classes that a study reports: hardly any real layout, some, mostly real.
CLASSES = ((0.0, 0.1), (0.1, 0.5), (0.5, 1.01))


def real_layout_share(view: View) -> float:
    """Return the share of the visible characters that stand in blocks narrower than NARROW; 0 without any."""
    page = view.page
    texts = np.flatnonzero(view.own_characters)
    blocks = page.nearest(page.has_tag(elements.BLOCK))[texts]
    widths = (view.boxes[:, 2] - view.boxes[:, 0])[blocks]
    weights = view.own_characters[texts]
    is_narrow = (widths > 0) & (widths < NARROW * view.layout.width)
    return float(weights[is_narrow].sum() / max(weights.sum(), 1))


def class_name(bounds: tuple[float, float]) -> str:
    """Return the bounds of a class for a table."""
    return f"{bounds[0]:.0%} to {min(bounds[1], 1):.0%}"
