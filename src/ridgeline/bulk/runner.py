"""A run: inputs to slices, slices to parts, until every page of the inputs has its row.

    open_inputs ─slices, walks→ Plan ─→ Queue ─tasks→ Engine ─summaries→ Report

That a part exists is the commit of its slice. So a run that was killed is resumed by the same command, and what was
being done when it ended is done again.
"""

import errno
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Any

from ..errors import MissingExtraError, OptionError, OutputError, RidgelineError
from ..processes import Running, TaskFailed
from . import storage
from .engines import Engine
from .lock import locked
from .parts import SUMMARIES, Summary, part_keys, read_summaries, read_summary
from .plan import FOLDER, Plan
from .queue import Done, Queue, Unit
from .report import Report, Totals
from .retries import RetryTask, settle_all
from .settings import Settings, keep_settings
from .slices import Slice
from .status import Progress, write_progress
from .tasks import HALVES, SliceTask, WalkTask

OnProgress = Callable[[Progress], None]
_PROGRESS_SECONDS = 5.0  # between two writes of the file that `status` reads …
_REMOTE_PROGRESS_SECONDS = 30.0  # … on a remote file system
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def run_settings(
    units: Iterable[Unit],
    output: str,
    settings: Settings,
    engine: Engine,
    *,
    retry_errors: bool = False,
    on_progress: OnProgress = lambda progress: None,
) -> Report:
    """Do all units of work whose parts are not there, and return the report of the parts of these inputs."""
    storage.make_folder(output)
    with locked(output):
        keep_settings(settings, output)
        folders = (output, storage.join(output, SUMMARIES), storage.join(output, FOLDER))
        for folder in folders:
            storage.make_folder(folder)
        _tidy_up(folders)
        settle_all(output, settings)
        try:
            return _Run(output, settings, engine, on_progress).finish(units, retry_errors=retry_errors)
        except BaseException:
            _tidy_up(folders)
            raise


def _tidy_up(folders: Iterable[str]) -> None:
    """Remove what processes that were killed had begun to write."""
    for folder in folders:
        storage.remove_leftovers(folder)


class _Run:
    """The state of a run."""

    def __init__(self, output: str, settings: Settings, engine: Engine, on_progress: OnProgress) -> None:
        self._output, self._settings, self._engine = output, settings, engine
        self._report_progress = on_progress
        self._begin = time.monotonic()
        self._progress_due = self._begin
        self._totals = Totals()
        self._done: dict[str, Done] = {}
        self._new_pages = 0
        self._failures: list[str] = []

    def finish(self, units: Iterable[Unit], *, retry_errors: bool) -> Report:
        """Do the work, and return the report."""
        plan = Plan(self._output)
        retries = deque(self._count_earlier(retry_errors=retry_errors))
        queue = Queue(plan.complete(units), plan, self._settings, self._output, self._engine, self._done)
        answers = self._engine.run(
            lambda: retries.popleft() if retries else queue.take(), lambda running: self._progress(queue, running)
        )
        with closing(answers):
            for task, answer in answers:
                self._end(queue, task, answer)
        self._progress(queue, [], has_ended=True)
        return self._totals.report(tuple(self._failures), self._new_pages, time.monotonic() - self._begin)

    def _count_earlier(self, *, retry_errors: bool) -> Iterator[RetryTask]:
        """Count the parts that are there, and yield the tasks of those whose failed pages are to be done again."""
        for key, summary in read_summaries(self._output, part_keys(self._output)):
            self._done[key] = _done(summary)
            if retry_errors and summary.failed:
                yield RetryTask(Slice.from_json(summary.slice), self._settings, self._output, summary.max_pages)
            else:
                self._totals.add(summary)

    def _end(self, queue: Queue, task: SliceTask | WalkTask | RetryTask, answer: Any) -> None:
        """Take note of the answer of a task. Raises where no other task can be done either."""
        if isinstance(answer, TaskFailed):
            self._failures.append(_describe(task, _raise_if_fatal(answer.error)))
        if isinstance(answer, Summary):
            self._totals.add(answer)
            self._new_pages += answer.pages
        elif isinstance(task, RetryTask):
            self._totals.add(read_summary(self._output, task.key))  # as it was
        if not isinstance(task, RetryTask):
            queue.end(task, answer)

    def _progress(self, queue: Queue, running: Sequence[Running[Any]], *, has_ended: bool = False) -> None:
        queue.look_ahead()
        pages = sum(item.items // HALVES for item in running if not isinstance(item.task, WalkTask))
        left = queue.pages_left()
        progress = Progress(
            pages=self._totals.pages + pages,
            new_pages=self._new_pages + pages,
            errors=sum(self._totals.errors.values()) + sum(item.steps for item in running),
            parts=self._totals.parts,
            waiting=queue.waiting,
            seconds=time.monotonic() - self._begin,
            pages_left=None if left is None else max(0, left - pages),
            updated=time.time(),
            has_ended=has_ended,
        )
        self._report_progress(progress)
        if has_ended or time.monotonic() >= self._progress_due:
            is_remote = storage.is_remote(self._output)
            self._progress_due = time.monotonic() + (_REMOTE_PROGRESS_SECONDS if is_remote else _PROGRESS_SECONDS)
            write_progress(self._output, progress)


def _done(summary: Summary) -> Done:
    """Return what the queue needs to know of a part."""
    is_chained = summary.max_pages is not None
    chained = (str(summary.slice["source"]), int(summary.slice["offset"])) if is_chained else None
    return Done(summary.next_offset, summary.version, chained)


def _raise_if_fatal(error: Exception) -> Exception:
    """Return an error that costs one slice; raise one that all others would meet as well."""
    if isinstance(error, OutputError | MissingExtraError | OptionError):
        raise error
    if isinstance(error, OSError) and error.errno in _FULL:
        raise OutputError(f"the folder for temporary files is full: {error.strerror}; set TMPDIR to another") from error
    return error


def _describe(task: SliceTask | WalkTask | RetryTask, error: Exception) -> str:
    """Return what could not be done and why, in one line."""
    source = task.walk.source if isinstance(task, WalkTask) else task.slice.source
    offset = task.walk.offset if isinstance(task, WalkTask) else task.slice.offset
    reason = str(error) if isinstance(error, RidgelineError) else f"{type(error).__name__}: {error}"
    return " ".join(f"{source} from {offset}: {reason.removeprefix(f'{source}: ')}".split())
