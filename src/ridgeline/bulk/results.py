"""The rows of a run, read again: some of their columns, one part after the other, and the page behind a row.

A row is named by its part and its place in it, which do not change while the run goes on. Of a Parquet part only the
columns that are asked for are read, in batches, so a run of any size takes little memory.
"""

import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from ..errors import InputError, OptionError
from ..page.cache import cached_property
from ..row_fields import FIELDS
from . import storage
from .parts import part_keys, read_summary
from .records import Record
from .row_files import import_arrow, import_zstandard
from .rows import Row
from .settings import column_name, read_settings
from .slices import Reading, Slice

_BATCH_ROWS = 4_096


class RowName(NamedTuple):
    """The name of a row: its part, and its place in it."""

    part: str
    place: int

    def __str__(self) -> str:
        return f"{self.part}-{self.place}"

    @classmethod
    def read(cls, name: str) -> "RowName":
        """Return the name that a text stands for. Raises OptionError."""
        part, _, place = name.rpartition("-")
        if not part.isalnum() or not place.isdecimal() or len(place) > 12:
            raise OptionError(f"{name!r:.60} names no row of a run")
        return cls(part, int(place))


@dataclass(frozen=True)
class Results:
    """The output folder of a run. Raises InputError where it is none."""

    output: str

    @cached_property
    def settings(self) -> dict[str, Any]:
        """The settings of the run, as its folder has them."""
        return read_settings(self.output)

    @cached_property
    def extractors(self) -> tuple[str, ...]:
        """The names of its extractors."""
        return tuple(str(name).split(" ")[0] for name in self.settings.get("extractor", ()))

    @property
    def fields(self) -> frozenset[str]:
        """The fields that its rows have."""
        return frozenset(self.settings.get("fields", ())) & frozenset(FIELDS)

    @property
    def reading(self) -> Reading:
        """How its inputs were read."""
        known = {field.name for field in fields(Reading)}
        return Reading(**{name: value for name, value in self.settings.items() if name in known})

    def parts(self) -> list[str]:
        """Return the names of its parts, in a fixed order."""
        return sorted(part_keys(self.output))

    def rows(self, wanted: Sequence[str], parts: Sequence[str] | None = None) -> Iterator[tuple[RowName, Row]]:
        """Yield rows with these fields, as far as they have them; of several extractors those of the first."""
        columns = {self._column(name): name for name in wanted if name in self.fields}
        for part in self.parts() if parts is None else parts:
            with storage.open_binary(self._path(part)) as stream:
                try:
                    for place, row in enumerate(self._read(stream, list(columns))):
                        yield RowName(part, place), {name: row.get(column) for column, name in columns.items()}
                except (ValueError, OSError) as error:
                    raise InputError(f"{self._path(part)}: cannot be read: {error}") from error

    def row(self, name: RowName, wanted: Sequence[str]) -> Row:
        """Return one row. Raises InputError where there is none."""
        if name.part in part_keys(self.output):
            for found, row in self.rows(wanted, [name.part]):
                if found == name:
                    return row
        raise InputError(f"{self.output}: there is no row {name}")

    def record(self, name: RowName) -> Record:
        """Return the page behind a row, read again from its source. Raises InputError where it cannot be found."""
        row = self.row(name, ("id", "source", "offset"))
        if not {"id", "offset"} & row.keys():
            raise InputError(f"{self.output}: its rows name no source: run it with the fields id, source and offset")
        slice_ = Slice.from_json(read_summary(self.output, name.part).slice)
        for record in slice_.records(self.reading):
            if all(getattr(record, field) == value for field, value in row.items() if field != "source"):
                return record
        raise InputError(f"{row.get('source') or slice_.source}: the page of row {name} is no longer there")

    def origin(self, name: RowName) -> str:
        """Return the file that the page of a row is read from, as the run names it. Raises InputError without a row."""
        slice_ = Slice.from_json(read_summary(self.output, name.part).slice)
        path = str(self.row(name, ("id",)).get("id"))
        return path if path in slice_.names else slice_.source

    def is_fetched(self, name: RowName) -> bool:
        """Return whether the page of a row came from the network, so that reading it again fetches it."""
        return str(read_summary(self.output, name.part).slice.get("reader")) == "addresses"

    def _column(self, field: str) -> str:
        return column_name(field, self.extractors[0], len(self.extractors)) if self.extractors else field

    @property
    def _format(self) -> str:
        return str(self.settings.get("output_format", "parquet"))

    def _path(self, part: str) -> str:
        return storage.join(self.output, f"part-{part}.{self._format}")

    def _read(self, stream: Any, columns: list[str]) -> Iterator[Row]:
        if self._format == "parquet":
            _, parquet = import_arrow()
            for batch in parquet.ParquetFile(stream).iter_batches(_BATCH_ROWS, columns=columns):
                yield from batch.to_pylist()
            return
        if self._format == "jsonl.zst":
            stream = io.BufferedReader(import_zstandard().ZstdDecompressor().stream_reader(stream, closefd=False))
        for line in stream:
            yield json.loads(line)
