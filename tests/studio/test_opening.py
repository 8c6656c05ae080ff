"""Open: an address, files by picker and by drag and drop, a folder, pasted HTML; recent pages stay."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from .pages import LIGHTHOUSE, golden
from .running import Studio, Visit


@pytest.fixture
def website() -> Iterator[str]:
    """A website on this machine with one page."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(golden("recipe").encode())

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/recipe"
    server.shutdown()
    server.server_close()
    thread.join()


def test_pages_of_the_command_line_are_there(visit: Visit, studio: Studio) -> None:
    visit.page.locator(".page-link", has_text="The lamp at Harrow Point burns again").first.wait_for()
    visit.picture("open")
    assert [line for line in studio.said if "no-such-page.html: there is no such file" in line]


def test_an_address(visit: Visit, website: str) -> None:
    visit.page.get_by_label("Address of a page").fill(website)
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_selector(".pane-page iframe[data-ready=true]")
    assert website.removeprefix("http://") in visit.page.locator(".facts").inner_text()


def test_an_address_that_does_not_answer_is_one_sentence(visit: Visit) -> None:
    visit.page.get_by_label("Address of a page").fill("http://127.0.0.1:9/")
    visit.page.get_by_role("button", name="Open", exact=True).click()
    toast = visit.page.locator(".toast.bad span")
    toast.wait_for()
    assert toast.inner_text().count(".\n") == 0
    assert "127.0.0.1:9" in toast.inner_text()


def test_one_file_opens_at_once(visit: Visit) -> None:
    visit.page.set_input_files("input[type=file] >> nth=0", LIGHTHOUSE)
    visit.page.wait_for_selector(".pane-page iframe[data-ready=true]")
    assert visit.page.locator("h1").inner_text() == "The lamp at Harrow Point burns again"


def test_many_files_and_one_that_is_no_page(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "one.html").write_text(golden("obituary"), encoding="utf-8")
    (tmp_path / "two.html").write_text(golden("glossary"), encoding="utf-8")
    (tmp_path / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    visit.page.set_input_files("input[type=file] >> nth=0", sorted(tmp_path.iterdir()))
    visit.says("opened.")
    names = visit.page.locator(".page-link").all_inner_texts()
    assert len(names) >= 3


def test_a_folder(visit: Visit, tmp_path: Path) -> None:
    inner = tmp_path / "saved" / "deeper"
    inner.mkdir(parents=True)
    (inner / "page.html").write_text(golden("interview"), encoding="utf-8")
    (tmp_path / "saved" / "other.htm").write_text(golden("timeline"), encoding="utf-8")
    (tmp_path / "saved" / "style.css").write_text("p {}")
    visit.page.set_input_files("input[type=file] >> nth=1", tmp_path / "saved")
    visit.says("2 pages opened.")
    visit.page.get_by_text("saved/deeper/page.html").first.wait_for()


def test_drag_and_drop(visit: Visit) -> None:
    html = golden("press-release")
    transfer = visit.page.evaluate_handle(
        """(html) => { const transfer = new DataTransfer();
        transfer.items.add(new File([html], "dropped.html", {type: "text/html"})); return transfer; }""",
        html,
    )
    visit.page.dispatch_event("main", "dragover", {"dataTransfer": transfer})
    visit.page.wait_for_selector("body.dropping")
    visit.page.dispatch_event("main", "drop", {"dataTransfer": transfer})
    visit.page.wait_for_selector(".pane-page iframe[data-ready=true]")
    assert visit.page.locator("body.dropping").count() == 0


def test_pasted_html(visit: Visit) -> None:
    visit.page.get_by_role("radio", name="Pasted HTML").click()
    visit.page.get_by_label("HTML of a page").fill(golden("news-live-blog"))
    visit.page.get_by_label("Where it came from").fill("https://paste.example/live")
    visit.page.get_by_role("button", name="Open", exact=True).click()
    visit.page.wait_for_selector(".pane-page iframe[data-ready=true]")
    assert "paste.example/live" in visit.page.locator(".facts").inner_text()


def test_recent_pages_are_found_and_removed(visit: Visit, studio: Studio) -> None:
    studio.store("<title>A page to be removed</title><p>It says little.", name="away.html")
    visit.go("/annotate")
    visit.go("/")
    search = visit.page.get_by_label("Find among the pages")
    search.fill("to be removed")
    visit.until(lambda: visit.page.locator(".page-link").count() == 1)
    visit.page.get_by_role("button", name="Remove A page to be removed").click()
    visit.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    visit.page.get_by_text("Nothing found").wait_for()


def test_the_palette_finds_pages_and_commands(visit: Visit, lighthouse: str) -> None:
    visit.press("Control+k")
    visit.page.get_by_role("combobox", name="Find a page or a command").fill("harrow")
    visit.page.locator("[role=option]", has_text="The lamp at Harrow Point").first.wait_for()
    visit.press("Enter")
    visit.page.wait_for_selector(".pane-page iframe[data-ready=true]")
