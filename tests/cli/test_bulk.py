"""`ridgeline bulk`: exit codes, reports, progress."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ridgeline.bulk import Progress, Report
from ridgeline.cli import main, terminal
from ridgeline.cli.bulk import _show_progress
from tests.bulk.corpus import ids, read_rows, write_files, write_lines


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Six pages, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return write_lines(tmp_path / "pages.jsonl", 6)


def bulk(*arguments: str) -> int:
    """Run the command in this process."""
    return main(["bulk", *arguments, "-e", "everything", "--processes", "0"])


def test_a_run_and_its_report(pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bulk("pages.jsonl", "--output", "out") == 0
    assert ids(read_rows(tmp_path / "out")) == list(range(6))
    written = capsys.readouterr()
    assert written.out == ""
    assert "ridgeline: 6 pages: 6 rows, in 1 parts" in written.err
    assert "ridgeline: status: 6 ok" in written.err


def test_options_reach_the_rows(pages: Path, tmp_path: Path) -> None:
    options = [
        "--fields",
        "id,text",
        "--fields",
        "text_hash",
        "-f",
        "jsonl",
        "--status",
        "ok,error",
        "--language",
        "english,norwegian",
        "--http-status",
        "200,3xx",
    ]
    assert bulk("pages.jsonl", "--output", "out", *options) == 0
    (part,) = (tmp_path / "out").glob("part-*.jsonl")
    row = json.loads(part.read_text(encoding="utf-8").splitlines()[0])
    assert list(row) == ["id", "text", "text_hash"]
    settings = json.loads((tmp_path / "out" / "_ridgeline.json").read_text(encoding="utf-8"))
    assert settings["status"] == ["ok", "error"]
    assert settings["language"] == ["en", "no", "nb", "nn"]
    assert settings["http_status"] == ["200", "3xx"]


def test_status(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bulk("pages.jsonl", "--output", "out")
    capsys.readouterr()
    assert main(["bulk", "status", "out"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "6 pages: 6 rows, in 1 parts",
        "status: 6 ok",
        "the last run has ended",
    ]


def test_a_file_called_status_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "status").write_text("<p>The rivers of the valley find their way.", encoding="utf-8")
    assert bulk("./status", "--output", "out") == 0
    assert [row["text"] for row in read_rows(tmp_path / "out")] == ["The rivers of the valley find their way."]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["pages.jsonl"], 2, "--output: name the folder"),
        (["none.jsonl", "--output", "out"], 1, "none.jsonl"),
        (["pages.jsonl", "--output", "out", "--fields", "txt"], 2, "there is no field 'txt'"),
        (["pages.jsonl", "--output", "out", "--status", "fine"], 2, "no status is called 'fine'"),
        (["pages.jsonl", "--output", "out", "--language", "klingonese"], 2, "no language is called 'klingonese'"),
        (["pages.jsonl", "--output", "out", "--language", "q"], 2, "write a code, as en, or a name, as english"),
        (["pages.jsonl", "--output", "out", "--http-status", "2x"], 2, "an HTTP status is written as 200 or 2xx"),
        (["pages.jsonl", "--output", "out", "--page-seconds", "0"], 2, "positive"),
        (["pages.jsonl", "--output", "out", "--slice-pages", "0"], 2, "slice_pages is a positive number"),
        (["pages.jsonl", "--output", "out", "--timeout", "0"], 2, "timeout"),
        (["pages.jsonl", "--output", "out", "--address", "auto"], 2, "Ray"),
        (["pages.jsonl", "--output", "pages.jsonl"], 1, "a file, not a folder"),
        (["status"], 2, "takes one output folder"),
        (["status", "pages.jsonl"], 1, "no output of `ridgeline bulk`"),
    ],
)
def test_mistakes_are_one_line(
    arguments: list[str], code: int, message: str, pages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bulk(*arguments) == code
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("ridgeline: error: ")
    assert message in line


def test_other_settings_are_refused(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bulk("pages.jsonl", "--output", "out")
    capsys.readouterr()
    assert bulk("pages.jsonl", "--output", "out", "--fields", "id") == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "holds a run with other settings (fields was id,url" in line


def test_a_file_that_is_cut_off_gives_exit_code_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cut.warc").write_bytes(warc_record(b"<p>The first page.") + warc_record(b"<p>The second page.")[:-20])
    assert bulk("cut.warc", "--output", "out") == 1
    assert "pages are missing: " in capsys.readouterr().err
    assert len(read_rows(tmp_path / "out")) == 2  # the page that is cut off has a row, too
    assert bulk("cut.warc", "--output", "out") == 1  # it is still cut off


def warc_record(html: bytes) -> bytes:
    """A record of a WARC file."""
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
    head = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/\r\nContent-Length: %d\r\n\r\n"
    return head % len(block) + block + b"\r\n\r\n"


def test_an_interrupted_run_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_files(tmp_path / "pages", 4, 3)
    calls: list[Progress] = []

    def interrupt(update: Any, progress: Progress) -> None:
        calls.append(progress)
        if len(calls) == 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(sys.modules["ridgeline.cli.bulk"], "_show_progress", interrupt)  # `cli.bulk` is the command
        assert bulk(str(folder), "--output", str(tmp_path / "out")) == 130
    assert len(read_rows(tmp_path / "out")) == 6
    assert bulk(str(folder), "--output", str(tmp_path / "out")) == 0
    assert ids(read_rows(tmp_path / "out")) == list(range(12))


PROGRESS = Progress(pages=1_500, new_pages=500, errors=3, parts=2, waiting=4, seconds=10.0, pages_left=500)


def test_progress_says_speed_errors_and_time_left() -> None:
    seen: list[tuple[int, int | None, str]] = []
    _show_progress(lambda done, total, detail: seen.append((done, total, detail)), PROGRESS)
    assert seen == [(1_500, 2_000, "50 a second, 3 errors, 10 s left")]


def test_a_line_a_minute(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    monkeypatch.setattr(terminal, "_clock", lambda: now[0])
    with terminal.open_progress("pages") as update:
        for seconds in range(0, 140, 5):
            now[0] = float(seconds)
            _show_progress(update, PROGRESS)
    assert capsys.readouterr().err.splitlines() == [
        f"ridgeline: pages: 1,500 of about 2,000 (75%) after {after}, 50 a second, 3 errors, 10 s left"
        for after in ("10 s", "1 min", "2 min")
    ]


def test_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "120")
    with terminal.open_progress("pages") as update:
        _show_progress(update, PROGRESS)
    shown = capsys.readouterr().err
    assert "pages: 1,500" in shown
    assert "75%" in shown
    assert "50 a second, 3 errors, 10 s left" in shown


def test_a_report_lists_only_some_of_what_is_missing() -> None:
    report = Report(pages=1, rows=1, parts=1, troubles=tuple(f"file {n}: truncated" for n in range(30)))
    assert not report.is_complete
    assert report.lines()[-1] == "pages are missing: … and 10 more"
    assert len(report.lines()) == 22
