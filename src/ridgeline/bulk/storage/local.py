"""Files of this machine. A write outlasts a power failure: the file is flushed to the disk before it gets its name."""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ...errors import InputError

_GLOB = re.compile(r"[*?[]")


class LocalFiles:
    """The file system of this machine."""

    def join(self, folder: str, name: str) -> str:
        """Return the path of a file in a folder."""
        return str(Path(folder) / name)

    def open_binary(self, path: str) -> BinaryIO:
        """Open a file for reading; it has to be seekable, so pipes are refused."""
        if not stat.S_ISREG(Path(path).stat().st_mode):
            raise InputError(f"{path}: a folder, pipe or device, not a file; save what it holds as a file first")
        return Path(path).open("rb")

    def size(self, path: str) -> int:
        """Return the number of bytes of a file."""
        return Path(path).stat().st_size

    def version(self, path: str) -> str:
        """Return the size of a file and the time of its last change."""
        found = Path(path).stat()
        return f"{found.st_size}-{found.st_mtime_ns}"

    def exists(self, path: str) -> bool:
        """Return whether there is a file or folder."""
        return Path(path).exists()

    def is_folder(self, path: str) -> bool:
        """Return whether a path is a folder."""
        return Path(path).is_dir()

    def expand(self, path: str) -> list[str]:
        """Return the files that a path stands for."""
        place = Path(path)
        if place.is_dir():
            return [str(found) for found in _files_below(place)]
        if place.exists():
            return [path]
        if not _GLOB.search(path):
            return []
        import glob  # few inputs are patterns

        found: list[str] = []
        for match in glob.glob(path, recursive=True):  # noqa: PTH207 - Path.glob takes no absolute patterns
            found += self.expand(match) if Path(match).is_dir() else [match]
        return list(dict.fromkeys(found))

    def names(self, folder: str) -> list[str]:
        """Return the names of the files in a folder; none where there is no folder."""
        if not Path(folder).is_dir():
            return []
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries if entry.is_file()]

    def make_folder(self, folder: str) -> None:
        """Make a folder with its parents, where it is not there."""
        Path(folder).mkdir(parents=True, exist_ok=True)

    @contextmanager
    def writing(self, path: str, aside: str) -> Iterator[BinaryIO]:
        """Yield a new file in the same folder; at the end flush it to the disk, rename it, and flush the folder."""
        temporary = Path(path).with_name(aside)
        try:
            with temporary.open("x+b") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _flush_folder(temporary.parent)

    def remove(self, path: str) -> None:
        """Remove a file."""
        Path(path).unlink()


def _flush_folder(folder: Path) -> None:
    """Make a rename in a folder outlast a power failure, on systems that open folders."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _files_below(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and of the folders in it, each folder once, since links may lead back."""
    seen: set[tuple[int, int]] = set()
    pending = [folder]
    while pending:
        current = pending.pop()
        found = current.stat()
        if (found.st_dev, found.st_ino) in seen:
            continue
        seen.add((found.st_dev, found.st_ino))
        with os.scandir(current) as entries:
            shown = [entry for entry in entries if not entry.name.startswith(".")]
        pending += [Path(entry.path) for entry in shown if entry.is_dir()]
        yield from (Path(entry.path) for entry in shown if entry.is_file())
