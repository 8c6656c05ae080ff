"""Decision trees: classification with unknown values, the JSON form, the layout of Figure 2."""

import json
import math

import numpy as np
import pytest

from ridgeline.errors import ModelError
from ridgeline.extractors.ice.decision_tree import UNKNOWN, Node, Schema, classify, from_json, to_figure, to_json
from ridgeline.extractors.ice.tree import PARENT_TAGS, SCHEMA

COLOURS = Schema(("size", "colour"), {"colour": ("red", "green", "blue")}, ("no", "yes"))


def leaf(*counts: float, label: int = 0, errors: float = 0.0) -> Node:
    return Node(np.array(counts, dtype=np.float64), label, errors=errors)


BY_SIZE = Node(np.array([6.0, 2.0]), 0, 0, 4.0, (leaf(6, 0), leaf(0, 2, label=1)))
BY_COLOUR = Node(np.array([6.0, 3.0]), 0, 1, branches=(BY_SIZE, leaf(0, 1, label=1), leaf(0, 0)))


def probabilities(tree: Node, size: float, colour: float) -> list[float]:
    return classify(tree, [np.array([size]), np.array([colour])], COLOURS)[0].tolist()  # type: ignore[no-any-return]


def test_outcomes_of_numeric_and_nominal_tests() -> None:
    assert BY_SIZE.outcomes(np.array([4.0, 4.1, math.nan]), COLOURS).tolist() == [0, 1, UNKNOWN]
    assert BY_COLOUR.outcomes(np.array([2.0, 0.0, math.nan]), COLOURS).tolist() == [2, 0, UNKNOWN]


def test_a_known_value_goes_down_one_branch() -> None:
    assert probabilities(BY_COLOUR, 4, 0) == [1, 0]
    assert probabilities(BY_COLOUR, 5, 0) == [0, 1]
    assert probabilities(BY_COLOUR, 4, 1) == [0, 1]


def test_a_leaf_without_training_examples_is_sure_of_its_label() -> None:
    assert probabilities(BY_COLOUR, 4, 2) == [1, 0]


def test_an_unknown_value_goes_down_all_branches_by_their_weights() -> None:
    assert probabilities(BY_SIZE, math.nan, 0) == pytest.approx([0.75, 0.25])
    assert probabilities(BY_COLOUR, math.nan, math.nan) == pytest.approx([6 / 9, 3 / 9])


def test_leaves() -> None:
    assert [node.weight for node in BY_COLOUR.leaves()] == [6, 2, 1, 0]


def test_json_round_trip() -> None:
    written = json.loads(json.dumps(to_json(BY_COLOUR, COLOURS)))
    again = from_json(written, COLOURS)
    assert to_json(again, COLOURS) == written
    assert probabilities(again, 5, 0) == [0, 1]
    assert list(written["branches"]) == ["red", "green", "blue"]


@pytest.mark.parametrize(
    "wrong", [None, [], {}, {"items": 3}, {"class": "maybe", "items": {}}, {"test": "x", "items": {}}]
)
def test_wrong_json_is_an_error(wrong: object) -> None:
    with pytest.raises(ModelError, match="not a decision tree"):
        from_json(wrong, COLOURS)


def test_the_layout_of_figure_2() -> None:
    heading = leaf(28, 0, 7, 0, errors=7.2)
    discarded = leaf(0, 0, 0, 25, label=3, errors=1.3)
    unseen = leaf(0, 0, 0, 0, label=3)
    paragraph = leaf(0, 0, 9, 0, label=2, errors=1.3)
    parents = (heading, *[unseen] * (len(PARENT_TAGS) - 2), discarded)
    total = np.array([28, 0, 7, 25], dtype=float)
    short = Node(total, 0, 1, branches=parents)
    tree = Node(total + paragraph.counts, 0, 0, 15.0, (short, paragraph))
    lines = to_figure(tree, SCHEMA).split("\n")
    assert lines[:3] == ["wordcount <= 15 :", "| parent_tag = h1: h (35.0/7.2)", "| parent_tag = h2: n (0.0)"]
    assert lines[-2:] == [f"| parent_tag = {PARENT_TAGS[-1]}: n (25.0/1.3)", "wordcount > 15 : p (9.0/1.3)"]
