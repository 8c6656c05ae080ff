"""One run at a time in an output folder of this machine. A remote folder has no locks, and does without.

Two runs in one folder would write the same parts with the same rows. They would only waste time, and remove each
other's unfinished files.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ..errors import OutputError
from . import storage

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]

FILE = "_lock"
_LOOK_SECONDS = 0.2


@contextmanager
def locked(output: str) -> Iterator[None]:
    """Hold the lock of an output folder; raise OutputError where another run holds it. It ends with the process."""
    if not _has_locks(output):
        yield
        return
    with Path(storage.join(output, FILE)).open("wb") as stream:
        if not _take(stream):
            time.sleep(_LOOK_SECONDS)  # perhaps `is_locked` has it, for a moment
            if not _take(stream):
                raise OutputError(f"{output}: another run is writing into it; wait for its end")
        yield


def is_locked(output: str) -> bool | None:
    """Return whether a run holds the lock of an output folder; None where there are no locks."""
    if not _has_locks(output):
        return None
    try:
        with Path(storage.join(output, FILE)).open("rb") as stream:
            return not _take(stream)
    except FileNotFoundError:
        return False


def _has_locks(output: str) -> bool:
    return fcntl is not None and not storage.is_remote(output)


def _take(stream: IO[bytes]) -> bool:
    """Take the lock until the file is closed; return whether that succeeded."""
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
