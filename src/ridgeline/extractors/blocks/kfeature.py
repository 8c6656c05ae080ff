"""`kfeature`: K-FeatureExtractor, the best cluster of the winner basket by k-means (section IV.C)."""

from collections.abc import Mapping, Sequence

import numpy as np

from ...page import IntColumn
from ...parameters import check_number
from ..block_features import Rule
from .basket import FEATURE_TAGS, Basket
from .feature import Counts, FeatureExtractor, positive
from .kmeans import k_means

DEFAULT_CLUSTERS = 2  # of 2, 3, 4 and 6 the best word F on three data sets (docs/experiments.md)


class KFeatureExtractor(FeatureExtractor):
    """Keeps the best cluster of the basket, or its best `blocks` blocks."""

    name = "kfeature"

    def __init__(
        self,
        features: Sequence[str] | str = ("text",),
        *,
        blocks: int | None = None,
        clusters: int = DEFAULT_CLUSTERS,
        seed: int = 0,
        tags: Sequence[str] | str = FEATURE_TAGS,
        at_least: Counts = (),
        at_most: Counts = (),
        rules: Mapping[str, Rule] | None = None,
    ) -> None:
        super().__init__(features, tags=tags, at_least=at_least, at_most=at_most, rules=rules)
        self.blocks = None if blocks is None else positive("blocks", blocks)
        self.clusters = positive("clusters", clusters)
        check_number("seed", seed, "a whole number from 0", lambda number: number >= 0, whole=True)
        self.seed = seed

    def pick(self, basket: Basket) -> IntColumn:
        """Return the cluster with the highest centre. The basket is sorted, so it is the cluster of the first block."""
        clusters = k_means(basket.probability[:, np.newaxis], self.clusters, self.seed)
        best = np.flatnonzero(clusters == clusters[0]) if len(clusters) else clusters
        return best[: self.blocks].astype(np.int32)
