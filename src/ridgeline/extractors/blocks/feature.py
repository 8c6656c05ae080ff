"""`feature`: the winner block. Also the base of the two extractors that pick more blocks from the basket."""

from collections.abc import Mapping, Sequence

import numpy as np

from ...errors import OptionError
from ...extraction import Extraction
from ...page import IntColumn, Page
from ..block_features import Rule, resolve_features
from .basket import FEATURE_TAGS, Basket, fill_basket
from .explanation import explain


class FeatureExtractor:
    """Keeps the winner: the block with the most of the desired features."""

    name = "feature"

    def __init__(
        self,
        features: Sequence[str] | str = ("text",),
        *,
        tags: Sequence[str] | str = FEATURE_TAGS,
        rules: Mapping[str, Rule] | None = None,
    ) -> None:
        """`features` are the desired ones; `rules` replace the known features, `block_features.FEATURES`."""
        self.desired, self.rules = resolve_features(_names("features", features), rules)
        self.tags = _names("tags", tags)

    def extract(self, page: Page) -> Extraction:
        """Keep the blocks that `pick` takes from the page's winner basket."""
        basket = fill_basket(page, self.desired, self.rules, self.tags)
        blocks, picked = basket.blocks, basket.order[self.pick(basket)]
        is_picked = np.zeros(len(blocks), dtype=np.bool_)
        is_picked[picked] = True
        keep = blocks.keep(is_picked)
        scores = np.zeros(len(blocks), dtype=np.float32)
        scores[basket.order] = basket.probability
        return Extraction(
            page,
            keep[~page.hidden[page.leaves[keep]]],
            self.name,
            scores[blocks.of_leaf],
            explain=lambda: explain(basket, picked),
        )

    def pick(self, basket: Basket) -> IntColumn:
        """Positions in the basket's order of the blocks to keep: the first one."""
        return np.arange(min(len(basket), 1), dtype=np.int32)


def positive(option: str, number: int) -> int:
    """The number; raises OptionError unless it is an integer above zero."""
    if not isinstance(number, int) or number < 1:
        raise OptionError(f"{option} is a whole number above zero, not {number!r}")
    return number


def _names(option: str, names: Sequence[str] | str) -> tuple[str, ...]:
    """One name or several, as a tuple."""
    given = (names,) if isinstance(names, str) else tuple(names)
    for name in given:
        if not isinstance(name, str):
            raise OptionError(f"{option} are names, not {name!r}")
    return given
