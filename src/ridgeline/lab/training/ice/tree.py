"""Trains `ice-tree` (section 3.3): blocks labelled by the gold text, and a C4.5 tree of them.

The paper matches "block level elements with the manually cleaned files": the label of a block is the tag of the gold
segment with the same words, `n` if there is none. Words are compared without case and punctuation, since gold files
put bullets and numbers before list items. Of segments with the same words but different tags, the most frequent tag
counts. Like the paper's, the labels are biased towards `n` where a segment is not a block.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from ....extractors.ice.blocks import NOT_INCLUDED
from ....extractors.ice.decision_tree import Node, classify
from ....extractors.ice.features import read_features
from ....extractors.ice.system import with_scripts
from ....extractors.ice.tree import CLASSES, SCHEMA, Tree, feature_columns
from ....output import parse_cleaneval
from ....page import Page
from ....text.cuts import paragraphs
from ....text.words import is_spaceless, split_words
from .c45 import learn
from .examples import Examples
from .gold import check_gold


def fit_tree(pages: Sequence[Page], gold: Sequence[str], *, scripts: bool = False) -> Tree:
    """Return `ice-tree` with a decision tree of these pages."""
    check_gold(pages, gold)
    read = [with_scripts(page) for page in pages] if scripts else pages
    parts = [labelled_blocks(page, wanted) for page, wanted in zip(read, gold, strict=True)]
    return Tree(learn(Examples.concatenate(parts)), scripts=scripts)


def labelled_blocks(page: Page, gold: str) -> Examples:
    """Return the blocks of a page that have text, labelled by its gold text in CleanEval's form."""
    features = read_features(paragraphs(page))
    labels = np.array([CLASSES.index(label) for label in block_labels(features.texts, gold)], dtype=np.int64)
    return Examples(SCHEMA, feature_columns(features), labels).select(np.flatnonzero(features.wordcount > 0))


def block_labels(texts: Sequence[str], gold: str) -> list[str]:
    """Return for every text the tag of the gold segment with the same words, `n` if there is none."""
    spaceless = is_spaceless(gold)
    tags: dict[tuple[str, ...], Counter[str]] = {}
    for segment in parse_cleaneval(gold):
        if words := tuple(split_words(segment.text, spaceless=spaceless)):
            tags.setdefault(words, Counter())[segment.tag] += 1
    votes = (tags.get(tuple(split_words(text, spaceless=spaceless))) for text in texts)
    return [NOT_INCLUDED if counts is None else counts.most_common(1)[0][0] for counts in votes]


def error_rate(tree: Node, examples: Examples) -> float:
    """Return the share of examples that a tree misclassifies."""
    predicted = classify(tree, examples.columns, examples.schema).argmax(axis=1)
    return float(np.mean(predicted != examples.labels))
