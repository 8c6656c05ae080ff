"""Pages that kill their process, and runs that are killed: every page has exactly one row afterwards."""

import errno
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ridgeline import bulk
from ridgeline.bulk.slices import Reading
from ridgeline.errors import OutputError

from ..processes.actions import wait_until
from .corpus import CRASH, EAT, EXIT, HANG, RAISE, Poison, by_id, ids, read_rows, write_files, write_lines

READING = Reading(slice_pages=5)
CAPS: dict[str, Any] = {"page_seconds": 4.0, "page_memory": 300_000_000}  # to eat takes a second on a busy machine


@pytest.fixture(autouse=True)
def _walk_small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small files have several slices, too."""
    monkeypatch.setattr("ridgeline.bulk.sources.inputs._PLAIN_PAGE_BYTES", 1)


def test_poisoned_pages_cost_only_themselves(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 15, {1: HANG, 3: EAT, 6: CRASH, 8: RAISE, 12: EXIT})
    report = bulk.run(pages, tmp_path / "out", extractor=Poison(), processes=2, reading=READING, **CAPS)
    rows = by_id(read_rows(tmp_path / "out"))
    assert sorted(rows) == list(range(15))
    errors = {number: row["error"].partition(":")[0] for number, row in rows.items() if row["error"]}
    assert errors == {1: "seconds", 3: "memory", 6: "crash", 8: "exception", 12: "crash"}
    assert rows[1]["url"] == "https://example.org/1"
    assert all("rivers of the valley" in row["text"] for number, row in rows.items() if number not in errors)
    assert report.errors == {"seconds": 1, "memory": 1, "crash": 2, "exception": 1}
    assert report.statuses == {"ok": 10, "error": 5}
    assert report.is_complete  # every page has its row


@pytest.mark.parametrize("output_format", ["parquet", "jsonl", "jsonl.zst"])
def test_failed_pages_can_be_done_again(output_format: Any, tmp_path: Path) -> None:
    antidote = tmp_path / "antidote"
    pages = write_lines(tmp_path / "pages.jsonl", 12, {1: RAISE, 6: RAISE, 7: RAISE})
    options: dict[str, Any] = {
        "extractor": Poison(antidote=str(antidote)),
        "processes": 0,
        "reading": READING,
        "output_format": output_format,
        "status": ["ok", "error", "nothing"],
    }
    before = bulk.run(pages, tmp_path / "out", **options)
    assert before.errors == {"exception": 3}
    untouched = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("part-*")}
    antidote.touch()
    after = bulk.run(pages, tmp_path / "out", retry_errors=True, **options)
    assert (after.pages, after.rows, after.errors, after.statuses) == (12, 12, {}, {"ok": 12})
    assert sum(path.stat().st_mtime_ns == time_ns for path, time_ns in untouched.items()) == 1  # nobody failed there
    if output_format == "parquet":
        rows = by_id(read_rows(tmp_path / "out"))
        assert sorted(rows) == list(range(12))
        assert all(row["error"] is None and "rivers of the valley" in row["text"] for row in rows.values())
    assert bulk.run(pages, tmp_path / "out", retry_errors=True, **options).new_pages == 0


def test_a_page_done_again_may_be_filtered(tmp_path: Path) -> None:
    antidote = tmp_path / "antidote"
    pages = write_lines(tmp_path / "pages.jsonl", 5, {1: RAISE, 3: RAISE})
    options: dict[str, Any] = {"extractor": Poison(antidote=str(antidote)), "processes": 0, "status": "error"}
    assert bulk.run(pages, tmp_path / "out", **options).filtered == 3
    assert ids(read_rows(tmp_path / "out")) == [1, 3]
    antidote.touch()
    report = bulk.run(pages, tmp_path / "out", retry_errors=True, **options)
    assert (report.pages, report.rows, report.filtered) == (5, 0, 5)
    assert read_rows(tmp_path / "out") == []


def test_a_retry_that_is_killed_before_its_end_is_settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    antidote = tmp_path / "antidote"
    pages = write_lines(tmp_path / "pages.jsonl", 5, {1: RAISE})
    options: dict[str, Any] = {"extractor": Poison(antidote=str(antidote)), "processes": 0}
    bulk.run(pages, tmp_path / "out", **options)
    antidote.touch()
    with monkeypatch.context() as patch:
        patch.setattr("ridgeline.bulk.retries.settle", lambda *_: None)  # killed after the part was replaced
        bulk.run(pages, tmp_path / "out", retry_errors=True, **options)
    assert bulk.read_status(str(tmp_path / "out")).report.errors == {"exception": 1}
    report = bulk.run(pages, tmp_path / "out", **options)
    assert report.errors == {}
    assert not list((tmp_path / "out" / "_summaries").glob("*.retry.json"))


SCRIPT = """
import sys
from ridgeline import bulk
from ridgeline.bulk.slices import Reading
from ridgeline.bulk.sources import inputs
inputs._PLAIN_PAGE_BYTES = 1  # small files have several slices, too
report = bulk.run(sys.argv[1], sys.argv[2], extractor="everything", processes=2, reading=Reading(slice_pages=20))
print(report.pages)
"""


def start(pages: Path, output: Path) -> "subprocess.Popen[bytes]":
    """A run in a process of its own."""
    return subprocess.Popen([sys.executable, "-c", SCRIPT, str(pages), str(output)], stdout=subprocess.PIPE)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_run_that_was_killed_is_resumed(seed: int, tmp_path: Path) -> None:
    generator = random.Random(seed)
    pages = write_lines(tmp_path / "pages.jsonl", 400)
    output = tmp_path / "out"
    wanted_parts = generator.randrange(1, 12)
    with start(pages, output) as process:
        deadline = time.monotonic() + 60
        while len(list(output.glob("part-*"))) < wanted_parts and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.001)
        process.kill()
    done = ids(read_rows(output))
    assert len(done) >= 20
    assert len(set(done)) == len(done)
    with start(pages, output) as process:
        written, _ = process.communicate(timeout=60)
        assert process.returncode == 0
    assert written.decode().split() == ["400"]
    assert ids(read_rows(output)) == list(range(400))
    assert not list(output.rglob(".ridgeline-*"))


STUCK = """
import sys, time
from ridgeline import bulk
calls = []
def wait(progress):  # from the second report on
    calls.append(progress)
    time.sleep(600 if len(calls) > 1 else 0)
bulk.run(sys.argv[1], sys.argv[2], extractor="everything", processes=2, on_progress=wait)
"""


def test_the_state_of_a_run_that_was_killed_is_known_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the process that is killed walks files as usual, and the next run is to find its parts
    pages = write_files(tmp_path / "pages", 200, 10)  # enough for a report before the end
    output = tmp_path / "out"
    with subprocess.Popen([sys.executable, "-c", STUCK, str(pages), str(output)]) as process:
        wait_until((output / "_progress.json").exists)
        assert "running: " in str(bulk.read_status(str(output)))
        with pytest.raises(OutputError, match="another run is writing into it"):
            bulk.run(pages, output, extractor="everything", processes=0)
        process.kill()
    wait_until(lambda: not bulk.read_status(str(output)).is_running)  # its children end, too
    assert "the last run broke off" in str(bulk.read_status(str(output)))
    assert bulk.run(pages, output, extractor="everything", processes=0).pages == 2000
    assert "the last run has ended" in str(bulk.read_status(str(output)))


def test_an_interrupt_ends_a_run_and_leaves_whole_parts(tmp_path: Path) -> None:
    pages = write_files(tmp_path / "pages", 30, 10)
    output = tmp_path / "out"
    command = [sys.executable, "-m", "ridgeline", "bulk", str(pages), "--output", str(output), "-e", "everything"]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        deadline = time.monotonic() + 60
        while not list(output.glob("part-*")):
            assert time.monotonic() < deadline
            time.sleep(0.001)
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=30)
    done = ids(read_rows(output))
    assert process.returncode == 130 or len(done) == 300
    assert b"Traceback" not in complaints
    assert len(set(done)) == len(done)
    assert not list(output.rglob(".ridgeline-*"))


def test_a_full_disk_is_one_clear_error(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 300)
    command = [sys.executable, "-m", "ridgeline", "bulk", str(pages), "-o", str(tmp_path / "out"), "-e", "everything"]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))  # of any file: as if the disk were full

    options = ["--slice-pages", "100", "--fields", "id,text,html,markdown", "-f", "jsonl"]
    ran = subprocess.run([*command, *options], preexec_fn=limit, capture_output=True, timeout=60, check=False)
    assert ran.returncode == 1
    (line,) = ran.stderr.decode().splitlines()
    assert line.startswith("ridgeline: error: ")
    assert os.strerror(errno.EFBIG) in line
    assert not list((tmp_path / "out").glob("part-*"))
    ran = subprocess.run([*command, *options], capture_output=True, timeout=60, check=False)
    assert ran.returncode == 0


def test_output_that_cannot_be_written_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 12)

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("ridgeline.bulk.tasks.write_rows", full)
    with pytest.raises(OutputError, match="No space left on device"):
        bulk.run(pages, tmp_path / "out", extractor="everything", processes=0, reading=READING)
    assert not list((tmp_path / "out").rglob(".ridgeline-*"))
