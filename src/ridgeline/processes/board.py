"""Memory that a worker process shares with its supervisor: which item it is doing, since when.

Every field is eight aligned bytes, written and read as one. The times are those of the monotonic clock, which all
processes of a system share.
"""

import math
import mmap
import os
import tempfile
import time
from typing import Self

from .bounds import NO_BOUNDS, Bounds

_SIZE_BYTES = mmap.PAGESIZE
_POSITION, _SINCE, _STEPS, _STEPS_OF_DONE_ITEMS, _STAGE, _CPU_SECONDS, _GROWTH_BYTES = range(7)
_START, _ITEM, _END = range(3)


class Board:
    """The fields. The worker process writes them while it has a task, its supervisor reads them."""

    def __init__(self, descriptor: int) -> None:
        memory = memoryview(mmap.mmap(descriptor, _SIZE_BYTES))
        self._numbers = memory.cast("q")
        self._seconds = memory.cast("d")

    @classmethod
    def create(cls) -> tuple[Self, int]:
        """Return a new board, and the descriptor that another process opens it by; the caller closes that."""
        descriptor = _create_memory()
        os.ftruncate(descriptor, _SIZE_BYTES)
        board = cls(descriptor)
        board.begin_task()
        return board, descriptor

    @property
    def position(self) -> int:
        """The item that is being done, or would be next: so many are done."""
        return self._numbers[_POSITION]

    @property
    def since(self) -> float:
        """When the item was begun, less the time it waited; infinite while the clock is stopped."""
        return self._seconds[_SINCE]

    @property
    def steps(self) -> int:
        """The number of steps that the task has reported."""
        return self._numbers[_STEPS]

    @property
    def steps_of_done_items(self) -> int:
        """The number of steps without those of the item that is being done."""
        return self._numbers[_STEPS_OF_DONE_ITEMS]

    @property
    def is_in_item(self) -> bool:
        """Whether an item is being done: not while a process starts or a task is read, nor while a task finishes."""
        return self._numbers[_STAGE] == _ITEM

    @property
    def is_at_start(self) -> bool:
        """Whether the process has not yet begun with the items of a task."""
        return self._numbers[_STAGE] == _START

    @property
    def bounds(self) -> Bounds:
        """The bounds of each item of the task."""
        return Bounds(self._seconds[_CPU_SECONDS], self._numbers[_GROWTH_BYTES])

    def begin_task(self, position: int = 0, steps: int = 0, bounds: Bounds = NO_BOUNDS) -> None:
        """Say that a task is about to be read, of which these items and steps are done. The supervisor writes this."""
        self._seconds[_SINCE] = math.inf
        self._numbers[_STAGE] = _START
        self._numbers[_POSITION] = position
        self._numbers[_STEPS] = self._numbers[_STEPS_OF_DONE_ITEMS] = steps
        self._seconds[_CPU_SECONDS], self._numbers[_GROWTH_BYTES] = bounds

    def begin_item(self, position: int) -> None:
        """Say that this item is being done from now on."""
        self._seconds[_SINCE] = math.inf  # so that no reader sees the new item with the time of the old one
        self._numbers[_POSITION] = position
        self._numbers[_STEPS_OF_DONE_ITEMS] = self._numbers[_STEPS]
        self._seconds[_SINCE] = time.monotonic()
        self._numbers[_STAGE] = _ITEM

    def leave_items(self) -> None:
        """Say that no item is being done any more."""
        self._numbers[_STAGE] = _END
        self._seconds[_SINCE] = math.inf

    def stop_clock(self) -> float:
        """Stop the clock of the item, and return the seconds that it has taken so far."""
        seconds = time.monotonic() - self._seconds[_SINCE]
        self._seconds[_SINCE] = math.inf
        return seconds

    def restart_clock(self, seconds: float) -> None:
        """Let the clock go on from these seconds."""
        self._seconds[_SINCE] = time.monotonic() - seconds

    def add_steps(self, steps: int) -> None:
        """Count more steps."""
        self._numbers[_STEPS] += steps


def _create_memory() -> int:
    """Return the descriptor of a file that has no name; in memory where the system has such files."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("ridgeline")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
