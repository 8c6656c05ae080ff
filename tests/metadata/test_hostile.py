"""Any page gives metadata quickly, in strings that can be encoded."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ..pages import AWKWARD
from . import LAWS, article, jsonld, read, read_html, strings_of

MAX_CPU_SECONDS = 2.0  # for the reader and the parser together; each page takes a fraction of it

NAMES = (
    "author article:author og:title og:image og:url article:published_time date keywords og:locale description".split()
)


def many(element: str, count: int) -> str:
    return "".join(element.format(number=number) for number in range(count))


PAGES = {
    "deep microdata": "<div itemscope itemprop=author class=byline>" * 5_000 + "Jane Doe",
    "deep bylines": "<span class='author byline date'>" * 5_000 + "By Jane Doe",
    "many metas": "".join(f"<meta name={name} content=x{'@' * 300}>" for name in NAMES) * 2_000,
    "many bylines": many("<p class=author>, , , {number}x" + ",&;" * 90 + "</p>", 5_000),
    "many times": many("<time datetime=2024-02-30>32 May {number}</time>", 20_000),
    "many headings": many("<h1>The ferry {number}</h1>", 20_000) + "<title>The ferry</title>",
    "many similar texts": "<title>The ferry leaves</title>" + many("<p>The ferry leaves {number}</p>", 20_000),
    "long title": "<title>" + "| - : _ a" * 100_000 + "</title>",
    "long headline": "<h1>" + "灯" * 500_000 + "</h1>",
    "long class": "<p class='" + "author date " * 50_000 + "'>x</p>",
    "long rel": "<a href=/ rel='" + "author " * 50_000 + "'>x</a>",
    "long digits": "<h1>x</h1><p>" + "9" * 500_000 + "</p>",
    "many dates": "<h1>x</h1><p>" + "99/99/9999 " * 50_000 + "</p>",
    "white space": "<h1>x</h1><p class=author>" + " " * 1_000_000 + "By</p>",
    "entities": "<h1>x</h1><meta name=author content='" + "&amp;" * 200_000 + "'>",
    "a huge character reference": f"<title>x &amp;#{'1' * 5_000};</title><h1>&amp;#{'1' * 5_000};</h1>",
    "unclosed comments": "<script type=application/ld+json>" + "<!-- // " * 100_000 + "</script>",
    "commas": "<script type=application/ld+json>" + ", " * 500_000 + "</script>",
    "authors of authors": jsonld([article(author=[["admin"] * 200] * 200)] * 20),
    "long breadcrumbs": jsonld({"@type": "BreadcrumbList", "itemListElement": [{"name": "> " * 50_000}] * 500}),
    "many categories": many("<a rel='category license' href=/{number}>x{number}</a>", 20_000),
    "many licences": many("<a href=https://creativecommons.org/{number}>x</a>", 20_000),
    "deep licences": "<div>" * 5_000 + many("<a rel=license href=x{number}>x</a>", 200),
    "many parts": jsonld(article(hasPart=[{"isAccessibleForFree": "x" * 1_000}] * 5_000)),
    "an address of nothing but digits": f"<link rel=license href='https://x.example:{'9' * 5_000}/'>",
    "many updates": "<h1>x</h1>" + many("<p>Updated {number}</p><p>Published</p>", 20_000),
    "many tags": jsonld([article(keywords=[" , " * 2_000] * 50)] * 20),
}


@pytest.mark.parametrize("name", PAGES)
def test_no_page_is_slow(name: str) -> None:
    start = time.process_time()
    metadata = read_html(PAGES[name], url="https://a.example/x")
    assert time.process_time() - start < MAX_CPU_SECONDS
    assert all(len(text) <= 2_048 for text in strings_of(metadata))


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_pages(name: str) -> None:
    for text in strings_of(read_html(AWKWARD[name])):
        text.encode()


@pytest.mark.parametrize("url", ["", "http://[::1", "\ud800", "x" * 100_000, "http://a:b/", "//", "javascript:1"])
def test_bad_urls_of_the_page_itself(url: str) -> None:
    metadata = read("<base href=x><title>The ferry | a</title><link rel=canonical href=y>", "<h1>T</h1>", url)
    assert metadata.canonical_url is None


PIECES = st.sampled_from(
    """<h1> </h1> <title> </title> <time datetime=" <time> </time> <p class="byline"> <span class="author"> </span>
    </p> <meta property="og:title" content=" <meta name="author" content=" <meta itemprop="datePublished" content=" ">
    <a rel="author" href="/u/x"> </a> <link rel="canonical" href=" <base href=" <html lang=" http://[ 2024-01-01
    31/12/2023 By and , & | @ : - <script type="application/ld+json"> </script> {"@type":"Article", "author": [ ] { }
    "name": "x" "datePublished": \\ud800 &#xD800; <div itemscope itemprop="author"> </div> <aside> </aside> <article>
    </article> Jane Doe 灯塔""".split()
)
URLS = st.none() | st.text() | st.just("https://a.example/2024/01/02/")


@LAWS
@given(
    st.lists(PIECES | st.text(max_size=8), max_size=40),
    st.none() | st.text() | st.just("https://a.example/2024/01/02/"),
)
def test_never_raises_and_every_string_is_utf_8(pieces: list[str], url: str | None) -> None:
    metadata = read_html(" ".join(pieces), url)
    for text in strings_of(metadata):
        assert text == text.strip() != ""
        text.encode("utf-8")


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=20),
    lambda values: (
        st.lists(values, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                "@type @id @graph @value name headline author url image keywords datePublished publisher".split()
            ),
            values | st.sampled_from(["Article", "Person", "Organization", "WebSite", "Product"]),
            max_size=5,
        )
    ),
    max_leaves=20,
)


@LAWS
@given(JSON)
def test_any_json_can_be_read(value: object) -> None:
    for text in strings_of(read(jsonld(value, {"@type": "Article", "author": value, "headline": value}))):
        text.encode("utf-8")
