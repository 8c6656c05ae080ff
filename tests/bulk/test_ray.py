"""The engine ray, on a cluster of this machine: it begins what the local engine ends, and the other way round."""

import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ridgeline import bulk
from ridgeline.bulk.slices import Reading
from ridgeline.errors import OptionError
from ridgeline.extraction import Extraction
from ridgeline.extractors.everything import Everything
from ridgeline.page import Page

from .corpus import CRASH, RAISE, Poison, by_id, ids, read_rows, write_lines

ray = pytest.importorskip("ray")
# Ray leaves sockets and files to the garbage collector, and announces what it will do with accelerators.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore:.*accelerator.*:FutureWarning"),
]


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small files have several slices; the workers import the extractors of these tests."""
    monkeypatch.setattr("ridgeline.bulk.sources.inputs._PLAIN_PAGE_BYTES", 1)
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join((str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")))
    )
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # otherwise Ray leaves a key in the home folder


def test_runs_on_ray(tmp_path: Path) -> None:
    """All on one cluster, which takes a while to start; so this is one test."""
    options: dict[str, Any] = {"extractor": Poison(), "reading": Reading(slice_pages=5), "page_seconds": 20.0}
    first = write_lines(tmp_path / "first.jsonl", 5)
    second = write_lines(tmp_path / "second.jsonl", 20, {7: CRASH, 13: RAISE}, first=5)
    output = tmp_path / "out"
    bulk.run(first, output, engine="local", processes=1, **options)

    begun_here = bulk.run([first, second], output, engine="ray", processes=2, **options)

    assert not ray.is_initialized()  # what was started is stopped
    rows = by_id(read_rows(output))
    assert sorted(rows) == list(range(25))
    assert rows[7]["error"].startswith("crash: ")
    assert rows[7]["url"] == "https://example.org/7"
    assert begun_here.errors == {"crash": 1, "exception": 1}
    assert begun_here.new_pages == 20
    assert begun_here.is_complete
    min(output.glob("part-*")).unlink()

    ended_here = bulk.run([first, second], output, engine="local", processes=1, **options)

    assert (ended_here.pages, ended_here.new_pages, ended_here.errors) == (25, 5, begun_here.errors)


ONCE, ALWAYS = "kills-its-worker-once", "kills-every-worker"


@dataclass
class WorkerKiller:
    """Keeps everything; on a marked page kills the Ray worker that does it with `kill -9`, in the middle of a slice."""

    kills: str  # a folder with a file for each kill
    name: str = "worker-killer"

    def extract(self, page: Page) -> Extraction:
        """Return all leaves of a page, if its worker lives."""
        mark = next((mark for mark in (ONCE, ALWAYS) if mark in page.source), None)
        if mark == ALWAYS or (mark and not list(Path(self.kills).glob(f"{mark}.*"))):
            worker = ray_worker()
            Path(self.kills, f"{mark}.{worker}").touch()
            os.kill(worker, signal.SIGKILL)
            signal.pause()  # this process ends with its worker
        return Everything().extract(page)


def ray_worker() -> int:
    """Return the Ray worker that this process belongs to. Raises OSError if there is none."""
    pid = os.getpid()
    while not Path(f"/proc/{pid}/comm").read_text().startswith("ray::"):
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return pid


def test_killed_ray_workers_lose_no_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another worker does the slice again; one that no worker survives is named, and done by the next run."""
    monkeypatch.setattr("ridgeline.bulk.engines.ray._MAX_RETRIES", 2)
    kills = tmp_path / "kills"
    kills.mkdir()
    pages = write_lines(tmp_path / "pages.jsonl", 30, {12: ONCE, 23: ALWAYS})
    options: dict[str, Any] = {"extractor": WorkerKiller(str(kills)), "reading": Reading(slice_pages=5)}
    output = tmp_path / "out"

    report = bulk.run(pages, output, engine="ray", processes=2, **options)

    assert sorted(path.stem for path in kills.iterdir()) == [ALWAYS] * 3 + [ONCE]
    assert ids(read_rows(output)) == [*range(20), *range(25, 30)]
    (failure,) = report.failures
    assert failure.startswith(f"{pages} from ")
    assert "Ray gave up: WorkerCrashedError" in failure
    assert not report.is_complete
    before = {path: path.stat().st_ino for path in output.glob("part-*")}

    rest = bulk.run(pages, output, engine="local", processes=1, **options)

    assert rest.errors == {"exception": 1}  # there is no Ray worker to kill
    assert rest.is_complete
    assert ids(read_rows(output)) == list(range(30))
    assert before.items() <= {path: path.stat().st_ino for path in output.glob("part-*")}.items()
    assert not list(output.rglob(".ridgeline-*"))


def test_ray_needs_processes(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="other processes"):
        bulk.run(write_lines(tmp_path / "a.jsonl", 1), tmp_path / "out", engine="ray", processes=0)
