"""A run whose inputs and output are on another file system."""

from collections.abc import Iterator
from pathlib import Path

import fsspec
import pyarrow.parquet as parquet
import pytest

from ridgeline import bulk
from ridgeline.bulk import storage
from ridgeline.bulk.slices import Reading
from ridgeline.errors import OptionError

from .corpus import ids, write_lines

PLACE = "memory://bulk-tests"


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """JSON lines in memory, in several slices."""
    monkeypatch.setattr("ridgeline.bulk.sources.inputs._PLAIN_PAGE_BYTES", 1)
    local = write_lines(tmp_path / "pages.jsonl", 10)
    storage.write(f"{PLACE}/in/pages.jsonl", local.read_bytes())
    yield f"{PLACE}/in/pages.jsonl"
    fsspec.filesystem("memory").rm("/bulk-tests", recursive=True)


def test_a_remote_run_is_resumed(pages: str) -> None:
    output = f"{PLACE}/out"
    report = bulk.run(pages, output, extractor="everything", processes=0, reading=Reading(slice_pages=4))
    assert report.pages == 10
    parts = [name for name in storage.names(output) if name.startswith("part-")]
    storage.remove(f"{output}/{parts[0]}")
    again = bulk.run(pages, output, extractor="everything", processes=0, reading=Reading(slice_pages=4))
    assert again.pages == 10
    assert 0 < again.new_pages < 10
    rows = [row for part in parts for row in read(f"{output}/{part}")]
    assert ids(rows) == list(range(10))
    assert bulk.read_status(output).report.pages == 10


def read(path: str) -> list[dict[str, str]]:
    """The rows of a part."""
    with storage.open_binary(path) as stream:
        rows: list[dict[str, str]] = parquet.read_table(stream).to_pylist()
    return rows


def test_memory_belongs_to_one_process(pages: str) -> None:
    with pytest.raises(OptionError, match="processes=0"):
        bulk.run(pages, f"{PLACE}/out", extractor="everything", processes=2)
