"""Reading of sources in tests: as one slice, and in small slices that walks find."""

from collections import Counter
from pathlib import Path

from ridgeline.bulk.records import Record
from ridgeline.bulk.slices import Reading, Slice, Walk


def read_whole(path: Path, reader: str, reading: Reading, tally: Counter[str] | None = None) -> list[Record]:
    """Return the records of a file that is one slice."""
    return list(Slice(str(path), reader).records(reading, tally=tally))


def find_slices(path: Path, reader: str, reading: Reading) -> list[Slice]:
    """Return the slices that walks find, after a look at their order."""
    slices: list[Slice] = []
    walk: Walk | None = Walk(str(path), reader)
    while walk is not None:
        walked = Walk.from_json(walk.to_json()).run(reading)
        slices += walked.slices
        walk = walked.rest
    assert slices[0].offset == 0
    assert slices[-1].stop is None or reader == "parquet"
    assert [each.stop for each in slices[:-1]] == [each.offset for each in slices[1:]]
    return slices


def read_slices(path: Path, reader: str, reading: Reading) -> list[Record]:
    """Return the records of all slices; each has as many as it says."""
    records: list[Record] = []
    for part in find_slices(path, reader, reading):
        found = list(Slice.from_json(part.to_json()).records(reading))
        assert part.count in (None, len(found))
        records += found
    return records
