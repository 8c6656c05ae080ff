"""Engines: where the tasks of a run are done. They all write the same parts, so a run may change from one to another.

local.py   guarded processes of this machine; or this process itself
ray.py     a Ray cluster
"""

from collections.abc import Callable, Generator, Sequence
from typing import Any, Protocol

from ...processes import Running, TaskFailed

Answers = Generator[tuple[Any, Any | TaskFailed], None, None]
Take = Callable[[], Any]  # returns the next task; None where there is none now
OnProgress = Callable[[Sequence[Running[Any]]], None]


class Engine(Protocol):
    """Does tasks."""

    @property
    def processes(self) -> int:
        """The number of tasks that are done at once."""
        ...

    def run(self, take: Take, on_progress: OnProgress) -> Answers:
        """Yield each task with its answer or with a TaskFailed, as they end.

        `take` is asked for a task whenever one can be begun, and again after each answer; the run is over when it
        returns None while no task is being done. `on_progress` is called about twice a second.
        """
        ...
