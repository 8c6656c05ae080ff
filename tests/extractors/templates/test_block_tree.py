"""The tree of blocks and their traversal paths."""

import numpy as np

import ridgeline
from ridgeline.extractors.templates.block_tree import build_tree, hash_path

from ...pages import AWKWARD


def test_path_hashes_equal_those_of_the_texts() -> None:
    for html in AWKWARD.values():
        tree = build_tree(ridgeline.parse(html))
        texts = [tree.path_text(block) for block in range(len(tree))]
        assert tree.path_hash.tolist() == [hash_path(text) for text in texts]
        assert all(text.split(".")[0] == "HTML" for text in texts)


def test_a_tree_of_blocks() -> None:
    tree = build_tree(ridgeline.parse("<table><tr><td><p>a<p>b<b>c</b></table><div>d"), ["table", "tr", "p", "div"])
    paths = [
        "HTML",
        "HTML.BODY",
        *(f"HTML.BODY.{rest}" for rest in ("TABLE", "TABLE.TR", "TABLE.TR.P", "TABLE.TR.P", "DIV")),
    ]
    assert [tree.path_text(block) for block in range(len(tree))] == paths
    assert [paths[block] for block in tree.of_leaf.tolist()] == [paths[4]] * 3 + [paths[6]]
    assert tree.parent.tolist() == [-1, 0, 1, 2, 3, 3, 1]
    assert tree.end.tolist() == [7, 7, 6, 6, 5, 6, 7]
    mask = np.array([path == "HTML.BODY.TABLE.TR" for path in paths])
    assert np.flatnonzero(tree.within(mask)).tolist() == [3, 4, 5]
    assert np.flatnonzero(tree.holds(mask)).tolist() == [0, 1, 2, 3]
