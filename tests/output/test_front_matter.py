"""YAML front matter, CSV and TEI: metadata that a page may fill with anything."""

import csv
import json
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import ridgeline
from ridgeline import Extraction
from ridgeline.metadata import Metadata

from ..text.test_cuts import markup
from .building import everything, page_of
from .reading import Read, read_markdown

NASTY = [
    "---",
    "\n---\n",
    "a\u2028b\x85c",
    "=1+1",
    "+1",
    "-1",
    "@x",
    "＝1",
    "\t=1",
    '"',
    "'",
    "</title>",
    "]]>",
    "\x00\x0b",
    "\ud83d",
]
TEI = "{http://www.tei-c.org/ns/1.0}"


def extraction_with(body: str = "<p>Some text.", **metadata: Any) -> Extraction:
    page = page_of(body)
    extraction = Extraction(page, everything(page), "test", confidence=0.5, page_type="article")
    object.__setattr__(extraction, "metadata", Metadata(**metadata))
    return extraction


# --- Front matter


def front_matter(markdown: str) -> dict[str, Any]:
    """Front matter read as what it is: a line a key, the values in JSON."""
    begin, _, rest = markdown.partition("---\n")
    lines, end, _ = rest.partition("\n---\n\n")
    assert (begin, end) == ("", "\n---\n\n")
    return {key: json.loads(value) for key, _, value in (line.partition(": ") for line in lines.split("\n"))}


def test_front_matter() -> None:
    extraction = extraction_with(
        title="Bread: at home", authors=("Ann", "Bo"), date="2024-05-01", site_name="Oven", language="en", tags=("a",)
    )
    markdown = extraction.write("markdown", front_matter=True)
    fields = front_matter(markdown)
    assert markdown.endswith("---\n\n# Bread: at home\n\nSome text.")
    assert list(fields)[:6] == ["title", "authors", "date", "site", "url", "language"]
    assert fields["authors"] == ["Ann", "Bo"]
    assert (fields["page_type"], fields["confidence"]) == ("article", 0.5)
    assert not {"modified", "image", "canonical_url"} & fields.keys()  # they are not known


def test_front_matter_is_no_markup_to_renderers_that_do_not_know_it() -> None:
    title = "<script>x</script> [a](ftp://x)"
    written = extraction_with(title=title).write("markdown", front_matter=True, title=False)
    assert front_matter(written)["title"] == title
    assert set(read_markdown(written).tags) == {"hr", "h2", "p"}


@pytest.mark.parametrize("value", NASTY)
def test_front_matter_holds_whatever_a_page_says(value: str) -> None:
    extraction = extraction_with(title=value, site_name=value, tags=(value,))
    fields = front_matter(extraction.write("markdown", front_matter=True))
    assert fields.get("site") == fields.get("tags", [None])[0]
    assert not any(character in fields.get("site", "") for character in "\x00\x0b\u2028\x85")


@given(value=st.text(max_size=30))
def test_front_matter_is_one_line_a_key(value: str) -> None:
    written = extraction_with(title=value, description=value).write("markdown", front_matter=True)
    head = written.split("\n---\n\n")[0]
    assert all(line == "---" or line.partition(": ")[0].isidentifier() for line in head.split("\n"))
    assert head.splitlines() == head.split("\n")


# --- CSV


def rows_of(written: str) -> list[list[str]]:
    return list(csv.reader(written.split("\n")))


def test_csv() -> None:
    names, row = rows_of(extraction_with(title='Bread, "at home"', authors=("Ann", "Bo")).csv)
    found = dict(zip(names, row, strict=True))
    assert found["url"] == "https://example.org/dir/page.html"
    assert found["title"] == 'Bread, "at home"'
    assert found["authors"] == "Ann; Bo"
    assert (found["page_type"], found["status"], found["confidence"]) == ("article", "ok", "0.5")


@pytest.mark.parametrize("value", NASTY)
def test_csv_runs_nothing(value: str) -> None:
    names, row = rows_of(extraction_with(title=value, authors=(value, value)).csv)
    assert len(names) == len(row)
    assert not any(cell[:1] in ("=", "+", "-", "@", "＝", "\t") for cell in row)


def test_a_page_without_content_has_a_row() -> None:
    names, row = rows_of(ridgeline.extract("<title>Empty</title>").csv)
    assert dict(zip(names, row, strict=True))["status"] == "nothing"


# --- TEI


def tree_of(extraction: Extraction, **options: Any) -> ElementTree.Element:
    return ElementTree.fromstring(extraction.write("tei", **options).encode())


def body_of(body: str, **options: Any) -> str:
    written = extraction_with(body).write("tei", **options)
    return written.partition("<body>")[2].partition("</body>")[0]


@pytest.mark.parametrize(
    ("html", "tei"),
    [
        ("<p>a <b>b</b><br>c", '<p>a <hi rend="bold">b</hi><lb/>c</p>'),
        ("<p>a &amp; &lt;b>", "<p>a &amp; &lt;b&gt;</p>"),
        (
            "<h2>a</h2><p>b<h3>c</h3><p>d<h2>e</h2>f",
            "<div><head>a</head>\n<p>b</p>\n<div><head>c</head>\n<p>d</p>\n</div>\n"
            "</div>\n<div><head>e</head>\n<p>f</p></div>",
        ),
        ("<ul><li>a<li>b</ul>", '<list rend="bulleted"><item>a</item>\n<item>b</item></list>'),
        ("<ol start=3><li>a<li>b</ol>", '<list rend="numbered"><item n="3">a</item>\n<item n="4">b</item></list>'),
        ("<a href='/x?a&amp;b'>c</a>", '<p><ref target="https://example.org/x?a&amp;b">c</ref></p>'),
        ("<blockquote>a</blockquote>", "<quote><p>a</p></quote>"),
        (
            "<pre><code class=language-js>a\n  b</code></pre>",
            '<ab type="preformatted"><code lang="js">a\n  b</code></ab>',
        ),
        (
            "<figure><img src=/i alt='x\"'><figcaption>c</figcaption></figure>",
            '<figure><graphic url="https://example.org/i"><desc>x"</desc></graphic>\n<head>c</head></figure>',
        ),
        (
            "<table><tr><th>a<th>b<tr><td>c<td>d</table>",
            '<table>\n<row role="label"><cell role="label">a</cell>'
            '<cell role="label">b</cell></row>\n\n<row><cell>c</cell><cell>d</cell></row>\n\n</table>',
        ),
        ("a<hr>b", '<p>a</p>\n<milestone unit="section" rend="rule"/>\n<p>b</p>'),
    ],
)
def test_the_body_of_tei(html: str, tei: str) -> None:
    assert body_of(html) == tei


def test_the_header_of_tei() -> None:
    extraction = extraction_with(
        title="Bread",
        authors=("Ann", "Bo"),
        date="2024-05-01",
        site_name="Oven",
        language="en",
        tags=("x",),
        description="d",
    )
    tree = tree_of(extraction)
    header = tree.find(f"{TEI}teiHeader")
    assert header is not None
    assert [one.text for one in header.findall(f".//{TEI}titleStmt/{TEI}author")] == ["Ann", "Bo"]
    assert header.findtext(f".//{TEI}publicationStmt/{TEI}publisher") == "Oven"
    assert header.find(f".//{TEI}publicationStmt/{TEI}date").attrib["when"] == "2024-05-01"  # type: ignore[union-attr]
    assert header.findtext(f".//{TEI}abstract/{TEI}p") == "d"
    assert [one.text for one in header.findall(f".//{TEI}term")] == ["x", "article"]
    assert tree.attrib["{http://www.w3.org/XML/1998/namespace}lang"] == "en"


@pytest.mark.parametrize("value", NASTY)
def test_tei_is_well_formed_whatever_a_page_says(value: str) -> None:
    tree_of(extraction_with(title=value, authors=(value,), site_name=value, date=value, language=value), title=True)


@given(body=markup)
@example(body="<a href=x><q><b>\x0b</b><pre><img src=x alt='\x00'><br>x")
def test_the_words_of_tei_are_those_of_html(body: str) -> None:
    extraction = Extraction(page := ridgeline.parse(body), everything(page), "test")
    text = tree_of(extraction).find(f"{TEI}text")
    assert text is not None
    pieces = [piece for element in text.iter() for piece in (element.text, element.tail) if element.tag != f"{TEI}desc"]
    written = Read(extraction.write("html", title=False)).words
    assert sorted("".join("".join(filter(None, pieces)).split())) == sorted("".join(written))
