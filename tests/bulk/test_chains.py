"""Large WARC files: slices that end after so many pages, each where the next begins."""

import gzip
from pathlib import Path
from typing import Any

import pytest

from ridgeline import bulk
from ridgeline.bulk.slices import Reading

from .corpus import CRASH, RAISE, Poison, by_id, ids, page_html, read_rows

PAGES = 23
OPTIONS: dict[str, Any] = {"extractor": Poison(), "reading": Reading(slice_pages=5), "page_seconds": 20.0}


@pytest.fixture(autouse=True)
def _cut_small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ridgeline.bulk.sources.inputs._PAGE_BYTES", 1)


def record(number: int, mark: str = "") -> bytes:
    """A record of a WARC file, with a request before it."""
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page_html(number, mark).encode()
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <{number}>\r\nContent-Length: {len(block)}\r\n\r\n"
    return head.encode() + block + b"\r\n\r\n"


REQUEST = b"WARC/1.0\r\nWARC-Type: request\r\nContent-Length: 5\r\n\r\nGET /\r\n\r\n"


def write_warc(path: Path, marks: dict[int, str] | None = None) -> Path:
    """A file with one gzip member a record."""
    marks = marks or {}
    members = [gzip.compress(REQUEST) + gzip.compress(record(n, marks.get(n, ""))) for n in range(PAGES)]
    path.write_bytes(b"".join(members))
    return path


@pytest.mark.parametrize("processes", [0, 1, 3])
def test_every_page_has_one_row(processes: int, tmp_path: Path) -> None:
    pages = write_warc(tmp_path / "pages.warc.gz", {7: RAISE})
    report = bulk.run(pages, tmp_path / "out", processes=processes, **OPTIONS)
    assert ids(read_rows(tmp_path / "out")) == list(range(PAGES))
    assert (report.parts, report.errors, report.skipped) == (5, {"exception": 1}, {"request": PAGES})
    assert report.is_complete
    assert bulk.run(pages, tmp_path / "out", processes=processes, **OPTIONS).new_pages == 0


@pytest.mark.parametrize("processes", [0, 3])
def test_parts_that_are_missing_are_made_again(processes: int, tmp_path: Path) -> None:
    pages = write_warc(tmp_path / "pages.warc.gz")
    bulk.run(pages, tmp_path / "out", processes=processes, **OPTIONS)
    for part in sorted((tmp_path / "out").glob("part-*"))[1:3]:
        part.unlink()
    report = bulk.run(pages, tmp_path / "out", processes=3 - processes, **OPTIONS)
    assert ids(read_rows(tmp_path / "out")) == list(range(PAGES))
    assert report.pages == PAGES


def test_a_page_at_the_end_of_a_slice_that_kills_its_process(tmp_path: Path) -> None:
    pages = write_warc(tmp_path / "pages.warc.gz", {4: CRASH, 5: CRASH, 22: CRASH})
    report = bulk.run(pages, tmp_path / "out", processes=1, **OPTIONS)
    rows = by_id(read_rows(tmp_path / "out"))
    assert sorted(rows) == list(range(PAGES))
    assert {number for number, row in rows.items() if row["error"]} == {4, 5, 22}
    assert report.parts == 5


def test_failed_pages_of_a_chain_can_be_done_again(tmp_path: Path) -> None:
    antidote = tmp_path / "antidote"
    options = OPTIONS | {"extractor": Poison(antidote=str(antidote)), "processes": 0}
    pages = write_warc(tmp_path / "pages.warc.gz", {4: RAISE, 5: RAISE})
    assert bulk.run(pages, tmp_path / "out", **options).errors == {"exception": 2}
    antidote.touch()
    report = bulk.run(pages, tmp_path / "out", retry_errors=True, **options)
    assert (report.pages, report.errors) == (PAGES, {})
    assert ids(read_rows(tmp_path / "out")) == list(range(PAGES))
    assert bulk.run(pages, tmp_path / "out", **options).new_pages == 0  # the chain still holds


@pytest.mark.parametrize("processes", [0, 2])
def test_a_file_compressed_as_a_whole(processes: int, tmp_path: Path) -> None:
    pages = tmp_path / "pages.warc.gz"
    pages.write_bytes(gzip.compress(b"".join(REQUEST + record(n) for n in range(PAGES))))
    report = bulk.run(pages, tmp_path / "out", processes=processes, **OPTIONS)
    assert ids(read_rows(tmp_path / "out")) == list(range(PAGES))
    assert report.is_complete


def test_an_input_that_changed_in_the_middle_is_refused(tmp_path: Path) -> None:
    pages = write_warc(tmp_path / "pages.warc.gz")
    bulk.run(pages, tmp_path / "out", processes=0, **OPTIONS)
    max(
        (tmp_path / "out").glob("part-*"), key=lambda part: part.stat().st_mtime_ns
    ).unlink()  # the last slice of the chain
    pages.write_bytes(pages.read_bytes() + gzip.compress(record(PAGES)))
    report = bulk.run(pages, tmp_path / "out", processes=0, **OPTIONS)
    assert not report.is_complete
    assert "has changed since the run began" in report.failures[0]
