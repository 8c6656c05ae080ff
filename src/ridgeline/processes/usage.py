"""Measure a worker process against its caps."""

import math
import os
import time
from pathlib import Path

from ..errors import OptionError
from .board import Board
from .tasks import Caps, Failure

_MAX_GAP_SECONDS = 1.0
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_HAS_PROC = Path("/proc/self/statm").exists()


def runs_processes() -> bool:
    """Return whether worker processes can be started here: not on Windows."""
    return os.name == "posix"


def check_caps(caps: Caps) -> None:
    """Raise an OptionError for caps that this system cannot keep."""
    if caps.memory_bytes is not None and not _HAS_PROC:
        raise OptionError("a cap on memory needs /proc, which this system has not: leave the cap out, or use Linux")
    if caps.item_seconds is not None and not runs_processes():
        raise OptionError("a cap on seconds needs worker processes, which Windows has not: leave the cap out")


class Stopwatch:
    """Measures how long a process is busy with its item, without the time for which we ourselves were stopped.

    Ctrl-Z, a frozen container or a machine that sleeps stop supervisor and worker processes alike. The supervisor
    notices that it was away for long, and does not count that time.
    """

    def __init__(self) -> None:
        self._position = -1
        self._away_seconds = 0.0
        self._looked_at = time.monotonic()

    def seconds(self, board: Board) -> float:
        """Return the seconds of the item; minus infinity while its clock is stopped."""
        now = time.monotonic()
        gap = now - self._looked_at
        away = gap if gap > _MAX_GAP_SECONDS else 0.0
        self._looked_at = now
        since, position = board.since, board.position
        if position != self._position:
            self._position, self._away_seconds = position, 0.0
        if since == math.inf:
            return -math.inf
        self._away_seconds = min(self._away_seconds + away, max(0.0, now - since))
        return now - since - self._away_seconds


def find_excess(caps: Caps, stopwatch: Stopwatch, board: Board, pid: int) -> Failure | None:
    """Return the cap that the process is over, if any. Caps hold only while items are done."""
    if not board.is_in_item:
        return None
    if caps.item_seconds is not None and stopwatch.seconds(board) > caps.item_seconds:
        return Failure("seconds", f"took more than {caps.item_seconds:g} s")
    if caps.memory_bytes is not None and (used := _resident_bytes(pid)) > caps.memory_bytes:
        return Failure("memory", f"took {used / 2**20:,.0f} MiB, more than {caps.memory_bytes / 2**20:,.0f} MiB")
    return None


def _resident_bytes(pid: int) -> int:
    """Return the resident memory of a process; 0 if it has just ended."""
    try:
        fields = Path(f"/proc/{pid}/statm").read_bytes().split()
    except OSError:
        return 0
    return int(fields[1]) * _PAGE_BYTES
