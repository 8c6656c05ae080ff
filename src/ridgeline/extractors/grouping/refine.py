"""Refining (section 6.3): Algorithm 1, and the missing title.

Where the paper is silent or ambiguous:

- Depth is the level of a node, with `html` as level 1, since the paper explains d by «the levels of the main content
  nodes are usually not the top 3 levels»: content may be a child of a wrapper in `body`. (Counting from 0 instead costs
  a point of area F1 and a point of word F1 on 500 pages of wcxb-dev.) Step 2 climbs while the area is below θ2, and
  stops at level d, as the text says («if … it is not very close to the root node»); the algorithm's lines do not.
- Step 3 (b) also stops at a node without children; that node is then the result.
- In 3 (b) (ii) only elements that show something have a score and an area to compare.
- The title is missing if the selection contains no heading of the most preferred level on the page. Of these headings
  the lowest one is added that is above the selection's upper edge, overlaps the selection horizontally, and is at most
  `title_reach` pixels away.
"""

from dataclasses import dataclass

import numpy as np

from ...errors import OptionError
from ...page import IntColumn, Page, elements
from .view import Reals, View, node_mask

_LEVELS = tuple(elements.CODES[name] for name in elements.HEADINGS)


@dataclass(frozen=True, slots=True)
class Refining:
    """The parameters of Algorithm 1, with the values of section 7.1. Areas are shares of the page's."""

    smallest: float = 0.05  # θ1: a smaller area is too small …
    large_enough: float = 0.2  # θ2: … and grows to this
    small: float = 0.4  # θ3: up to this area, the common ancestor is the result
    too_large: float = 0.9  # θ4: from this area on, the algorithm drills down
    depth: int = 3  # d: a common ancestor on a deeper level is the result
    title_reach: float = 400.0  # pixels

    def __post_init__(self) -> None:
        if not 0 <= self.smallest <= self.large_enough <= self.small <= self.too_large <= 1:
            raise OptionError("the area ratios of refining go from 0 to 1, each at least as large as the one before")


def refine(view: View, nodes: IntColumn, scores: Reals, options: Refining) -> IntColumn:
    """Return the nodes that replace a group (Algorithm 1). `scores` is by node of the page, 0 where it has none."""
    page, size = view.page, view.layout.area
    node = common_ancestor(page, nodes)  # step 1
    if view.area[node] < options.smallest * size:  # step 2
        while view.area[node] < options.large_enough * size and _level(page, node) > options.depth:
            node = int(page.parent[node])
    covered = view.area[node] / size
    if _level(page, node) > options.depth or covered <= options.small:  # step 3 (a)
        return np.array([node], dtype=np.int32)
    if covered >= options.too_large:  # (b)
        return np.array([_drill_down(view, node, scores, options.too_large * size)], dtype=np.int32)
    return nodes  # (c)


def _level(page: Page, node: int) -> int:
    return int(page.depth[node]) + 1


def common_ancestor(page: Page, nodes: IntColumn) -> int:
    """Return the lowest node that contains all of these."""
    node, last = int(nodes[0]), int(nodes[-1])
    while page.end[node] <= last:
        node = int(page.parent[node])
    return node


def _drill_down(view: View, node: int, scores: Reals, too_large: float) -> int:
    """Step 3 (b): descend to the largest child until it is not too large, then take the best of its siblings."""
    while view.area[node] >= too_large:
        children = _element_children(view, node)
        if not len(children):
            break
        node = int(children[np.argmax(view.area[children])])
    above = int(view.page.parent[node])
    siblings = _element_children(view, above) if above >= 0 else np.array([node])
    return int(siblings[np.argmax(scores[siblings] * view.area[siblings])]) if len(siblings) else node


def _element_children(view: View, node: int) -> IntColumn:
    first, last = np.searchsorted(view.scored, (node + 1, view.page.end[node]))
    inside = view.scored[first:last]
    children: IntColumn = inside[view.page.parent[inside] == node]
    return children


def missing_title(view: View, nodes: IntColumn, options: Refining) -> int | None:
    """Return the heading that belongs to a selection and is not in it, if there is one."""
    page = view.page
    headings = view.scored[(view.characters[view.scored] > 0) & np.isin(page.tag[view.scored], _LEVELS)]
    if not len(headings) or not len(nodes):
        return None
    levels = np.searchsorted(_LEVELS, page.tag[headings])
    preferred = headings[levels == levels.min()]
    if page.inside(node_mask(page, nodes))[preferred].any():
        return None
    boxes, around = view.bounds[preferred], view.bounds[nodes]
    upper = around[:, 1].min()
    gap = upper - boxes[:, 3]
    overlaps = (boxes[:, 0] < around[:, 2].max()) & (boxes[:, 2] > around[:, 0].min())
    fits = overlaps & (boxes[:, 1] <= upper) & (gap <= options.title_reach)
    if not fits.any():
        return None
    return int(preferred[fits][np.argmax(boxes[fits, 3])])
