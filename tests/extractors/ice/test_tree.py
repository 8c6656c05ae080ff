"""The decision tree: labels by the gold text, the tree as text and as a file, pages without capitals."""

import json
from pathlib import Path

import numpy as np
import pytest

import ridgeline
from ridgeline.errors import ModelError
from ridgeline.extractors.ice.c45 import Node
from ridgeline.extractors.ice.tree import (
    CLASSES,
    PARENT_TAGS,
    Tree,
    error_rate,
    items_of,
    join_items,
    labels_of,
    to_figure,
)
from ridgeline.models import SHIPPED

from ...pages import page
from .pages import article, pages_with_gold

UNFITTED = Node(np.zeros(len(CLASSES)), CLASSES.index("n"))


def test_labels() -> None:
    gold = "<h>The Ferry\n<p>It leaves, at nine.\n<l>  * a coat\n<l>1. ticket\n<h>Twice\n<p>Twice\n<p>Twice"
    texts = ["The ferry", "It leaves at nine", "It leaves", "a coat", "1 ticket", "Twice", "Menu", "—", ""]
    assert labels_of(texts, gold) == ["h", "p", "n", "l", "l", "p", "n", "n", "n"]


def test_labels_of_chinese() -> None:
    assert labels_of(["灯塔", "亮了"], "<h>灯塔\n<p>塔在冬天亮了") == ["h", "n"]


def test_it_learns_what_is_to_be_learnt() -> None:
    pages, gold = pages_with_gold(6)
    tree = Tree(UNFITTED).fit(pages, gold)
    body, wanted = article(7)
    assert tree.extract(page(body)).cleaneval == wanted.replace("<l>* ", "<l>")
    items = join_items([items_of(*pair) for pair in zip(pages, gold, strict=True)])
    assert error_rate(tree.tree, items) == 0
    assert error_rate(UNFITTED, items) == 0.5  # four links and the copyright line of each ten blocks are right


def test_it_prints_as_in_figure_2() -> None:
    leaf = [Node(np.array(counts, dtype=float), label, errors=errors) for counts, label, errors in (
        ([28, 0, 7, 0], 0, 7.2), ([0, 0, 0, 25], 3, 1.3), ([0, 0, 0, 0], 3, 0.0), ([0, 0, 9, 0], 2, 1.3),
    )]  # fmt: skip
    parents = [leaf[0], *[leaf[2]] * (len(PARENT_TAGS) - 2), leaf[1]]
    total = np.array([28, 0, 7, 25], dtype=float)
    tree = Node(total + leaf[3].counts, 0, 0, 15.0, [Node(total, 0, 1, branches=parents), leaf[3]])
    lines = to_figure(tree).split("\n")
    assert lines[:3] == ["wordcount <= 15 :", "| parent_tag = h1: h (35.0/7.2)", "| parent_tag = h2: n (0.0)"]
    assert lines[-2:] == [f"| parent_tag = {PARENT_TAGS[-1]}: n (25.0/1.3)", "wordcount > 15 : p (9.0/1.3)"]


def test_a_tree_is_saved_and_read(tmp_path: Path) -> None:
    pages, gold = pages_with_gold(4)
    tree = Tree(UNFITTED).fit(pages, gold)
    tree.save(tmp_path / "tree.json")
    assert to_figure(Tree.load(tmp_path / "tree.json").tree) == to_figure(tree.tree)
    stored = json.loads((tmp_path / "tree.json").read_text())
    stored["features"] = ["wordcount"]
    (tmp_path / "tree.json").write_text(json.dumps(stored))
    with pytest.raises(ModelError, match="other features"):
        Tree.load(tmp_path / "tree.json")


def test_the_shipped_tree_says_what_it_was_learnt_from() -> None:
    stored = json.loads((SHIPPED / "ice-tree.json").read_text())
    assert stored["trained_on"]["set"] == "cleaneval-dev"
    assert stored["trained_on"]["pages"] == 58


def test_what_is_unknown_is_weighed_not_pretended() -> None:
    """A tree that asks for capitals first cannot be sure of Chinese: both of its answers count."""
    sure = [Node(np.array([0, 0, 30.0, 0]), 2), Node(np.array([0, 0, 0, 10.0]), 3)]
    tree = Tree(Node(np.array([0, 0, 30.0, 10.0]), 2, 2, 0.5, sure))
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
