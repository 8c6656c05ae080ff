"""Fetches many URLs at once, but those of one host one after the other, with pauses.

A few threads take the next URL whose host is ready. Results come in the order of the URLs, and no more than a few are
held: a URL is not fetched before the one that is `_AHEAD` before it has been taken. The first URL that is not fetched
yet is always the first of its host, so there is always one to go on with.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

_THREADS = 16
_AHEAD = 64  # results that are held at most

Result = TypeVar("Result")


@dataclass(slots=True)
class Again:
    """The result of a request that has to be made once more, later."""

    seconds: float


@dataclass(slots=True)
class _Host:
    name: str
    positions: deque[int] = field(default_factory=deque)  # of its URLs that are not fetched yet
    ready: float = 0.0  # the time of its next request
    is_busy: bool = False


class Fetcher(Generic[Result]):
    """Makes the requests of a slice."""

    def __init__(
        self,
        hosts: Sequence[str],
        request: Callable[[int], Result | Again],
        delay_seconds: Callable[[str], float],
        first_delay_seconds: float = 0.0,
    ) -> None:
        self._request = request  # by the position of its URL; called by several threads
        self._delay_seconds = delay_seconds  # between two requests to a host
        self._change = threading.Condition()
        self._results: dict[int, Result | BaseException] = {}
        self._taken = 0
        self._is_closed = False
        self._size = len(hosts)
        self._hosts: dict[str, _Host] = {}
        begin = time.monotonic() + first_delay_seconds
        for position, name in enumerate(hosts):
            self._hosts.setdefault(name, _Host(name, ready=begin)).positions.append(position)

    def results(self) -> Iterator[Result]:
        """Yield the results of all requests, in the order of the URLs."""
        threads = [
            threading.Thread(target=self._work, daemon=True, name=f"ridgeline-fetch-{number}")
            for number in range(min(_THREADS, len(self._hosts)))
        ]
        for thread in threads:
            thread.start()
        for position in range(self._size):
            yield self._wait_for(position)

    def close(self) -> None:
        """End the threads. A request that has begun is not waited for."""
        with self._change:
            self._is_closed = True
            self._change.notify_all()

    def _wait_for(self, position: int) -> Result:
        with self._change:
            self._change.wait_for(lambda: position in self._results)
            result = self._results.pop(position)
            self._taken = position + 1
            self._change.notify_all()
        if isinstance(result, BaseException):
            raise result
        return result

    def _work(self) -> None:
        while (taken := self._next()) is not None:
            host, position = taken
            try:
                result: Result | Again | BaseException = self._request(position)
            except BaseException as error:  # raised where the result is taken
                result = error
            self._end(host, position, result)

    def _next(self) -> tuple[_Host, int] | None:
        """Wait for the next URL that may be fetched; None if there is no more to do for this thread."""
        with self._change:
            while not self._is_closed:
                waiting = [host for host in self._hosts.values() if host.positions and not host.is_busy]
                if not waiting and not any(host.is_busy for host in self._hosts.values()):
                    return None
                near = [host for host in waiting if host.positions[0] < self._taken + _AHEAD]
                now = time.monotonic()
                host = min(near, key=lambda host: (max(host.ready, now), host.positions[0]), default=None)
                if host is not None and host.ready <= now:
                    host.is_busy = True
                    return host, host.positions.popleft()
                self._change.wait(None if host is None else host.ready - now)
        return None

    def _end(self, host: _Host, position: int, result: Result | Again | BaseException) -> None:
        pause = self._delay_seconds(host.name)
        with self._change:
            if isinstance(result, Again):
                host.positions.appendleft(position)
                pause = max(pause, result.seconds)
            else:
                self._results[position] = result
            host.ready = time.monotonic() + pause
            host.is_busy = False
            self._change.notify_all()
