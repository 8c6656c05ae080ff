"""The engine ray, on a cluster of this machine: it begins what the local engine ends, and the other way round."""

from pathlib import Path
from typing import Any

import pytest

from ridgeline import bulk
from ridgeline.bulk.slices import Reading
from ridgeline.errors import OptionError

from .corpus import CRASH, RAISE, Poison, by_id, read_rows, write_lines

ray = pytest.importorskip("ray")
# Ray leaves sockets and files to the garbage collector, and announces what it will do with accelerators.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore:.*accelerator.*:FutureWarning"),
]


def test_runs_on_ray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All on one cluster, which takes a while to start; so this is one test."""
    monkeypatch.setattr("ridgeline.bulk.sources.inputs._PLAIN_PAGE_BYTES", 1)  # small files have several slices, too
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))  # the workers import `Poison`
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # otherwise Ray leaves a key in the home folder
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


def test_ray_needs_processes(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="other processes"):
        bulk.run(write_lines(tmp_path / "a.jsonl", 1), tmp_path / "out", engine="ray", processes=0)
