"""Tasks for worker processes, with their caps, and failures."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

from ..errors import OptionError

Result = TypeVar("Result")
Answer_co = TypeVar("Answer_co", covariant=True)
Work = TypeVar("Work", bound="Task[Any, Any]")

MIN_MEMORY_BYTES = 64 * 2**20  # an interpreter that has imported ridgeline takes about 40 MB
MAX_CPU_SECONDS = 2**31  # more than systems count


class Watch(Protocol):
    """The signals of a task to its supervisor, beside its results and without a message."""

    def waiting(self) -> AbstractContextManager[None]:
        """Stop the clock of the item: for time that is not the item's fault, such as a polite delay or an import."""
        ...

    def advance(self, steps: int) -> None:
        """Report that this many more steps are done, where progress is not counted in items."""
        ...


@dataclass(frozen=True, slots=True)
class Failure:
    """The reason why an item has no result of its own: its process died of it, each time it was tried."""

    kind: Literal["seconds", "memory", "crash", "killed"]
    detail: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"


class Task(Protocol[Result, Answer_co]):
    """Items that one process does in order. It is sent to the process by pickling."""

    def results(self, first: int, watch: Watch) -> Iterator[Result]:
        """Yield the result of every item from item `first` on. Runs in the worker process."""
        ...

    def failure(self, position: int, failure: Failure) -> Result:
        """Return the result of an item that killed its process. Runs in the supervising process.

        A process that dies after the last item, before `results` has ended, dies of the item that would be next.
        """
        ...

    def finish(self, results: Iterable[Result]) -> Answer_co:
        """Return the answer, from one result for every item, in order. Runs in the worker process, without caps."""
        ...


@dataclass(frozen=True, slots=True)
class TaskFailed:
    """The answer of a task that raised an exception, or whose process died again and again outside of its items."""

    error: Exception


@dataclass(frozen=True, slots=True)
class Caps:
    """The caps of one item; a process over a cap is killed. They do not hold while a task finishes."""

    item_seconds: float | None = None  # wall-clock time
    memory_bytes: int | None = None  # resident memory of the process, whatever it keeps between items included
    item_tries: int = 2  # how often an item is tried that kills its process, or has it killed for a cap
    item_cpu_seconds: float | None = None  # processor time, rounded up to whole seconds; the system ends the process
    item_growth_bytes: int | None = None  # address space beyond what the process has; an allocation beyond it fails

    def __post_init__(self) -> None:
        if self.item_seconds is not None and not self.item_seconds > 0:
            raise OptionError(f"the seconds of an item are positive, not {self.item_seconds}")
        if self.memory_bytes is not None and self.memory_bytes < MIN_MEMORY_BYTES:
            raise OptionError(
                f"the memory of a process is at least {MIN_MEMORY_BYTES // 2**20} MiB, not {self.memory_bytes} bytes"
            )
        if self.item_tries < 1:
            raise OptionError(f"an item is tried at least once, not {self.item_tries} times")
        if self.item_cpu_seconds is not None and not 0 < self.item_cpu_seconds < MAX_CPU_SECONDS:
            raise OptionError(f"the processor time of an item is positive, not {self.item_cpu_seconds} s")
        if self.item_growth_bytes is not None and self.item_growth_bytes < 1:
            raise OptionError(f"the address space of an item is positive, not {self.item_growth_bytes} bytes")


NO_CAPS = Caps()


@dataclass(frozen=True, slots=True)
class Running(Generic[Work]):
    """A task in a process, as seen from outside: how far it has come."""

    task: Work
    items: int  # the number of items that are done
    steps: int  # as reported by `Watch.advance`
