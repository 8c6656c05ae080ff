"""C4.5 on small tables: splits, unknown values, pruning, and the errors that Figure 2 of the paper prints."""

import json
import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.extractors.ice.decision_tree import Node, Schema, classify, from_json, to_json
from ridgeline.lab.training.ice.c45 import learn
from ridgeline.lab.training.ice.examples import Examples
from ridgeline.lab.training.ice.pruning import expected_errors

NAN = math.nan
SCHEMA = Schema(("size", "colour"), {"colour": ("red", "green", "blue")}, ("no", "yes"))


def examples(sizes: Sequence[float], colours: Sequence[float], labels: Sequence[int]) -> Examples:
    columns = (np.array(sizes, dtype=np.float64), np.array(colours, dtype=np.float64))
    return Examples(SCHEMA, columns, np.array(labels, dtype=np.int64))


def predictions(tree: Node, made: Examples) -> list[int]:
    return classify(tree, made.columns, SCHEMA).argmax(axis=1).tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("weight", "errors", "printed"),
    [
        # Figure 2: parent_tag = h5, cap_ratio leaves of 67, 2, 3, 11, 38, 14 and 222 items
        (25, 0, "1.3"),
        (67, 0, "1.4"),
        (2, 0, "1.0"),
        (3, 1, "2.1"),
        (11, 1, "2.5"),
        (38, 2, "3.8"),
        (14, 4, "5.8"),
        (222, 69, "74.4"),
        (0, 0, "0.0"),
    ],
)
def test_expected_errors_are_those_of_figure_2(weight: int, errors: int, printed: str) -> None:
    assert f"{expected_errors(weight, errors):.1f}" == printed


def test_expected_errors_between_none_and_one_and_of_all() -> None:
    none, one = expected_errors(10, 0), expected_errors(10, 1)
    assert expected_errors(10, 0.5) == pytest.approx((none + one) / 2)
    assert expected_errors(4, 4) == pytest.approx(4)
    assert expected_errors(4, 3.6) == pytest.approx(3.6 + 0.67 * 0.4)


def test_a_number_is_cut_at_a_value_that_occurs() -> None:
    tree = learn(examples([1, 2, 3, 4, 10, 11, 12, 13], [NAN] * 8, [0] * 4 + [1] * 4))
    assert (tree.attribute, tree.threshold) == (0, 4)
    assert [branch.weight for branch in tree.branches] == [4, 4]
    assert predictions(tree, examples([-5, 4, 4.1, 99], [0] * 4, [0] * 4)) == [0, 0, 1, 1]


def test_a_cut_costs_by_the_number_of_cuts_that_are_tried() -> None:
    # The best cut gains 0.311. Five of the seven leave two examples on either side: they cost log2(5) / 8 = 0.290.
    # If all seven were charged, log2(7) / 8 = 0.351, nothing would be gained.
    tree = learn(examples([1, 2, 3, 4, 5, 6, 7, 8], [NAN] * 8, [0, 0, 1, 0, 1, 0, 1, 1]))
    assert (tree.attribute, tree.threshold) == (0, 2)


def test_a_nominal_attribute_has_a_branch_for_each_value_even_an_unseen_one() -> None:
    tree = learn(examples([NAN] * 8, [0] * 5 + [1] * 3, [0] * 5 + [1] * 3))
    assert tree.attribute == 1
    assert [branch.weight for branch in tree.branches] == [5, 3, 0]
    assert predictions(tree, examples([0] * 3, [0, 1, 2], [0] * 3)) == [0, 1, 0]  # blue: like most


def test_unknown_values_go_down_all_branches_by_their_share() -> None:
    tree = learn(examples([1, 1, 1, 1, 1, 1, 9, 9, 9, NAN], [NAN] * 10, [0] * 6 + [1] * 3 + [1]))
    # the last example is in both branches, two thirds of it in the first
    assert [branch.weight for branch in tree.branches] == pytest.approx([6 + 6 / 9, 3 + 3 / 9])
    found = classify(tree, examples([NAN], [NAN], [0]).columns, SCHEMA)
    assert found.sum() == pytest.approx(1)
    assert found[0, 0] == pytest.approx(0.6)


def test_two_branches_need_two_examples_each() -> None:
    assert learn(examples([1, 2, 3, 9], [NAN] * 4, [0, 0, 0, 1])).is_leaf
    assert learn(examples([1, 1, 1], [NAN] * 3, [0, 0, 1])).is_leaf


def test_noise_is_pruned() -> None:
    random = np.random.default_rng(1)
    sizes = random.random(200).tolist()
    labels = (random.random(200) < 0.1).astype(int).tolist()
    tree = learn(examples(sizes, [NAN] * 200, labels))
    assert tree.is_leaf
    assert tree.errors == pytest.approx(expected_errors(200, sum(labels)))


def test_the_largest_branch_may_replace_a_node() -> None:
    # colour tells nothing beyond what size does, except for two red examples
    sizes = [float(number) for number in range(40)]
    labels = [int(size >= 20) for size in sizes]
    tree = learn(examples(sizes, [float(number % 3) for number in range(40)], labels))
    assert tree.attribute == 0
    assert all(branch.is_leaf for branch in tree.branches)


def test_a_learned_tree_survives_json() -> None:
    random = np.random.default_rng(3)
    sizes, colours = random.random(60), random.integers(0, 3, 60).astype(float)
    made = examples(sizes.tolist(), colours.tolist(), ((sizes > 0.5) ^ (colours == 1)).astype(int).tolist())
    tree = learn(made)
    assert not tree.is_leaf
    written = json.loads(json.dumps(to_json(tree, SCHEMA)))
    again = from_json(written, SCHEMA)
    assert to_json(again, SCHEMA) == written
    assert predictions(again, made) == predictions(tree, made)


VALUE = st.one_of(st.just(NAN), st.integers(0, 5).map(float))


@given(st.lists(st.tuples(VALUE, st.sampled_from([0.0, 1.0, 2.0, NAN]), st.integers(0, 1)), min_size=1, max_size=40))
def test_laws(rows: list[tuple[float, float, int]]) -> None:
    made = examples(*map(list, zip(*rows, strict=True)))
    tree = learn(made)
    assert tree.weight == pytest.approx(len(rows))
    found = classify(tree, made.columns, SCHEMA)
    assert found.sum(axis=1) == pytest.approx(np.ones(len(rows)))
    # pruned by expected errors, a tree is never worse on its own examples than a constant prediction
    wrong = int((found.argmax(axis=1) != made.labels).sum())
    assert wrong <= min(np.bincount(made.labels, minlength=2)) + 1
