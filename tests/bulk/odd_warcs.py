"""WARC files as they are found, sound and broken: what each holds, and the rows that must come out of it.

python -m tests.bulk.odd_warcs FOLDER     writes them as files
"""

import gzip
import random
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import brotli
import zstandard

MAX_BYTES = 200_000  # of a page, in the tests of these files


@dataclass(frozen=True)
class Row:
    """What must be known of a row."""

    data: bytes = b""
    status: str | None = None
    error: str | None = None  # its kind
    url: str | None = None  # None: any
    charset: str | None = None
    http_status: int | None = 200


@dataclass(frozen=True)
class OddWarc:
    """A file, and the rows that must come out of it."""

    name: str
    data: bytes
    rows: tuple[Row, ...]
    suffix: str = ".warc.gz"


def record(
    kind: str | None,
    block: bytes,
    *,
    url: str | None = "http://example.org/",
    content_type: str = "application/http; msgtype=response",
    number: int = 0,
    version: str = "WARC/1.0",
    length: int | str | None = -1,
    extra: bytes = b"",
) -> bytes:
    """Return a record; its length is told truly unless it is given."""
    fields = [version]
    fields += [f"WARC-Type: {kind}"] if kind else []
    fields += [f"WARC-Record-ID: <urn:uuid:{number:032x}>", "WARC-Date: 2026-01-01T00:00:00Z"]
    fields += [f"WARC-Target-URI: {url}"] if url else []
    fields += [f"Content-Type: {content_type}"]
    fields += [] if length is None else [f"Content-Length: {len(block) if length == -1 else length}"]
    return "\r\n".join(fields).encode() + b"\r\n" + extra + b"\r\n" + block + b"\r\n\r\n"


def page(number: int, filler: int = 300) -> bytes:
    """Return a page of its own."""
    noise = random.Random(number).randbytes(filler // 2).hex()
    return f"<html><title>Page {number}</title><p>{noise}</p></html>".encode()


def http(body: bytes, headers: bytes = b"Content-Type: text/html\r\n", start: bytes = b"HTTP/1.1 200 OK\r\n") -> bytes:
    """Return a response of a server."""
    return start + headers + b"\r\n" + body


def response(number: int, **options: object) -> bytes:
    """Return the record of a page."""
    return record("response", http(page(number)), number=number, **options)  # type: ignore[arg-type]


def ok(number: int) -> Row:
    """Return the row of a page."""
    return Row(page(number))


def members(*records: bytes) -> bytes:
    """Return a file with each record compressed by itself."""
    return b"".join(gzip.compress(each, mtime=0) for each in records)


INFO = record("warcinfo", b"software: test\r\n", url=None, content_type="application/warc-fields")
REQUEST = record("request", b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n", content_type="application/http")
METADATA = record("metadata", b"fetchTimeMs: 5\r\n", content_type="application/warc-fields")


def odd_warcs() -> Iterator[OddWarc]:
    """Yield all files."""
    yield from _layouts()
    yield from _bodies()
    yield from _headers()
    yield from _types()
    yield from _wrong_lengths()
    yield from _truncated()
    yield from _damaged()
    yield from _nested()


def _layouts() -> Iterator[OddWarc]:
    records = [INFO, REQUEST, response(1), METADATA, response(2), response(3), METADATA]
    rows = (ok(1), ok(2), ok(3))
    yield OddWarc("plain", b"".join(records), rows, ".warc")
    yield OddWarc("gzip-by-record", members(*records), rows)
    yield OddWarc("gzip-as-a-whole", gzip.compress(b"".join(records)), rows)
    yield OddWarc("gzip-in-pairs", members(records[0] + records[1], records[2] + records[3], *records[4:]), rows)
    third = records[2]
    yield OddWarc("record-over-two-members", members(INFO, third[:150], third[150:], records[4], records[5]), rows)
    yield OddWarc("header-and-block-apart", members(*(part for each in records for part in _split(each))), rows)
    yield OddWarc("empty-members", members(b"", *records[:3], b"", b"", *records[3:], b""), rows)
    yield OddWarc("padded", members(*records) + bytes(512), rows)
    compress = zstandard.ZstdCompressor().compress
    yield OddWarc("zstandard", b"".join(map(compress, records)), rows, ".warc.zst")
    yield OddWarc("zstandard-dictionary", _with_dictionary(records), rows, ".warc.zst")
    yield OddWarc("duplicates", members(response(1), response(1), response(1)), (ok(1),) * 3)
    yield OddWarc("no-pages", members(INFO, REQUEST, METADATA), ())


def _split(data: bytes) -> tuple[bytes, bytes]:
    end = data.index(b"\r\n\r\n") + 4
    return data[:end], data[end:]


def _with_dictionary(records: list[bytes]) -> bytes:
    trained = zstandard.train_dictionary(2_000, [response(number) for number in range(200)])
    compressor = zstandard.ZstdCompressor(dict_data=trained)
    dictionary = zstandard.ZstdCompressor().compress(trained.as_bytes())
    frame = b"\x5d\x2a\x4d\x18" + struct.pack("<I", len(dictionary)) + dictionary
    return frame + b"".join(map(compressor.compress, records))


def _raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def _chunks(data: bytes, size: int = 100) -> bytes:
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    return b"".join(b"%x;ext=1\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\nTrailer: x\r\n\r\n"


def _bodies() -> Iterator[OddWarc]:
    zstd: Callable[[bytes], bytes] = zstandard.ZstdCompressor().compress
    sent = {
        "gzip": (b"Content-Encoding: gzip\r\n", gzip.compress),
        "x-gzip": (b"content-encoding: X-GZIP\r\n", gzip.compress),
        "zlib": (b"Content-Encoding: deflate\r\n", zlib.compress),
        "raw-deflate": (b"Content-Encoding: deflate\r\n", _raw_deflate),
        "brotli": (b"Content-Encoding: br\r\n", brotli.compress),
        "zstd": (b"Content-Encoding: zstd\r\n", zstd),
        "gzip-then-brotli": (b"Content-Encoding: gzip, br\r\n", lambda data: brotli.compress(gzip.compress(data))),
        "brotli-then-gzip": (b"Content-Encoding: br,gzip\r\n", lambda data: gzip.compress(brotli.compress(data))),
        "gzip-twice": (b"Content-Encoding: gzip\r\n", lambda data: gzip.compress(gzip.compress(data))),
        "gzip-undeclared": (b"", gzip.compress),
        "zstd-undeclared": (b"", zstd),
        "gzip-called-brotli": (b"Content-Encoding: br\r\n", gzip.compress),
        "plain-called-gzip": (b"Content-Encoding: gzip\r\n", bytes),
        "plain-called-brotli": (b"Content-Encoding: br\r\n", bytes),
        "plain-called-deflate": (b"Content-Encoding: deflate\r\n", bytes),
        "unknown-coding": (b"Content-Encoding: utf-8, none\r\n", bytes),
        "chunked": (b"Transfer-Encoding: chunked\r\n", _chunks),
        "chunked-undeclared": (b"", _chunks),
        "plain-called-chunked": (b"Transfer-Encoding: chunked\r\n", bytes),
        "chunked-gzip": (
            b"Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n",
            lambda data: _chunks(gzip.compress(data), 50),
        ),
        "chunked-without-end": (b"Transfer-Encoding: chunked\r\n", lambda data: _chunks(data)[:-19]),
        "chunked-and-cut": (b"Transfer-Encoding: chunked\r\n", lambda data: b"ffff\r\n" + data),
        "gzip-with-wrong-sum": (b"Content-Encoding: gzip\r\n", lambda data: gzip.compress(data)[:-8] + bytes(8)),
    }
    for number, (name, (headers, send)) in enumerate(sent.items()):
        block = http(send(page(number)), b"Content-Type: text/html\r\n" + headers)
        yield OddWarc(f"body-{name}", members(INFO, record("response", block), response(99)), (ok(number), ok(99)))
    bomb = http(gzip.compress(bytes(20_000_000)), b"Content-Encoding: gzip\r\n")
    too_large = Row(error="too-large")
    yield OddWarc("body-bomb", members(record("response", bomb), response(1)), (too_large, ok(1)))
    double = http(gzip.compress(gzip.compress(bytes(50_000_000))), b"Content-Encoding: gzip\r\n")
    yield OddWarc("body-bomb-twice", members(record("response", double), response(1)), (too_large, ok(1)))
    large = record("response", http(b"<p>" + bytes(3_000_000)))
    yield OddWarc("large-record", members(large, response(1)), (too_large, ok(1)))
    yield OddWarc("large-record-plain", large + response(1), (too_large, ok(1)), ".warc")
    nothing = record("response", http(b""))
    yield OddWarc(
        "empty-body", members(nothing, record("response", b""), response(1)), (Row(), Row(http_status=None), ok(1))
    )


def _headers() -> Iterator[OddWarc]:
    second, rows = response(2), (ok(1), ok(2))
    unix = http(page(1)).replace(b"\r\n", b"\n")
    lines = record("response", unix).replace(b"\r\n", b"\n")
    yield OddWarc("line-ends", members(lines, second), rows)
    yield OddWarc("line-ends-plain", lines + second, rows, ".warc")
    header, block = _split(response(1))
    yield OddWarc("lower-case", members(header.lower().replace(b"warc/", b"WARC/") + block, second), rows)
    yield OddWarc("upper-case", members(header.upper() + block, second), rows)
    yield OddWarc("version-0.18", members(response(1, version="WARC/0.18"), second), rows)
    yield OddWarc("version-1.1", members(response(1, version="WARC/1.1"), second), rows)
    named = Row(page(1), url="http://example.org/a")
    yield OddWarc("address-in-brackets", members(response(1, url="<http://example.org/a>")), (named,))
    odd = Row(page(1), url="http://example.org/\ufffd\ufffdé")
    bytes_in_url = response(1, url="http://example.org/QQ").replace(b"QQ", b"\xff\xfe\xc3\xa9")
    yield OddWarc("address-of-bytes", members(bytes_in_url, second), (odd, ok(2)))
    yield OddWarc("nul-in-header", members(response(1, extra=b"X-Odd: a\0b\r\n\0\0: c\r\n"), second), rows)
    for name, start in {
        "http-2": b"HTTP/2 200\r\n",
        "http-2.0": b"HTTP/2.0 200 OK\r\n",
        "http-3": b"HTTP/3 200 OK\r\n",
        "pseudo-header": b":status: 200\r\n",
        "h2": b"h2 200\r\n",
        "leading-line": b"\r\nHTTP/1.1 200 OK\r\n",
    }.items():
        block = http(page(1), start=start)
        yield OddWarc(f"status-{name}", members(record("response", block), second), rows)
    missing = record("response", page(1))
    yield OddWarc("no-http-header", members(missing, second), (Row(page(1), http_status=None), ok(2)))
    charset = http(page(1), b"Content-Type: text/html; charset=Shift_JIS\r\n")
    yield OddWarc("charset", members(record("response", charset)), (Row(page(1), charset="shift_jis"),))
    gone = http(page(1), start=b"HTTP/1.1 404 Not Found\r\n")
    yield OddWarc("not-found", members(record("response", gone)), (Row(page(1), http_status=404),))
    broken = Row(error="broken", http_status=None)
    bomb = http(page(1), b"X: y\r\n" * 60_000)
    yield OddWarc("http-header-bomb", members(record("response", bomb), second), (broken, ok(2)))
    bomb = response(1, extra=b"X-Y: z\r\n" * 200_000)
    yield OddWarc("warc-header-bomb", members(bomb, second), (broken, ok(2)))
    yield OddWarc("warc-header-bomb-plain", bomb + second, (broken, ok(2)), ".warc")
    truncated = response(1, extra=b"WARC-Truncated: length\r\n")
    yield OddWarc("warc-truncated", members(truncated, second), rows)
    yield OddWarc("no-type", members(record(None, http(page(1))), second), (Row(error="broken"), ok(2)))


def _types() -> Iterator[OddWarc]:
    revisit = record("revisit", b"HTTP/1.1 200 OK\r\nETag: x\r\n\r\n")
    empty_revisit = record("revisit", b"")
    rows = (Row(status="revisit"), Row(status="revisit", http_status=None), ok(1))
    yield OddWarc("revisit", members(revisit, empty_revisit, response(1)), rows)
    resource = record("resource", page(1), content_type="text/html; charset=utf-8")
    row = Row(page(1), charset="utf-8", http_status=None)
    yield OddWarc("resource", members(resource, response(2)), (row, ok(2)))
    wet = [record("conversion", b"Plain text.", content_type="text/plain", number=number) for number in range(3)]
    yield OddWarc("wet", members(INFO, *wet), (Row(status="not-html", http_status=None),) * 3, ".warc.wet.gz")
    html = record("conversion", page(1), content_type="text/html")
    yield OddWarc("conversion-to-html", members(html), (Row(page(1), http_status=None),))
    wat = [record("metadata", b'{"Envelope": {}}', content_type="application/json") for _ in range(3)]
    yield OddWarc("wat", members(INFO, *wat), (), ".warc.wat.gz")
    dns = record(
        "response", b"20260101\nexample.org. 60 IN A 192.0.2.1\n", url="dns:example.org", content_type="text/dns"
    )
    yield OddWarc("dns", members(dns, response(1)), (Row(status="not-html", http_status=None), ok(1)))
    rest = record("continuation", b"the rest", content_type="application/octet-stream")
    yield OddWarc(
        "continuation", members(response(1), rest, record("screenshot", b"\x89PNG"), response(2)), (ok(1), ok(2))
    )
    picture = record("response", http(b"\x89PNG\r\n\x1a\n....", b"Content-Type: text/html\r\n"))
    yield OddWarc("picture-called-html", members(picture, response(1)), (Row(b"\x89PNG\r\n\x1a\n...."), ok(1)))


def _wrong_lengths() -> Iterator[OddWarc]:
    rows = (ok(1), ok(2), ok(3))
    size = len(http(page(1)))
    for name, length in {
        "short": size - 100,
        "zero": 0,
        "long": size + 200,
        "very-long": 10**15,
        "missing": None,
        "negative": "-5",
        "no-number": "many",
        "beyond-integers": "9" * 400,
    }.items():
        records = [INFO, response(1, length=length), response(2), response(3)]
        yield OddWarc(f"length-{name}", members(*records), rows)
        yield OddWarc(f"length-{name}-plain", b"".join(records), rows, ".warc")
        last = [INFO, response(2), response(3), response(1, length=length)]
        yield OddWarc(f"length-{name}-at-the-end", members(*last), (ok(2), ok(3), ok(1)))
    # A length that ends where two line ends happen to stand is believed; what follows is reported, not added.
    header_only = response(1, length=http(page(1)).index(b"\r\n\r\n"))
    believed = (Row(), Row(error="damaged", http_status=None), ok(2))
    yield OddWarc("length-of-the-http-header", members(header_only, response(2)), believed)
    yield OddWarc("length-of-the-http-header-plain", header_only + response(2), believed, ".warc")
    yield OddWarc("no-line-ends-between", response(1)[:-4] + response(2)[:-4] + response(3)[:-4], rows, ".warc")
    yield OddWarc("many-line-ends-between", (b"\r\n" * 40).join((response(1), response(2), response(3))), rows, ".warc")


def _truncated() -> Iterator[OddWarc]:
    first, second = response(1), response(2)
    cut = Row(error="truncated", http_status=None)
    yield OddWarc("cut-in-block-plain", first + second[:-100], (ok(1), cut), ".warc")
    yield OddWarc("cut-in-header-plain", first + second[:60], (ok(1), cut), ".warc")
    packed = members(first, second)
    start = len(members(first))
    yield OddWarc("cut-in-block", packed[:-100], (ok(1), cut))
    yield OddWarc("cut-in-header", packed[: start + 40], (ok(1), cut))
    yield OddWarc("cut-in-gzip-header", packed[: start + 5], (ok(1), cut))
    yield OddWarc("cut-in-first-bytes", packed[: start + 2], (ok(1), cut))
    yield OddWarc("cut-in-sum", packed[:-3], (ok(1), ok(2), cut))
    whole = gzip.compress(first + second + response(3))
    yield OddWarc("cut-gzip-as-a-whole", whole[:-60], (ok(1), ok(2), cut))
    frames = b"".join(map(zstandard.ZstdCompressor().compress, (first, second)))
    yield OddWarc("cut-zstandard", frames[:-50], (ok(1), cut), ".warc.zst")


def _damaged() -> Iterator[OddWarc]:
    packed = [gzip.compress(response(number), mtime=0) for number in range(1, 6)]
    damage = Row(error="damaged", http_status=None)
    middle = bytearray(packed[2])
    middle[60:70] = b"\xff" * 10
    yield OddWarc(
        "damaged-member", b"".join((*packed[:2], bytes(middle), *packed[3:])), (ok(1), ok(2), damage, ok(4), ok(5))
    )
    wrong_sum = packed[2][:-8] + bytes(4) + packed[2][-4:]
    rows = (ok(1), ok(2), damage, ok(4), ok(5))
    yield OddWarc("damaged-sum", b"".join((*packed[:2], wrong_sum, *packed[3:])), rows)
    yield OddWarc("damaged-first", b"".join((bytes(middle), *packed[3:])), (damage, ok(4), ok(5)))
    yield OddWarc("damaged-last", b"".join((*packed[:2], bytes(middle))), (ok(1), ok(2), damage))
    lost = packed[2][200:]  # a piece of the file is missing
    yield OddWarc("missing-piece", b"".join((*packed[:2], lost, *packed[3:])), rows)
    yield OddWarc("garbage-between", b"".join((*packed[:2], b"garbage" * 9, packed[3])), (ok(1), ok(2), damage, ok(4)))
    yield OddWarc("garbage-at-the-end", packed[0] + b"<!-- the end -->", (ok(1), damage))
    text = gzip.compress(b"This is not a record at all.\n" * 5)
    yield OddWarc("garbage-in-first-member", text + packed[0] + packed[1], (damage, ok(1), ok(2)))
    spoilt = response(1) + response(2).replace(b"WARC/1.0", b"WQRC/1.0") + response(3)
    yield OddWarc("spoilt-start-plain", spoilt, (ok(1), damage, ok(3)), ".warc")
    spoilt_member = members(response(1), response(2).replace(b"WARC/1.0", b"WQRC/1.0"), response(3))
    yield OddWarc("spoilt-start", spoilt_member, (ok(1), damage, ok(3)))
    plain = b"junk before\n" + response(1) + response(2)
    yield OddWarc("garbage-first-plain", plain, (damage, ok(1), ok(2)), ".warc")
    yield OddWarc("garbage-in-line-plain", response(1) + b"junk" + response(2), (ok(1), damage, ok(2)), ".warc")
    frames = [zstandard.ZstdCompressor(write_checksum=True).compress(response(number)) for number in range(1, 4)]
    broken = bytearray(frames[1])
    broken[100:110] = bytes(10)
    yield OddWarc("damaged-zstandard", frames[0] + bytes(broken) + frames[2], (ok(1), damage, ok(3)), ".warc.zst")


def _nested() -> Iterator[OddWarc]:
    """Pages that hold WARC files: their records are none of the file."""
    inner = members(INFO, *(response(number) for number in range(10, 20)))
    outer = record("response", http(inner, b"Content-Type: application/warc\r\nContent-Encoding: identity\r\n"))
    stored = gzip.compress(outer, compresslevel=0, mtime=0)  # what is packed already is stored as it is
    nested = Row(b"".join(_unpacked(inner)))
    file = b"".join((members(response(1)), stored, members(response(2)), stored, members(response(3))))
    yield OddWarc("nested", file, (ok(1), nested, ok(2), nested, ok(3)))
    inside = b"<pre>\r\n" + response(7) + response(8)
    plain = record("response", http(inside))
    yield OddWarc("nested-plain", response(1) + plain + response(2), (ok(1), Row(inside), ok(2)), ".warc")
    yield OddWarc("nested-in-member", members(response(1), plain, response(2)), (ok(1), Row(inside), ok(2)))


def _unpacked(data: bytes) -> Iterator[bytes]:
    while data:
        member = zlib.decompressobj(31)
        yield member.decompress(data)
        data = member.unused_data


def write(folder: Path) -> dict[str, Path]:
    """Write all files into a folder; return their paths by name."""
    paths = {}
    for odd in odd_warcs():
        paths[odd.name] = folder / (odd.name + odd.suffix)
        paths[odd.name].write_bytes(odd.data)
    return paths


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    write(Path(sys.argv[1]))
