"""Laws of slices: whatever the file and the size of its slices, each record comes out exactly once."""

import gzip
import json
import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import zstandard
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ridgeline.bulk.records import FILE_ERRORS
from ridgeline.bulk.slices import Reading, Slice
from ridgeline.bulk.sources import compressions

from ..odd_warcs import METADATA, REQUEST, members, record, response
from .reading import read_slices, read_whole

KINDS = st.sampled_from(["response", "resource", "revisit", "conversion", "request", "metadata", "warcinfo", "other"])
RECORDS = st.lists(st.tuples(KINDS, st.binary(max_size=300)), min_size=1, max_size=25)
LAYOUTS = st.sampled_from(["plain", "gzip", "whole", "zstd", "pairs"])
PAGES = {"response", "resource", "revisit", "conversion"}


def _lay_out(records: list[bytes], layout: str) -> bytes:
    if layout == "plain":
        return b"".join(records)
    if layout == "whole":
        return gzip.compress(b"".join(records))
    if layout == "zstd":
        return b"".join(map(zstandard.ZstdCompressor().compress, records))
    if layout == "pairs":
        records = [b"".join(records[at : at + 2]) for at in range(0, len(records), 2)]
    return members(*records)


@given(RECORDS, LAYOUTS, st.integers(1, 7))
@settings(max_examples=150, deadline=None)
def test_slices_of_a_warc_file_give_every_record_once(
    kinds: list[tuple[str, bytes]], layout: str, slice_pages: int
) -> None:
    records = [record(kind, block, number=number) for number, (kind, block) in enumerate(kinds)]
    expected = [f"urn:uuid:{number:032x}" for number, (kind, _) in enumerate(kinds) if kind in PAGES]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "any.warc"
        path.write_bytes(_lay_out(records, layout))
        whole = read_whole(path, "warc", Reading())
        assert [each.id for each in whole] == expected
        assert not any(each.error_kind in FILE_ERRORS for each in whole)
        assert read_slices(path, "warc", Reading(slice_pages=slice_pages)) == whole


LINES = st.lists(
    st.one_of(
        st.text(max_size=60).map(lambda html: json.dumps({"html": html, "id": "x"}).encode()),
        st.binary(max_size=30).map(lambda data: data.replace(b"\n", b"")),
        st.sampled_from([b"", b"   ", b"\r", b"{}", b"[1]", b'{"html": null}']),
    ),
    max_size=30,
)


@given(LINES, st.booleans(), st.integers(1, 7))
@settings(max_examples=150, deadline=None)
def test_slices_of_json_lines_give_every_line_once(lines: list[bytes], ends: bool, slice_pages: int) -> None:
    data = b"\n".join(lines) + (b"\n" if ends else b"")
    assume(compressions.compression_of(data[:16]) is None)  # what begins like a compressed file is one
    with TemporaryDirectory() as folder:
        path = Path(folder) / "any.jsonl"
        path.write_bytes(data)
        whole = read_whole(path, "jsonl", Reading())
        assert [each.offset for each in whole] == _offsets_of_lines(data)
        assert read_slices(path, "jsonl", Reading(slice_pages=slice_pages)) == whole
        packed = path.with_suffix(".jsonl.gz")
        packed.write_bytes(gzip.compress(data))
        texts = [(each.data, each.error_kind) for each in whole]
        assert [(each.data, each.error_kind) for each in read_whole(packed, "jsonl", Reading())] == texts


def _offsets_of_lines(data: bytes) -> list[int]:
    offsets, at = [], 0
    for line in data.split(b"\n"):
        if line.strip():
            offsets.append(at)
        at += len(line) + 1
    return offsets


SEEDS = range(8)
MUTATIONS = 250  # for each seed


def _mutate(data: bytes, chance: random.Random) -> tuple[bytes, int]:
    """Return the data with a flip, a cut, a loss or an insertion; and the first byte that changed."""
    at = chance.randrange(len(data))
    size = chance.choice((1, 1, 2, 8, 100, 1000))
    change = chance.randrange(5)
    if change == 0:
        return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :], at
    if change == 1:
        return data[:at], at
    if change == 2:
        return data[:at] + data[at + size :], at
    noise = chance.randbytes(size) if change == 3 else data[max(at - size, 0) : at]
    return data[:at] + noise + data[at:], at


@pytest.mark.parametrize("seed", SEEDS)
def test_a_damaged_file_gives_all_records_before_the_damage(seed: int, tmp_path: Path) -> None:
    """And nothing but our errors, in time that is bounded by the size; slices and the whole agree."""
    chance = random.Random(seed)
    records = [REQUEST, METADATA, *(response(number) for number in range(12))]
    chance.shuffle(records)
    layout = ("gzip", "plain", "gzip", "zstd")[seed % 4]
    data = _lay_out(records, layout)
    path = tmp_path / "damaged.warc"
    path.write_bytes(data)
    sound = read_whole(path, "warc", Reading())
    ends = [each.offset for each in sound[1:]] + [len(data)]
    for number in range(MUTATIONS):
        damaged, at = _mutate(data, chance)
        path.write_bytes(damaged)
        found = list(Slice(str(path), "warc").records(Reading()))
        whole_before = [each for each, end in zip(sound, ends, strict=True) if end <= at]
        assert found[: len(whole_before)] == whole_before
        assert len(found) <= 2 * len(records) + 4
        if number % 5 == 0:
            assert read_slices(path, "warc", Reading(slice_pages=3)) == found


def test_both_decompressors_agree(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("isal", reason="isal is not installed: zlib decompresses")
    path = tmp_path / "pages.warc.gz"
    path.write_bytes(members(*(response(number) for number in range(5)))[:-20])
    with_isal = read_whole(path, "warc", Reading())
    compressions._zlib.cache_clear()
    monkeypatch.setitem(sys.modules, "isal", None)
    try:
        assert read_whole(path, "warc", Reading()) == with_isal
    finally:
        compressions._zlib.cache_clear()
