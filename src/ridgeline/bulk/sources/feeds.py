"""The bytes of a WARC file, uncompressed, cut into units of which each begins with a record.

In a compressed file a unit is a member that begins with a record, with the members after it that do not. Mostly that is
one record; a file that was compressed as a whole is one unit. A plain file is one unit, too. No record goes beyond its
unit, whatever its length says.
"""

import io
import re
from typing import BinaryIO, Protocol

from .compressions import Compression
from .members import DamagedMemberError, Members

_PIECE_BYTES = 1 << 13  # of a plain file: enough for most headers
_SEARCHED_BYTES = 1 << 16
_OVERLAP_BYTES = 256  # that a record's first two lines fit into
_START = b"WARC/"
_RECORD_END = (b"\r\n\r\n", b"\n\n")
# A version and the name of a field, as they begin a record in a file whose lengths are wrong.
_RECORD_START = re.compile(rb"WARC/[0-9]\.[0-9]{1,2}[ \t]{0,9}\r?\n[A-Za-z][A-Za-z0-9-]{0,63}[ \t]{0,9}:")
_LATER_START = re.compile(rb"(?<=\n)" + _RECORD_START.pattern)


class Feed(Protocol):
    """The bytes of a WARC file, uncompressed."""

    is_cut: bool  # whether the file ends in the middle of a member

    @property
    def offset(self) -> int:
        """Where the next byte is: in the file, or where its unit begins plus its place in the uncompressed unit."""
        ...

    @property
    def is_boundary(self) -> bool:
        """Whether a slice can begin here."""
        ...

    def next_unit(self) -> bool:
        """Begin the next unit; False at the end of the file. Raises DamagedMemberError if there is none."""
        ...

    def resume(self) -> int:
        """Go to the next unit behind damaged data, or to the end; return the bytes of the file passed over."""
        ...

    def lands_on_record(self, length: int) -> bool:
        """Return whether a block of this length is followed by a record, or by the end.

        True where this cannot be known.
        """
        ...

    def peek(self, size: int) -> bytes:
        """Return the next bytes of the unit; fewer at its end."""
        ...

    def take(self, size: int) -> bytes:
        """Return the next bytes of the unit, and go behind them; fewer at its end."""
        ...

    def skip(self, size: int) -> int:
        """Go behind the next bytes of the unit, and return how many there were."""
        ...


class _Buffered:
    """A buffer before a source of pieces."""

    def __init__(self) -> None:
        self._buffer = b""
        self._at = 0
        self._passed = 0  # bytes that were taken or skipped
        self.is_cut = False

    def _fill(self) -> bytes:
        """Return the next piece of the unit; nothing at its end."""
        raise NotImplementedError

    def peek(self, size: int) -> bytes:
        held = len(self._buffer) - self._at
        if held < size:
            parts = [self._buffer[self._at :]]
            while held < size and (piece := self._fill()):
                parts.append(piece)
                held += len(piece)
            self._buffer, self._at = b"".join(parts), 0
        return self._buffer[self._at : self._at + size]

    def take(self, size: int) -> bytes:
        parts = [self._buffer[self._at : self._at + size]]
        taken = len(parts[0])
        self._at += taken
        while taken < size and (piece := self._fill()):
            parts.append(piece[: size - taken])
            taken += len(parts[-1])
            self._buffer, self._at = piece, len(parts[-1])
        self._passed += taken
        return b"".join(parts)

    def skip(self, size: int) -> int:
        skipped = min(size, len(self._buffer) - self._at)
        self._at += skipped
        while skipped < size and (piece := self._fill()):
            used = min(len(piece), size - skipped)
            skipped += used
            self._buffer, self._at = piece, used
        self._passed += skipped
        return skipped


class PlainFeed(_Buffered):
    """A file that is not compressed. Blocks are skipped without being read."""

    is_boundary = True

    def __init__(self, stream: BinaryIO, offset: int) -> None:
        super().__init__()
        self._stream = stream
        self._size = stream.seek(0, io.SEEK_END)
        self._begun = False
        self._position = stream.seek(offset)  # of the stream, behind the buffer

    @property
    def offset(self) -> int:
        return self._position - len(self._buffer) + self._at

    def next_unit(self) -> bool:
        begun, self._begun = self._begun, True
        return not begun and self.offset < self._size

    def resume(self) -> int:
        return 0

    def lands_on_record(self, length: int) -> bool:
        start = self.offset
        if start + length > self._size:
            return False
        self._seek(start + length)
        lands = ends_record(self)
        self._seek(start)
        return lands

    def take(self, size: int) -> bytes:
        buffered = super().take(min(size, len(self._buffer) - self._at))
        rest = self._stream.read(min(size, self._size) - len(buffered)) if len(buffered) < size else b""
        self._position += len(rest)
        if rest:
            self._buffer, self._at = b"", 0
        return buffered + rest

    def skip(self, size: int) -> int:
        start = self.offset
        self._seek(min(start + size, self._size))
        return self.offset - start

    def _fill(self) -> bytes:
        piece = self._stream.read(_PIECE_BYTES)
        self._position += len(piece)
        return piece

    def _seek(self, offset: int) -> None:
        if not 0 <= offset - self._start_of_buffer() <= len(self._buffer):
            self._stream.seek(offset)
            self._position, self._buffer, self._at = offset, b"", 0
        else:
            self._at = offset - self._start_of_buffer()

    def _start_of_buffer(self) -> int:
        return self._position - len(self._buffer)


class CompressedFeed(_Buffered):
    """A compressed file, unit by unit."""

    def __init__(self, stream: BinaryIO, compression: Compression, offset: int) -> None:
        super().__init__()
        self._members = Members(stream, compression, offset)
        self._unit_offset = offset
        self._is_open = False  # whether the unit goes on
        self._next: tuple[int, bytes] | None = None  # the next unit: where it begins, and its first bytes
        self._damage: DamagedMemberError | None = None

    @property
    def offset(self) -> int:
        return self._unit_offset + self._passed

    @property
    def is_boundary(self) -> bool:
        return self._passed == 0

    def next_unit(self) -> bool:
        while self._is_open:  # what is left of the last one
            self._buffer = self._fill()
        if self.is_cut:
            return False
        if self._next is None and self._damage is None:
            self._look_ahead(is_first=True)
        self._raise_damage()
        if self._next is None:
            return False
        self._unit_offset, self._buffer = self._next
        self._at = self._passed = 0
        self._next, self._is_open = None, True
        return True

    def resume(self) -> int:
        begin = self._members.member_offset
        found = self._members.find(begin + 1, lambda data: data.startswith(_START))
        self._is_open, self._next, self._damage = False, None, None
        return (self._members.offset if found is None else found) - begin

    def lands_on_record(self, length: int) -> bool:
        return True

    def _fill(self) -> bytes:
        if not self._is_open:
            return b""
        if piece := self._members.read():
            return piece
        if self._members.is_cut:
            self.is_cut, self._is_open = True, False
            return b""
        return self._look_ahead()

    def _look_ahead(self, is_first: bool = False) -> bytes:
        """Begin the next member; return its first bytes if they continue the unit."""
        try:
            while not self._members.is_cut and self._members.begin():
                data = self._members.read()
                while data and len(data) < len(_START) and (more := self._members.read()):
                    data += more
                if data and not is_first and not data.startswith(_START):
                    return data
                if data:
                    self._next = (self._members.member_offset, data)
                    break
        except DamagedMemberError as error:
            self._damage = error  # of the next unit, not of this one
        if self._next is None and self._members.is_cut:
            self._next = (self._members.member_offset, b"")
        self._is_open = False
        return b""

    def _raise_damage(self) -> None:
        if self._damage is not None:
            self._unit_offset, self._passed = self._members.member_offset, 0
            raise self._damage


def ends_record(feed: Feed) -> bool:
    """Return whether a record can end here.

    Two line ends follow, whatever comes then, or another record, or nothing.
    """
    following = feed.peek(16)
    return following.startswith(_RECORD_END) or not following.strip(b"\r\n") or _START in following[:7]


def take_to_record(
    feed: Feed, max_kept: int, *, may_be_here: bool = False, in_line: bool = False
) -> tuple[bytes, int, bool]:
    """Go to where the next record seems to begin, or to the end of the unit.

    It may begin here, or within a line, only where that is said. Returns the first `max_kept` bytes up to there, how
    many there were, and whether a record was found.
    """
    kept, passed = [], 0
    while True:
        seen = feed.peek(_SEARCHED_BYTES)
        here = _RECORD_START.match(seen) if may_be_here and not passed else None
        found = here or (_RECORD_START.search(seen, not passed) if in_line else _LATER_START.search(seen))
        is_end = len(seen) < _SEARCHED_BYTES
        size = found.start() if found else len(seen) if is_end else len(seen) - _OVERLAP_BYTES
        kept.append(feed.take(min(size, max(max_kept - passed, 0))))
        feed.skip(size - len(kept[-1]))
        passed += size
        if found or is_end:
            return b"".join(kept), passed, found is not None
