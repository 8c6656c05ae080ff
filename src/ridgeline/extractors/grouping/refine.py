"""Refining (section 6.3): Algorithm 1, and the title.

Where the paper leaves something open:

- Depth is the level of a node, with `html` as the first, since d is explained by «the levels of the main content nodes
  are usually not the top 3 levels»: content may stand right inside of a wrapper in `body`. (Counting from 0 instead
  takes a point of area F1 and a point of word F1 on 500 pages of wcxb-dev.) Step 2 climbs while the area is below θ2,
  and stops at level d, as the text says («if … it is not very close to the root node»); the algorithm's lines do not.
- A page may end the drilling of step 3 (b) by having no more children; then the last node stands.
- In 3 (b) (ii) only elements that show something have a score and an area to be compared by.
- The title is missing where no heading of the most preferred level on the page is in the selection. Then of those
  headings the lowest one that stands above the selection's upper edge, not to the side of it and not more than
  `title_reach` pixels away, is added.
"""

from dataclasses import dataclass

import numpy as np

from ...errors import OptionError
from ...page import IntColumn, Page, elements
from .view import Reals, View

_LEVELS = tuple(elements.CODES[name] for name in elements.HEADINGS)


@dataclass(frozen=True, slots=True)
class Refining:
    """The parameters of Algorithm 1, as section 7.1 has them."""

    smallest: float = 0.05  # θ1: with less of the page's area a group is too small …
    large_enough: float = 0.2  # θ2: … and grows until it has this much
    small: float = 0.4  # θ3: up to this, the common ancestor is taken as it is
    too_large: float = 0.9  # θ4: from this on, it is drilled into
    depth: int = 3  # d: deeper nodes are taken as they are
    title_reach: float = 400.0  # pixels

    def __post_init__(self) -> None:
        if not 0 <= self.smallest <= self.large_enough <= self.small <= self.too_large <= 1:
            raise OptionError("the area ratios of refining go from 0 to 1, each at least as large as the one before")


def refine(view: View, nodes: IntColumn, scores: Reals, options: Refining) -> IntColumn:
    """Algorithm 1: the nodes to put in the place of a group. `scores` by node of the page, 0 where it has none."""
    page, size = view.page, view.layout.area
    node = common_ancestor(page, nodes)  # step 1
    if view.area[node] < options.smallest * size:  # step 2
        while view.area[node] < options.large_enough * size and _level(page, node) > options.depth:
            node = int(page.parent[node])
    covered = view.area[node] / size
    if _level(page, node) > options.depth or covered <= options.small:  # step 3 (a)
        return np.array([node], dtype=np.int32)
    if covered >= options.too_large:  # (b)
        return np.array([_drilled(view, node, scores, options.too_large * size)], dtype=np.int32)
    return nodes  # (c)


def _level(page: Page, node: int) -> int:
    return int(page.depth[node]) + 1


def common_ancestor(page: Page, nodes: IntColumn) -> int:
    """The lowest node that holds all of them."""
    node, last = int(nodes[0]), int(nodes[-1])
    while page.end[node] <= last:
        node = int(page.parent[node])
    return node


def _drilled(view: View, node: int, scores: Reals, too_large: float) -> int:
    """Step 3 (b): down the largest children until they are not too large, then the best among the siblings."""
    while view.area[node] >= too_large:
        children = _element_children(view, node)
        if not len(children):
            break
        node = int(children[np.argmax(view.area[children])])
    above = int(view.page.parent[node])
    siblings = _element_children(view, above) if above >= 0 else np.array([node])
    return int(siblings[np.argmax(scores[siblings] * view.area[siblings])]) if len(siblings) else node


def _element_children(view: View, node: int) -> IntColumn:
    first, last = np.searchsorted(view.judged, (node + 1, view.page.end[node]))
    inside = view.judged[first:last]
    children: IntColumn = inside[view.page.parent[inside] == node]
    return children


def missing_title(view: View, nodes: IntColumn, options: Refining) -> int | None:
    """The heading that belongs to a selection and is not in it."""
    page = view.page
    headings = view.judged[(view.characters[view.judged] > 0) & np.isin(page.tag[view.judged], _LEVELS)]
    if not len(headings) or not len(nodes):
        return None
    levels = np.searchsorted(_LEVELS, page.tag[headings])
    preferred = headings[levels == levels.min()]
    chosen = np.zeros(len(page), dtype=np.bool_)
    chosen[nodes] = True
    if page.inside(chosen)[preferred].any():
        return None
    boxes, around = view.bounds[preferred], view.bounds[nodes]
    upper = around[:, 1].min()
    gap = upper - boxes[:, 3]
    overlaps = (boxes[:, 0] < around[:, 2].max()) & (boxes[:, 2] > around[:, 0].min())
    fits = overlaps & (boxes[:, 1] <= upper) & (gap <= options.title_reach)
    if not fits.any():
        return None
    return int(preferred[fits][np.argmax(boxes[fits, 3])])
