"""Exports of other programs: bookmarks, Pocket, Omnivore, and the studio's own JSON Lines."""

import io
import json
import zipfile

import pytest

from ridgeline.errors import InputError
from ridgeline.library import Highlight
from ridgeline.library.importing import SavedHighlight, SavedPage, read_export

BOOKMARKS = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<TITLE>Bookmarks</TITLE><H1>Bookmarks Menu</H1>
<DL><p><DT><H3>Toolbar</H3><DL><p>
<DT><A HREF="https://a.example/" ADD_DATE="1" TAGS="sea,to read">A  page</A>
<DT><H3>Birds</H3><DL><p><DT><A HREF="https://b.example/?x=1&amp;y=2">Gulls</A></DL><p>
<DT><A HREF="javascript:alert(1)">Bad</A><DT><A HREF="place:sort=8">Recent</A>
<DT><A HREF="https://a.example/">Again</A></DL><p></DL>"""
POCKET = """<!DOCTYPE html><html><head><title>Pocket Export</title></head><body><h1>Unread</h1>
<ul><li><a href="https://a.example/" time_added="1" tags="sea">One</a></li></ul>
<h1>Read Archive</h1><ul><li><a href="https://b.example/" time_added="2" tags="">Two</a></li></ul></body></html>"""


def test_bookmarks_of_a_browser() -> None:
    assert read_export(BOOKMARKS.encode()) == [
        SavedPage("https://a.example/", "A page", ("sea", "to read", "Toolbar")),
        SavedPage("https://b.example/?x=1&y=2", "Gulls", ("Toolbar", "Birds")),
    ]


def test_pocket() -> None:
    expected = [
        SavedPage("https://a.example/", "One", ("sea",)),
        SavedPage("https://b.example/", "Two", (), archived=True, unread=False),
    ]
    assert read_export(POCKET.encode()) == expected
    table = (
        "\ufefftitle,url,time_added,tags,status\r\nOne,https://a.example/,1,sea,unread\r\n"
        "Two,https://b.example/,2,,archive\r\n"
    )
    assert read_export(table.encode()) == expected


def omnivore(metadata: object, notes: str = "") -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("metadata_0_to_20.json", json.dumps(metadata))
        archive.writestr("content/one.html", "<p>x")
        archive.writestr("highlights/one.md", notes)
    return stream.getvalue()


def test_omnivore() -> None:
    entries = [
        {"slug": "one", "url": "https://a.example/", "title": "One", "labels": ["sea"], "state": "Archived"},
        {"slug": "two", "url": "https://b.example/", "readingProgress": 40},
        "rubbish",
        {"url": None, "labels": 7},
    ]
    found = read_export(omnivore(entries, "> a passage\n> of two lines\n\nMy note\n\n> another\n"))
    marks = (SavedHighlight("a passage\nof two lines", "My note"), SavedHighlight("another"))
    assert found == [
        SavedPage("https://a.example/", "One", ("sea",), True, False, marks),
        SavedPage("https://b.example/", unread=False),
    ]


def test_json_lines_of_the_studio() -> None:
    annotation = Highlight("1", "2026-11-18", "exact words", "before ", " after", 7, "note").as_annotation("x")
    line = {
        "url": "https://a.example/",
        "tags": ["sea"],
        "archived": True,
        "unread": False,
        "annotations": [annotation],
    }
    [page] = read_export(json.dumps(line | {"metadata": {"title": "One"}}).encode() + b"\n\n")
    mark = SavedHighlight("exact words", "note", "before ", " after", 7)
    assert page == SavedPage("https://a.example/", "One", ("sea",), True, False, (mark,))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"{",
        b"{}",
        b'{"url": 7, "tags": {}, "annotations": [1, {"target": 3}]}',
        b"PK\x03\x04 broken",
        omnivore({"not": "a list"}),
        omnivore(["x"])[:-30],
        b"<html><p>no links",
        b'a,b\n"unclosed',
        bytes(range(256)) * 20,
    ],
)
def test_what_is_no_export_is_one_sentence(data: bytes) -> None:
    with pytest.raises(InputError) as caught:
        read_export(data)
    assert "\n" not in str(caught.value)
