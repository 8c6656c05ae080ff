"""The engines that need no service: guarded processes of this machine, or this process itself."""

from dataclasses import dataclass

from ...processes import Caps, TaskFailed, run_here, run_tasks
from . import Answers, OnProgress, Take


@dataclass(frozen=True, slots=True)
class LocalEngine:
    """Guarded processes of this machine."""

    processes: int
    caps: Caps

    def run(self, take: Take, on_progress: OnProgress) -> Answers:
        """Yield each task with its answer or with a TaskFailed, as they end."""
        yield from run_tasks(take, self.processes, self.caps, on_progress=on_progress)


@dataclass(frozen=True, slots=True)
class InlineEngine:
    """This process, which no cap protects: for debugging, and for files that only this process has (memory://)."""

    processes: int = 1

    def run(self, take: Take, on_progress: OnProgress) -> Answers:
        """Yield each task with its answer or with a TaskFailed, one after the other."""
        while (task := take()) is not None:
            try:
                answer = run_here(task)
            except Exception as error:  # as in a worker process
                yield task, TaskFailed(error)
            else:
                yield task, answer
            on_progress([])
