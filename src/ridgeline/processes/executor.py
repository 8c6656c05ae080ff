"""Run tasks in several guarded processes, or in this one."""

import os
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

from ..errors import OptionError
from .guarded import GuardedChild, wait_for_any
from .launcher import Start, start_fresh
from .tasks import NO_CAPS, Answer_co, Caps, Result, Running, Task, TaskFailed, Work
from .usage import check_caps, runs_processes

PROGRESS_SECONDS: Final = 0.5

OnProgress = Callable[[Sequence[Running[Work]]], None]


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_tasks(
    take: Callable[[], Work | None],
    processes: int,
    caps: Caps = NO_CAPS,
    *,
    on_progress: OnProgress[Work] = lambda running: None,
    start: Start = start_fresh,
) -> Generator[tuple[Work, Any], None, None]:
    """Yield each task with its answer, or with a TaskFailed, as they end.

    `take` returns the next task whenever a process is free. None means that there is none now: it is asked again when
    a task has ended and the caller has seen the answer, so that answers may lead to new tasks. The run is over when
    `take` returns None and no task runs. `on_progress` is called about twice a second with the tasks that run.
    An exception that a task raises is in its TaskFailed; one that `take` or `Task.failure` raises ends the run.
    """
    if processes < 1:
        raise OptionError(f"a number of processes is positive, not {processes}")
    check_caps(caps)
    if not runs_processes():
        return _run_all_here(take)
    return _run_guarded(take, processes, lambda: GuardedChild(caps, start=start), on_progress)


def _run_guarded(
    take: Callable[[], Work | None],
    processes: int,
    make_child: Callable[[], GuardedChild],
    on_progress: OnProgress[Work],
) -> Generator[tuple[Work, Any], None, None]:
    idle: list[GuardedChild] = []
    busy: dict[GuardedChild, Work] = {}
    report = _Reporter(on_progress)
    try:
        idle += (make_child() for _ in range(processes))
        while True:
            while idle and (task := take()) is not None:
                busy[idle[-1]] = task
                idle.pop().give(task)  # the one that was used last, so that no more processes start than are needed
            if not busy:
                return
            while (ended := next(_ended(busy), None)) is None:
                wait_for_any(busy)
                report(busy)
            child, answer = ended
            idle.append(child)
            yield busy.pop(child), answer
    finally:
        _close([*idle, *busy])


def _ended(busy: dict[GuardedChild, Work]) -> Iterator[tuple[GuardedChild, Any]]:
    for child in busy:
        if (ended := child.poll()) is not None:
            yield child, ended.answer


def _close(children: Sequence[GuardedChild]) -> None:
    for child in children:
        child.kill()  # all at once: a process with much memory takes a while to end
    for child in children:
        child.close()


class _Reporter:
    """Calls back with the progress of all tasks, but not too often."""

    def __init__(self, on_progress: OnProgress[Any]) -> None:
        self._on_progress = on_progress
        self._due = time.monotonic() + PROGRESS_SECONDS

    def __call__(self, busy: dict[GuardedChild, Any]) -> None:
        if time.monotonic() >= self._due:
            self._on_progress([Running(task, child.items, child.steps) for child, task in busy.items()])
            self._due = time.monotonic() + PROGRESS_SECONDS


def run_here(task: Task[Result, Answer_co]) -> Answer_co:
    """Return the answer of the task, which runs in this process: nothing is pickled, and nothing is capped."""
    return task.finish(task.results(0, _NoWatch()))


def _run_all_here(take: Callable[[], Work | None]) -> Generator[tuple[Work, Any], None, None]:
    while (task := take()) is not None:
        try:
            answer = run_here(task)
        except Exception as error:  # as in a worker process
            answer = TaskFailed(error)
        yield task, answer


class _NoWatch:
    """The Watch of a task that nobody watches."""

    def waiting(self) -> AbstractContextManager[None]:
        return nullcontext()

    def advance(self, steps: int) -> None:
        pass
