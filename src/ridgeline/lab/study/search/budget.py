"""The time that a run may take, divided among its parts."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

_clock: Callable[[], float] = time.monotonic


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds for a whole run from now on; None is no limit."""

    seconds: float | None = None
    start: float = field(default_factory=lambda: _clock())

    def deadline(self, share: float) -> float:
        """Return the moment at which this share of the time is over, on the clock of `is_over`."""
        return math.inf if self.seconds is None else self.start + share * self.seconds


def is_over(deadline: float) -> bool:
    """Return whether a deadline has passed."""
    return _clock() >= deadline
