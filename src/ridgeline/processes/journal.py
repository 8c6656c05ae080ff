"""The journal of a task: the task, a result for every item that is done, and at last the answer.

It is one temporary file without a name, open in the supervisor and in the worker process, one of which writes at a
time. An entry is a kind, a length and a pickled object. A process may be killed at any moment, so that the last entry
may be torn: whoever goes on writes over it. Both processes share the offset of the open file, so neither uses it.
"""

import os
import pickle
import struct
import tempfile
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..errors import OutputError

_HEADER = struct.Struct("=cQ")
_TASK, _RESULT, _END, _ANSWER, _ERROR = b"t", b"r", b"e", b"a", b"x"


class Extent(NamedTuple):
    """The extent of a journal."""

    results: int
    is_complete: bool  # all items have their results
    end: int  # where the next entry is written


class Journal:
    """A journal, by the descriptor of its file."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    @classmethod
    def create(cls) -> "Journal":
        """Return a new, empty journal."""
        try:
            with tempfile.TemporaryFile() as file:
                return cls(os.dup(file.fileno()))
        except OSError as error:
            raise _explained(error) from error

    def close(self) -> None:
        """Close the file; where no other process has it open, it is gone."""
        os.close(self.descriptor)
        self.descriptor = -1

    @property
    def is_open(self) -> bool:
        """Whether the journal can be used."""
        return self.descriptor >= 0

    def begin(self, task: bytes) -> None:
        """Begin with a pickled task. Nothing is in the journal: it is new, or was cleared."""
        self._write(0, _TASK, task)

    def clear(self) -> None:
        """Forget everything."""
        os.ftruncate(self.descriptor, 0)

    def task(self) -> Any:
        """Return the task."""
        entry = self._header(0)
        return self._load(0, entry[1] if entry else 0)

    def recover(self) -> Extent:
        """Remove what follows the results, torn or not, and return how far they go."""
        extent = self._extent()
        os.ftruncate(self.descriptor, extent.end)
        return extent

    def add_result(self, end: int, result: Any) -> int:
        """Write a result at the end and return the new end."""
        return self._write(end, _RESULT, _pickled(result))

    def add_end(self, end: int) -> int:
        """Note at the end that all items have their results, and return the new end."""
        return self._write(end, _END, b"")

    def add_answer(self, end: int, answer: Any) -> None:
        """Write the answer at the end."""
        self._write(end, _ANSWER, _pickled(answer))

    def add_error(self, error: bytes) -> None:
        """Write a pickled exception in place of an answer; where the disk is full, in place of everything."""
        try:
            self._write(self.recover().end, _ERROR, error)
        except OutputError:
            self.clear()
            self._write(0, _ERROR, error)

    def results(self) -> Iterator[Any]:
        """Yield the results, one by one from the file."""
        for kind, offset, length in self._entries():
            if kind == _RESULT:
                yield self._load(offset, length)
            elif kind != _TASK:
                return

    def outcome(self) -> tuple[Any, bool]:
        """Return the answer and True, or an exception and False. Raises LookupError where there is neither yet."""
        end = self._extent().end
        header = self._header(end)
        if header is None or header[0] not in (_ANSWER, _ERROR):
            raise LookupError("the journal has no outcome")
        return self._load(end, header[1]), header[0] == _ANSWER

    def _extent(self) -> Extent:
        results, is_complete, end = 0, False, 0
        for kind, offset, length in self._entries():
            if kind in (_ANSWER, _ERROR):
                break
            results += kind == _RESULT
            is_complete = kind == _END
            end = offset + _HEADER.size + length
        return Extent(results, is_complete, end)

    def _entries(self) -> Iterator[tuple[bytes, int, int]]:
        """Yield kind, offset and length of all entries that are whole."""
        offset, size = 0, os.fstat(self.descriptor).st_size
        while header := self._header(offset, size):
            kind, length = header
            yield kind, offset, length
            offset += _HEADER.size + length

    def _header(self, offset: int, size: int | None = None) -> tuple[bytes, int] | None:
        """Return kind and length of the entry at this offset; None where a file of this size has no whole one."""
        data = os.pread(self.descriptor, _HEADER.size, offset)
        if len(data) < _HEADER.size:
            return None
        kind, length = _HEADER.unpack(data)
        is_whole = offset + _HEADER.size + length <= (os.fstat(self.descriptor).st_size if size is None else size)
        return (kind, length) if is_whole else None

    def _load(self, offset: int, length: int) -> Any:
        # The file is ours: it has no name, and only the supervisor and its worker process have it open.
        return pickle.loads(_read(self.descriptor, offset + _HEADER.size, length))  # noqa: S301

    def _write(self, offset: int, kind: bytes, data: bytes) -> int:
        try:
            for part in (_HEADER.pack(kind, len(data)), data):  # one after the other: a page need not be copied
                remaining = memoryview(part)
                while remaining:
                    written = os.pwrite(self.descriptor, remaining, offset)
                    remaining = remaining[written:]
                    offset += written
        except OSError as error:
            raise _explained(error) from error
        return offset


def _pickled(value: Any) -> bytes:
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def _explained(error: OSError) -> OutputError:
    return OutputError(f"a temporary file cannot be written: {error.strerror}: set TMPDIR to a folder with room for it")


def _read(descriptor: int, offset: int, length: int) -> bytes:
    """Return this many bytes: a system may hand out a large piece in parts."""
    data = os.pread(descriptor, length, offset)
    while len(data) < length and (part := os.pread(descriptor, length - len(data), offset + len(data))):
        data += part
    return data
