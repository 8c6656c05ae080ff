"""Compressed files as a sequence of members: gzip members, Zstandard frames, xz and bzip2 streams.

A file may hold one member or, as WARC files do, one for each record. Where a member ends is known only when it has been
decompressed, and that costs more than everything else in a walk.
"""

import struct
from collections.abc import Callable
from typing import BinaryIO

from .compressions import SKIPPABLE_FRAME, ZSTD, Compression, Decompressor, read_dictionary

_BLOCK_BYTES = 1 << 18  # that are read from the file at once
_MAGIC_BYTES = 10  # that say what a member is
_BEGINNING_BYTES = 512  # of a member, that give its first decompressed bytes


class DamagedMemberError(Exception):
    """A member cannot be decompressed, or what follows the last one is none."""


class Members:
    """Reads the members of a compressed file, one after the other, from any of them on."""

    def __init__(self, stream: BinaryIO, compression: Compression, offset: int = 0) -> None:
        self._stream = stream
        self._compression = compression
        self._dictionary = read_dictionary(stream) if compression is ZSTD else b""
        self._errors = compression.errors()
        self._member: Decompressor | None = None
        self.is_cut = False  # whether the file ends in the middle of a member
        self.member_offset = offset  # where the current member begins
        self.seek(offset)

    def seek(self, offset: int) -> None:
        """Go to a byte of the file; the next member begins there."""
        self._stream.seek(offset)
        self._block = memoryview(b"")
        self._at = 0
        self._end_offset = offset  # of the block in the file
        self._member = None

    @property
    def offset(self) -> int:
        """How far the file has been decompressed, in bytes of the file."""
        return self._end_offset - len(self._block) + self._at

    def begin(self) -> bool:
        """Begin the next member; False at the end of the file. Raises DamagedMemberError if none begins here."""
        start = self._peek(_MAGIC_BYTES)
        if start.startswith(b"\0") or self._compression is ZSTD:
            self._skip_padding()
            start = self._peek(_MAGIC_BYTES)
        self.member_offset = self.offset
        if not start:
            return False
        if self._compression.magic.match(start) is None:
            signature = self._compression.signature
            if len(start) < _MAGIC_BYTES and signature.startswith(start[: len(signature)]):
                self.is_cut = True  # in the middle of the first bytes of a member
                return False
            raise DamagedMemberError(f"no {self._compression.name} data begins here")
        self._member = self._compression.start(self._dictionary)
        return True

    def read(self) -> bytes:
        """Return the next decompressed piece of the member; nothing at its end. Raises DamagedMemberError."""
        while self._member is not None:
            if self._at == len(self._block) and not self._next_block():
                self.is_cut, self._member = True, None
                break
            piece = self._block[self._at : self._at + self._compression.piece_bytes]
            try:
                data = self._member.decompress(piece)
            except self._errors as error:
                self._member = None
                raise DamagedMemberError(f"broken {self._compression.name} data: {error}") from error
            self._at += len(piece)
            if self._member.eof:
                self._at -= len(self._member.unused_data)
                self._member = None
            if data:
                return data
        return b""

    def find(self, offset: int, begins: Callable[[bytes], bool]) -> int | None:
        """Return the offset of the first member from a byte on whose data begin as expected; None if there is none.

        Only for damaged files: in sound ones, data may well hold what looks like a member.
        """
        self.seek(offset)
        while self._peek(_MAGIC_BYTES):
            if not self._go_to_magic():
                continue
            if begins(self._beginning()):
                return self.offset
            self._at += 1
        return None

    def _go_to_magic(self) -> bool:
        """Go to the next magic bytes; False if the block has none, and the next block has been read."""
        match = self._compression.magic.search(self._block, self._at)
        if match is not None:
            self._at = match.start()
            return True
        self._at = max(self._at, len(self._block) - _MAGIC_BYTES + 1)  # magic bytes may begin in this block
        if not self._append_block():
            self._at = len(self._block)
        return False

    def _beginning(self) -> bytes:
        """Return the first decompressed bytes of the member that may begin here."""
        member = self._compression.start(self._dictionary)
        try:
            return member.decompress(self._peek(_BEGINNING_BYTES))
        except self._errors:
            return b""

    def _skip_padding(self) -> None:
        """Skip the zero bytes that tapes, xz and some programs fill files with."""
        while self._peek(1) == b"\0":
            block = bytes(self._block[self._at :])
            self._at += len(block) - len(block.lstrip(b"\0"))
        if self._compression is ZSTD:
            while SKIPPABLE_FRAME.match(start := self._peek(8)) and len(start) == 8:
                self.seek(self.offset + 8 + struct.unpack("<I", start[4:])[0])

    def _peek(self, size: int) -> bytes:
        while len(self._block) - self._at < size and self._append_block():
            pass
        return self._block[self._at : self._at + size].tobytes()

    def _next_block(self) -> bool:
        data = self._stream.read(_BLOCK_BYTES)
        self._block, self._at = memoryview(data), 0
        self._end_offset += len(data)
        return bool(data)

    def _append_block(self) -> bool:
        data = self._stream.read(_BLOCK_BYTES)
        if data:
            self._block, self._at = memoryview(bytes(self._block[self._at :]) + data), 0
            self._end_offset += len(data)
        return bool(data)
