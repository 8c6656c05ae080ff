"""Feeds by HTTP: followed, read politely, and their entries fetched as whole pages, within bounds."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ridgeline.library.feeds import Feed, FeedEntry
from ridgeline.service import politeness
from ridgeline.service.pages import feeds

from ..serving import client_of, problem, service_of
from ..websites import Website, website

STORY = "<html><title>{0}</title><article><h1>{0}</h1><p>{1}</p></article>"
WORDS = "The whole story is on its own page, and the feed has only the first of its many words for readers. " * 5


def rss(url: str, *names: str) -> tuple[str, bytes]:
    items = "".join(
        f"<item><title>{name}</title><link>{url}/{name}</link><description>Teaser</description></item>"
        for name in names
    )
    return "application/rss+xml", f"<rss><channel><title>Tides</title>{items}</channel></rss>".encode()


@pytest.fixture
def tides(studio: TestClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[Website]:
    """A site with a feed."""
    monkeypatch.setattr(politeness, "PAUSE_SECONDS", 0.0)
    pages = {f"/{name}": STORY.format(name, WORDS) for name in ("spring", "neap")}
    with website({"/": "<link rel=alternate type=application/rss+xml href=/feed><p>Tides.", **pages}) as running:
        running.files["/feed"] = rss(running.url, "spring", "gone")
        yield running
    for feed in studio.get("/v1/feeds").json()["feeds"]:
        assert studio.delete(f"/v1/feeds/{feed['id']}").status_code == 204


def test_the_entries_of_a_feed_become_pages(studio: TestClient, tides: Website) -> None:
    answer = studio.post("/v1/feeds", json={"url": f"{tides.url}/"})
    feed = answer.json()
    assert (answer.status_code, feed["url"], feed["title"], feed["waiting"]) == (201, f"{tides.url}/feed", "Tides", 2)
    path = f"/v1/feeds/{feed['id']}"
    waiting = [entry["url"] for entry in studio.post(f"{path}/entries").json()["entries"]]
    assert waiting == [f"{tides.url}/spring", f"{tides.url}/gone"]
    assert tides.answered[-1] == 304
    page = studio.post(f"{path}/pages", json={"url": waiting[0]}).json()
    assert (page["title"], page["tags"], page["unread"]) == ("spring", ["Tides"], True)
    assert "Teaser" not in studio.get(f"/v1/pages/{page['id']}/extraction").json()["formats"]["text"]
    assert problem(studio.post(f"{path}/pages", json={"url": waiting[1]})) == "502 fetch-failed"
    assert problem(studio.post(f"{path}/pages", json={"url": waiting[0]})) == "404 no-such-entry"
    tides.files["/feed"] = rss(tides.url, "neap", "spring")
    [entry] = studio.post(f"{path}/entries").json()["entries"]
    assert entry == {"url": f"{tides.url}/neap", "title": "neap"}
    stored = studio.post("/v1/pages", json={"url": entry["url"]}).json()["id"]
    asked = len(tides.asked)
    assert studio.post(f"{path}/pages", json={"url": entry["url"]}).json()["id"] == stored
    assert len(tides.asked) == asked


def test_a_server_that_is_too_busy_is_left_alone(studio: TestClient, tides: Website) -> None:
    feed = studio.post("/v1/feeds", json={"url": f"{tides.url}/feed"}).json()
    path = f"/v1/feeds/{feed['id']}"
    tides.busy.add("/spring")
    assert problem(studio.post(f"{path}/pages", json={"url": f"{tides.url}/spring"})) == "502 fetch-failed"
    asked = len(tides.asked)
    answer = studio.post(f"{path}/pages", json={"url": f"{tides.url}/spring"})
    assert "too busy: it can be asked again in" in answer.json()["detail"]
    assert len(tides.asked) == asked
    assert studio.get("/v1/feeds").json()["feeds"][0]["waiting"] == 2


def test_requests_to_one_host_have_a_pause_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(round(seconds, 1))

    async def ask() -> None:
        polite = politeness.Politeness()
        for url in ("https://a.example/1", "https://a.example/2", "https://b.example/", "https://a.example/3"):
            async with polite.turn(url):
                pass

    monkeypatch.setattr(asyncio, "sleep", sleep)
    asyncio.run(ask())
    assert pauses == [0.0, 1.0, 0.0, 2.0]


@pytest.mark.parametrize(
    ("retry_after", "seconds"), [(None, 60.0), ("120", 120.0), ("9" * 400, 3_600.0), ("-5", 60.0), ("Fri, 1 Jan", 60.0)]
)
def test_a_refusal_lasts_so_long(retry_after: str | None, seconds: float) -> None:
    assert politeness._refusal_seconds(retry_after) == seconds


def test_feeds_that_cannot_be_read(studio: TestClient, tides: Website, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, said in (("/spring", "422 unreadable-input"), ("/nothing", "502 fetch-failed")):
        assert problem(studio.post("/v1/feeds", json={"url": tides.url + path})) == said
    tides.files["/a"] = "text/html", b"<link rel=alternate type=application/rss+xml href=/a>"
    assert problem(studio.post("/v1/feeds", json={"url": f"{tides.url}/a"})) == "422 unreadable-input"
    feed = studio.post("/v1/feeds", json={"url": f"{tides.url}/feed"}).json()
    tides.files["/feed"] = tides.files["/"]
    assert problem(studio.post(f"/v1/feeds/{feed['id']}/entries")) == "422 unreadable-input"
    assert "not a feed any more" in studio.get("/v1/feeds").json()["feeds"][0]["problem"]
    monkeypatch.setattr(feeds, "MAX_BYTES", 20)
    tides.files["/feed"] = rss(tides.url, "spring")
    assert "larger than 20 bytes" in studio.post(f"/v1/feeds/{feed['id']}/entries").json()["detail"]
    assert problem(studio.delete("/v1/feeds/0123")) == "404 no-such-page"


def test_entries_at_private_addresses_are_refused(tides: Website, tmp_path: Path) -> None:
    with client_of(tmp_path, studio=True) as strict:
        assert problem(strict.post("/v1/feeds", json={"url": f"{tides.url}/feed"})) == "403 private-address"
        followed = service_of(strict).feeds
        feed = followed.add(f"{tides.url}/feed", "Tides")
        followed.update(feed, Feed("Tides", (FeedEntry(f"{tides.url}/spring"),)))
        asked = strict.post(f"/v1/feeds/{feed}/pages", json={"url": f"{tides.url}/spring"})
    assert (problem(asked), tides.asked) == ("403 private-address", [])


def test_lists_of_feeds_go_in_and_out(studio: TestClient, tides: Website) -> None:
    listed = f'<opml><body><outline text="Tides" xmlUrl="{tides.url}/feed"/></body></opml>'
    assert [one["title"] for one in studio.post("/v1/feeds/opml", json={"opml": listed}).json()["feeds"]] == ["Tides"]
    assert tides.asked == []
    written = studio.get("/v1/feeds/opml")
    assert written.headers["content-disposition"] == 'attachment; filename="feeds.opml"'
    assert f'<outline type="rss" text="Tides" xmlUrl="{tides.url}/feed"/>' in written.text
    assert problem(studio.post("/v1/feeds/opml", json={"opml": "<p>"})) == "422 unreadable-input"
