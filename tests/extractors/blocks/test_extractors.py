"""`feature`, `kfeature` and `rnn`: blocks by desired features."""

import json
import re
from typing import Any

import pytest

import ridgeline
from ridgeline.errors import OptionError
from ridgeline.extractors.block_features import FEATURES, elements_named
from ridgeline.extractors.blocks.basket import FEATURE_TAGS
from ridgeline.extractors.blocks.feature import FeatureExtractor
from ridgeline.extractors.blocks.kfeature import KFeatureExtractor
from ridgeline.extractors.blocks.nearest import NearestBlocks

from ...pages import page

LONG = " ".join(["word"] * 40)

STORY = page(
    "<div>" + "".join(f"<a href=/{name}>{name}</a> " for name in ("home", "news", "about")) + "</div>"
    f"<div>{LONG} {LONG} first</div>"
    f"<div>{LONG} second</div>"
    "<div><img><img> figure</div>"
    f"<p>{LONG} third</p>"
)


def last_words(text: str) -> list[str]:
    return [block.split()[-1] for block in text.split("\n\n")]


def test_feature_keeps_the_winner() -> None:
    answer = FeatureExtractor().extract(STORY)
    assert last_words(answer.text) == ["first"]
    assert FeatureExtractor("images").extract(STORY).text == "figure"
    assert FeatureExtractor("links").extract(STORY).text == "home news about"
    assert not FeatureExtractor("forms").extract(STORY)


def test_values_are_computed_again_in_the_basket() -> None:
    # The menu has most links of the page but is not in the basket, whose values are relative to the basket.
    explained = FeatureExtractor(("text", "images")).extract(STORY).explain
    assert explained is not None
    blocks = explained()["blocks"]
    in_basket = [block for block in blocks if block["rank"] is not None]
    assert explained()["basket"] == len(in_basket) == 4
    assert max(block["probability"] for block in in_basket) <= 1
    assert [block["kept"] for block in blocks] == [block["rank"] == 1 for block in blocks]
    menu = blocks[0]
    assert (menu["rest"], menu["rank"], menu["values"]["links"]) == (1.0, None, 1.0)


def test_rnn_keeps_the_nearest() -> None:
    for count, expected in [(1, ["first"]), (2, ["first", "second"]), (3, ["first", "second", "third"])]:
        assert last_words(NearestBlocks(blocks=count).extract(STORY).text) == expected
    # Algorithm 3 returns at most the blocks of the basket (Table 1, rows 3 and 5).
    assert len(last_words(NearestBlocks(blocks=99).extract(STORY).text)) == 3


def test_rnn_in_the_space_of_all_features() -> None:
    made = page(
        f"<p>{LONG} {LONG} first</p><p>{LONG} {LONG[:-10]} <a href=/>second</a></p><p>{LONG} {LONG[:-50]} third</p>"
        f"<div>{'<a href=/>link</a> ' * 3}</div>"
    )
    assert last_words(NearestBlocks(blocks=2).extract(made).text) == ["first", "second"]
    assert last_words(NearestBlocks(blocks=2, distance="features").extract(made).text) == ["first", "third"]
    with pytest.raises(OptionError, match="distance is probability or features"):
        NearestBlocks(distance="text")  # type: ignore[arg-type]


def sizes(extractor: FeatureExtractor, *blocks: int) -> list[int]:
    """The words of the blocks that are kept, of a page that has blocks of these sizes."""
    made = page("".join(f"<p>{' '.join(['w'] * size)}</p>" for size in blocks))
    return [len(block.split()) for block in extractor.extract(made).text.split("\n\n")]


def test_rnn_by_its_definition_keeps_what_is_nearest_to_the_winner() -> None:
    reverse = NearestBlocks(neighbours="reverse")
    assert sizes(reverse, 100, 90, 10, 9) == [100, 90]  # 10 and 9 are nearer to each other than to the winner
    assert sizes(reverse, 100, 70, 60, 9) == [100]  # the nearest neighbour of 70 is 60
    assert sizes(reverse, 100, 9, 100, 8) == [100, 100]  # equal to the winner
    assert sizes(reverse, 100) == [100]
    assert not reverse.extract(page("<img>"))


def test_rnn_by_its_definition_in_the_space_of_all_features() -> None:
    # Values of text, images and links in the basket: the winner (1, 0, 0), then (0.8, 1, 0) and (0.8, 0, 1), which are
    # farther from each other than from it. By their text alone they are equal, so each is the other's nearest.
    made = page(
        f"<p>{'w ' * 100} first</p><p>{'w ' * 80}<img> second</p><p>{'w ' * 80}<a href=/>third</a></p>"
        f"<div>{'<img>' * 3}</div><div>{'<a href=/>x</a> ' * 3}</div>"
    )
    assert last_words(NearestBlocks(neighbours="reverse").extract(made).text) == ["first"]
    by_features = NearestBlocks(neighbours="reverse", distance="features")
    assert last_words(by_features.extract(made).text) == ["first", "second", "third"]


def test_rnn_within_a_maximum_distance() -> None:
    assert sizes(NearestBlocks(blocks=9, max_distance=0.5), 100, 90, 50, 49) == [100, 90, 50]
    assert sizes(NearestBlocks(neighbours="reverse", max_distance=0.05), 100, 90, 9) == [100]
    assert sizes(NearestBlocks(max_distance=0), 100, 90, 9) == [100]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"neighbours": "both"}, "neighbours is best or reverse"),
        ({"max_distance": -1}, "max_distance is a number from 0"),
        ({"max_distance": "far"}, "max_distance is a number from 0"),
    ],
)
def test_wrong_options_of_rnn(options: dict[str, str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        NearestBlocks(**options)  # type: ignore[arg-type]


def test_a_rule_parts_blocks_and_their_features() -> None:
    made = page(
        f"<div>{LONG} first<img><hr>{LONG} {LONG} second<script></script></div>"
        f"<div>x{'<img><script></script>' * 9}</div>"
    )
    assert last_words(FeatureExtractor(tags=["div", "hr"]).extract(made).text) == ["second"]
    assert "hr" in FEATURE_TAGS  # as in the tag set of Debnath et al.
    explained = FeatureExtractor(tags=["div", "hr"]).extract(made).explain
    assert explained is not None
    counts = [(block["counts"]["images"], block["counts"]["scripts"]) for block in explained()["blocks"]]
    assert counts == [(1, 0), (0, 1), (9, 9)]


def test_kfeature_keeps_the_best_cluster() -> None:
    made = page("".join(f"<p>{' '.join(['w'] * size)}</p>" for size in (100, 98, 95, 40, 41, 5, 4, 3)))
    sizes = [len(block.split()) for block in KFeatureExtractor(clusters=3).extract(made).text.split("\n\n")]
    assert sizes == [100, 98, 95]
    assert len(KFeatureExtractor().extract(made).text.split("\n\n")) == 3
    assert len(KFeatureExtractor(blocks=2).extract(made).text.split("\n\n")) == 2
    assert len(KFeatureExtractor(clusters=1).extract(made).text.split("\n\n")) == 8


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "3"])
def test_wrong_numbers_of_blocks(wrong: int) -> None:
    for make in (KFeatureExtractor, NearestBlocks):
        with pytest.raises(OptionError, match="blocks is a whole number above zero"):
            make(blocks=wrong)


def test_hidden_text_is_not_kept() -> None:
    made = page(f"<div>{LONG}<b hidden>secret</b></div>")
    assert "secret" not in FeatureExtractor().extract(made).text


def test_json_explains_the_choice() -> None:
    answer = json.loads(NearestBlocks(("text",), blocks=2).extract(STORY).json)
    blocks = answer["explanation"]["blocks"]
    assert [block["kept"] for block in blocks] == [False, True, True, False, False]
    assert blocks[1]["counts"]["text"] == 81
    assert blocks[1]["values"]["text"] == 1.0
    assert blocks[3]["counts"]["images"] == 2
    assert blocks[0]["path"] == "html/body/div"
    assert blocks[1]["text"].endswith("…")


def test_the_explanation_lists_a_limited_number_of_blocks() -> None:
    made = ridgeline.parse("<p>one</p>" * 3000 + "<p>the longest of them</p>")
    explained = FeatureExtractor().extract(made).explain
    assert explained is not None
    answer = explained()
    assert (len(answer["blocks"]), answer["not_listed"]) == (2000, 1001)
    assert answer["blocks"][-1]["rank"] == 1


def test_features_can_be_added_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    made = page(f"<div>{LONG}</div><div>few <video src=x></video></div>")
    asked = FeatureExtractor("videos=video,audio").extract(made)
    assert asked.text == "few"
    with pytest.raises(OptionError, match="no feature is called 'videos'"):
        FeatureExtractor("videos")
    monkeypatch.setitem(FEATURES, "videos", elements_named("video"))
    assert FeatureExtractor("videos").extract(made).text == "few"
    only = FeatureExtractor("videos", rules={"videos": elements_named("video")})
    assert only.rules.keys() == {"videos"}


@pytest.mark.parametrize(
    ("features", "message"),
    [("=video", "NAME=TAG,TAG"), ("videos=", "NAME=TAG,TAG"), ("txt", "no feature"), ((), "name a desired feature")],
)
def test_wrong_features(features: str | tuple[str, ...], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        FeatureExtractor(features)


def test_the_tags_can_be_set() -> None:
    made = page("<div>one <p>two three four</p></div>")
    assert FeatureExtractor(tags=["p"]).extract(made).text == "two three four"
    assert FeatureExtractor(tags="article").extract(made).text == "one\n\ntwo three four"
    assert "span" not in FEATURE_TAGS


def test_pages_with_many_blocks() -> None:
    made = ridgeline.parse("<div><p>one two<ul><li>x</ul>" * 4000)
    for name in ("feature", "kfeature", "rnn"):
        assert ridgeline.load(name).extract(made).keep is not None


# --- Threshold values of features (section IV.B)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({}, ["first", "second", "third"]),
        ({"at_least": {"text": 41}}, ["first", "second", "third"]),  # "second" has 41 words
        ({"at_least": "text=42"}, ["first"]),
        ({"at_most": ["text=80"]}, ["second", "third"]),
        ({"at_least": ["text=41", "images=0"], "at_most": {"text": 41, "links": 0}}, ["second", "third"]),
        ({"at_least": {"images": 1}}, []),  # the picture's block is not in the basket of text
    ],
)
def test_blocks_are_within_the_thresholds(given: dict[str, Any], kept: list[str]) -> None:
    text = NearestBlocks(blocks=99, **given).extract(STORY).text
    assert (last_words(text) if text else []) == kept


def test_a_threshold_makes_another_winner() -> None:
    """Values are computed again among the blocks that are left: the winner of these has 1."""
    answer = FeatureExtractor(at_most={"text": 50}).extract(STORY)
    assert last_words(answer.text) == ["second"]
    assert answer.explain is not None
    kept = [block for block in answer.explain()["blocks"] if block["kept"]]
    assert [block["probability"] for block in kept] == [1.0]
    assert answer.explain()["basket"] == 2
    assert last_words(KFeatureExtractor(at_most="text=50").extract(STORY).text) == ["second", "third"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"at_least": "text"}, "at_least is NAME=NUMBER, such as text=20, not 'text'"),
        ({"at_most": ["text=many"]}, "at_most is NAME=NUMBER, such as text=20, not 'text=many'"),
        ({"at_least": {"hue": 1}}, "at_least: no feature is called 'hue'; choose text"),
        ({"at_least": {"text": -1}}, "at_least of text is a number from 0, not -1"),
        ({"at_least": "text=nan"}, "at_least of text is a number from 0, not nan"),
        ({"at_most": 5}, "at_most are names, not 5"),
    ],
)
def test_wrong_thresholds(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        ridgeline.load("feature", **given)
