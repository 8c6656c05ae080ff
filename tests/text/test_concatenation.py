"""The texts of leaves joined as a browser shows them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.output import to_text
from ridgeline.output.outline import Outline
from ridgeline.text.concatenation import join

from ..pages import page
from .test_cuts import markup


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
        ("text<pre>\n\n x</pre>", "text\n\n x"),
        ("<pre><div>a</div><div>b</div></pre>", "a\nb"),
        ("<math><mi>x</mi><mo>=</mo><mn>1</mn></math> holds", "x=1 holds"),
        ("a<br>\u3000\u3000b", "a\nb"),
        ("bell \x07and \x1b[31mescape", "bell and [31mescape"),
        ("soft\xadhyphen", "soft\xadhyphen"),
    ],
)
def test_text_is_joined_as_a_browser_shows_it(body: str, text: str) -> None:
    made = page(body)
    assert join(made, np.arange(len(made.leaves), dtype=np.int32)) == text


def test_words_stay_apart_where_leaves_are_left_out() -> None:
    made = page("un<b>break</b>able<p>x</p>end")
    for keep, text in [([0, 2], "un able"), ([0, 1, 2], "unbreakable"), ([0, 4], "un\n\nend"), ([], "")]:
        assert join(made, np.array(keep, dtype=np.int32)) == text


@given(html=markup, random=st.randoms(use_true_random=False))
def test_all_callers_show_the_same_lines(html: str, random: "np.random.Generator") -> None:
    made = ridgeline.parse(html)
    keep = np.array([leaf for leaf in range(len(made.leaves)) if random.random() < 0.7], dtype=np.int32)
    lines = [line for line in join(made, keep).split("\n") if line]
    outline = Outline.of(made, keep)
    assert lines == [line for part in outline.paragraphs() for line in part.text.split("\n") if line]
    if "<td>" not in html:  # cells stand in one line in plain text
        assert lines == [line for line in to_text(made, keep).split("\n") if line]
