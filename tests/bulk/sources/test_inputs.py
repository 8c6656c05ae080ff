"""Inputs of every kind become slices and walks, in a fixed order; what is wrong with them is told before the run."""

import gzip
import json
import os
import re
import sys
from pathlib import Path

import pytest

from ridgeline.bulk.records import Record
from ridgeline.bulk.slices import Reading, Slice, Walk
from ridgeline.bulk.sources import open_inputs
from ridgeline.errors import InputError, MissingExtraError, OptionError, how_to_install

from ..odd_warcs import members, page, response

WARC = members(*(response(number) for number in range(3)))
LINES = b"".join(json.dumps({"html": f"<p>{number}"}).encode() + b"\n" for number in range(3))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the current one, with a few files."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pages" / "deep" / "er").mkdir(parents=True)
    for name in ("b.html", "a.html", "deep/c.htm", "deep/er/d.html.gz", "deep/style.css", "deep/x.png", ".hidden.html"):
        data = f"<p>{name}".encode()
        (tmp_path / "pages" / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    (tmp_path / "archive.warc.gz").write_bytes(WARC)
    (tmp_path / "lines.jsonl").write_bytes(LINES)
    return tmp_path


def _read(inputs: list[str], reading: Reading | None = None) -> list[Record]:
    found: list[Record] = []
    for unit in open_inputs(inputs, reading):
        assert isinstance(unit, Slice)
        found += unit.records(reading or Reading())
    return found


def test_a_folder_gives_its_pages_in_order(folder: Path) -> None:
    found = _read(["pages"])
    assert [each.id for each in found] == [
        "pages/a.html",
        "pages/b.html",
        "pages/deep/c.htm",
        "pages/deep/er/d.html.gz",
    ]
    assert [(each.source, each.offset) for each in found] == [("pages", number) for number in range(4)]
    assert found[3].data == b"<p>deep/er/d.html.gz"
    units = list(open_inputs(["pages"], Reading(slice_pages=3)))
    assert [unit.names for unit in units if isinstance(unit, Slice)] == [
        ("pages/a.html", "pages/b.html", "pages/deep/c.htm"),
        ("pages/deep/er/d.html.gz",),
    ]


def test_a_pattern_gives_what_it_names(folder: Path) -> None:
    assert [each.id for each in _read(["pages/**/*.htm*"])] == [
        "pages/a.html",
        "pages/b.html",
        "pages/deep/c.htm",
        "pages/deep/er/d.html.gz",
    ]
    assert [each.id for each in _read(["pages/deep/*.css"])] == ["pages/deep/style.css"]


def test_inputs_of_all_kinds_can_be_mixed(folder: Path) -> None:
    (folder / "pages" / "inside.warc.gz").write_bytes(WARC)
    (folder / "list.txt").write_text("# pages\n\npages/b.html\r\nlines.jsonl\n  pages/gone.html  \n")
    inputs = ["pages", "archive.warc.gz", "@list.txt", "pages/a.html", "pages/b.html"]
    found = _read(inputs)
    assert [(each.source, each.error_kind) for each in found] == [
        *[("pages/inside.warc.gz", None)] * 3,
        *[("pages", None)] * 4,
        *[("lines.jsonl", None)] * 3,
        ("@list.txt", None),
        ("@list.txt", "unreadable"),
        *[("archive.warc.gz", None)] * 3,
        ("pages/a.html", None),
        ("pages/b.html", None),
    ]
    assert _read(inputs) == found
    of_list = [each for each in found if each.source == "@list.txt"]
    assert (folder / "list.txt").read_bytes()[of_list[0].offset :].startswith(b"pages/b.html")


def test_a_file_that_is_named_twice_is_read_once(folder: Path) -> None:
    (folder / "list.txt").write_text("archive.warc.gz\n" * 3)
    assert len(_read(["archive.warc.gz", "archive.warc.gz", "@list.txt", "archive.*"])) == 3


@pytest.mark.parametrize(
    ("name", "data", "reader"),
    [
        ("a.warc.gz", WARC, "warc"),
        ("a.wet.gz", WARC, "warc"),
        ("download", WARC, "warc"),
        ("download", response(1), "warc"),
        ("a.ndjson", LINES, "jsonl"),
        ("a.json.gz", gzip.compress(LINES), "jsonl"),
        ("download", LINES, "jsonl"),
        ("download", b"<p>Page", "files"),
        ("download", gzip.compress(b"<p>Page"), "files"),
        ("page.php", b"<p>Page", "files"),
        ("a.txt", b"Some text: https://example.org/", "files"),
    ],
    ids=range(11),
)
def test_the_kind_of_a_file_is_told_by_its_name_or_its_bytes(
    name: str, data: bytes, reader: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(data)
    [unit] = open_inputs([str(tmp_path / name)])
    assert unit.reader == reader


def test_large_files_are_walked_and_small_ones_are_not(folder: Path) -> None:
    (folder / "large.warc.gz").write_bytes(members(*(response(number) for number in range(400))))
    units = list(open_inputs(["archive.warc.gz", "large.warc.gz", "lines.jsonl"], Reading(slice_pages=2)))
    assert units == [
        Slice("archive.warc.gz", "warc"),
        Walk("large.warc.gz", "warc"),
        Slice("lines.jsonl", "jsonl"),
    ]
    (folder / "large.jsonl").write_bytes(LINES * 20_000)
    (folder / "large.jsonl.gz").write_bytes(gzip.compress(os.urandom(100_000).hex().encode()))
    assert list(open_inputs(["large.jsonl"], Reading(slice_pages=2))) == [Walk("large.jsonl", "jsonl")]
    packed = open_inputs(["large.jsonl.gz"], Reading(slice_pages=2))
    assert list(packed) == [Slice("large.jsonl.gz", "jsonl")]  # can only be read from its beginning


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ([], "there is no input"),
        ([""], "the name of an input is empty"),
        (["missing.warc.gz"], "missing.warc.gz: there is no such file"),
        (["empty.warc.gz"], "empty.warc.gz: the file is empty"),
        (["empty.jsonl"], "empty.jsonl: the file is empty"),
        (["empty.parquet"], "empty.parquet: the file is empty"),
        (["wrong.warc.gz"], "wrong.warc.gz: not a WARC file: it does not begin with a record"),
        (["wrong.parquet"], "wrong.parquet: not a Parquet file that can be read"),
        (["nothing"], "the folder holds no files"),
        (["styles"], "styles: there are no pages and no archives in this folder"),
        (["urls.txt"], "urls.txt: a list of URLs; write @urls.txt"),
        (["@missing.txt"], "missing.txt: there is no such file"),
        (["@empty.txt"], "empty.txt: the list names no file and no URL"),
        (["@archive.warc.gz"], "archive.warc.gz: not a list of files and URLs"),
        (["@folders.txt"], "pages is a folder; a list names files and URLs"),
        (["@archives.txt"], "missing.warc.gz: there is no such file"),
        (["https://example.org/a.warc.gz"], "an archive, not a page; download it first"),
        (["fields.jsonl"], "fields.jsonl: no field is called any of html, .* there are: text"),
        (["bad\0name.html"], "there is no such file"),
    ],
    ids=range(19),
)
def test_what_is_wrong_is_told_before_the_run(inputs: list[str], message: str, folder: Path) -> None:
    for name in ("empty.warc.gz", "empty.jsonl", "empty.parquet", "empty.txt"):
        (folder / name).write_bytes(b"")
    (folder / "wrong.warc.gz").write_bytes(gzip.compress(page(1)))
    (folder / "wrong.parquet").write_bytes(page(1))
    (folder / "nothing").mkdir()
    (folder / "styles").mkdir()
    (folder / "styles" / "a.css").write_bytes(b"p {}")
    (folder / "urls.txt").write_bytes(b"https://example.org/\nhttps://example.org/2\n")
    (folder / "folders.txt").write_bytes(b"pages\n")
    (folder / "archives.txt").write_bytes(b"archive.warc.gz\nmissing.warc.gz\n")
    (folder / "fields.jsonl").write_bytes(b'{"text": "x"}\n')
    with pytest.raises(InputError, match=message) as raised:
        open_inputs(inputs)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "reading",
    [Reading(slice_pages=0), Reading(max_bytes=0), Reading(timeout_seconds=0), Reading(delay_seconds=-1)],
    ids=range(4),
)
def test_options_are_checked(reading: Reading, folder: Path) -> None:
    with pytest.raises(OptionError):
        open_inputs(["pages"], reading)


@pytest.mark.parametrize(
    ("package", "given"), [("brotli", "archive.warc.gz"), ("pyarrow", "a.parquet"), ("protego", "https://example.org/")]
)
def test_a_missing_package_is_told_before_the_run(
    package: str, given: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.parquet").write_bytes(b"PAR1....")
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=re.escape(f"{package}: {how_to_install('bulk')}")):
        open_inputs([given])


def test_links_that_lead_in_a_circle_end(folder: Path) -> None:
    (folder / "pages" / "deep" / "up").symlink_to(folder / "pages", target_is_directory=True)
    (folder / "pages" / "broken.html").symlink_to("nowhere.html")
    assert len(_read(["pages"])) == 4


def test_a_page_that_vanishes_or_cannot_be_read_gives_a_row(folder: Path) -> None:
    units = list(open_inputs(["pages"]))
    (folder / "pages" / "a.html").unlink()
    (folder / "pages" / "b.html").unlink()
    (folder / "pages" / "b.html").mkdir()
    [part] = units
    assert isinstance(part, Slice)
    found = list(part.records(Reading(max_bytes=13)))
    assert [each.error_kind for each in found] == ["unreadable", "unreadable", None, "too-large"]
    assert all("\n" not in (each.error or "") for each in found)
