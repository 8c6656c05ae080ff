"""The memory that a process and its descendants take; Linux only."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PROCESSES = Path("/proc")


def tree_bytes(process: int) -> int:
    """Return the memory of a process and its descendants without what they share; 0 where the system does not say."""
    return sum(map(_own_bytes, _tree(process)))


def _tree(process: int) -> Iterator[int]:
    """Yield a process and its descendants. Children are listed by the thread that started them."""
    yield process
    with suppress(OSError):  # a process may end at any time
        for thread in (_PROCESSES / str(process) / "task").iterdir():
            with suppress(OSError):
                for child in (thread / "children").read_text().split():
                    yield from _tree(int(child))


def _own_bytes(process: int) -> int:
    """Return the anonymous memory of a process: the code of a browser is mapped into all of its processes."""
    with suppress(OSError):
        lines = (_PROCESSES / str(process) / "status").read_text().splitlines()
        return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("RssAnon:"))
    return 0
