"""HTTP messages as they are stored: the status, the encoding, and the body without what it was sent in.

What the header says is not always so: archives store bodies as they came or decoded, with or without the headers that
fit. So bytes count more than headers. gzip and Zstandard are recognised by their first bytes whatever is declared; the
chunks of a transfer are taken out where they are there; deflate and Brotli, which have no signature, are tried where
they are declared. A body that is not what its header says is taken as it is.

Everything is bounded: a bomb costs as much as a page of the limit.
"""

import re
from dataclasses import dataclass

from ...errors import MissingExtraError
from ...page.decoder import is_binary
from ...page.packed import is_markup, unpack, unpack_deflate
from ..records import BROKEN, TOO_LARGE

MAX_HEADER_BYTES = 1 << 18
_MAX_LAYERS = 4  # of compression around a body
_MAX_CODINGS = 8  # that are read in a header
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_STATUS = re.compile(rb"(?:HTTP/[0-9](?:\.[0-9]{1,2})?|h[23]c?)[ \t]+([0-9]{3})(?![0-9])", re.IGNORECASE)
_PSEUDO_STATUS = re.compile(rb"^:status[ \t]*:[ \t]*([0-9]{3})(?![0-9])", re.IGNORECASE | re.MULTILINE)
_FIELD = re.compile(
    rb"^(Content-Type|Content-Encoding|Transfer-Encoding)[ \t]*:[ \t]*([^\r\n]*)", re.IGNORECASE | re.MULTILINE
)
_CHARSET = re.compile(rb"""[;\s]charset\s*=\s*["']?([\w.:+-]{1,40})""", re.IGNORECASE)
_CHUNK = re.compile(rb"([0-9a-fA-F]{1,8})[ \t]*(?:;[^\r\n]{0,1024})?\r?\n")
_MAGIC = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")  # gzip, Zstandard


@dataclass(frozen=True, slots=True)
class Message:
    """A response as a server sent it: its header, and the body as it was transferred."""

    status: int | None
    fields: dict[bytes, bytes]  # those that matter here, by name in lower case
    body: bytes


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a response, ready to be parsed; or why it is not."""

    data: bytes
    error: str | None = None


def parse_message(block: bytes) -> Message | None:
    """Return the parts of a stored response; None if its header does not end within the limit.

    A block without a header is all body.
    """
    start = block[:4096]
    status = _STATUS.match(start.lstrip(b"\r\n")) or (_PSEUDO_STATUS.search(start) if start[:1] == b":" else None)
    if status is None:
        return Message(None, {}, block)
    end = _BLANK_LINE.search(block, 0, MAX_HEADER_BYTES)
    if end is None and len(block) > MAX_HEADER_BYTES:
        return None
    header, body = (block[: end.start()], block[end.end() :]) if end else (block, b"")
    fields: dict[bytes, bytes] = {}
    for found in _FIELD.finditer(header):
        fields.setdefault(found[1].lower(), found[2].strip())
    return Message(int(status[1]), fields, body)


def charset_of(content_type: bytes) -> str | None:
    """Return the encoding that a Content-Type header names."""
    found = _CHARSET.search(content_type[:500])
    return found[1].decode("ascii").lower() if found else None


def decode_body(message: Message, max_bytes: int) -> Body:
    """Return the body as it was before it was sent."""
    data = unchunk(message.body, is_declared=b"chunked" in message.fields.get(b"transfer-encoding", b"").lower())
    declared = [
        *_codings(message.fields.get(b"content-encoding", b"")),
        *_codings(message.fields.get(b"transfer-encoding", b"")),
    ]
    try:
        data = _unpack(data, declared, max_bytes)
    except MissingExtraError as error:
        return Body(b"", f"{BROKEN}: {error}")
    if len(data) > max_bytes:
        return Body(b"", f"{TOO_LARGE}: more than {max_bytes:,} bytes when unpacked")
    return Body(data)


def _codings(header: bytes) -> list[bytes]:
    """Return the codings that have no signature, in the order in which they were applied."""
    names = (name.strip().lower() for name in header.split(b",")[:_MAX_CODINGS])
    return [name for name in names if name in (b"br", b"deflate")]


def _unpack(data: bytes, declared: list[bytes], max_bytes: int) -> bytes:
    for _ in range(_MAX_LAYERS):
        if data.startswith(_MAGIC):
            unpacked = unpack(data, max_bytes, layers=1)
        elif declared:
            unpacked = _unpack_declared(data, declared.pop(), max_bytes)
        else:
            break
        if unpacked is data and not declared:
            break
        data = unpacked
        if len(data) > max_bytes:
            break
    return data


def _unpack_declared(data: bytes, coding: bytes, max_bytes: int) -> bytes:
    """Return data without a coding that has no signature; the data itself if it does not seem to be coded so."""
    if is_markup(data):
        return data
    is_deflate = coding == b"deflate"
    unpacked = unpack_deflate(data, max_bytes) if is_deflate else unpack(data, max_bytes, brotli=True, layers=1)
    # Text that was not coded may give a few bytes of nonsense before it turns out to be no valid code.
    is_nonsense = is_binary(unpacked) and not unpacked.startswith(_MAGIC) and not is_binary(data)
    return data if is_nonsense else unpacked


def unchunk(body: bytes, *, is_declared: bool) -> bytes:
    """Return a body without the chunks that it was sent in; the body itself if it has none.

    The first chunk has to end where it says, and another or the end has to follow, whatever is declared: a page may
    begin with what looks like a size. Where chunks are declared, the body may end in the first.
    """
    first = _CHUNK.match(body)
    if first is None or not (_is_chunked(body, first) or (is_declared and _is_cut(body, first))):
        return body
    parts: list[bytes] = []
    at = 0
    while (found := _CHUNK.match(body, at)) is not None:
        size = int(found[1], 16)
        if size == 0:
            return b"".join(parts)
        parts.append(body[found.end() : found.end() + size])
        at = _behind_line_end(body, found.end() + size)
    return b"".join((*parts, body[at:]))  # what follows a wrong size belongs to the page


def _is_chunked(body: bytes, first: re.Match[bytes]) -> bool:
    end = first.end() + int(first[1], 16)
    if int(first[1], 16) == 0:
        return not body[end:].strip(b"\r\n")
    following = _behind_line_end(body, end)
    return following > end and (following == len(body) or _CHUNK.match(body, following) is not None)


def _is_cut(body: bytes, first: re.Match[bytes]) -> bool:
    return first[0].endswith(b"\r\n") and first.end() + int(first[1], 16) >= len(body)


def _behind_line_end(body: bytes, at: int) -> int:
    return at + 2 if body.startswith(b"\r\n", at) else at + 1 if body.startswith(b"\n", at) else at
