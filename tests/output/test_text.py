"""Plain text: words as a browser shows them, in the shape of the page."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.output import to_text
from ridgeline.text.concatenation import join

from ..pages import AWKWARD
from .building import everything, leaves_with, page_of

markup = st.lists(
    st.sampled_from(
        "<p> </p> <div> <b> </b> <br> <img> <ul> <ol> <li> </li> </ul> <dl> <dt> <dd> <table> <tr> <td> <th> </table> "
        "<pre> </pre> <h2> </h2> <hr> <code> </code> <span> </span> <blockquote> <input> <a> a b word two\xa0words "
        "\u3000 \x07".split(" ")
    ),
    max_size=40,
).map(" ".join)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        # words
        ("in<b>divi</b>sible", "indivisible"),
        ("two <b>words</b>", "two words"),
        ("<b>two </b> <b> words</b>", "two words"),
        ("line <br> line", "line\nline"),
        ("a<br><br>b", "a\n\nb"),
        ("a<img src=x>b", "a b"),
        ("non\xa0breaking\ttab\nline", "non breaking tab line"),
        ("全角\u3000空白", "全角\u3000空白"),
        ("bell \x07and \x1b[31mescape", "bell and [31mescape"),
        ("a<b>\x1b</b>a", "aa"),
        ("<p>a<p> \x07 <p>b", "a\n\nb"),
        # paragraphs
        ("<p>a</p><p>b</p>", "a\n\nb"),
        ("<p>a</p><p><img src=x></p><p>b</p>", "a\n\nb"),
        ("<h1>a</h1>b<hr>c", "a\n\nb\n\nc"),
        ("<figure><img src=x><figcaption>a</figcaption></figure>b", "a\n\nb"),
        # lists
        ("x<ul><li>a<li>b</ul>y", "x\n\na\nb\n\ny"),
        ("<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "a\nb\nc\nd"),
        ("<ul><li><p>a</p><li><p>b</p></ul>", "a\nb"),
        ("<ul><li><p>a</p><p>b</p><li>c</ul>", "a\n\nb\n\nc"),
        ("<ul><li>a</ul><ul><li>b</ul>", "a\n\nb"),
        ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "a\nb\nc\nd"),
        ("<li>a<li>b", "a\nb"),
        # tables
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "a\tb\nc\td"),
        ("<table><thead><tr><th>a<th>b<tbody><tr><td>c<td>d</table>", "a\tb\nc\td"),
        ("<table><tr><td>a<br>x<td>b</table>", "a x\tb"),
        ("<table><tr><td>a</table>", "a"),
        ("<table><tr><td>a<tr><td>b</table>", "a\n\nb"),  # single cells lay out paragraphs
        ("<table><tr><td><p>a<p>b<td>c</table>", "a\n\nb\n\nc"),
        ("<table><tr><td>a<table><tr><td>b<td>c</table></table>", "a\n\nb\tc"),
        ("<table><tr><td>a<td><ul><li>b<li>c</ul></table>", "a\n\nb\nc"),
        # preformatted
        ("<pre>  keep\n    this </pre>", "  keep\n    this"),
        ("<pre>\n\n a</pre>", " a"),
        ("<pre><b>a</b>\n  <b>b</b>\n</pre>c", "a\n  b\n\nc"),
        ("<pre>a<br>b<br><br>c</pre>", "a\nb\n\nc"),
        ("<pre><div>a</div><div>b</div></pre>", "a\nb"),
        ("<pre>a&nbsp;&nbsp;b\u3000c</pre>", "a  b\u3000c"),
        ("a<pre>b</pre>c", "a\n\nb\n\nc"),
        ("<pre>a</pre><pre>b</pre>", "a\n\nb"),
        # formulas: their source, else what they say in TeX, once
        ("<math><mi>x</mi><mn>1</mn><annotation encoding='application/x-tex'>x_1</annotation></math>", "$x_1$"),
        ("<math><mi>x</mi><mo>=</mo><mn>1</mn></math>", "$x=1$"),
        (
            "let <span class=katex><span class=katex-mathml><math><mi>x</mi></math></span>"
            "<span class=katex-html>x</span></span> be",
            "let $x$ be",
        ),
        ("", ""),
    ],
)
def test_shape(body: str, text: str) -> None:
    made = page_of(body)
    assert to_text(made, everything(made)) == text


def test_code_with_leaves_left_out() -> None:
    made = page_of("<pre><i>a</i> <i>b</i>\n<i>c</i> <i>d\ne</i> <i>f</i></pre>")
    assert to_text(made, leaves_with(made, "a", "b", "c", "f")) == "a b\nc \n f"
    assert to_text(made, leaves_with(made, "a", "c")) == "a  \nc"


@given(html=markup, random=st.randoms(use_true_random=False))
def test_the_words_are_those_of_the_leaves(html: str, random: "np.random.Generator") -> None:
    made = ridgeline.parse(html)
    keep = np.array([leaf for leaf in range(len(made.leaves)) if random.random() < 0.7], dtype=np.int32)
    text = to_text(made, keep)
    assert text.split() == join(made, keep).split()
    assert text == text.strip("\n").rstrip()
    assert "\n\n\n" not in text or made.preformatted.any()


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_awkward_pages(html: str) -> None:
    made = ridgeline.parse(html)
    text = to_text(made, everything(made))
    assert text.encode().decode() == text
    assert text.split() == join(made, everything(made)).split()
