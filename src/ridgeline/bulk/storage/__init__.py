"""Files of this machine and, through fsspec, of others: a path with "://" is remote (s3://, gs://, hdfs://, memory://).

    local.py    files of this machine
    remote.py   files behind fsspec

Every write is atomic: other processes see the old file or the whole new one, also where a process is killed. What
cannot be read raises InputError, what cannot be written OutputError, in one line each.
"""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import BinaryIO, Protocol

from ...errors import InputError, OutputError
from . import local

LEFTOVER_PREFIX, LEFTOVER_SUFFIX = ".ridgeline-", ".part"  # of a file that is being written
_LOCAL_SCHEME = "file://"


class Files(Protocol):
    """A file system. Its methods raise OSError; the functions of this module make it errors of ridgeline."""

    def join(self, folder: str, name: str) -> str:
        """Return the path of a file in a folder."""
        ...

    def open_binary(self, path: str) -> BinaryIO:
        """Open a file for reading: seekable."""
        ...

    def size(self, path: str) -> int:
        """Return the number of bytes of a file."""
        ...

    def version(self, path: str) -> str:
        """Return a text that changes when a file does."""
        ...

    def exists(self, path: str) -> bool:
        """Return whether there is a file or folder."""
        ...

    def is_folder(self, path: str) -> bool:
        """Return whether a path is a folder."""
        ...

    def expand(self, path: str) -> list[str]:
        """Return the files that a path stands for."""
        ...

    def names(self, folder: str) -> list[str]:
        """Return the names of the files in a folder; none where there is no folder."""
        ...

    def make_folder(self, folder: str) -> None:
        """Make a folder with its parents, where it is not there."""
        ...

    def writing(self, path: str, aside: str) -> AbstractContextManager[BinaryIO]:
        """Yield a file to write to, called `aside` meanwhile, which replaces `path` when the block ends."""
        ...

    def remove(self, path: str) -> None:
        """Remove a file."""
        ...


def is_remote(path: str) -> bool:
    """Return whether a path belongs to a remote file system."""
    return "://" in path and not path.startswith(_LOCAL_SCHEME)


def join(folder: str, name: str) -> str:
    """Return the path of a file in a folder."""
    files, place = _find(folder)
    return files.join(place, name)


def open_binary(path: str) -> BinaryIO:
    """Open a file for reading: seekable, closed by the caller. Raises InputError if that is not possible."""
    with _input_errors(path):
        files, place = _find(path)
        return files.open_binary(place)


def read(path: str) -> bytes:
    """Return what a file holds. Raises InputError if it cannot be read."""
    with open_binary(path) as stream, _input_errors(path):
        return stream.read()


def size(path: str) -> int:
    """Return the number of bytes of a file. Raises InputError if it is not there."""
    with _input_errors(path):
        files, place = _find(path)
        return files.size(place)


def version(path: str) -> str:
    """Return a text that changes when a file does: its size, and its time of change or its ETag.

    Raises InputError if the file is not there.
    """
    with _input_errors(path):
        files, place = _find(path)
        return files.version(place)


def exists(path: str) -> bool:
    """Return whether there is a file or folder."""
    with _input_errors(path):
        files, place = _find(path)
        return files.exists(place)


def is_folder(path: str) -> bool:
    """Return whether a path is a folder."""
    with _input_errors(path):
        files, place = _find(path)
        return files.is_folder(place)


def expand(path: str) -> list[str]:
    """Return the files that a path stands for, sorted: itself, all files below a folder, or those that match a pattern.

    In a pattern * and ? stand for characters of a name, [ab] for one of several, and ** for folders. Hidden files and
    folders are left out. Raises InputError if there are none.
    """
    with _input_errors(path):
        files, place = _find(path)
        found = files.expand(place)
    if not found:
        raise InputError(f"{path}: there is no such file, or the folder holds no files")
    return sorted(found)


def names(folder: str) -> list[str]:
    """Return the names of the files in a folder, sorted; none where there is no folder. Does not look into folders."""
    with _input_errors(folder):
        files, place = _find(folder)
        return sorted(files.names(place))


def make_folder(folder: str) -> None:
    """Make a folder with its parents, where it is not there. Raises OutputError if that is not possible."""
    with _output_errors(folder):
        files, place = _find(folder)
        try:
            files.make_folder(place)
        except (FileExistsError, NotADirectoryError) as error:
            raise OutputError(f"{folder}: a file, not a folder") from error


@contextmanager
def writing(path: str) -> Iterator[BinaryIO]:
    """Yield a file to write and read, which replaces `path` when the block ends. Where it fails, nothing is left.

    Raises OutputError where that is not possible, such as on a full disk.
    """
    aside = f"{LEFTOVER_PREFIX}{os.urandom(8).hex()}{LEFTOVER_SUFFIX}"
    with _output_errors(path):
        files, place = _find(path)
        with files.writing(place, aside) as stream:
            yield stream


def write(path: str, data: bytes) -> None:
    """Write a file atomically. Raises OutputError where that is not possible."""
    with writing(path) as stream:
        stream.write(data)


def remove(path: str) -> None:
    """Remove a file, if it is there."""
    with _output_errors(path):
        files, place = _find(path)
        try:
            files.remove(place)
        except FileNotFoundError:
            return


def remove_leftovers(folder: str) -> None:
    """Remove the files that killed processes had begun to write into a folder."""
    for name in names(folder):
        if name.startswith(LEFTOVER_PREFIX) and name.endswith(LEFTOVER_SUFFIX):
            remove(join(folder, name))


def _find(path: str) -> tuple[Files, str]:
    """Return the file system of a path, and the path as it takes it."""
    if not is_remote(path):
        return local.LocalFiles(), path.removeprefix(_LOCAL_SCHEME)
    from .remote import RemoteFiles  # fsspec is an extra

    return RemoteFiles(path.partition("://")[0]), path


@contextmanager
def _input_errors(path: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise InputError(f"{path}: there is no such file") from error
    except ValueError as error:  # a NUL in the name
        raise InputError(f"{path!r} cannot be the name of a file") from error
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {_reason(error)}") from error


@contextmanager
def _output_errors(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {_reason(error)}") from error


def _reason(error: OSError) -> str:
    """Return why something failed, in one line. A remote file system seldom has a number for it."""
    return error.strerror or " ".join(f"{type(error).__name__}: {error}".split())[:300]
