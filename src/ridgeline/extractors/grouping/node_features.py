"""The 17 features of section 4, by node, from the absolute values of a View and statistics of the training pages.

Relative values are absolute values divided by the page's. Adjusted values are the model's input: how close a position
is to its "perfect" value (the mean over the top ground-truth nodes of the training pages), how close an area is to its
perfect size on a logarithmic scale, how common a node's colours and font sizes are on the page.

Where the paper is silent:

- POS_DIST is the distance from the node's centre to the perfect centre, in relative units. AREA_DIST is the absolute
  difference of the logarithms. For both, smaller is better, and the model learns a sign accordingly.
- TAG_SCORE, «a simple statistical calculation», is the share of positive nodes among the nodes of a tag. It is smoothed
  by one more node with the average share, so a rare tag gets about the average. Custom elements get the average, too.
- A node without area counts as one pixel. On a page with one font size, FONT_SIZE is 0.
- Links are `a` elements, tags are elements, characters exclude white space.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .view import Reals, View

Matrix = npt.NDArray[np.float32]

NAMES = (
    *"POS_LEFT POS_RIGHT POS_TOP POS_BOTTOM POS_CENTERX POS_CENTERY POS_DIST AREA_SIZE AREA_DIST".split(),
    *"FONT_COLOR_POPULARITY FONT_SIZE FONT_SIZE_POPULARITY".split(),
    *"VISIBLE_CHAR TEXT_RATIO TAG_SCORE TAG_DENSITY LINK_DENSITY".split(),
)
POSITIONS = ("left", "right", "top", "bottom", "centre_x", "centre_y")


@dataclass(frozen=True, slots=True)
class Perfect:
    """The statistics of the training pages that adjusted values are computed with."""

    positions: tuple[float, ...]  # BEST_LEFT, BEST_RIGHT … in the order of POSITIONS, relative
    area: float  # relative
    tag_scores: Mapping[str, float]
    other_tag_score: float  # of a tag that is not in HTML or not on the training pages


@dataclass(frozen=True, eq=False)
class Relative:
    """By scored node: the values that depend on the page alone."""

    positions: Matrix  # in the order of POSITIONS
    area: Reals  # its share of the page's area, at least one pixel
    tags: tuple[str, ...]
    fonts: Matrix  # FONT_COLOR_POPULARITY, FONT_SIZE, FONT_SIZE_POPULARITY
    visible_characters: Reals
    text_ratio: Reals
    tag_density: Reals
    link_density: Reals


def relative(view: View) -> Relative:
    """Return the relative values of a page's scored nodes, and the adjusted ones that need no perfect value."""
    nodes = view.scored
    characters, tags = view.characters[nodes], view.tags[nodes]
    text, image = view.text_area[nodes], view.image_area[nodes]
    return Relative(
        positions=_positions(view),
        area=np.maximum(view.area[nodes], 1.0) / view.layout.area,
        tags=tuple(map(view.page.names.__getitem__, view.page.tag[nodes].tolist())),
        fonts=_fonts(view),
        visible_characters=characters / max(view.characters[0], 1),
        text_ratio=text / (text + image + 1),
        tag_density=tags / (characters + 1),
        link_density=view.links[nodes] / (tags + 1),
    )


def adjusted(values: Relative, perfect: Perfect) -> Matrix:
    """Return the feature matrix: a row for each scored node, a column for each of NAMES."""
    positions = values.positions
    tag_scores = [perfect.tag_scores.get(name, perfect.other_tag_score) for name in values.tags]
    columns = [
        *(1 - np.abs(best - position) for best, position in zip(perfect.positions, positions.T, strict=True)),
        np.hypot(positions[:, 4] - perfect.positions[4], positions[:, 5] - perfect.positions[5]),
        values.area,
        np.abs(np.log(values.area) - np.log(perfect.area)),
        *values.fonts.T,
        values.visible_characters,
        values.text_ratio,
        np.array(tag_scores, dtype=np.float64),
        values.tag_density,
        values.link_density,
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def _positions(view: View) -> Matrix:
    left, top, right, bottom = view.bounds[view.scored].T
    width, height = max(view.layout.width, 1.0), max(view.layout.height, 1.0)
    across, down = (left / width, right / width), (top / height, bottom / height)
    return np.stack([*across, *down, (across[0] + across[1]) / 2, (down[0] + down[1]) / 2], axis=1).astype(np.float32)


def _fonts(view: View) -> Matrix:
    """Return for each scored node colour popularity, font size, size popularity.

    The paper sums a node's share of a colour times the page's share over all colours. That is the mean, over the node's
    characters, of the page's share of each character's colour, so it is a sum over the subtree like any other.
    """
    nodes = np.flatnonzero(view.own_characters)
    weight = view.own_characters[nodes].astype(np.float64)
    size = view.layout.font_size[nodes].astype(np.float64)
    smallest, largest = size.min(initial=np.inf), size.max(initial=0.0)
    scaled = (size - smallest) / (largest - smallest) if largest > smallest else np.zeros(len(nodes))
    total = np.maximum(view.characters[view.scored], 1)
    per_character = (_share(view.layout.colour[nodes], weight), scaled, _share(size, weight))
    means = [_subtree_mean(view, nodes, weight * values, total) for values in per_character]
    return np.stack(means, axis=1).astype(np.float32)


def _share(values: npt.NDArray[np.generic], weight: Reals) -> Reals:
    """Return for each text node the share of the page's characters that have its value."""
    _, kind = np.unique(values, return_inverse=True)
    shares: Reals = np.bincount(kind, weights=weight) / max(weight.sum(), 1)
    return shares[kind]


def _subtree_mean(view: View, nodes: npt.NDArray[np.int64], values: Reals, total: Reals) -> Reals:
    own = np.zeros(len(view.page), dtype=np.float64)
    own[nodes] = values
    mean: Reals = view.subtree_sum(own)[view.scored] / total
    return mean
