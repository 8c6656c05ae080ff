"""The library as a reader's: full-text search in all scripts, tags, shelves, highlights, a copy of it all."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ridgeline.errors import LibraryError, UnknownPageError
from ridgeline.library import Findings, Library, PageSource, Reading
from ridgeline.library.search import excerpt

TEXTS = {
    "ferry": "The ferry leaves at nine, and the harbour sleeps. Über alles.",
    "tokyo": "昨日は東京へ行きました。とても寒かった",
    "bangkok": "ร้านอาหารริมแม่น้ำในกรุงเทพ",
    "code": 'It costs 100%_ of "nothing" at all',
}


@pytest.fixture
def library(tmp_path: Path) -> Library:
    made = Library(tmp_path / "library.sqlite")
    for name, text in TEXTS.items():
        findings = Findings("ok", 0.9, "article", f"About {name}", 10, 3)
        made.add_page(PageSource(name.encode(), f"https://{name}.example/"), findings=findings, text=text)
    return made


def found(library: Library, query: str, **more: object) -> list[str]:
    pages = library.pages(query=query, **more)  # type: ignore[arg-type]
    assert library.count_pages(query=query, **more) == len(pages)  # type: ignore[arg-type]
    return sorted(page.site.removesuffix(".example") for page in pages)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("harbour", ["ferry"]),
        ("HARB sleeps", ["ferry"]),
        ("harbour tokyo", []),
        ("über", ["ferry"]),
        ("東京へ", ["tokyo"]),
        ("東京", ["tokyo"]),
        ("った", ["tokyo"]),  # the last two characters of a text
        ("กรุงเทพ", ["bangkok"]),
        ("100%_", ["code"]),
        ('"nothing"', ["code"]),
        ("NOT", ["code"]),
        ("ferry OR code", []),
        ("about", sorted(TEXTS)),
        ("bangkok.example", ["bangkok"]),
        ("at", ["code", "ferry"]),
        ("Üb", ["ferry"]),
        ("co", ["code"]),
        ("ost", ["code"]),
        ("os", []),  # not at the beginning of a word
        ("at t", ["code", "ferry"]),
        ("zz", []),
        ('"', []),
        ("*", []),
        ("a" * 400, []),
    ],
)
def test_search(library: Library, query: str, names: list[str]) -> None:
    assert found(library, query) == names


def test_the_search_knows_what_changes(library: Library) -> None:
    [page] = library.pages(query="ferry")
    library.add_page(PageSource(b"ferry", "https://ferry.example/"), text="Quite another text")
    assert (found(library, "harbour"), found(library, "another")) == ([], ["ferry"])
    library.add_page(PageSource(b"ferry", "https://ferry.example/"))
    assert found(library, "another") == ["ferry"]
    library.delete_page(page.id)
    assert found(library, "another") == []
    assert len(library.pages()) == 3


def test_passages(library: Library) -> None:
    [page] = library.pages(query="harbour")
    assert library.excerpts([page.id], "harbour") == {page.id: f"{TEXTS['ferry']}"}
    assert library.excerpts([page.id], "absent") == {}
    assert excerpt("a" * 200 + " word " + "b" * 200, "WORD", 10) == "…aaaaaaaaa word bbbbb…"


def test_tags_and_shelves(library: Library) -> None:
    reading = Reading(library.path)
    ids = {page.site.removesuffix(".example"): page.id for page in library.pages()}
    reading.change(ids["ferry"], tags=["sea ", "sea", "", "to  read"])
    reading.change(ids["tokyo"], tags=["sea"], archived=True)
    reading.change(ids["code"], unread=False)
    page = library.page(ids["ferry"])
    assert (page.tags, page.unread, page.archived) == (("sea", "to read"), True, False)
    assert reading.tags() == [("sea", 2), ("to read", 1)]
    assert found(library, "", tag="sea") == ["ferry", "tokyo"]
    assert found(library, "", shelf="inbox") == ["bangkok", "code", "ferry"]
    assert found(library, "", shelf="unread") == ["bangkok", "ferry"]
    assert found(library, "", shelf="archive") == ["tokyo"]
    assert found(library, "ferry", tag="sea", shelf="unread") == ["ferry"]
    reading.change(ids["tokyo"], archived=False, tags=[])
    assert (found(library, "", shelf="archive"), reading.tags()) == ([], [("sea", 1), ("to read", 1)])
    with pytest.raises(UnknownPageError):
        reading.change("0", archived=True)


def test_highlights_belong_to_the_address(library: Library) -> None:
    reading = Reading(library.path)
    url = "https://ferry.example/"
    first = library.add_page(PageSource(b"ferry", url))
    second = library.add_page(PageSource(b"ferry, a day later", url))
    other = library.add_page(PageSource(b"a file"))
    made = reading.add_highlight(first, "leaves at nine", prefix="The ferry ", suffix=", and", start=10, note="when?")
    assert reading.highlights(second) == [made]
    assert reading.highlights(other) == []
    reading.set_note(second, made.id, "early")
    library.delete_page(first)
    [kept] = reading.highlights(second)
    assert (kept.exact, kept.note) == ("leaves at nine", "early")
    selectors = kept.as_annotation(url)["target"]["selector"]
    assert [(one["type"], one.get("exact"), one.get("start")) for one in selectors] == [
        ("TextQuoteSelector", "leaves at nine", None),
        ("TextPositionSelector", None, 10),
    ]
    with pytest.raises(UnknownPageError, match="no highlight"):
        reading.delete_highlight(other, made.id)
    library.delete_page(second)
    library.add_page(PageSource(b"ferry", url))
    assert reading.highlights(first) == []


def test_a_copy_holds_everything(library: Library, tmp_path: Path) -> None:
    library.back_up(tmp_path / "copy.sqlite")
    copy = Library(tmp_path / "copy.sqlite")
    assert found(copy, "東京") == ["tokyo"]
    assert len(copy.pages()) == len(TEXTS)
    with pytest.raises(LibraryError, match="name another one"):
        library.back_up(tmp_path / "copy.sqlite")
    with pytest.raises(LibraryError, match="no library"):
        Library(tmp_path / "none.sqlite").back_up(tmp_path / "other.sqlite")


_SITE = "https://x.example/"
_WRITER = """
import sys
from ridgeline.library import Library, PageSource, Reading
library, reading = Library(sys.argv[1]), Reading(sys.argv[1])
for number in range(100_000):
    page = library.add_page(PageSource(str(number).encode(), f"https://x.example/{number}"), text=f"word{number} ends")
    reading.change(page, tags=["a", "b"])
    reading.add_highlight(page, f"word{number}")
    print(number, flush=True)
"""


def test_a_killed_process_loses_nothing_that_it_reported(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    with subprocess.Popen([sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [int(process.stdout.readline()) for _ in range(25)]
        os.kill(process.pid, signal.SIGKILL)
    library, reading = Library(path), Reading(path)
    assert library.count_pages() >= len(told)
    for number in told:
        [page] = [one for one in library.pages(query=f"word{number}", limit=500) if one.url == f"{_SITE}{number}"]
        assert page.tags == ("a", "b")
        assert [one.exact for one in reading.highlights(page.id)] == [f"word{number}"]
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.execute("INSERT INTO search (search) VALUES ('integrity-check')")
    connection.close()
