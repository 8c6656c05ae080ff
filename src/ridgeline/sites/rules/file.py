"""Changes the file of rules that several programs share: one at a time, and never half of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ...errors import OutputError
from .collection import Rules


def load_or_empty(path: Path) -> Rules:
    """Read a file of rules; one that is not there has none. Raises RuleError."""
    return Rules.load(path) if path.exists() else Rules()


def change_rules(path: Path, change: Callable[[Rules], Rules]) -> Rules:
    """Write what `change` makes of the rules of a file, which may not be there yet, and return it.

    Raises:
        RuleError: The file cannot be read; it then stays as it is.
        OutputError: It cannot be written.
    """
    with _locked(path):
        changed = change(load_or_empty(path))
        changed.save(path)
        return changed


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file, which ends with the process."""
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows
        fcntl = None  # type: ignore[assignment]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.with_name(f".{path.name}.lock").open("wb") as stream:
            if fcntl is not None:
                fcntl.flock(stream, fcntl.LOCK_EX)
            yield
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from error
