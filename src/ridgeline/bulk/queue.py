"""The queue of a run: slices to do next, and walks that find more of them.

Slices of one lane never run at once. The slices of a large file are found in one of two ways:

- by a walk, where that is cheap. Walks run ahead of the slices, but not far.
- by a chain, where a walk would have to decompress the file once more, which costs a tenth of all CPU time: a slice
  ends after so many pages, and says where the next one begins. Only for idle processes a walk finds the rest.

A run that is resumed follows the chain: from the part of a slice to the next, to a walk in the plan, or to the slice
that is not done. It never begins with a walk, since a process of the earlier run may still be writing that slice.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, NamedTuple, Protocol

from . import storage
from .parts import Summary
from .plan import Plan
from .settings import Settings
from .slices import Slice, Walk
from .tasks import Found, SliceTask, WalkTask

_CHAINED_READERS = frozenset({"warc"})
_MAX_AHEAD = 10_000  # units of work that are known and not begun
_PULL_SECONDS = 0.1  # the inputs are looked through in portions of this time

Unit = Slice | Walk


class Done(NamedTuple):
    """A part that is there."""

    next_offset: int | None  # where the next slice of its chain begins
    version: str | None  # of the source
    chained: tuple[str, int] | None = None  # the source and the offset of a slice of a chain


class Workers(Protocol):
    """The workers that do the tasks."""

    @property
    def processes(self) -> int:
        """The number of tasks that are done at once."""
        ...


@dataclass(slots=True)
class Estimate:
    """An estimate of the number of pages, from what is known so far."""

    slices_done: int = 0  # in this run
    pages_done: int = 0
    known_bytes: int = 0  # of files whose pages were counted …
    known_pages: int = 0  # … and those pages
    sizes: dict[str, int] = field(default_factory=dict)  # in bytes, by source

    def is_known(self, task: SliceTask | WalkTask) -> bool:
        """Return whether the pages of a task can be guessed."""
        if _is_open(task):
            return self.known_bytes > 0
        return _count(task) is not None or self.slices_done > 0

    def pages(self, task: SliceTask | WalkTask) -> float:
        """Return the number of pages of a task, and of what follows after it in its file."""
        if _is_open(task):
            source, offset = _place(task)
            return max(0, self.size(source) - offset) * self.known_pages / self.known_bytes
        count = _count(task)
        return self.pages_done / self.slices_done if count is None else count

    def learn(self, source: str, begin: int, end: int | None, pages: int) -> None:
        """Take note of the pages in a stretch of a file; None stands for its end."""
        self.known_bytes += max(0, (self.size(source) if end is None else end) - begin)
        self.known_pages += pages

    def size(self, source: str) -> int:
        """Return the number of bytes of a source, asked for once."""
        if source not in self.sizes:
            self.sizes[source] = storage.size(source)
        return self.sizes[source]


@dataclass(slots=True)
class Queue:
    """Hands out tasks until all inputs are done."""

    units: Iterator[Unit]
    plan: Plan
    settings: Settings
    output: str
    workers: Workers
    done: Mapping[str, Done] = field(default_factory=dict)  # parts that are there, by their keys
    estimate: Estimate = field(default_factory=Estimate)
    _slices: deque[SliceTask] = field(default_factory=deque)
    _walks: deque[WalkTask] = field(default_factory=deque)
    _in_lanes: dict[str, deque[SliceTask]] = field(default_factory=dict)  # slices that wait until their lane is free
    _running: dict[int, SliceTask | WalkTask] = field(default_factory=dict)
    _chain_ends: dict[str, int] = field(default_factory=dict)  # by source: where the last known slice of a chain begins
    _is_exhausted: bool = False

    def __post_init__(self) -> None:
        for part in self.done.values():
            if part.chained is not None:
                source, offset = part.chained
                self._chain_ends[source] = max(offset, self._chain_ends.get(source, 0))

    def take(self) -> SliceTask | WalkTask | None:
        """Return the next task; None where there is none now."""
        while not self._slices and not self._walks and not self._is_exhausted:
            self._pull_one()
        task = self._next()
        if task is not None:
            self._running[id(task)] = task
        return task

    def _next(self) -> SliceTask | WalkTask | None:
        running_walks = sum(isinstance(task, WalkTask) for task in self._running.values())
        is_short = len(self._slices) < 2 * self.workers.processes and running_walks <= self.workers.processes // 2
        if self._walks and (is_short or not self._slices):
            return self._walks.popleft()
        return self._slices.popleft() if self._slices else None

    def end(self, task: SliceTask | WalkTask, answer: Any) -> None:
        """Take note of the answer of a task: new slices, a lane that is free."""
        del self._running[id(task)]
        if isinstance(task, WalkTask):
            if isinstance(answer, Found):
                self.plan.add(task.walk, answer)
                self._add_found(task.walk, answer)
            return
        if isinstance(answer, Summary):
            self._end_slice(task, answer)
        if task.slice.lane is not None:
            self._free(task.slice.lane)

    def _end_slice(self, task: SliceTask, summary: Summary) -> None:
        self.estimate.slices_done += 1
        self.estimate.pages_done += summary.pages
        if task.max_pages is None:
            return
        source, reader, begin = task.slice.source, task.slice.reader, task.slice.offset
        self.estimate.learn(source, begin, summary.next_offset, summary.pages)
        if summary.next_offset is not None:
            rest = Walk(source, reader, summary.next_offset)
            if self._is_short() and not self._is_known(rest):
                self._walks.append(WalkTask(rest, self.settings, summary.version))
            else:
                self._add_walk(rest, summary.version)

    def _is_known(self, rest: Walk) -> bool:
        """Return whether an earlier run has cut the rest of a file: nothing may be cut differently."""
        return rest in self.plan or self._chain_ends.get(rest.source, -1) >= rest.offset

    def _is_short(self) -> bool:
        """Return whether processes would be idle, though one goes on with the chain."""
        while self.waiting < self.workers.processes and not self._is_exhausted:
            self._pull_one()
        return self.waiting + len(self._running) + 1 < self.workers.processes

    def _free(self, lane: str) -> None:
        """Let the next slice of a lane begin."""
        if self._in_lanes[lane]:
            self._slices.append(self._in_lanes[lane].popleft())
        else:
            del self._in_lanes[lane]

    def look_ahead(self) -> None:
        """Find out more about what is left, for a moment."""
        deadline = monotonic() + _PULL_SECONDS
        while not self._is_exhausted and self.waiting < _MAX_AHEAD and monotonic() < deadline:
            self._pull_one()

    @property
    def waiting(self) -> int:
        """The number of slices and walks that are known and not begun."""
        return len(self._slices) + len(self._walks) + sum(map(len, self._in_lanes.values()))

    def pages_left(self) -> int | None:
        """Return about how many pages are not begun or not finished; None where that is not known yet."""
        tasks = [*self._slices, *self._walks, *self._running.values()]
        tasks += [task for waiting in self._in_lanes.values() for task in waiting]
        if not self._is_exhausted or not all(map(self.estimate.is_known, tasks)):
            return None
        return round(sum(map(self.estimate.pages, tasks)))

    def _pull_one(self) -> None:
        unit = next(self.units, None)
        if unit is None:
            self._is_exhausted = True
        elif isinstance(unit, Walk):
            self._add_walk(unit, None)
        else:
            self._add_slice(unit, None)

    def _add_walk(self, walk: Walk, version: str | None) -> None:
        """Add what is left of a file, from what is known of it on."""
        rest: Walk | None = walk
        while rest is not None:
            found = self.plan.look_up(rest)
            if found is not None:
                self._add_slices(rest, found)
                rest, version = found.walked.rest, found.version
            elif rest.reader in _CHAINED_READERS:
                rest, version = self._follow_chain(rest, version)
            else:
                self._walks.append(WalkTask(rest, self.settings, version))
                rest = None

    def _follow_chain(self, walk: Walk, version: str | None) -> tuple[Walk | None, str | None]:
        """Return what comes after the slice that begins with a walk, if that is done; else add it."""
        slice_ = Slice(walk.source, walk.reader, walk.offset)
        task = SliceTask(slice_, self.settings, self.output, version, self.settings.reading.slice_pages)
        done = self.done.get(task.key)
        if done is None:
            self._slices.append(task)
            return None, None
        if done.next_offset is None:
            return None, None
        return Walk(walk.source, walk.reader, done.next_offset), done.version

    def _add_found(self, walk: Walk, found: Found) -> None:
        self._add_slices(walk, found)
        if found.walked.rest is not None:
            self._walks.append(WalkTask(found.walked.rest, self.settings, found.version))

    def _add_slices(self, walk: Walk, found: Found) -> None:
        slices, rest = found.walked.slices, found.walked.rest
        for slice_ in slices:
            self._add_slice(slice_, found.version)
        pages = sum(slice_.count or 0 for slice_ in slices)
        self.estimate.learn(walk.source, walk.offset, None if rest is None else rest.offset, pages)

    def _add_slice(self, slice_: Slice, version: str | None) -> None:
        task = SliceTask(slice_, self.settings, self.output, version)
        if task.key in self.done:
            return
        if slice_.lane is None:
            self._slices.append(task)
        elif slice_.lane in self._in_lanes:
            self._in_lanes[slice_.lane].append(task)
        else:
            self._in_lanes[slice_.lane] = deque()
            self._slices.append(task)


def _is_open(task: SliceTask | WalkTask) -> bool:
    """Return whether more of its file follows after a task."""
    return isinstance(task, WalkTask) or task.max_pages is not None


def _place(task: SliceTask | WalkTask) -> tuple[str, int]:
    """Return the source of a task, and where it begins."""
    unit = task.walk if isinstance(task, WalkTask) else task.slice
    return unit.source, unit.offset


def _count(task: SliceTask | WalkTask) -> int | None:
    """Return the number of pages of a task, where that is known."""
    if isinstance(task, WalkTask):
        return None
    return len(task.slice.names) or task.slice.count
