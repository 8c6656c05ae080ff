"""ICE by a decision tree (section 3.3): C4.5 says of every block whether it is `h`, `l`, `p`, or not included, `n`.

    features    wordcount, parent_tag, cap_ratio, punct_ratio, stop_ratio: see `features`
    labels      the class of the gold segment with the same words; `n` where there is none

The paper matches "block level elements with the manually cleaned files". Words are compared, without case and
punctuation, since gold files put bullets and numbers before items; of segments with the same words but other tags, the
most frequent tag counts. Like the paper's, the labels err towards `n` where a segment is not a block.

Where a script has no capitals or a language no stop words, those ratios are unknown to the tree too (see `c45`): of
Chinese it judges what can be known, the element, the length, the punctuation. Word F1 on Chinese pages is 0.75; with 0
for what is unknown it would be 0.30.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Self

import numpy as np

from ... import models
from ...errors import ModelError
from ...extraction import Extraction
from ...lab.metrics import is_spaceless, split_words
from ...models import SavedModel
from ...output import parse_cleaneval
from ...page import Page
from ...page.elements import HEADINGS
from ...text.cuts import paragraphs
from .blocks import NOT_INCLUDED, answer
from .c45 import Column, Items, Node, Rows, classify, from_json, learn, to_json
from .features import Features, read_features
from .thresholds import check_gold

NAME = "ice-tree"

CLASSES = ("h", "l", "p", NOT_INCLUDED)
FEATURES = ("wordcount", "parent_tag", "cap_ratio", "punct_ratio", "stop_ratio")
# The values of parent_tag: what HTML had when the paper was written. A younger name (`section`) is unknown to the tree.
PARENT_TAGS = (
    *HEADINGS,
    *"p div li td th dt dd dl pre blockquote center address body form fieldset legend caption table".split(),
)
VALUES = {"parent_tag": PARENT_TAGS}
_IS_NOMINAL = tuple(name in VALUES for name in FEATURES)
_PARENT_CODE = {name: code for code, name in enumerate(PARENT_TAGS)}


class Tree:
    """The class of every block, by a tree."""

    name = NAME

    def __init__(self, tree: Node | None = None) -> None:
        self.tree = _shipped_tree() if tree is None else tree

    def extract(self, page: Page) -> Extraction:
        """Keep the blocks that are headings, items or paragraphs; scores are the probability of being one of them."""
        features = read_features(paragraphs(page))
        probabilities = classify(self.tree, columns_of(features), _IS_NOMINAL, len(CLASSES))
        has_text = features.wordcount > 0
        best = np.where(has_text, probabilities.argmax(axis=1), CLASSES.index(NOT_INCLUDED))
        scores = np.where(has_text, 1 - probabilities[:, CLASSES.index(NOT_INCLUDED)], 0).astype(np.float32)
        return answer(self.name, features.blocks, features.texts, [CLASSES[code] for code in best], scores=scores)

    def fit(self, pages: Sequence[Page], gold: Sequence[str] | None = None) -> Self:
        """Learn a tree from pages and their gold texts in CleanEval's form."""
        marked = check_gold(pages, gold)
        self.tree = learn(join_items([items_of(page, wanted) for page, wanted in zip(pages, marked, strict=True)]))
        return self

    def save(self, path: Path) -> None:
        """Write the tree, as JSON that can be read."""
        manifest = {"features": list(FEATURES), "classes": list(CLASSES), "parent_tags": list(PARENT_TAGS)}
        models.save(SavedModel(NAME, {**manifest, "tree": to_json(self.tree, FEATURES, VALUES, CLASSES)}), path)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a tree."""
        return cls(_tree_of(models.load(path, NAME)))


def columns_of(features: Features) -> tuple[Column, ...]:
    """The five columns that a tree looks at, in the order of FEATURES."""
    parents = [_PARENT_CODE.get(tag, np.nan) for tag in features.parent_tag]
    return (
        features.wordcount,
        np.array(parents, dtype=np.float64),
        features.cap_ratio,
        features.punct_ratio,
        features.stop_ratio,
    )


def items_of(page: Page, gold: str) -> Items:
    """The blocks of a page that have text, labelled by its gold text in CleanEval's form."""
    features = read_features(paragraphs(page))
    labels = np.array([CLASSES.index(label) for label in labels_of(features.texts, gold)], dtype=np.int64)
    has_text = features.wordcount > 0
    columns = tuple(column[has_text] for column in columns_of(features))
    return Items(FEATURES, columns, VALUES, CLASSES, labels[has_text])


def labels_of(texts: Sequence[str], gold: str) -> list[str]:
    """By block: the tag of the gold segment with the same words, `n` where there is none."""
    spaceless = is_spaceless(gold)
    tags: dict[tuple[str, ...], Counter[str]] = {}
    for segment in parse_cleaneval(gold):
        if words := _key(segment.text, spaceless):
            tags.setdefault(words, Counter())[segment.tag] += 1
    found = (tags.get(_key(text, spaceless)) for text in texts)
    return [NOT_INCLUDED if votes is None else votes.most_common(1)[0][0] for votes in found]


def _key(text: str, spaceless: bool) -> tuple[str, ...]:
    return tuple(split_words(text, spaceless=spaceless))


def join_items(parts: Sequence[Items]) -> Items:
    """The items of several pages as one."""
    columns = tuple(np.concatenate([part.columns[index] for part in parts]) for index in range(len(FEATURES)))
    return Items(FEATURES, columns, VALUES, CLASSES, np.concatenate([part.labels for part in parts]))


def select_items(items: Items, rows: Rows) -> Items:
    """Some of the items."""
    columns = tuple(column[rows] for column in items.columns)
    return Items(items.names, columns, items.values, items.classes, items.labels[rows])


def error_rate(tree: Node, items: Items) -> float:
    """The share of items that a tree gives another class than their own."""
    found = classify(tree, items.columns, _IS_NOMINAL, len(CLASSES)).argmax(axis=1)
    return float(np.mean(found != items.labels))


def leaves_of(tree: Node) -> Iterator[Node]:
    """The leaves of a tree."""
    if tree.is_leaf:
        yield tree
    for branch in tree.branches:
        yield from leaves_of(branch)


def to_figure(tree: Node) -> str:
    """A tree as Figure 2 prints it: in brackets the training items of a leaf, and the errors to be expected of it."""
    return "\n".join(_lines(tree, ""))


def _lines(node: Node, indent: str) -> list[str]:
    if node.is_leaf:
        return [f"{indent}{_verdict(node)}"]
    name = FEATURES[node.attribute]
    if name in VALUES:
        tests = [f"{name} = {value}" for value in VALUES[name]]
    else:
        tests = [f"{name} <= {node.threshold:.6g} ", f"{name} > {node.threshold:.6g} "]
    lines = []
    for test, branch in zip(tests, node.branches, strict=True):
        if branch.is_leaf:
            lines.append(f"{indent}{test}: {_verdict(branch)}")
        else:
            lines += [f"{indent}{test}:", *_lines(branch, f"{indent}| ")]
    return lines


def _verdict(leaf: Node) -> str:
    numbers = f"{leaf.items:.1f}/{leaf.errors:.1f}" if leaf.items > 0 else "0.0"
    return f"{CLASSES[leaf.label]} ({numbers})"


def _tree_of(model: SavedModel) -> Node:
    for key, wanted in (("features", FEATURES), ("classes", CLASSES), ("parent_tags", PARENT_TAGS)):
        if model.manifest.get(key) != list(wanted):
            raise ModelError(f"the tree was learnt for other {key} than this ridgeline has: learn it again")
    return from_json(model.manifest.get("tree"), FEATURES, VALUES, CLASSES)


@lru_cache(maxsize=1)
def _shipped_tree() -> Node:
    return _tree_of(models.load_shipped(NAME))
