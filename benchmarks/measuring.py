"""What the benchmarks of speed measure with."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")


def timed(call: Callable[[], Result]) -> tuple[float, Result]:
    """The CPU time of a call in this process, and its result."""
    start = time.process_time()
    result = call()
    return time.process_time() - start, result


def cpu_seconds(call: Callable[[], object]) -> float:
    """The CPU time of a call, with that of letting its result go."""
    start = time.process_time()
    call()
    return time.process_time() - start


def resident_megabytes() -> float:
    """The memory of this process now (Linux), the pages of the set included."""
    try:
        fields = Path("/proc/self/statm").read_text().split()
    except OSError:
        return float("nan")
    return int(fields[1]) * 4096 / 1e6
