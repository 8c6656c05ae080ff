"""The parts of the output: one file a slice, and beside it a summary of what it holds.

    OUT/part-<hash>.parquet       the rows; that this file exists is the commit of its slice
    OUT/_summaries/<hash>.json    counts, and which pages failed; written before the part

The hash is that of the slice and of the settings. Readers of Parquet folders ignore names that begin with _.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from ..errors import InputError
from . import storage
from .settings import Settings
from .slices import Slice

SUMMARIES = "_summaries"
_PREFIX = "part-"
_READ_AT_ONCE = 1_000
_READERS = 16  # threads that read summaries: on a remote file system each takes a while


class FailedPage(NamedTuple):
    """A page with an error."""

    position: int  # in its slice
    kind: str  # of the error
    status: str


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a part. Every page has a row or was filtered: `pages == rows + filtered`."""

    slice: dict[str, Any]
    max_pages: int | None  # that the slice was to have; None: all between its bounds
    next_offset: int | None  # where the next slice begins, where `max_pages` ended this one
    version: str | None  # of the source, where it has several slices
    pages: int
    rows: int
    filtered: int
    statuses: dict[str, int]
    errors: dict[str, int]  # by kind
    skipped: dict[str, int]  # records that are no pages, by type
    failed: list[FailedPage]
    dropped: str  # a bit for each page in hexadecimal, 1: its row was filtered
    troubles: list[str]  # why pages of the source are missing
    finished: float  # when, in seconds since 1970
    part_digest: str | None = None  # of the part, where it replaces an older one


def part_key(slice_: Slice, settings: Settings, max_pages: int | None = None) -> str:
    """Return the hash in the name of a slice's part."""
    text = json.dumps([slice_.to_json(), max_pages, settings.digest], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:20]


def part_path(output: str, key: str, settings: Settings) -> str:
    """Return the path of a part."""
    return storage.join(output, f"{_PREFIX}{key}.{settings.output_format}")


def part_keys(output: str) -> set[str]:
    """Return the hashes of all parts in a folder."""
    return {name.removeprefix(_PREFIX).partition(".")[0] for name in storage.names(output) if name.startswith(_PREFIX)}


def write_summary(output: str, name: str, summary: Summary) -> None:
    """Write the summary of a part."""
    data = json.dumps(asdict(summary), ensure_ascii=False).encode("utf-8", "surrogatepass")
    storage.write(summary_path(output, name), data)


def read_summary(output: str, name: str) -> Summary:
    """Read the summary of a part. Raises InputError if it is not there or not readable."""
    path = summary_path(output, name)
    try:
        values = json.loads(storage.read(path).decode("utf-8", "surrogatepass"))
        return Summary(**{**values, "failed": [FailedPage(*page) for page in values["failed"]]})
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise InputError(
            f"{path}: not the summary of a part: remove it and its part, and run the command again"
        ) from error


def summary_path(output: str, name: str) -> str:
    """Return the path of a summary."""
    return storage.join(storage.join(output, SUMMARIES), f"{name}.json")


def read_summaries(output: str, keys: Iterable[str]) -> Iterator[tuple[str, Summary]]:
    """Yield the keys of parts with their summaries, which are read several at a time."""
    ordered = sorted(keys)
    with ThreadPoolExecutor(_READERS) as threads:
        for begin in range(0, len(ordered), _READ_AT_ONCE):
            portion = ordered[begin : begin + _READ_AT_ONCE]
            yield from zip(portion, threads.map(lambda key: read_summary(output, key), portion), strict=True)
