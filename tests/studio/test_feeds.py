"""Feeds in a browser, and by the command line."""

from pathlib import Path

from playwright.sync_api import expect

from ridgeline.library import FILE_NAME, Library, Subscriptions

from ..service.websites import Website, website
from .running import Studio, Visit, run_studio
from .sites import files_of


def with_feed(site: Website, *paths: str) -> None:
    items = "".join(f"<item><title>News</title><link>{site.url}{path}</link></item>" for path in paths)
    feed = f"<rss><channel><title>Garden Notes</title>{items}</channel></rss>"
    site.files["/feed"] = "application/rss+xml", feed.encode()


def test_a_feed_is_followed_fetched_and_removed(visit: Visit, studio: Studio, downloads: Path) -> None:
    with website(files_of("garden-notes")) as site:
        with_feed(site, "/", "/gone")
        visit.go("/")
        visit.page.get_by_role("link", name="Feeds").click()
        visit.page.get_by_label("Address of a site").fill(f"{site.url}/feed")
        visit.press("Enter")
        visit.says("You follow Garden Notes. Its 2 new entries can be fetched now.")
        expect(visit.page.locator(".page-list .chip")).to_have_text("2 new")
        visit.page.get_by_role("button", name="Fetch now").click()
        visit.page.locator("main [role=status]", has_text="1 new page; 1 page could not be fetched.").wait_for()
        expect(visit.page.locator(".page-list .chip")).to_have_text("1 new")
        assert "/images/lead-1200.jpg" in site.asked
    with visit.page.expect_download() as started:
        visit.page.get_by_role("link", name="Export OPML").click()
    started.value.save_as(downloads / "feeds.opml")
    visit.page.get_by_role("button", name="Remove Garden Notes").click()
    visit.page.get_by_role("button", name="Remove", exact=True).click()
    expect(visit.page.get_by_text("No feeds yet")).to_be_visible()
    visit.page.locator("input[type=file]").set_input_files(downloads / "feeds.opml")
    expect(visit.page.locator(".page-list")).to_contain_text("not asked yet")
    visit.go("/")
    expect(visit.page.locator(".page-link", has_text="A hedge that feeds the whole street")).to_be_visible()
    expect(visit.page.get_by_role("button", name="Garden Notes 1")).to_be_visible()
    [feed] = studio.call("GET", "/v1/feeds")["feeds"]
    studio.call("DELETE", f"/v1/feeds/{feed['id']}")


def test_feeds_are_fetched_by_the_command_line(tmp_path: Path) -> None:
    with website(files_of("garden-notes")) as site:
        with_feed(site, "/", "/gone")
        followed = Subscriptions(tmp_path / FILE_NAME)
        followed.add(f"{site.url}/feed")
        followed.add(f"{site.url}/nothing")
        with run_studio(tmp_path, "--fetch-feeds") as studio:
            assert studio.process.stderr is not None
            said = [studio.process.stderr.readline() for _ in range(3)]
    assert sorted(line.rpartition("/")[2] for line in said[:2]) == [
        "gone: the server answers 404 Not Found\n",
        "nothing: the server answers 404 Not Found\n",
    ]
    assert said[2].endswith("feeds: 1 new pages of 2 feeds are in the library\n")
    assert [page.tags for page in Library(tmp_path / FILE_NAME).pages()] == [("Garden Notes",)]
