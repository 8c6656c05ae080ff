"""`ice-tree`: classification of blocks, the model file, pages without capitals."""

import json
from pathlib import Path

import numpy as np
import pytest

import ridgeline
from ridgeline.errors import ModelError
from ridgeline.extractors.ice.decision_tree import Node, to_json
from ridgeline.extractors.ice.tree import CLASSES, SCHEMA, Tree
from ridgeline.storage.models import SHIPPED

from ...pages import page
from .pages import article

# Blocks with few capitals are paragraphs, the others are discarded.
BY_CAPITALS = Node(
    np.array([0, 0, 30.0, 10.0]),
    CLASSES.index("p"),
    attribute=2,
    threshold=0.5,
    branches=(Node(np.array([0, 0, 30.0, 0]), 2, errors=1.4), Node(np.array([0, 0, 0, 10.0]), 3, errors=1.3)),
)


def test_a_tree_is_saved_and_loaded(tmp_path: Path) -> None:
    Tree(BY_CAPITALS).save(tmp_path / "tree.json")
    loaded = Tree.load(tmp_path / "tree.json").tree
    assert to_json(loaded, SCHEMA) == to_json(BY_CAPITALS, SCHEMA)
    stored = json.loads((tmp_path / "tree.json").read_text())
    stored["features"] = ["wordcount"]
    (tmp_path / "tree.json").write_text(json.dumps(stored))
    with pytest.raises(ModelError, match="other features"):
        Tree.load(tmp_path / "tree.json")


def test_the_shipped_tree_names_its_training_data() -> None:
    stored = json.loads((SHIPPED / "ice-tree.json").read_text())
    assert stored["trained_on"]["set"] == "cleaneval-dev"
    assert stored["trained_on"]["pages"] == 58


def test_unknown_values_are_weighted() -> None:
    """A tree that tests capitals first is not sure about Chinese: both of its branches count."""
    tree = Tree(BY_CAPITALS)
    chinese = tree.extract(page("<p>灯塔在冬天亮了</p>"))
    english = tree.extract(page("<p>Lower case words</p><p>ALL UPPER CASE</p>"))
    assert chinese.scores is not None
    assert chinese.scores.tolist() == pytest.approx([0.75])
    assert english.scores is not None
    assert english.scores.tolist() == pytest.approx([1.0, 0.0])


def test_blocks_without_words_are_never_kept() -> None:
    keeps_all = Tree(Node(np.array([0, 0, 5.0, 0]), 2))
    assert keeps_all.extract(page("<p><img src=x></p><p>word</p>")).keep.tolist() == [1]


def test_the_shipped_tree_keeps_an_article() -> None:
    body, _ = article(1)
    found = ridgeline.load("ice-tree").extract(page(body)).text
    assert "crossing takes forty minutes" in found
    assert "Home" not in found
