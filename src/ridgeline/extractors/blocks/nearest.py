"""`rnn`: the blocks nearest to the winner, by Algorithm 3 or by the definition of the reverse nearest neighbour.

The paper contradicts itself. Its definition (III.E.3): "given a query point q, rNN finds all points in the dataset such
that q is their nearest neighbor". Its Algorithm 3 takes the N largest values one by one, whatever their neighbours.

    neighbours="best"      Algorithm 3, the default: the N best blocks. The query point is the winner, which has the
                           largest value of all, so these are its N nearest, itself among them.
    neighbours="reverse"   the definition: the winner, and all blocks of the basket that are nearer to it than to any
                           other block. There is no N. Values lie on a line and the winner at its end, so it is the
                           nearest neighbour of the runner-up at most, and of blocks that equal it; by all features it
                           can be the nearest neighbour of several.

`max_distance` is the "maximum distance threshold" of III.E.1, for both: farther blocks are left out. `distance` says
what is measured: the difference of two probabilities, or the Euclidean distance between the values of all features.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np

from ...errors import OptionError
from ...page import BoolColumn, IntColumn
from ...parameters import check_number
from ..block_features import Reals, Rule
from .basket import FEATURE_TAGS, Basket
from .feature import Counts, FeatureExtractor, positive

DEFAULT_BLOCKS = 3
MAX_CANDIDATES = 2_000  # of the basket, the best: the definition compares every block with every other


class NearestBlocks(FeatureExtractor):
    """Keeps the blocks nearest to the winner, the winner among them."""

    name = "rnn"

    def __init__(
        self,
        features: Sequence[str] | str = ("text",),
        *,
        blocks: int = DEFAULT_BLOCKS,
        neighbours: Literal["best", "reverse"] = "best",
        max_distance: float | None = None,
        distance: Literal["probability", "features"] = "probability",
        tags: Sequence[str] | str = FEATURE_TAGS,
        at_least: Counts = (),
        at_most: Counts = (),
        rules: Mapping[str, Rule] | None = None,
    ) -> None:
        """`blocks` is the N of Algorithm 3; the docstring of the module has the other options."""
        super().__init__(features, tags=tags, at_least=at_least, at_most=at_most, rules=rules)
        self.blocks = positive("blocks", blocks)
        if neighbours not in ("best", "reverse"):
            raise OptionError(f"neighbours is best or reverse, not {neighbours!r}")
        if max_distance is not None:
            check_number("max_distance", max_distance, "a number from 0, or None", lambda number: number >= 0)
        if distance not in ("probability", "features"):
            raise OptionError(f"distance is probability or features, not {distance!r}")
        self.neighbours, self.max_distance, self.distance = neighbours, max_distance, distance

    def pick(self, basket: Basket) -> IntColumn:
        """Return positions in the basket's order of the blocks to keep."""
        if not len(basket):
            return np.empty(0, dtype=np.int32)
        points = self._points(basket)
        from_winner = np.linalg.norm(points - points[0], axis=1)
        if self.neighbours == "reverse":
            chosen = np.flatnonzero(has_nearest_first(points[:MAX_CANDIDATES])).astype(np.int32)
        else:
            chosen = np.sort(np.argsort(from_winner, kind="stable")[: self.blocks]).astype(np.int32)
        near: IntColumn = chosen[from_winner[chosen] <= (np.inf if self.max_distance is None else self.max_distance)]
        return near

    def _points(self, basket: Basket) -> Reals:
        """Return the blocks of the basket as points, the winner first."""
        if self.distance == "probability":
            return basket.probability[:, np.newaxis]
        return basket.table.rows(basket.order).values


def has_nearest_first(points: Reals) -> BoolColumn:
    """Return for each point whether the first point is its nearest neighbour, or as near as any.

    True for the first itself.
    """
    squares = (points**2).sum(axis=1)
    distance = squares[:, np.newaxis] + squares - 2 * points @ points.T
    np.fill_diagonal(distance, np.inf)
    answer: BoolColumn = distance[:, 0] <= distance.min(axis=1) + 1e-12  # rounding
    answer[0] = True
    return answer
