"""EPUB books: the structure that e-readers ask for, in well-formed XML, whatever a page holds."""

import io
import zipfile
from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest

import ridgeline
from ridgeline import parse
from ridgeline.errors import OptionError
from ridgeline.output.epub import MAX_CHAPTERS, Chapter, bind, make_chapter, write_book

from ..pages import AWKWARD

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


def extraction(html: str, url: str | None = None) -> ridgeline.Extraction:
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
                assert not target or ":" in target or f"EPUB/{target}" in files, target
            assert not list(document.iter(f"{_XHTML}script"))
            assert not list(document.iter(f"{_XHTML}img"))
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
