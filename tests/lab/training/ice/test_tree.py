"""Labels of blocks by the gold text, and the tree that is trained on them."""

from pathlib import Path

import numpy as np
import pytest

from ridgeline.errors import OptionError
from ridgeline.extractors.ice.decision_tree import Node, to_figure
from ridgeline.extractors.ice.tree import CLASSES, SCHEMA, Tree
from ridgeline.lab.training.ice.examples import Examples
from ridgeline.lab.training.ice.tree import block_labels, error_rate, fit_tree, labelled_blocks

from ....extractors.ice.pages import article
from ....pages import page
from .pages import pages_with_gold

DISCARDS_ALL = Node(np.zeros(len(CLASSES)), CLASSES.index("n"))


def test_labels() -> None:
    gold = "<h>The Ferry\n<p>It leaves, at nine.\n<l>  * a coat\n<l>1. ticket\n<h>Twice\n<p>Twice\n<p>Twice"
    texts = ["The ferry", "It leaves at nine", "It leaves", "a coat", "1 ticket", "Twice", "Menu", "—", ""]
    assert block_labels(texts, gold) == ["h", "p", "n", "l", "l", "p", "n", "n", "n"]


def test_labels_of_chinese() -> None:
    assert block_labels(["灯塔", "亮了"], "<h>灯塔\n<p>塔在冬天亮了") == ["h", "n"]


def test_a_trained_tree_generalises() -> None:
    pages, gold = pages_with_gold(6)
    extractor = fit_tree(pages, gold)
    body, wanted = article(7)
    assert extractor.extract(page(body)).cleaneval == wanted.replace("<l>* ", "<l>")
    examples = Examples.concatenate([labelled_blocks(*pair) for pair in zip(pages, gold, strict=True)])
    assert error_rate(extractor.tree, examples) == 0
    assert error_rate(DISCARDS_ALL, examples) == 0.5  # right: four links and the copyright line of each ten blocks


def test_a_trained_tree_is_saved_and_loaded(tmp_path: Path) -> None:
    extractor = fit_tree(*pages_with_gold(4))
    extractor.save(tmp_path / "tree.json")
    assert to_figure(Tree.load(tmp_path / "tree.json").tree, SCHEMA) == to_figure(extractor.tree, SCHEMA)


def test_every_page_needs_a_gold_text() -> None:
    pages, gold = pages_with_gold(2)
    with pytest.raises(OptionError, match="gold text"):
        fit_tree(pages, gold[:1])
