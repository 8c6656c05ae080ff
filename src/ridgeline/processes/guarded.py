"""One worker process under guard: it is killed over a cap, replaced when it dies, and goes on where it died."""

import os
import select
from collections.abc import Iterable
from typing import Any, Final, NamedTuple, Self

from ..errors import OptionError, WorkerError
from .board import Board
from .bounds import Bounds
from .deaths import Stage, Tries, describe_death
from .journal import Extent, Journal
from .launcher import Start, Worker, start_fresh
from .pickles import pickle_for_another_process
from .tasks import NO_CAPS, Answer_co, Caps, Failure, Result, Task, TaskFailed
from .usage import Stopwatch, check_caps, find_excess, runs_processes

POLL_SECONDS: Final = 0.05


class Ended(NamedTuple):
    """The answer of a task that has ended, or a TaskFailed."""

    answer: Any


class GuardedChild:
    """A worker process that does one task at a time: `call` waits for the answer; `give` and `poll` do not.

    The process starts with the first task and lives until `close`; while it does a task, nobody need look after it but
    to keep the caps. Children may be made in any thread; each is used by one thread at a time.
    """

    def __init__(self, caps: Caps = NO_CAPS, *, start: Start = start_fresh) -> None:
        check_caps(caps)
        if not runs_processes():
            raise OptionError("guarded processes need Linux or another Unix: elsewhere work in one process")
        self._default_caps = self._caps = caps
        self._start = start
        self._owner = os.getpid()
        self._journal = Journal.create()
        self._worker: Worker | None = None
        self._task: Task[Any, Any] | None = None
        self._stopwatch = Stopwatch()
        self._tries = Tries(caps.item_tries)
        self._excess: Failure | None = None  # the cap that the process was killed for

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def call(self, task: Task[Result, Answer_co], caps: Caps | None = None) -> Answer_co:
        """Return the answer of the task, within caps of its own if there are any.

        Raises what the task raised, or a WorkerError if its process died of it.
        """
        self.give(task, caps)
        try:
            while (ended := self.poll()) is None:
                wait_for_any([self])
        except BaseException:  # an interrupt, or an error in `Task.failure`
            self.abandon()
            raise
        if isinstance(ended.answer, TaskFailed):
            raise ended.answer.error
        answer: Answer_co = ended.answer
        return answer

    def give(self, task: Task[Any, Any], caps: Caps | None = None) -> None:
        """Let the process do this task, within caps of its own if there are any.

        Raises an OptionError if the task cannot be sent.
        """
        if self._task is not None:
            raise RuntimeError("a child does one task at a time")
        self._caps = self._default_caps if caps is None else caps
        check_caps(self._caps)
        self._journal.begin(pickle_for_another_process(task))
        self._tries = Tries(self._caps.item_tries)
        self._go()
        self._task = task

    def poll(self) -> Ended | None:
        """Return the answer if the task has ended; otherwise keep the caps, and go on with a new process if needed."""
        worker, task = self._worker, self._task
        if worker is None or task is None:
            raise RuntimeError("the child has no task")
        match worker.listen():
            case "done":
                return self._end(self._read_outcome())
            case "gone":
                return self._go_on_after(self._bury(worker), worker.board, task)
        if self._excess is None:
            self._excess = find_excess(self._caps, self._stopwatch, worker.board, worker.process.pid)
            if self._excess is not None:
                worker.process.kill()  # a later call finds it dead
        return None

    def abandon(self) -> None:
        """End the process and forget the task; the next one starts a new process."""
        if self._worker is not None:
            self._bury(self._worker)
        self._task = None
        self._journal.clear()

    @property
    def items(self) -> int:
        """The number of items of the task that are done."""
        return self._worker.board.position if self._worker else 0

    @property
    def steps(self) -> int:
        """The number of steps that the task has reported."""
        return self._worker.board.steps if self._worker else 0

    @property
    def pid(self) -> int | None:
        """The id of the process, which changes when it is replaced; None before the first task."""
        return self._worker.process.pid if self._worker else None

    def fileno(self) -> int:
        """Return a descriptor that can be read from when `poll` should be called at once."""
        return self._worker.connection.fileno() if self._worker else -1

    def kill(self) -> None:
        """Begin to end the process; `close` waits until it has ended."""
        if self._worker is not None and os.getpid() == self._owner:
            self._worker.process.kill()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if os.getpid() != self._owner:
            return  # a fork of the supervisor has a copy of this object, but the process is not its own
        if self._journal.is_open:
            self.abandon()
            self._journal.close()

    def _go(self, position: int = 0, steps: int = 0) -> None:
        """Let a process do what remains of the task, of which these items and steps are done."""
        if self._worker is None:
            try:
                self._worker = self._start(self._journal)
            except OSError as error:
                raise WorkerError(f"a worker process cannot be started: {error}") from error
        self._stopwatch = Stopwatch()
        bounds = Bounds(self._caps.item_cpu_seconds or 0.0, self._caps.item_growth_bytes or 0)
        self._worker.board.begin_task(position, steps, bounds)
        self._worker.go()

    def _bury(self, worker: Worker) -> Failure:
        """Remove the process and return why it died."""
        failure = describe_death(worker.close())
        if self._excess is not None:
            failure = self._excess
        self._worker = self._excess = None
        return failure

    def _read_outcome(self) -> Any:
        try:
            value, is_answer = self._journal.outcome()
        except Exception as error:  # whatever loading an object raises
            return TaskFailed(error)
        return value if is_answer else TaskFailed(value)

    def _end(self, answer: Any) -> Ended:
        if self._excess is not None and self._worker is not None:
            self._bury(self._worker)  # it was killed for a cap, and had its answer ready just in time
        self._task = None
        self._journal.clear()
        return Ended(answer)

    def _go_on_after(self, failure: Failure, board: Board, task: Task[Any, Any]) -> Ended | None:
        """Go on with a new process, without the item if it has failed; end the task if it can only fail again."""
        extent = self._journal.recover()
        stage = _stage(board, extent)
        if not self._tries.may_try_again(stage, failure):
            if isinstance(stage, str):
                error = WorkerError(f"a task kept killing its process at its {stage}: {failure}")
                error.kind = failure.kind if stage == "end" else None  # before the start it is not the task's fault
                return self._end(TaskFailed(error))
            if not self._tries.may_fail(stage):
                return self._end(TaskFailed(WorkerError(f"too many items in a row killed their process: {failure}")))
            self._journal.add_result(extent.end, task.failure(stage, failure))
        self._go(extent.results, board.steps_of_done_items)
        return None


def _stage(board: Board, extent: Extent) -> Stage:
    """Return what a process was doing when it died."""
    if board.is_at_start:
        return "start"
    return "end" if extent.is_complete else extent.results


def wait_for_any(children: Iterable[GuardedChild], timeout_seconds: float = POLL_SECONDS) -> None:
    """Wait until one of the children has something to say, or for this time."""
    poller = select.poll()
    for child in children:
        poller.register(child, select.POLLIN)
    poller.poll(timeout_seconds * 1000)
