"""URLs resolved against the page."""

import re
from urllib.parse import urljoin

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import ridgeline
from ridgeline.text.urls import find_base, resolve, safe_url


@given(
    base=st.sampled_from(
        ["https://h.org", "https://h.org/", "http://h:80/a/", "https://h.org/a/b?c=/d#e", "http://h/?a"]
    ),
    reference=st.text(alphabet="ab/.?#=", min_size=1, max_size=12),
)
def test_references_lead_where_the_standard_library_says(base: str, reference: str) -> None:
    # It drops the slash of an empty path, doubled slashes, and the marks of empty queries and fragments.
    assume("//" not in reference and not re.search(r"\A[?#]|[?#]\Z|\?#", reference))
    assert resolve(reference, base) == urljoin(base, reference)


@pytest.mark.parametrize(
    ("url", "head", "base"),
    [
        ("https://example.org/a/", "", "https://example.org/a/"),
        ("https://example.org/a/", "<base href=/b/>", "https://example.org/b/"),
        (None, "<base href=https://example.org/b/>", "https://example.org/b/"),
        (None, "<base href=/b/>", None),
        (None, "<link rel=canonical href=https://example.org/c/>", "https://example.org/c/"),
        (None, "<meta property=og:url content=https://example.org/d/>", "https://example.org/d/"),
        (None, "<link rel=canonical href=https://example.org/c/><base href=/b/>", "https://example.org/b/"),
        (None, "<link rel=canonical href=/c/>", None),
        ("https://example.org/a/", "<link rel=canonical href=https://other.example/>", "https://example.org/a/"),
        (None, "", None),
        ("ftp://example.org/", "", None),
        ("javascript:x", "<base href=x>", None),
        ("http://[::1", "", None),
    ],
)
def test_base(url: str | None, head: str, base: str | None) -> None:
    assert find_base(ridgeline.parse(f"<head>{head}</head>", url=url)) == base


def test_resolving_and_encoding_are_two_steps() -> None:
    assert resolve("a b|c", "https://example.org/") == "https://example.org/a b|c"
    assert safe_url("a b|c", "https://example.org/") == "https://example.org/a%20b%7Cc"
