"""Tasks whose items kill their process, each in its own way; worker processes import this module."""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ridgeline.errors import DatasetError
from ridgeline.processes import Failure, Watch

MEBIBYTE = 2**20
DEADLINE_SECONDS = 20.0  # for what should take a moment, on a busy machine


class OddError(Exception):
    """Cannot be unpickled, since its constructor takes two arguments."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} {second}")


def segfault() -> None:
    ctypes.string_at(0)


def exit_at_once() -> None:
    os._exit(3)


def hang() -> None:
    time.sleep(3600)


def hang_with_the_lock() -> None:
    ctypes.PyDLL(None).sleep(3600)  # PyDLL keeps the interpreter's lock: no other thread runs


def grow() -> None:
    kept: list[bytearray] = []
    while len(kept) < 200:  # 4 GB, if nobody stops it
        kept.append(bytearray(os.urandom(1) * (20 * MEBIBYTE)))


def compute(seconds: float) -> None:
    began = time.process_time()
    while time.process_time() - began < seconds:
        pass


def take(mebibytes: int) -> int:
    return len(bytearray(mebibytes * MEBIBYTE))


def kill_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def raise_dataset_error() -> None:
    raise DatasetError("there is no such page")


def raise_odd_error() -> None:
    raise OddError("very", "odd")


def leave() -> None:
    sys.exit("enough")


def say() -> None:
    print("a child speaks on standard output", flush=True)


def do_nothing() -> None:
    pass


def take_a_moment() -> None:
    time.sleep(0.5)


ACTIONS: dict[str, Callable[[], None]] = {
    "segfault": segfault,
    "exit": exit_at_once,
    "hang": hang,
    "hang with the lock": hang_with_the_lock,
    "grow": grow,
    "kill": kill_itself,
    "raise": raise_dataset_error,
    "raise odd": raise_odd_error,
    "leave": leave,
    "say": say,
    "ok": do_nothing,
}


@dataclass(frozen=True)
class Actions:
    """Items by the names of what they do; "NAME*2" does it the first two times that it is tried.

    Every try of an item, and of the end, is noted in the folder: so tests see how often each was tried.
    """

    folder: Path
    names: tuple[str, ...]
    ending: str = "ok"

    def results(self, first: int, watch: Watch) -> Iterator[str]:
        for position in range(first, len(self.names)):
            self._act(str(position), self.names[position])
            yield f"{position}"

    def failure(self, position: int, failure: Failure) -> str:
        return str(failure)

    def finish(self, results: Iterable[str]) -> list[str]:
        self._act("end", self.ending)
        return list(results)

    def _act(self, key: str, name: str) -> None:
        action, _, times = name.partition("*")
        tried = self.tries(key)
        note(self.folder / key, str(os.getpid()))
        if not times or tried < int(times):
            ACTIONS[action]()

    def tries(self, key: str | int) -> int:
        return len(noted(self.folder / str(key)))


@dataclass(frozen=True)
class Waiting:
    """One item that waits for longer than it may work, with its clock stopped."""

    waiting_seconds: float
    working_seconds: float

    def results(self, first: int, watch: Watch) -> Iterator[str]:
        if first == 0:
            with watch.waiting():
                time.sleep(self.waiting_seconds)
            time.sleep(self.working_seconds)
            yield "waited"

    def failure(self, position: int, failure: Failure) -> str:
        return failure.kind

    def finish(self, results: Iterable[str]) -> list[str]:
        return list(results)


@dataclass(frozen=True)
class Busy:
    """One item that computes until its process has used this much time of a core."""

    folder: Path
    seconds: float

    def results(self, first: int, watch: Watch) -> Iterator[str]:
        if first == 0:
            note(self.folder / "0", str(os.getpid()))
            compute(self.seconds)
            yield "done"

    def failure(self, position: int, failure: Failure) -> str:
        return str(failure)

    def finish(self, results: Iterable[str]) -> list[str]:
        return list(results)


@dataclass(frozen=True)
class Endless:
    """A task whose reading kills the process, whichever item it is asked for."""

    def results(self, first: int, watch: Watch) -> Iterator[int]:
        os._exit(4)
        yield first

    def failure(self, position: int, failure: Failure) -> int:
        return -position

    def finish(self, results: Iterable[int]) -> list[int]:
        return list(results)


@dataclass(frozen=True)
class Numbers:
    """Items that need no time: their squares, summed up at the end."""

    start: int
    count: int

    def results(self, first: int, watch: Watch) -> Iterator[int]:
        yield from (number**2 for number in range(self.start + first, self.start + self.count))

    def failure(self, position: int, failure: Failure) -> int:
        raise AssertionError(failure)

    def finish(self, results: Iterable[int]) -> int:
        return sum(results)


@dataclass(frozen=True)
class UntilAsked:
    """Items that each wait for a file of their number; steps are reported as well, some of them before the wait."""

    folder: Path
    count: int
    first_steps: int = 0

    def results(self, first: int, watch: Watch) -> Iterator[int]:
        (self.folder / "pid").write_text(str(os.getpid()), encoding="ascii")
        for position in range(first, self.count):
            watch.advance(self.first_steps)
            wait_until((self.folder / f"go {position}").exists)
            watch.advance(10)
            yield position

    def failure(self, position: int, failure: Failure) -> int:
        return -1

    def finish(self, results: Iterable[int]) -> list[int]:
        return list(results)


@dataclass(frozen=True)
class Large:
    """An item whose result does not fit on the disk."""

    def results(self, first: int, watch: Watch) -> Iterator[bytes]:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (MEBIBYTE, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
        yield b"small"
        yield bytes(2 * MEBIBYTE)

    def failure(self, position: int, failure: Failure) -> bytes:
        raise AssertionError(failure)

    def finish(self, results: Iterable[bytes]) -> int:
        return sum(map(len, results))


def note(path: Path, line: str) -> None:
    """Add a line to a file."""
    with path.open("a", encoding="ascii") as file:
        file.write(line + "\n")


def noted(path: Path) -> list[str]:
    """Return the lines of a file, which may not be there."""
    return path.read_text(encoding="ascii").splitlines() if path.exists() else []


def wait_until(condition: Callable[[], object], seconds: float = DEADLINE_SECONDS) -> float:
    """Wait until the condition holds, and return how long that took. Raises TimeoutError after this time."""
    started = time.monotonic()
    while not condition():
        if time.monotonic() - started > seconds:
            raise TimeoutError(f"not within {seconds} s")
        time.sleep(0.005)
    return time.monotonic() - started


def is_running(pid: int) -> bool:
    """Return whether a process is there, and is no zombie that nobody has collected yet."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"
