"""Clean HTML: the structure of the page, and nothing that could do harm."""

import re

import nh3
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline

from ..pages import AWKWARD
from .building import everything, leaves_with, page_of, written
from .reading import READER, Read, shown_words
from .test_text import markup

REL = ' rel="noopener noreferrer"'
SAFE_TAGS = frozenset(
    """p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tr td th pre code blockquote figure figcaption
    details summary a em strong del sub sup mark small u ins q ruby rt img br hr div section""".split()
)
SAFE_ATTRIBUTES = frozenset("href src alt title colspan rowspan lang dir start value class rel open id".split())
# It changes nothing that the writer has written; "rel" it writes itself.
SANITISER = nh3.Cleaner(
    tags=set(SAFE_TAGS),
    attributes={"*": set(SAFE_ATTRIBUTES - {"rel"})},
    url_schemes={"http", "https", "mailto", "ftp", "tel"},
)

ATTACKS = [
    "<script>alert(1)</script>text",
    "<p onclick=alert(1) style='background:url(javascript:x)' id=x>text</p>",
    "<a href='javascript:alert(1)'>text</a><a href='java&#9;script:alert(1)'>text</a>",
    "<a href=' &#1;javascript:alert(1)'>text</a><a href='data:text/html,<script>alert(1)</script>'>text</a>",
    "<a href='javascript&amp;colon;alert(1)'>text</a><a href='VBSCRIPT:x' title='\"><script>x</script>'>text</a>",
    "<img src=x onerror=alert(1) alt='\"><script>alert(1)</script>'><img src='javascript:alert(1)' alt=text>",
    "<svg onload=alert(1)><script>alert(1)</script></svg><math><mtext><script>alert(1)</script></mtext></math>text",
    "<math alttext='<img src=x onerror=alert(1)>'></math><math alttext='[x](javascript:alert(1))'></math>text",
    "<iframe src='javascript:alert(1)' title='<script>alert(1)</script>'></iframe><iframe srcdoc='<script>'></iframe>",
    "<form action='javascript:alert(1)'><input onfocus=alert(1) autofocus><button>text</button></form>",
    "&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=alert(1)&gt;",
    "[text](javascript:alert(1)) ![text](javascript:alert(1)) &lt;javascript:alert(1)&gt; [x]: javascript:alert(1)",
    "[text]<b>(javascript:alert(1))</b> <b>[</b>text](javascript:alert(1)) [t<i>ext](javascript:alert(1)</i>)",
    "<pre class='language-x\" onclick=alert(1)'>```\n<script>alert(1)</script></pre>",
    "<table><tr><td colspan='2\" onclick=\"alert(1)'>text<td>|<script>alert(1)</script><tr><td>a<td>b</table>",
    "<p lang='\"><script>alert(1)</script>' dir='x onclick=x'>text</p><blockquote lang='en\" x=y'>text</blockquote>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>text",
    "<template><script>alert(1)</script></template><style>p{}</style><object data=x><p>text</p></object>",
    "<xmp><script>alert(1)</script></xmp><listing>&lt;img src=x onerror=alert(1)&gt;</listing>",
    "<a href='//[::1'>text</a><a href='http://[::1'>text</a><base href='javascript:alert(1)'><a href=x>text</a>",
]


def dangers(html: str) -> list[object]:
    """What should never be in a document of ours."""
    read = Read(html)
    found: list[object] = [tag for tag in read.tags if tag not in SAFE_TAGS]
    for tag, name, value in read.attributes:
        scheme = re.match(r"[\x00-\x20]*([^:/?#]*):", value or "")
        is_bad_address = (
            name in ("href", "src") and scheme and scheme[1] not in ("http", "https", "mailto", "ftp", "tel")
        )
        if name not in SAFE_ATTRIBUTES or is_bad_address:
            found.append((tag, name, value))
    return found


@pytest.mark.parametrize("url", [None, "https://example.org/"])
@pytest.mark.parametrize("body", ATTACKS)
def test_attacks_come_to_nothing(body: str, url: str | None) -> None:
    extraction = ridgeline.extract(body, url=url, extractor="everything")
    assert dangers(extraction.html) == []
    assert SANITISER.clean(extraction.html) == extraction.html
    assert dangers(READER.render(extraction.markdown)) == []


@given(body=markup)
def test_the_words_are_those_of_the_text(body: str) -> None:
    extraction = ridgeline.extract(body, extractor="everything")
    assert Read(extraction.html).words == shown_words(extraction.text)
    assert dangers(extraction.html) == []
    assert SANITISER.clean(extraction.html) == extraction.html


@given(attribute=st.sampled_from(["href", "title", "lang", "class", "alt", "src"]), value=st.text(), text=st.text())
def test_values_stay_values(attribute: str, value: str, text: str) -> None:
    value, text = (part.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;") for part in (value, text))
    body = "".join(f'<{tag} {attribute}="{value}">{text}</{tag}>' for tag in ("a", "p", "pre", "blockquote", "b"))
    extraction = ridgeline.extract(f'{body}<img {attribute}="{value}">', extractor="everything")
    assert dangers(extraction.html) == []
    assert SANITISER.clean(extraction.html) == extraction.html


@pytest.mark.parametrize("body", AWKWARD.values(), ids=AWKWARD.keys())
def test_awkward_pages(body: str) -> None:
    extraction = ridgeline.extract(body, extractor="everything")
    assert SANITISER.clean(extraction.html) == extraction.html
    words = Read(extraction.write("html", title=False)).words
    assert words == shown_words(extraction.text) or body == AWKWARD["only an image"]


@pytest.mark.parametrize(
    ("body", "html"),
    [
        ("<div><span>a</span> <b>b</b></div>", "<p>a <strong>b</strong></p>"),
        ("a<br>b", "<p>a<br>b</p>"),
        ("<p>a &lt;b> &amp; c", "<p>a &lt;b&gt; &amp; c</p>"),
        ("<a href=/x title=t onclick=y>a</a>", f'<p><a href="https://example.org/x" title="t"{REL}>a</a></p>'),
        ("<h2>a<p>b</p></h2>", "<h2>a<br>b</h2>"),
        ("<ul class=x><li>a<ul><li>b</ul></ul>", "<ul><li>a\n<ul><li>b</li></ul></li></ul>"),
        ("<ul><li><p>a<p>b</ul>", "<ul><li><p>a</p>\n<p>b</p></li></ul>"),
        ("<ol start=4><li>a<li value=9>b</ol>", '<ol start="4"><li>a</li>\n<li value="9">b</li></ol>'),
        (
            "<table><tr><th>a<th><th>c<tr><td colspan=3 rowspan=0>1</table>",
            "<table>\n<thead><tr><th>a</th><th></th><th>c</th></tr>\n</thead>\n"
            '<tbody><tr><td colspan="3">1</td></tr>\n</tbody>\n</table>',
        ),
        (
            f"<table><tr><td colspan={'9' * 5000}>a<td>b<tr><td>c<td rowspan=-4>d</table>",
            '<table>\n<tbody><tr><td colspan="100">a</td><td>b</td></tr>\n'
            "<tr><td>c</td><td>d</td></tr>\n</tbody>\n</table>",
        ),
        (
            "<pre class=lang-js><b>a</b>\n  b</pre>",
            '<pre><code class="language-js"><strong>a</strong>\n  b</code></pre>',
        ),
        ("<pre>a</pre><pre><code>b</code></pre>", "<pre>a</pre>\n<pre><code>b</code></pre>"),
        (
            "<figure><img src=/a alt=b><figcaption>c</figcaption></figure>",
            '<figure><img src="https://example.org/a" alt="b">\n<figcaption>c</figcaption></figure>',
        ),
        (
            "<blockquote lang=fr>a</blockquote><p dir=rtl lang=ar>b",
            '<blockquote lang="fr"><p>a</p></blockquote>\n<p lang="ar" dir="rtl">b</p>',
        ),
        ("<dl><dt>a<dd>b</dl>", "<dl><dt>a</dt>\n<dd>b</dd></dl>"),
        ("<dl><dd>a<dt>b<dd>c<dt>d</dl>", "<p>a</p>\n<dl><dt>b</dt>\n<dd>c</dd></dl>\n<p>d</p>"),
        ("<dl><dd>a<dd>b</dl>", "<p>a</p>\n<p>b</p>"),
        (
            "<table><tr><th rowspan=2>a<th>b<tr><th>c<tr><td>1<td>2</table>",
            '<table>\n<thead><tr><th rowspan="2">a</th><th>b</th></tr>\n<tr><th>c</th></tr>\n</thead>\n'
            "<tbody><tr><td>1</td><td>2</td></tr>\n</tbody>\n</table>",
        ),
        (
            "<table><tr><th rowspan=9>a<th>b<tr><td>1</table>",
            '<table>\n<tbody><tr><th rowspan="2">a</th><th>b</th></tr>\n<tr><td>1</td></tr>\n</tbody>\n</table>',
        ),
        ("x<sub>2</sub><hr>y", "<p>x<sub>2</sub></p>\n<hr>\n<p>y</p>"),
        ("<ruby>a<rt>b</rt></ruby>", "<p><ruby>a<rt>b</rt></ruby></p>"),
        ("<video src=/v title=t></video>", f'<p><a href="https://example.org/v"{REL}>t</a></p>'),
        ("<math alttext='x<y'><mi>x</mi></math>", '<p><code class="language-tex">x&lt; y</code></p>'),
        ("<img src=data:x alt='a<b'><input>", ""),
        ("<input><svg></svg>", ""),
    ],
)
def test_writing(body: str, html: str) -> None:
    made = page_of(body)
    assert written("html", made, everything(made)) == html


def test_only_what_is_kept_is_written() -> None:
    made = page_of("<ol><li>a<li>b<li>c</ol><table><tr><th>d<th>e<th>x<tr><td>f<td>g<td>y</table>")
    assert written("html", made, leaves_with(made, "b")) == '<ol start="2"><li>b</li></ol>'
    assert Read(written("html", made, leaves_with(made, "e", "f", "g"))).words == ["e", "f", "g"]
    assert "<th></th><th>e</th></tr>" in written("html", made, leaves_with(made, "e", "f", "g"))


def test_the_direction_of_the_page_stays() -> None:
    made = ridgeline.parse("<html dir=rtl><p>a")
    assert written("html", made, everything(made)) == '<div dir="rtl">\n<p>a</p>\n</div>'
