"""Text and HTML within a budget, and lists of pictures and links."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ridgeline
from ridgeline import Extraction
from ridgeline.errors import OptionError
from ridgeline.passages import estimate_tokens

from .test_passages import PAGE

_VOID = {"br", "hr", "img", "wbr"}


@pytest.fixture(scope="module")
def extraction() -> Extraction:
    return ridgeline.extract(PAGE, url="https://walks.test/one", extractor="everything")


class Balance(HTMLParser):
    """Asserts that tags close in the order in which they were opened."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.feed(html)
        self.close()
        assert self.opened == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in _VOID:
            self.opened.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag


@pytest.mark.parametrize("max_tokens", [128, 200, 500])
def test_text_is_its_first_paragraphs_and_a_note(extraction: Extraction, max_tokens: int) -> None:
    text = extraction.write("text", max_tokens=max_tokens)
    assert estimate_tokens(text) <= max_tokens
    kept, _, note = text.rpartition("\n\n")
    assert extraction.text.startswith(kept)
    assert extraction.text[len(kept)] in "\n "  # a whole paragraph, or of the first one sentences
    assert re.fullmatch(r"\[Left out: about [\d,]+ of [\d,]+ tokens\. Go on with start=\d+\.\]", note)


def test_the_pieces_of_a_text_are_all_of_it(extraction: Extraction) -> None:
    start, words = 0, list[str]()
    for _ in range(100):
        text = extraction.write("text", max_tokens=200, start=start)
        assert estimate_tokens(text) <= 200
        found = re.search(r"\n\n\[Left out: .* start=(\d+)\.\]$", text)
        words += (text[: found.start()] if found else text).split()
        if found is None:
            break
        assert int(found[1]) > start
        start = int(found[1])
    assert words == extraction.text.split()


@pytest.mark.parametrize("max_tokens", [128, 200, 500, 1_000])
def test_html_is_its_first_blocks_and_a_note(extraction: Extraction, max_tokens: int) -> None:
    html = extraction.write("html", max_tokens=max_tokens)
    assert estimate_tokens(html) <= max_tokens
    kept, _, note = html.rpartition("\n")
    assert re.fullmatch(r"<p>\[Left out: about .* tokens\. Ask for more with .*\]</p>", note)
    Balance(html)
    assert extraction.html.startswith(re.sub(r"(</\w+>)+$", "", kept))


@pytest.mark.parametrize("format", ["text", "html"])
def test_what_fits_is_whole(extraction: Extraction, format: str) -> None:
    assert extraction.write(format, max_tokens=100_000) == extraction.write(format)
    again = ridgeline.extract(PAGE, extractor="everything")
    again.write(format, max_tokens=100_000)
    assert again.left_out_notes == ()


def test_a_whole_page_and_a_width_within_a_budget(extraction: Extraction) -> None:
    assert "<p>[Left out: " in extraction.write("html", max_tokens=200, whole_page=True)
    assert max(map(len, extraction.write("text", max_tokens=200, width=60).splitlines())) <= 60


@pytest.mark.parametrize("format", ["json", "csv", "tei", "cleaneval"])
def test_other_formats_have_no_budget(extraction: Extraction, format: str) -> None:
    with pytest.raises(OptionError, match="it is for text, markdown, html"):
        extraction.write(format, max_tokens=500)


_PARTS = st.sampled_from(
    [
        "<p>{}</p>",
        "<h2>{}</h2>",
        "<ul><li>{}<ul><li>{}</ul><li>{}</ul>",
        "<blockquote><p>{}<p>{}</blockquote>",
        "<table><tr><th>{}<th>{}<tr><td>{}<td>{}</table>",
        "<pre><code>{}</code></pre>",
        "<p><a href='/x?a&lt;b>&quot;'>{}</a> <b>{}</b> <img src='/p.png' alt='{}'>",
        "<dl><dt>{}<dd>{}</dl>",
    ]
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(_PARTS, st.text(max_size=20), st.integers(1, 80)), max_size=10),
    st.integers(128, 400),
    st.integers(0, 500),
)
def test_nothing_is_over_its_budget(parts: list[tuple[str, str, int]], max_tokens: int, start: int) -> None:
    body = "".join(part.replace("{}", f"{words} &lt;i> " * times) for part, words, times in parts)
    extraction = ridgeline.extract(f"<body>{body}", url="https://walks.test/", extractor="everything")
    html = extraction.write("html", max_tokens=max_tokens)
    assert estimate_tokens(html) <= max_tokens
    Balance(html)
    assert estimate_tokens(extraction.write("text", max_tokens=max_tokens, start=start)) <= max_tokens
    markdown = extraction.write("markdown", max_tokens=max_tokens, images_summary=True, links_summary=True)
    assert estimate_tokens(markdown) <= max_tokens


def test_lists_of_pictures_and_links() -> None:
    html = (
        "<article><h1>Boats</h1><p>See <a href='/a'>the *first* [boat]</a>, <a href='/b(1)'><b>the</b> second</a>, "
        "<a href='/a'>again</a>, <a href='javascript:x'>no link</a>.<p><img src='/boat.png' alt='A\nboat'>"
        "<img src='/boat.png' alt='twice'><img src='/plain.png'></article>"
    )
    extraction = ridgeline.extract(html, url="https://boats.test/", extractor="everything")
    images = "Images:\n\n- ![A boat](https://boats.test/boat.png)\n- ![](https://boats.test/plain.png)"
    links = (
        "Links:\n\n- [the \\*first\\* \\[boat\\]](https://boats.test/a)\n- [the second](https://boats.test/b%281%29)"
    )
    markdown = extraction.markdown
    assert extraction.write("markdown", images_summary=True) == f"{markdown.rstrip()}\n\n{images}"
    assert extraction.write("markdown", links_summary=True) == f"{markdown.rstrip()}\n\n{links}"
    both = extraction.write("markdown", links="none", images=False, images_summary=True, links_summary=True)
    assert both.endswith(f"\n\n{images}\n\n{links}")
    assert ridgeline.extract("<p>Words.", extractor="everything").write("markdown", links_summary=True) == "Words."
    with pytest.raises(OptionError, match="links_summary has no meaning in html"):
        extraction.write("html", links_summary=True)


def test_many_links_are_counted() -> None:
    html = "<body>" + "".join(f"<p><a href='/{number}'>Link {number}</a>" for number in range(700))
    written = ridgeline.extract(html, url="https://a.test/", extractor="everything").write(
        "markdown", links_summary=True
    )
    assert written.endswith("- [Link 499](https://a.test/499)\n- … 200 more")
