"""Which URLs are written, and how."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.text.urls import find_base, safe_url

BASE = "https://example.org/a/b.html?x=/y#z"
SCHEMES = {"http", "https", "ftp", "mailto", "tel"}


@pytest.mark.parametrize(
    ("url", "absolute", "relative"),
    [
        ("/x", "https://example.org/x", "/x"),
        ("x/y.html", "https://example.org/a/x/y.html", "x/y.html"),
        ("?q", "https://example.org/a/b.html?q", "?q"),
        ("#f", "https://example.org/a/b.html?x=/y#f", "#f"),
        ("//host/p", "https://host/p", "//host/p"),
        ("../x", "https://example.org/x", "../x"),
        ("  x y\n.html ", "https://example.org/a/x%20y.html", "./x%20y.html"),
        ('x"<>`{|}\\^', "https://example.org/a/x%22%3C%3E%60%7B%7C%7D%5C%5E", "./x%22%3C%3E%60%7B%7C%7D%5C%5E"),
        ("\u202ex", "https://example.org/a/%E2%80%AEx", "./%E2%80%AEx"),
        ("é/ü", "https://example.org/a/é/ü", "é/ü"),
        ("HTTP://Host/x", "http://Host/x", "http://Host/x"),
        ("mailto:a@b.c", "mailto:a@b.c", "mailto:a@b.c"),
        ("tel:+1", "tel:+1", "tel:+1"),
        ("http://[2001:db8::1]/x", "http://[2001:db8::1]/x", "http://[2001:db8::1]/x"),
        ("javascript&colon;x", "https://example.org/a/javascript&colon;x", "./javascript&colon;x"),
        ("%6aavascript:x", "https://example.org/a/%6aavascript:x", "./%6aavascript:x"),
        *(
            (refused, None, None)
            for refused in (
                *(None, "", "  ", "http:", "http://", "http:x", "http:///x", "http://[::1", "//[::1", "http://]"),
                *(
                    "javascript:x",
                    "JavaScript:x",
                    " javascript:x",
                    "java\tscript:x",
                    "java\nscript:x",
                    "\x01javascript:x",
                ),
                *("vbscript:x", "data:text/html,x", "data:image/png;base64,AA", "file:///etc/passwd", "blob:x", "x:y"),
                *("C:\\x", "feed:https://x", "view-source:http://x", "tel:", "jar:http://x!/"),
            )
        ),
    ],
)
def test_urls(url: str | None, absolute: str | None, relative: str | None) -> None:
    assert safe_url(url, BASE) == absolute
    assert safe_url(url, None) == relative


@given(reference=st.text(), url=st.sampled_from([None, "https://example.org/a/", "http://[::1", "javascript:x", "x"]))
def test_nothing_raises_and_only_safe_schemes_pass(reference: str, url: str | None) -> None:
    page = ridgeline.parse("<a>x", url=url)
    written = safe_url(reference, find_base(page))
    if written is not None:
        written.encode()
        scheme = re.match(r"([a-zA-Z][a-zA-Z0-9+.-]*):", written)  # nothing else before a colon is one
        assert scheme is None or scheme.group(1) in SCHEMES
        assert not set(written) & set(' "<>`\\\n\t')


@pytest.mark.parametrize(
    ("head", "base"),
    [
        ("", "https://example.org/a/"),
        ("<base href=/b/>", "https://example.org/b/"),
        ("<base target=x><base href=/b/><base href=/c/>", "https://example.org/b/"),
        ("<base href=javascript:x>", "https://example.org/a/"),
        ("<base href='http://[::1'>", "https://example.org/a/"),
    ],
)
def test_base_elements(head: str, base: str) -> None:
    page = ridgeline.parse(f"<head>{head}</head><a href=x>y</a>", url="https://example.org/a/")
    assert ridgeline.load("everything").extract(page).markdown == f"[y]({base}x)"
