"""Worker processes behind an asyncio loop: everything that parses, learns from or renders a page runs in them.

    answer = await pool.run(function, *arguments, seconds=…)

The loop is never blocked for long and no thread waits: a child's descriptor says when it has an answer, and a timer
keeps the caps while children are busy. The queue is bounded. A request that is given up leaves the queue; where its
work has begun, the work goes on and its answer is dropped, because to end it would cost a process.
"""

import asyncio
import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..errors import RidgelineError
from ..processes import Call, Caps, GuardedChild, TaskFailed
from ..processes.guarded import POLL_SECONDS, Ended
from .problems import Problem

_MAX_RETRY_SECONDS = 60
_SMOOTHING = 0.1  # the share of the newest call in the mean seconds of a call


@dataclass(slots=True, eq=False)
class _Job:
    """A call that waits or runs, and the future of its answer."""

    call: Call
    caps: Caps | None
    answer: "asyncio.Future[Any]"
    began: float = 0.0


class Pool:
    """A number of guarded children, and a queue of calls in front of them. Used from one event loop."""

    def __init__(self, workers: int, queue_size: int, caps: Caps, prepare: Callable[[], object] | None = None) -> None:
        """Make the children; they start with `start`. Each calls `prepare` before its first call."""
        self._caps = caps
        self._queue_size = queue_size
        self._prepare = prepare
        self._idle = [GuardedChild(caps) for _ in range(workers)]
        self._busy: dict[GuardedChild, _Job] = {}
        self._waiting: deque[_Job] = deque()
        self._patient: deque[_Job] = deque()  # of batches, which take what single requests leave
        self._pids: dict[GuardedChild, int | None] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._mean_seconds = 0.1
        self._is_closed = False
        self.workers = workers
        self.restarts = 0  # processes that were replaced

    async def start(self) -> None:
        """Start all processes and wait until they are ready. Raises what keeps them from it."""
        children, self._idle = self._idle, []
        # A call that does nothing but prepare. Its function is not of this module, which imports the framework.
        jobs = [self._make_job(bool, (), None) for _ in children]
        for child, job in zip(children, jobs, strict=True):
            self._give(child, job)
        await asyncio.gather(*(job.answer for job in jobs))

    async def run(
        self, function: Callable[..., Any], *arguments: Any, seconds: float | None = None, patient: bool = False
    ) -> Any:
        """Return what a function of a module returns, called in a child.

        `seconds` replaces the cap on the time of a page. A `patient` call always finds room in the queue, but lets
        others go first: its caller bounds how many there are.

        Raises:
            Problem: The queue is full (503), or the pool is closed.
            WorkerError: The call killed its process or was over a cap; `kind` says which.
        """
        if self._is_closed:
            raise _shutting_down()
        if not patient and not self._idle and len(self._waiting) >= self._queue_size:
            raise self._overloaded()
        job = self._make_job(function, arguments, seconds)
        queue = self._patient if patient else self._waiting
        queue.append(job)
        self._dispatch()
        try:
            return await job.answer
        finally:
            if job in queue:
                queue.remove(job)

    def check_room(self) -> None:
        """Raise a Problem (503) where so many patient calls wait already that no more should be begun."""
        if len(self._patient) > self._queue_size:
            raise self._overloaded()

    @property
    def busy(self) -> int:
        """The number of workers that have a call."""
        return len(self._busy)

    @property
    def queued(self) -> int:
        """The number of calls that wait."""
        return len(self._waiting) + len(self._patient)

    @property
    def pids(self) -> list[int]:
        """The ids of the processes that run."""
        return [child.pid for child in self._children() if child.pid is not None]

    async def close(self) -> None:
        """End all processes, whatever they are doing, and answer all calls. Closing twice does no harm."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._timer is not None:
            self._timer.cancel()
        jobs = [*self._busy.values(), *self._waiting, *self._patient]
        for child in self._busy:
            self._unwatch(child)
        for child in self._children():
            child.kill()  # all at once: a process with much memory takes a while to end
        for child in self._children():
            child.close()
        for job in jobs:
            _fail(job, _shutting_down())

    def _children(self) -> Iterator[GuardedChild]:
        yield from self._idle
        yield from self._busy

    def _make_job(self, function: Callable[..., Any], arguments: tuple[Any, ...], seconds: float | None) -> _Job:
        caps = None if seconds is None else replace(self._caps, item_seconds=seconds)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        return _Job(Call(function, arguments, self._prepare), caps, future)

    def _overloaded(self) -> Problem:
        wait = self._mean_seconds * (self.queued + self.workers) / self.workers
        after = min(max(1, math.ceil(wait)), _MAX_RETRY_SECONDS)
        detail = f"{self.queued} requests wait for {self.workers} workers: try again in {after} s"
        return Problem(503, "overloaded", detail, headers={"retry-after": str(after)})

    def _dispatch(self) -> None:
        """Give waiting calls to idle children."""
        while self._idle and (queue := self._waiting or self._patient):
            job = queue.popleft()
            if not job.answer.done():  # its request was given up
                self._give(self._idle.pop(), job)

    def _give(self, child: GuardedChild, job: _Job) -> None:
        self._busy[child] = job
        job.began = asyncio.get_running_loop().time()
        try:
            child.give(job.call, job.caps)
        except RidgelineError as error:  # it cannot be sent, or no process can be started
            self._end(child, TaskFailed(error))
            return
        self._note_process(child)
        self._watch(child)

    def _watch(self, child: GuardedChild) -> None:
        loop = asyncio.get_running_loop()
        loop.add_reader(child.fileno(), self._look, child)
        if self._timer is None:
            self._timer = loop.call_later(POLL_SECONDS, self._keep_caps)

    def _unwatch(self, child: GuardedChild) -> None:
        asyncio.get_running_loop().remove_reader(child.fileno())

    def _keep_caps(self) -> None:
        self._timer = None
        for child in list(self._busy):
            self._look(child)

    def _look(self, child: GuardedChild) -> None:
        """See whether a child has its answer; replace its process if it died."""
        self._unwatch(child)  # before the descriptor is closed, and perhaps used again
        try:
            ended = child.poll()
        except RidgelineError as error:  # no new process can be started, or no file be written
            child.abandon()
            ended = Ended(TaskFailed(error))
        self._note_process(child)
        if ended is None:
            self._watch(child)
        else:
            self._end(child, ended.answer)

    def _note_process(self, child: GuardedChild) -> None:
        before = self._pids.get(child)
        if child.pid is not None and child.pid != before:
            self._pids[child] = child.pid
            self.restarts += before is not None

    def _end(self, child: GuardedChild, answer: Any) -> None:
        job = self._busy.pop(child)
        self._idle.append(child)
        self._mean_seconds += _SMOOTHING * (asyncio.get_running_loop().time() - job.began - self._mean_seconds)
        if isinstance(answer, TaskFailed):
            _fail(job, answer.error)
        elif not job.answer.done():
            job.answer.set_result(answer)
        self._dispatch()


def _shutting_down() -> Problem:
    return Problem(503, "shutting-down", "the service is shutting down", headers={"retry-after": "5"})


def _fail(job: _Job, error: Exception) -> None:
    if not job.answer.done():
        job.answer.set_exception(error)
