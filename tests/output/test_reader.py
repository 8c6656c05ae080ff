"""The whole page around the content: nothing of the page runs, and all of it is escaped."""

import base64
import hashlib
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline import Extraction
from ridgeline.metadata import Metadata

from .building import everything, page_of
from .reading import Read


def reader_page(body: str = "<p>Some text.", **metadata: Any) -> str:
    page = page_of(body)
    extraction = Extraction(page, everything(page), "test")
    object.__setattr__(extraction, "metadata", Metadata(**metadata))
    return extraction.write("html", whole_page=True)


def test_a_whole_page() -> None:
    html = reader_page(title="Bread & more", authors=("Ann",), date="2024-05-01", site_name="Oven", language="en-GB")
    assert html.startswith('<!DOCTYPE html>\n<html lang="en-GB">\n')
    assert "<title>Bread &amp; more</title>" in html
    assert '<p class="source">Oven · Ann · <time datetime="2024-05-01">2024-05-01</time></p>' in html
    assert "<article>\n<h1>Bread &amp; more</h1>\n<p>Some text.</p>\n</article>" in html
    assert 'href="https://example.org/dir/page.html"' in html


def test_the_policy_allows_the_style_and_nothing_else() -> None:
    html = reader_page()
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert style
    assert policy
    digest = base64.b64encode(hashlib.sha256(style.group(1).encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in policy.group(1)
    assert policy.group(1).startswith("default-src 'none'; img-src * data:;")
    assert "script" not in Read(html).tags


@pytest.mark.parametrize(
    ("language", "attributes"),
    [
        ("he", ' lang="he" dir="rtl"'),
        ("fa-IR", ' lang="fa-IR" dir="rtl"'),
        ("de", ' lang="de"'),
        ('"><script>', ""),
        (None, ""),
    ],
)
def test_language_and_direction(language: str | None, attributes: str) -> None:
    assert f"<html{attributes}>\n" in reader_page(language=language)


@given(
    value=st.text(max_size=40)
    | st.sampled_from(["</title><script>x</script>", '" onload="x', "</style><b>", "javascript:x"])
)
def test_metadata_stays_text(value: str) -> None:
    plain = Read(reader_page(title="a", authors=("b",), date="c", site_name="d", canonical_url="https://example.org/"))
    filled = Read(reader_page(title=value, authors=(value,), date=value, site_name=value, canonical_url=value))
    assert set(filled.tags) <= set(plain.tags)
    assert {(tag, name) for tag, name, _ in filled.attributes} <= {(tag, name) for tag, name, _ in plain.attributes}


def test_nothing_found_is_no_page() -> None:
    assert reader_page("") == ""
