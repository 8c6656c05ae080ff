"""The report of a run: counts, missing parts, speed."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from .parts import Summary

_MAX_DESCRIBED = 20  # failures that are listed one by one


@dataclass(frozen=True, slots=True)
class Report:
    """The contents of an output folder after a run, and what the run did.

    `pages == rows + filtered`. The run is complete where every input was read to its end and every page has its row;
    pages that failed have one, too.
    """

    pages: int = 0
    rows: int = 0
    filtered: int = 0
    parts: int = 0
    statuses: dict[str, int] = field(default_factory=dict)
    errors: dict[str, int] = field(default_factory=dict)  # pages that failed, by the kind of error
    skipped: dict[str, int] = field(default_factory=dict)  # records that are no pages, by type
    troubles: tuple[str, ...] = ()  # inputs that are truncated or damaged: pages of them are missing
    failures: tuple[str, ...] = ()  # slices that could not be done, and why
    new_pages: int = 0  # of this run alone
    seconds: float = 0.0  # that this run took

    @property
    def is_complete(self) -> bool:
        """Whether every input was read to its end and every page has its row."""
        return not self.troubles and not self.failures

    @property
    def pages_per_second(self) -> float:
        """The speed of this run."""
        return self.new_pages / self.seconds if self.seconds > 0 else 0.0

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """Return the report as lines of text."""
        filtered = f", {self.filtered:,} filtered" if self.filtered else ""
        lines = [f"{self.pages:,} pages: {self.rows:,} rows{filtered}, in {self.parts:,} parts"]
        if self.statuses:
            lines.append(f"status: {_counts(self.statuses)}")
        if self.errors:
            lines.append(f"errors: {_counts(self.errors)}")
        if self.skipped:
            lines.append(f"records that are no pages: {_counts(self.skipped)}")
        if self.seconds:
            speed = f" ({self.pages_per_second:,.0f} pages a second)" if self.new_pages else ""
            lines.append(f"this run: {self.new_pages:,} pages in {self.seconds:,.1f} s{speed}")
        return lines + _listed("pages are missing", self.troubles) + _listed("not done", self.failures)


class Totals:
    """Adds up the summaries of parts."""

    def __init__(self, summaries: Iterable[Summary] = ()) -> None:
        self.pages = self.rows = self.filtered = self.parts = 0
        self.statuses: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.troubles: list[str] = []
        for summary in summaries:
            self.add(summary)

    def add(self, summary: Summary) -> None:
        """Add a part."""
        self.parts += 1
        self.pages += summary.pages
        self.rows += summary.rows
        self.filtered += summary.filtered
        self.statuses.update(summary.statuses)
        self.errors.update(summary.errors)
        self.skipped.update(summary.skipped)
        self.troubles += summary.troubles

    def report(self, failures: tuple[str, ...] = (), new_pages: int = 0, seconds: float = 0.0) -> Report:
        """Return the sums as a report."""
        return Report(
            self.pages,
            self.rows,
            self.filtered,
            self.parts,
            dict(self.statuses),
            dict(self.errors),
            dict(self.skipped),
            tuple(sorted(self.troubles)),
            failures,
            new_pages,
            seconds,
        )


def _counts(counts: dict[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{count:,} {name}" for name, count in ordered)


def _listed(what: str, lines: tuple[str, ...]) -> list[str]:
    shown = [f"{what}: {line}" for line in lines[:_MAX_DESCRIBED]]
    return shown + ([f"{what}: … and {len(lines) - _MAX_DESCRIBED:,} more"] if len(lines) > _MAX_DESCRIBED else [])
