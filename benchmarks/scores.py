"""Scores of pages, their summaries, and tables of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from report import Table, figure

FLOOR = "lexbor"  # the bare parse: part of every run, for its time alone
YARDSTICK = "resiliparse"  # the fastest peer

MEBIBYTE = 2**20


@dataclass(frozen=True, slots=True)
class Score:
    """One system on one page. A failure is scored as an empty text; it has no time if it ended the worker."""

    page: str
    type: str
    f1: float
    seconds: float | None
    peak_bytes: int
    empty: bool
    error: str


Scores = Mapping[str, Sequence[Score]]  # by system, all over the same pages


@dataclass(frozen=True, slots=True)
class Summary:
    """One system over all pages of a data set."""

    f1: float
    milliseconds: float | None
    times_yardstick: float | None
    times_floor: float | None
    failed: int
    empty: int
    peak_mebibytes: float


def summarise(system: str, scores: Scores) -> Summary:
    """Return the figures of one row."""
    own = scores[system]
    timed = [score.seconds for score in own if score.seconds is not None]
    return Summary(
        f1=fmean(score.f1 for score in own),
        milliseconds=1000 * fmean(timed) if timed else None,
        times_yardstick=time_ratio(own, scores.get(YARDSTICK)),
        times_floor=time_ratio(own, scores.get(FLOOR)),
        failed=sum(bool(score.error) for score in own),
        empty=sum(score.empty and not score.error for score in own),
        peak_mebibytes=max(score.peak_bytes for score in own) / MEBIBYTE,
    )


def time_ratio(own: Sequence[Score], other: Sequence[Score] | None) -> float | None:
    """Return the total CPU time as a multiple of the other's, over the pages that both finished."""
    pairs = [
        (mine.seconds, theirs.seconds)
        for mine, theirs in zip(own, other or (), strict=False)
        if mine.seconds is not None and theirs.seconds is not None
    ]
    mine_total, their_total = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
    return mine_total / their_total if their_total else None


def common_pages(scores: Scores) -> Scores:
    """The pages that every system has seen; an interrupted run leaves some that only the first ones have."""
    count = min((len(own) for own in scores.values()), default=0)
    return {system: own[:count] for system, own in scores.items()}


def main_table(data: str, scores: Scores) -> Table:
    """Accuracy and cost of every system over one data set."""
    header = ("system", "word F1", f"× {YARDSTICK}", f"× {FLOOR}", "ms a page", "failed", "empty", "peak MiB")
    rows = [(system, *_cells(system, summarise(system, scores))) for system in scores]
    return Table(f"{data}: {_page_count(scores)} pages", header, rows)


def _cells(system: str, summary: Summary) -> tuple[str, ...]:
    has_text = system != FLOOR
    return (
        figure(summary.f1 if has_text else None, 4),
        figure(summary.times_yardstick, 2),
        figure(summary.times_floor, 2),
        figure(summary.milliseconds, 2),
        str(summary.failed),
        figure(summary.empty if has_text else None, 0),
        figure(summary.peak_mebibytes, 0),
    )


def type_table(data: str, scores: Scores) -> Table | None:
    """Return the table of word F1 by page type; None if the data set has no types."""
    pages = next(iter(scores.values()))
    counts = {kind: sum(page.type == kind for page in pages) for kind in sorted({page.type for page in pages} - {""})}
    if not counts:
        return None
    header = ("word F1", *(f"{kind} ({count})" for kind, count in counts.items()))
    rows = [
        (system, *(mean_f1([score for score in own if score.type == kind]) for kind in counts))
        for system, own in scores.items()
        if system != FLOOR
    ]
    return Table(f"{data} by page type", header, rows)


def overview_table(by_data: Mapping[str, Scores]) -> Table:
    """Return the table of word F1 of every system on every data set."""
    systems = [system for system in next(iter(by_data.values())) if system != FLOOR]
    rows = [(system, *(mean_f1(scores[system]) for scores in by_data.values())) for system in systems]
    return Table("word F1 by data set", ("system", *by_data), rows)


def mean_f1(scores: Sequence[Score]) -> str:
    """Return the mean F1 over pages, formatted for a table."""
    return figure(fmean(score.f1 for score in scores), 4)


def _page_count(scores: Scores) -> int:
    return len(next(iter(scores.values())))
