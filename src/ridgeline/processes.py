"""Tasks on all cores, where a process that dies costs the one thing that killed it.

The pools of the standard library do not tell which task a dead process had, and with large tasks they wait forever for
some of their dead (seen with Python 3.11.7). Here every process has one task at a time, and a connection of its own.
"""

import os
import pickle
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Protocol, Self, TypeVar

from .errors import OptionError

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class Task(Protocol[Result_co]):
    """Something to do, sent to a process by pickling."""

    def done(self) -> Sequence[Result_co]:
        """Do it."""
        ...

    def parts(self) -> Sequence[Self]:
        """The smaller tasks that it is made of; itself alone, if there are none."""
        ...

    def lost(self) -> Sequence[Result_co]:
        """What to answer instead when it cannot be done, since no process survives it."""
        ...


def usable_cores() -> int:
    """How many processes can work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_in_processes(tasks: Iterator[Task[Result]], processes: int) -> Iterator[Result]:
    """The results of the tasks, as they come. A task is asked for when a process is free to do it."""
    first = list(islice(tasks, processes))
    upcoming = chain(first, tasks)
    workers: list[_Worker[Result]] = [_Worker() for _ in first]
    busy: dict[Any, _Worker[Result]] = {}
    try:
        for worker in workers:
            worker.give(next(upcoming))
            busy[worker.connection] = worker
        while busy:
            for connection in wait(list(busy)):
                worker = busy.pop(connection)
                results = worker.results()
                if results is None:
                    worker.replace_process()
                    parts = worker.task.parts()
                    results = worker.task.lost() if len(parts) == 1 else []
                    upcoming = chain(parts if len(parts) > 1 else [], upcoming)
                yield from results
                if (following := next(upcoming, None)) is not None:
                    worker.give(following)
                    busy[worker.connection] = worker
    finally:
        for worker in workers:
            worker.stop()


class _Worker(Generic[Result]):
    """A process that does one task after the other."""

    task: Task[Result]

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")  # a fork of a process with threads may hang
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        with _interrupts_held_back():
            self._process.start()
        theirs.close()

    def give(self, task: Task[Result]) -> None:
        """Have it do this next."""
        self.task = task
        try:
            self.connection.send(task)
        except ConnectionError:
            pass  # it died; whoever waits for its results will see
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise OptionError(f"this works in one process only (processes=1): {error}") from error

    def results(self) -> Sequence[Result] | None:
        """What it answers; None if it died."""
        try:
            answer: Sequence[Result] | Exception = self.connection.recv()
        except (EOFError, ConnectionError):
            return None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def replace_process(self) -> None:
        """Go on with another process."""
        self.stop()
        self._start()

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self._process.terminate()
        self._process.join()
        self.connection.close()


def _serve(connection: Connection) -> None:
    """What a worker's process does all its life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            task: Task[Any] = connection.recv()
            connection.send(task.done())
        except (EOFError, ConnectionError):
            return
        except Exception as error:  # raised where the results are waited for
            connection.send(error)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes started in here never see an interrupt from the keyboard; this one sees it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
