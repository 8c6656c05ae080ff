"""Which addresses pass, and what they become."""

import re
from urllib.parse import urljoin

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import ridgeline
from ridgeline.output.addresses import SCHEMES, Addresses, Base, resolve

BASE = Base.of("https://example.org/a/b.html?x=/y#z")


@pytest.mark.parametrize(
    ("address", "absolute", "relative"),
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
def test_addresses(address: str | None, absolute: str | None, relative: str | None) -> None:
    assert resolve(address, BASE) == absolute
    assert resolve(address, None) == relative


@given(
    base=st.sampled_from(
        ["https://h.org", "https://h.org/", "http://h:80/a/", "https://h.org/a/b?c=/d#e", "http://h/?a"]
    ),
    reference=st.text(alphabet="ab/.?#=", min_size=1, max_size=12),
)
def test_references_lead_where_the_standard_library_says(base: str, reference: str) -> None:
    # It forgets the slash of an empty path, doubled slashes, and the marks of empty queries and fragments.
    assume("//" not in reference and not re.search(r"\A[?#]|[?#]\Z|\?#", reference))
    assert Base.of(base).join(reference) == urljoin(base, reference)


@given(address=st.text(), url=st.sampled_from([None, "https://example.org/a/", "http://[::1", "javascript:x", "x"]))
def test_nothing_raises_and_only_safe_schemes_pass(address: str, url: str | None) -> None:
    page = ridgeline.parse("<a>x", url=url)
    answer = resolve(address, Addresses(page).base)
    if answer is not None:
        answer.encode()
        scheme = re.match(r"([a-zA-Z][a-zA-Z0-9+.-]*):", answer)  # nothing else before a colon is one
        assert scheme is None or scheme.group(1) in SCHEMES
        assert not set(answer) & set(' "<>`\\\n\t')


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
    page = ridgeline.parse(f"<head>{head}</head><a href=x>", url="https://example.org/a/")
    link = next(page.find("a"))
    assert Addresses(page).link(link.index) == f"{base}x"
