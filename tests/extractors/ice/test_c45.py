"""C4.5 on small tables: splits, unknown values, pruning, and the errors that Figure 2 of the paper prints."""

import json
import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.errors import ModelError
from ridgeline.extractors.ice.c45 import Items, Node, classify, expected_errors, from_json, learn, to_json

NAN = math.nan
NAMES = ("size", "colour")
VALUES = {"colour": ("red", "green", "blue")}
CLASSES = ("no", "yes")
NOMINAL = (False, True)


def items(sizes: Sequence[float], colours: Sequence[float], labels: Sequence[int]) -> Items:
    columns = (np.array(sizes, dtype=np.float64), np.array(colours, dtype=np.float64))
    return Items(NAMES, columns, VALUES, CLASSES, np.array(labels, dtype=np.int64))


def classes_of(tree: Node, made: Items) -> list[int]:
    return classify(tree, made.columns, NOMINAL, len(CLASSES)).argmax(axis=1).tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("count", "wrong", "printed"),
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
def test_expected_errors_are_those_of_figure_2(count: int, wrong: int, printed: str) -> None:
    assert f"{expected_errors(count, wrong):.1f}" == printed


def test_expected_errors_between_none_and_one_and_of_all() -> None:
    none, one = expected_errors(10, 0), expected_errors(10, 1)
    assert expected_errors(10, 0.5) == pytest.approx((none + one) / 2)
    assert expected_errors(4, 4) == pytest.approx(4)
    assert expected_errors(4, 3.6) == pytest.approx(3.6 + 0.67 * 0.4)


def test_a_number_is_cut_at_a_value_that_occurs() -> None:
    made = items([1, 2, 3, 4, 10, 11, 12, 13], [NAN] * 8, [0] * 4 + [1] * 4)
    tree = learn(made)
    assert (tree.attribute, tree.threshold) == (0, 4)
    assert [branch.items for branch in tree.branches] == [4, 4]
    assert classes_of(tree, items([-5, 4, 4.1, 99], [0] * 4, [0] * 4)) == [0, 0, 1, 1]


def test_a_name_has_a_branch_for_each_value_even_one_that_never_came() -> None:
    made = items([NAN] * 8, [0] * 5 + [1] * 3, [0] * 5 + [1] * 3)
    tree = learn(made)
    assert tree.attribute == 1
    assert [branch.items for branch in tree.branches] == [5, 3, 0]
    assert classes_of(tree, items([0] * 3, [0, 1, 2], [0] * 3)) == [0, 1, 0]  # blue: like most


def test_unknown_values_go_down_all_branches_by_their_share() -> None:
    made = items([1, 1, 1, 1, 1, 1, 9, 9, 9, NAN], [NAN] * 10, [0] * 6 + [1] * 3 + [1])
    tree = learn(made)
    # the last item is in both branches, two thirds of it in the first
    assert [branch.items for branch in tree.branches] == pytest.approx([6 + 6 / 9, 3 + 3 / 9])
    found = classify(tree, items([NAN], [NAN], [0]).columns, NOMINAL, 2)
    assert found.sum() == pytest.approx(1)
    assert found[0, 0] == pytest.approx(0.6)


def test_two_items_are_needed_in_two_branches() -> None:
    assert learn(items([1, 2, 3, 9], [NAN] * 4, [0, 0, 0, 1])).is_leaf
    assert learn(items([1, 1, 1], [NAN] * 3, [0, 0, 1])).is_leaf


def test_noise_is_pruned() -> None:
    chance = np.random.default_rng(1)
    sizes = chance.random(200).tolist()
    labels = (chance.random(200) < 0.1).astype(int).tolist()
    tree = learn(items(sizes, [NAN] * 200, labels))
    assert tree.is_leaf
    assert tree.errors == pytest.approx(expected_errors(200, sum(labels)))


def test_the_largest_branch_may_take_the_place_of_a_node() -> None:
    # colour tells nothing beyond what size does, except for two red items
    sizes = [float(number) for number in range(40)]
    labels = [int(size >= 20) for size in sizes]
    tree = learn(items(sizes, [float(number % 3) for number in range(40)], labels))
    assert tree.attribute == 0
    assert all(branch.is_leaf for branch in tree.branches)


def test_what_is_written_is_read() -> None:
    chance = np.random.default_rng(3)
    sizes, colours = chance.random(60), chance.integers(0, 3, 60).astype(float)
    made = items(sizes.tolist(), colours.tolist(), ((sizes > 0.5) ^ (colours == 1)).astype(int).tolist())
    tree = learn(made)
    assert not tree.is_leaf
    written = json.loads(json.dumps(to_json(tree, NAMES, VALUES, CLASSES)))
    again = from_json(written, NAMES, VALUES, CLASSES)
    assert to_json(again, NAMES, VALUES, CLASSES) == written
    assert classes_of(again, made) == classes_of(tree, made)


@pytest.mark.parametrize(
    "wrong", [None, [], {}, {"items": 3}, {"class": "maybe", "items": {}}, {"test": "x", "items": {}}]
)
def test_what_is_no_tree_is_said(wrong: object) -> None:
    with pytest.raises(ModelError, match="no decision tree"):
        from_json(wrong, NAMES, VALUES, CLASSES)


VALUE = st.one_of(st.just(NAN), st.integers(0, 5).map(float))


@given(st.lists(st.tuples(VALUE, st.sampled_from([0.0, 1.0, 2.0, NAN]), st.integers(0, 1)), min_size=1, max_size=40))
def test_laws(rows: list[tuple[float, float, int]]) -> None:
    made = items(*map(list, zip(*rows, strict=True)))
    tree = learn(made)
    assert tree.items == pytest.approx(len(rows))
    found = classify(tree, made.columns, NOMINAL, 2)
    assert found.sum(axis=1) == pytest.approx(np.ones(len(rows)))
    # pruned by what is expected, a tree is never worse on its own items than saying always the same
    wrong = int((found.argmax(axis=1) != made.labels).sum())
    assert wrong <= min(np.bincount(made.labels, minlength=2)) + 1
