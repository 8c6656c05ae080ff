"""A function over many items, in forked processes: only the results are sent."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeVar

from ..errors import WorkerError
from .executor import run_tasks
from .launcher import start_forked
from .tasks import Failure, Running, TaskFailed, Watch

Item = TypeVar("Item")
Result = TypeVar("Result")
Advance = Callable[[int], None]  # reports that this many more steps were done

# What forked processes find by its number, since it is there when they are forked: functions and their items.
_inherited: dict[int, tuple[Callable[[Any, Advance], Any], Sequence[Any]]] = {}
_numbers = count()


def map_in_processes(
    function: Callable[[Item, Advance], Result],
    items: Sequence[Item],
    processes: int,
    advance: Advance = lambda steps: None,
) -> list[Result]:
    """Return `function(item, advance)` for every item, in the order of the items.

    The processes are forked for this call. They inherit the function and the items, so neither has to be pickled, and
    large data that they share is not copied. `advance` is called in this process, with the steps that the function has
    reported since the last call. With one process, or on a system that cannot fork, everything runs in this process.
    """
    if processes == 1 or not hasattr(os, "fork"):
        return [function(item, advance) for item in items]
    number = next(_numbers)
    _inherited[number] = (function, items)
    try:
        return _run_calls([_Call(number, position) for position in range(len(items))], processes, _Steps(advance))
    finally:
        del _inherited[number]


def _run_calls(calls: "list[_Call]", processes: int, steps: "_Steps") -> list[Any]:
    results: dict[int, Any] = {}
    waiting = iter(calls)
    for call, answer in run_tasks(
        lambda: next(waiting, None), processes, on_progress=steps.see_running, start=start_forked
    ):
        if isinstance(answer, TaskFailed):
            raise answer.error
        results[call.position], done = answer
        steps.see(call.position, done)
    return [results[position] for position in range(len(calls))]


@dataclass(frozen=True, slots=True)
class _Call:
    """A task of one item: its result, and the number of steps that it took."""

    number: int
    position: int

    def results(self, first: int, watch: Watch) -> Iterator[tuple[Any, int]]:
        if first > 0:
            return
        function, items = _inherited[self.number]
        steps = 0

        def advance(more: int) -> None:
            nonlocal steps
            steps += more
            watch.advance(more)

        yield function(items[self.position], advance), steps

    def failure(self, position: int, failure: Failure) -> tuple[Any, int]:
        raise WorkerError(
            f"a worker process died, perhaps for lack of memory: try again with fewer processes ({failure.detail})"
        )

    def finish(self, results: Iterable[tuple[Any, int]]) -> tuple[Any, int]:
        (result,) = results
        return result


class _Steps:
    """Adds up the steps of all calls. One that is tried again does not count twice."""

    def __init__(self, advance: Advance) -> None:
        self._advance = advance
        self._seen: dict[int, int] = {}

    def see_running(self, running: Sequence[Running[_Call]]) -> None:
        for each in running:
            self.see(each.task.position, each.steps)

    def see(self, position: int, steps: int) -> None:
        if (more := steps - self._seen.get(position, 0)) > 0:
            self._seen[position] = steps
            self._advance(more)
