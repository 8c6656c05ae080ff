"""Recognises the kind of a source by its name and its first bytes."""

import re
from contextlib import closing

from ...errors import InputError
from .. import storage
from .compressions import Compression, compression_of
from .members import DamagedMemberError, Members

WARC, JSONL, PARQUET, PAGE = "warc", "jsonl", "parquet", "files"

_PACKED = r"(?:\.(?:gz|zst|xz|bz2))?$"
_NAMES = (
    (WARC, re.compile(rf"\.(?:warc|wet|wat|warc\.open){_PACKED}", re.IGNORECASE)),
    (JSONL, re.compile(rf"\.(?:jsonl|ndjson|jsonlines|jl){_PACKED}", re.IGNORECASE)),
    (PARQUET, re.compile(r"\.(?:parquet|pq)$", re.IGNORECASE)),
    (
        PAGE,
        re.compile(
            r"\.(?:html?|xhtml?|xht|shtml|mhtml?|webarchive|php|aspx?|jsp|cgi)(?:\.(?:gz|zst|xz|bz2|br))?$",
            re.IGNORECASE,
        ),
    ),
)
# What stands beside pages in the folders that browsers and crawlers save.
_COMPANION = re.compile(
    r"\.(?:css|m?js|json|map|png|jpe?g|gif|webp|avif|svgz?|ico|bmp|tiff?|woff2?|ttf|otf|eot|mp[34]|webm|ogg|wav|pdf|zip"
    r"|docx?|xlsx?|pptx?|cdxj?(?:\.gz)?|idx|log|py|md)$",
    re.IGNORECASE,
)
_LOOK_BYTES = 1 << 16
_RECORD = re.compile(rb"[\r\n]{0,8}WARC/[0-9]")
_OBJECT = re.compile(rb'(?:\xef\xbb\xbf)?\s{0,100}\{\s{0,100}"')
_ADDRESS = re.compile(rb"(?:\xef\xbb\xbf)?\s{0,100}https?://\S{1,2000}\s*(?:[\r\n]|$)", re.IGNORECASE)


def kind_by_name(path: str) -> str | None:
    """Return the kind of a source that a file's name says; None if it says none."""
    return next((kind for kind, pattern in _NAMES if pattern.search(path)), None)


def is_companion(path: str) -> bool:
    """Return whether a file in a folder of pages is a style sheet, a script, a picture or the like."""
    return kind_by_name(path) is None and _COMPANION.search(path) is not None


def kind_of(path: str) -> str:
    """Return the kind of a source, by its name, or else by its first bytes. Raises InputError if it cannot be read."""
    return kind_by_name(path) or _kind_by_bytes(_first_bytes(path)[0])


def is_list_of_addresses(path: str) -> bool:
    """Return whether a file without a telling name begins with a URL on a line of its own."""
    return kind_by_name(path) is None and _ADDRESS.match(_first_bytes(path)[0]) is not None


def check_source(path: str, kind: str) -> None:
    """Raise InputError if a file is empty, or plainly not what its name says."""
    start, is_whole = _first_bytes(path)
    if not start:
        raise InputError(f"{path}: the file is empty")
    if kind == WARC and is_whole and _RECORD.match(start) is None:
        raise InputError(f"{path}: not a WARC file: it does not begin with a record")


def is_compressed(path: str) -> bool:
    """Return whether a file is compressed, by its first bytes."""
    with closing(storage.open_binary(path)) as stream:
        return compression_of(stream.read(16)) is not None


def _kind_by_bytes(start: bytes) -> str:
    if _RECORD.match(start):
        return WARC
    if start.startswith(b"PAR1"):
        return PARQUET
    return JSONL if _OBJECT.match(start) else PAGE


def _first_bytes(path: str) -> tuple[bytes, bool]:
    """Return the first bytes of a file, uncompressed; and whether they could be read."""
    with closing(storage.open_binary(path)) as stream:
        try:
            start = stream.read(_LOOK_BYTES)
        except OSError as error:
            raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
        compression = compression_of(start)
        if compression is None:
            return start, True
        try:
            return _first_piece(Members(stream, compression), compression)
        except DamagedMemberError:
            return start, False  # the reader reports what is damaged


def _first_piece(members: Members, compression: Compression) -> tuple[bytes, bool]:
    data = b""
    while len(data) < 16 and members.begin():
        while len(data) < 16 and (piece := members.read()):
            data += piece
    return (data, True) if data else (compression.signature, False)
