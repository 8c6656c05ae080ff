"""Markdown: what is written is read back as the same text and the same structure."""

import html

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import ridgeline

from ..pages import AWKWARD
from .building import everything, leaves_with, page_of, written
from .reading import read_markdown, shown_words, tokens
from .test_text import markup

# Text that looks like Markdown, and any other.
fragments = st.sampled_from(
    [
        *"\\`*_{}[]()#+-.!|<>~=:&$\"'^1a b",
        *("](", "![", "**", "__", "~~", "```", "&amp;", "<b>", "1. ", "- ", "# ", "---", "===", "[x]: ", "<!--", "a_b"),
        *("|-|", "\u3000", "“", "”", "。", "é", "€", "\xad", "\t", "http://x.y", "a@b.c"),
    ]
)
texts = st.one_of(st.lists(fragments, max_size=14).map("".join), st.text(max_size=30))
blocks = st.sampled_from(
    [
        "<h2>{}</h2>",
        "<ul><li>{}<li>z</ul>",
        "<ol start=7><li>{}<ul><li>z</ul></ol>",
        "<table><tr><td>{}<td>z<tr><td>y<td>x</table>",
        "<table><tr><th>z<th>{}<tr><td>{}<td>x</table>",
        "<dl><dt>{}<dd>z</dl>",
        "<blockquote>{}</blockquote>",
        "<figure><img src=x><figcaption>{}</figcaption></figure>",
        "<div>z<br>{}</div>",
        "<pre>{}</pre>",
    ]
)


@st.composite
def inline(draw: st.DrawFn, depth: int = 0) -> str:
    """Inline markup with emphasis in all the wrong places."""
    made = ""
    for _ in range(draw(st.integers(1, 4))):
        if depth < 3 and draw(st.booleans()):
            tag = draw(st.sampled_from(["b", "i", "s", "code", "a href=/x", "sub"]))
            made += f"<{tag}>{draw(inline(depth + 1))}</{tag.split()[0]}>"
        elif draw(st.booleans()):
            made += html.escape(draw(texts))
        else:
            made += draw(
                st.sampled_from(["a", "b c", " ", '"q"', ".", "é", "「", "<br>", "!", "1.", "(", "<img src=/x.png>"])
            )
    return made


def kinds(markdown: str) -> set[str]:
    return {token.type for token in tokens(markdown)}


@given(lines=st.lists(texts, min_size=1, max_size=3))
@example(lines=["\u30001. ", "\\"])
def test_text_is_read_back_as_text(lines: list[str]) -> None:
    extraction = ridgeline.extract("<p>" + "<br>".join(map(html.escape, lines)), extractor="everything")
    assert read_markdown(extraction.markdown).words == shown_words(extraction.text)
    assert kinds(extraction.markdown) <= {
        "paragraph_open",
        "paragraph_close",
        "inline",
        "text",
        "softbreak",
        "hardbreak",
    }


@given(parts=st.lists(st.tuples(blocks, texts), min_size=1, max_size=4))
def test_text_in_elements_is_read_back_as_text(parts: list[tuple[str, str]]) -> None:
    body = "".join(block.replace("{}", html.escape(text)) for block, text in parts)
    extraction = ridgeline.extract(body, extractor="everything")
    assert read_markdown(extraction.markdown).words == shown_words(extraction.text)
    assert not kinds(extraction.write("markdown", formatting=False)) & {  # captions are emphasised
        "link_open",
        "html_inline",
        "html_block",
        "em_open",
        "s_open",
        "code_inline",
    }


@given(body=inline())
@example(body="a<i><b>a</b>a<b>a</b></i>")
@example(body="<b><i>a</i>a<i>a</i></b>")
@example(body="<i><b>a</b>b<b>d</b>e</i>c")
def test_emphasis_never_shows_its_delimiters(body: str) -> None:
    extraction = ridgeline.extract(f"<p>{body}", extractor="everything")
    assert read_markdown(extraction.markdown).words == shown_words(extraction.text)
    assert not kinds(extraction.markdown) & {"html_inline", "html_block"}


@given(body=markup)
def test_any_markup_is_read_back(body: str) -> None:
    made = ridgeline.parse(body)
    markdown = written("markdown", made, everything(made))
    # A check box is shown as one, and readers without task lists show its brackets.
    words = [word for word in read_markdown(markdown).words if word not in ("[", "]")]
    assert words == shown_words(ridgeline.extract(body, extractor="everything").text)


@pytest.mark.parametrize("body", AWKWARD.values(), ids=AWKWARD.keys())
def test_awkward_pages(body: str) -> None:
    extraction = ridgeline.extract(body, extractor="everything")
    assert read_markdown(extraction.write("markdown", title=False)).words[:200] == shown_words(extraction.text)[:200]


@pytest.mark.parametrize(
    "text",
    [
        *("snake_case and _more", "2 * 3 = 6", "a < b > c", "R&D, Q&A", "C# and F#", "5 - 3", "wait...", "50% (half)"),
        *("see [1] and [citation needed]", "a | b", "Hello! World", "item 1. done", "x = y", "~5 km", "e.g. 1) this"),
        *("C:\\Users\\me", "#hashtag", "-5 degrees", "+1", "1.5 m", "=", "https://example.org/a_b_c?d=1&e=2"),
    ],
)
def test_text_without_markup_is_not_escaped(text: str) -> None:
    markdown = ridgeline.extract(f"<p>so {html.escape(text)}", extractor="everything").markdown
    assert markdown.replace(r"\_more", "_more") == f"so {text}"


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        # inline
        ("<b>a</b> <i>b</i> <s>c</s> <code>d</code>", "**a** _b_ ~~c~~ `d`"),
        ("<b>bold </b>text", "**bold** text"),
        ("un<i>frigging</i>believable", "un*frigging*believable"),
        ("<b><i>a</i></b>", "**_a_**"),
        ("<b>a</b><b>b</b> <b>c</b>", "**ab c**"),
        ("<b>a</b> <b><i>b</i></b> <b>c</b> <code>d</code> <code>e</code>", "**a _b_ c** `d` `e`"),
        ('a<b>"b"</b>c', 'a"b"c'),  # Markdown cannot emphasise this
        ("これは<b>「強調」</b>です", "これは「強調」です"),
        ("<b></b><i> </i>a", "a"),
        ("<code>a`b</code> <code>`</code>", "``a`b`` `` ` ``"),
        ("<code>a <b>b</b></code> <code>c</code><code>d</code>", "`a b` `cd`"),
        ("<code>f(<a href=/x>T</a>)</code>", "`f(`[`T`](https://example.org/x)`)`"),
        ("a<br>b", "a  \nb"),
        ("H<sub>2</sub>O x<sup>2</sup>", "H₂O x²"),
        ("<code>a<br>b</code>", "```\na\nb\n```"),
        # links
        ("<a href=/x>a</a>", "[a](https://example.org/x)"),
        ("<a href='x y(1'>a]b</a>", r"[a\]b](https://example.org/dir/x%20y%281)"),
        ("<a href='x(1)'>a</a>", "[a](https://example.org/dir/x(1))"),
        ("<a href='?a&amp;copy;'>a</a>", "[a](https://example.org/dir/page.html?a&amp;copy;)"),
        ("<a href=//[::1>a</a> <a href='javascript:x'>b</a> <a name=x>c</a>", "a b c"),
        ("!<a href=/x>a</a>", r"\![a](https://example.org/x)"),
        ("[a]<a href=/x>b</a>", r"\[a\][b](https://example.org/x)"),
        ("<b><a href=/x>a</a></b>", "**[a](https://example.org/x)**"),
        ("<a href=/x>a<h2>b</h2></a>", "a\n\n## [b](https://example.org/x)"),
        (
            "<a href=/x><img src=/i><p>a</p><p><b>b</b></p></a>",
            "![](https://example.org/i)\n\n[a](https://example.org/x)\n\n**b**",
        ),
        ("<a href=/x><img src=/i></a>", "[![](https://example.org/i)](https://example.org/x)"),
        (
            "<a href=/x>a</a> <a href=/x>b</a> <a href=/y>c</a>",
            "[a b](https://example.org/x) [c](https://example.org/y)",
        ),
        ("<h2 id=a><a href=#a>A</a><a href=#b>B</a></h2>", "## A[B](https://example.org/dir/page.html#b)"),
        ("<div role=heading aria-level=4>a</div><p role=heading>b</p>", "#### a\n\n## b"),
        (
            "<h2><img src=/a.png></h2><h2><img src=/b.png alt=B></h2>",
            "![](https://example.org/a.png)\n\n![B](https://example.org/b.png)",
        ),
        # images and other things
        ("<img src=/a.png alt='a [b]'>", r"![a \[b\]](https://example.org/a.png)"),
        ("<img src=data:image/png;base64,AA alt=a> <img src=data:image/png;base64,AA>", ""),
        ("<img src=data:x data-src=/a.png>", "![](https://example.org/a.png)"),
        ("<picture><source srcset='/a.webp 2x, /b 1x'><img alt=a></picture>", "![a](https://example.org/a.webp)"),
        ("<img src=/t.gif width=1 height=1>", ""),
        ("<a href=/x><img src=/a.png alt=a></a>", "[![a](https://example.org/a.png)](https://example.org/x)"),
        ("<iframe src=/v title='A film'></iframe>", "[A film](https://example.org/v)"),
        ("<p><audio src=/a></audio><audio src=/b></audio>", "<https://example.org/a>\n\n<https://example.org/b>"),
        ("<video><source src=/v.mp4></video>", "<https://example.org/v.mp4>"),
        ("<iframe src=javascript:x></iframe><input><svg></svg>", ""),
        ("<math alttext='x^2'><mi>x</mi></math>", "$x^2$"),
        ("<math display=block><annotation encoding=application/x-tex>a_1</annotation></math>", "$$a_1$$"),
        ("<math><mi>x</mi></math>", "$x$"),
        ("<math alttext='a&lt;b [x](y)'></math>", "$a< b [x] (y)$"),
        ("<img class=mwe-math-fallback-image-inline alt='{x}' src=/f>", "${x}$"),
        # headings
        ("<h1>a</h1><h6>b</h6>", "# a\n\n###### b"),
        ("<h2><b>a</b><br>b</h2>", "## a b"),
        ("<h2>1. a #</h2>", r"## 1. a \#"),
        ("<h2><input></h2>", ""),
        # lists
        ("<ul><li>a<li>b</ul>", "- a\n- b"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ol><li>a<ol><li>b</ol></ol>", "1. a\n\n   1. b"),
        ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b"),
        ("<ol><li value=4>a<li>b</ol>", "4. a\n5. b"),
        ("<ol start=-3><li>a</ol>", "0. a"),
        (f"<ol start={'9' * 5000}><li>a</ol>", "999999999. a"),
        ("<ol start=x><li>a</ol>", "1. a"),
        ("<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul>", "- a\n\n* b\n\n- c"),
        ("<ol><li>a</ol><ol><li>b</ol>", "1. a\n\n1) b"),
        ("<ul><li><p>a<p>b<li>c</ul>", "- a\n\n  b\n\n- c"),
        ("<ul><li><input type=checkbox>a<li><input type=checkbox checked>b</ul>", "- [ ] a\n- [x] b"),
        ("<ul><li><pre>a\nb</pre></ul>", "- ```\n  a\n  b\n  ```"),
        # tables
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        ("<table><tr><td>a<td>b<tr><td>1<td>2</table>", "|  |  |\n| --- | --- |\n| a | b |\n| 1 | 2 |"),
        ("<table><tr><th>a<td>1<tr><th>b<td>2</table>", "|  |  |\n| --- | --- |\n| a | 1 |\n| b | 2 |"),
        ("<table><tr><th><th>b<tr><td>1<td>2</table>", "|  | b |\n| --- | --- |\n| 1 | 2 |"),
        ("<table><tr><th colspan=2>a<tr><td>1<td>2</table>", "| a |  |\n| --- | --- |\n| 1 | 2 |"),
        (
            "<table><tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3</table>",
            "| a | b |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |",
        ),
        (
            "<table><tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr></tr><tr><td>3<td>4</table>",
            "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |",
        ),
        (
            "<table><tr><th>a|b<th><code>c|d</code><tr><td>1<td>2<br>3</table>",
            "| a\\|b | `c\\|d` |\n| --- | --- |\n| 1 | 2<br>3 |",
        ),
        ("<table><caption>c</caption><tr><th>a<th>b<tr><td>1<td>2</table>", "c\n\n| a | b |\n| --- | --- |\n| 1 | 2 |"),
        ("<table><tr><th>a<th>b<tr><td><ul><li>1<li>2</ul><td></table>", "| a | b |\n| --- | --- |\n| - 1<br>- 2 |  |"),
        (
            "<table><tr><th>a<th>b<tr><td><ol start=3><li>1<li>2</ol><td><ul><li>3</ul></table>",
            "| a | b |\n| --- | --- |\n| 3. 1<br>4. 2 | 3 |",
        ),
        (
            "<table><tr><th>a<th>b<tr><td>c<td><pre>x\n\n  y|z</pre></table>",
            "| a | b |\n| --- | --- |\n| c | `x`<br>`  y\\|z` |",
        ),
        (f"<table><tr><th>a<th>b<tr><td>c<td><pre>{'x' * 300}</pre></table>", f"a\n\nb\n\nc\n\n```\n{'x' * 300}\n```"),
        ("<table><tr><td>a<td><pre>x</pre><tr><td>c<td>d</table>", "a\n\n```\nx\n```\n\nc\n\nd"),
        # code
        ("<pre><code class='hljs language-C++'>a\n b</code></pre>", "```c++\na\n b\n```"),
        ("<pre>```\n````</pre>", "`````\n```\n````\n`````"),
        ("<div class='highlight highlight-source-shell'><pre>a</pre></div>", "```shell\na\n```"),
        ("<pre data-lang=go>a</pre>", "```go\na\n```"),
        ("<pre class='lang-js prettyprint'>a</pre>", "```js\na\n```"),
        ("<pre class='brush: js; x'>a</pre>", "```js\na\n```"),
        ("<pre class='language-a`b\nc'>a</pre>", "```\na\n```"),
        ("<div class=lang-en><pre>a</pre></div>", "```\na\n```"),
        # the rest
        ("<blockquote><p>a<p>b</blockquote>", "> a\n>\n> b"),
        ("<blockquote>a<blockquote>b</blockquote></blockquote>", "> a\n>\n> > b"),
        ("a<hr>b", "a\n\n---\n\nb"),
        ("a<ul><li><hr>b</ul>", "a\n\n- b"),
        (
            "<ul><li><img src=/a><li><img src=/b alt=B></ul>",
            "![](https://example.org/a)\n\n![B](https://example.org/b)",
        ),
        ("<ul><li><img src=/a><li>b</ul>", "- ![](https://example.org/a)\n- b"),
        ("<dl><dt>a<dd>b</dl>", "**a**\n\nb"),
        ("<details><summary>a</summary>b</details>", "**a**\n\nb"),
        ("<figure><img src=/a><figcaption>b</figcaption></figure>", "![](https://example.org/a)\n\n_b_"),
    ],
)
def test_writing(body: str, markdown: str) -> None:
    made = page_of(body)
    assert written("markdown", made, everything(made)) == markdown


@pytest.mark.parametrize(
    ("words", "markdown"),
    [
        (["a2", "a3"], "2. a2\n3. a3"),
        (["b1"], "- b1"),
        (["c1", "c3", "c4"], "| c1 |  |\n| --- | --- |\n| c3 | c4 |"),
        (["c1", "c4"], "c1\n\nc4"),  # one cell a row: nothing says any more that it is a table
        (["d"], "**d**"),
        (["t"], "# t"),
        (["nothing"], ""),
    ],
)
def test_only_what_is_kept_is_written(words: list[str], markdown: str) -> None:
    made = page_of(
        "<h1>t</h1><ol><li>a1<li>a2<li>a3<ul><li>b1<li>b2</ul></ol>"
        "<table><tr><th>c1<th>c2<tr><td>c3<td>c4</table><p>x <b>d</b> y"
    )
    assert written("markdown", made, leaves_with(made, *words)) == markdown


def test_no_cell_is_lost_under_spans() -> None:
    made = page_of("<table><tr><td colspan=2>a<td colspan=2>b<td>c<tr><td>x<td>y<td>z</table>")
    words = written("markdown", made, everything(made)).replace("|", " ").split()
    assert [word for word in words if word != "---"] == ["a", "b", "c", "x", "y", "z"]


def test_links_stay_relative_where_the_url_of_the_page_is_unknown() -> None:
    made = ridgeline.parse("<a href=/x>a</a> <a href=javascript&amp;colon;x>b</a>")
    assert written("markdown", made, everything(made)) == "[a](/x) [b](./javascript&amp;colon;x)"


@pytest.mark.parametrize("opening", ["<ul><li>", "<ol><li>", "<blockquote>", "<b>", "<dl><dd>", "<section>"])
def test_depth_is_flattened_and_nothing_lost(opening: str) -> None:
    words = [f"w{number}" for number in range(300)]
    made = page_of("".join(f"{opening}{word} " for word in words))
    markdown = written("markdown", made, everything(made))
    assert read_markdown(markdown).words == words


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        ("<i>See </i><a href=/x><i>this</i></a><i>, soon</i>", "_See [this](X), soon_"),
        ("<i>See</i> <a href=/x><i>one</i></a><i>,</i> <a href=/y><i>two</i></a>.", "_See [one](X), [two](Y)_."),
        ("<a href=/x><b>one</b></a> <a href=/y><b>two</b></a> <b>three</b>", "**[one](X) [two](Y) three**"),
        ("<b>a</b> <a href=/x><b><i>b</i> c</b></a>", "**a [_b_ c](X)**"),
        ("<a href=/x><b>one</b></a> and <b>two</b>", "[**one**](X) and **two**"),
        ("<b>one</b><br><a href=/x><b>two</b></a>", "**one**  \n[**two**](X)"),
        ("<b>one</b> <a href=/x><b>two</b> three</a>", "**one** [**two** three](X)"),
    ],
)
def test_emphasis_goes_on_over_links(body: str, markdown: str) -> None:
    page = page_of(f"<p>{body}</p>")
    expected = markdown.replace("X", "https://example.org/x").replace("Y", "https://example.org/y")
    assert written("markdown", page, everything(page)) == expected


@pytest.mark.parametrize(
    ("style", "markdown"),
    [
        ("font-weight: bold", "The **tide** comes."),
        ("color:red;FONT-WEIGHT:700", "The **tide** comes."),
        ("font-weight:400", "The tide comes."),
        ("font-weight", "The tide comes."),
        ("font-style: Italic", "The _tide_ comes."),
        ("text-decoration: 2px line-through red", "The ~~tide~~ comes."),
        ("text-decoration-line:line-through", "The ~~tide~~ comes."),
        ("text-decoration: underline", "The tide comes."),
    ],
)
def test_emphasis_by_style(style: str, markdown: str) -> None:
    for body, expected in (
        (f"<p>The <span style='{style}'>tide</span> comes.", markdown),
        (f"<p><span style='{style}'>T</span>he tide comes.", "The tide comes."),
    ):
        page = page_of(body)
        assert written("markdown", page, everything(page)) == expected
