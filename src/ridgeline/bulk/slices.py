"""Units of work: a slice is a stretch of an input whose pages become one part of the output.

A `Slice` names its records exactly: a byte range of a file that begins and ends at a record, row groups of a Parquet
file, or the names of files or URLs. The slices of a large file have to be found first: a `Walk` finds the next few, and
the walk that finds the rest. Both are plain values that can be pickled and written as JSON, and their meaning does not
change as long as the input does not.

A record belongs to the slice in which it begins, so slices that touch never share a record and never lose one.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from ..errors import InputError
from ..parameters import FetchOptions, parameter
from .records import Record

DEFAULT_SLICE_PAGES = 1_000


class Watch(Protocol):
    """The messages of a reader to whoever measures the time of a page."""

    def waiting(self) -> AbstractContextManager[None]:
        """Stop the clock: waiting for a server is not the page's fault."""
        ...


@dataclass(frozen=True, slots=True)
class Reading(FetchOptions):
    """Options for reading inputs."""

    slice_pages: int = parameter(DEFAULT_SLICE_PAGES, "About how many pages one part holds.", metavar="N")
    html_field: str | None = parameter(None, "The field of JSON lines, or column, with pages.", metavar="NAME")
    url_field: str | None = parameter(None, "The field or column with their addresses.", metavar="NAME")
    id_field: str | None = parameter(None, "The field or column with their names.", metavar="NAME")
    delay_seconds: float = parameter(1.0, "Between two requests to a host.", flag="--delay", metavar="SECONDS")
    ignore_robots: bool = False


@dataclass(frozen=True, slots=True)
class Slice:
    """A stretch of an input, whose pages become one part of the output."""

    source: str  # the file, folder or list, as it was given
    reader: str  # a name in `sources.READERS`
    offset: int = 0  # where it begins: a byte, row group or entry
    stop: int | None = None  # where the next slice begins; None: at the end of the source
    count: int | None = None  # of its records, where that is known
    names: tuple[str, ...] = ()  # of files or URLs
    offsets: tuple[int, ...] = ()  # of the names: their places in the folder or list
    lane: str | None = None  # slices of one lane never run at once: URLs of one host

    def records(
        self,
        reading: Reading,
        first: int = 0,
        watch: Watch | None = None,
        tally: Counter[str] | None = None,
    ) -> Iterator[Record]:
        """Yield the records from position `first` on, one for each page, always in the same order.

        What a WARC file holds beside pages, from the page before `first` on, is counted in `tally` by type.

        Raises:
            InputError: The source cannot be opened, or is not what it was.
            MissingExtraError: The package that reads it is not installed.
        """
        from .sources import READERS

        try:
            yield from READERS[self.reader]().read(self, reading, first, watch, Counter() if tally is None else tally)
        except OSError as error:
            raise InputError(f"{self.source}: cannot be read: {error.strerror or error}") from error

    def to_json(self) -> dict[str, Any]:
        """Return the slice as a JSON object."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> "Slice":
        """Return the slice that `to_json` wrote."""
        names, offsets = tuple(values.get("names", ())), tuple(values.get("offsets", ()))
        return cls(**{**values, "names": names, "offsets": offsets})


@dataclass(frozen=True, slots=True)
class Walk:
    """The rest of a large file, whose slices have not been found yet."""

    source: str
    reader: str
    offset: int = 0

    def run(self, reading: Reading) -> "Walked":
        """Find the next slices.

        A file that is cut off or damaged is walked as far as it can be read; the slices give records that say so.

        Raises:
            InputError: The source cannot be opened.
        """
        from .sources import READERS

        try:
            return READERS[self.reader]().walk(self, reading)
        except OSError as error:
            raise InputError(f"{self.source}: cannot be read: {error.strerror or error}") from error

    def to_json(self) -> dict[str, Any]:
        """Return the walk as a JSON object."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> "Walk":
        """Return the walk that `to_json` wrote."""
        return cls(**values)


@dataclass(frozen=True, slots=True)
class Walked:
    """The result of a walk."""

    slices: tuple[Slice, ...]
    rest: Walk | None  # what is left to walk
