"""Rows in files: Parquet with typed columns, or JSON lines."""

import io
import json
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import Any, BinaryIO, Protocol

from ..errors import MissingExtraError
from ..row_fields import Type
from .rows import Row
from .settings import Settings

_BATCH_ROWS = 1_000
_BATCH_CHARACTERS = 16_000_000  # rows of a batch are in memory at once
_ZSTD_LEVEL = 1  # level 3 takes twice the time, 1.5 % of a run, for parts that are 11 % smaller


def write_rows(stream: BinaryIO, rows: Iterable[Row], settings: Settings) -> None:
    """Write rows in the format of the output, as they come."""
    _WRITERS[settings.output_format](stream, rows, settings.columns)


def read_rows(stream: BinaryIO, settings: Settings) -> Iterator[Row]:
    """Yield the rows that `write_rows` wrote."""
    if settings.output_format == "parquet":
        _, parquet = import_arrow()
        for batch in parquet.ParquetFile(stream).iter_batches(_BATCH_ROWS):
            yield from batch.to_pylist()
        return
    if settings.output_format == "jsonl.zst":
        stream = io.BufferedReader(import_zstandard().ZstdDecompressor().stream_reader(stream, closefd=False))
    for line in stream:
        yield json.loads(line)


class _Write(Protocol):
    def __call__(self, stream: BinaryIO, rows: Iterable[Row], columns: dict[str, Type]) -> None: ...


def _write_parquet(stream: BinaryIO, rows: Iterable[Row], columns: dict[str, Type]) -> None:
    arrow, parquet = import_arrow()
    schema = arrow.schema([(name, _arrow_types(arrow)[kind]) for name, kind in columns.items()])
    with parquet.ParquetWriter(stream, schema, compression="zstd", compression_level=_ZSTD_LEVEL) as writer:
        for batch in _batches(rows):
            table = {name: [row.get(name) for row in batch] for name in columns}
            try:
                writer.write_table(arrow.table(table, schema))
            except UnicodeEncodeError:  # halves of surrogate pairs, which JSON can hold and UTF-8 cannot
                cleaned = {name: [_encodable(value) for value in values] for name, values in table.items()}
                writer.write_table(arrow.table(cleaned, schema))


def _write_lines(stream: BinaryIO, rows: Iterable[Row], columns: dict[str, Type]) -> None:
    for row in rows:
        line = json.dumps({name: row.get(name) for name in columns}, ensure_ascii=False)
        stream.write(line.encode("utf-8", "replace") + b"\n")


def _write_compressed_lines(stream: BinaryIO, rows: Iterable[Row], columns: dict[str, Type]) -> None:
    with import_zstandard().ZstdCompressor(_ZSTD_LEVEL).stream_writer(stream, closefd=False) as compressed:
        _write_lines(compressed, rows, columns)


_WRITERS: dict[str, _Write] = {
    "parquet": _write_parquet,
    "jsonl": _write_lines,
    "jsonl.zst": _write_compressed_lines,
}


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    batch: list[Row] = []
    characters = 0
    for row in rows:
        batch.append(row)
        characters += sum(len(value) for value in row.values() if isinstance(value, str))
        if len(batch) >= _BATCH_ROWS or characters >= _BATCH_CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def _encodable(value: Any) -> Any:
    if isinstance(value, list):
        return [_encodable(item) for item in value]
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def import_arrow() -> tuple[Any, Any]:
    import pyarrow
    import pyarrow.parquet

    return pyarrow, pyarrow.parquet


def import_zstandard() -> Any:
    import zstandard

    return zstandard


def check_installed(output_format: str) -> None:
    """Raise MissingExtraError where a package is missing that writes a format."""
    package = {"parquet": "pyarrow", "jsonl.zst": "zstandard"}.get(output_format)
    if package is not None and find_spec(package) is None:  # an import takes a while, and happens elsewhere
        raise MissingExtraError(f"{output_format} needs {package}", "bulk")


def _arrow_types(arrow: Any) -> dict[Type, Any]:
    return {
        "string": arrow.string(),
        "integer": arrow.int64(),
        "number": arrow.float32(),
        "strings": arrow.list_(arrow.string()),
    }
