"""Footnotes as pages write them, and what comes out."""

import numpy as np
import pytest

import ridgeline

from ..output.reading import READER
from ..output.test_html import dangers

# By who writes it: a text with two references, and its notes.
PAGES = {
    "wikipedia": (
        "<p>One<sup id=cite_ref-1 class=reference><a href='#cite_note-1'>[1]</a></sup> and two"
        "<sup id=cite_ref-2 class=reference><a href='#cite_note-2'><span>[</span>2<span>]</span></a></sup>.</p>"
        "<h2>References</h2><ol class=references><li id=cite_note-1><b><a href='#cite_ref-1'>^</a></b> "
        "<span>First <i>note</i>.</span></li><li id=cite_note-2><a href='#cite_ref-2'>↑</a> Second note.</li></ol>"
    ),
    "pandoc": (
        "<p>One<a href='#fn1' class=footnote-ref id=fnref1 role=doc-noteref><sup>1</sup></a> and two"
        "<a href='#fn2' class=footnote-ref id=fnref2 role=doc-noteref><sup>2</sup></a>.</p>"
        "<section class=footnotes role=doc-endnotes><hr><ol><li id=fn1><p>First <em>note</em>."
        "<a href='#fnref1' role=doc-backlink>↩︎</a></p></li><li id=fn2><p>Second note."
        "<a href='#fnref2' role=doc-backlink>↩︎</a></p></li></ol></section>"
    ),
    "github": (
        "<p>One<sup><a href='#user-content-fn-a-1' id=user-content-fnref-a-1 data-footnote-ref>1</a></sup> and two"
        "<sup><a href='#user-content-fn-b-1' id=user-content-fnref-b-1 data-footnote-ref>2</a></sup>.</p>"
        "<section data-footnotes class=footnotes><ol><li id=user-content-fn-a-1><p>First <em>note</em>. "
        "<a href='#user-content-fnref-a-1' data-footnote-backref>↩</a></p></li><li id=user-content-fn-b-1>"
        "<p>Second note. <a href='#user-content-fnref-b-1' data-footnote-backref>↩</a></p></li></ol></section>"
    ),
    "substack": (
        "<p>One<a class=footnote-anchor id=footnote-anchor-1 href='#footnote-1'>1</a> and two"
        "<a class=footnote-anchor id=footnote-anchor-2 href='#footnote-2'>2</a>.</p>"
        "<div class=footnote><a id=footnote-1 href='#footnote-anchor-1' class=footnote-number>1</a>"
        "<div class=footnote-content><p>First <em>note</em>.</p></div></div>"
        "<div class=footnote><a id=footnote-2 href='#footnote-anchor-2' class=footnote-number>2</a>"
        "<div class=footnote-content><p>Second note.</p></div></div>"
    ),
    "word": (
        "<p>One<a href='#_ftn1' name=_ftnref1><sup>[1]</sup></a> and two<a href='#_ftn2' name=_ftnref2>"
        "<sup>[2]</sup></a>.</p><div id=ftn1><p class=MsoFootnoteText><a href='#_ftnref1' name=_ftn1>[1]</a> "
        "First <i>note</i>.</p></div><div id=ftn2><p class=MsoFootnoteText><a href='#_ftnref2' name=_ftn2>[2]</a> "
        "Second note.</p></div>"
    ),
    "epub": (
        "<p>One<a epub:type=noteref role=doc-noteref href='#a'>1</a> and two"
        "<a epub:type=noteref role=doc-noteref href='#b'>2</a>.</p><aside epub:type=footnote role=doc-footnote id=a>"
        "<p>First <i>note</i>.</p></aside><aside epub:type=footnote id=b><p>2. Second note.</p></aside>"
    ),
    "docutils": (
        "<p>One<a class=footnote-reference href='#i2' id=i1>[1]</a> and two<a class=footnote-reference href='#i4'"
        " id=i3>[2]</a>.</p><dl class=footnote><dt id=i2><span>[</span><a href='#i1'>1</a><span>]</span></dt>"
        "<dd>First <i>note</i>.</dd></dl><table class=footnote id=i4><tr><td class=label><a href='#i3'>[2]</a></td>"
        "<td>Second note.</td></tr></table>"
    ),
    "asciidoctor": (
        "<p>One<sup class=footnote>[<a id=r1 href='#d1'>1</a>]</sup> and two<sup class=footnote>[<a id=r2 href='#d2'>2"
        "</a>]</sup>.</p><hr><div class=footnote id=d1><a href='#r1'>1</a>. First <i>note</i>.</div>"
        "<div class=footnote id=d2><a href='#r2'>2</a>. Second note.</div>"
    ),
    "labels alone": (
        "<p>One[<a href='#f1n'>1</a>] and two<a href='#star' name=x><sup>*</sup></a>.</p>"
        "<p>[<a name=f1n>1</a>] First <i>note</i>.</p><p id=star>* Second note.</p>"
    ),
    "numbers that are links": (
        "<p>One<sup><a href='#n1' id=r1>1</a></sup> and two<sup><a href='#n2' id=r2>2</a></sup>.</p>"
        "<p id=n1><a href='#r1'>1</a> First <i>note</i>.</p><p id=n2><a href='#r2'>2</a> Second note.</p>"
    ),
}
MARKDOWN = "One[^1] and two[^2].\n\n[^1]: First _note_.\n\n[^2]: Second note."


def extraction_of(body: str) -> ridgeline.Extraction:
    found = ridgeline.extract(f"<body><article>{body}</article>", extractor="everything")
    assert isinstance(found, ridgeline.Extraction)
    return found


@pytest.mark.parametrize("name", PAGES)
def test_markdown(name: str) -> None:
    assert extraction_of(PAGES[name]).markdown == MARKDOWN


@pytest.mark.parametrize("name", PAGES)
def test_html_is_linked_both_ways(name: str) -> None:
    html = extraction_of(PAGES[name]).html
    for number in "12":
        assert f'<sup><a href="#fn-{number}" id="fnref-{number}" rel="noopener noreferrer">{number}</a></sup>' in html
        assert f'<li id="fn-{number}">' in html
        assert f'<a href="#fnref-{number}" rel="noopener noreferrer">↩</a></li>' in html


@pytest.mark.parametrize(
    "note",
    [
        "<d-footnote>First <i>note</i>.</d-footnote>",
        "<sup class=modern-footnotes-footnote><a href='javascript:void(0)'>1</a></sup>"
        "<span class=modern-footnotes-footnote__note>First <i>note</i>.</span>",
        "<a><sup>[1]</sup></a><span class=footnote_tooltip>First <i>note</i>.</span>",
        "<label class=margin-toggle></label><input type=checkbox><span class=sidenote>First <i>note</i>.</span>",
        "<span class='ltx_note ltx_role_footnote'><sup class=ltx_note_mark>7</sup><span class=ltx_note_outer>"
        "<span class=ltx_note_content><sup class=ltx_note_mark>7</sup><span class='ltx_tag ltx_tag_note'>7</span>"
        "First <i>note</i>.</span></span></span>",
        "<label for=sn-1 class='margin-toggle sidenote-number'></label><span class=sidenote>First <i>note</i>.</span>",
        "<span class=marginnote>⊕ First <i>note</i>.</span>".replace("⊕ ", "<b>⊕</b>"),
    ],
)
def test_notes_in_the_middle_of_a_line(note: str) -> None:
    found = extraction_of(f"<p>One{note} and two.</p><p>Three.</p>")
    assert found.markdown == "One[^1] and two.\n\nThree.\n\n[^1]: First _note_."
    assert "First note." in found.text


def test_a_box_beside_the_text_is_no_note() -> None:
    assert extraction_of("<p>One.</p><aside class=sidenote>A box.</aside>").markdown == "One.\n\nA box."


def test_plain_text_is_as_the_page_has_it() -> None:
    assert extraction_of(PAGES["word"]).text.startswith("One[1] and two[2].\n\n[1] First note.")


def test_a_note_that_was_not_kept_is_kept_with_its_reference() -> None:
    page = ridgeline.parse(f"<body>{PAGES['pandoc']}")
    kept = ridgeline.Extraction(page, np.arange(5, dtype=np.int32), "x")  # the text with its references
    assert kept.markdown == MARKDOWN
    assert "First" not in kept.text


def test_one_note_may_be_referred_to_twice() -> None:
    body = (
        "<p>a<sup><a href='#fn1'>1</a></sup> b<sup><a href='#fn1'>1</a></sup></p><ol><li id=fn1>The note itself.</ol>"
    )
    assert extraction_of(body).markdown == "a[^1] b[^1]\n\n[^1]: The note itself."


@pytest.mark.parametrize(
    "body",
    [
        "<p>Pages <a href='#p2'>2</a> <a href='#p3'>3</a></p><div id=p2><p>Long text.</div><div id=p3>Of three</div>",
        "<p>x<sup>2</sup> and <sup><a href='/other#fn1'>1</a></sup></p>",
        "<p>to <sup><a href='#nowhere'>1</a></sup></p>",
        "<p class=reference>Chapter <a href='#c1'>1</a></p><section id=c1><h2>1 The sea</h2><p>It is calm.</section>",
        "<p id=fn1>a paragraph <sup><a href='#fn1'>1</a></sup> that leads to itself</p>",
    ],
)
def test_what_is_no_footnote(body: str) -> None:
    assert "[^" not in extraction_of(body).markdown


def test_hostile_references_take_linear_time() -> None:
    body = "".join(f"<sup><a href='#fn{n}' id=r{n}>1</a></sup>" for n in range(3_000))
    notes = "".join(f"<li id=fn{n}><a href='#r{n}'>^</a> note {n}</li>" for n in range(3_000))
    assert extraction_of(f"<p>{body}</p><ol>{notes}</ol>").markdown.count("[^") > 1_000


@pytest.mark.parametrize(
    ("note", "written"),
    [
        ("javascript:hit()", "&nbsp; javascript:hit()"),
        ("data:x 'title'", "&nbsp; data:x 'title'"),
        ("JavaScript:hit(", "&nbsp; JavaScript:hit("),
        ("https://example.org/a", "https://example.org/a"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("See: the other", "See: the other"),
        ("a/b:c", "a/b:c"),
        ("ftps://a", "&nbsp; ftps://a"),
        ("word", "word"),
    ],
)
def test_a_note_is_no_definition_of_a_link(note: str, written: str) -> None:
    """Readers that know no footnotes would lead to it."""
    markdown = extraction_of(f"<p>One<span class=sidenote>{note}</span>.</p>").markdown
    assert markdown == f"One[^1].\n\n[^1]: {written}"
    assert dangers(READER.render(markdown)) == []
