"""Precision, recall and F1, and summaries over pages."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import Self

from ...errors import OptionError


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and their harmonic mean, each from 0 to 1."""

    precision: float
    recall: float
    f1: float

    @classmethod
    def from_counts(cls, shared: int, predicted: int, gold: int) -> Self:
        """Return the score of `shared` hits among the predicted and the gold items.

        If both are empty the score is 1, which also reproduces the figures of peers on pages without content.
        """
        if predicted == gold == 0:
            return cls.uniform(1.0)
        if shared == 0:
            return cls.uniform(0.0)
        return cls(shared / predicted, shared / gold, 2 * shared / (predicted + gold))

    @classmethod
    def from_bags(cls, predicted: Collection[Hashable], gold: Collection[Hashable]) -> Self:
        """Return the score of two bags (multisets)."""
        shared = (Counter(predicted) & Counter(gold)).total()
        return cls.from_counts(shared, len(predicted), len(gold))

    @classmethod
    def uniform(cls, value: float) -> Self:
        """Return a score whose three figures have one value."""
        return cls(value, value, value)


@dataclass(frozen=True, slots=True)
class Range:
    """The minimum, maximum and mean of some figures."""

    minimum: float
    maximum: float
    average: float

    @classmethod
    def of(cls, figures: Iterable[float]) -> Self:
        """Return the range of some figures; raises OptionError if there are none."""
        values = list(figures)
        if not values:
            raise OptionError("there are no scores to summarise: choose a set or a filter that leaves some pages")
        return cls(min(values), max(values), fmean(values))


def mean_score(scores: Iterable[Score]) -> Score:
    """Return the mean of each figure over pages. The F1 is the mean of F1s, not that of mean precision and recall."""
    pages = list(scores)
    if not pages:
        raise OptionError("there are no scores to average: choose a set or a filter that leaves some pages")
    return Score(
        fmean(page.precision for page in pages),
        fmean(page.recall for page in pages),
        fmean(page.f1 for page in pages),
    )
