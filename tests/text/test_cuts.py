"""The cuts, and the text of what is picked out of a page."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.errors import OptionError
from ridgeline.page import Break
from ridgeline.text import cuts as segment
from ridgeline.text.cuts import Blocks

from ..pages import AWKWARD, page

CUTS: list[Callable[[ridgeline.Page], Blocks]] = [
    segment.leaves,
    segment.lines,
    segment.paragraphs,
    segment.tag_blocks,
]
markup = st.lists(
    st.sampled_from(
        ["<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<br>", "word", " ", "a", "<img>", "<li>", "<td>"]
    ),
    max_size=40,
).map("".join)


@pytest.mark.parametrize("cut", CUTS)
@given(html=markup)
def test_every_leaf_is_in_exactly_one_block(cut: Callable[[ridgeline.Page], Blocks], html: str) -> None:
    made = ridgeline.parse(html)
    blocks = cut(made)
    assert len(blocks.of_leaf) == len(made.leaves)
    together = [leaf for block in blocks for leaf in block.leaves.tolist()]
    assert sorted(together) == list(range(len(made.leaves)))
    firsts = [int(block.leaves[0]) for block in blocks]  # also asserts that no block is empty
    for block in blocks:
        assert block.leaves.tolist() == sorted(block.leaves.tolist())
        assert all(block.root <= node < made.end[block.root] for node in made.leaves[block.leaves])
    assert firsts == sorted(firsts)
    assert np.array_equal(blocks.keep(np.ones(len(blocks), np.bool_)), np.arange(len(made.leaves)))


@pytest.mark.parametrize(
    ("cut", "expected"),
    [
        (segment.leaves, ["One", "two", "three", "four", "five", "six", "seven"]),
        (segment.lines, ["One two", "three", "four", "five", "six", "seven"]),
        (segment.paragraphs, ["One two\nthree", "four", "five", "six", "seven"]),
        (segment.tag_blocks, ["One two\nthree\n\nfour", "five", "six", "seven"]),
    ],
)
def test_cuts(cut: Callable[[ridgeline.Page], Blocks], expected: list[str]) -> None:
    made = page("<div>One <b>two</b><br>three<br><br>four<ul><li>five<li>six</ul></div>seven")
    assert [block.text for block in cut(made)] == expected


def test_a_split_block_keeps_what_is_left_over() -> None:
    made = page("<p>On Sept. 27, the US <span>House of Representatives</span> passed a resolution.</p>")
    blocks = segment.tag_blocks(made, ["p", "span"])
    assert [(block.path[-1], block.text) for block in blocks] == [
        ("p", "On Sept. 27, the US passed a resolution."),
        ("span", "House of Representatives"),
    ]
    assert [block.text for block in segment.tag_blocks(made, ["p"])] == [
        "On Sept. 27, the US House of Representatives passed a resolution."
    ]
    assert [block.path for block in segment.tag_blocks(made, ["table"])] == [("html",)]


def test_tag_names_are_checked() -> None:
    with pytest.raises(OptionError, match="'TABLE'"):
        segment.tag_blocks(page("x"), ["TABLE"])


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("in<b>divi</b>sible", "indivisible"),
        ("two <b>words</b>", "two words"),
        ("<b>two</b>\n<b>words</b>", "two words"),
        ("<b>two </b> <b> words</b>", "two words"),
        ("line<br>line", "line\nline"),
        ("line <br> line", "line\nline"),
        ("<p>a</p><p>b</p>", "a\n\nb"),
        ("<td>a</td><td>b</td>", "ab"),  # no table, so no cells: the parser drops the tags
        ("<table><td>a<td>b</table>", "a\n\nb"),
        ("a<img src=x>b", "a b"),
        ("<p>a</p><p><img src=x></p><p>b</p>", "a\n\nb"),
        ("tabs\tand\n\nlines", "tabs and lines"),
        ("non\xa0breaking", "non breaking"),
        ("全角\u3000空白", "全角\u3000空白"),
        ("<pre>  keep\n    this </pre>", "  keep\n    this"),
        ("<pre><b>a</b>\n  <b>b</b></pre>", "a\n  b"),
        ("<pre>a<br>b</pre>", "a\nb"),
        ("text<pre>\n\n x</pre>", "text\n\n\n x"),
        ("bell \x07and \x1b[31mescape", "bell and [31mescape"),
        ("soft\xadhyphen", "soft\xadhyphen"),
    ],
)
def test_text_is_joined_as_a_browser_shows_it(body: str, text: str) -> None:
    made = page(body)
    assert segment.join(made, np.arange(len(made.leaves), dtype=np.int32)) == text


def test_leaves_left_out_part_words() -> None:
    made = page("un<b>break</b>able<p>x</p>end")
    for keep, text in [([0, 2], "un able"), ([0, 1, 2], "unbreakable"), ([0, 4], "un\n\nend"), ([], "")]:
        assert segment.join(made, np.array(keep, dtype=np.int32)) == text


@given(html=markup, random=st.randoms(use_true_random=False))
def test_breaks_of_a_choice_are_the_strongest_between(html: str, random: "np.random.Generator") -> None:
    made = ridgeline.parse(html)
    keep = [leaf for leaf in range(len(made.leaves)) if random.random() < 0.5]
    answer = segment.breaks_between(made, np.array(keep, dtype=np.int32)).tolist()
    for index in range(1, len(keep)):
        strongest = max(made.breaks[keep[index - 1] + 1 : keep[index] + 1].tolist())
        apart = keep[index] - keep[index - 1] > 1
        assert answer[index] == max(strongest, Break.SPACE if apart else Break.NOTHING)
    assert answer[:1] == [Break.PARAGRAPH] * bool(keep)


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_split_and_join_agree(html: str) -> None:
    made = ridgeline.parse(html)
    keep = np.arange(len(made.leaves), dtype=np.int32)
    parts = [segment.join(made, part) for part in segment.split(made, keep)]
    assert "\n\n".join(part for part in parts if part).split() == segment.join(made, keep).split()
