"""The body of a response, bounded as it comes and as it is decompressed."""

import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPException, HTTPResponse

PIECE_BYTES = 65_536
_DEFLATED_BYTES = 4_096  # that are inflated at once: a bomb makes four million of them
_ZLIB_OR_GZIP, _RAW_DEFLATE = 47, -15  # zlib's wbits
CUT_OFF = "the connection ended before the page did"
Hold = Callable[[int], object]


def read_body(response: HTTPResponse, max_bytes: int, hold: Hold) -> bytes | None:
    """Read the body; None if it is larger than the limit."""
    if response.length is not None and response.length > max_bytes:
        return None
    with _holding() as body:
        while piece := response.read(PIECE_BYTES):
            hold(len(piece))
            body += piece
            if len(body) > max_bytes:
                return None
        if response.length:  # http.client does not raise for an incomplete body
            raise HTTPException(CUT_OFF)
        return bytes(body)


def decompressed(data: bytes, coding: str | None, max_bytes: int, hold: Hold) -> bytes | None:
    """Decompress; None if the result is larger than the limit. No more than the limit is ever decompressed."""
    coding = (coding or "identity").strip().lower()
    if coding == "identity" or not data:
        return data
    if coding not in ("gzip", "x-gzip", "deflate"):
        raise HTTPException(f"compressed in a way that was not requested: {coding[:40]}")
    try:
        return _inflated(data, _ZLIB_OR_GZIP, max_bytes, hold)
    except zlib.error as error:
        if coding != "deflate":
            raise HTTPException(f"broken compression: {error}") from error
    try:
        return _inflated(data, _RAW_DEFLATE, max_bytes, hold)  # some servers send this as "deflate"
    except zlib.error as error:
        raise HTTPException(f"broken compression: {error}") from error


def _inflated(data: bytes, window_bits: int, max_bytes: int, hold: Hold) -> bytes | None:
    """Inflate the first compressed stream; like browsers, ignore what follows it."""
    decompressor = zlib.decompressobj(window_bits)
    with _holding() as inflated:
        for at in range(0, len(data), _DEFLATED_BYTES):
            piece = decompressor.decompress(data[at : at + _DEFLATED_BYTES], max_bytes + 1 - len(inflated))
            hold(len(piece))
            inflated += piece
            if len(inflated) > max_bytes:
                return None
            if decompressor.eof:
                return bytes(inflated)
        raise HTTPException("the compressed data ended before the page did")


@contextmanager
def _holding() -> Iterator[bytearray]:
    """Yield memory that is given back at the end of the block: the traceback of an error would keep it for long."""
    held = bytearray()
    try:
        yield held
    finally:
        held.clear()
