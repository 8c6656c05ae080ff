"""What other packages add: applications and kinds of structure, by entry points."""

import sys
from collections.abc import Iterator
from typing import Any


def load_plugins(group: str) -> tuple[Any, ...]:
    """Return what installed packages have under a group of entry points.

    Few have anything, and to load `importlib.metadata` takes longer than to read a page. So the files that it would
    read are searched for the name first.
    """
    if not any(group.encode() in content for content in _declarations()):
        return ()
    from importlib.metadata import entry_points

    return tuple(entry.load() for entry in entry_points(group=group))


def _declarations() -> Iterator[bytes]:
    """Yield the files of entry points of all installed packages."""
    from pathlib import Path  # which an import of ridgeline does without

    for folder in map(Path, sys.path):
        for kind in ("dist", "egg"):
            for path in folder.glob(f"*.{kind}-info/entry_points.txt"):
                try:
                    yield path.read_bytes()
                except OSError:  # not ours to complain of
                    continue
