"""The threshold of a Site Style Tree, chosen by gold texts."""

import pytest

import ridgeline
from ridgeline.extractors.style_tree import DEFAULT_THRESHOLD, StyleTree
from ridgeline.lab import training
from ridgeline.lab.training.style_tree import THRESHOLDS, choose_threshold, fit_style_tree

from ...pages import page

STORIES = ["ferry", "storm", "whale", "letter", "parcel"]
GOLD = [f"{story} one\n{story} two" for story in STORIES[:3]]


@pytest.fixture(scope="module")
def pages() -> list[ridgeline.Page]:
    """Pages with a notice that differs a little: kept at the default threshold, dropped at a higher one."""
    return [
        page(f"<div><h1>{story} one</h1><p>{story} two</p></div><div>Notice of the day {story}</div>")
        for story in STORIES
    ]


def test_gold_texts_choose_the_threshold(pages: list[ridgeline.Page]) -> None:
    tree = training.fit("style-tree", pages, GOLD)
    assert isinstance(tree, StyleTree)
    assert tree.threshold > 0.2
    assert tree.extract(pages[0]).text == "ferry one\n\nferry two"
    assert "Notice" in StyleTree().fit(pages).extract(pages[0]).text


def test_a_given_threshold_stays(pages: list[ridgeline.Page]) -> None:
    assert fit_style_tree(pages, GOLD, threshold=0.3).threshold == 0.3


def test_without_gold_texts_it_is_the_default(pages: list[ridgeline.Page]) -> None:
    assert fit_style_tree(pages, []).threshold == DEFAULT_THRESHOLD


def test_of_equally_good_thresholds_the_lowest_is_chosen(pages: list[ridgeline.Page]) -> None:
    tree = StyleTree().fit(pages)
    assert choose_threshold(tree, pages[:1], ["nothing that is on the page"]) == min(THRESHOLDS)
