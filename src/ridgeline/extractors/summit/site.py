"""Summit's memory of a site: what its pages have in common.

Pages of a site are made from the same templates, so a line that stands on many of them is boilerplate, as the template
extractors have it. Nothing is labelled: the pages alone tell. Shops are left alone: their content repeats. That the
lines of a slot have the same role on all pages was tried twice, and did not help (docs/experiments.md).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...page import Page
from .lines import Lines, read_lines
from .odds import log_odds, probability

if TYPE_CHECKING:
    from .model import Prediction

MIN_PAGES = 3  # on which a text has to stand
_WEIGHT = 3.0  # in log odds, of a line that stands on every page
_SHOP_TYPES = frozenset({"collection", "product"})  # whose features, labels and terms of delivery repeat


@dataclass(frozen=True, eq=False, slots=True)
class SiteMemory:
    """The lines that pages of a site share."""

    pages: int
    texts: Counter[bytes]  # by beginning of a line: the number of pages that have it

    @classmethod
    def learn(cls, pages: Iterable[Page]) -> "SiteMemory":
        """Return the memory of these pages; the more, the better."""
        return cls.of([line_texts(page) for page in pages])

    @classmethod
    def of(cls, pages: Sequence[Collection[bytes]]) -> "SiteMemory":
        """Return the memory of the pages that have these lines."""
        texts = Counter(chain.from_iterable(pages))
        return cls(len(pages), Counter({text: seen for text, seen in texts.items() if seen >= MIN_PAGES}))

    def applied(self, prediction: "Prediction") -> "Prediction":
        """Return the prediction for a page of this site, in the light of the others."""
        if prediction.page_type in _SHOP_TYPES:
            return prediction
        odds = log_odds(prediction.probabilities) - _WEIGHT * self._repeated(prediction.lines)
        return prediction.adjusted(probability(odds))

    def _repeated(self, lines: Lines) -> npt.NDArray[np.float64]:
        """Return for each line the share of the site's pages that have it."""
        counts = np.array([self.texts[text] for text in lines.beginnings], dtype=np.float64)
        answer: npt.NDArray[np.float64] = counts / max(1, self.pages)
        return answer


def line_texts(page: Page) -> frozenset[bytes]:
    """Return the beginnings of a page's lines."""
    lines = read_lines(page)
    return frozenset() if lines is None else frozenset(lines.beginnings)
