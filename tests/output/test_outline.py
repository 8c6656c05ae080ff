"""The outline: every kept leaf once, in order, in the element that a reader sees it in."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.output import OutputOptions, to_text
from ridgeline.output.outline import Draft, LeafKind, Outline, Part

from ..pages import AWKWARD
from .building import everything, leaves_with, page_of
from .test_text import markup

MAX_DEPTH = 64  # of the core: RL_MAX_OUTLINE_DEPTH


def depth(element: Part) -> int:
    return 1 + max(map(depth, element.parts), default=0)


def drawn(outline: Outline) -> str:
    """The tree in brackets: `ul(li("a" ul(li("b"))))`."""
    texts = {paragraph.first: paragraph.text for paragraph in outline.paragraphs()}

    def draw(part: Part) -> str:
        if part.is_paragraph:
            return f'"{texts[part.first]}"'
        return f"{part.kind}({' '.join(map(draw, part.parts))})"

    return draw(outline.tree()).removeprefix("html(").removesuffix(")")


def leaves_of(outline: Outline) -> list[int]:
    """All leaves, paragraph by paragraph."""
    leaves = outline.leaves.tolist()
    return [leaf for paragraph in outline.paragraphs() for leaf in leaves[paragraph.first : paragraph.end]]


@given(html=markup, random=st.randoms(use_true_random=False))
def test_every_leaf_once_and_in_order(html: str, random: "np.random.Generator") -> None:
    made = ridgeline.parse(html)
    keep = np.array([leaf for leaf in range(len(made.leaves)) if random.random() < 0.7], dtype=np.int32)
    outline = Outline.of(made, keep)
    assert leaves_of(outline) == keep.tolist()
    assert " ".join(paragraph.text for paragraph in outline.paragraphs()).split() == to_text(made, keep).split()
    assert depth(outline.tree()) <= MAX_DEPTH
    again = Draft(outline).finished()
    assert drawn(again) == drawn(outline)
    assert again.write_markdown(OutputOptions(), None) == outline.write_markdown(OutputOptions(), None)


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_awkward_pages(html: str) -> None:
    made = ridgeline.parse(html)
    outline = Outline.of(made, everything(made))
    assert leaves_of(outline) == everything(made).tolist()
    assert depth(outline.tree()) <= MAX_DEPTH


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
        ("<ul><li><ul><li>a</ul><li><ul><li>b</ul></ul>", 'ul(li("a") li("b"))'),
        ("<ul><li><ol><li>a<li>b</ol></ul>", 'ol(li("a") li("b"))'),
        ("<ul><li>a</li><li><ol><li>b</ol></li><li>c</ul>", 'ul(li("a" ol(li("b"))) li("c"))'),
        ("<ul><li><h2>a</h2><p>b<p>c</ul>", 'h2("a") "b" "c"'),
        ("<ul><li><p>a<p>b</ul>", 'ul(li("a" "b"))'),
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
    assert drawn(Outline.of(made, everything(made))) == tree


@pytest.mark.parametrize(
    ("body", "tree"),
    [
        ("<p>a:<br>- b<br>- c<br>d", '"a:" ul(li("b") li("c")) "d"'),
        ("<p>• a<p>•b<p>c", 'ul(li("a") li("b")) "c"'),
        ("<p>· a<p>• b", '"· a" "• b"'),  # not the same bullet
        ("<p><b>•</b> a<br><b>•</b> <i>b</i>", 'ul(li("a") li("b"))'),
        ("<p>•<p>•", '"•" "•"'),
        ("<p>- a<p>- b", '"- a" "- b"'),  # two people talk
        ("<p>- a<p>- b<p>- c", 'ul(li("a") li("b") li("c"))'),
        ("<p>-a<p>-b<p>-c", '"-a" "-b" "-c"'),
        ("<p>1. a<p>2. b<p>4. c", 'ol(li("a") li("b")) "4. c"'),
        ("<p>1) a<br>2) b", 'ol(li("a") li("b"))'),
        ("<p>2. a<p>3. b", '"2. a" "3. b"'),
        ("<p>1.5 l<br>2.5 l", '"1.5 l\n2.5 l"'),
        ("<p><b>1. a</b><br>2. b", 'ol(li("a") li("b"))'),
        ("<div>1</div><p>a<br>b</p><div>02</div><p>c<p>d", 'ol(li("a\nb") li("c")) "d"'),
        (
            "<div>1.</div><img src=x><p>a</p><div>2.</div><img src=y><p>b</p><div>3.</div><img src=z><p>c<p>d",
            'ol(li("" "a") li("" "b") li("" "c")) "d"',
        ),
        ("<p>1<p>a<p>b<p>2<p>c<p>d", '"1" "a" "b" "2" "c" "d"'),  # too few
        ("<p>1<h3>a</h3><p>b<p>2<h3>c</h3><p>d<p>3<h3>e</h3><p>f", '"1" h3("a") "b" "2" h3("c") "d" "3" h3("e") "f"'),
        ("<div>1</div><p>a</p><div>3</div><p>b", '"1" "a" "3" "b"'),
        ("<div>1</div><div>2</div><div>3</div>", '"1" "2" "3"'),
        ("<blockquote>1. a<br>2. b</blockquote>", 'blockquote(ol(li("a") li("b")))'),
        (
            "<table><tr><th>a<th>b<tr><td>- c<br>- d<td>e</table>",
            'table(tr(th("a") th("b")) tr(td("- c\n- d") td("e")))',
        ),
        ("<p><code>- a</code><br><code>- b</code>", '"- a\n- b"'),
    ],
)
def test_typed_lists(body: str, tree: str) -> None:
    made = page_of(body)
    assert drawn(Outline.of(made, everything(made))) == tree


def test_only_what_is_kept() -> None:
    made = page_of("<h1>t</h1><ul><li>a<li>b<ul><li>c</ul></ul><hr><table><tr><th>d<th>e<tr><td>f<td>g</table>")
    assert drawn(Outline.of(made, leaves_with(made, "c"))) == 'ul(li("c"))'
    assert drawn(Outline.of(made, leaves_with(made, "d", "e", "g"))) == 'table(tr(th("d") th("e")) tr(td("g")))'
    assert drawn(Outline.of(made, leaves_with(made, "t", "f"))) == 'h1("t") "f"'
    assert drawn(Outline.of(made, leaves_with(made, "nothing"))) == ""


def written(body: str) -> str:
    made = page_of(body)
    return Outline.of(made, everything(made)).write_html(OutputOptions(), None)


def test_marks() -> None:
    body = "<p>a <b>b <i>c</i></b><b>d</b> <em><i>e</i></em> <a>f</a> <b style='font-weight: normal'>g</b>"
    assert written(body) == "<p>a <strong>b <em>c</em></strong><strong>d</strong> <em>e</em> f g</p>"


def test_a_heading_in_a_header_does_not_make_a_layout() -> None:
    made = page_of("<table><tr><th colspan=2><h3>Data</h3><tr><td>a<td>b<tr><td>c<td>d</table>")
    drawing = 'table(tr(th(h3("Data"))) tr(td("a") td("b")) tr(td("c") td("d")))'
    assert drawn(Outline.of(made, everything(made))) == drawing


def test_one_form_of_a_formula_is_written() -> None:
    body = (
        "<p>Let <span class=mwe-math-element><math alttext=x><mi>x</mi></math>"
        "<img class=mwe-math-fallback-image-inline src=/x.svg alt=x></span> be."
    )
    assert written(body) == '<p>Let <code class="language-tex">x</code> be.</p>'


@pytest.mark.parametrize("name", ["line", "gatsby-highlight-code-line", "hl highlighted-line"])
def test_elements_that_highlighters_make_lines(name: str) -> None:
    made = page_of(f"<pre>a\n<span class='{name}'>  b</span><span class='{name}'>  c</span></pre>")
    assert drawn(Outline.of(made, everything(made))) == 'pre("a\n  b\n  c")'


def test_a_table_of_lines_is_code() -> None:
    rows = "".join(f"<tr><td>{number}<td><pre>{line}</pre>" for number, line in enumerate(("a:", "  b", "  c")))
    made = page_of(f"<table>{rows}</table>")
    assert drawn(Outline.of(made, leaves_with(made, "a", "b", "c"))) == 'pre("a:\n  b\n  c")'


def draft_of(body: str, *parts: Part) -> Draft:
    made = page_of(body)
    draft = Draft(Outline.of(made, everything(made)))
    draft.root = Part("html", 0, list(parts))
    return draft


def test_parts_may_be_others() -> None:
    draft = draft_of("<p>one<p>two")
    heading = Part("h2", parts=[draft.paragraph(("Ann", "https://example.org/ann"), (" · ", None), ("today", None))])
    quotation = Part("blockquote", parts=[Part("p", first=1, end=2)])
    draft.root.parts = [heading, quotation, Part("p", first=0, end=1)]
    outline = draft.finished()
    markdown = outline.write_markdown(OutputOptions(), None)
    assert markdown == "## [Ann](https://example.org/ann) · today\n\n> two\n\none"
    assert outline.leaves.tolist() == [0, 1, -1, -1, -1]


def test_leaves_may_be_others() -> None:
    draft = draft_of("a <b>b</b> c", Part("p", first=0, end=3))
    draft.change(1, "B")
    draft.change(2, "1", LeafKind.REFERENCE)
    note = Part("note", label="1", parts=[draft.paragraph(("x", None)), draft.paragraph(("y", None))])
    draft.root.parts.append(Part("footnotes", parts=[note]))
    outline = draft.finished()
    assert outline.write_markdown(OutputOptions(), None) == "a **B**[^1]\n\n[^1]: x\n\n    y"
    assert outline.write_html(OutputOptions(), None) == (
        '<p>a <strong>B</strong><sup><a href="#fn-1" id="fnref-1" rel="noopener noreferrer">1</a></sup></p>\n'
        '<section><ol><li id="fn-1"><p>x</p>\n<p>y</p>\n'
        '<a href="#fnref-1" rel="noopener noreferrer">↩</a></li></ol></section>'
    )


def test_callouts_and_languages() -> None:
    code = Part("pre", label="zig", parts=[Part("lines", first=1, end=2)])
    callout = Part("callout", label="tip", parts=[Part("p", first=0, end=1), code])
    outline = draft_of("<p>one<p>two", callout).finished()
    assert outline.write_markdown(OutputOptions(), None) == "> [!TIP]\n> one\n>\n> ```zig\n> two\n> ```"
    assert outline.write_html(OutputOptions(), None) == (
        "<blockquote><p><strong>Tip</strong></p>\n<p>one</p>\n"
        '<pre><code class="language-zig">two</code></pre></blockquote>'
    )


def test_what_cannot_hold_a_part_does_not() -> None:
    paragraph = Part("p", first=0, end=1)
    for part, tree in (
        (Part("ul", parts=[paragraph]), '"a"'),
        (Part("li", parts=[paragraph]), 'ul(li("a"))'),
        (Part("table", parts=[Part("td", parts=[paragraph])]), '"a"'),
        (Part("note", parts=[paragraph]), '"a"'),
        (Part("pre"), ""),
    ):
        assert drawn(draft_of("a", part).finished()) == tree


@pytest.mark.parametrize(
    "part",
    [Part("p", first=0, end=9), Part("p", first=-1, end=1), Part("p", first=1, end=1), Part("h1", 999), Part("h1", -2)],
    ids=str,
)
def test_parts_are_checked(part: Part) -> None:
    with pytest.raises(ValueError, match="parts of an outline"):
        draft_of("a", part).finished()


@pytest.mark.parametrize("leaf", [-1, 2, 2**31 - 1])
def test_places_of_leaves_are_checked(leaf: int) -> None:
    draft = draft_of("a", Part("p", first=0, end=1))
    draft.change(leaf, "x")
    with pytest.raises(ValueError, match="parts of an outline"):
        draft.finished()
