"""The 17 features of section 4, by node, from the absolute values of a View and from what training pages are like.

Relative values are absolute ones divided by the page's. Adjusted values are what a model learns from: how near a
position is to where content stands ("perfect" values, the means over the top ground-truth nodes of the training pages),
how near an area is to its perfect size on a logarithmic scale, how common a node's colours and font sizes are.

Where the paper leaves something open:

- POS_DIST is the distance itself, from the node's centre to the perfect one, in relative units; AREA_DIST is the
  difference of the logarithms without its sign. A model learns that small is good.
- TAG_SCORE, «a simple statistical calculation», is the share of positive nodes among those of a tag, counted with one
  more node as positive as the average, so that a rare tag is an average one.
- A node of no area has that of one pixel; a page of one font size gives FONT_SIZE 0.
- Links are `a` elements, tags are elements, characters are those that are not white space.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...page import Page
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
    other_tag_score: float  # of a tag that the training pages do not have


def adjusted(view: View, perfect: Perfect) -> Matrix:
    """A row for each judged node, a column for each of NAMES."""
    nodes = view.judged
    characters = view.characters[nodes]
    tags = view.tags[nodes]
    where = positions(view)
    area = relative_area(view)
    columns = [
        *(1 - np.abs(best - relative) for best, relative in zip(perfect.positions, where.T, strict=True)),
        np.hypot(where[:, 4] - perfect.positions[4], where[:, 5] - perfect.positions[5]),
        area,
        np.abs(np.log(area) - np.log(perfect.area)),
        *_fonts(view),
        characters / max(view.characters[0], 1),
        view.text_area[nodes] / (view.text_area[nodes] + view.image_area[nodes] + 1),
        _tag_scores(view.page, perfect)[view.page.tag[nodes]],
        tags / (characters + 1),
        view.links[nodes] / (tags + 1),
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def positions(view: View) -> Reals:
    """By judged node: the relative positions, in the order of POSITIONS."""
    left, top, right, bottom = view.bounds[view.judged].astype(np.float64).T
    width, height = max(view.layout.width, 1.0), max(view.layout.height, 1.0)
    across, down = (left / width, right / width), (top / height, bottom / height)
    return np.stack([*across, *down, (across[0] + across[1]) / 2, (down[0] + down[1]) / 2], axis=1)


def relative_area(view: View) -> Reals:
    """By judged node: its share of the page's area, at least that of a pixel."""
    relative: Reals = np.maximum(view.area[view.judged], 1.0) / view.layout.area
    return relative


def learn_perfect(pages: Sequence[tuple[View, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]]) -> Perfect:
    """From views with, by judged node, whether it is positive, and whether it is a top ground-truth node."""
    where = [positions(view)[top] for view, _, top in pages]
    area = [relative_area(view)[top] for view, _, top in pages]
    count = sum(map(len, area))
    seen: dict[str, int] = {}
    good: dict[str, int] = {}
    for view, positive, _ in pages:
        _count(seen, view, np.ones_like(positive))
        _count(good, view, positive)
    share = sum(good.values()) / max(sum(seen.values()), 1)
    return Perfect(
        positions=tuple((sum(part.sum(axis=0) for part in where) / max(count, 1)).tolist()) if count else (0.5,) * 6,
        area=float(sum(part.sum() for part in area) / count) if count else 0.5,
        tag_scores={name: (good.get(name, 0) + share) / (seen[name] + 1) for name in sorted(seen)},
        other_tag_score=share,
    )


def _count(counts: dict[str, int], view: View, wanted: npt.NDArray[np.bool_]) -> None:
    codes, numbers = np.unique(view.page.tag[view.judged[wanted]], return_counts=True)
    for code, number in zip(codes.tolist(), numbers.tolist(), strict=True):
        name = view.page.names[code]
        counts[name] = counts.get(name, 0) + number


def _tag_scores(page: Page, perfect: Perfect) -> Reals:
    """By tag code of the page."""
    return np.array([perfect.tag_scores.get(name, perfect.other_tag_score) for name in page.names])


def _fonts(view: View) -> tuple[Reals, Reals, Reals]:
    """Colour popularity, font size, size popularity.

    The popularity of a node, the sum of its share of a colour times the page's share over all colours, is the mean over
    its characters of the page's share of each one's colour: a sum over the subtree like any other.
    """
    nodes = np.flatnonzero(view.own_characters)
    weight = view.own_characters[nodes].astype(np.float64)
    size = view.layout.font_size[nodes].astype(np.float64)
    smallest, largest = size.min(initial=np.inf), size.max(initial=0.0)
    relative = (size - smallest) / (largest - smallest) if largest > smallest else np.zeros(len(nodes))
    total = np.maximum(view.characters[view.judged], 1)
    per_character = (_share(view.layout.colour[nodes], weight), relative, _share(size, weight))
    return tuple(_mean(view, nodes, weight * values, total) for values in per_character)  # type: ignore[return-value]


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
