"""Run work in several processes; a process that dies loses only the task that killed it.

    run_in_processes   independent tasks, sent by pickling to fresh interpreters; for pages that may kill a process
    map_in_processes   one function over many items; forked processes inherit both, so only results are sent

The pools of the standard library do not say which task a dead process had, and with large tasks they may wait forever
for a dead process (seen with Python 3.11.7). Here every worker has one task at a time and a connection of its own.
"""

import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Literal, NamedTuple, Protocol, Self, TypeVar

from .errors import OptionError, WorkerError

Item = TypeVar("Item")
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)
Advance = Callable[[int], None]  # reports that this many more steps were done


class Task(Protocol[Result_co]):
    """Work for one process, sent to it by pickling."""

    def run(self) -> Sequence[Result_co]:
        """Do the work and return its results."""
        ...

    def split(self) -> Sequence[Self]:
        """Return the smaller tasks that it consists of, or itself alone if it cannot be split."""
        ...

    def results_after_crash(self) -> Sequence[Result_co]:
        """Return the results of a task that cannot be split and killed its process."""
        ...


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_in_processes(tasks: Iterator[Task[Result]], processes: int) -> Iterator[Result]:
    """Yield the results of the tasks as they come.

    The next task is taken from the iterator when a process is free for it. A task that kills its process is split, and
    its parts are run one by one.
    """
    upcoming = _Queue(tasks)
    for task, answer in _answers(_run_task, upcoming, processes, "spawn"):  # a fork of a process with threads may hang
        if answer is not None:
            yield from answer.value
        elif len(parts := task.split()) > 1:
            upcoming.put_first(parts)
        else:
            yield from task.results_after_crash()


def map_in_processes(
    function: Callable[[Item, Advance], Result],
    items: Sequence[Item],
    processes: int,
    advance: Advance = lambda steps: None,
) -> list[Result]:
    """Return `function(item, advance)` for every item, in the order of the items.

    The processes are forked for this call. They inherit the function and the items, so neither has to be pickled, and
    large data that they share is not copied. `advance` is called in this process, wherever the function calls it.
    With one process, or on a system that cannot fork, everything runs in this process.
    """
    if processes == 1 or "fork" not in multiprocessing.get_all_start_methods():
        return [function(item, advance) for item in items]

    def call(position: int, report: Advance) -> Result:
        return function(items[position], report)

    results: dict[int, Result] = {}
    for position, answer in _answers(call, iter(range(len(items))), processes, "fork", advance):
        if answer is None:
            raise WorkerError("a worker process died, perhaps for lack of memory: try again with fewer processes")
        results[position] = answer.value
    return [results[position] for position in range(len(items))]


class _Answer(NamedTuple, Generic[Result]):
    value: Result


class _Progress(NamedTuple):
    steps: int


class _Queue(Iterator[Item]):
    """An iterator that items can be put back in front of."""

    def __init__(self, items: Iterator[Item]) -> None:
        self._items = items

    def __next__(self) -> Item:
        return next(self._items)

    def put_first(self, items: Iterable[Item]) -> None:
        """Let these come next."""
        self._items = chain(items, self._items)


def _run_task(task: Task[Result], _: Advance) -> Sequence[Result]:
    return task.run()


def _answers(
    function: Callable[[Item, Advance], Result],
    items: Iterator[Item],
    processes: int,
    start_method: Literal["spawn", "fork"],
    advance: Advance = lambda steps: None,
) -> Iterator[tuple[Item, _Answer[Result] | None]]:
    """Yield each item with the answer of the process that had it, as they come; None where the process died."""
    first = list(islice(items, processes))
    workers: list[_Worker[Item, Result]] = []
    try:
        for _ in first:
            workers.append(_Worker(function, start_method, workers))
        busy: dict[Any, _Worker[Item, Result]] = {}
        for worker, item in zip(workers, first, strict=True):
            worker.give(item)
            busy[worker.connection] = worker
        while busy:
            for connection in wait(list(busy)):
                worker = busy[connection]
                message = worker.receive()
                if isinstance(message, _Progress):
                    advance(message.steps)
                    continue
                del busy[connection]
                if message is None:
                    worker.replace_process()
                yield worker.item, message
                if (following := next(items, None)) is not None:
                    worker.give(following)
                    busy[worker.connection] = worker
    finally:
        for worker in workers:
            worker.stop()


class _Worker(Generic[Item, Result]):
    """A process that applies a function to one item after the other."""

    item: Item

    def __init__(
        self,
        function: Callable[[Item, Advance], Result],
        start_method: Literal["spawn", "fork"],
        workers: "Sequence[_Worker[Item, Result]]",
    ) -> None:
        self._function = function
        self._start_method = start_method
        self._workers = workers  # all of the run, this one among them once it has started
        self._start()

    def _start(self) -> None:
        forks = self._start_method == "fork"
        context = multiprocessing.get_context("fork") if forks else multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        # A forked process has copies of all our connections. Were they left open, its own would never end with us.
        others = [worker.connection for worker in self._workers if worker is not self]
        inherited = [self.connection, *others] if forks else []
        # Arguments are pickled to a spawned process, and simply there in a forked one.
        self._process = context.Process(target=_serve, args=(theirs, self._function, inherited), daemon=True)
        with _interrupts_held_back():
            self._process.start()
        theirs.close()

    def give(self, item: Item) -> None:
        """Send the next item."""
        self.item = item
        try:
            self.connection.send(item)
        except ConnectionError:
            pass  # the process died: `receive` reports it
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise OptionError(f"this works in one process only (processes=1): {error}") from error

    def receive(self) -> _Answer[Result] | _Progress | None:
        """Return the next message; None if the process died. Raises what the function raised."""
        try:
            message: _Answer[Result] | _Progress | Exception = self.connection.recv()
        except (EOFError, ConnectionError):
            return None
        if isinstance(message, Exception):
            raise message
        return message

    def replace_process(self) -> None:
        """Go on with a new process."""
        self.stop()
        self._start()

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self._process.terminate()
        self._process.join()
        self.connection.close()


def _serve(connection: Connection, function: Callable[[Any, Advance], Any], inherited: Sequence[Connection]) -> None:
    """Answer items until the connection ends: the main function of a worker's process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in inherited:
        other.close()

    def report(steps: int) -> None:
        connection.send(_Progress(steps))

    while True:
        try:
            connection.send(_Answer(function(connection.recv(), report)))
        except (EOFError, ConnectionError):
            return
        except Exception as error:  # raised in the process that waits for the answer
            connection.send(error)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Block keyboard interrupts: a process started meanwhile never sees one, and this process sees it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
