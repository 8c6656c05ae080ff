"""The winner basket: Algorithm 1, FeatureExtractor, with GetBlockSet (Algorithm 2) as `text.cuts.tag_blocks`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...page import BoolColumn, IntColumn, Page
from ...text.cuts import Blocks, tag_blocks
from ..block_features import FeatureTable, Reals, Rule, count_features

# The paper's tags (`<TABLE>, <TR>, <HR>, <UL>, <P>, <DIV>`), outermost first, with HTML5's sections and other lists.
FEATURE_TAGS = tuple("table tr hr section article nav aside header footer main form ul ol dl p div".split())


@dataclass(frozen=True, eq=False)
class Basket:
    """The winner basket W of a page: blocks whose desired features outweigh the rest, best first."""

    blocks: Blocks
    table: FeatureTable  # of all blocks
    desired: tuple[str, ...]
    order: IntColumn  # numbers of the blocks in the basket, sorted by probability
    probability: Reals  # P_b of each of them

    def __len__(self) -> int:
        return len(self.order)


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Threshold values of features (section IV.B): the counts that a block of the basket has at least and at most."""

    at_least: Mapping[str, float] = field(default_factory=dict)
    at_most: Mapping[str, float] = field(default_factory=dict)

    def allow(self, table: FeatureTable) -> BoolColumn:
        """Return for each block whether its counts are within the thresholds."""
        allowed = np.ones(len(table.counts), dtype=np.bool_)
        for name, least in self.at_least.items():
            allowed &= table.counts[:, table.names.index(name)] >= least
        for name, most in self.at_most.items():
            allowed &= table.counts[:, table.names.index(name)] <= most
        return allowed


NO_THRESHOLDS = Thresholds()


def fill_basket(
    page: Page,
    desired: Sequence[str],
    rules: Mapping[str, Rule],
    tags: Sequence[str],
    thresholds: Thresholds = NO_THRESHOLDS,
) -> Basket:
    """Return the blocks of a page whose desired features outweigh all other features (Algorithm 1)."""
    blocks = tag_blocks(page, tags)
    table = count_features(blocks, rules)
    wanted, rest = table.sums(desired)  # P1 and P2
    basket = np.flatnonzero((wanted > rest) & thresholds.allow(table)).astype(np.int32)
    probability = table.rows(basket).sums(desired)[0] / len(desired)  # Pr(F1 | F, W)
    order = np.argsort(-probability, kind="stable")
    return Basket(blocks, table, tuple(desired), basket[order], probability[order])
