"""Sources of pages: WARC files, JSON Lines, Parquet, folders, lists of files and of URLs.

open_inputs(inputs, reading)    the slices and walks of all inputs, in a fixed order
READERS                         one row a kind of source: reads the records of a slice
"""

from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Protocol

from ..records import Record
from ..slices import Reading, Slice, Walk, Walked, Watch
from .inputs import open_inputs

__all__ = ["READERS", "Reader", "open_inputs"]


class Reader(Protocol):
    """Reads one kind of source."""

    def read(
        self, part: Slice, reading: Reading, first: int, watch: Watch | None, tally: Counter[str]
    ) -> Iterator[Record]:
        """Yield the records of a slice from position `first` on."""
        ...

    def walk(self, walk: Walk, reading: Reading) -> Walked:
        """Find the next slices of a large file."""
        ...


def _reader(module: str, name: str) -> Callable[[], Reader]:
    """Return what makes a reader, which is imported when it is asked for."""

    def make() -> Reader:
        reader: Reader = getattr(import_module(f"{__name__}.{module}"), name)()
        return reader

    return make


READERS: dict[str, Callable[[], Reader]] = {
    "warc": _reader("warc", "WarcReader"),
    "jsonl": _reader("jsonl", "JsonLinesReader"),
    "parquet": _reader("parquet", "ParquetReader"),
    "files": _reader("files", "FilesReader"),
    "addresses": _reader("addresses", "AddressesReader"),
}
