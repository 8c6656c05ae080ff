"""Bounds that the system itself keeps for a worker process: processor time and address space.

The supervisor looks at a process some twenty times a second, from outside. Between two looks a process can take a
gigabyte, and a supervisor that is stopped does not look at all. These bounds hold meanwhile: an allocation that would
exceed the address space fails, and a process that has used its processor time gets SIGXCPU, which ends it.

They are soft limits of the process, renewed with every item, relative to what it has used by then.
"""

import math
import sys
import time
from functools import cache
from pathlib import Path
from typing import NamedTuple

_MEASURES_ADDRESSES = sys.platform == "linux"  # elsewhere the limit is not kept, or means something else


class Bounds(NamedTuple):
    """The bounds of a process for an item, beyond what it has used before; 0 for no bound."""

    cpu_seconds: float = 0.0
    growth_bytes: int = 0

    def apply(self) -> None:
        """Hold this process to the bounds from now on."""
        import resource  # not on Windows

        cpu = math.ceil(time.process_time() + self.cpu_seconds) if self.cpu_seconds else None
        _set_soft(resource.RLIMIT_CPU, cpu)
        if _MEASURES_ADDRESSES:
            _set_soft(resource.RLIMIT_AS, _address_bytes() + self.growth_bytes if self.growth_bytes else None)


NO_BOUNDS = Bounds()


def _set_soft(limit: int, value: int | None) -> None:
    """Set the soft limit; None gives it the value that the process started with."""
    import resource

    before, hard = _first_limits(limit)
    soft = before if value is None else _lower(_lower(value, before), hard)
    if soft != resource.getrlimit(limit)[0]:
        resource.setrlimit(limit, (soft, hard))


def _lower(value: int, other: int) -> int:
    import resource

    return value if other == resource.RLIM_INFINITY else min(value, other)


@cache
def _first_limits(limit: int) -> tuple[int, int]:
    """Return the limits that the process had when it was first asked."""
    import resource

    return resource.getrlimit(limit)


def _address_bytes() -> int:
    """Return the size of the address space of this process."""
    import resource

    return int(Path("/proc/self/statm").read_bytes().split()[0]) * resource.getpagesize()
