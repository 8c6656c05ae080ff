"""The options of formats: links, images, tables, emphasis, levels of headings, width, references."""

import re
from html import unescape
from typing import Any

import pytest
from hypothesis import example, given

import ridgeline
from ridgeline import Extraction
from ridgeline.errors import OptionError
from ridgeline.output import FORMATS, OutputOptions, has_option
from ridgeline.output.line_wrap import wrap_markdown, wrap_text

from ..text.test_cuts import markup
from .building import everything, page_of
from .reading import Read, read_markdown


def extraction_of(body: str) -> Extraction:
    page = page_of(body)
    return Extraction(page, everything(page), "test")


@pytest.mark.parametrize(
    ("options", "body", "markdown"),
    [
        ({"links": "none"}, "a <a href=/x>b</a> <b>c</b>", "a b **c**"),
        ({"links": "none"}, "<p>a<p><iframe src=/x></iframe><p>b", "a\n\nb"),
        ({"images": False}, "a <img src=/x alt=y> b<figure><img src=/z></figure>", "a b"),
        ({"images": False}, "<figure><img src=/x><figcaption>c</figcaption></figure>", "_c_"),
        ({"images": False}, "<ul><li><img src=/x><li>a</ul>", "- a"),
        ({"images": False}, "<img class=latex alt=x_1 src=/x>", "$x_1$"),  # a formula, no image
        (
            {"images": False},
            "<table><tr><th>a<th>b<tr><td><img src=/x><td>c</table>",
            "| a | b |\n| --- | --- |\n|  | c |",
        ),
        ({"formatting": False}, "<b>a</b> <i>b</i> <s>c</s> <code>d</code> <a href=/x>e</a>", "a b c `d` [e](X)"),
        ({"formatting": False}, "<dl><dt>a<dd>b</dl>", "a\n\nb"),
        (
            {"tables": False},
            "<table><caption>t</caption><tr><th>a<th>b<tr><td>c<td>d<br>e</table>",
            "t\n\na b  \nc d e",
        ),
        ({"tables": False}, "<p>x<table><tr><th>a<th>b<tr><td>c<td><b>d</b></table><p>y", "x\n\na b  \nc **d**\n\ny"),
        (
            {"repeat_spans": True},
            "<table><tr><th rowspan=2>a<th colspan=2>b<tr><th>c<th>d<tr><td>1<td colspan=9>2</table>",
            "| a | b | b |\n| --- | --- | --- |\n| a | c | d |\n| 1 | 2 | 2 |",
        ),
        (
            {"alerts": False},
            "<p>a<div class='admonition note'><p class=admonition-title>Note</p><p>b</div><p>c",
            "a\n\n> **Note**\n>\n> b\n\nc",
        ),
        ({"heading_offset": 2}, "<h1>a</h1><h2>b</h2><h6>c</h6>", "### a\n\n#### b\n\n###### c"),
        ({"links": "references"}, "<a href=/x>a</a> [1] <a href=/y>b</a> <a href=/x>c</a>", "REFERENCES"),
        ({"links": "references"}, "plain [1]: text", "plain \\[1\\]: text"),
        ({"width": 20}, "<p>aaaa bbbb cccc dddd eeee<p>f", "aaaa bbbb cccc dddd\neeee\n\nf"),
        ({"width": 20}, "<ul><li>aaaa bbbb cccc dddd eeee</ul>", "- aaaa bbbb cccc dddd\n  eeee"),
    ],
)
def test_markdown(options: dict[str, Any], body: str, markdown: str) -> None:
    expected = markdown.replace("X", "https://example.org/x").replace(
        "REFERENCES",
        "[a][1] \\[1\\] [b][2] [c][1]\n\n[1]: https://example.org/x\n[2]: https://example.org/y",
    )
    assert extraction_of(body).write("markdown", title=False, **options) == expected


def test_references_are_numbered_as_they_are_read() -> None:
    markdown = extraction_of("<a href=/x>a</a> <img src=/i alt=i> <a href=/y><img src=/j></a>").write(
        "markdown", links="references"
    )
    assert markdown.split("\n\n")[0] == "[a][1] ![i][2] [![][3]][4]"


@pytest.mark.parametrize(
    ("options", "body", "html"),
    [
        ({"links": "none"}, "a <a href=/x>b</a>", "<p>a b</p>"),
        (
            {"images": False},
            "<figure><img src=/x><figcaption>c</figcaption></figure>",
            "<figure><figcaption>c</figcaption></figure>",
        ),
        ({"formatting": False}, "<b>a</b>2<sup>2</sup>", "<p>a2<sup>2</sup></p>"),
        ({"tables": False}, "<table><tr><th>a<th>b<tr><td>c<td>d</table>", "<p>a b<br>c d</p>"),
        ({"heading_offset": 1}, "<h1>a</h1>", "<h2>a</h2>"),
    ],
)
def test_html(options: dict[str, Any], body: str, html: str) -> None:
    assert extraction_of(body).write("html", title=False, **options) == html


# --- Which options there are


def test_every_option_has_a_meaning_somewhere() -> None:
    everywhere = set().union(*(format.options for format in FORMATS.values()))
    assert everywhere == set(OutputOptions.__dataclass_fields__)


@pytest.mark.parametrize(
    ("format", "options", "said"),
    [
        ("markdown", {"titel": False}, "there is no output option 'titel'; there are: .*title"),
        ("markdown", {"whole_page": True}, "whole_page has no meaning in markdown; it is for html"),
        ("text", {"links": "none"}, "links has no meaning in text; it is for markdown, html, tei"),
        ("json", {"links": "none"}, "links has no meaning in json"),
        ("json", {"formats": ["html"], "front_matter": True}, "front_matter has no meaning in json"),
        ("json", {"formats": ["json"]}, "cannot carry itself"),
        ("json", {"formats": ["pdf"]}, "there is no format 'pdf'"),
        ("json", {"formats": "html"}, "formats is a list of names"),
        ("markdown", {"links": "some"}, "links is one of inline, references, none"),
        ("markdown", {"heading_offset": -1}, "heading_offset is 0 to 5"),
        ("markdown", {"width": 3}, "width is 20 characters or more"),
    ],
)
def test_options_that_are_refused(format: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        extraction_of("<p>a").write(format, **options)


def test_json_takes_the_options_of_what_it_carries() -> None:
    assert has_option(FORMATS["json"], "links", ("markdown",))
    assert not has_option(FORMATS["json"], "links", ("csv",))
    assert not has_option(FORMATS["html"], "width", ("markdown",))


# --- Words are never lost


def words_of(extraction: Extraction, **options: Any) -> list[str]:
    return read_markdown(extraction.write("markdown", title=False, **options)).words


@pytest.mark.parametrize(
    "options", [{"formatting": False}, {"heading_offset": 3}, {"width": 20}, {"links": "references"}], ids=str
)
@given(body=markup)
@example(body="<ul><li><pre>a b c d e f g h i j k l</pre>1. 2) - + # > | `a b` ``` ~~~ \\ <b>a b c d</b></ul>")
def test_words_stay(options: dict[str, Any], body: str) -> None:
    page = ridgeline.parse(body)
    extraction = Extraction(page, everything(page), "test")
    assert words_of(extraction, **options) == words_of(extraction)


@given(body=markup)
def test_words_stay_in_html_without_tables_and_emphasis(body: str) -> None:
    extraction = Extraction(page := ridgeline.parse(body), everything(page), "test")
    plain = extraction.write("html", title=False, tables=False, formatting=False, images=False)
    assert sorted(Read(plain).words) == sorted(Read(extraction.write("html", title=False)).words)


# --- Wrapping


def test_text_is_wrapped() -> None:
    text = "aaaa bbbb cccc dddd eeee\nx\ty aaaa bbbb cccc dddd\n" + "z" * 30
    assert wrap_text(text, 20) == "aaaa bbbb cccc dddd\neeee\nx\ty aaaa bbbb cccc dddd\n" + "z" * 30
    assert wrap_text("a b c d e f g h i j k l", 20, {"a b c d e f g h i j k l"}) == "a b c d e f g h i j k l"


def test_code_is_not_wrapped_in_text() -> None:
    line = "word " * 10 + "end"
    wrapped = extraction_of(f"<pre>{line}</pre><p>{line} of it").write("text", width=30)
    assert wrapped.startswith(f"{line}\n\n")
    assert max(map(len, wrapped.split("\n")[2:])) <= 30


@pytest.mark.parametrize(
    ("markdown", "wrapped"),
    [
        ("# aaaa bbbb cccc dddd eeee", "# aaaa bbbb cccc dddd eeee"),
        ("| aaaa bbbb | cccc dddd eeee |", "| aaaa bbbb | cccc dddd eeee |"),
        ("```\naaaa bbbb cccc dddd eeee\n```", "```\naaaa bbbb cccc dddd eeee\n```"),
        ("> aaaa bbbb cccc dddd eeee", "> aaaa bbbb cccc dddd\n> eeee"),
        ("1. aaaa bbbb cccc dddd eeee", "1. aaaa bbbb cccc dddd\n   eeee"),
        ("aaaa bbbb cccc ddd - eeee", "aaaa bbbb cccc ddd -\neeee"),
        ("aaaa bbbb cccc dddd - eeee", "aaaa bbbb cccc\ndddd - eeee"),
        ("aaaa bbbb cccc dddd 1. eeee", "aaaa bbbb cccc\ndddd 1. eeee"),
        ("aaaa `bbbb cccc dddd eeee` f", "aaaa\n`bbbb cccc dddd eeee`\nf"),
        ("aaaa bbbb cccc dddd eeee  \nf", "aaaa bbbb cccc dddd\neeee  \nf"),
    ],
)
def test_markdown_is_wrapped(markdown: str, wrapped: str) -> None:
    assert wrap_markdown(markdown, 20) == wrapped


def test_clean_links() -> None:
    links = {
        "/a?utm_source=x&id=3&FBCLID=9#f": "/a?id=3#f",
        "/b?gclid=1": "/b",
        "/c?__hssc=1&mtm_kwd=2&mc_eid=3#top": "/c#top",
        "/d?&a=&utm=1&": "/d?a=&utm=1",
        "/e": "/e",
    }
    extraction = extraction_of("".join(f"<p><a href='https://example.org{target}'>a</a>" for target in links))
    for format, pattern in (
        ("markdown", r"\]\(https://example.org(.*?)\)"),
        ("html", 'href="https://example.org(.*?)"'),
    ):
        as_they_are, clean = (extraction.write(format, clean_links=on) for on in (False, True))
        assert [unescape(target) for target in re.findall(pattern, as_they_are)] == list(links)
        assert [unescape(target) for target in re.findall(pattern, clean)] == list(links.values())


def test_labels_are_short_lines() -> None:
    sentence = "The keeper of the lighthouse wrote down the weather and the ships that passed, every evening. " * 3
    label = "A tower\n\n# with [a link](https://example.org)\n" + "é" * 300
    picture = f"<figure><img src=/tower-at-night.jpg width=600 height=400 alt='{label}' title='{label}'></figure>"
    extraction = ridgeline.extract(f"<article><p>{sentence}</p>{picture}<p>{sentence}</p></article>")
    written = re.search(r"!\[(.*?)\]\(/tower", extraction.markdown)
    assert written is not None
    assert written[1].startswith(r"A tower # with \[a link\](https://example.org) éé")
    assert len(written[1].replace("\\", "")) == 200
    assert len(re.findall("é{100,}", extraction.html)) == 2
    assert max(map(len, re.findall("é+", extraction.html))) < 200
