"""CPU time and memory of this process."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")


def timed(call: Callable[[], Result]) -> tuple[float, Result]:
    """Return the CPU time of a call, and its result."""
    start = time.process_time()
    result = call()
    return time.process_time() - start, result


def cpu_seconds(call: Callable[[], object]) -> float:
    """Return the CPU time of a call, including the release of its result."""
    start = time.process_time()
    call()
    return time.process_time() - start


def resident_megabytes() -> float:
    """Return the resident memory of this process (Linux), which includes the pages of the set."""
    try:
        fields = Path("/proc/self/statm").read_text().split()
    except OSError:
        return float("nan")
    return int(fields[1]) * 4096 / 1e6
