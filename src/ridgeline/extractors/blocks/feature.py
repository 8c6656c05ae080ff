"""`feature`: the winner block. Also the base of the two extractors that pick more blocks from the basket."""

from collections.abc import Mapping, Sequence

import numpy as np

from ...errors import OptionError
from ...extraction import Extraction
from ...page import IntColumn, Page
from ...parameters import check_number
from ...text.cuts import check_tags
from ..block_features import Rule, resolve_features
from .basket import FEATURE_TAGS, Basket, Thresholds, fill_basket
from .explanation import explain

Counts = Mapping[str, float] | Sequence[str] | str  # by feature; as text NAME=NUMBER


class FeatureExtractor:
    """Keeps the winner: the block with the most of the desired features."""

    name = "feature"

    def __init__(
        self,
        features: Sequence[str] | str = ("text",),
        *,
        tags: Sequence[str] | str = FEATURE_TAGS,
        at_least: Counts = (),
        at_most: Counts = (),
        rules: Mapping[str, Rule] | None = None,
    ) -> None:
        """`features` are the desired ones; `rules` replace the known features, `block_features.FEATURES`.

        `at_least` and `at_most` are threshold values (section IV.B): the counts of features, such as {"text": 20} or
        "text=20", that a block has to have to go into the basket.
        """
        if rules is not None and not isinstance(rules, Mapping):
            raise OptionError(f"rules are functions by the name of a feature, for Python alone, not {rules!r}")
        self.desired, self.rules = resolve_features(_names("features", features), rules)
        self.tags = check_tags(tags)
        self.thresholds = Thresholds(_counts("at_least", at_least, self.rules), _counts("at_most", at_most, self.rules))

    def extract(self, page: Page) -> Extraction:
        """Keep the blocks that `pick` takes from the page's winner basket."""
        basket = fill_basket(page, self.desired, self.rules, self.tags, self.thresholds)
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
        """Return positions in the basket's order of the blocks to keep: the first one."""
        return np.arange(min(len(basket), 1), dtype=np.int32)


def positive(option: str, number: int) -> int:
    """Return the number; raises OptionError unless it is an integer above zero."""
    check_number(option, number, "a whole number above zero", lambda number: number > 0, whole=True)
    return number


def _names(option: str, names: Sequence[str] | str) -> tuple[str, ...]:
    """Return one name or several, as a tuple."""
    given = (names,) if isinstance(names, str) else names
    if not isinstance(given, Sequence) or not all(isinstance(name, str) for name in given):
        raise OptionError(f"{option} are names, not {names!r}")
    return tuple(given)


def _counts(option: str, given: Counts, known: Mapping[str, Rule]) -> dict[str, float]:
    """Return a count for each feature that is named; raises OptionError for another feature, or no count."""
    if isinstance(given, Mapping):
        pairs = list(given.items())
    else:
        pairs = [_count(option, text) for text in _names(option, given)]
    for name, count in pairs:
        if name not in known:
            raise OptionError(f"{option}: no feature is called {name!r}; choose {', '.join(known)}")
        check_number(f"{option} of {name}", count, "a number from 0", lambda number: number >= 0)
    return dict(pairs)


def _count(option: str, text: str) -> tuple[str, float]:
    name, _, number = text.partition("=")
    try:
        return name, float(number)
    except ValueError:
        raise OptionError(f"{option} is NAME=NUMBER, such as text=20, not {text!r}") from None
