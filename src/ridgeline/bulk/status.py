"""The state of an output folder, also while a run is writing into it."""

import json
import time
from dataclasses import asdict, dataclass

from ..errors import InputError
from . import storage
from .lock import is_locked
from .parts import part_keys, read_summaries
from .report import Report, Totals
from .settings import read_settings

FILE = "_progress.json"
STALE_SECONDS = 120.0  # where there are no locks, a run that has not reported for so long has ended


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a run."""

    pages: int  # that are done, in all runs
    new_pages: int  # in this run alone
    errors: int
    parts: int  # that are done
    waiting: int  # slices and walks that are known and not begun
    seconds: float  # since the run began
    pages_left: int | None = None  # about; None where it is not known yet
    updated: float = 0.0  # when, in seconds since 1970
    has_ended: bool = False

    @property
    def pages_per_second(self) -> float:
        """The speed of this run."""
        return self.new_pages / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """About how long it will take to finish; None where that is not known yet."""
        if self.pages_left is None or not self.new_pages:
            return None
        return self.pages_left / self.pages_per_second


@dataclass(frozen=True, slots=True)
class State:
    """The state of an output folder: its contents, and the progress of its last run."""

    report: Report
    progress: Progress | None
    is_locked: bool | None = None  # by a run; None where there are no locks

    @property
    def is_running(self) -> bool:
        """Whether a run holds the lock; where there are none, whether one reported a short while ago."""
        progress = self.progress
        if progress is None or progress.has_ended:
            return False
        if self.is_locked is not None:
            return self.is_locked
        return abs(time.time() - progress.updated) < STALE_SECONDS  # a clock may have been set back

    def __str__(self) -> str:
        return "\n".join([*self.report.lines(), *self._lines()])

    def _lines(self) -> list[str]:
        progress = self.progress
        if progress is None:
            return ["no run has reported: run the same command again to go on"]
        if progress.has_ended:
            return ["the last run has ended"]
        speed = f"{progress.pages_per_second:,.0f} pages a second"
        if not self.is_running:
            return [f"the last run broke off ({speed}): run the same command again to go on"]
        left = "unknown" if progress.seconds_left is None else format_seconds(progress.seconds_left)
        return [f"running: {progress.pages:,} pages done, {speed}, {progress.waiting:,} slices wait, time left: {left}"]


def read_status(output: str) -> State:
    """Return the state of an output folder. Raises InputError if it is not one."""
    read_settings(output)
    summaries = (summary for _, summary in read_summaries(output, part_keys(output)))
    return State(Totals(summaries).report(), read_progress(output), is_locked(output))


def write_progress(output: str, progress: Progress) -> None:
    """Write how far a run has come."""
    storage.write(storage.join(output, FILE), json.dumps(asdict(progress)).encode() + b"\n")


def read_progress(output: str) -> Progress | None:
    """Return how far the last run has come; None where that is not known."""
    try:
        return Progress(**json.loads(storage.read(storage.join(output, FILE))))
    except (InputError, ValueError, TypeError):
        return None


def format_seconds(seconds: float) -> str:
    """Return a duration for people."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours:,} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
