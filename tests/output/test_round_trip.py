"""What is written is read back: Markdown by a CommonMark parser, HTML by an HTML parser, over all golden pages."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from selectolax.lexbor import LexborHTMLParser

import ridgeline
from ridgeline import Extraction
from ridgeline.lab.golden import extract_golden, page_names, read_page

from ..text.test_cuts import markup
from .building import everything
from .reading import Read, read_markdown
from .round_trip import comparable, shown_words, text_words, words_of_both

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = page_names(GOLDEN)


@cache
def extraction_of(name: str) -> Extraction:
    return extract_golden(read_page(GOLDEN, name), ridgeline.load("summit"))


@pytest.mark.parametrize("name", NAMES)
def test_markdown_says_the_words_of_the_text(name: str) -> None:
    written, expected = words_of_both(extraction_of(name))
    assert written == expected


@pytest.mark.parametrize("name", NAMES)
def test_markdown_with_its_title_says_the_words_of_the_text_with_it(name: str) -> None:
    content = comparable(extraction_of(name))
    assert shown_words(content.markdown) == text_words(content.write("text", title=True))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("options", [{"width": 40}, {"links": "references"}, {"formatting": False}], ids=str)
def test_options_do_not_change_the_words(name: str, options: dict[str, object]) -> None:
    content = comparable(extraction_of(name))
    assert read_markdown(content.write("markdown", **options)).words == read_markdown(content.markdown).words


@pytest.mark.parametrize("name", NAMES)
def test_a_parser_mends_nothing_in_html(name: str) -> None:
    html = extraction_of(name).html
    assert parsed_and_written(html) == html


@pytest.mark.parametrize("name", NAMES)
def test_a_parser_mends_nothing_in_a_whole_page(name: str) -> None:
    html = extraction_of(name).write("html", whole_page=True)
    if html:
        assert without_lines(LexborHTMLParser(html).html or "") == without_lines(html)


def without_lines(html: str) -> str:
    """A page without line ends: those around `head` and `body` belong to nothing."""
    return html.replace("\n", "")


@given(body=markup)
def test_a_parser_mends_nothing_in_html_of_any_markup(body: str) -> None:
    page = ridgeline.parse(body)
    html = Extraction(page, everything(page), "test").html
    assert parsed_and_written(html) == html
    assert Read(html).words == Read(parsed_and_written(html)).words


def parsed_and_written(html: str) -> str:
    """A fragment as an HTML parser reads it, written by that parser."""
    body = LexborHTMLParser(f"<!DOCTYPE html><html><head></head><body><div>{html}</div></body></html>").body
    assert body is not None
    return (body.html or "").removeprefix("<body><div>").removesuffix("</div></body>")
