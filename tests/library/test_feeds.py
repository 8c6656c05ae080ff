"""Feeds of every kind, hostile ones among them, and the list of those that are followed."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.errors import InputError, LibraryError, UnknownPageError
from ridgeline.library import Subscriptions, subscriptions
from ridgeline.library.feeds import MAX_ENTRIES, Feed, FeedEntry, read_feed, read_opml, write_opml

URL = "https://a.example/news/feed.xml"
ATOM = """<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">
<title>The &nbsp;Harbour</title><link rel="self" href="/feed"/>
<entry><title type="html">Boats &amp;amp; nets</title><link rel="enclosure" href="/x.mp3"/>
<link href="../boats?a=1&amp;b=2"/><id>urn:1</id><updated>2026-03-01T10:00:00Z</updated></entry>
<entry><title>Gulls</title><link rel="alternate" href="/gulls"/><published>2026-04-01T10:00:00+02:00</published>
<source><title>Elsewhere</title><link href="/elsewhere"/></source></entry></feed>"""
RSS = """<rss version="2.0"><channel><title>The Harbour</title><link>https://a.example/</link>
<image><title>A mark</title></image><atom:link href="https://a.example/self" rel="self"/>
<item><title><![CDATA[Boats & nets]]></title><link>https://a.example/boats?a=1&b=2</link>
<pubDate>Sun, 01 Mar 2026 10:00:00 GMT</pubDate><media:title>Other</media:title></item>
<item><title>Gulls</title><guid isPermaLink="true">https://a.example/gulls</guid>
<pubDate>Wed, 01 Apr 2026 10:00:00 GMT</pubDate></item></channel></rss>"""
RDF = """<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/"><channel><title>The Harbour</title></channel>
<item><title>Boats &amp; nets</title><link>/boats?a=1&amp;b=2</link><dc:date>2026-03-01</dc:date></item>
<item><title>Gulls</title><link>/gulls</link><dc:date>2026-04-01</dc:date></item></rdf:RDF>"""
PREFIXED = ATOM.replace("<", "<a:").replace("<a:/", "</a:").replace("<a:?", "<?").replace("xmlns=", "xmlns:a=")
JSON = json.dumps(
    {
        "title": "The Harbour",
        "items": [
            {"id": 7, "url": "/boats?a=1&b=2", "title": "Boats & nets", "date_published": "2026-03-01T10:00:00Z"},
            "rubbish",
            {"id": "https://a.example/gulls", "title": "Gulls", "date_published": "2026-04-01T10:00:00Z"},
        ],
    }
)
EXPECTED = Feed(
    "The Harbour",
    (FeedEntry("https://a.example/gulls", "Gulls"), FeedEntry("https://a.example/boats?a=1&b=2", "Boats & nets")),
)


@pytest.mark.parametrize("text", [ATOM, RSS, RDF, PREFIXED, JSON], ids=["atom", "rss", "rdf", "prefixed", "json"])
def test_every_kind_of_feed(text: str) -> None:
    assert read_feed(text.encode(), url=URL) == EXPECTED


def test_a_page_names_its_feed() -> None:
    page = b'<html><base href="/blog/"><link rel=alternate type="application/RSS+xml" href="rss"><p>Words.'
    assert read_feed(page, url=URL) == "https://a.example/blog/rss"
    with pytest.raises(InputError, match="neither a feed"):
        read_feed(b"<p>Only words.", url=URL)


def test_what_comes_before_an_error_counts() -> None:
    broken = RSS.replace("</item>\n<item>", "</item><item>", 1).replace("Gulls", "\x08Gulls <b>")
    assert read_feed(broken.encode(), url=URL) == Feed("The Harbour", (EXPECTED.entries[1],))


def test_the_declared_encoding_counts() -> None:
    text = ATOM.replace("utf-8", "iso-8859-1").replace("Gulls", "Möwen")
    found = read_feed(text.encode("iso-8859-1"), url=URL)
    assert isinstance(found, Feed)
    assert found.entries[0].title == "Möwen"


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE x [<!ENTITY a "aaaaa"><!ENTITY b "&a;&a;&a;&a;">]><rss><channel><title>&b;</title></channel></rss>',
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><rss><channel><title>&a;</title></channel></rss>',
        '{"items": ' + "[" * 200_000,
        '{"items": 3}',
        '{"title": "no items"}',
    ],
)
def test_hostile_feeds_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_feed(text.encode(), url=URL)


def test_endless_and_deep_feeds_are_bounded() -> None:
    item = "<item><title>{}</title><link>https://a.example/{}</link></item>"
    endless = "<rss><channel>" + "".join(item.format("x" * 5_000, number) for number in range(MAX_ENTRIES + 20))
    found = read_feed(endless.encode(), url=URL)
    assert isinstance(found, Feed)
    assert len(found.entries) == MAX_ENTRIES
    assert len(found.entries[0].title) == 300
    assert read_feed(b"<rss><channel><item>" + b"<a>" * 200_000, url=URL) == Feed("", ())


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "https://a/" + "x" * 3_000]
)
def test_only_addresses_of_the_web_count(link: str) -> None:
    assert read_feed(f"<rss><channel><item><link>{link}</link></item></channel></rss>".encode(), url=URL) == Feed(
        "", ()
    )


@given(st.text(alphabet=st.sampled_from('<>/&;"= \x00abitemlnkrs[]!CDAT-#x9'), max_size=200))
def test_no_text_raises_anything_else(text: str) -> None:
    for data in (f"<rss>{text}", f"<feed {text}", f'{{"items": [{text}'):
        try:
            read_feed(data.encode(), url=URL)
        except InputError:
            continue


def test_lists_of_feeds_are_read_as_they_are_written() -> None:
    feeds = [FeedEntry("https://a.example/?a=1&b=%22", 'A "quoted" <title>'), FeedEntry("https://b.example/feed", "B")]
    assert read_opml(write_opml(feeds).encode()) == feeds
    nested = '<opml><body><outline text="News"><outline text="A" XMLURL="https://a.example/"/></outline></body></opml>'
    assert read_opml(nested.encode()) == [FeedEntry("https://a.example/", "A")]
    with pytest.raises(InputError, match="no feeds in it"):
        read_opml(b"<opml><outline text='x' xmlUrl='javascript:1'/></opml>")


def numbered(*numbers: int) -> Feed:
    return Feed("Numbers", tuple(FeedEntry(f"https://a.example/{number}", str(number)) for number in numbers))


def test_each_entry_comes_once_and_only_the_newest_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "MAX_NEW", 2)
    feeds = Subscriptions(tmp_path / "library.sqlite")
    feed = feeds.add(URL)
    feeds.update(feed, numbered(3, 2, 1), '"tag"', "a day")
    waiting = [entry.url for entry in feeds.waiting(feed)]
    assert waiting == ["https://a.example/3", "https://a.example/2"]
    assert [(one.title, one.etag, one.waiting) for one in feeds.all()] == [("Numbers", '"tag"', 2)]
    for url in waiting:
        feeds.note(feed, url, is_stored=True)
    feeds.update(feed, numbered(4, 3, 2, 1))
    assert [entry.title for entry in feeds.waiting(feed)] == ["4"]
    for _ in range(3):
        assert feeds.feed(feed).waiting == 1
        feeds.note(feed, "https://a.example/4", is_stored=False)
    assert feeds.waiting(feed) == []
    feeds.update(feed, None)
    feeds.fail(feed, "gone")
    assert feeds.feed(feed).problem == "gone"
    assert feeds.add(URL, "Other") == feed
    feeds.remove(feed)
    assert feeds.all() == []
    with pytest.raises(UnknownPageError):
        feeds.remove(feed)
    with pytest.raises(UnknownPageError):
        feeds.feed(feed)


def test_a_library_follows_so_many_feeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "MAX_FEEDS", 1)
    feeds = Subscriptions(tmp_path / "library.sqlite")
    feeds.add(URL)
    with pytest.raises(LibraryError, match="at most"):
        feeds.add("https://b.example/")
