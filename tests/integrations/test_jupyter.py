"""What notebooks show of extractions and pages: safe markup, whatever the page holds."""

import re
import time
from collections.abc import Iterator

import pytest
from markdown_it import MarkdownIt

import ridgeline
from ridgeline import Page

from ..pages import AWKWARD
from .site import PARAGRAPHS, SHELL, article

LONG_TEXT = "A sentence that is neither short nor long, but which is there. "
HOSTILE = {
    "script in text": article(
        "&lt;script&gt;alert(1)&lt;/script&gt;", (*PARAGRAPHS, "&lt;img src=x onerror=alert(1)&gt;")
    ),
    "handlers": article(
        links=f"<p onclick=alert(1)><img src=x onerror=alert(1)><a href='javascript:alert(1)'>{LONG_TEXT}</a></p>"
    ),
    "data links": article(links=f"<p><a href='data:text/html,<script>alert(1)</script>'>{LONG_TEXT}</a></p>"),
    "style": article(links=f"<p style='position: fixed; inset: 0'>{LONG_TEXT}</p><style>* {{ display: none }}</style>"),
    "closing tags": article("</div></table><script>alert(1)</script>", (*PARAGRAPHS, "</div></div></div>" + LONG_TEXT)),
    "attributes": f"<title>\"'><svg onload=alert(1)></title><html lang='en\" onload=alert(1)'>{article()}",
    "frames": article(links="<iframe src='https://evil.example/'></iframe><embed src=x><object data=x></object>"),
    "markdown": article("![x](https://evil.example/x.png)", (*PARAGRAPHS, "[a](javascript:alert(1)) ![b](x.png)")),
}
PAGES = HOSTILE | AWKWARD | {"shell": SHELL, "article": article()}
SAFE_TAGS = frozenset(
    "html head body div small p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tr th td caption a em strong b i "
    "u s code pre blockquote br hr sub sup del ins mark q cite abbr kbd samp var figure figcaption details "
    "summary".split()
)
SAFE_ATTRIBUTES = frozenset("class style lang dir href title rel colspan rowspan start value open".split())
OUR_STYLE = re.compile(
    r"border: 1px solid rgba\(128, 128, 128, \.4\); border-radius: 4px; padding: \.5em 1em; max-width: 50em"
    r"|max-height: 30em; overflow: auto; overflow-wrap: anywhere|list-style: none|margin-left: \dem"
)


def unsafe(html: str) -> Iterator[str]:
    """What a notebook should not be given."""
    page = ridgeline.parse(f"<!DOCTYPE html><body>{html}")
    for node in (page[index] for index in range(len(page))):
        if not node.text and node.tag and node.tag not in SAFE_TAGS and not node.tag.startswith("#"):
            yield node.tag
        for name, value in node.attributes.items():
            if name not in SAFE_ATTRIBUTES or (name == "style" and not OUR_STYLE.fullmatch(value or "")):
                yield f"{name}={value}"
            if name == "href" and re.match(r"\s*(?!https?:|mailto:|tel:)[a-z]+:", value or "", re.IGNORECASE):
                yield f"{name}={value}"


def rendered(markdown: str) -> str:
    """The HTML that a reader of Markdown makes which lets markup and all links through."""
    reader = MarkdownIt("commonmark").enable("table")
    reader.validateLink = lambda url: True  # type: ignore[method-assign]
    return str(reader.render(markdown))


def test_the_check_finds_what_is_unsafe() -> None:
    markup = "<p onclick=x>a<script>b</script><a href='javascript:x'>c</a><b style='position: fixed'>d</b><img src=x>"
    assert len(list(unsafe(markup))) >= 6
    assert len(list(unsafe(rendered("[a](javascript:x) ![b](x.png)\n\n<script>x</script>")))) >= 3


@pytest.mark.parametrize("name", PAGES)
def test_markup_is_safe(name: str) -> None:
    for extractor in ("summit", "everything"):
        extraction = ridgeline.extract(PAGES[name], extractor=extractor)
        assert list(unsafe(extraction._repr_html_())) == []
        assert list(unsafe(rendered(extraction._repr_markdown_()))) == []
    assert list(unsafe(ridgeline.parse(PAGES[name])._repr_html_())) == []


@pytest.mark.parametrize("name", PAGES)
def test_markdown_of_a_page_is_an_indented_block(name: str) -> None:
    lines = ridgeline.parse(PAGES[name], url="https://example.org/")._repr_markdown_().split("\n")
    assert all(line.startswith("    ") for line in lines)


def test_an_extraction_shows_content_and_how_it_came_about() -> None:
    extraction = ridgeline.extract(article(), url="https://example.org/")
    html, markdown = extraction._repr_html_(), extraction._repr_markdown_()
    for shown in (html, markdown):
        assert f"summit · ok · confidence {extraction.confidence:.2f} · article · 4 of 10 leaves" in shown
        assert all(text in shown for text in PARAGRAPHS)
        assert "Contact" not in shown
    assert "<h1>The ferry</h1>" in html
    assert "\n# The ferry\n" in markdown


def test_images_are_not_loaded() -> None:
    page = article(links="<figure><img src='https://evil.example/pixel.png' alt='A boat'></figure>")
    extraction = ridgeline.extract(page, extractor="everything")
    assert "pixel.png" in extraction.html
    assert "pixel.png" not in extraction._repr_html_() + extraction._repr_markdown_()


def test_an_empty_extraction_says_why() -> None:
    extraction = ridgeline.extract(SHELL)
    for shown in (extraction._repr_html_(), extraction._repr_markdown_()):
        assert "summit · shell · 0 of 0 leaves" in shown
        assert "an empty shell that needs a browser" in shown
    assert "a PDF document, not a web page" in ridgeline.extract(b"%PDF-1.7")._repr_html_()


@pytest.mark.parametrize(
    "html",
    [article(paragraphs=PARAGRAPHS * 3_000), "<p>" + "word " * 1_000_000, "<p>a</p>" * 50_000, "<h2>a b</h2>" * 50_000],
    ids=["paragraphs", "one leaf", "leaves", "headings"],
)
def test_a_large_page_is_shown_in_part(html: str) -> None:
    extraction = ridgeline.extract(html, extractor="everything")
    page = extraction.page
    begin = time.process_time()
    shown = [extraction._repr_html_(), extraction._repr_markdown_(), page._repr_html_(), page._repr_markdown_()]
    assert time.process_time() - begin < 5
    assert max(map(len, shown)) < 300_000
    if len(page.leaves) > 1_000:
        assert re.search(r"the first [\d,]+ leaves are shown", shown[0])


def test_a_page_shows_numbers_and_headings() -> None:
    html = article() + "<h2>Times <b>&amp; fares</b></h2><p hidden>Not shown.</p>"
    page = ridgeline.parse(html.encode(), url="https://example.org/ferry?a=1&b=2")
    shown = page._repr_html_()
    for row in (
        "<th>page</th><td>The ferry</td>",
        "<th>url</th><td>https://example.org/ferry?a=1&amp;b=2</td>",
        "<th>encoding</th><td>utf-8</td>",
        f"<th>nodes</th><td>{len(page):,}</td>",
        f"<th>leaves</th><td>{len(page.leaves)}, 1 of them hidden</td>",
        '<li style="margin-left: 1em">Times &amp; fares</li>',
    ):
        assert row in shown
    assert "    # The ferry\n    ## Times & fares" in page._repr_markdown_()


def test_what_else_there_is_to_say_about_a_page() -> None:
    assert "<th>kind</th><td>a PDF document</td>" in ridgeline.parse(b"%PDF-1.7")._repr_html_()
    cut = ridgeline.parse("<p>text</p>" * 100, limits=ridgeline.Limits(characters=50))
    assert "<th>cut off by</th><td>characters</td>" in cut._repr_html_()
    assert isinstance(cut, Page)
