"""`rnn`: the N blocks nearest to the winner (Algorithm 3, rNN)."""

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np

from ...errors import OptionError
from ...page import IntColumn
from ..block_features import Rule
from .basket import FEATURE_TAGS, Basket
from .feature import FeatureExtractor, positive

DEFAULT_BLOCKS = 3


class NearestBlocks(FeatureExtractor):
    """Keeps the N blocks nearest to the winner, the winner among them."""

    name = "rnn"

    def __init__(
        self,
        features: Sequence[str] | str = ("text",),
        *,
        blocks: int = DEFAULT_BLOCKS,
        distance: Literal["probability", "features"] = "probability",
        tags: Sequence[str] | str = FEATURE_TAGS,
        rules: Mapping[str, Rule] | None = None,
    ) -> None:
        super().__init__(features, tags=tags, rules=rules)
        self.blocks = positive("blocks", blocks)
        if distance not in ("probability", "features"):
            raise OptionError(f"distance is probability or features, not {distance!r}")
        self.distance = distance

    def pick(self, basket: Basket) -> IntColumn:
        """The blocks with the largest values (Algorithm 3), or the nearest in the space of all features."""
        if self.distance == "probability" or not len(basket):
            return np.arange(min(len(basket), self.blocks), dtype=np.int32)
        values = basket.table.rows(basket.order).values
        distance = np.linalg.norm(values - values[0], axis=1)
        return np.sort(np.argsort(distance, kind="stable")[: self.blocks]).astype(np.int32)
