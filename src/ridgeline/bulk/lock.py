"""One run at a time in an output folder of this machine. A remote folder has no locks, and does without.

Two runs in one folder would write the same parts with the same rows. They would only waste time, and remove each
other's unfinished files.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import OutputError
from . import storage

FILE = "_lock"


@contextmanager
def locked(output: str) -> Iterator[None]:
    """Hold the lock of an output folder; raise OutputError where another run holds it. It ends with the process."""
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows
        fcntl = None  # type: ignore[assignment]
    if storage.is_remote(output) or fcntl is None:
        yield
        return
    with Path(storage.join(output, FILE)).open("wb") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise OutputError(f"{output}: another run is writing into it; wait for its end") from error
        yield
