"""Trains the naive Bayes classifier of maximum subsequence segmentation (`mss`) from pages with gold texts."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...errors import OptionError
from ...extractors.grouping.mss import BUCKETS, MSS, NaiveBayes, Reals, Tokens, tokens
from ...page import BoolColumn, Page
from ..alignment import align

_SMOOTHING = 1.0  # added to the count of every bucket and every tag, in each class


def fit_mss(pages: Sequence[Page], gold: Sequence[str], **options: Any) -> MSS:
    """Train mss; `options` are the extractor's."""
    examples = [(tokens(page), align(page, text).labels) for page, text in zip(pages, gold, strict=True)]
    return MSS(model=learn(examples), **options)


def learn(examples: Sequence[tuple[Tokens, BoolColumn]]) -> NaiveBayes:
    """Fit the classifier to pages as tokens with a mask by leaf of the article's leaves."""
    trigrams = np.zeros((2, BUCKETS))
    tags: dict[str, list[float]] = {}
    for page, is_content in examples:
        inside = is_content[page.leaf].astype(np.int64)
        np.add.at(trigrams, (inside, page.trigram), 1)
        counts = np.bincount(page.leaf, minlength=len(page.tags)).tolist()
        for name, label, count in zip(page.tags, is_content.tolist(), counts, strict=True):
            tags.setdefault(name, [0.0, 0.0])[int(label)] += count
    outside_count, inside_count = trigrams.sum(axis=1).tolist()
    if not inside_count or not outside_count:
        raise OptionError("these pages do not have both content and other text: choose others")
    totals = np.array([outside_count, inside_count])
    by_tag = np.array(list(tags.values()))
    return NaiveBayes(
        prior=float(np.log(inside_count / outside_count)),
        tags=dict(sorted(zip(tags, _log_odds(by_tag, totals).tolist(), strict=True))),
        trigrams=_log_odds(trigrams.T, totals).astype(np.float32),
    )


def _log_odds(counts: Reals, totals: Reals) -> Reals:
    """Return for each row of counts outside and inside the article the log odds of being inside."""
    smoothed = np.log(counts + _SMOOTHING) - np.log(totals + _SMOOTHING * len(counts))
    odds: Reals = smoothed[:, 1] - smoothed[:, 0]
    return odds
