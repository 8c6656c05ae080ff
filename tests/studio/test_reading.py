"""Read and keep: search in texts, tags, the archive, highlights and notes that are there in the next version."""

import json
from pathlib import Path

from playwright.sync_api import Browser, expect

from ridgeline.library import Library, Reading

from ..service.websites import website
from .pages import stories
from .running import Studio, Visit, run_studio
from .sites import files_of
from .test_accessible import violations


def test_search_in_texts(visit: Visit, studio: Studio) -> None:
    for url, html in stories():
        studio.store(html, url)
    visit.go("/annotate")
    visit.go("/")
    visit.page.get_by_label("Find among the pages").fill("driftwood forty people")
    visit.until(lambda: visit.page.locator(".page-link").count() == 1)
    expect(visit.page.locator(".page-link")).to_have_text("What the tide leaves behind")
    expect(visit.page.locator(".excerpt")).to_contain_text("driftwood")
    visit.picture("search")


def test_tags_and_the_archive(visit: Visit, studio: Studio) -> None:
    url, html = stories()[0]
    page = studio.store(html, url)
    visit.open(page, "read")
    visit.page.locator("summary", has_text="Tags").click()
    visit.page.get_by_label("Tags, with commas between").fill("trees, to keep ,")
    visit.page.get_by_role("button", name="Save the tags").click()
    visit.says("Tags saved.")
    visit.press("Escape", "e")
    visit.says("Archived.")
    visit.go("/")
    visit.page.locator(".page-list").wait_for()
    assert "The orchard that grew back" not in visit.page.locator(".page-link").all_inner_texts()
    visit.page.get_by_label("Which pages").select_option("archive")
    expect(visit.page.locator(".page-link")).to_have_text(["The orchard that grew back"])
    visit.page.get_by_label("Which pages").select_option("")
    visit.page.get_by_role("button", name="trees 1").click()
    expect(visit.page.locator(".page-link")).to_have_text(["The orchard that grew back"])
    studio.call("PUT", f"/v1/pages/{page}/reading", b'{"archived": false, "tags": []}')


def select(visit: Visit, words: str) -> None:
    """Select words in the reader, as a person does."""
    found = visit.page.evaluate(
        """(words) => {
          const walker = document.createTreeWalker(document.querySelector(".article"), NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const at = walker.currentNode.data.indexOf(words);
            if (at < 0) continue;
            getSelection().setBaseAndExtent(walker.currentNode, at, walker.currentNode, at + words.length);
            return true;
          }
          return false;
        }""",
        words,
    )
    assert found


def test_highlights_and_notes_are_there_in_the_next_version(visit: Visit, studio: Studio) -> None:
    url, html = stories()[1]
    visit.open(studio.store(html, url), "read")
    visit.page.locator(".article h1").wait_for()
    select(visit, "counted the steel arches")
    visit.page.get_by_role("button", name="Note …").click()
    visit.page.get_by_label("What you think about it").fill("How many were there?")
    visit.page.get_by_role("button", name="Save", exact=True).click()
    expect(visit.page.locator("mark.highlight")).to_have_text("counted the steel arches")
    expect(visit.page.locator(".notes")).to_contain_text("How many were there?")
    select(visit, "two of whom")
    visit.press("h")
    expect(visit.page.locator("mark.highlight")).to_have_count(2)
    visit.picture("highlights")
    later = html.replace("Nobody in the valley", "As we wrote last week, nobody in this valley").replace(
        "two of whom", "none"
    )
    visit.open(studio.store(later, url), "read")
    expect(visit.page.locator("mark.highlight")).to_have_text("counted the steel arches")
    expect(visit.page.locator(".notes li").nth(1)).to_contain_text("Not in this version of the page.")
    visit.page.get_by_role("button", name="Remove").first.click()
    expect(visit.page.locator("mark.highlight")).to_have_count(0)
    visit.page.get_by_role("button", name="Undo").click()
    expect(visit.page.locator("mark.highlight")).to_have_count(1)


def test_an_export_is_fetched_with_tags_and_highlights(tmp_path: Path) -> None:
    annotation = {"body": [], "target": {"selector": [{"type": "TextQuoteSelector", "exact": "the kettle"}]}}
    with website(files_of("garden-notes")) as site:
        lines = [
            {"url": f"{site.url}/", "tags": ["hedges"], "archived": True, "annotations": [annotation]},
            {"url": f"{site.url}/gone", "tags": []},
        ]
        (tmp_path / "saved.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        with run_studio(tmp_path / "studio", "--import", str(tmp_path / "saved.jsonl")) as studio:
            assert studio.process.stderr is not None
            said = [studio.process.stderr.readline() for _ in range(2)]
    assert "/gone: the server answers 404 Not Found" in said[0]
    assert "imported: 1 of 2 pages are in the library" in said[1]
    library = Library(tmp_path / "studio" / "library.sqlite")
    [page] = library.pages()
    assert (page.tags, page.archived, page.name) == (("hedges",), True, "A hedge that feeds the whole street")
    assert [one.exact for one in Reading(library.path).highlights(page.id)] == ["the kettle"]


def test_a_tour_of_an_empty_studio_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    with run_studio(tmp_path) as empty:
        visit = Visit(empty, browser.new_page())
        visit.page.goto(empty.entrance)
        visit.page.get_by_role("button", name="A tour of one minute").press("Enter")
        card = visit.page.get_by_role("region", name="Tour")
        for title, target in (
            ("Look", ".pane-page"),
            ("Compare", ".pane-side"),
            ("Correct", ".pane-page"),
            ("Read", ".reader-bar"),
            ("Your pages", ".list-tools"),
        ):
            expect(card.get_by_role("heading")).to_have_text(title)
            expect(card).to_be_focused()
            visit.page.wait_for_selector(f"{target}.toured")
            assert violations(visit) == []
            if title == "Look":
                visit.picture("tour")
            card.get_by_role("button", name="Done" if title == "Your pages" else "Next").press("Enter")
        expect(card).to_have_count(0)
        expect(visit.page.locator(".page-link")).to_have_text("The clock that was allowed to be wrong")
        assert visit.errors == []
        visit.page.close()


def test_a_tour_can_be_ended(browser: Browser, tmp_path: Path) -> None:
    with run_studio(tmp_path) as empty:
        visit = Visit(empty, browser.new_page())
        visit.page.goto(empty.entrance)
        visit.page.get_by_role("button", name="A tour of one minute").click()
        visit.page.wait_for_selector(".pane-page.toured")
        visit.press("Escape")
        expect(visit.page.locator(".tour, .toured")).to_have_count(0)
        visit.page.close()


def test_an_empty_studio_has_examples(browser: Browser, tmp_path: Path) -> None:
    with run_studio(tmp_path) as empty:
        visit = Visit(empty, browser.new_page())
        visit.page.goto(empty.entrance)
        for name, kept, dropped in (
            ("An article", "nine minutes won", "Ten bridges"),
            ("A recipe", "300 g flour", "Lentils"),
            ("A thread", "A2 is enough", "Log in to answer"),
        ):
            visit.page.get_by_role("button", name=name).click()
            visit.page.wait_for_selector(".pane-page iframe[data-ready=true]")
            text = empty.extraction(visit.page.url.rpartition("/")[2])["formats"]["text"]
            assert kept in text
            assert dropped not in text
            empty.call("DELETE", f"/v1/pages/{visit.page.url.rpartition('/')[2]}")
            visit.go("/")
        assert visit.errors == []
        visit.page.close()
