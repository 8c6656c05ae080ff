"""Reads what a file says about the picture in it, from its first bytes. Nothing is decoded.

    read_image(data) -> Image("image/png", 640, 480)

A picture from a stranger is stored and shown under the type that its bytes have, whatever its server calls it. Its size
in pixels stands in its header; a few bytes can claim a picture that fills the memory of whoever decodes it.
"""

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from .content_types import SVG, recognise

MAX_PIXELS = 50_000_000
_FRAME_HEADERS = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})  # JPEG: start of frame
_ISPE = re.compile(rb"ispe\0\0\0\0(.{4})(.{4})", re.DOTALL)  # AVIF: the property that holds the size
_AVIF_HEADER_BYTES = 65_536
_SVG_LENGTHS = re.compile(r'\b(width|height)\s*=\s*["\'](\d{1,5})(?:\.\d*)?(?:px)?["\']')


@dataclass(frozen=True, slots=True)
class Image:
    """A picture: its media type, and its size in pixels; 0 where it has none of its own."""

    media_type: str
    width: int
    height: int

    @property
    def is_tracker(self) -> bool:
        """Whether it is a single pixel, or a line of them, that shows nothing."""
        return 0 < self.width <= 2 or 0 < self.height <= 2


def read_image(data: bytes) -> Image | None:
    """Return what a file says about its picture; None where browsers show none, or one that is too large."""
    kind = recognise(data, "utf-8")
    read = _READERS.get(kind.name) if kind is not None else None
    if read is None:
        return None
    media_type, sizes = read
    try:
        width, height = sizes(data)
    except (struct.error, StopIteration, IndexError):  # the file ends before it says how large the picture is
        return None
    is_sized = kind is SVG or (width > 0 and height > 0)
    return Image(media_type, width, height) if is_sized and width * height <= MAX_PIXELS else None


def _png(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def _gif(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<HH", data, 6)
    return width, height


def _bmp(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<ii", data, 18)
    return abs(width), abs(height)


def _jpeg(data: bytes) -> tuple[int, int]:
    height, width = next(_frame_sizes(data))
    return width, height


def _frame_sizes(data: bytes) -> Iterator[tuple[int, int]]:
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # fill bytes may stand before a marker
            at += 1
            continue
        if marker in _FRAME_HEADERS:
            yield struct.unpack_from(">HH", data, at + 5)
        at += 2 + max(struct.unpack_from(">H", data, at + 2)[0], 2)


def _webp(data: bytes) -> tuple[int, int]:
    chunk = data[12:16]
    if chunk == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if chunk == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


def _avif(data: bytes) -> tuple[int, int]:
    found = [
        (int.from_bytes(each[1], "big"), int.from_bytes(each[2], "big"))
        for each in _ISPE.finditer(data, 0, _AVIF_HEADER_BYTES)
    ]
    return max(found, key=lambda size: size[0] * size[1], default=(0, 0))


def _icon(data: bytes) -> tuple[int, int]:
    return data[6] or 256, data[7] or 256


def _svg(data: bytes) -> tuple[int, int]:
    head = data[:4096].decode("utf-8", "replace").partition("<svg")[2].partition(">")[0]
    stated = {name: int(value) for name, value in _SVG_LENGTHS.findall(head)}
    return stated.get("width", 0), stated.get("height", 0)


_READERS = {
    "png": ("image/png", _png),
    "gif": ("image/gif", _gif),
    "jpeg": ("image/jpeg", _jpeg),
    "webp": ("image/webp", _webp),
    "avif": ("image/avif", _avif),
    "bmp": ("image/bmp", _bmp),
    "icon": ("image/x-icon", _icon),
    "svg": ("image/svg+xml", _svg),
}
