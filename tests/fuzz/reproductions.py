"""The documents that ever broke a law: files in `reproductions/`, and those that are too large for one."""

from pathlib import Path

from .documents import Document

FOLDER = Path(__file__).parent / "reproductions"
_URL = "https://example.org/dir/page.html"


def reproductions() -> dict[str, Document]:
    """All reproductions by name."""
    files = {path.stem: Document(path.read_bytes(), _URL) for path in sorted(FOLDER.glob("*.html"))}
    return files | {name: Document(html, _URL) for name, html in _LARGE.items()} | _ADDRESSES


_DIGITS = "1" * 5_000  # more than Python makes an integer of: sys.get_int_max_str_digits()
_LARGE = {
    "digits in JSON": f'<script type="application/json">{{"body":"{"A long text. " * 40}&#{_DIGITS};"}}</script>',
    "digits in JSON-LD": (
        f'<script type="application/ld+json">{{"@type":"Article","articleBody":"a &#{_DIGITS}"}}</script>'
    ),
    "digits in a title": f"<title>&amp;#{_DIGITS};</title><h1>&amp;#{_DIGITS}</h1><p>text",
    "digits in an entity": f"<p>a &#{'1' * 100_000}; &#x{'f' * 100_000}; z<p>b",
    "digits in attributes": (
        f"<ol start={_DIGITS}><li value={_DIGITS}>a</ol>"
        f"<table><tr><td colspan={_DIGITS} rowspan={_DIGITS}>a<td>b</table>"
        f"<img src=x width={_DIGITS} height={_DIGITS}><meta property=article:published_time content={_DIGITS}>"
        f"<time datetime={_DIGITS}>x</time><div role=heading aria-level={_DIGITS}>h</div>"
    ),
}
_ADDRESSES = {
    "half a character in the address": Document("<p>text", "http://\ud800/"),
    "markup in the address": Document("<p>text", "https://example.org/<script>hit()</script>"),
    "open bracket in the address": Document("<a href=x>text</a>", "http://[/"),
}
