"""Blocks by the features a user asks for: `feature`, `kfeature`, `rnn`."""

import json
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline import Page
from ridgeline.errors import OptionError
from ridgeline.extractors.block_features import FEATURES, FeatureTable, count_features, elements_named, words_of
from ridgeline.extractors.blocks import FEATURE_TAGS, FeatureExtractor, KFeatureExtractor, NearestBlocks, k_means
from ridgeline.page import Node
from ridgeline.text.cuts import BLOCK_TAGS, Blocks, tag_blocks

from ..pages import AWKWARD, page

LONG = " ".join(["word"] * 40)

markup = st.lists(
    st.sampled_from(
        "<p> </p> <div> </div> <table> <tr> <td> </table> <ul> <li> </ul> <b> </b> <span> </span> <a> </a> word <img> "
        "<script></script> <section> </section>".split()
    ),
    max_size=40,
).map("".join)
tag_sets = st.permutations(["table", "tr", "ul", "p", "div", "span", "section"]).flatmap(
    lambda tags: st.integers(0, len(tags)).map(lambda count: tags[:count])
)


# GetBlockSet and GetBlocks as the paper writes them (Algorithm 2), on sets of leaves.


class Part:
    """A block of the algorithm: an element, and those leaves in it that were not split off."""

    def __init__(self, root: int, leaves: frozenset[int]) -> None:
        self.root = root
        self.leaves = leaves


def get_blocks(made: Page, block: Part, tag: str, taken: set[int]) -> list[Part]:
    """The block partitioned by a tag, breadth first: the outermost elements of that name, and what is left over."""
    found: list[Part] = []
    left = set(block.leaves)
    queue: list[Node] = list(made[block.root].children)
    while queue:
        node = queue.pop(0)
        if node.index in taken:
            continue  # is a block of the set already
        if node.tag == tag:
            inside = {leaf for leaf in left if node.index <= made.leaves[leaf] < made.end[node.index]}
            found.append(Part(node.index, frozenset(inside)))
            left -= inside
            taken.add(node.index)
        else:
            queue.extend(node.children)
    return [Part(block.root, frozenset(left)), *found] if found else [block]


def get_block_set(made: Page, tags: Sequence[str]) -> list[Part]:
    blocks = [Part(0, frozenset(range(len(made.leaves))))]
    taken = {0}
    for tag in tags:
        position = 0
        while position < len(blocks):
            parts = get_blocks(made, blocks[position], tag, taken)
            blocks[position : position + 1] = parts[:1]
            blocks.extend(parts[1:])  # they are looked at too: a table in a table is split
            position += 1
    return [block for block in blocks if block.leaves]


def partition(blocks: Blocks) -> dict[int, frozenset[int]]:
    return {block.root: frozenset(block.leaves.tolist()) for block in blocks}


@given(html=markup, tags=tag_sets)
def test_tag_blocks_are_what_get_block_set_gives(html: str, tags: list[str]) -> None:
    made = ridgeline.parse(html)
    assert partition(tag_blocks(made, tags)) == {part.root: part.leaves for part in get_block_set(made, tags)}


@pytest.mark.parametrize("html", [html for name, html in AWKWARD.items() if "deep" not in name])
def test_so_they_are_on_awkward_pages(html: str) -> None:
    made = ridgeline.parse(html)
    assert partition(tag_blocks(made)) == {part.root: part.leaves for part in get_block_set(made, BLOCK_TAGS)}


@given(html=markup, tags=tag_sets)
def test_nothing_is_lost_or_moved(html: str, tags: list[str]) -> None:
    made = ridgeline.parse(html)
    blocks = tag_blocks(made, tags)
    assert sorted(leaf for block in blocks for leaf in block.leaves.tolist()) == list(range(len(made.leaves)))
    firsts = [block.leaves.tolist()[0] for block in blocks]
    assert firsts == sorted(firsts)


# Features


@given(html=markup, tags=tag_sets)
def test_every_thing_is_counted_once(html: str, tags: list[str]) -> None:
    made = ridgeline.parse(html)
    blocks = tag_blocks(made, tags)
    table = count_features(blocks)
    assert table.counts.shape == (len(blocks), len(FEATURES))
    if len(blocks):
        shown = ~made.hidden & ~made.inside(made.tag == 2)  # the head
        totals = [float(rule(made)[shown].sum()) for rule in FEATURES.values()]
        assert table.counts.sum(axis=0).tolist() == totals


def test_the_papers_example() -> None:
    # Section III.C: 1,000 words, two images, three links and an applet, where the maxima are 2,000, 4, 50 and 3.
    table = FeatureTable(
        ("text", "images", "links", "applets"),
        np.array([[1000.0, 2, 3, 1], [2000, 1, 0, 0], [5, 4, 1, 0], [7, 0, 50, 3]]),
    )
    assert table.values[0] == pytest.approx([1000 / 2000, 2 / 4, 3 / 50, 1 / 3])
    wanted, rest = table.sums(["text"])
    assert (wanted[0], rest[0]) == pytest.approx((0.5, 0.5 + 0.06 + 1 / 3))


def test_what_is_counted() -> None:
    body = (
        "<div>two words<img><img><a href=/>link</a><a name=top>anchor</a><form><input></form><script></script>"
        "<embed><iframe></iframe></div><ul><li>one<li>two</ul><table><tr><td>灯塔<td>cell</table>"
        "<div hidden>not seen <img></div>"
    )
    made = page(body, head="<script></script>")
    blocks = tag_blocks(made, ["div", "ul", "table", "tr"])
    counts = count_features(blocks).counts.astype(int).tolist()
    assert list(FEATURES) == ["text", "images", "links", "forms", "scripts", "lists", "tables", "applets"]
    assert counts == [[4, 2, 1, 1, 1, 0, 0, 2], [2, 0, 0, 0, 0, 1, 0, 0], [3, 0, 0, 0, 0, 0, 1, 0], [0] * 8]


def test_words_of_no_texts_and_of_empty_ones() -> None:
    assert words_of([]).tolist() == []
    assert words_of(["", "a b", "…", "灯塔 x"]).tolist() == [0, 2, 0, 3]


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
    ("features", "said"),
    [("=video", "NAME=TAG,TAG"), ("videos=", "NAME=TAG,TAG"), ("txt", "no feature"), ((), "name a desired feature")],
)
def test_features_that_cannot_be(features: str | tuple[str, ...], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        FeatureExtractor(features)


# Winner basket


STORY = page(
    "<div>" + "".join(f"<a href=/{name}>{name}</a> " for name in ("home", "news", "about")) + "</div>"
    f"<div>{LONG} {LONG} first</div>"
    f"<div>{LONG} second</div>"
    "<div><img><img> figure</div>"
    f"<p>{LONG} third</p>"
)


def last_words(text: str) -> list[str]:
    return [block.split()[-1] for block in text.split("\n\n")]


def test_feature_gives_the_winner() -> None:
    answer = FeatureExtractor().extract(STORY)
    assert last_words(answer.text) == ["first"]
    assert FeatureExtractor("images").extract(STORY).text == "figure"
    assert FeatureExtractor("links").extract(STORY).text == "home news about"
    assert not FeatureExtractor("forms").extract(STORY)


def test_the_basket_is_scored_anew() -> None:
    # In the page the menu has the most links; in the basket of text and links together, values are those of the basket.
    explained = FeatureExtractor(("text", "images")).extract(STORY).explain
    assert explained is not None
    blocks = explained()["blocks"]
    in_basket = [block for block in blocks if block["rank"] is not None]
    assert explained()["basket"] == len(in_basket) == 4
    assert max(block["probability"] for block in in_basket) <= 1
    assert [block["kept"] for block in blocks] == [block["rank"] == 1 for block in blocks]
    menu = blocks[0]
    assert (menu["rest"], menu["rank"], menu["values"]["links"]) == (1.0, None, 1.0)


def test_rnn_gives_the_nearest() -> None:
    for count, expected in [(1, ["first"]), (2, ["first", "second"]), (3, ["first", "second", "third"])]:
        assert last_words(NearestBlocks(blocks=count).extract(STORY).text) == expected
    # Algorithm 3 gives no more than there are in the basket (Table 1, rows 3 and 5).
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


def test_kfeature_gives_the_best_cluster() -> None:
    made = page("".join(f"<p>{' '.join(['w'] * size)}</p>" for size in (100, 98, 95, 40, 41, 5, 4, 3)))
    sizes = [len(block.split()) for block in KFeatureExtractor(clusters=3).extract(made).text.split("\n\n")]
    assert sizes == [100, 98, 95]
    assert len(KFeatureExtractor().extract(made).text.split("\n\n")) == 3
    assert len(KFeatureExtractor(blocks=2).extract(made).text.split("\n\n")) == 2
    assert len(KFeatureExtractor(clusters=1).extract(made).text.split("\n\n")) == 8


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "3"])
def test_numbers_that_cannot_be(wrong: int) -> None:
    for make in (KFeatureExtractor, NearestBlocks):
        with pytest.raises(OptionError, match="blocks is a whole number above zero"):
            make(blocks=wrong)


def test_hidden_text_is_not_kept() -> None:
    made = page(f"<div>{LONG}<b hidden>secret</b></div>")
    assert "secret" not in FeatureExtractor().extract(made).text


def test_json_says_why() -> None:
    answer = json.loads(NearestBlocks(("text",), blocks=2).extract(STORY).json)
    blocks = answer["explanation"]["blocks"]
    assert [block["kept"] for block in blocks] == [False, True, True, False, False]
    assert blocks[1]["counts"]["text"] == 81
    assert blocks[1]["values"]["text"] == 1.0
    assert blocks[3]["counts"]["images"] == 2
    assert blocks[0]["path"] == "html/body/div"
    assert blocks[1]["text"].endswith("…")


def test_very_many_blocks_are_not_all_listed() -> None:
    made = ridgeline.parse("<p>one</p>" * 3000 + "<p>the longest of them</p>")
    explained = FeatureExtractor().extract(made).explain
    assert explained is not None
    answer = explained()
    assert (len(answer["blocks"]), answer["not_listed"]) == (2000, 1001)
    assert answer["blocks"][-1]["rank"] == 1


# k-means


@given(
    st.lists(st.floats(0, 1, allow_subnormal=False), min_size=1, max_size=30), st.integers(1, 5), st.integers(0, 2**32)
)
def test_k_means(values: list[float], clusters: int, seed: int) -> None:
    points = np.array(values)[:, np.newaxis]
    answer = k_means(points, clusters, seed)
    assert np.array_equal(answer, k_means(points, clusters, seed))
    assert len(set(answer.tolist())) <= clusters or len(set(values)) <= clusters
    assert len(set(answer.tolist())) >= 1
    # Equal points are together, and on a line every cluster is a stretch.
    ordered = answer[np.argsort(points[:, 0], kind="stable")]
    assert np.count_nonzero(np.diff(ordered)) == len(set(answer.tolist())) - 1


def test_k_means_finds_what_is_there() -> None:
    points = np.array([[0.0], [0.1], [5.0], [5.1], [9.0]])
    answer = k_means(points, 3).tolist()
    assert answer[0] == answer[1] != answer[2] == answer[3] != answer[4] != answer[0]
    assert k_means(np.zeros((0, 1)), 3).tolist() == []
    assert len(set(k_means(points, 9).tolist())) == 5


def test_the_tags_can_be_set() -> None:
    made = page("<div>one <p>two three four</p></div>")
    assert FeatureExtractor(tags=["p"]).extract(made).text == "two three four"
    assert FeatureExtractor(tags="article").extract(made).text == "one\n\ntwo three four"
    assert "span" not in FEATURE_TAGS


def test_pages_of_many_blocks_are_quick_enough_to_test() -> None:
    made = ridgeline.parse("<div><p>one two<ul><li>x</ul>" * 4000)
    for name in ("feature", "kfeature", "rnn"):
        assert ridgeline.load(name).extract(made).keep is not None
