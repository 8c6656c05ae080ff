"""ICE by a decision tree (section 3.3): C4.5 classifies every block as `h`, `l`, `p`, or `n`, not included.

The features are wordcount, parent_tag, cap_ratio, punct_ratio and stop_ratio: see `features`.

In a script without capitals or a language without stop words these ratios are unknown to the tree too (see
`decision_tree`): Chinese blocks are classified by element, length and punctuation. Word F1 on Chinese pages is 0.75;
with 0 for unknown ratios it would be 0.30.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any, Self

import numpy as np

from ...errors import ModelError, OptionError
from ...extraction import Extraction
from ...page import Page
from ...page.elements import HEADINGS
from ...storage import models
from ...storage.models import SavedModel
from ...text.cuts import paragraphs
from .blocks import NOT_INCLUDED, extraction_from_classes
from .decision_tree import Column, Node, Schema, classify, from_json, to_json
from .features import Features, read_features
from .system import System

NAME = "ice-tree"

CLASSES = ("h", "l", "p", NOT_INCLUDED)
FEATURES = ("wordcount", "parent_tag", "cap_ratio", "punct_ratio", "stop_ratio")
# The elements of HTML when the paper was written. A newer one (`section`) is an unknown value.
PARENT_TAGS = (
    *HEADINGS,
    *"p div li td th dt dd dl pre blockquote center address body form fieldset legend caption table".split(),
)
SCHEMA = Schema(FEATURES, {"parent_tag": PARENT_TAGS}, CLASSES)
_PARENT_CODE = {name: code for code, name in enumerate(PARENT_TAGS)}


class Tree(System):
    """Classifies every block with a decision tree."""

    name = NAME

    def __init__(self, tree: Node | None = None, *, scripts: bool = False) -> None:
        super().__init__(scripts=scripts)
        if tree is not None and not isinstance(tree, Node):
            raise OptionError("tree is a Node, for Python alone; model is the file of a tree")
        self.tree = _shipped_tree() if tree is None else tree

    def mark_up(self, page: Page) -> Extraction:
        """Keep headings, list items and paragraphs; the score of a block is its probability of being one of them."""
        features = read_features(paragraphs(page))
        probabilities = classify(self.tree, feature_columns(features), SCHEMA)
        has_text = features.wordcount > 0
        best = np.where(has_text, probabilities.argmax(axis=1), CLASSES.index(NOT_INCLUDED))
        scores = np.where(has_text, 1 - probabilities[:, CLASSES.index(NOT_INCLUDED)], 0).astype(np.float32)
        classes = [CLASSES[code] for code in best]
        return extraction_from_classes(self.name, features.blocks, features.texts, classes, scores=scores)

    def to_saved(self) -> SavedModel:
        """Return the tree as a model to save, in readable JSON."""
        names = {"features": list(FEATURES), "classes": list(CLASSES), "parent_tags": list(PARENT_TAGS)}
        return SavedModel(NAME, {**names, "scripts": self.scripts, "tree": to_json(self.tree, SCHEMA)})

    def save(self, path: Path) -> None:
        """Write the tree."""
        models.save(self.to_saved(), path)

    @classmethod
    def load(cls, path: Path, **options: Any) -> Self:
        """Read an extractor that `save` wrote; `options` override what was saved."""
        model = models.load(path, NAME)
        saved = {"tree": _read_tree(model), "scripts": model.manifest.get("scripts", False)}
        return cls(**saved | options)


def feature_columns(features: Features) -> tuple[Column, ...]:
    """Return the columns that the tree tests, in the order of FEATURES."""
    parents = [_PARENT_CODE.get(tag, np.nan) for tag in features.parent_tag]
    return (
        features.wordcount,
        np.array(parents, dtype=np.float64),
        features.cap_ratio,
        features.punct_ratio,
        features.stop_ratio,
    )


def _read_tree(model: SavedModel) -> Node:
    for key, expected in (("features", FEATURES), ("classes", CLASSES), ("parent_tags", PARENT_TAGS)):
        if model.manifest.get(key) != list(expected):
            raise ModelError(f"the tree was trained with other {key} than this version of ridgeline: train it again")
    return from_json(model.manifest.get("tree"), SCHEMA)


@lru_cache(maxsize=1)
def _shipped_tree() -> Node:
    return _read_tree(models.load_shipped(NAME))
