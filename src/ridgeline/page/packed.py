"""Unpacks compressed files within a limit: gzip, zlib, bzip2, xz, Zstandard by their first bytes, others on request.

Brotli and raw deflate have no signature. Where nothing else is known, data is taken for Brotli if it unpacks to markup.
No more is ever unpacked than the limit and one piece: a bomb costs as much as a page of that size. A file that is cut
off or broken gives what can be unpacked. Brotli and Zstandard need the extra `files`.
"""

import lzma
import re
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from ..errors import MissingExtraError
from .content_types import BROTLI, BZIP2, GZIP, XZ, ZLIB, ZSTD, Kind, binary_kind

MAX_LAYERS = 2  # of compression around a file
_MAX_STREAMS = 64  # one after the other in a file; `cat` makes such files
_PIECE_BYTES = 65_536
_CHECKSUM_BYTES = (8, 4)  # that gzip and zlib end in: read apart, so that a wrong sum does not cost the last piece
_MAX_WINDOW_BYTES = 1 << 27  # that a file may ask for; what the programs xz -9 and zstd -19 need is less
_MARKUP = re.compile(rb"(?:\xef\xbb\xbf)?\s{0,100}+<(?:[a-z]|!doctype|!--|\?xml)", re.IGNORECASE)
_ANY_WINDOW = 32 + zlib.MAX_WBITS  # gzip or zlib, as the header says


class _Stream(Protocol):
    """A decompressor of one stream, as bz2 and lzma have them."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int) -> bytes: ...


class _Reader(Protocol):
    def read(self, size: int, /) -> bytes: ...


def unpack(data: bytes, max_bytes: int, *, brotli: bool = False, layers: int = MAX_LAYERS) -> bytes:
    """Return the data without compression; the data itself if it is not compressed, or nothing of it can be read.

    At most one byte more than `max_bytes` is returned: the one that says that there was more.

    Raises:
        MissingExtraError: The package that reads this compression is not installed.
    """
    kind: Kind | None = BROTLI if brotli else binary_kind(data)
    for _ in range(layers):
        if kind not in _READERS:
            return data
        unpacked = _read(_READERS[kind](data), max_bytes + 1)
        if not unpacked:
            return data
        data, kind = unpacked, binary_kind(unpacked)
    return data


def unpack_markup(data: bytes, max_bytes: int) -> bytes | None:
    """Return the markup that data holds if it is packed by Brotli.

    None if it is not, or the package for it is missing.
    """
    try:
        unpacked = unpack(data, max_bytes, brotli=True)
    except MissingExtraError:
        return None
    return unpacked if unpacked is not data and is_markup(unpacked) else None


def unpack_deflate(data: bytes, max_bytes: int) -> bytes:
    """Return what HTTP calls deflate, unpacked: zlib data, or the raw stream that some servers send instead.

    The data itself if nothing of it can be read. The limit is that of `unpack`.
    """
    is_zlib = len(data) > 1 and data[0] & 0x0F == zlib.DEFLATED and int.from_bytes(data[:2], "big") % 31 == 0
    unpacked = _read(_Streams(data, _ZlibStream if is_zlib else _RawStream), max_bytes + 1)
    return unpacked or data


def is_markup(data: bytes) -> bool:
    """Return whether data begins with a tag, a comment or a declaration."""
    return _MARKUP.match(data) is not None


def _read(reader: _Reader, size: int) -> bytes:
    unpacked = bytearray()
    with suppress(zlib.error, lzma.LZMAError, OSError, EOFError, _BrokenError):
        while len(unpacked) < size and (piece := reader.read(min(_PIECE_BYTES, size - len(unpacked)))):
            unpacked += piece
    return bytes(unpacked[:size])  # Brotli may give a little more than was asked for


class _BrokenError(Exception):
    """The data is broken, in a way that an optional package reports by an exception of its own."""


class _Streams:
    """Reads the streams of a file, one after the other."""

    def __init__(self, data: bytes, start: Callable[[], _Stream]) -> None:
        self._data = data
        self._position = 0
        self._start = start
        self._stream = start()
        self._left = _MAX_STREAMS - 1

    def read(self, size: int, /) -> bytes:
        while True:
            if self._stream.eof and not self._begin_next():
                return b""
            given = self._next_input() if self._stream.needs_input else b""
            if self._stream.needs_input and not given:
                return b""  # cut off
            piece = self._stream.decompress(given, size)
            if piece or not (given or self._stream.eof):
                return piece

    def _next_input(self) -> bytes:
        begin = self._position
        stops = (*(len(self._data) - size for size in _CHECKSUM_BYTES), begin + _PIECE_BYTES)
        self._position = min(stop for stop in stops if stop > begin)
        return self._data[begin : self._position]

    def _begin_next(self) -> bool:
        rest = len(self._stream.unused_data)
        self._position = min(self._position, len(self._data)) - rest
        if not self._left or self._position >= len(self._data):
            return False
        self._left -= 1
        self._stream = self._start()
        return True


class _ZlibStream:
    """zlib's decompressor, in the form of those of bz2 and lzma."""

    _window = _ANY_WINDOW

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(self._window)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return self._inner.decompress(data or self._inner.unconsumed_tail, max_length)


class _RawStream(_ZlibStream):
    """A deflate stream without a header and a checksum."""

    _window = -zlib.MAX_WBITS


class _BrotliStream:
    """brotli's decompressor, in the same form."""

    def __init__(self, module: Any) -> None:
        self._module = module
        self._inner = module.Decompressor()
        self.unused_data = b""

    @property
    def eof(self) -> bool:
        return bool(self._inner.is_finished())

    @property
    def needs_input(self) -> bool:
        return bool(self._inner.can_accept_more_data())

    def decompress(self, data: bytes, max_length: int) -> bytes:
        try:
            return bytes(self._inner.process(data, output_buffer_limit=max_length))
        except self._module.error as error:
            raise _BrokenError from error


def _bzip2_stream() -> _Stream:
    from bz2 import BZ2Decompressor

    return BZ2Decompressor()


def _xz_stream() -> _Stream:
    return lzma.LZMADecompressor(memlimit=_MAX_WINDOW_BYTES)


def _brotli_reader(data: bytes) -> _Reader:
    module = _optional("brotli")
    return _Streams(data, lambda: _BrotliStream(module))


class _ZstandardReader:
    """Reads with the package zstandard."""

    def __init__(self, data: bytes) -> None:
        self._module = _optional("zstandard")
        decompressor = self._module.ZstdDecompressor(max_window_size=_MAX_WINDOW_BYTES)
        self._inner = decompressor.stream_reader(data, read_across_frames=True)

    def read(self, size: int, /) -> bytes:
        try:
            return bytes(self._inner.read(size))
        except self._module.ZstdError as error:
            raise _BrokenError from error


def _optional(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtraError(f"reading this file needs {name}", "files") from error


_READERS: dict[Kind | None, Callable[[bytes], _Reader]] = {
    GZIP: lambda data: _Streams(data, _ZlibStream),
    ZLIB: lambda data: _Streams(data, _ZlibStream),
    BZIP2: lambda data: _Streams(data, _bzip2_stream),
    XZ: lambda data: _Streams(data, _xz_stream),
    ZSTD: _ZstandardReader,
    BROTLI: _brotli_reader,
}
