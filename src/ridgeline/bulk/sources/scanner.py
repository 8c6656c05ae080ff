"""Finds the records of a WARC file, in files that are sound and in files that are not.

A walk and a reader go the same way through a file, so they agree on where records begin. From the start of a record on,
that way does not depend on what came before.

- A length that is too long or too short: in a compressed file the record goes to the end of its unit; in a plain one,
  to where the next record seems to begin.
- A damaged member gives one record with an error, which says how many bytes were passed over up to the next member that
  begins with a record.
- A file that ends in the middle of a record gives one record with an error.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..records import BROKEN, DAMAGED, TRUNCATED
from .feeds import Feed, ends_record, take_to_record
from .members import DamagedMemberError

_MAX_HEADER_BYTES = 1 << 20
_FIRST_LOOK_BYTES = 1 << 12
_HEADER_END = re.compile(rb"\r?\n\r?\n|(?P<record>\nWARC/[0-9])")  # a blank line; the start of another record
_VERSION = re.compile(rb"WARC/[0-9]{1,2}\.[0-9]{1,3}[ \t]*\r?\n")
_FIELDS = frozenset((b"warc-type", b"warc-record-id", b"warc-target-uri", b"content-type", b"content-length"))
_LENGTH = re.compile(rb"[0-9]{1,18}")
WRONG_LENGTH = "wrong-length"  # counts records whose Content-Length is not their length


@dataclass(slots=True)
class Scanned:
    """A record of a WARC file, or a part of the file that is none."""

    offset: int
    fields: Mapping[bytes, bytes] = field(default_factory=dict)  # by name in lower case
    block: bytes = b""  # its first bytes
    length: int = 0  # of the whole block
    error: str | None = None
    is_boundary: bool = False  # whether a slice can begin here

    @property
    def type(self) -> bytes:
        """The type in lower case."""
        return self.fields.get(b"warc-type", b"").lower()


class Scanner:
    """Goes through a WARC file record by record."""

    def __init__(self, feed: Feed, max_block_bytes: int, tally: Counter[str]) -> None:
        self._feed = feed
        self._tally = tally
        self.max_block_bytes = max_block_bytes  # that are kept of a block; may be changed between records

    def records(self, stop: int | None = None) -> Iterator[Scanned]:
        """Yield the records that begin before an offset, which is one that a slice can begin at."""
        while True:
            try:
                if not self._feed.next_unit():
                    return
                is_reported = False
                while self._goes_on():
                    if self._is_at(stop):
                        return
                    scanned = self._read()
                    is_reported = scanned.error is not None
                    yield scanned
                if self._feed.is_cut and not is_reported:
                    yield _cut(self._feed.offset)
            except DamagedMemberError as error:
                if self._is_at(stop):
                    return
                yield self._resumed(Scanned(self._feed.offset), error)

    def _is_at(self, stop: int | None) -> bool:
        return stop is not None and self._feed.is_boundary and self._feed.offset >= stop

    def _goes_on(self) -> bool:
        """Skip line ends; return whether the unit has more."""
        while (seen := self._feed.peek(1)) and seen in b"\r\n":
            seen = self._feed.peek(_FIRST_LOOK_BYTES)
            self._feed.skip(len(seen) - len(seen.lstrip(b"\r\n")))
        return bool(seen)

    def _read(self) -> Scanned:
        scanned = Scanned(self._feed.offset, is_boundary=self._feed.is_boundary)
        try:
            header = self._header()
            if header is None:
                return self._not_a_record(scanned)
            self._feed.skip(len(header))
            scanned.fields = parse_fields(header)
            self._read_block(scanned)
        except DamagedMemberError as error:
            return self._resumed(scanned, error)
        return scanned

    def _header(self) -> bytes | None:
        """Return the header with the blank line at its end, without taking it; None if this is not a record."""
        size = _FIRST_LOOK_BYTES
        while True:
            seen = self._feed.peek(size)
            if _VERSION.match(seen) is None:
                return None
            if end := _HEADER_END.search(seen):
                return None if end["record"] else seen[: end.end()]
            if len(seen) < size or size >= _MAX_HEADER_BYTES:
                return None
            size *= 4

    def _not_a_record(self, scanned: Scanned) -> Scanned:
        seen = self._feed.peek(64)
        is_record = _VERSION.match(seen) is not None or b"WARC/1.0\r".startswith(seen)
        # Behind what is no record the next one may follow without a line end; inside of one, a page may quote it.
        _, passed, found = take_to_record(self._feed, 0, in_line=not is_record)
        if is_record and passed >= _MAX_HEADER_BYTES:
            scanned.error = f"{BROKEN}: the header of the record is larger than {_MAX_HEADER_BYTES:,} bytes"
        elif is_record and not found:
            return _cut(scanned.offset)
        else:
            scanned.error = f"{DAMAGED}: {passed:,} bytes from {scanned.offset} on are not a record"
        return scanned

    def _read_block(self, scanned: Scanned) -> None:
        length = _content_length(scanned.fields)
        if length is None or not self._feed.lands_on_record(length):
            self._read_to_next(scanned, length)
            return
        scanned.block = self._feed.take(min(length, self.max_block_bytes))
        scanned.length = len(scanned.block) + self._feed.skip(length - len(scanned.block))
        if scanned.length < length:
            self._end_short_block(scanned)
        elif not ends_record(self._feed):
            more, passed, _ = take_to_record(self._feed, self.max_block_bytes - len(scanned.block))
            scanned.block, scanned.length = scanned.block + more, scanned.length + passed
            self._correct(scanned)

    def _end_short_block(self, scanned: Scanned) -> None:
        if self._feed.is_cut:
            scanned.error = _cut(scanned.offset).error
        else:
            self._correct(scanned)

    def _read_to_next(self, scanned: Scanned, length: int | None) -> None:
        """Read to where the next record seems to begin: the length is missing, or not right."""
        scanned.block, scanned.length, found = take_to_record(self._feed, self.max_block_bytes, may_be_here=True)
        if self._feed.is_cut or (not found and length is not None and scanned.length < length):
            scanned.error = _cut(scanned.offset).error
        else:
            self._correct(scanned)

    def _correct(self, scanned: Scanned) -> None:
        """Note a wrong length, and take away the two line ends that end a record."""
        self._tally[WRONG_LENGTH] += 1
        if scanned.length == len(scanned.block):
            scanned.block = (
                scanned.block.removesuffix(b"\n").removesuffix(b"\r").removesuffix(b"\n").removesuffix(b"\r")
            )
            scanned.length = len(scanned.block)

    def _resumed(self, scanned: Scanned, error: DamagedMemberError) -> Scanned:
        passed = self._feed.resume()
        scanned.error = f"{DAMAGED}: {passed:,} bytes of the file cannot be read: {error}"
        return scanned


def parse_fields(header: bytes) -> dict[bytes, bytes]:
    """Return the fields of a header that matter, by name in lower case; the first of several of a name."""
    fields: dict[bytes, bytes] = {}
    for line in header.splitlines():
        name, _, value = line.partition(b":")
        if (known := name.rstrip().lower()) in _FIELDS:
            fields.setdefault(known, value.strip())
    return fields


def _content_length(fields: Mapping[bytes, bytes]) -> int | None:
    given = fields.get(b"content-length", b"")
    return int(given) if _LENGTH.fullmatch(given) else None


def _cut(offset: int) -> Scanned:
    return Scanned(offset, error=f"{TRUNCATED}: the file ends in the middle of a record")
