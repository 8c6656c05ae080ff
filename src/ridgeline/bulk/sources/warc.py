"""WARC files: plain, compressed record by record (gzip, Zstandard), or compressed as a whole.

Records of the types `response`, `resource` and `conversion` are pages, and `revisit` records stand for one. All others
(`request`, `metadata`, `warcinfo`, `continuation` …) are only counted.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing, nullcontext
from typing import BinaryIO

from .. import storage
from ..records import BROKEN, NOT_HTML, REVISIT, TOO_LARGE, Record
from ..slices import Reading, Slice, Walk, Walked, Watch
from .bodies import MAX_HEADER_BYTES, Message, charset_of, decode_body, parse_message
from .compressions import compression_of
from .feeds import CompressedFeed, Feed, PlainFeed
from .scanner import Scanned, Scanner

READER = "warc"
_PAGES = frozenset({b"response", b"resource", b"conversion", b"revisit"})
_MAX_SLICES_PER_WALK = 20
_MAX_SHOWN_BYTES = 2_000  # of an address or id


class WarcReader:
    """Reads WARC files."""

    def read(
        self, part: Slice, reading: Reading, first: int, watch: Watch | None, tally: Counter[str]
    ) -> Iterator[Record]:
        """Yield the records of a slice that are pages."""
        with closing(storage.open_binary(part.source)) as stream:
            skipped: Counter[str] = Counter()  # since the last page
            scanner = Scanner(_feed(stream, part.offset), 0, skipped)
            max_block_bytes = reading.max_bytes + MAX_HEADER_BYTES
            scanned = scanner.records(part.stop)
            position = 0
            while True:
                scanner.max_block_bytes = max_block_bytes if position >= first else 0
                with nullcontext() if watch is None else watch.waiting():
                    found = next(scanned, None)
                if found is not None and not is_page(found):
                    skipped[found.type.decode("ascii", "replace")] += 1
                    continue
                if position >= first:
                    tally.update(skipped)
                skipped.clear()
                if found is None:
                    return
                if position >= first:
                    yield to_record(part.source, found, reading.max_bytes)
                position += 1

    def walk(self, walk: Walk, reading: Reading) -> Walked:
        """Find the next slices, each with `Reading.slice_pages` pages.

        The first walk of a file finds one slice only, so that work can begin. A file that was compressed as a whole is
        one slice.
        """
        with closing(storage.open_binary(walk.source)) as stream:
            scanned = Scanner(_feed(stream, walk.offset), 0, Counter()).records()
            max_slices = 1 if walk.offset == 0 else _MAX_SLICES_PER_WALK
            return _walk(walk, scanned, reading.slice_pages, max_slices)


def _walk(walk: Walk, scanned: Iterator[Scanned], slice_pages: int, max_slices: int) -> Walked:
    slices: list[Slice] = []
    begin, pages = walk.offset, 0
    for found in scanned:
        if pages >= _MAX_SLICES_PER_WALK * slice_pages:
            return Walked((*slices, Slice(walk.source, READER, begin)), None)  # compressed as a whole
        if pages >= slice_pages and found.is_boundary and found.error is None:
            slices.append(Slice(walk.source, READER, begin, found.offset, pages))
            begin, pages = found.offset, 0
            if len(slices) >= max_slices:
                return Walked(tuple(slices), Walk(walk.source, READER, begin))
        pages += is_page(found)
    return Walked((*slices, Slice(walk.source, READER, begin, None, pages)), None)


def _feed(stream: BinaryIO, offset: int) -> Feed:
    stream.seek(0)
    compression = compression_of(stream.read(16))
    return PlainFeed(stream, offset) if compression is None else CompressedFeed(stream, compression, offset)


def is_page(scanned: Scanned) -> bool:
    """Return whether a record gives a row.

    A page, a part of the file that cannot be read, or a record without a type.
    """
    return scanned.error is not None or scanned.type in _PAGES or not scanned.type


def to_record(source: str, scanned: Scanned, max_bytes: int) -> Record:
    """Return the page that a record of a WARC file holds."""
    identity = _text(scanned.fields.get(b"warc-record-id", b"")) or f"{source}@{scanned.offset}"
    url = _text(scanned.fields.get(b"warc-target-uri", b"")) or None
    if scanned.error is not None:
        return Record(source, scanned.offset, identity, url, error=scanned.error)
    message = _message(scanned)
    if message is None:
        return Record(source, scanned.offset, identity, url, error=f"{BROKEN}: the HTTP header does not end")
    status = _status(scanned)
    charset = charset_of(message.fields.get(b"content-type", b""))
    values = (source, scanned.offset, identity, url)
    if status is not None:
        return Record(*values, http_status=message.status, status=status)
    error = None if scanned.type else f"{BROKEN}: the record has no WARC-Type"
    if scanned.length > max_bytes + MAX_HEADER_BYTES:
        error = f"{TOO_LARGE}: {scanned.length:,} bytes, more than {max_bytes:,}"
    if error is not None:
        return Record(*values, http_status=message.status, error=error)
    body = decode_body(message, max_bytes)
    return Record(*values, data=body.data, charset=charset, http_status=message.status, error=body.error)


def _message(scanned: Scanned) -> Message | None:
    content_type = scanned.fields.get(b"content-type", b"")
    is_http = scanned.type in (b"response", b"revisit") or content_type.lower().startswith(b"application/http")
    return parse_message(scanned.block) if is_http else Message(None, {b"content-type": content_type}, scanned.block)


def _status(scanned: Scanned) -> str | None:
    """Return why there is nothing to extract from a sound record; None if there is."""
    if scanned.type == b"revisit":
        return REVISIT
    media_type = scanned.fields.get(b"content-type", b"").partition(b";")[0].strip().lower()
    is_text = scanned.type == b"conversion" and media_type == b"text/plain"  # a WET file: extracted by others
    return NOT_HTML if is_text or media_type == b"text/dns" else None


def _text(value: bytes) -> str:
    """Return a field's value, without the angle brackets that some writers put around addresses."""
    return (
        value[:_MAX_SHOWN_BYTES]
        .decode("utf-8", "replace")
        .replace("\0", "")
        .strip()
        .removeprefix("<")
        .removesuffix(">")
    )
