"""Runs over small corpora: every page has its row, however the run ends."""

import json
import time
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from ridgeline import bulk
from ridgeline.bulk.report import Report
from ridgeline.bulk.slices import Reading
from ridgeline.bulk.status import Progress, State
from ridgeline.errors import InputError, OptionError, OutputError, UnknownExtractorError

from .corpus import RAISE, Poison, by_id, ids, read_rows, write_lines
from .odd_warcs import http, members, record, response

SMALL_SLICES = Reading(slice_pages=4)


def run(inputs: Any, output: Path, **options: Any) -> bulk.Report:
    """A run in this process, with slices of four pages."""
    given: dict[str, Any] = {"processes": 0, "extractor": "everything", "reading": SMALL_SLICES}
    return bulk.run(inputs, output, **given | options)


@pytest.fixture(autouse=True)
def _walk_small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small files have several slices, too."""
    monkeypatch.setattr("ridgeline.bulk.sources.inputs._PLAIN_PAGE_BYTES", 1)


def test_every_page_has_a_row(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 10)
    report = run(pages, tmp_path / "out")
    rows = by_id(read_rows(tmp_path / "out"))
    assert sorted(rows) == list(range(10))
    assert rows[3]["title"] == "Page 3 "[:-1]
    assert rows[3]["url"] == "https://example.org/3"
    assert "rivers of the valley" in rows[3]["text"]
    assert rows[3]["status"] == "ok"
    assert rows[3]["error"] is None
    assert (report.pages, report.rows, report.filtered, report.new_pages) == (10, 10, 0, 10)
    assert report.is_complete


def test_processes_give_the_same_rows(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 10)
    run(pages, tmp_path / "here")
    report = run(pages, tmp_path / "there", processes=2)
    assert report.pages == 10
    here, there = by_id(read_rows(tmp_path / "here")), by_id(read_rows(tmp_path / "there"))
    assert here == there
    assert {path.name for path in (tmp_path / "here").glob("part-*")} == {
        path.name for path in (tmp_path / "there").glob("part-*")
    }


def test_a_run_that_is_done_does_nothing(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 10)
    run(pages, tmp_path / "out")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("part-*")}
    report = run(pages, tmp_path / "out")
    assert (report.pages, report.new_pages) == (10, 0)
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("part-*")} == before


def test_a_part_that_is_missing_is_made_again(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 10)
    run(pages, tmp_path / "out")
    min((tmp_path / "out").glob("part-*")).unlink()
    report = run(pages, tmp_path / "out")
    assert 0 < report.new_pages <= 4
    assert ids(read_rows(tmp_path / "out")) == list(range(10))


def test_a_clock_that_is_set_back_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 10)
    run(pages, tmp_path / "steady")
    moments = count(2_000_000_000, -3600)
    monkeypatch.setattr(time, "time", lambda: float(next(moments)))
    run(pages, tmp_path / "out")
    min((tmp_path / "out").glob("part-*")).unlink()
    assert 0 < run(pages, tmp_path / "out").new_pages <= 4
    assert by_id(read_rows(tmp_path / "out")) == by_id(read_rows(tmp_path / "steady"))
    assert "the last run has ended" in str(bulk.read_status(str(tmp_path / "out")))


@pytest.mark.parametrize(("seconds", "is_running"), [(-10, True), (-10_000, False), (10_000, False)])
def test_a_report_from_the_future_is_as_stale_as_one_from_the_past(seconds: float, is_running: bool) -> None:
    progress = Progress(0, 0, 0, 0, 0, 1.0, None, time.time() + seconds)
    assert State(Report(), progress).is_running is is_running


def test_inputs_can_be_added(tmp_path: Path) -> None:
    first = write_lines(tmp_path / "first.jsonl", 5)
    second = write_lines(tmp_path / "second.jsonl", 5, first=5)
    run(first, tmp_path / "out")
    report = run([second, first], tmp_path / "out")
    assert (report.pages, report.new_pages) == (10, 5)
    assert ids(read_rows(tmp_path / "out")) == list(range(10))


def test_another_name_of_an_input_is_the_same_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 5)
    run(pages, tmp_path / "out")
    monkeypatch.chdir(tmp_path)
    assert run("./pages.jsonl", tmp_path / "out").new_pages == 0


def test_files_added_to_a_folder_are_done_alone(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    for name in "bdfhj":
        (folder / f"{name}.html").write_text(f"<p>the page {name} tells of rivers</p>", encoding="utf-8")
    run(folder, tmp_path / "out", reading=Reading(slice_pages=2))
    for name in "ace":  # they come before the others, and would shift all slices
        (folder / f"{name}.html").write_text(f"<p>the page {name} tells of rivers</p>", encoding="utf-8")
    report = run(folder, tmp_path / "out", reading=Reading(slice_pages=2))
    assert (report.pages, report.new_pages) == (8, 3)
    assert sorted(Path(row["id"]).stem for row in read_rows(tmp_path / "out")) == list("abcdefhj")


def test_an_input_that_changed_is_refused(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 10)
    run(pages, tmp_path / "out")
    min((tmp_path / "out").glob("part-*")).unlink()
    pages.write_bytes(pages.read_bytes() + b'{"html": "<p>one more"}\n')
    report = run(pages, tmp_path / "out")
    assert not report.is_complete
    assert "has changed since the run began" in report.failures[0]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"fields": ["id", "text"]}, "fields was id,url,source,offset"),
        ({"extractor": "summit"}, "extractor was everything, now summit"),
        ({"extractor": ["everything", "summit"]}, "extractor was everything, now everything,summit"),
        ({"output_format": "jsonl"}, "output_format was parquet, now jsonl"),
        ({"language": "en"}, "language was none, now en"),
        ({"reading": Reading(slice_pages=5)}, "slice_pages was 4, now 5"),
    ],
)
def test_other_settings_are_refused(changed: dict[str, Any], message: str, tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 3)
    run(pages, tmp_path / "out")
    with pytest.raises(OutputError, match=message):
        run(pages, tmp_path / "out", **changed)
    assert ids(read_rows(tmp_path / "out")) == [0, 1, 2]


def test_changed_rules_are_refused(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 3)
    rules = tmp_path / "rules.toml"
    rules.write_text('["example.org"]\nselect = ["h1"]\n', encoding="utf-8")
    run(pages, tmp_path / "out", rules=rules)
    assert {row["text"].strip() for row in read_rows(tmp_path / "out")} == {"Page 0", "Page 1", "Page 2"}
    rules.write_text('["example.org"]\nselect = ["p"]\n', encoding="utf-8")
    with pytest.raises(OutputError, match="rules was"):
        run(pages, tmp_path / "out", rules=rules)


def test_another_version_is_refused(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 3)
    run(pages, tmp_path / "out")
    file = tmp_path / "out" / "_ridgeline.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"ridgeline": "0.0.1"}), encoding="utf-8")
    with pytest.raises(OutputError, match=r"ridgeline was 0\.0\.1"):
        run(pages, tmp_path / "out")


def test_a_folder_with_parts_of_others_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "part-0.parquet").write_bytes(b"theirs")
    with pytest.raises(OutputError, match="not the settings of their run"):
        run(write_lines(tmp_path / "pages.jsonl", 3), tmp_path / "out")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"extractor": "sumit"}, UnknownExtractorError),
        ({"extractor": []}, OptionError),
        ({"extractor": ["everything", "everything"]}, OptionError),
        ({"fields": ["txt"]}, OptionError),
        ({"fields": []}, OptionError),
        ({"status": "fine"}, OptionError),
        ({"min_confidence": 2}, OptionError),
        ({"output_format": "csv"}, OptionError),
        ({"processes": -1}, OptionError),
        ({"engine": "dask"}, OptionError),
        ({"address": "auto"}, OptionError),
        ({"reading": Reading(slice_pages=0)}, OptionError),
        ({"render": "sometimes"}, OptionError),
    ],
)
def test_wrong_options_are_told_before_the_run(options: dict[str, Any], error: type[Exception], tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 3)
    with pytest.raises(error):
        run(pages, tmp_path / "out", **options)
    assert not (tmp_path / "out").exists()


def test_a_missing_input_is_told_before_the_run(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        run(tmp_path / "none.jsonl", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_output_in_a_file_is_refused(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 3)
    with pytest.raises(OutputError, match="a file, not a folder"):
        run(pages, pages)


def test_leftovers_of_killed_writers_are_removed(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 3)
    run(pages, tmp_path / "out")
    leftovers = [tmp_path / "out" / ".ridgeline-1.part", tmp_path / "out" / "_summaries" / ".ridgeline-2.part"]
    for leftover in leftovers:
        leftover.write_bytes(b"half")
    run(pages, tmp_path / "out")
    assert not any(leftover.exists() for leftover in leftovers)


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 3)
    seen: list[str] = []

    def again(progress: bulk.Progress) -> None:
        if not seen:
            with pytest.raises(OutputError, match="another run is writing"):
                run(pages, tmp_path / "out")
            seen.append("refused")

    run(pages, tmp_path / "out", on_progress=again)
    assert seen == ["refused"]


def test_several_extractors_share_a_row(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 3)
    run(pages, tmp_path / "out", extractor=["everything", "ice-heuristic"], fields=["id", "text", "status", "title"])
    rows = by_id(read_rows(tmp_path / "out"))
    assert list(rows[0]) == [
        "id",
        "status_everything",
        "status_ice_heuristic",
        "title",
        "text_everything",
        "text_ice_heuristic",
    ]
    assert "Paragraph 2 of page 1" in rows[1]["text_everything"]
    assert "Paragraph 2 of page 1" in rows[1]["text_ice_heuristic"]


def test_one_of_several_extractors_may_fail(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 3, {1: RAISE})
    report = run(pages, tmp_path / "out", extractor=["everything", Poison()])
    row = by_id(read_rows(tmp_path / "out"))[1]
    assert row["status_everything"] == "ok"
    assert row["status_poison"] == "error"
    assert row["error"] == "exception: poison: ValueError: on purpose"
    assert "Paragraph 2" in row["text_everything"]
    assert row["text_poison"] is None
    assert report.errors == {"exception": 1}


@pytest.mark.parametrize(
    ("filters", "kept"),
    [
        ({"language": "en"}, [0, 1, 3]),  # the page that failed has no language: it stays
        ({"language": ["de"]}, [1, 2]),
        ({"language": "German"}, [1, 2]),
        ({"language": ["en-GB", "german"]}, [0, 1, 2, 3]),
        ({"http_status": "200"}, [0, 1, 2, 3]),  # lines have none
        ({"status": "ok"}, [0, 2, 3]),
        ({"status": "error"}, [1]),
        ({"min_confidence": 0.5}, [1]),  # `poison` predicts none
    ],
)
def test_filtered_rows_are_counted(filters: dict[str, Any], kept: list[int], tmp_path: Path) -> None:
    lines = [
        "<html lang=en><p>The rivers find their way",
        f"<html lang=en><p>{RAISE}",
        "<html lang=de><p>Die Flüsse finden ihren Weg",
        "<html lang=en><p>The hills stay",
    ]
    pages = tmp_path / "pages.jsonl"
    pages.write_text(
        "".join(json.dumps({"id": n, "html": html}) + "\n" for n, html in enumerate(lines)), encoding="utf-8"
    )
    report = run(pages, tmp_path / "out", extractor=Poison(), **filters)
    assert ids(read_rows(tmp_path / "out")) == kept
    assert (report.pages, report.rows, report.filtered) == (4, len(kept), 4 - len(kept))


@pytest.mark.parametrize(
    ("asked", "kept"),
    [("200", [200]), (["200", "404"], [200, 404]), ("4xx", [404]), ("5xx", []), (["2xx", "4xx"], [200, 404])],
)
def test_pages_with_another_http_status_are_filtered(asked: Any, kept: list[int], tmp_path: Path) -> None:
    gone = http(b"<p>There is no such page.", start=b"HTTP/1.1 404 Not Found\r\n")
    (tmp_path / "crawl.warc.gz").write_bytes(members(record("response", gone), response(1)))
    report = run(tmp_path / "crawl.warc.gz", tmp_path / "out", http_status=asked)
    rows = read_rows(tmp_path / "out")
    assert sorted(row["http_status"] for row in rows) == kept
    assert all(row["status"] == {200: "ok", 404: "error"}[row["http_status"]] for row in rows)
    assert all(row["error"] is None and row["word_count"] == len(row["text"].split()) for row in rows)
    assert (report.pages, report.filtered) == (2, 2 - len(kept))


def test_only_fields_that_are_asked_for(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 2)
    run(pages, tmp_path / "out", fields=["text_hash", "metadata", "seconds", "markdown", "html"])
    row, other = read_rows(tmp_path / "out")
    assert list(row) == ["markdown", "html", "metadata", "seconds", "text_hash"]
    assert json.loads(row["metadata"])["title"] == "Page 0"
    assert row["seconds"] > 0
    assert len(row["text_hash"]) == 32
    assert row["text_hash"] != other["text_hash"]
    assert "<p>" in row["html"]


@pytest.mark.parametrize("output_format", ["jsonl", "jsonl.zst"])
def test_json_lines(output_format: Any, tmp_path: Path) -> None:
    import pyarrow

    pages = write_lines(tmp_path / "pages.jsonl", 6)
    run(pages, tmp_path / "out", output_format=output_format)
    lines = []
    for part in (tmp_path / "out").glob(f"part-*.{output_format}"):
        with pyarrow.input_stream(str(part), compression="zstd" if output_format.endswith("zst") else None) as stream:
            lines += stream.read().decode().splitlines()
    assert ids([json.loads(line) for line in lines]) == list(range(6))
    assert json.loads(lines[0])["authors"] == []


def test_text_that_is_no_unicode_is_written(tmp_path: Path) -> None:
    pages = tmp_path / "pages.jsonl"
    pages.write_text('{"id": "0\\ud800", "html": "<p>half a pair \\ud800 of surrogates"}\n', encoding="utf-8")
    report = run(pages, tmp_path / "out")
    (row,) = read_rows(tmp_path / "out")
    assert report.rows == 1
    assert row["text"].startswith("half a pair")
    assert row["id"] == "0?"
