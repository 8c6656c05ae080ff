"""From matched words to labels of leaves, and how sure they are."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ...output import to_text
from ...page import BoolColumn, IntColumn, Page
from ..metrics import word_score
from .chain import Reals
from .matching import Matching, match
from .words import Integers

FloatColumn = npt.NDArray[np.float32]

MIN_SHARE = 1 / 3  # of a leaf's words, matched: with less it is another text, whatever it does for F1
DOUBT = 0.5  # the factor of a weight for each reason to doubt


@dataclass(frozen=True, eq=False)
class Alignment:
    """Which leaves of a page make up its gold text.

    Weights are low for a leaf that is matched in part, that has a copy with the other label, that is unmatched between
    matched ones, that stands alone, or has no words; and for all leaves of a page that has little of the gold text.
    An empty gold text labels nothing and all weights are 0: a page without content is rarer than one nobody annotated.
    """

    labels: BoolColumn  # by leaf
    weights: FloatColumn  # by leaf, from 0 to 1: how sure its label is
    coverage: float  # the share of the gold text's words that the labelled leaves account for; 1 where it has none
    f1: float  # word F1 of the labelled leaves' text against the gold text

    @cached_property
    def keep(self) -> IntColumn:
        """The positions of the labelled leaves."""
        return np.flatnonzero(self.labels).astype(np.int32)


def align(page: Page, gold: str) -> Alignment:
    """Label the leaves of a page by its gold text."""
    matching = match(page, gold)
    words = matching.page.count_by_leaf(np.ones(len(matching.page), dtype=np.bool_), len(page.leaves))
    matched = matching.page.count_by_leaf(matching.partner >= 0, len(page.leaves))
    share = matched / np.maximum(words, 1)
    labels = (words > 0) & (share >= _least_share(matched, words, len(matching.gold)))
    labels |= (words == 0) & _surrounded(page, labels, words > 0)
    coverage = _coverage(matching, labels)
    certainty = _certainty(matching, labels, share, words > 0) * (coverage if len(matching.gold) else 0)
    text = to_text(page, np.flatnonzero(labels).astype(np.int32))
    return Alignment(labels, certainty.astype(np.float32), coverage, word_score(text, gold).f1)


def _least_share(matched: Integers, words: Integers, gold_words: int) -> float:
    """The share of matched words from which on a leaf raises F1 = 2 × matched / (words kept + words of the gold text).

    A leaf raises it when its own share is above F1 / 2: a half where all is well, less where labels are poor anyhow.
    So the best leaves to keep are the first ones in the order of their shares.
    """
    order = np.argsort(-matched / np.maximum(words, 1), kind="stable")
    f1 = 2 * np.cumsum(matched[order]) / (np.cumsum(words[order]) + max(gold_words, 1))
    return max(float(f1.max(initial=0)) / 2, MIN_SHARE)


def _surrounded(page: Page, labels: BoolColumn, has_words: BoolColumn) -> BoolColumn:
    """By leaf: whether its neighbours with words are labelled, both or all of those in the element it is part of.

    That element is the smallest one around it that has words: a figure with its caption, a card, a sentence.
    """
    before, after = _neighbours(labels, has_words)
    surrounded = before & after
    worded = np.concatenate(([0], np.cumsum(has_words)))
    labelled = np.concatenate(([0], np.cumsum(labels & has_words)))
    for leaf in np.flatnonzero(~has_words & (before != after)).tolist():
        node = int(page.parent[page.leaves[leaf]])
        while node >= 0:
            first, last = np.searchsorted(page.leaves, (node, page.end[node]))
            if worded[last] > worded[first]:
                surrounded[leaf] = worded[last] - worded[first] == labelled[last] - labelled[first]
                break
            node = int(page.parent[node])
    return surrounded


def _neighbours(labels: BoolColumn, has_words: BoolColumn) -> tuple[BoolColumn, BoolColumn]:
    """By leaf: whether the nearest leaf with words before it is labelled, and the nearest one after it."""
    padded = np.concatenate(([False], labels[has_words], [False]))
    rank = np.cumsum(has_words)
    return padded[rank - has_words], padded[rank + 1]


def _coverage(matching: Matching, labels: BoolColumn) -> float:
    if not len(matching.gold):
        return 1.0
    left_out = (matching.partner >= 0) & ~labels[matching.page.first_leaf]
    return float(matching.used.sum() - len(np.unique(matching.partner[left_out]))) / len(matching.gold)


def _certainty(matching: Matching, labels: BoolColumn, share: Reals, has_words: BoolColumn) -> Reals:
    """By leaf: 1 where the words leave no doubt."""
    before, after = _neighbours(labels, has_words)
    certainty = np.where(has_words, np.abs(2 * share - 1), DOUBT)
    certainty[has_words & ~labels & before & after] *= DOUBT
    certainty[_has_other_copy(matching, labels)] *= DOUBT
    certainty[matching.page.count_by_leaf(matching.lonely, len(labels)) > 0] *= DOUBT
    return certainty


def _has_other_copy(matching: Matching, labels: BoolColumn) -> BoolColumn:
    """By leaf: whether the page has the same words in a leaf with the other label."""
    borders = np.searchsorted(matching.page.first_leaf, np.arange(len(labels) + 1)).tolist()
    texts = [" ".join(matching.page.texts[start:end]) for start, end in pairwise(borders)]
    kept = {text for text, label in zip(texts, labels.tolist(), strict=True) if label}
    left = {text for text, label in zip(texts, labels.tolist(), strict=True) if not label}
    both = (kept & left) - {""}
    return np.fromiter((text in both for text in texts), dtype=np.bool_, count=len(labels))
