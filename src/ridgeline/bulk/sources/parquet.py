"""Parquet files: one page a row. Slices are runs of row groups, since a group can only be read from its beginning.

Only the columns of the page, its address and its id are read, a few rows at a time.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import accumulate
from typing import Any, BinaryIO

from ...errors import InputError, MissingExtraError
from .. import storage
from ..records import DAMAGED, Record
from ..slices import Reading, Slice, Walk, Walked, Watch
from .record_fields import Fields, choose_fields, missing_field, structured_record

READER = "parquet"
_BATCH_ROWS = 16


class ParquetReader:
    """Reads Parquet files. The offsets of slices are numbers of row groups, those of records numbers of rows."""

    def read(
        self, part: Slice, reading: Reading, first: int, watch: Watch | None, tally: Counter[str]
    ) -> Iterator[Record]:
        """Yield a record for each row of a slice."""
        with closing(storage.open_binary(part.source)) as stream:
            table = _Table(stream, part.source, reading)
            stop = len(table.starts) - 1 if part.stop is None else part.stop
            begin = table.starts[part.offset] + first
            for group in range(part.offset, stop):
                if table.starts[group + 1] > begin:
                    yield from table.records(group, begin)

    def walk(self, walk: Walk, reading: Reading) -> Walked:
        """Find all slices: runs of row groups with about `Reading.slice_pages` rows."""
        with closing(storage.open_binary(walk.source)) as stream:
            starts = _starts(_open(stream, walk.source))
        slices, begin = [], 0
        for group in range(1, len(starts)):
            is_last = group == len(starts) - 1
            if is_last or starts[group + 1] - starts[begin] > reading.slice_pages:
                slices.append(Slice(walk.source, READER, begin, group, starts[group] - starts[begin]))
                begin = group
        return Walked(tuple(slices), None)


class _Table:
    """An open file, and the columns of it that are read."""

    def __init__(self, stream: BinaryIO, source: str, reading: Reading) -> None:
        self._file = _open(stream, source)
        self._source = source
        self._reading = reading
        self._fields = _fields(self._file, source, reading)
        self.starts = _starts(self._file)

    def records(self, group: int, begin: int) -> Iterator[Record]:
        """Yield the rows of a group from one on. Those that cannot be read give records that say so."""
        from pyarrow import ArrowException

        row = self.starts[group]
        try:
            for values in self._rows(group):
                if row >= begin:
                    yield structured_record(self._source, row, values, self._fields, self._reading)
                row += 1
            reason = "there are fewer than the file says"
        except (ArrowException, OSError, UnicodeDecodeError) as error:
            reason = _line(error)
        for lost in range(max(row, begin), self.starts[group + 1]):
            detail = f"row {lost} of row group {group} cannot be read: {reason}"
            yield Record(self._source, lost, f"{self._source}@{lost}", error=f"{DAMAGED}: {detail}")

    def _rows(self, group: int) -> Iterator[dict[str, Any]]:
        columns = [name for name in (self._fields.html, self._fields.url, self._fields.id) if name is not None]
        for batch in self._file.iter_batches(_BATCH_ROWS, row_groups=[group], columns=columns, use_threads=False):
            yield from batch.to_pylist()


def check_columns(source: str, reading: Reading) -> None:
    """Raise InputError if a file is not Parquet, or has no column that holds pages."""
    with closing(storage.open_binary(source)) as stream:
        _Table(stream, source, reading)


def _open(stream: BinaryIO, source: str) -> Any:
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ModuleNotFoundError as error:
        raise MissingExtraError(f"{source}: Parquet files need pyarrow", "bulk") from error
    try:
        return ParquetFile(stream)
    except (ArrowException, OSError) as error:
        raise InputError(f"{source}: not a Parquet file that can be read: {_line(error)}") from error


def _fields(file: Any, source: str, reading: Reading) -> Fields:
    names = list(file.schema_arrow.names)
    fields = choose_fields(names, reading)
    if fields is None:
        raise InputError(f"{source}: {missing_field(names, reading)}")
    return fields


def _starts(file: Any) -> list[int]:
    """Return the number of the first row of each row group, and the number of rows."""
    sizes = (file.metadata.row_group(group).num_rows for group in range(file.num_row_groups))
    return list(accumulate(sizes, initial=0))


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
