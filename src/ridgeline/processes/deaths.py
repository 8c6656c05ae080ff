"""Deaths of worker processes: their causes, and how often an item is tried again."""

import signal
from collections import Counter
from typing import Final, Literal

from .tasks import Failure

# Signals that come from people and systems, not from code: the kernel short of memory, an administrator, a terminal.
_FROM_OUTSIDE = frozenset({"SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"})

MAX_TRIES_BESIDE_ITEMS: Final = 3
# A kill from outside is most likely not the fault of what the process was doing, least of all before it did anything.
MAX_TRIES_KILLED: Final = 5
MAX_STARTS_KILLED: Final = 20
# A task whose every item kills the process may have no end: reading it is then what kills.
MAX_FAILURES_IN_A_ROW: Final = 100


def describe_death(status: int) -> Failure:
    """Return why a process died that was not killed for a cap, from its status: minus the signal, or its own."""
    if status >= 0:
        return Failure("crash", f"the process died with exit status {status}")
    try:
        name = signal.Signals(-status).name
    except ValueError:  # a real-time signal
        name = f"signal {-status}"
    if name == "SIGXCPU":
        return Failure("seconds", "used more processor time than it may")
    return Failure("killed" if name in _FROM_OUTSIDE else "crash", f"the process died of {name}")


Stage = int | Literal["start", "end"]  # what a process was doing: an item, or what comes before or after all of them


class Tries:
    """Counts the deaths of a task's processes."""

    def __init__(self, item_tries: int) -> None:
        self._item_tries = item_tries
        self._counts: Counter[tuple[Stage, bool]] = Counter()
        self._failures_in_a_row = 0
        self._last_failed = -2

    def may_try_again(self, stage: Stage, failure: Failure) -> bool:
        """Count a death at this stage, and return whether to try again."""
        was_killed = failure.kind == "killed"
        self._counts[stage, was_killed] += 1
        if stage != "start":
            self._counts["start", True] = self._counts["start", False] = 0  # it has started in the meantime
        return self._counts[stage, was_killed] < self._limit(stage, was_killed)

    def _limit(self, stage: Stage, was_killed: bool) -> int:
        if was_killed:
            return MAX_STARTS_KILLED if stage == "start" else MAX_TRIES_KILLED
        return self._item_tries if isinstance(stage, int) else MAX_TRIES_BESIDE_ITEMS

    def may_fail(self, position: int) -> bool:
        """Count an item that failed, and return whether the task may go on."""
        follows = position == self._last_failed + 1
        self._failures_in_a_row = self._failures_in_a_row + 1 if follows else 1
        self._last_failed = position
        return self._failures_in_a_row < MAX_FAILURES_IN_A_ROW
