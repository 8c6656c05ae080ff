"""Refining (section 6.3): Algorithm 1, and the missing title.

Where the paper is silent or ambiguous:

- Depth is the level of a node in the DOM tree, whose root is the document: «the levels of the main content nodes are
  usually not the top 3 levels», which are the document, `html` and `body`. Content may be a child of `body`. Step 2
  climbs while the area is below θ2, and stops at level d, as the text says («if … it is not very close to the root
  node»); the algorithm's lines do not. docs/grouping.md has the figures of other depths.
- Step 3 (b) also stops at a node without children; that node is then the result.
- In 3 (b) (ii) only elements that show something have a score and an area to compare.
- The title is looked for among the headings near the selection's top: above its upper edge, at most `title_reach`
  pixels away, and overlapping it horizontally. Of these the most preferred level counts, and of that level the lowest
  one. It is missing unless the selection contains a heading of that level as near to its top, or a better one anywhere.
  A heading elsewhere on the page, such as an `h1` around the logo, plays no part.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from ...errors import OptionError
from ...page import IntColumn, Page, elements
from ...parameters import check_number
from .view import Reals, View, node_mask

# The mean score from which on When.AUTO leaves a group as it is. Refining helps every linear model up to here, also
# where its scores are high; at 0.9 it costs models trained on generated pages 0.03 to 0.05 of area F1 to do without.
STRONG_SCORE = 0.99

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
        for option in ("smallest", "large_enough", "small", "too_large"):
            check_number(option, getattr(self, option))
        check_number("depth", self.depth, "a whole number from 0", lambda number: number >= 0, whole=True)
        check_number("title_reach", self.title_reach, "a number of pixels from 0", lambda number: number >= 0)
        if not 0 <= self.smallest <= self.large_enough <= self.small <= self.too_large <= 1:
            raise OptionError("the area ratios of refining go from 0 to 1, each at least as large as the one before")


class When(StrEnum):
    """The condition for refining a group."""

    ALWAYS = "always"  # as in the paper
    AUTO = "auto"  # where its own scores are weak


def needs_refining(nodes: IntColumn, scores: Reals) -> bool:
    """Return whether a group's scores are weak: its mean score, P of section 6.2, is below STRONG_SCORE."""
    return float(scores[nodes].mean()) < STRONG_SCORE


class Branch(StrEnum):
    """The ending of step 3 of Algorithm 1."""

    ANCESTOR = "a"  # the common ancestor is the result
    DRILL_DOWN = "b"  # it is too large: the best of the largest parts in it
    CANDIDATES = "c"  # the candidates stay as they are


def refine(view: View, nodes: IntColumn, scores: Reals, options: Refining) -> IntColumn:
    """Return the nodes that replace a group (Algorithm 1). `scores` is by node of the page, 0 where it has none."""
    node, branch = find_branch(view, nodes, options)
    if branch is Branch.CANDIDATES:
        return nodes
    if branch is Branch.DRILL_DOWN:
        node = _drill_down(view, node, scores, options.too_large * view.layout.area)
    return np.array([node], dtype=np.int32)


def find_branch(view: View, nodes: IntColumn, options: Refining) -> tuple[int, Branch]:
    """Return the node that steps 1 and 2 of Algorithm 1 lead to, and the branch of step 3 that it takes."""
    page, size = view.page, view.layout.area
    node = common_ancestor(page, nodes)  # step 1
    if view.area[node] < options.smallest * size:  # step 2
        while view.area[node] < options.large_enough * size and _level(page, node) > options.depth:
            node = int(page.parent[node])
    covered = view.area[node] / size
    if _level(page, node) > options.depth or covered <= options.small:
        return node, Branch.ANCESTOR
    return node, Branch.DRILL_DOWN if covered >= options.too_large else Branch.CANDIDATES


def _level(page: Page, node: int) -> int:
    """Return the level of a node in the DOM tree: 1 is the document, 2 `html`, 3 `body`."""
    return int(page.depth[node]) + 2


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
    boxes, around = view.bounds[headings], view.bounds[nodes]
    upper = around[:, 1].min()
    is_inside = page.inside(node_mask(page, nodes))[headings]
    overlaps = (boxes[:, 0] < around[:, 2].max()) & (boxes[:, 2] > around[:, 0].min())
    is_above = ~is_inside & overlaps & (boxes[:, 1] <= upper) & (upper - boxes[:, 3] <= options.title_reach)
    if not is_above.any():
        return None
    best = levels[is_above].min()
    is_near_top = boxes[:, 1] - upper <= options.title_reach
    if (is_inside & ((levels < best) | ((levels == best) & is_near_top))).any():
        return None
    fits = is_above & (levels == best)
    return int(headings[fits][np.argmax(boxes[fits, 3])])
