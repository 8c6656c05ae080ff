"""Labels of leaves from matched words, and their certainty."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ...output import to_text
from ...page import BoolColumn, IntColumn, Page
from ...page.cache import cached_property
from ..metrics import word_score
from .chain import Reals
from .word_matches import Matching, match
from .words import Integers

FloatColumn = npt.NDArray[np.float32]

MIN_SHARE = 1 / 3  # of a leaf's words matched: with less it is another text, even if it raises F1
DOUBT = 0.5  # factor of a weight for each reason to doubt the label


@dataclass(frozen=True, eq=False)
class Alignment:
    """Labels of a page's leaves by its gold text.

    Weights are low for a leaf that is partly matched, has a copy with the other label, is unmatched between matched
    leaves, is matched far from all others, or has no words; and for all leaves of a page with little of the gold text.
    With an empty gold text no leaf is labelled and all weights are 0: pages without content are rarer than pages that
    nobody annotated.
    """

    labels: BoolColumn  # by leaf
    weights: FloatColumn  # by leaf: the certainty of its label, from 0 to 1
    coverage: float  # the share of the gold text's words in the labelled leaves; 1 if it has no words
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
    labels = (words > 0) & (share >= _min_share(matched, words, len(matching.gold)))
    labels |= (words == 0) & _surrounded(page, labels, words > 0)
    coverage = _coverage(matching, labels)
    certainty = _certainty(matching, labels, share, words > 0) * (coverage if len(matching.gold) else 0)
    text = to_text(page, np.flatnonzero(labels).astype(np.int32))
    return Alignment(labels, certainty.astype(np.float32), coverage, word_score(text, gold).f1)


def _min_share(matched: Integers, words: Integers, gold_words: int) -> float:
    """Return the share of matched words above which a leaf raises F1 = 2 × matched / (kept words + gold words).

    A leaf raises F1 if its own share is above F1 / 2: one half on a good page, less where the match is poor. So the
    best leaves to keep are the first in descending order of their shares.
    """
    order = np.argsort(-matched / np.maximum(words, 1), kind="stable")
    f1 = 2 * np.cumsum(matched[order]) / (np.cumsum(words[order]) + max(gold_words, 1))
    return max(float(f1.max(initial=0)) / 2, MIN_SHARE)


def _surrounded(page: Page, labels: BoolColumn, has_words: BoolColumn) -> BoolColumn:
    """Return for each leaf whether both neighbours with words are labelled, or all leaves of the element around it.

    That element is the smallest one around the leaf that has words: a figure with its caption, a card, a sentence.
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
    """Return for each leaf whether the nearest leaf with words before it is labelled, and the nearest one after it."""
    padded = np.concatenate(([False], labels[has_words], [False]))
    rank = np.cumsum(has_words)
    return padded[rank - has_words], padded[rank + 1]


def _coverage(matching: Matching, labels: BoolColumn) -> float:
    if not len(matching.gold):
        return 1.0
    left_out = (matching.partner >= 0) & ~labels[matching.page.first_leaf]
    return float(matching.used.sum() - len(np.unique(matching.partner[left_out]))) / len(matching.gold)


def _certainty(matching: Matching, labels: BoolColumn, share: Reals, has_words: BoolColumn) -> Reals:
    """Return the certainty of each label: 1 if there is no reason to doubt it."""
    before, after = _neighbours(labels, has_words)
    certainty = np.where(has_words, np.abs(2 * share - 1), DOUBT)
    certainty[has_words & ~labels & before & after] *= DOUBT
    certainty[_has_other_copy(matching, labels)] *= DOUBT
    certainty[matching.page.count_by_leaf(matching.lonely, len(labels)) > 0] *= DOUBT
    return certainty


def _has_other_copy(matching: Matching, labels: BoolColumn) -> BoolColumn:
    """Return for each leaf whether a leaf with the other label has the same words."""
    borders = np.searchsorted(matching.page.first_leaf, np.arange(len(labels) + 1)).tolist()
    texts = [" ".join(matching.page.texts[start:end]) for start, end in pairwise(borders)]
    labelled = {text for text, label in zip(texts, labels.tolist(), strict=True) if label}
    others = {text for text, label in zip(texts, labels.tolist(), strict=True) if not label}
    both = (labelled & others) - {""}
    return np.fromiter((text in both for text in texts), dtype=np.bool_, count=len(labels))
