"""The cuts: every leaf in exactly one block."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.errors import OptionError
from ridgeline.text import cuts
from ridgeline.text.concatenation import join
from ridgeline.text.cuts import Blocks

from ..pages import AWKWARD, page

CUTS: list[Callable[[ridgeline.Page], Blocks]] = [
    cuts.leaves,
    cuts.lines,
    cuts.paragraphs,
    cuts.tag_blocks,
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
        (cuts.leaves, ["One", "two", "three", "four", "five", "six", "seven"]),
        (cuts.lines, ["One two", "three", "four", "five", "six", "seven"]),
        (cuts.paragraphs, ["One two\nthree", "four", "five", "six", "seven"]),
        (cuts.tag_blocks, ["One two\nthree\n\nfour", "five", "six", "seven"]),
    ],
)
def test_cuts(cut: Callable[[ridgeline.Page], Blocks], expected: list[str]) -> None:
    made = page("<div>One <b>two</b><br>three<br><br>four<ul><li>five<li>six</ul></div>seven")
    assert [block.text for block in cut(made)] == expected


def test_a_split_block_keeps_what_is_left_over() -> None:
    made = page("<p>On Sept. 27, the US <span>House of Representatives</span> passed a resolution.</p>")
    blocks = cuts.tag_blocks(made, ["p", "span"])
    assert [(block.path[-1], block.text) for block in blocks] == [
        ("p", "On Sept. 27, the US passed a resolution."),
        ("span", "House of Representatives"),
    ]
    assert [block.text for block in cuts.tag_blocks(made, ["p"])] == [
        "On Sept. 27, the US House of Representatives passed a resolution."
    ]
    assert [block.path for block in cuts.tag_blocks(made, ["table"])] == [("html",)]


def test_tag_names_are_checked() -> None:
    with pytest.raises(OptionError, match="'TABLE'"):
        cuts.tag_blocks(page("x"), ["TABLE"])


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_paragraphs_have_the_words_of_the_page(html: str) -> None:
    made = ridgeline.parse(html)
    texts = [block.text for block in cuts.paragraphs(made)]
    assert "\n\n".join(texts).split() == join(made, np.arange(len(made.leaves), dtype=np.int32)).split()
