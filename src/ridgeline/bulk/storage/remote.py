"""Files behind fsspec: object stores, HDFS, SFTP and others.

An object store gets one upload, which is all or nothing there. Other file systems get an upload beside the target and a
rename. What a file system needs (keys, an endpoint) is configured as fsspec documents it: by environment variables such
as FSSPEC_S3_ENDPOINT_URL, or by files in ~/.config/fsspec.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from tempfile import NamedTemporaryFile
from typing import Any, BinaryIO, ParamSpec, TypeVar, cast

from ...errors import InputError, MissingExtraError

_GLOB = re.compile(r"[*?[]")
# File systems whose uploads are atomic, and whose renames are copies.
_OBJECT_STORES = frozenset("s3 s3a gs gcs abfs abfss az adl oss oci r2 b2 memory".split())
# What tells the versions of a file apart, by the name that a file system has for it, best first.
_VERSION_KEYS = ("ETag", "etag", "md5Hash", "mtime", "LastModified", "created")


Parameters = ParamSpec("Parameters")
Returned = TypeVar("Returned")


def _os_errors(method: Callable[Parameters, Returned]) -> Callable[Parameters, Returned]:
    """Let a method raise OSError for whatever the library behind a file system raises."""

    @wraps(method)
    def call(*arguments: Parameters.args, **named: Parameters.kwargs) -> Returned:
        try:
            return method(*arguments, **named)
        except OSError:
            raise
        except Exception as error:
            raise OSError(f"{type(error).__name__}: {error}") from error

    return call


class RemoteFiles:
    """The file system of a scheme, such as s3."""

    def __init__(self, scheme: str) -> None:
        self._scheme = scheme
        self._files = _file_system(scheme)

    def join(self, folder: str, name: str) -> str:
        """Return the path of a file in a folder."""
        return f"{folder.rstrip('/')}/{name}"

    @_os_errors
    def open_binary(self, path: str) -> BinaryIO:
        """Open a file for reading."""
        return cast(BinaryIO, self._files.open(path, "rb"))

    @_os_errors
    def size(self, path: str) -> int:
        """Return the number of bytes of a file."""
        return int(self._files.size(path))

    @_os_errors
    def version(self, path: str) -> str:
        """Return the size of a file and its ETag, or what the file system has instead."""
        self._files.invalidate_cache()
        found = self._files.info(path)
        return f"{found['size']}-{next((found[key] for key in _VERSION_KEYS if found.get(key)), '')}"

    @_os_errors
    def exists(self, path: str) -> bool:
        """Return whether there is a file or folder."""
        self._files.invalidate_cache()  # other processes write, too
        return bool(self._files.exists(path))

    @_os_errors
    def is_folder(self, path: str) -> bool:
        """Return whether a path is a folder."""
        return bool(self._files.isdir(path))

    @_os_errors
    def expand(self, path: str) -> list[str]:
        """Return the files that a path stands for."""
        if self._files.isfile(path):
            return [path]
        is_pattern = _GLOB.search(path.partition("://")[2])
        found = self._files.glob(path, detail=True) if is_pattern else self._files.find(path, detail=True)
        files = [name for name, information in found.items() if information["type"] == "file"]
        return [f"{self._scheme}://{name.removeprefix(f'{self._scheme}://')}" for name in files if not _is_hidden(name)]

    @_os_errors
    def names(self, folder: str) -> list[str]:
        """Return the names of the files in a folder; none where there is no folder."""
        self._files.invalidate_cache()
        try:
            found = self._files.ls(folder, detail=True)
        except FileNotFoundError:
            return []
        return [entry["name"].rpartition("/")[2] for entry in found if entry["type"] == "file"]

    @_os_errors
    def make_folder(self, folder: str) -> None:
        """Make a folder where the file system has folders; an object store has none."""
        if self._scheme not in _OBJECT_STORES or self._scheme == "memory":
            self._files.makedirs(folder, exist_ok=True)

    @contextmanager
    def writing(self, path: str, aside: str) -> Iterator[BinaryIO]:
        """Yield a file of this machine; at the end upload it.

        A stream to the file system would leave half a file where it breaks off.
        """
        with NamedTemporaryFile(suffix=aside) as stream:
            yield cast(BinaryIO, stream)
            stream.flush()
            self._upload(stream.name, path, aside)

    @_os_errors
    def _upload(self, source: str, path: str, aside: str) -> None:
        if self._scheme in _OBJECT_STORES:
            self._files.put_file(source, path)
            return
        temporary = f"{path.rpartition('/')[0]}/{aside}"
        try:
            self._files.put_file(source, temporary)
            self._files.mv(temporary, path)
        except BaseException:
            with suppress(OSError):
                self._files.rm_file(temporary)
            raise

    @_os_errors
    def remove(self, path: str) -> None:
        """Remove a file."""
        self._files.rm_file(path)


def _is_hidden(path: str) -> bool:
    return path.rpartition("/")[2].startswith(".")


def _file_system(scheme: str) -> Any:
    try:
        import fsspec
    except ModuleNotFoundError as error:
        raise MissingExtraError(f"{scheme}:// needs fsspec, which is not installed", "remote") from error
    try:
        return fsspec.filesystem(scheme)
    except ImportError as error:
        raise MissingExtraError(f"{scheme}:// needs a package that is not installed: {error}") from error
    except ValueError as error:
        raise InputError(f"no file system is called {scheme}://; fsspec knows s3, gs, hdfs, abfs and others") from error
