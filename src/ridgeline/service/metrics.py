"""Counts and times of requests, and the state of the workers, in the text format of Prometheus."""

import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import accumulate

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .pool import Pool

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)  # seconds
_UNMATCHED = "none"  # requests that no route is for


class Metrics:
    """The counters of the service."""

    def __init__(self, pool: Pool) -> None:
        """Count from 0."""
        self._pool = pool
        self._requests: Counter[tuple[str, str, int]] = Counter()  # by route, method, status
        self._seconds: defaultdict[str, float] = defaultdict(float)  # by route
        self._buckets: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (len(BUCKETS) + 1))

    def count(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self._requests[route, method, status] += 1
        self._seconds[route] += seconds
        self._buckets[route][bisect_left(BUCKETS, seconds)] += 1

    def as_text(self) -> str:
        """Return all metrics in the text format of Prometheus."""
        return "".join(f"{line}\n" for line in (*self._request_lines(), *self._worker_lines()))

    def _request_lines(self) -> Iterator[str]:
        yield from _head("ridgeline_requests_total", "counter", "Requests, by route, method and status.")
        for (route, method, status), count in sorted(self._requests.items()):
            yield f'ridgeline_requests_total{{route="{route}",method="{method}",status="{status}"}} {count}'
        yield from _head("ridgeline_request_seconds", "histogram", "Seconds until a request was answered, by route.")
        for route, counts in sorted(self._buckets.items()):
            for bound, count in zip((*BUCKETS, "+Inf"), accumulate(counts), strict=True):
                yield f'ridgeline_request_seconds_bucket{{route="{route}",le="{bound}"}} {count}'
            yield f'ridgeline_request_seconds_sum{{route="{route}"}} {self._seconds[route]:.6f}'
            yield f'ridgeline_request_seconds_count{{route="{route}"}} {sum(counts)}'

    def _worker_lines(self) -> Iterator[str]:
        pool = self._pool
        for name, kind, meaning, value in (
            ("ridgeline_workers", "gauge", "Worker processes.", pool.workers),
            ("ridgeline_workers_busy", "gauge", "Worker processes that work on a page.", pool.busy),
            ("ridgeline_queue", "gauge", "Requests that wait for a worker.", pool.queued),
            ("ridgeline_worker_restarts_total", "counter", "Worker processes that were replaced.", pool.restarts),
        ):
            yield from _head(name, kind, meaning)
            yield f"{name} {value}"


def _head(name: str, kind: str, meaning: str) -> tuple[str, str]:
    return f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"


class Counting:
    """Counts every request of an application, and the time until its answer was sent."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        """Wrap an application."""
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, start = 500, time.perf_counter()

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, note_status)
        finally:
            self._metrics.count(_route(scope), _method(scope), status, time.perf_counter() - start)


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"})


def _method(scope: Scope) -> str:
    """Return the method; one word for all that do not exist, so that nobody can fill our memory with names."""
    return scope["method"] if scope["method"] in _METHODS else "other"


def _route(scope: Scope) -> str:
    """Return the route as it is documented, `/v1/rules/{site}`, not the path that was asked for."""
    if "route" in scope:
        return str(scope["route"].path).replace(":path}", "}")
    # Routes that are not the framework's own: those of the tools, and of the OpenAPI document.
    return str(scope["path"]) if "endpoint" in scope and not scope.get("path_params") else _UNMATCHED
