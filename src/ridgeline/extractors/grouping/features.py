"""The 17 features of section 4, by node, from the absolute values of a View and from what training pages are like.

Relative values are absolute ones divided by the page's. Adjusted values are what a model learns from: how near a
position is to where content stands ("perfect" values, the means over the top ground-truth nodes of the training pages),
how near an area is to its perfect size on a logarithmic scale, how common a node's colours and font sizes are.

Where the paper leaves something open:

- POS_DIST is the distance itself, from the node's centre to the perfect one, in relative units; AREA_DIST is the
  difference of the logarithms without its sign. A model learns that small is good.
- TAG_SCORE, «a simple statistical calculation», is the share of positive nodes among those of a tag, counted with one
  more node as positive as the average, so that a rare tag is an average one. Custom elements are average, too.
- A node of no area has that of one pixel; a page of one font size gives FONT_SIZE 0.
- Links are `a` elements, tags are elements, characters are those that are not white space.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn
from ...page.elements import CODES
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
    """What the features are adjusted by, learnt from the training pages."""

    positions: tuple[float, ...]  # BEST_LEFT, BEST_RIGHT … in the order of POSITIONS, relative
    area: float  # relative
    tag_scores: Mapping[str, float]
    other_tag_score: float  # of a tag that HTML or the training pages do not have


@dataclass(frozen=True, eq=False)
class Relative:
    """By judged node: what its features are made of, as far as the page alone says it."""

    positions: Matrix  # in the order of POSITIONS
    area: Reals  # its share of the page's, at least that of a pixel
    tags: tuple[str, ...]
    fonts: Matrix  # FONT_COLOR_POPULARITY, FONT_SIZE, FONT_SIZE_POPULARITY
    visible_characters: Reals
    text_ratio: Reals
    tag_density: Reals
    link_density: Reals


def relative(view: View) -> Relative:
    """The relative values of a page's judged nodes, and those adjusted ones that need no perfect value."""
    nodes = view.judged
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
    """A row for each judged node, a column for each of NAMES."""
    where = values.positions
    tag_scores = [perfect.tag_scores.get(name, perfect.other_tag_score) for name in values.tags]
    columns = [
        *(1 - np.abs(best - position) for best, position in zip(perfect.positions, where.T, strict=True)),
        np.hypot(where[:, 4] - perfect.positions[4], where[:, 5] - perfect.positions[5]),
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


def learn_perfect(pages: Sequence[tuple[Relative, BoolColumn, BoolColumn]]) -> Perfect:
    """From pages with, by judged node, whether it is positive, and whether it is a top ground-truth node."""
    where = np.concatenate([values.positions[top] for values, _, top in pages])
    area = np.concatenate([values.area[top] for values, _, top in pages])
    seen: Counter[str] = Counter()
    good: Counter[str] = Counter()
    for values, positive, _ in pages:
        seen.update(values.tags)
        good.update(compress(values.tags, positive.tolist()))
    share = good.total() / max(seen.total(), 1)
    return Perfect(
        positions=tuple(where.mean(axis=0, dtype=np.float64).tolist()),
        area=float(area.mean()),
        tag_scores={name: (good[name] + share) / (seen[name] + 1) for name in sorted(seen) if name in CODES},
        other_tag_score=share,
    )


def _positions(view: View) -> Matrix:
    left, top, right, bottom = view.bounds[view.judged].T
    width, height = max(view.layout.width, 1.0), max(view.layout.height, 1.0)
    across, down = (left / width, right / width), (top / height, bottom / height)
    return np.stack([*across, *down, (across[0] + across[1]) / 2, (down[0] + down[1]) / 2], axis=1).astype(np.float32)


def _fonts(view: View) -> Matrix:
    """By judged node: colour popularity, font size, size popularity.

    The popularity of a node, the sum of its share of a colour times the page's share over all colours, is the mean over
    its characters of the page's share of each one's colour: a sum over the subtree like any other.
    """
    nodes = np.flatnonzero(view.own_characters)
    weight = view.own_characters[nodes].astype(np.float64)
    size = view.layout.font_size[nodes].astype(np.float64)
    smallest, largest = size.min(initial=np.inf), size.max(initial=0.0)
    scaled = (size - smallest) / (largest - smallest) if largest > smallest else np.zeros(len(nodes))
    total = np.maximum(view.characters[view.judged], 1)
    per_character = (_share(view.layout.colour[nodes], weight), scaled, _share(size, weight))
    means = [_mean(view, nodes, weight * values, total) for values in per_character]
    return np.stack(means, axis=1).astype(np.float32)


def _share(values: npt.NDArray[np.generic], weight: Reals) -> Reals:
    """By character run: the share of the page's characters that have its value."""
    _, kind = np.unique(values, return_inverse=True)
    shares: Reals = np.bincount(kind, weights=weight) / max(weight.sum(), 1)
    return shares[kind]


def _mean(view: View, nodes: npt.NDArray[np.int64], values: Reals, total: Reals) -> Reals:
    own = np.zeros(len(view.page), dtype=np.float64)
    own[nodes] = values
    mean: Reals = view.summed(own)[view.judged] / total
    return mean
