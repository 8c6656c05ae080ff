"""The time that a page may take: one budget for its parse and for all that is made of an extraction.

    with budget.spending():                   # what runs in here is charged to it
        for part in budget.limited(parts):    # ends early when it is spent

Work that a page can ask for again and again looks at the budget and ends with what there is. Everything else is bounded
by counts, so that results do not depend on the machine. Views are computed when they are asked for, perhaps much later,
so it is not a deadline: only the time inside of `spending` counts.
"""

import math
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar, Token
from typing import TypeVar

_STRIDE = 16  # items between two looks at the clock, each of which takes a microsecond

Item = TypeVar("Item")


class Budget:
    """Seconds of CPU time of the threads that work; None for any number."""

    __slots__ = ("_items", "_spent", "is_cut", "is_over", "seconds")

    def __init__(self, seconds: float | None = None, spent: float = 0.0) -> None:
        self.seconds = seconds
        self.is_cut = False  # whether something ended early because this, or the share of it that it had, was spent
        self.is_over = False  # whether nothing was left when somebody last looked
        self._spent = spent
        self._items = 0  # that `limited` has yielded

    def __repr__(self) -> str:
        return f"<Budget: {self.spent:.3f} of {self.seconds} s>"

    def __reduce__(self) -> tuple[type["Budget"], tuple[float | None, float]]:
        """In another process no time is running."""
        return Budget, (self.seconds, self.spent)

    def copy(self) -> "Budget":
        """Return another budget of which as much is spent."""
        return Budget(self.seconds, self.spent)

    @property
    def spent(self) -> float:
        """The seconds that were used so far."""
        began = _running.get().get(self)
        return self._spent if began is None else self._spent + time.thread_time() - began

    @property
    def left(self) -> float:
        """The seconds that may still be used, infinity where any number may."""
        return math.inf if self.seconds is None else max(0.0, self.seconds - self.spent)

    def is_spent(self) -> bool:
        """Return whether nothing is left. The caller then ends its work, so `is_cut` is set."""
        if self.seconds is None or self.spent < self.seconds:
            return False
        self.is_cut = self.is_over = True
        return True

    def spending(self) -> "_Spending":
        """Charge the time of a `with` block, once where such blocks are nested."""
        return _Spending(self)

    @contextmanager
    def share(self, part: float) -> Iterator["Budget"]:
        """Give a `with` block a budget of its own: a part of this one, and no more than is left of it."""
        own = Budget(None if self.seconds is None else min(part * self.seconds, self.left))
        with self.spending(), own.spending():
            yield own
        self.is_cut |= own.is_cut

    def limited(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the items as long as something is left. The clock is read once in several items of all iterations."""
        for item in items:
            self._items += 1
            if self.is_over or (self._items % _STRIDE == 0 and self.is_spent()):
                return
            yield item


class _Spending:
    """A `with` block that is charged to a budget; a generator would take three times as long."""

    __slots__ = ("_began", "_budget", "_token")

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._token: Token[Mapping[Budget, float]] | None = None  # None where an outer block charges it already

    def __enter__(self) -> None:
        running = _running.get()
        if self._budget not in running:
            self._began = time.thread_time()
            self._token = _running.set({**running, self._budget: self._began})

    def __exit__(self, *_: object) -> None:
        if self._token is not None:
            _running.reset(self._token)
            self._budget._spent += time.thread_time() - self._began


_NOTHING: Mapping[Budget, float] = {}
# When the budgets that are being spent in this thread began to be.
_running: ContextVar[Mapping[Budget, float]] = ContextVar("ridgeline budgets", default=_NOTHING)
