"""Character references."""

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.text.entities import unescape

HUGE = "1" * 5_000  # Python's own function raises for this number


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("R&D", "R&D"),
        ("&amp;&lt;&eacute;", "&<é"),
        ("&#38;&#x26;&#0000000038;", "&&&"),
        (f"a&#{HUGE};b", "a\ufffdb"),
        (f"a&#{HUGE}b", "a\ufffdb"),
        (f"&#{'0' * 5_000}65;", "A"),
        (f"&#{'0' * 5_000};", "\ufffd"),
        ("&#x" + "f" * 5_000 + ";", "\ufffd"),
        ("&#99999999;&#1114111;&#1114112;", "\ufffd\ufffd"),  # the second is a noncharacter
    ],
)
def test_unescape(text: str, shown: str) -> None:
    assert unescape(text) == shown


@given(st.text(alphabet="&#x;0139afmpquotlg ", max_size=30))
def test_it_agrees_with_the_standard_library(text: str) -> None:
    assert unescape(text) == html.unescape(text)


@pytest.mark.parametrize("extractor", ["summit", "mountain", "everything"])
def test_no_page_raises(extractor: str) -> None:
    reference = f"&#{HUGE};"
    data = f'{{"@type": "Article", "headline": "{reference}", "articleBody": "{f"word {reference}. " * 60}"}}'
    page = f"""<title>{reference}</title><meta property=og:title content='&amp;#{HUGE};'><p>{reference}</p>
        <script type=application/ld+json>{data}</script>
        <script type=application/ld+json>{data.replace('"', "&quot;")}</script>"""
    extraction = ridgeline.extract(page, extractor=extractor)
    assert extraction.json
