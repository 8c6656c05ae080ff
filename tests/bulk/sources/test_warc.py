"""Every page of a WARC file gives one record, in files that are sound and in files that are not."""

import gzip
import time
import tracemalloc
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ridgeline.bulk.records import Record
from ridgeline.bulk.slices import Reading, Slice, Walk
from ridgeline.errors import InputError

from ..odd_warcs import (
    INFO,
    MAX_BYTES,
    METADATA,
    REQUEST,
    OddWarc,
    Row,
    http,
    members,
    odd_warcs,
    page,
    record,
    response,
)
from .reading import find_slices, read_slices, read_whole

ODD_WARCS = {odd.name: odd for odd in odd_warcs()}
READING = Reading(max_bytes=MAX_BYTES)


def row_of(found: Record, expected: Row) -> Row:
    """Return what must be known of a record, so far as it is expected."""
    assert isinstance(found.data, bytes)
    is_error = expected.error is not None
    return Row(
        found.data,
        found.status,
        found.error_kind,
        None if expected.url is None else found.url,
        found.charset,
        expected.http_status if is_error else found.http_status,
    )


@pytest.fixture(params=ODD_WARCS)
def odd(request: pytest.FixtureRequest) -> OddWarc:
    return ODD_WARCS[request.param]


@pytest.fixture
def path(odd: OddWarc, tmp_path: Path) -> Path:
    path = tmp_path / (odd.name + odd.suffix)
    path.write_bytes(odd.data)
    return path


def test_each_page_of_an_odd_file_gives_its_row(odd: OddWarc, path: Path) -> None:
    found = read_whole(path, "warc", READING)
    assert len(found) == len(odd.rows)
    assert [row_of(*pair) for pair in zip(found, odd.rows, strict=True)] == list(odd.rows)


def test_slices_of_an_odd_file_give_each_record_once(odd: OddWarc, path: Path) -> None:
    whole = read_whole(path, "warc", READING)
    for pages in (1, 2):
        assert read_slices(path, "warc", Reading(max_bytes=MAX_BYTES, slice_pages=pages)) == whole
    for first in range(len(whole) + 1):
        assert list(Slice(str(path), "warc").records(READING, first)) == whole[first:]


def test_records_have_the_names_and_offsets_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "pages.warc.gz"
    path.write_bytes(members(response(1), METADATA, response(2, url="http://example.org/two")))
    first, second = read_whole(path, "warc", READING)
    assert (first.source, first.offset, first.id) == (str(path), 0, f"urn:uuid:{1:032x}")
    assert second.offset == len(members(response(1), METADATA))
    assert second.url == "http://example.org/two"
    [again] = Slice(str(path), "warc", second.offset).records(READING)
    assert again == second


def test_what_is_no_page_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "pages.warc.gz"
    path.write_bytes(members(INFO, REQUEST, response(1), METADATA, REQUEST, response(2, length=5), METADATA))
    tally: Counter[str] = Counter()
    assert len(read_whole(path, "warc", READING, tally)) == 2
    assert tally == {"warcinfo": 1, "request": 2, "metadata": 2, "wrong-length": 1}
    rest: Counter[str] = Counter()  # of the second page
    assert len(list(Slice(str(path), "warc").records(READING, 1, tally=rest))) == 1
    assert rest == {"metadata": 2, "request": 1, "wrong-length": 1}


def test_an_error_says_what_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "pages.warc.gz"
    before, after = members(response(1)), members(response(3))
    path.write_bytes(before + b"\xff" * 1000 + after)
    damage = read_whole(path, "warc", READING)[1]
    assert damage.offset == len(before)
    assert damage.error == "damaged: 1,000 bytes of the file cannot be read: no gzip data begins here"


def test_a_damaged_record_keeps_its_name(tmp_path: Path) -> None:
    path = tmp_path / "pages.warc.gz"
    data = members(record("response", http(page(1, 200_000)), number=7, url="http://example.org/seven"))
    path.write_bytes(data[:-8] + bytes(8) + members(response(2)))
    damaged, second = read_whole(path, "warc", Reading())
    assert (damaged.error_kind, damaged.id, damaged.url) == (
        "damaged",
        f"urn:uuid:{7:032x}",
        "http://example.org/seven",
    )
    assert second.data == page(2)


def test_a_large_record_is_passed_over_in_little_memory(tmp_path: Path) -> None:
    """A record of 300 MB, plain and compressed: neither is ever held."""
    size = 300_000_000
    header = record("response", b"", length=size)[:-4]
    plain, packed = tmp_path / "large.warc", tmp_path / "large.warc.gz"
    with plain.open("wb") as stream:
        stream.write(header)
        stream.seek(size, 1)  # a hole: it takes no space on the disk
        stream.write(b"\r\n\r\n" + response(1))
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    with packed.open("wb") as stream:
        stream.write(packer.compress(header))
        for _ in range(size // 1_000_000):
            stream.write(packer.compress(bytes(1_000_000)))
        stream.write(packer.compress(b"\r\n\r\n") + packer.flush() + members(response(1)))
    for path in (plain, packed):
        tracemalloc.start()
        found = read_whole(path, "warc", READING)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert [each.error_kind for each in found] == ["too-large", None]
        assert found[1].data == page(1)
        assert peak < 60_000_000


def test_walks_of_a_file_return_early(tmp_path: Path) -> None:
    path = tmp_path / "pages.warc.gz"
    path.write_bytes(members(*(response(number) for number in range(60))))
    reading = Reading(slice_pages=2)
    first = Walk(str(path), "warc").run(reading)
    assert [part.count for part in first.slices] == [2]
    assert first.rest is not None
    second = first.rest.run(reading)
    assert len(second.slices) == 20
    assert second.rest is not None
    assert len(find_slices(path, "warc", reading)) == 30


def test_a_file_that_is_compressed_as_a_whole_is_one_slice(tmp_path: Path) -> None:
    path = tmp_path / "pages.warc.gz"
    path.write_bytes(gzip.compress(b"".join(response(number) for number in range(60))))
    assert find_slices(path, "warc", Reading(slice_pages=2)) == [Slice(str(path), "warc")]
    assert len(read_slices(path, "warc", Reading(slice_pages=2))) == 60


@pytest.mark.parametrize("filler", [b"WARC/1.0\nA: b\n", b"\r\n", b"WARC/1.0\r\nContent-Length: 99999999\r\n\r\n"])
def test_a_file_of_beginnings_takes_time_by_its_size(filler: bytes, tmp_path: Path) -> None:
    """Whole seconds at worst; were it the square of the size, minutes."""
    path = tmp_path / "pages.warc"
    path.write_bytes(response(1) + filler * (500_000 // len(filler)) + response(2))
    begin = time.process_time()
    found = read_whole(path, "warc", READING)
    assert time.process_time() - begin < 10
    assert found[0].data == page(1)
    assert found[-1].data == page(2)


def test_a_file_that_is_gone_is_an_error(tmp_path: Path) -> None:
    missing = str(tmp_path / "pages.warc.gz")
    with pytest.raises(InputError, match="there is no such file"):
        list(Slice(missing, "warc").records(READING))
    with pytest.raises(InputError, match="there is no such file"):
        Walk(missing, "warc").run(READING)


def test_the_clock_stops_while_a_record_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pages.warc.gz"
    path.write_bytes(members(response(1), response(2)))
    waits: list[str] = []

    class _Watch:
        @contextmanager
        def waiting(self) -> Iterator[None]:
            waits.append("read")
            yield

    assert len(list(Slice(str(path), "warc").records(READING, watch=_Watch()))) == 2
    assert waits == ["read"] * 3
