"""The Site Style Tree: importance computed by hand, and extraction on a small site."""

from math import log
from pathlib import Path

import numpy as np
import pytest

import ridgeline
from ridgeline.errors import ModelError, OptionError
from ridgeline.extractors.style_tree import StyleTree

from ..pages import page


def site_page(story: str, extra: str = "") -> ridgeline.Page:
    menu = "<ul><li><a href=/a>Home</a></li><li><a href=/b>News</a></li></ul>"
    return page(
        f"<div>{menu}</div><div class=story><h1>{story} one</h1><p>{story} two</p>{extra}</div><div>Notice</div>"
    )


STORIES = ["ferry", "storm", "whale", "letter", "parcel"]


@pytest.fixture(scope="module")
def fitted() -> StyleTree:
    return StyleTree().fit([site_page(story) for story in STORIES])


def test_parts_that_all_pages_share_are_dropped(fitted: StyleTree) -> None:
    assert fitted.extract(site_page("ferry")).text == "ferry one\n\nferry two"


def test_an_unknown_style_is_kept(fitted: StyleTree) -> None:
    text = fitted.extract(site_page("island", "<ol><li>Home</li></ol>")).text
    assert text.split() == "island one island two Home".split()


def scores(extractor: StyleTree, made: ridgeline.Page) -> dict[str, float]:
    answer = extractor.extract(made)
    assert answer.scores is not None
    return dict(zip(made.leaf_text, answer.scores.tolist(), strict=True))


def test_importance_of_leaves_by_hand() -> None:
    pages = [page(f"<p>{text}</p>") for text in ("same apple", "same pear", "same same pear", "same plum")]
    found = scores(StyleTree().fit(pages), pages[0])
    shared = [1 / 5, 1 / 5, 2 / 5, 1 / 5]
    same = -sum(share * log(share, 4) for share in shared)
    pear = -2 * 0.5 * log(0.5, 4)
    # Words: same, apple, pear, plum; a word that only one page has is fully important.
    assert found["same apple"] == pytest.approx(1 - (same + 0 + pear + 0) / 4, abs=1e-6)


def test_importance_of_elements_by_hand() -> None:
    # Two styles of body, on two pages each, all with the same words: p_i = 1/2, base 4.
    pages = [page("<p>same</p>")] * 2 + [page("<p>same</p><p>same</p>")] * 2
    extractor = StyleTree(threshold=0.0).fit(pages)
    assert extractor._importance is not None
    entropy = -2 * 0.5 * log(0.5, 4)
    body = (1 - 0.9**2) * entropy  # the nodes below have importance 0
    html = 0.9 * body  # one style: entropy 0, weight 0.9 for the nodes below
    assert max(extractor._importance) == pytest.approx(max(body, html), abs=1e-6)


def test_a_page_alone_is_all_important() -> None:
    alone = site_page("ferry")
    assert len(StyleTree().fit([alone]).extract(alone).keep) == len(alone.leaves)


def test_addresses_are_features() -> None:
    pages = [page(f"<a href=/{number}>More</a><img src=/same.png>") for number in range(4)]
    answer = StyleTree().fit(pages).extract(pages[0])
    assert answer.text == "More"
    assert len(answer.keep) == 1


def test_display_attributes_tell_elements_apart() -> None:
    alike = [page("<div bgcolor=red class=a>x</div>"), page("<div bgcolor=red class=b>x</div>")]
    apart = [page("<div bgcolor=red>x</div>"), page("<div bgcolor=blue>x</div>")]
    assert not StyleTree().fit(alike).extract(alike[0])
    assert StyleTree().fit(apart).extract(apart[0])


def test_saved_and_loaded_is_the_same(fitted: StyleTree, tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    fitted.save(path)
    for made in (site_page("ferry"), site_page("island", "<ol><li>Home</li></ol>")):
        for again in (StyleTree.load(path), ridgeline.load("style-tree", model=path)):
            assert np.array_equal(again.extract(made).keep, fitted.extract(made).keep)


def test_the_threshold_is_saved_and_can_be_overridden(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    StyleTree(threshold=0.3).fit([site_page(story) for story in STORIES]).save(path)
    assert StyleTree.load(path).threshold == 0.3
    for again in (StyleTree(model=path, threshold=0.0), ridgeline.load("style-tree", model=path, threshold=0.0)):
        assert isinstance(again, StyleTree)
        assert again.threshold == 0.0


def test_it_learns_without_gold_texts(fitted: StyleTree) -> None:
    assert isinstance(fitted, ridgeline.Trainable)


def test_errors(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no tree yet: call fit\(\)"):
        StyleTree().extract(page("x"))
    with pytest.raises(ModelError, match=r"no tree yet: call fit\(\)"):
        StyleTree().save(tmp_path / "tree.json")
    with pytest.raises(OptionError, match="from 0 to 1"):
        StyleTree(threshold=2)
