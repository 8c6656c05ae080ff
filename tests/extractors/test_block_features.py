"""The features of blocks, shared by the block papers."""

import numpy as np
import pytest
from hypothesis import given

import ridgeline
from ridgeline.extractors.block_features import FEATURES, FeatureTable, count_features, count_words
from ridgeline.text.cuts import tag_blocks

from ..pages import page
from .blocks.random_pages import markup, tag_sets


@given(html=markup, tags=tag_sets)
def test_everything_is_counted_once(html: str, tags: list[str]) -> None:
    made = ridgeline.parse(html)
    blocks = tag_blocks(made, tags)
    table = count_features(blocks)
    assert table.counts.shape == (len(blocks), len(FEATURES))
    if len(blocks):
        visible = ~made.hidden & ~made.inside(made.tag == 2)  # the head
        totals = [float(rule(made)[visible].sum()) for rule in FEATURES.values()]
        assert table.counts.sum(axis=0).tolist() == totals


def test_the_example_of_the_paper() -> None:
    # Section III.C: 1,000 words, two images, three links and an applet, where the maxima are 2,000, 4, 50 and 3.
    table = FeatureTable(
        ("text", "images", "links", "applets"),
        np.array([[1000.0, 2, 3, 1], [2000, 1, 0, 0], [5, 4, 1, 0], [7, 0, 50, 3]]),
    )
    assert table.values[0] == pytest.approx([1000 / 2000, 2 / 4, 3 / 50, 1 / 3])
    wanted, rest = table.sums(["text"])
    assert (wanted[0], rest[0]) == pytest.approx((0.5, 0.5 + 0.06 + 1 / 3))


def test_each_feature_counts_its_elements() -> None:
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


def test_count_words_without_texts_and_with_empty_ones() -> None:
    assert count_words([]).tolist() == []
    assert count_words(["", "a b", "…", "灯塔 x"]).tolist() == [0, 2, 0, 3]
