"""When a fetch ends: its time is over, or another thread gives it up."""

import threading
import time
from collections.abc import Callable

from ..errors import FetchError


class Supervision:
    """Lets another thread give up a fetch, which then raises FetchError at once, and hears of the bytes it holds."""

    def __init__(self) -> None:
        """Give up nothing yet."""
        self._lock = threading.Lock()
        self._is_cancelled = False
        self._wake: Callable[[], object] | None = None

    def cancel(self) -> None:
        """Give up the fetch, and end whatever it waits for."""
        with self._lock:
            self._is_cancelled = True
            if self._wake is not None:
                self._wake()

    def hold(self, count: int) -> None:
        """Hear that the fetch holds so many bytes more. A subclass may raise something, which ends the fetch."""

    def check(self) -> None:
        """Raise FetchError if the fetch was given up."""
        if self._is_cancelled:
            raise FetchError("the fetch was given up")

    def wake_by(self, wake: Callable[[], object]) -> None:
        """Say what ends the next wait of the fetch."""
        with self._lock:
            self._wake = wake
        self.check()


class Deadline:
    """The end of the time for a whole fetch: when the time is over, or when somebody gives it up."""

    def __init__(self, seconds: float, supervision: Supervision | None = None) -> None:
        self.seconds = seconds
        self.supervision = supervision or Supervision()
        self._end = time.monotonic() + seconds

    def remaining(self) -> float:
        """Return the seconds left. Raises TimeoutError if there are none, FetchError if the fetch was given up."""
        self.supervision.check()
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left
