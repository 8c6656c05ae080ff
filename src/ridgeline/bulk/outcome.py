"""From the results of a slice's pages to rows, and to the summary of its part."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..processes import Failure
from .parts import FailedPage, Summary
from .rows import Extracted, Row, failed
from .settings import Settings
from .slices import Slice

_MAX_TROUBLES = 20  # of one slice that are described


@dataclass(frozen=True, slots=True)
class Identified:
    """A page that was read."""

    row: Row
    skipped: dict[str, int]  # records before it that are no pages, by type
    trouble: str | None = None  # why pages of the source are missing here


@dataclass(frozen=True, slots=True)
class End:
    """The end of a slice."""

    skipped: dict[str, int]  # records after the last page
    next_offset: int | None = None  # where the next slice begins, where this one has no end of its own


Half = Identified | Extracted | Failure | End


class Outcome:
    """Counts what becomes of the pages of a slice while their rows are written."""

    def __init__(self, settings: Settings, slice_: Slice) -> None:
        self._settings, self._slice = settings, slice_
        self.pages = self.rows_written = 0
        self.statuses: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.failed: list[FailedPage] = []
        self.dropped = bytearray()
        self.next_offset: int | None = None
        self.troubles: list[str] = []

    def rows(self, results: Iterable[Half]) -> Iterator[Row]:
        """Yield the rows that are kept, from two results a page."""
        for row, extracted in self.pairs(results):
            if self.count(extracted):
                yield row | extracted.row

    def pairs(self, results: Iterable[Half]) -> Iterator[tuple[Row, Extracted]]:
        """Yield what is known of each page before it was parsed, and what became of it."""
        halves = iter(results)
        for half in halves:
            if isinstance(half, End):
                self.skipped.update(half.skipped)
                self.next_offset = half.next_offset
                return
            yield self._identity(half), self._extracted(half, next(halves, None))

    def _identity(self, half: Half) -> Row:
        if isinstance(half, Identified):
            self.skipped.update(half.skipped)
            if half.trouble is not None and len(self.troubles) < _MAX_TROUBLES:
                self.troubles.append(half.trouble)
            return half.row
        return {"source": self._slice.source}  # the process died while it read the record

    def _extracted(self, half: Half, other: Half | None) -> Extracted:
        if isinstance(half, Failure):
            return failed(self._settings, str(half))
        return other if isinstance(other, Extracted) else failed(self._settings, str(other))

    def count(self, extracted: Extracted) -> bool:
        """Count a page, and return whether its row is kept."""
        if extracted.error is not None:
            kind = extracted.error.partition(":")[0]
            self.errors[kind] += 1
            self.failed.append(FailedPage(self.pages, kind, extracted.status))
        return self.count_row(extracted.status, is_kept=extracted.is_kept)

    def count_row(self, status: str, *, is_kept: bool) -> bool:
        """Count a page by its status, and return whether its row is kept."""
        self.statuses[status] += 1
        byte, bit = divmod(self.pages, 8)
        if byte == len(self.dropped):
            self.dropped.append(0)
        self.dropped[byte] |= (not is_kept) << bit
        self.pages += 1
        self.rows_written += is_kept
        return is_kept

    def summary(self, version: str | None, max_pages: int | None = None) -> Summary:
        """Return the summary of the part."""
        return Summary(
            slice=self._slice.to_json(),
            max_pages=max_pages,
            next_offset=self.next_offset,
            version=version,
            pages=self.pages,
            rows=self.rows_written,
            filtered=self.pages - self.rows_written,
            statuses=dict(self.statuses),
            errors=dict(self.errors),
            skipped=dict(self.skipped),
            failed=self.failed,
            dropped=self.dropped.hex() if any(self.dropped) else "",
            troubles=self.troubles,
            finished=time.time(),
        )


def is_dropped(summary: Summary, position: int) -> bool:
    """Return whether the row of a page was filtered."""
    byte, bit = divmod(position, 8)
    return bool(summary.dropped) and bool(int(summary.dropped[2 * byte : 2 * byte + 2], 16) >> bit & 1)
