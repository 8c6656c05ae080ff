"""Precision, recall and F1: the common answer of the metrics that count what was found."""

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
        """The score of `shared` hits among the things predicted and the things in the gold standard.

        Both empty is perfect; it is also what reproduces the figures of peers on pages without content.
        """
        if predicted == gold == 0:
            return cls.uniform(1.0)
        if shared == 0:
            return cls.uniform(0.0)
        return cls(shared / predicted, shared / gold, 2 * shared / (predicted + gold))

    @classmethod
    def from_bags(cls, predicted: Collection[Hashable], gold: Collection[Hashable]) -> Self:
        """The score of two bags: a thing that stands there twice has to be found twice."""
        shared = (Counter(predicted) & Counter(gold)).total()
        return cls.from_counts(shared, len(predicted), len(gold))

    @classmethod
    def uniform(cls, value: float) -> Self:
        """One value that stands for all three."""
        return cls(value, value, value)


@dataclass(frozen=True, slots=True)
class Range:
    """The least, the greatest and the mean of some figures."""

    minimum: float
    maximum: float
    average: float

    @classmethod
    def of(cls, figures: Iterable[float]) -> Self:
        """The range of some figures; there has to be one."""
        values = list(figures)
        if not values:
            raise OptionError("there are no scores to summarise: choose a set or a filter that leaves some pages")
        return cls(min(values), max(values), fmean(values))


def mean_score(scores: Iterable[Score]) -> Score:
    """The mean over pages of each figure: its F1 is the mean of the F1s, not that of the mean precision and recall."""
    pages = list(scores)
    if not pages:
        raise OptionError("there are no scores to average: choose a set or a filter that leaves some pages")
    return Score(
        fmean(page.precision for page in pages),
        fmean(page.recall for page in pages),
        fmean(page.f1 for page in pages),
    )
