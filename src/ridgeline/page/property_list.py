"""Reads single values of a binary property list, Apple's format of preferences and web archives.

    header    bplist00
    objects   a byte of type and size, then the content; a dictionary holds the numbers of its keys and of its values
    offsets   where each object begins, by its number
    trailer   32 bytes: the sizes of offsets and of numbers, the number of the outermost object, where the offsets begin

`plistlib` reads whole files. Their objects may overlap, so a hostile file of a megabyte has 10^12 values. Here only the
dictionaries on the way to a value are read, and of those a limited number of entries.
"""

import struct
from collections.abc import Iterator
from typing import NamedTuple

SIGNATURE = b"bplist00"
MAX_ENTRIES = 100  # of a dictionary; those of a web archive have six

_TRAILER = struct.Struct(">6xBBQQQ")
_DATA, _ASCII, _UTF_16, _DICTIONARY = 0x4, 0x5, 0x6, 0xD
_LONG = 0xF  # in place of a size: the size follows, as an object of its own
_INTEGER = 0x1
_MAX_INTEGER_POWER = 3  # of two, the bytes of a size
_MAX_KEY_LENGTH = 100


class _Object(NamedTuple):
    """The type of an object, its size in units of that type, and where its content begins."""

    type: int
    size: int
    begin: int


class PropertyList:
    """A binary property list. What is broken in it has no value."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        trailer = data[-_TRAILER.size :] if data.startswith(SIGNATURE) else b""
        is_whole = len(trailer) == _TRAILER.size
        fields = _TRAILER.unpack(trailer) if is_whole else (0, 0, 0, 0, 0)
        self._offset_bytes, self._number_bytes, self._count, self._outermost, self._offsets = fields

    def text(self, *path: str) -> str | None:
        """Return the string at the end of a path of keys; None where there is none."""
        found = self._find(path)
        return None if found is None else self._string(found)

    def content(self, *path: str) -> bytes | None:
        """Return the data at the end of a path of keys; None where there is none."""
        found = self._find(path)
        if found is None or found.type != _DATA or found.begin + found.size > len(self._data):
            return None
        return self._data[found.begin : found.begin + found.size]

    def _find(self, path: tuple[str, ...]) -> _Object | None:
        found = self._object(self._outermost)
        for key in path:
            if found is None or found.type != _DICTIONARY:
                return None
            found = next((self._object(value) for name, value in self._entries(found) if name == key), None)
        return found

    def _entries(self, dictionary: _Object) -> Iterator[tuple[str | None, int]]:
        """Yield the keys of a dictionary with the numbers of their values."""
        values = dictionary.begin + dictionary.size * self._number_bytes
        for entry in range(min(dictionary.size, MAX_ENTRIES)):
            position = entry * self._number_bytes
            key = self._object(self._integer(dictionary.begin + position, self._number_bytes))
            is_short = key is not None and key.size <= _MAX_KEY_LENGTH
            yield self._string(key) if key and is_short else None, self._integer(values + position, self._number_bytes)

    def _object(self, number: int) -> _Object | None:
        if number >= self._count:
            return None
        begin = self._integer(self._offsets + number * self._offset_bytes, self._offset_bytes)
        if not len(SIGNATURE) <= begin < len(self._data):
            return None
        kind, size = divmod(self._data[begin], 16)
        return _Object(kind, size, begin + 1) if size != _LONG else self._long_object(kind, begin + 1)

    def _long_object(self, kind: int, begin: int) -> _Object | None:
        marker, power = divmod(self._integer(begin, 1), 16)
        if marker != _INTEGER or power > _MAX_INTEGER_POWER:
            return None
        return _Object(kind, self._integer(begin + 1, 1 << power), begin + 1 + (1 << power))

    def _string(self, found: _Object) -> str | None:
        if found.type == _ASCII:
            return self._data[found.begin : found.begin + found.size].decode("ascii", "replace")
        if found.type == _UTF_16:
            return self._data[found.begin : found.begin + 2 * found.size].decode("utf-16-be", "replace")
        return None

    def _integer(self, begin: int, size: int) -> int:
        return int.from_bytes(self._data[begin : begin + size], "big")
