"""EPUB books: the structure that e-readers ask for, in well-formed XML, whatever a page holds."""

import io
import re
import shutil
import subprocess
import zipfile
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import ridgeline
from ridgeline import parse
from ridgeline.errors import OptionError
from ridgeline.library import StoredFile
from ridgeline.output.epub import MAX_CHAPTERS, Chapter, bind, make_chapter, write_book
from ridgeline.output.pictures import embed_pictures

from ..pages import AWKWARD
from ..service.websites import png

GOLDEN = Path(__file__).parents[1] / "golden"
STORY = (
    '<html lang="en"><title>The ferry &amp; the pier</title><meta name=author content="Ann Example">'
    "<article><h1>The ferry &amp; the pier</h1><p>It leaves at <b>nine</b>,<br>always & ever &lt;br&gt;.</p>"
    '<p><img src="/a.png" alt="A boat &lt;x&gt;"><img src=/b.png></p><ol start=3><li>one<li>two</ol>'
    "<table><tr><th>Year<th>Rain<tr><td>1910<td>812</table><pre><code>if a &lt; b:\n  pass</code></pre></article>"
)
_OPF = "{http://www.idpf.org/2007/opf}"
_XHTML = "{http://www.w3.org/1999/xhtml}"
_DC = "{http://purl.org/dc/elements/1.1/}"
MOMENT = datetime(2026, 11, 1, 12, tzinfo=UTC)


def extraction(html: str | bytes, url: str | None = None) -> ridgeline.Extraction:
    return ridgeline.load("everything").extract(parse(html, url=url))


def files_of(book: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def check(book: bytes) -> dict[str, bytes]:
    """Check what every book has to have, and return its files."""
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type, first.extra) == ("mimetype", zipfile.ZIP_STORED, b"")
    assert book[30:58] == b"mimetypeapplication/epub+zip"  # where readers look for it
    files = files_of(book)
    container = ElementTree.fromstring(files["META-INF/container.xml"])
    [root] = [node.get("full-path") for node in container.iter() if node.tag.endswith("rootfile")]
    package = ElementTree.fromstring(files[str(root)])
    items = {item.get("id"): item for item in package.iter(f"{_OPF}item")}
    hrefs = {f"EPUB/{item.get('href')}" for item in items.values()}
    assert hrefs == {name for name in files if name.startswith("EPUB/") and not name.endswith(".opf")}
    assert [item.get("properties") for item in items.values()].count("nav") == 1
    assert {order.get("idref") for order in package.iter(f"{_OPF}itemref")} == {
        name for name in items if str(name).startswith("c")
    }
    for name in hrefs:
        if name.endswith(".xhtml"):
            document = ElementTree.fromstring(files[name])
            for link in document.iter(f"{_XHTML}a"):
                target = link.get("href", "")
                assert not target or ":" in target or f"EPUB/{target.partition('#')[0]}" in files or target[0] == "#"
            assert not list(document.iter(f"{_XHTML}script"))
            assert {f"EPUB/{image.get('src')}" for image in document.iter(f"{_XHTML}img")} <= files.keys()
    for name in ("identifier", "title", "language"):
        assert package.find(f".//{_DC}{name}") is not None
    return files


def test_a_book_of_one_page() -> None:
    files = check(write_book([extraction(STORY, "https://example.org/ferry?a=1&b=2")]))
    package = ElementTree.fromstring(files["EPUB/package.opf"])
    found = {name: package.findtext(f".//{_DC}{name}") for name in ("title", "creator", "language", "source")}
    assert found == {
        "title": "The ferry & the pier",
        "creator": "Ann Example",
        "language": "en",
        "source": "https://example.org/ferry?a=1&b=2",
    }
    chapter = ElementTree.fromstring(files["EPUB/chapter-1.xhtml"])
    said = " ".join("".join(chapter.itertext()).split())
    assert "It leaves at nine, always & ever <br>." in said.replace("nine,always", "nine, always")
    assert "A boat <x>" in said
    assert "if a < b:" in said
    assert chapter.find(f".//{_XHTML}ol").get("start") == "3"  # type: ignore[union-attr]


def test_a_book_of_many_pages() -> None:
    pages = [extraction(f"<title>Page {number}</title><p>Text {number}.</p>") for number in range(12)]
    files = check(write_book(pages, "My <book>"))
    navigation = ElementTree.fromstring(files["EPUB/nav.xhtml"])
    assert [link.text for link in navigation.iter(f"{_XHTML}a")] == [f"Page {number}" for number in range(12)]
    assert ElementTree.fromstring(files["EPUB/package.opf"]).findtext(f".//{_DC}title") == "My <book>"


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_pages_make_well_formed_books(name: str) -> None:
    check(write_book([extraction(AWKWARD[name])]))


def test_text_from_right_to_left() -> None:
    files = check(write_book([extraction(AWKWARD["right to left"])]))
    assert b'page-progression-direction="rtl"' in files["EPUB/package.opf"]
    assert b' dir="rtl"' in files["EPUB/chapter-1.xhtml"]


def test_the_same_chapters_give_the_same_bytes() -> None:
    chapters = [make_chapter(extraction(STORY))]
    assert bind(chapters, modified=MOMENT) == bind(chapters, modified=MOMENT)
    assert b"2026-11-01T12:00:00Z" in files_of(bind(chapters, modified=MOMENT))["EPUB/package.opf"]


@pytest.mark.parametrize("count", [0, MAX_CHAPTERS + 1])
def test_a_book_has_chapters_but_not_too_many(count: int) -> None:
    with pytest.raises(OptionError, match="a book has 1 to"):
        bind([Chapter("A", "<p>a</p>")] * count)


BOOK = (
    "<html lang=en><title>The pier</title><article><h1>The pier</h1><p>It was built in a summer.<sup><a id=r1"
    " href=#n1>1</a></sup></p><h2>Timber &amp; iron</h2><figure><img src=/a.png alt='A &lt;b&gt;'><figcaption>The pier"
    " in winter</figcaption></figure><img src=/b.webp alt=Waves><img src=/c.avif alt=Gulls><img src=/d.svg alt=Plan>"
    "<img src=/gone.png alt=Gone><table><tr><th>Year<tr><td>1910</table>"
    "<ol><li id=n1>A wet one. <a href=#r1>back</a></ol></article>"
)
WEBP = b"RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0" + bytes(4) + (399).to_bytes(3, "little") * 2
PICTURES = {
    "https://x.org/a.png": StoredFile("image/png", png(400, 300)),
    "https://x.org/b.webp": StoredFile("image/webp", WEBP),
    "https://x.org/c.avif": StoredFile("image/avif", b"\0\0\0\x1cftypavif"),
    "https://x.org/d.svg": StoredFile("image/svg+xml", b"<svg onload='alert(1)'/>"),
}


def test_pictures_captions_sections_notes_and_a_cover() -> None:
    chapter = make_chapter(extraction(BOOK, "https://x.org/"), PICTURES)
    files = check(bind([chapter]))
    text = files["EPUB/chapter-1.xhtml"].decode()
    assert [name.rpartition(".")[2] for name in files if "/images/" in name] == ["png", "webp"]
    assert 'alt="A &lt;b&gt;"/>' in text
    assert "<figcaption>The pier in winter</figcaption>" in text
    for left_out in ("Gulls", "Plan", "Gone"):
        assert f'<span class="picture">{left_out}</span>' in text
    assert 'href="#fn-1"' in text
    assert 'epub:type="noteref"' in text
    assert '<aside epub:type="footnote" role="doc-footnote" id="fn-1">' in text
    assert '<a href="chapter-1.xhtml#section-1">Timber &amp; iron</a>' in files["EPUB/nav.xhtml"].decode()
    package = files["EPUB/package.opf"].decode()
    assert '.png" media-type="image/png" properties="cover-image"/>' in package
    assert 'media-type="image/webp" fallback="fallback"/>' in package


def test_a_book_without_pictures_has_a_drawn_cover() -> None:
    files = check(write_book([extraction(STORY)], "Rain & <sun> over a long and winding river of words"))
    assert b"<text" in files["EPUB/cover.svg"]
    assert ElementTree.fromstring(files["EPUB/cover.svg"]).get("width") == "800"


def test_epubcheck_finds_nothing_to_say(tmp_path: Path) -> None:
    program, java = shutil.which("epubcheck"), shutil.which("java")
    if program is None or java is None:
        pytest.skip("epubcheck is not installed")
    pages = sorted(GOLDEN.rglob("source.html"))
    assert len(pages) > 50
    chapters = [
        make_chapter(extraction(BOOK, "https://x.org/"), {**PICTURES, "https://x.org/b.webp": _lossless_webp()}),
        *(make_chapter(extraction(path.read_bytes(), f"https://g.example/{path.parent.name}")) for path in pages),
    ]
    (tmp_path / "book.epub").write_bytes(bind(chapters, "All of them"))
    is_archive = Path(program).read_bytes()[:2] == b"PK"  # Debian's is one that the system knows how to start
    command = [java, "-jar", program] if is_archive else [program]
    checked = subprocess.run([*command, str(tmp_path / "book.epub")], capture_output=True, text=True, check=False)
    assert "0 fatals / 0 errors / 0 warnings" in checked.stdout + checked.stderr, checked.stderr[-2000:]


def _lossless_webp() -> StoredFile:
    stream = io.BytesIO()
    Image.new("RGB", (40, 30), (90, 120, 150)).save(stream, "webp", lossless=True)
    return StoredFile("image/webp", stream.getvalue())


def test_html_in_one_file() -> None:
    html = extraction(BOOK, "https://x.org/").write("html", whole_page=True)
    assert html.count('<img src="https://x.org/') == 5
    written = embed_pictures(html, PICTURES)
    assert 'src="https://' not in written
    assert written.count('<img src="data:image/') == 4
    assert '<a href="https://x.org/gone.png" rel="noopener noreferrer">Gone</a>' in written
    assert "default-src 'none'; img-src data:; style-src" in written


TRICKS = (
    "../../etc/cron.d/x",
    "C:\\windows\\x",
    "EPUB/package.opf",
    "\x00\x08\ud800\ufffe",
    "]]><!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;",
    "&lt;!ENTITY a '&a;&a;'>&a;&#0;&bogus;" * 20,
    "a" * 57 + "&&&" + "<" * 9,  # what is cut to a length is cut before it is escaped
    "\u202exslx.exe",
)


@pytest.mark.parametrize("trick", TRICKS)
def test_what_a_page_says_is_neither_a_path_nor_markup(trick: str) -> None:
    said = escape(trick)
    html = (
        f"<html lang='{said}'><title>{said}</title><meta name=author content='{said}'><base href='https://x.test/'>"
        f"<meta property=og:site_name content='{said}'><article><h1>{said}</h1><h2 id='{said}'>{said}</h2><p>It sails."
        f"<img src='{said}' alt='{said}'><a href='#{said}'>{said}</a><sup id='fnref-{said}'>1</sup></article>"
    )
    files = check(write_book([extraction(html, f"https://x.test/{trick}")], trick))
    assert {re.sub(r"\d+", "N", name) for name in files} == {
        *("mimetype", "META-INF/container.xml", "EPUB/package.opf", "EPUB/nav.xhtml", "EPUB/style.css"),
        *("EPUB/chapter-N.xhtml", "EPUB/cover.svg"),
    }
    for name, data in files.items():
        if name.endswith((".opf", ".xhtml", ".svg", ".xml")):
            ElementTree.fromstring(data)
            assert not re.search(rb"<!ENTITY|<!DOCTYPE (?!html>)", data)
