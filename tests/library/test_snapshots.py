"""Snapshots in the library: files by address, replaced and removed with their page; libraries of earlier versions."""

import sqlite3
from pathlib import Path

import pytest

from ridgeline.errors import LibraryError, UnknownPageError
from ridgeline.library import Library, LoadedResource, PageSource, Resource, Snapshots, StoredFile
from ridgeline.library.schema import STEPS, VERSION

PICTURE = StoredFile("image/png", b"\x89PNG")
SHEET = StoredFile("text/css", "p { content: '–' }".encode())


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "library.sqlite")


def test_files_by_their_addresses(library: Library) -> None:
    page, snapshots = library.add_page(PageSource(b"<p>x")), Snapshots(library.path)
    gone = LoadedResource("picture", ("c.png",), problem="not there")
    snapshots.add(
        page, [LoadedResource("picture", ("a.png", "b.png"), PICTURE), LoadedResource("style", ("b.css",), SHEET), gone]
    )
    assert snapshots.resources(page) == [
        Resource("a.png", "picture", 1),
        Resource("b.css", "style", 2),
        Resource("b.png", "picture", 1),
        Resource("c.png", "picture", None, "not there"),
    ]
    assert snapshots.style_sheets(page) == {"b.css": "p { content: '–' }"}
    assert snapshots.pictures(page) == {"a.png": PICTURE, "b.png": PICTURE}
    assert (snapshots.file(page, 1), snapshots.file(page, 2)) == (PICTURE, SHEET)
    library.delete_page(page)
    assert snapshots.resources(page) == []
    with pytest.raises(UnknownPageError, match="has no file 1"):
        snapshots.file(page, 1)
    with pytest.raises(UnknownPageError, match="no page"):
        snapshots.add(page, [])


def test_what_is_gone_stays_as_it_was(library: Library) -> None:
    page, snapshots = library.add_page(PageSource(b"<p>x")), Snapshots(library.path)
    newer = StoredFile("image/gif", b"GIF89a")
    both = ("a.png", "b.png")
    snapshots.add(page, [LoadedResource("picture", both, PICTURE), LoadedResource("style", ("a.css",), problem="404")])
    snapshots.add(page, [LoadedResource("picture", both, problem="404"), LoadedResource("style", ("a.css",), SHEET)])
    assert snapshots.pictures(page) == dict.fromkeys(both, PICTURE)
    assert snapshots.style_sheets(page) == {"a.css": "p { content: '–' }"}
    assert [one.problem for one in snapshots.resources(page)] == [None] * 3
    snapshots.add(page, [LoadedResource("picture", both, newer)])
    assert snapshots.pictures(page) == dict.fromkeys(both, newer)
    with sqlite3.connect(library.path) as connection:
        assert connection.execute("SELECT count(*) FROM file").fetchone() == (2,)
    connection.close()


def test_a_library_of_the_first_version_is_brought_up_to_date(library: Library) -> None:
    with sqlite3.connect(library.path) as connection:
        connection.executescript(f"{STEPS[0]} PRAGMA user_version = 1;")
        connection.execute("INSERT INTO page (id, name, site, added, opened, size) VALUES ('a', 'x', '', '', '', 4)")
    connection.close()
    assert library.page("a").size == 4
    Snapshots(library.path).add("a", [LoadedResource("picture", ("a.png",), PICTURE)])
    assert Snapshots(library.path).file("a", 1) == PICTURE


def test_a_library_of_a_later_version_is_left_alone(library: Library) -> None:
    library.add_page(PageSource(b"<p>x"))
    with sqlite3.connect(library.path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    with pytest.raises(LibraryError, match="use a newer one"):
        library.pages()
