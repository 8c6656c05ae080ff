"""The time of a study: what it will take, said before it starts, and a budget for the whole.

    clock = Clock(budget)                                     # --budget SECONDS, or None
    pages = clock.fit(pages, SECONDS_PER_PAGE)                # with a budget, as many as there is time for
    clock.announce("174 pages", len(pages) * SECONDS_PER_PAGE)
    with clock.progress(len(pages), "pages") as advance:      # ends when the budget is over
        for page in pages:
            rows.append(measure(page))
            advance()

Seconds of a page or a step are constants of each study, measured on one core of a server of 2024. An estimate that is
wrong by a factor is still of use to people; the budget is kept by the clock, not by the estimate.
"""

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, TypeVar

from ...parameters import check_number
from ..command import Option
from ..terminal import Advance, minutes, note, progress

if TYPE_CHECKING:
    from ...lab.datasets import Record

Budget = Annotated[
    float | None,
    Option(
        "--budget",
        metavar="SECONDS",
        help="Time for the whole study: fewer pages are used if there is not enough, and it ends when it is over.",
    ),
]
MIN_PAGES = 10  # that a budget leaves: fewer say nothing
_SAFETY = 0.8  # the share of the time that is planned with: machines are slower than the one that was measured on
_clock = time.monotonic
_Page = TypeVar("_Page", bound="Record")


class OutOfTimeError(Exception):
    """The budget is over. `Clock.progress` raises and catches it; what was done by then is used."""


class Clock:
    """The time that a study has, from when it is made on."""

    def __init__(self, budget_seconds: float | None = None) -> None:
        """Start; without a budget there is no end."""
        if budget_seconds is not None:
            check_number("--budget", budget_seconds, "a positive number of seconds", lambda seconds: seconds > 0)
        self.budget_seconds = budget_seconds
        self._end = math.inf if budget_seconds is None else _clock() + budget_seconds

    @property
    def left(self) -> float:
        """The seconds that are left; infinite without a budget."""
        return max(self._end - _clock(), 0.0)

    def announce(self, what: str, seconds: float) -> None:
        """Tell people how long this will take."""
        limit = "" if self.budget_seconds is None else f"; it ends after {minutes(self.budget_seconds)} at the latest"
        note(f"{what}: about {minutes(seconds)}{limit}")

    def fit(self, pages: Sequence[_Page], seconds_per_page: float, share: float = 1.0) -> Sequence[_Page]:
        """Return as many of the pages, evenly spread, as a share of the time is enough for, but MIN_PAGES at least."""
        return self.fit_sets({"": pages}, seconds_per_page, share)[""]

    def fit_sets(
        self, sets: Mapping[str, Sequence[_Page]], seconds_per_page: float, share: float = 1.0
    ) -> dict[str, Sequence[_Page]]:
        """Return the same of several sets, of each the same part."""
        from ...lab.evaluation import spread

        total = sum(map(len, sets.values()))
        part = self.left * share * _SAFETY / max(total * seconds_per_page, 1e-9)
        if part >= 1:
            return dict(sets)
        chosen = {name: spread(pages, max(int(part * len(pages)), MIN_PAGES)) for name, pages in sets.items()}
        left = sum(map(len, chosen.values()))
        if left < total:
            note(f"{left:,} of {total:,} pages, evenly spread, are used: the budget is for no more")
        return chosen

    @contextmanager
    def progress(self, total: int, what: str) -> Iterator[Advance]:
        """Show progress, and end the block where the budget is over: `advance` raises OutOfTimeError."""
        with progress(total, what) as show:

            def advance(steps: int = 1) -> None:
                show(steps)
                if not self.left:
                    raise OutOfTimeError

            try:
                yield advance
            except OutOfTimeError:
                note(f"{what}: the budget is over; what follows is of what was done by then")
