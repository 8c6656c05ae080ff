"""Every row of a Parquet file gives one record."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from ridgeline.bulk.slices import Reading, Slice
from ridgeline.bulk.sources import open_inputs
from ridgeline.errors import InputError

from .reading import find_slices, read_slices, read_whole


def _write(path: Path, columns: dict[str, Any], rows_per_group: int = 4, **options: Any) -> Path:
    parquet.write_table(pa.table(columns), path, row_group_size=rows_per_group, **options)
    return path


def _pages(count: int) -> list[str]:
    return [f"<p>Page {number}" for number in range(count)]


def test_rows_are_read_by_row_groups(tmp_path: Path) -> None:
    urls = [f"http://example.org/{number}" for number in range(10)]
    path = _write(tmp_path / "pages.parquet", {"html": _pages(10), "url": urls, "id": range(10), "other": ["x"] * 10})
    found = read_whole(path, "parquet", Reading())
    assert [each.data for each in found] == _pages(10)
    assert [each.url for each in found] == urls
    assert [(each.offset, each.id) for each in found] == [(number, str(number)) for number in range(10)]
    assert [part.count for part in find_slices(path, "parquet", Reading(slice_pages=4))] == [4, 4, 2]
    assert [part.count for part in find_slices(path, "parquet", Reading(slice_pages=8))] == [8, 2]
    assert [part.count for part in find_slices(path, "parquet", Reading(slice_pages=1))] == [4, 4, 2]
    assert read_slices(path, "parquet", Reading(slice_pages=4)) == found
    for first in range(11):
        assert list(Slice(str(path), "parquet").records(Reading(), first)) == found[first:]


@pytest.mark.parametrize(
    "kind",
    [pa.string(), pa.large_string(), pa.binary(), pa.large_binary(), pa.dictionary(pa.int32(), pa.string())],
    ids=str,
)
def test_every_type_of_text_is_read(kind: Any, tmp_path: Path) -> None:
    values = ["<p>One", None, "<p>One", "x" * 200]
    is_binary = pa.types.is_binary(kind) or pa.types.is_large_binary(kind)
    column = pa.array([value.encode() if is_binary and value else value for value in values]).cast(kind)
    path = _write(tmp_path / "pages.parquet", {"content": column})
    found = read_whole(path, "parquet", Reading(max_bytes=100))
    one = b"<p>One" if is_binary else "<p>One"
    assert [each.data for each in found] == [one, b"", one, b""]
    assert [each.error_kind for each in found] == [None, "broken", None, "too-large"]


def test_fields_in_structures_can_be_named(tmp_path: Path) -> None:
    rows = [{"body": "<p>One", "url": "http://example.org/"}, None]
    path = _write(tmp_path / "pages.parquet", {"response": rows, "html": ["wrong", "wrong"]})
    found = read_whole(path, "parquet", Reading(html_field="response.body", url_field="response.url"))
    assert [(each.data, each.url, each.error_kind) for each in found] == [
        ("<p>One", "http://example.org/", None),
        (b"", None, "broken"),
    ]


def test_a_damaged_row_group_costs_only_its_rows(tmp_path: Path) -> None:
    path = _write(tmp_path / "pages.parquet", {"html": _pages(12)}, compression="none", use_dictionary=False)
    data = bytearray(path.read_bytes())
    start = parquet.ParquetFile(path).metadata.row_group(1).column(0).data_page_offset
    data[start : start + 12] = b"\xff" * 12
    path.write_bytes(bytes(data))
    found = read_whole(path, "parquet", Reading())
    assert [each.error_kind for each in found] == [None] * 4 + ["damaged"] * 4 + [None] * 4
    assert [each.offset for each in found] == list(range(12))


def test_a_file_without_pages_is_refused_before_the_run(tmp_path: Path) -> None:
    path = _write(tmp_path / "pages.parquet", {"text": ["x"], "label": [1]})
    with pytest.raises(InputError, match=r"no field is called any of html.*there are: text, label\. Name the one"):
        open_inputs([str(path)])
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(InputError, match="not a Parquet file that can be read"):
        open_inputs([str(path)])
    empty = _write(tmp_path / "empty.parquet", {"html": pa.array([], pa.string())})
    assert read_whole(empty, "parquet", Reading()) == []
    assert read_slices(empty, "parquet", Reading()) == []
