"""Clip and print: reader, paper, files, clipboard, EPUB of one or many, and the bookmarklet."""

import io
import re
import shutil
import subprocess
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from .pages import golden, stories
from .running import Studio, Visit

TITLE = "The lamp at Harrow Point burns again"


def test_the_reader_and_its_type(visit: Visit, lighthouse: str) -> None:
    visit.open(lighthouse, "read")
    paper = visit.page.locator(".paper")
    expect(visit.page.locator(".article h1")).to_have_text(TITLE)
    expect(visit.page.locator(".byline")).to_contain_text("Mara Ellingsen")
    assert "Palatino" in paper.evaluate("one => getComputedStyle(one).fontFamily")
    visit.picture("read")
    visit.page.get_by_role("radio", name="Sans").click()
    assert "system-ui" in paper.evaluate("one => getComputedStyle(one).fontFamily")
    size = paper.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    visit.press("+", "+")
    assert paper.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") == size + 2
    width = visit.page.locator(".sheet-of-paper").bounding_box()
    visit.press("w", "w")
    narrower = visit.page.locator(".sheet-of-paper").bounding_box()
    assert width is not None
    assert narrower is not None
    assert narrower["width"] < width["width"]
    visit.page.get_by_role("radio", name="Sepia").click()
    assert paper.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(248, 241, 225)"
    visit.page.get_by_role("radio", name="Dark", exact=True).click()
    visit.page.reload()
    visit.page.wait_for_selector(".paper[data-paper=dark][data-typeface=sans]")  # the choice stays


def test_paper_has_a_header_line_on_every_sheet(visit: Visit, studio: Studio) -> None:
    url = "https://magazine.example/bell-tuner"
    visit.open(studio.store(golden("magazine-long-read"), url), "read")
    visit.page.locator(".article h1").wait_for()
    visit.page.emulate_media(media="print")
    line = visit.page.locator(".print-line")
    expect(line).to_be_visible()
    expect(line).to_contain_text("magazine.example/bell-tuner")
    expect(line).to_contain_text(re.compile(r"\d{4}"))
    assert line.evaluate("one => getComputedStyle(one).display") == "table-header-group"  # repeated by browsers
    for hidden in (".top", ".page-head", ".pane-bar", ".pane-page iframe"):
        expect(visit.page.locator(hidden).first).to_be_hidden()
    visit.picture("print")
    pdf = visit.page.pdf()
    assert pdf.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) >= 2
    for sheet in _sheets(pdf):
        assert "magazine.example/bell-tuner" in sheet.split("\n\n")[0]


def test_so_does_the_file_that_is_saved(visit: Visit, studio: Studio) -> None:
    page = studio.store(golden("magazine-long-read"), "https://magazine.example/bell-tuner")
    visit.page.goto(f"{studio.url}/v1/pages/{page}/clip?format=html")
    visit.page.emulate_media(media="print")
    printed = visit.page.pdf()
    visit.page.emulate_media(media="screen")
    visit.page.goto(studio.url)
    for sheet in _sheets(printed):
        assert "The Last Bell-Tuner of Avelin" in sheet.split("\n\n")[0]


STYLED = """<style>body { font: 18px/1.7 serif } nav a { display: block } @media screen { p { margin: 0 } }
@media only print { .advert { height: 2600px } } @media print { .widget { display: none } }</style>"""
FURNITURE = (
    """<nav>{}</nav><div class="widget" style="height: 3000px">Play</div><div class="advert">Buy</div>""".format(
        "".join(f'<a href="/{number}">Another story</a>' for number in range(40))
    )
)


@pytest.mark.parametrize("extra", ["", STYLED, STYLED + FURNITURE, '<div style="width: 1300px">Wide</div>'])
def test_the_reader_says_how_many_sheets_printing_saves(
    visit: Visit, studio: Studio, session: BrowserContext, extra: str
) -> None:
    page = studio.store(golden("magazine-long-read").replace("</body>", f"{extra}</body>"), "https://magazine.example/")
    visit.open(page, "read")
    told = visit.page.locator(".byline .sheets").inner_text()
    found = re.fullmatch(r" · prints on about (\d+) pages?(?: instead of (\d+))?", told)
    assert found, told
    visit.page.emulate_media(media="print")
    reader = _count(visit.page.pdf(prefer_css_page_size=True, format="A4"))
    original = session.new_page()
    original.goto(f"{studio.url}/v1/pages/{page}/view?of=page")
    margin = "10mm"
    whole = _count(original.pdf(format="A4", margin={"top": margin, "bottom": margin, "left": margin, "right": margin}))
    original.close()
    assert abs(int(found[1]) - reader) <= 1
    assert abs(int(found[2] or found[1]) - whole) <= 1, (told, reader, whole)


def _count(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def _sheets(pdf: bytes) -> list[str]:
    """Return the text of each sheet, as another program reads it."""
    program = shutil.which("pdftotext")
    if program is None:
        pytest.skip("pdftotext is not installed")
    read = subprocess.run([program, "-layout", "-", "-"], input=pdf, capture_output=True, check=True)
    sheets = read.stdout.decode().strip("\f").split("\f")
    assert len(sheets) >= 2
    return sheets


@pytest.mark.parametrize(
    ("label", "suffix", "expected"),
    [
        ("Markdown with front matter", ".md", b"---\ntitle:"),
        ("HTML in one file", ".html", b"<!DOCTYPE html>"),
        ("Plain text", ".txt", b"For thirty-one winters"),
        ("EPUB", ".epub", b"mimetypeapplication/epub+zip"),
    ],
)
def test_files(visit: Visit, lighthouse: str, downloads: Path, label: str, suffix: str, expected: bytes) -> None:
    visit.open(lighthouse, "read")
    visit.page.locator("summary", has_text="Save as").click()
    with visit.page.expect_download() as waiting:
        visit.page.get_by_role("link", name=label).click()
    name = waiting.value.suggested_filename
    waiting.value.save_as(downloads / name)
    assert name.endswith(suffix)
    assert expected.lower() in (downloads / name).read_bytes().lower()


def test_the_clipboard(visit: Visit, lighthouse: str) -> None:
    visit.open(lighthouse, "read")
    visit.page.get_by_role("button", name="Copy").click()
    visit.says("Copied.")
    assert visit.page.evaluate("navigator.clipboard.readText()").startswith(f"# {TITLE}")


def test_one_book_of_many_pages(visit: Visit, studio: Studio, downloads: Path) -> None:
    for url, html in stories()[:2]:
        studio.store(html.replace("The Almanac", "The Book of Clips"), url + "/book")
    visit.go("/annotate")
    visit.go("/")
    for box in visit.page.locator(".page-list li", has_text="/book").locator("input").all():
        box.check()
    expect(visit.page.get_by_text("2 chosen")).to_be_visible()
    with visit.page.expect_download() as waiting:
        visit.page.get_by_role("button", name="EPUB").click()
    waiting.value.save_as(downloads / "clips.epub")
    with zipfile.ZipFile(io.BytesIO((downloads / "clips.epub").read_bytes())) as book:
        text = b"".join(book.read(name) for name in book.namelist() if name.endswith(".xhtml"))
    assert b"The orchard that grew back" in text
    assert b"A bridge for the night train" in text


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """A page of another site."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(golden("opinion-column").encode())

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://localhost:{server.server_address[1]}/column"
    server.shutdown()
    server.server_close()
    thread.join()


def test_the_bookmarklet_sends_the_page_one_is_on(visit: Visit, session: BrowserContext, elsewhere: str) -> None:
    visit.go("/bookmarklet")
    link = visit.page.get_by_role("link", name="Send to ridgeline")
    address = link.get_attribute("href")
    assert address is not None
    assert address.startswith("javascript:")
    visit.picture("bookmarklet")
    link.click()
    visit.says("Drag it to your bookmarks")
    other = session.new_page()
    other.goto(elsewhere)
    other.evaluate(
        "document.body.append(Object.assign(document.createElement('p'), {textContent: 'Added by a script.'}))"
    )
    with session.expect_page() as waiting:
        other.evaluate("(address) => { location.href = address; }", address)
    sent = waiting.value
    sent.wait_for_selector(".pane-page iframe[data-ready=true]")
    assert elsewhere.removeprefix("http://") in sent.locator(".facts").inner_text()
    frame = sent.frames[1]
    assert frame.locator("text=Added by a script.").count() == 1
    sent.close()
    other.close()
