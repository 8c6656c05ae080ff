"""Verses, and text whose white space a style keeps, and what comes out."""

import pytest

import ridgeline

LINES = "Roses are red,  \nviolets are _blue_."


def markdown_of(body: str) -> str:
    return ridgeline.extract(f"<body><article>{body}</article>", extractor="everything").markdown


@pytest.mark.parametrize(
    "body",
    [
        "<pre class=wp-block-verse>Roses are red,\n violets are <em>blue</em>.</pre>",
        "<div class=poem><pre>\nRoses are red,\nviolets are <em>blue</em>.\n</pre></div>",
        "<div class=line-block><div>Roses are red,</div>\n<div>violets are <em>blue</em>.</div></div>",
        "<div class=lyrics><div><span>Roses are red,</span></div><div>violets are <em>blue</em>.</div></div>",
        "<div class=poem>Roses are red,<br>violets are <em>blue</em>.</div>",
        "<p style='white-space: pre-wrap'>Roses are red,\n  violets are <em>blue</em>.",
        "<div style='color:red;white-space:PRE-LINE'><p>\nRoses are red,\nviolets are <em>blue</em>.\n</p></div>",
        "<p class='whitespace-pre-wrap text-sm'>Roses are red,\r\nviolets are <em>blue</em>.",
    ],
)
def test_lines_stay(body: str) -> None:
    assert markdown_of(f"<p>before</p>{body}<p>after</p>") == f"before\n\n{LINES}\n\nafter"


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        ("<pre class=verse>a\nb\n\n \nc</pre>", "a  \nb\n\nc"),
        ("<p style='white-space:pre'>a\nb\n\nc", "a  \nb\n\nc"),
        (
            "<div class=poem><div class=stanza><u>a<br></u><u>b</u></div><div class=stanza>c<br>d</div></div>",
            "a  \nb\n\nc  \nd",
        ),
        ("<div class=line-block><div>a</div><div>b</div><div><br></div><div>c</div></div>", "a  \nb\n\nc"),
        ("<ul><li style='white-space:pre-wrap'>a\nb<li>c</ul>", "- a  \n  b\n- c"),
        (
            "<table><tr><th>x<th>y<tr><td style='white-space:pre-wrap'>a\nb<td>c</table>",
            "| x | y |\n| --- | --- |\n| a<br>b | c |",
        ),
        ("<code style='white-space:pre'>a\n  b</code>", "```\na\nb\n```"),
    ],
)
def test_stanzas_items_and_cells(body: str, markdown: str) -> None:
    assert markdown_of(f"<p>before</p>{body}<p>after</p>") == f"before\n\n{markdown}\n\nafter"


@pytest.mark.parametrize(
    "body",
    [
        "<pre class=verse>  Roses are red,\n      violets are <em>blue</em>.</pre>",
        "<div class=poem>Roses are red,<br>&nbsp; &nbsp; violets are <em>blue</em>.</div>",
        "<div class=poem><p>Roses are red,<br>&emsp;&emsp;violets are <em>blue</em>.</div>",
        "<div class=poem><div>Roses are red,</div><div style='margin-left: 2em'>violets are <em>blue</em>.</div></div>",
        "<div class=stanza><span>Roses are red,<br></span><span class=i4>violets are <em>blue</em>.</span></div>",
        "<div class=line-block><div class=line>Roses are red,</div>"
        "<div class=line-block><div class=line>violets are <em>blue</em>.</div></div></div>",
    ],
)
def test_lines_of_verses_stay_indented(body: str) -> None:
    lines = "Roses are red,  \n\u2003\u2003violets are _blue_."
    assert markdown_of(f"<p>before</p>{body}<p>after</p>") == f"before\n\n{lines}\n\nafter"
    assert "<br>\u2003\u2003violets" in ridgeline.extract(f"<body><p>x</p>{body}", extractor="everything").html


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        ("<pre class=poem><code>a\n  b</code></pre>", "```\na\n  b\n```"),
        ("<pre>a\n  b</pre>", "```\na\n  b\n```"),
        ("<p>a\nb", "a b"),
        ("<p style='white-space:nowrap'>a\nb", "a b"),
        ("<p><span class=verse>a\nb</span>", "a b"),
        ("<div class=universe><div>a</div><div>b</div></div>", "a\n\nb"),
        (f"<div class=lyrics><div>a</div><div>{'b' * 300}</div></div>", f"a\n\n{'b' * 300}"),
    ],
)
def test_what_is_none(body: str, markdown: str) -> None:
    assert markdown_of(f"<p>before</p>{body}<p>after</p>") == f"before\n\n{markdown}\n\nafter"


def test_html_has_the_lines() -> None:
    extraction = ridgeline.extract("<body><p>x</p><pre class=poem>a\n<b>b</b></pre>", extractor="everything")
    assert "<p>a<br><strong>b</strong></p>" in extraction.html
