"""Start workers, send them pages, and restart them when a page has ended them.

A worker that exceeds its CPU time, or that hangs, is killed; one that crashes ends by itself. In each case the answer
says so, and the next page gets a new worker.

This does not use `ridgeline.processes`: workers run in other interpreters, where ridgeline is not installed and may not
be imported (the peers' environment), so they speak JSON over pipes instead of pickles. They also need a limit on CPU
time, a limit on memory, and an environment that makes times comparable.
"""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

WORKER = Path(__file__).with_name("worker.py")

# On a shared machine a process does not get a whole core: a silent worker is taken to hang after this many seconds of
# wall time for each second of CPU time.
WALL_SECONDS_PER_CPU_SECOND = 10
START_CPU_SECONDS = 60.0
READ_BYTES = 2**20

# The first page of a worker is not measured: it fills caches, lazy imports and compiled patterns.
WARM_UP = (
    "<!DOCTYPE html><html lang=en><head><title>Warming up</title></head><body>"
    "<nav><ul><li><a href='/'>Home</a></li><li><a href='/about'>About</a></li></ul></nav>"
    "<article><h1>Warming up</h1>"
    + "<p>The first page that a system sees costs it more than all others, and so this one is not counted at all.</p>"
    * 9
    + "<table><tr><th>Page</th><th>Counted</th></tr><tr><td>first</td><td>no</td></tr></table></article>"
    "<footer>Copyright nobody</footer></body></html>"
)


Page = Mapping[str, Any]  # the fields that `worker.py` knows


class BenchmarkError(Exception):
    """A benchmark cannot run; the message is one line that says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a worker for one page. `seconds` is None if the page ended the worker."""

    text: str = ""
    seconds: float | None = None
    peak_bytes: int = 0
    grown_bytes: int = 0
    error: str = ""
    timed_out: bool = False


@dataclass(slots=True)
class Worker:
    """A system in a process of its own; use it as a context manager."""

    system: str
    python: str = sys.executable
    cpu_seconds: float = 20.0
    address_space: int = 0
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    unread: bytes = field(default=b"", init=False)

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def ask(self, pages: Sequence[Page]) -> list[Answer]:
        """Return the system's answers for some pages, which it runs back to back. Workers are started as needed."""
        answers: list[Answer] = []
        while len(answers) < len(pages):
            if self.process is None:
                self.start()
            answers += self._answers(pages[len(answers) :])
        return answers

    def start(self) -> None:
        """Start the process and run the page that is not measured."""
        self.process = subprocess.Popen(
            [self.python, "-P", str(WORKER), self.system, "--address-space", str(self.address_space)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=worker_environment(),
            start_new_session=True,  # Ctrl-C is handled by the parent, which stops its workers.
        )
        problem = self._read(START_CPU_SECONDS).error or next(self._answers([{"html": WARM_UP}])).error
        if problem:
            self.stop()
            raise BenchmarkError(f"{self.system} does not start: {problem}")

    def stop(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process, self.unread = None, b""

    def _answers(self, pages: Sequence[Page]) -> Iterator[Answer]:
        """Yield the answers up to the page that ends the worker, or to the last."""
        assert self.process is not None
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # It has ended: reading the answer says why.
            for line in (len(pages), *pages):
                self.process.stdin.write(json.dumps(line).encode("ascii") + b"\n")
            self.process.stdin.flush()
        for _ in pages:
            yield self._read(self.cpu_seconds)
            if self.process is None:
                return

    def _read(self, cpu_seconds: float) -> Answer:
        """Return the next answer of the worker, or the reason why it ended."""
        process = self.process
        assert process is not None
        assert process.stdout is not None
        while b"\n" not in self.unread:
            if not wait_for_answer(process, cpu_seconds):
                self.stop()
                return Answer(error=f"no answer within {cpu_seconds:g} s of CPU time", timed_out=True)
            received = os.read(process.stdout.fileno(), READ_BYTES)
            if not received:
                self.stop()
                return Answer(error=cause_of_end(process.returncode))
            self.unread += received
        line, _, self.unread = self.unread.partition(b"\n")
        return Answer(**json.loads(line))


def wait_for_answer(process: subprocess.Popen[bytes], cpu_seconds: float) -> bool:
    """Wait until the worker answers or ends. Returns False if it exceeds its time."""
    assert process.stdout is not None
    used_before, deadline = cpu_time(process.pid), time.monotonic() + WALL_SECONDS_PER_CPU_SECOND * cpu_seconds
    left = cpu_seconds
    while left > 0 and time.monotonic() < deadline:
        ready, _, _ = select.select([process.stdout], [], [], max(left, 0.01))
        if ready:
            return True
        left = cpu_seconds - (cpu_time(process.pid) - used_before)
    return False


def cpu_time(process_id: int) -> float:
    """Return the CPU seconds that a process has used; without /proc, wall time instead."""
    try:
        status = Path(f"/proc/{process_id}/stat").read_text()
    except OSError:
        return time.monotonic()
    user, system = status.rpartition(")")[2].split()[11:13]  # The name before them may contain blanks.
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def cause_of_end(code: int) -> str:
    """Return why a process has ended."""
    return f"ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"


def worker_environment() -> dict[str, str]:
    """Return the environment of a worker: one thread, the same hash seed in every run, memory kept between pages."""
    threads = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")
    # Without these, memory is returned to the system after a page and allocated again inside the next call, which adds
    # half of the time again for lexbor on small pages. A long-running process does not have that cost.
    memory = {"MALLOC_TRIM_THRESHOLD_": str(16 * 2**20), "MALLOC_MMAP_THRESHOLD_": str(16 * 2**20)}
    return os.environ | dict.fromkeys(threads, "1") | memory | {"PYTHONHASHSEED": "0"}
