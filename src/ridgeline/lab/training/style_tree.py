"""Chooses the threshold of a Site Style Tree by gold texts. The tree itself is built without them."""

from collections.abc import Sequence
from statistics import fmean

from ...extractors.style_tree import StyleTree, important_leaves
from ...output import to_text
from ...page import Page
from ..metrics import word_score

THRESHOLDS = tuple(step / 20 for step in range(1, 20))


def fit_style_tree(pages: Sequence[Page], gold: Sequence[str], *, threshold: float | None = None) -> StyleTree:
    """Build the tree of a site from its pages, and choose the threshold unless it is given.

    The gold texts belong to the first pages. There may be fewer of them than pages: the tree needs many pages, the
    threshold only some.
    """
    tree = StyleTree(threshold=threshold).fit(pages)
    if gold and threshold is None:
        tree.threshold = choose_threshold(tree, pages[: len(gold)], gold)
    return tree


def choose_threshold(tree: StyleTree, pages: Sequence[Page], gold: Sequence[str]) -> float:
    """Return the threshold with the highest mean word F1 on these pages; of equal ones, the lowest."""
    examples = [(page, tree.leaf_importance(page), text) for page, text in zip(pages, gold, strict=True)]

    def mean_f1(threshold: float) -> float:
        return fmean(
            word_score(to_text(page, important_leaves(page, importance, threshold)), text).f1
            for page, importance, text in examples
        )

    return max(THRESHOLDS, key=mean_f1)
