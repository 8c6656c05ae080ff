"""Limits of a page in its process."""

from dataclasses import dataclass

from ..errors import OptionError
from ..parameters import DEFAULT_PAGE_MEMORY_BYTES, DEFAULT_PAGE_SECONDS, check_number
from ..processes import Caps
from ..processes.usage import check_caps, runs_processes


@dataclass(frozen=True, slots=True)
class Isolation:
    """The limits of a page, and of each view of it that is asked for later, in its process; None for no limit.

    Both limits are kept twice. The calling process watches the clock and the resident memory. The system bounds
    processor time, in whole seconds, and how far the address space grows, also between two looks.
    """

    seconds: float | None = DEFAULT_PAGE_SECONDS  # of the clock, and of processor time; starting a process is extra
    memory_bytes: int | None = DEFAULT_PAGE_MEMORY_BYTES  # of the whole process; only Linux can keep a limit

    def __post_init__(self) -> None:
        if self.seconds is not None:
            check_number("seconds", self.seconds, "a positive number", lambda seconds: seconds > 0)
        if self.memory_bytes is not None:
            check_number("memory_bytes", self.memory_bytes, "a number of bytes", whole=True)
        self.caps()  # which checks the values

    def caps(self) -> Caps:
        """Return the caps of a call. It is tried once: what a page does to a process it does again."""
        return Caps(
            item_seconds=self.seconds,
            memory_bytes=self.memory_bytes,
            item_tries=1,
            item_cpu_seconds=self.seconds,
            item_growth_bytes=self.memory_bytes,
        )


def choose_isolation(isolated: bool | Isolation) -> Isolation | None:
    """Return what a page may use, with True the defaults; None where it is not isolated.

    Raises OptionError where it is neither, or this system cannot keep the limits.
    """
    if isolated is False:
        return None
    if not isinstance(isolated, bool | Isolation):
        raise OptionError(f"isolated is True, False or a ridgeline.Isolation, not {isolated!r:.40}")
    if not runs_processes():
        raise OptionError("isolated pages need guarded processes, which only Linux and other Unix systems have")
    chosen = Isolation() if isolated is True else isolated
    check_caps(chosen.caps())
    return chosen
