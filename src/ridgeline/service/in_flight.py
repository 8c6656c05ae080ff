"""Bounds the bytes that a service holds for its clients at a time: bodies that arrive, pages, answers that leave.

    with in_flight.lease() as lease:      one for each request; the guard makes it
        lease.take(len(piece))            raises Problem (503) where too much is held already

A body that is not sent to its end holds its bytes until the time for it is over. So does an answer that nobody reads.
"""

import asyncio
import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from .problems import Problem

MIN_BYTES: Final = 96_000_000
_ANSWERS = 2  # times as much may be held where answers are among it
_RETRY_SECONDS = 5
_LOOK_SECONDS = 0.05  # between two looks for room

current_lease: ContextVar["Lease | None"] = ContextVar("current_lease", default=None)


class InFlight:
    """The bytes that all requests hold. Threads may share it."""

    def __init__(self, max_body_bytes: int) -> None:
        """Hold nothing yet."""
        self.max_bytes = max(MIN_BYTES, 2 * max_body_bytes)
        self.held = 0
        self.lock = threading.Lock()

    @contextmanager
    def lease(self) -> Iterator["Lease"]:
        """Yield what a request takes its bytes from; they are given back at the end of the block."""
        lease = Lease(self)
        before = current_lease.set(lease)
        try:
            yield lease
        finally:
            lease.close()
            current_lease.reset(before)


class Lease:
    """The bytes that one request holds."""

    def __init__(self, in_flight: InFlight) -> None:
        self._in_flight = in_flight
        self._held = 0
        self._is_closed = False

    def take(self, count: int, *, is_answer: bool = False) -> None:
        """Hold more bytes. Raises Problem (503) where all requests together hold too many."""
        if not self._take(count, _ANSWERS if is_answer else 1):
            raise Problem(
                503,
                "overloaded",
                "the service holds as many bytes as it may: try again later",
                headers={"retry-after": str(_RETRY_SECONDS)},
            )

    def hold(self, count: int) -> None:
        """Hold more bytes, whatever the others hold."""
        self._take(count, math.inf)

    async def wait(self, count: int, timeout_seconds: float) -> None:
        """Hold more bytes when there is room for them. Raises Problem (503) where there is none for so long."""
        for _ in range(int(timeout_seconds / _LOOK_SECONDS)):
            if self._take(count):
                return
            await asyncio.sleep(_LOOK_SECONDS)
        self.take(count)

    def give_back(self, count: int) -> None:
        """Hold less."""
        self._take(-count, math.inf)

    def close(self) -> None:
        """Hold nothing from now on, also where a thread that works for the request takes more before it ends."""
        with self._in_flight.lock:
            self._in_flight.held -= self._held
            self._held, self._is_closed = 0, True

    def _take(self, count: int, times: float = 1) -> bool:
        """Hold more bytes, or less; returns False, and holds no more, where that would be over the limit."""
        with self._in_flight.lock:
            if self._is_closed:
                return True
            if count > 0 and self._in_flight.held + count > times * self._in_flight.max_bytes:
                return False
            self._in_flight.held += count
            self._held += count
            return True
