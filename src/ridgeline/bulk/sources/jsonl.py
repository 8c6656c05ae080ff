"""JSON Lines: one object a line, with the page in one of its fields. Blank lines are skipped.

A plain file is cut at lines. A compressed one is a single slice, since it can only be read from its beginning.
"""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from typing import Any, BinaryIO

from .. import storage
from ..records import BROKEN, TOO_LARGE, Record
from ..slices import Reading, Slice, Walk, Walked, Watch
from .compressions import compression_of
from .lines import CompressedBlocks, Line, PlainBlocks, split_lines
from .record_fields import choose_fields, missing_field, structured_record

READER = "jsonl"
_MAX_SLICES_PER_WALK = 20
_EXTRA_BYTES = 1 << 20  # of a line, for the fields beside the page
_MARK = b"\xef\xbb\xbf"


class JsonLinesReader:
    """Reads JSON Lines."""

    def read(
        self, part: Slice, reading: Reading, first: int, watch: Watch | None, tally: Counter[str]
    ) -> Iterator[Record]:
        """Yield a record for each line of a slice that is not blank."""
        with closing(storage.open_binary(part.source)) as stream:
            for position, line in enumerate(_lines(stream, part.offset, reading)):
                if part.stop is not None and line.offset >= part.stop:
                    return
                if position >= first:
                    yield _record(part.source, line, reading)

    def walk(self, walk: Walk, reading: Reading) -> Walked:
        """Find the next slices, each with `Reading.slice_pages` lines that are not blank."""
        with closing(storage.open_binary(walk.source)) as stream:
            return _walk(walk, _lines(stream, walk.offset, reading), reading.slice_pages)


def _walk(walk: Walk, lines: Iterator[Line], slice_pages: int) -> Walked:
    slices: list[Slice] = []
    begin, pages = walk.offset, 0
    max_slices = 1 if walk.offset == 0 else _MAX_SLICES_PER_WALK
    for line in lines:
        if pages == slice_pages:
            slices.append(Slice(walk.source, READER, begin, line.offset, pages))
            begin, pages = line.offset, 0
            if len(slices) == max_slices:
                return Walked(tuple(slices), Walk(walk.source, READER, begin))
        pages += 1
    return Walked((*slices, Slice(walk.source, READER, begin, None, pages)), None)


def _lines(stream: BinaryIO, offset: int, reading: Reading) -> Iterator[Line]:
    # A character takes up to two times the bytes when it is escaped.
    max_bytes = 2 * reading.max_bytes + _EXTRA_BYTES
    compression = compression_of(_start(stream))
    blocks = PlainBlocks(stream, offset) if compression is None else CompressedBlocks(stream, compression)
    return (line for line in split_lines(blocks, offset, max_bytes) if line.error or line.is_cut or line.data.strip())


def _start(stream: BinaryIO) -> bytes:
    stream.seek(0)
    return stream.read(16)


def first_objects(source: str, reading: Reading, max_lines: int = 10) -> Iterator[dict[str, Any]]:
    """Yield the objects in the first lines of a file."""
    with closing(storage.open_binary(source)) as stream:
        for _, line in zip(range(max_lines), _lines(stream, 0, reading), strict=False):
            if isinstance(values := _parse(line), dict):
                yield values


def _record(source: str, line: Line, reading: Reading) -> Record:
    identity = f"{source}@{line.offset}"
    if line.error is not None:
        return Record(source, line.offset, identity, error=line.error)
    if line.is_cut:
        return Record(source, line.offset, identity, error=f"{TOO_LARGE}: a line of more than {len(line.data):,} bytes")
    values = _parse(line)
    if not isinstance(values, dict):
        detail = values if isinstance(values, str) else "the line is not a JSON object"
        return Record(source, line.offset, identity, error=f"{BROKEN}: {detail}")
    fields = choose_fields(values, reading)
    if fields is None:
        return Record(source, line.offset, identity, error=f"{BROKEN}: {missing_field(list(values), reading)}")
    return structured_record(source, line.offset, values, fields, reading)


def _parse(line: Line) -> dict[str, Any] | str | None:
    """Return the object of a line; a text that says why there is none."""
    try:
        values = json.loads(line.data.removeprefix(_MARK))
    except RecursionError:
        return "the line is nested too deeply"
    except ValueError as error:  # of JSON, of UTF-8, of integers with too many digits
        return f"the line is not JSON: {str(error)[:100]}"
    return values if isinstance(values, dict) else None
