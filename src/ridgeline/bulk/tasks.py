"""The tasks of worker processes: a slice to its part, and a walk to the slices that it finds.

The items of a slice are half pages: with an even one a record is read and named, with the odd one after it the page is
extracted. So a page that kills its process has a row with its name.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from ..errors import InputError, WorkerError
from ..processes import Failure, Watch
from . import storage
from .outcome import End, Half, Identified, Outcome
from .parts import Summary, part_key, part_path, write_summary
from .records import FILE_ERRORS, Record
from .row_files import write_rows
from .rows import Extracted, RowMaker
from .settings import Settings
from .slices import Slice, Walk, Walked

HALVES = 2  # items of a page

_makers: dict[str, RowMaker] = {}  # by the hash of the settings: extractors are loaded once in a process


@dataclass(frozen=True, slots=True)
class SliceTask:
    """Extracts the pages of a slice, and writes its part."""

    slice: Slice
    settings: Settings
    output: str
    version: str | None = None  # of the source when its slices were found
    max_pages: int | None = None  # the slice ends after them, at the next place where another can begin

    @property
    def key(self) -> str:
        """The hash in the name of the part."""
        return part_key(self.slice, self.settings, self.max_pages)

    def results(self, first: int, watch: Watch) -> Iterator[Half]:
        """Yield two results a page, then the end."""
        with watch.waiting():  # imports, models and files are not the first page's fault
            maker = make_rows(self.settings)
            _check_version(self.slice.source, self.version)
            learn_sites(maker, self.settings, self.slice, self.max_pages)
        tally: Counter[str] = Counter()
        page, is_named = divmod(first, HALVES)
        end = self.max_pages
        for position, record in enumerate(self.slice.records(self.settings.reading, page, watch, tally), page):
            if end is not None and position >= end and not is_named:
                with watch.waiting():
                    is_end = self._can_begin_at(record)
                if is_end:
                    yield End(dict(tally), record.offset)
                    return
                end = 2 * position  # a file that is compressed as a whole has no such place: look seldom
            if not is_named:
                yield identify(maker, record, tally)
            is_named = 0
            yield count_errors(maker.extract(record), watch)
        yield End(dict(tally))

    def _can_begin_at(self, record: Record) -> bool:
        """Return whether a slice that begins at a record begins with it: not within a compressed block."""
        if record.error is not None or record.offset <= self.slice.offset:
            return False
        there = next(replace(self.slice, offset=record.offset).records(self.settings.reading), None)
        return there is not None and there.error is None and (there.offset, there.id) == (record.offset, record.id)

    def failure(self, position: int, failure: Failure) -> Half:
        """Return the result of half a page that killed its process."""
        return failure

    def finish(self, results: Iterable[Half]) -> Summary:
        """Write the rows, the summary, and then the name of the part, which commits the slice."""
        close_browser(self.settings)
        outcome = Outcome(self.settings, self.slice)
        version = self.version if self.max_pages is None else self.version or storage.version(self.slice.source)
        with storage.writing(part_path(self.output, self.key, self.settings)) as stream:
            write_rows(stream, outcome.rows(results), self.settings)
            summary = outcome.summary(version, self.max_pages)
            write_summary(self.output, self.key, summary)
        return summary


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a walk, with the version of its source."""

    walked: Walked
    version: str


@dataclass(frozen=True, slots=True)
class WalkTask:
    """Finds the next slices of a large file."""

    walk: Walk
    settings: Settings
    version: str | None = None  # of the source at the beginning of the walk

    def results(self, first: int, watch: Watch) -> Iterator[Found]:
        """Yield what the walk found: one item, whose time is not that of a page."""
        with watch.waiting():
            version = storage.version(self.walk.source)
            _check_version(self.walk.source, self.version, version)
            found = Found(self.walk.run(self.settings.reading), version)
        yield found

    def failure(self, position: int, failure: Failure) -> Failure:
        """Return the failure as the result."""
        return failure

    def finish(self, results: Iterable[Found | Failure]) -> Found:
        """Return what was found. Raises WorkerError if the process died of it."""
        result = next(iter(results))
        if isinstance(result, Failure):
            raise WorkerError(f"{self.walk.source}: cannot be divided into slices: {result}")
        return result


def learn_sites(maker: RowMaker, settings: Settings, slice_: Slice, max_pages: int | None) -> None:
    """Learn what pages of one host share, where that is asked for. Pages that are fetched are not fetched twice."""
    is_read_twice = settings.by_site and slice_.lane is None
    maker.learn_sites(islice(slice_.records(settings.reading), max_pages) if is_read_twice else ())


def identify(maker: RowMaker, record: Record, tally: Counter[str]) -> Identified:
    """Return what is known of a page before it is parsed, and what was skipped before it."""
    skipped = dict(tally)
    tally.clear()
    trouble = record.error if record.error_kind in FILE_ERRORS else None
    return Identified(maker.identify(record), skipped, trouble and f"{record.source} at {record.offset}: {trouble}")


def count_errors(extracted: Extracted, watch: Watch) -> Extracted:
    """Return what became of a page, and report a step where it is an error: progress shows them as they come."""
    if extracted.error is not None:
        watch.advance(1)
    return extracted


def make_rows(settings: Settings) -> RowMaker:
    """Return what makes rows by these settings."""
    if settings.digest not in _makers:
        _makers.clear()  # the settings of an earlier run are not needed again
        _makers[settings.digest] = RowMaker(settings)
    return _makers[settings.digest]


def close_browser(settings: Settings) -> None:
    """End the browser of this process: a worker process is killed at the end of a run, and would leave its files."""
    if settings.digest in _makers:
        _makers[settings.digest].close()


def _check_version(source: str, expected: str | None, found: str | None = None) -> None:
    if expected is not None and (found or storage.version(source)) != expected:
        raise InputError(f"{source}: has changed since the run began: give it another output folder")
