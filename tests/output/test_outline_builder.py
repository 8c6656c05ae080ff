"""The outline: every kept leaf once, in order, in the element that a reader sees it in."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.output import to_text
from ridgeline.output.outline import Element, Outline
from ridgeline.output.outline_builder import MAX_DEPTH, build_outline

from ..pages import AWKWARD
from .building import everything, leaves_with, page_of
from .test_text import markup


def depth(element: Element) -> int:
    deepest, pending = 0, [(1, element)]
    while pending:
        level, inner = pending.pop()
        deepest = max(deepest, level)
        pending += [(level + 1, part) for part in inner.children if isinstance(part, Element)]
    return deepest


def drawn(outline: Outline) -> str:
    """The tree in brackets: `ul(li("a" ul(li("b"))))`."""

    def draw(element: Element) -> str:
        inside = (draw(part) if isinstance(part, Element) else f'"{outline.text(part)}"' for part in element.children)
        return f"{element.tag}({' '.join(inside)})"

    return draw(outline.root).removeprefix("html(").removesuffix(")")


@given(html=markup, random=st.randoms(use_true_random=False))
def test_every_leaf_once_and_in_order(html: str, random: "np.random.Generator") -> None:
    made = ridgeline.parse(html)
    keep = np.array([leaf for leaf in range(len(made.leaves)) if random.random() < 0.7], dtype=np.int32)
    outline = build_outline(made, keep)
    paragraphs = [paragraph for _, paragraph in outline.paragraphs()]
    assert [run.leaf for paragraph in paragraphs for run in outline.runs(paragraph)] == keep.tolist()
    assert " ".join(map(outline.text, paragraphs)).split() == to_text(made, keep).split()
    assert depth(outline.root) <= MAX_DEPTH + 1


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_awkward_pages(html: str) -> None:
    made = ridgeline.parse(html)
    outline = build_outline(made, everything(made))
    assert [run.leaf for _, part in outline.paragraphs() for run in outline.runs(part)] == everything(made).tolist()
    assert depth(outline.root) <= MAX_DEPTH + 1


@pytest.mark.parametrize(
    ("body", "tree"),
    [
        ("<div><div>a</div><span>b</span></div>", '"a" "b"'),
        ("<h2>a</h2>b", 'h2("a") "b"'),
        ("<h2><div>a</div><div>b</div></h2>", 'h2("a" "b")'),
        ("<h2>a<p>b<p>c<p>d<p>e", 'h2("a") "b" "c" "d" "e"'),
        ("<h2>a<ul><li>b</ul></h2>", 'h2("a") ul(li("b"))'),
        ("<ul><li>a<ul><li>b</ul></ul>", 'ul(li("a" ul(li("b"))))'),
        ("<ul><li>a<ul></ul></ul>", 'ul(li("a"))'),
        ("<ul><li>a</li>b<li>c</ul>", 'ul(li("a" "b") li("c"))'),
        ("<ul>a<li>b</ul>", '"a" ul(li("b"))'),
        ("<ul><ul><li>a</ul></ul>", 'ul(li("a"))'),
        ("<ul><li>a</li><ul><li>b</ul></ul>", 'ul(li("a" ul(li("b"))))'),
        ("<ul><div><li>a</div></ul>", 'ul(li("a"))'),
        ("<li>a</li><li>b</li>c<li>d</li>", 'ul(li("a") li("b")) "c" ul(li("d"))'),
        ("<menu><li>a</menu>", 'ul(li("a"))'),
        ("<dl><div><dt>a<dd>b</div></dl>", 'dl(dt("a") dd("b"))'),
        ("<dd>a</dd>", '"a"'),
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", 'table(tr(th("a") th("b")) tr(td("1") td("2")))'),
        ("<table><tr><td>a</table>", '"a"'),
        ("<table><tr><td>a<td>b</table>", '"a" "b"'),
        ("<table role=presentation><tr><th>a<th>b<tr><td>1<td>2</table>", '"a" "b" "1" "2"'),
        ("<table><tr><td><p>a<p>b<td>c<tr><td>d<td>e</table>", '"a" "b" "c" "d" "e"'),
        (
            "<table><tr><td><table><tr><th>a<th>b<tr><td>1<td>2</table><td>c<tr><td>d<td>e</table>",
            'table(tr(th("a") th("b")) tr(td("1") td("2"))) "c" "d" "e"',
        ),
        ("<table><caption>c</caption><tr><td>1<td>2</table>", 'table(caption("c") tr(td("1") td("2")))'),
        ("<table><tr><td><img src=a><td><img src=b><tr><td><img src=c><td>x</table>", '"" "" "" "x"'),
        ("<pre>a<p>b</p></pre>", 'pre("a\nb")'),
        ("a<hr>b", '"a" hr() "b"'),
        ("<hr>a<hr><hr>b<hr>", '"a" hr() "b"'),
        ("<blockquote>a<blockquote>b</blockquote></blockquote>", 'blockquote("a" blockquote("b"))'),
        ("<figure><img src=x><figcaption>a</figcaption></figure>", 'figure("" figcaption("a"))'),
        ("<details><summary>a</summary>b</details>", 'details(summary("a") "b")'),
        ("<a href=x><h2>a</h2>b</a>", 'h2("a") "b"'),
    ],
)
def test_trees(body: str, tree: str) -> None:
    made = page_of(body)
    assert drawn(build_outline(made, everything(made))) == tree


def test_only_what_is_kept() -> None:
    made = page_of("<h1>t</h1><ul><li>a<li>b<ul><li>c</ul></ul><hr><table><tr><th>d<th>e<tr><td>f<td>g</table>")
    assert drawn(build_outline(made, leaves_with(made, "c"))) == 'ul(li(ul(li("c"))))'
    assert drawn(build_outline(made, leaves_with(made, "d", "e", "g"))) == 'table(tr(th("d") th("e")) tr(td("g")))'
    assert drawn(build_outline(made, leaves_with(made, "t", "f"))) == 'h1("t") "f"'
    assert drawn(build_outline(made, leaves_with(made, "nothing"))) == ""


def test_marks() -> None:
    made = page_of("<p>a <b>b <i>c</i></b><b>d</b> <em><i>e</i></em> <a>f</a> <b style='font-weight: normal'>g</b>")
    runs = build_outline(made, everything(made)).runs(0)
    assert [(run.before, run.text, [mark.tag for mark in run.marks]) for run in runs] == [
        ("", "a", []),
        (" ", "b", ["strong"]),
        (" ", "c", ["strong", "em"]),
        ("", "d", ["strong"]),
        (" ", "e", ["em"]),
        (" ", "f", []),
        (" ", "g", []),
    ]


def test_a_heading_in_a_header_does_not_make_a_layout() -> None:
    made = page_of("<table><tr><th colspan=2><h3>Data</h3><tr><td>a<td>b<tr><td>c<td>d</table>")
    drawing = 'table(tr(th(h3("Data"))) tr(td("a") td("b")) tr(td("c") td("d")))'
    assert drawn(build_outline(made, everything(made))) == drawing


def test_one_form_of_a_formula_is_written() -> None:
    made = page_of(
        "<p>Let <span class=mwe-math-element><math alttext=x><mi>x</mi></math>"
        "<img class=mwe-math-fallback-image-inline src=/x.svg alt=x></span> be."
    )
    runs = build_outline(made, everything(made)).runs(0)
    assert [(run.text, run.is_text) for run in runs] == [("Let", True), ("$x$", False), ("", True), ("be.", True)]


@pytest.mark.parametrize("name", ["line", "gatsby-highlight-code-line", "hl highlighted-line"])
def test_elements_that_highlighters_make_lines(name: str) -> None:
    made = page_of(f"<pre>a\n<span class='{name}'>  b</span><span class='{name}'>  c</span></pre>")
    assert drawn(build_outline(made, everything(made))) == 'pre("a\n  b\n  c")'


def test_a_table_of_lines_is_code() -> None:
    rows = "".join(f"<tr><td>{number}<td><pre>{line}</pre>" for number, line in enumerate(("a:", "  b", "  c")))
    made = page_of(f"<table>{rows}</table>")
    assert drawn(build_outline(made, leaves_with(made, "a", "b", "c"))) == 'pre("a:\n  b\n  c")'
