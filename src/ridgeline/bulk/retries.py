"""Failed pages once more: only they are extracted, and their rows in the part are replaced.

The part and its summary change together, though they are two files. The new summary is written aside, with a hash of
the new part; the part is replaced; the summary is replaced. `settle` ends what a killed process left in the middle: the
hash tells whether the part was replaced already.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO

from ..processes import Failure, Watch
from . import storage
from .outcome import End, Half, Outcome, is_dropped
from .parts import SUMMARIES, Summary, part_key, part_path, read_summary, summary_path, write_summary
from .plan import with_names
from .records import Record
from .row_files import read_rows, write_rows
from .rows import Row
from .settings import Settings
from .slices import Slice
from .tasks import HALVES, close_browser, count_errors, identify, learn_sites, make_rows

_ASIDE = ".retry"


@dataclass(frozen=True, slots=True)
class RetryTask:
    """Extracts the failed pages of a slice again."""

    slice: Slice
    settings: Settings
    output: str
    max_pages: int | None = None  # as in SliceTask

    @property
    def key(self) -> str:
        """The hash in the name of the part."""
        return part_key(self.slice, self.settings, self.max_pages)

    def results(self, first: int, watch: Watch) -> Iterator[Half]:
        """Yield two results for each page that failed, then the end."""
        with watch.waiting():
            maker = make_rows(self.settings)
            failed = [page.position for page in read_summary(self.output, self.key).failed]
            learn_sites(maker, self.settings, self.slice, self.max_pages)
        page, is_named = divmod(first, HALVES)
        for record in self._records(failed[page:], watch):
            if not is_named:
                yield identify(maker, record, Counter())
            is_named = 0
            yield count_errors(maker.extract(record), watch)
        yield End({})

    def _records(self, positions: list[int], watch: Watch) -> Iterator[Record]:
        if not positions:
            return
        if self.slice.names:  # pages that did not fail are not fetched again
            yield from with_names(self.slice, positions).records(self.settings.reading, 0, watch)
            return
        wanted = set(positions)
        records = self.slice.records(self.settings.reading, positions[0], watch)
        for position, record in enumerate(records, positions[0]):
            if position in wanted:
                yield record
            if position >= positions[-1]:
                return

    def failure(self, position: int, failure: Failure) -> Half:
        """Return the result of half a page that killed its process."""
        return failure

    def finish(self, results: Iterable[Half]) -> Summary:
        """Replace the rows of the pages that failed, and return the new summary."""
        close_browser(self.settings)
        old = read_summary(self.output, self.key)
        outcome = Outcome(self.settings, self.slice)
        path = part_path(self.output, self.key, self.settings)
        with storage.open_binary(path) as before, storage.writing(path) as stream:
            rows = read_rows(before, self.settings)
            write_rows(stream, _replaced(rows, old, outcome, results), self.settings)
            stream.flush()
            summary = replace(
                outcome.summary(old.version, self.max_pages),
                skipped=old.skipped,
                next_offset=old.next_offset,
                part_digest=_digest(stream),
            )
            write_summary(self.output, self.key + _ASIDE, summary)
        settle(self.output, self.settings, self.key + _ASIDE)
        return summary


def settle_all(output: str, settings: Settings) -> None:
    """End the replacements of parts that killed processes began."""
    for name in storage.names(storage.join(output, SUMMARIES)):
        if name.endswith(f"{_ASIDE}.json"):
            settle(output, settings, name.removesuffix(".json"))


def settle(output: str, settings: Settings, aside: str) -> None:
    """Take the summary that was written aside if the part is the one that it is for, and remove it."""
    key = aside.removesuffix(_ASIDE)
    summary = read_summary(output, aside)
    with storage.open_binary(part_path(output, key, settings)) as part:
        if _digest(part) == summary.part_digest:
            write_summary(output, key, summary)
    storage.remove(summary_path(output, aside))


def _replaced(rows: Iterator[Row], old: Summary, outcome: Outcome, results: Iterable[Half]) -> Iterator[Row]:
    """Yield the rows of a part, those of the pages that failed made anew."""
    failed = {page.position for page in old.failed}
    statuses = Counter(old.statuses) - Counter(page.status for page in old.failed)
    pairs = outcome.pairs(results)
    others = statuses.elements()
    for position in range(old.pages):
        was_dropped = is_dropped(old, position)
        row = None if was_dropped else next(rows)
        if position not in failed:
            outcome.count_row(next(others), is_kept=not was_dropped)
            if row is not None:
                yield row
            continue
        identity, extracted = next(pairs)
        if outcome.count(extracted):
            yield identity | extracted.row


def _digest(stream: BinaryIO) -> str:
    stream.seek(0)
    digest = hashlib.sha256()
    while piece := stream.read(1_048_576):
        digest.update(piece)
    return digest.hexdigest()
