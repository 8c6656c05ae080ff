"""Ways to compress a file: what their members begin with, and what decompresses them.

isal decompresses gzip in half of zlib's time. It is an option: without it, zlib does.

Little of a file is given to a decompressor at once, so that a bomb costs no more memory than the largest expansion of
that much: 17 MB for gzip, about 30 MB for the others.
"""

import bz2
import lzma
import re
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, BinaryIO, Protocol

from ...errors import MissingExtraError

SKIPPABLE_FRAME = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")  # of Zstandard
_MAX_WINDOW_BYTES = 1 << 27  # that a member may ask for; what the programs xz -9 and zstd -19 need is less
_MAX_DICTIONARY_BYTES = 1 << 24
_GZIP_MEMBER = zlib.MAX_WBITS | 16
_DICTIONARY_FRAME = b"\x5d\x2a\x4d\x18"
_ZSTD_FRAME = b"\x28\xb5\x2f\xfd"


class Decompressor(Protocol):
    """Decompresses one member, as in zlib, bz2 and lzma."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: Any, /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Compression:
    """A way to compress a file."""

    name: str
    signature: bytes  # that every member begins with
    magic: re.Pattern[bytes]  # the same, and what follows it in every member
    start: Callable[[bytes], Decompressor]  # given the dictionary of the file
    errors: Callable[[], tuple[type[Exception], ...]]
    piece_bytes: int  # that are decompressed at once


def read_dictionary(stream: BinaryIO) -> bytes:
    """Return the dictionary that a WARC file in Zstandard frames may begin with."""
    stream.seek(0)
    start = stream.read(8)
    if not start.startswith(_DICTIONARY_FRAME) or len(start) < 8:
        return b""
    size = struct.unpack("<I", start[4:])[0]
    dictionary = stream.read(min(size, _MAX_DICTIONARY_BYTES))
    if dictionary.startswith(_ZSTD_FRAME):
        try:
            return bytes(_zstandard().ZstdDecompressor().decompress(dictionary, max_output_size=_MAX_DICTIONARY_BYTES))
        except _zstandard().ZstdError:
            return b""
    return dictionary


@cache
def _zlib() -> ModuleType:
    try:
        from isal import isal_zlib  # type: ignore[import-not-found, unused-ignore]  # an option: only faster
    except ImportError:
        return zlib
    return isal_zlib  # type: ignore[no-any-return, unused-ignore]


def _zstandard() -> Any:
    try:
        import zstandard
    except ModuleNotFoundError as error:
        raise MissingExtraError("Zstandard files need zstandard", "bulk") from error
    return zstandard


def _zstd_member(dictionary: bytes) -> Decompressor:
    module = _zstandard()
    trained = module.ZstdCompressionDict(dictionary) if dictionary else None
    decompressor = module.ZstdDecompressor(dict_data=trained, max_window_size=_MAX_WINDOW_BYTES)
    member: Decompressor = decompressor.decompressobj()
    return member


GZIP = Compression(
    "gzip",
    b"\x1f\x8b\x08",
    re.compile(rb"\x1f\x8b\x08[\x00-\x1f]"),
    lambda _: _zlib().decompressobj(_GZIP_MEMBER),
    lambda: (_zlib().error,),
    1 << 14,
)
ZSTD = Compression(
    "Zstandard",
    _ZSTD_FRAME,
    re.compile(re.escape(_ZSTD_FRAME)),
    _zstd_member,
    lambda: (_zstandard().ZstdError,),
    1 << 10,
)
XZ = Compression(
    "xz",
    b"\xfd7zXZ\x00",
    re.compile(rb"\xfd7zXZ\x00"),
    lambda _: lzma.LZMADecompressor(memlimit=_MAX_WINDOW_BYTES),
    lambda: (lzma.LZMAError,),
    1 << 10,
)
BZIP2 = Compression(
    "bzip2",
    b"BZh",
    re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P)"),
    lambda _: bz2.BZ2Decompressor(),
    lambda: (OSError,),
    1 << 10,
)
COMPRESSIONS = (GZIP, ZSTD, XZ, BZIP2)


def compression_of(start: bytes) -> Compression | None:
    """Return how a file is compressed that begins with these bytes; None if it is not."""
    if SKIPPABLE_FRAME.match(start):
        return ZSTD
    return next((each for each in COMPRESSIONS if each.magic.match(start)), None)
