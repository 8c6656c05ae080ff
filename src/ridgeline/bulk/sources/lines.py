"""The lines of a file, plain or compressed, of bounded length."""

from collections.abc import Iterator
from typing import BinaryIO, Protocol

from ..records import DAMAGED, TRUNCATED
from .compressions import Compression
from .members import DamagedMemberError, Members

_BLOCK_BYTES = 1 << 18


class Line:
    """A line of a file, without its end; or why it cannot be read."""

    __slots__ = ("data", "error", "is_cut", "offset")

    def __init__(self, offset: int, data: bytes, *, is_cut: bool = False, error: str | None = None) -> None:
        self.offset = offset  # in bytes; in the uncompressed data if the file is compressed
        self.data = data
        self.is_cut = is_cut  # whether the line is longer than the limit
        self.error = error


class _Blocks(Protocol):
    def read(self) -> bytes: ...


class PlainBlocks:
    """The blocks of a file."""

    def __init__(self, stream: BinaryIO, offset: int) -> None:
        self._stream = stream
        stream.seek(offset)

    def read(self) -> bytes:
        """Return the next block; nothing at the end."""
        return self._stream.read(_BLOCK_BYTES)


class CompressedBlocks:
    """The decompressed blocks of a file. Raises EOFError and DamagedMemberError."""

    def __init__(self, stream: BinaryIO, compression: Compression) -> None:
        self._members = Members(stream, compression)

    def read(self) -> bytes:
        """Return the next block; nothing at the end."""
        while not (data := self._members.read()):
            if self._members.is_cut or not self._members.begin():
                break
        if not data and self._members.is_cut:
            raise EOFError
        return data


def split_lines(blocks: _Blocks, offset: int, max_bytes: int) -> Iterator[Line]:
    """Yield the lines from an offset on, at which one begins. A file that cannot be read to its end says so last."""
    held, dropped = bytearray(), 0  # of a line whose end has not come
    while True:
        try:
            block = blocks.read()
        except (EOFError, DamagedMemberError) as error:
            yield Line(offset, b"", error=_reason(error, offset))
            return
        if not block:
            break
        *ended, rest = block.split(b"\n")
        for data in ended:
            line = bytes(held) + data[: max(max_bytes + 1 - len(held), 0)]
            yield Line(offset, line[:max_bytes], is_cut=len(line) > max_bytes)
            offset += len(held) + dropped + len(data) + 1
            held, dropped = bytearray(), 0
        kept = rest[: max(max_bytes + 1 - len(held), 0)]
        dropped += len(rest) - len(kept)
        held += kept
    if held:
        yield Line(offset, bytes(held[:max_bytes]), is_cut=len(held) > max_bytes)


def _reason(error: EOFError | DamagedMemberError, offset: int) -> str:
    if isinstance(error, EOFError):
        return f"{TRUNCATED}: the compressed data end at byte {offset:,} of the lines or behind it"
    return f"{DAMAGED}: what follows byte {offset:,} of the lines cannot be read: {error}"
