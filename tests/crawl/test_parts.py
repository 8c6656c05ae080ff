"""The parts of a crawl: names of files, relative links, sitemaps, scopes."""

import gzip
import zlib

import pytest

from ridgeline.crawl.files import file_name, with_relative_links
from ridgeline.crawl.robots import Robots, read_robots
from ridgeline.crawl.scope import Scope, is_endless, normal_url
from ridgeline.crawl.sitemaps import MAX_BYTES, Sitemap, read_sitemap
from ridgeline.errors import InputError
from ridgeline.fetch import Fetched


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/", "index.md"),
        ("/a", "a.md"),
        ("/a/", "a/index.md"),
        ("/a/b.html", "a/b.md"),
        ("/a.md", "a.md.md"),
        ("/a.md/b", "a-md/b.md"),
        ("/_static/.hidden", "static/hidden.md"),
        ("/../../etc/passwd", "page/page/etc/passwd.md"),
        ("/%2e%2e/%2fa%00b", "page/a-b.md"),
        ("/a?b=c&d=/e", "a-b-c-d-e.md"),
        ("/?q=1", "index-q-1.md"),
        ("/gr%C3%BC%C3%9Fe", "grüße.md"),
        ("/_crawl.sqlite/x", "crawl.sqlite/x.md"),
        ("/" + "x" * 300, "x" * 100 + ".md"),
    ],
)
def test_names_of_files(path: str, name: str) -> None:
    assert file_name(f"https://example.org{path}", ".md") == name


def test_a_deep_path_becomes_a_flat_one() -> None:
    assert file_name("https://example.org/" + "a/" * 60, ".md").count("/") == 20


FILES = {"http://h/a": "a.md", "http://h/b/": "b/index.md", "http://h/f_(x)": "f_-x.md"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[x](http://h/a)", "[x](../a.md)"),
        ("[x](http://h/a#part) and [y](http://h/a?b)", "[x](../a.md#part) and [y](http://h/a?b)"),
        ("[x](http://h/f_(x)) [y](http://H:80/b/)", "[x](../f_-x.md) [y](index.md)"),
        ("[1]: http://h/a", "[1]: ../a.md"),
        ("![x](http://h/a)", "![x](../a.md)"),
        ("```\n[x](http://h/a)\n```\n[x](http://h/a)", "```\n[x](http://h/a)\n```\n[x](../a.md)"),
        ("~~~\n```\n[x](http://h/a)\n~~~", "~~~\n```\n[x](http://h/a)\n~~~"),
        ("> ```\n> [x](http://h/a)\n> ```\n[x](http://h/a)", "> ```\n> [x](http://h/a)\n> ```\n[x](../a.md)"),
        ("```\n[x](http://h/a)", "```\n[x](http://h/a)"),
        ('url: "http://h/a"', 'url: "http://h/a"'),
    ],
)
def test_relative_links(text: str, expected: str) -> None:
    linked = with_relative_links(text, "markdown", "b/index.md", FILES)
    assert linked == expected
    assert with_relative_links(linked, "markdown", "b/index.md", FILES) == linked


def test_relative_links_in_html() -> None:
    files = {"http://h/a?b&c": "a.html"}
    assert with_relative_links('<a href="http://h/a?b&amp;c">', "html", "x.html", files) == '<a href="a.html">'


def test_sitemaps() -> None:
    text = (
        '<?xml version="1.0"?><s:urlset xmlns:s="x"><s:url><s:loc>\n http://h/a?b&c </s:loc>'
        "<image:image><image:loc>http://h/i.png</image:loc></image:image></s:url><s:url><s:loc>http://h/b</s:loc></s:url>"
    )
    assert read_sitemap(text.encode()) == Sitemap(("http://h/a?b&c", "http://h/b"))
    assert read_sitemap(gzip.compress(text.encode())).pages == ("http://h/a?b&c", "http://h/b")
    index = b"<sitemapindex><sitemap><loc>http://h/s.xml</loc></sitemap></sitemapindex>"
    assert read_sitemap(index) == Sitemap(sitemaps=("http://h/s.xml",))


@pytest.mark.parametrize(
    "data", [b"", b"<html><body>Not found", b"\x00\xff" * 500, b"{}", b"<rss><loc>http://h/</loc></rss>"]
)
def test_what_is_no_sitemap(data: bytes) -> None:
    with pytest.raises(InputError):
        read_sitemap(data)


def test_a_sitemap_that_declares_entities() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(12)
    )
    with pytest.raises(InputError, match="declares entities"):
        read_sitemap(f"{bomb}]><urlset><url><loc>&m;</loc></url></urlset>".encode())
    with pytest.raises(InputError, match="declares entities"):
        read_sitemap(
            b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><urlset><url><loc>&a;</loc></url></urlset>'
        )


def test_a_huge_sitemap_is_read_in_part() -> None:
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    packed = packer.compress(b"<urlset><url><loc>http://h/a</loc></url>")
    for _ in range(100):
        packed += packer.compress(b" " * 1_000_000)
    packed += packer.flush()
    assert len(packed) < MAX_BYTES
    assert read_sitemap(packed).pages == ("http://h/a",)
    many = b"<urlset>" + b"".join(b"<url><loc>http://h/%d</loc></url>" % number for number in range(60_000))
    assert len(read_sitemap(many).pages) == 50_000


@pytest.mark.parametrize(
    ("start", "prefix"), [("/", "/"), ("/docs/", "/docs/"), ("/docs", "/docs/"), ("/docs/a.html", "/docs/")]
)
def test_prefixes(start: str, prefix: str) -> None:
    scope = Scope(f"http://h{start}")
    assert scope.prefix == prefix
    assert scope.holds(f"http://h{start}")
    assert scope.holds(f"http://h{prefix}x")
    assert scope.holds("http://h/x") == (prefix == "/")
    assert not scope.holds("http://h2/docs/x")


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        ("HTTP://Example.ORG:80/a#b", "http://example.org/a"),
        ("https://example.org:443?b", "https://example.org/?b"),
        ("https://example.org/a b", "https://example.org/a%20b"),
        ("mailto:a@b.c", None),
        ("http://[", None),
        ("", None),
    ],
)
def test_one_form_of_addresses(url: str, normal: str | None) -> None:
    assert normal_url(url) == normal


def test_endless_paths() -> None:
    assert is_endless("http://h/" + "a/" * 4)
    assert is_endless("http://h/" + "/".join(map(str, range(30))))
    assert is_endless("http://h/?" + "x" * 2_000)
    assert not is_endless("http://h/a/b/a/c/1")


def test_the_first_500_kib_of_a_robots_file_count() -> None:
    def rules(length: int) -> Robots:
        text = "User-agent: *\nDisallow: /first\n" + "#\n" * ((length - 31) // 2) + "Disallow: /last\n"
        return read_robots(Fetched("http://a/robots.txt", text.encode(), None, None))

    for length, is_refused in ((500 * 1_024 - 20, True), (500 * 1_024 - 10, False), (900_000, False)):
        found = rules(length)
        assert found.refuses("http://a/first")
        assert bool(found.refuses("http://a/last")) == is_refused
