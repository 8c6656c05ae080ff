"""Compressed pages are unpacked, within limits, as far as they can be read."""

import bz2
import gzip
import lzma
import random
import re
import sys
import time
import zlib
from collections.abc import Callable
from functools import partial

import brotli
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.errors import MissingExtraError, how_to_install
from ridgeline.page.content_types import BINARY
from ridgeline.page.packed import is_markup, unpack, unpack_deflate, unpack_markup

PAGE = ("<title>Ferry</title>" + "".join(f"<p>Boat {number} leaves at nine.</p>" for number in range(3000))).encode()
LIMIT = 1_000_000
PACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": partial(gzip.compress, mtime=0),
    "zlib": zlib.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstandard.ZstdCompressor().compress,
}


@pytest.mark.parametrize("name", PACK)
def test_what_is_packed_is_unpacked(name: str) -> None:
    pack = PACK[name]
    assert unpack(pack(PAGE), LIMIT) == PAGE
    assert unpack(pack(pack(PAGE)), LIMIT) == PAGE
    assert unpack(pack(pack(pack(PAGE))), LIMIT) == pack(PAGE)  # the third layer stays
    assert unpack(pack(PAGE) + pack(b"<p>More."), LIMIT) == PAGE + b"<p>More."  # as `cat` joins files
    assert ridgeline.parse(pack(PAGE)).title == "Ferry"


def test_brotli_is_unpacked_on_request() -> None:
    packed = brotli.compress(PAGE)
    assert unpack(packed, LIMIT, brotli=True) == PAGE
    assert unpack(packed, LIMIT) is packed
    assert unpack(PAGE, LIMIT, brotli=True) is PAGE


def test_a_page_packed_by_brotli_is_recognised_by_what_it_holds() -> None:
    for page in (PAGE, b"\n<!DOCTYPE html><title>Ferry</title><p>Text", b"\xef\xbb\xbf<title>Ferry</title>"):
        assert ridgeline.parse(brotli.compress(page)).title == "Ferry"
    assert ridgeline.parse(brotli.compress(b"Ferry " * 1000 + random.Random(2).randbytes(500))).kind == BINARY
    assert ridgeline.parse(random.Random(5).randbytes(5000)).kind == BINARY


def test_without_the_package_brotli_is_binary_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "brotli", None)
    assert ridgeline.parse(brotli.compress(PAGE)).kind == BINARY


def test_layers_can_be_counted() -> None:
    packed = gzip.compress(PAGE)
    assert unpack(gzip.compress(packed), LIMIT, layers=1) == packed


def test_what_http_calls_deflate_is_unpacked_in_both_forms() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = packer.compress(PAGE) + packer.flush()
    for packed in (raw, zlib.compress(PAGE)):
        assert unpack_deflate(packed, LIMIT) == PAGE
        assert len(unpack_deflate(packed, 1000)) == 1001
        assert PAGE.startswith(unpack_deflate(packed[:-500], LIMIT))
    for other in (b"", b"x", PAGE, b"\xff" * 50):
        assert unpack_deflate(other, LIMIT) is other


def test_markup_is_recognised() -> None:
    for data in (b"<!doctype html>", b"\n <HTML>", b"\xef\xbb\xbf<p>", b"<!-- x", b"<?xml version='1.0'?>"):
        assert is_markup(data)
    for data in (b"", b"text <p>", b"< p", b"\x1f\x8b", b"<3"):
        assert not is_markup(data)


@pytest.mark.parametrize("data", [b"", b"<p>Text", b"\x1f\x8b", b"BZh91AY&SY", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd"])
def test_what_cannot_be_unpacked_stays(data: bytes) -> None:
    assert unpack(data, LIMIT) is data


@pytest.mark.parametrize("name", [*PACK, "brotli"])
def test_a_file_that_is_cut_off_gives_what_came(name: str) -> None:
    noise = random.Random(3).randbytes(600_000).hex().encode()  # several blocks of bzip2
    packed = brotli.compress(noise, quality=3) if name == "brotli" else PACK[name](noise)
    came = unpack(packed[:-1000], 2 * LIMIT, brotli=name == "brotli")
    assert noise.startswith(came)
    assert len(came) > 0.2 * len(noise)


@pytest.mark.parametrize("name", ["gzip", "zlib"])
def test_a_wrong_checksum_costs_nothing(name: str) -> None:
    packed = bytearray(PACK[name](PAGE))
    packed[-3] ^= 0xFF
    assert unpack(bytes(packed), LIMIT) == PAGE


def test_a_wrong_checksum_of_zstandard_costs_no_more_than_a_piece() -> None:
    packed = bytearray(zstandard.ZstdCompressor(write_checksum=True).compress(PAGE))
    packed[-3] ^= 0xFF
    unpacked = unpack(bytes(packed), LIMIT)
    assert PAGE.startswith(unpacked)
    assert len(unpacked) > len(PAGE) - 65_536


def test_what_follows_a_gzip_file_is_ignored() -> None:
    assert unpack(gzip.compress(PAGE) + b"\0" * 512, LIMIT) == PAGE
    assert unpack(gzip.compress(PAGE) + b"rubbish", LIMIT) == PAGE


BOMB = b" " * 50_000_000


@pytest.mark.parametrize("name", [*PACK, "brotli"])
def test_a_bomb_is_unpacked_up_to_the_limit(name: str) -> None:
    packed = brotli.compress(BOMB, quality=1) if name == "brotli" else PACK[name](BOMB)
    assert len(packed) < 100_000
    assert len(unpack(packed, LIMIT, brotli=name == "brotli")) == LIMIT + 1


def test_a_bomb_is_cut() -> None:
    page = ridgeline.parse(gzip.compress(b"<p>" + "船".encode() * 100_000), limits=ridgeline.Limits(characters=150_000))
    assert page.cuts == {"characters"}
    assert 40_000 < len(page.source) < 60_000


def test_a_bomb_of_brotli_is_unpacked_up_to_the_limit_where_it_is_guessed() -> None:
    packed = brotli.compress(b"<p>" + BOMB, quality=1)
    assert len(unpack_markup(packed, LIMIT) or b"") == LIMIT + 1


def test_random_data_is_not_taken_for_brotli() -> None:
    generator = random.Random(7)
    assert [data for data in (generator.randbytes(200) for _ in range(3000)) if unpack_markup(data, LIMIT)] == []


def test_many_empty_streams_take_no_time() -> None:
    start = time.process_time()
    for empty in (gzip.compress(b""), bz2.compress(b""), lzma.compress(b"")):
        data = empty * 500_000
        assert unpack(data, LIMIT) is data  # nothing is in it, as far as it is read
    assert time.process_time() - start < 2


@pytest.mark.parametrize(("module", "packed"), [("brotli", brotli.compress(PAGE)), ("zstandard", PACK["zstd"](PAGE))])
def test_a_missing_package_names_its_extra(module: str, packed: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=re.escape(f"needs {module}: {how_to_install('files')}")):
        unpack(packed, LIMIT, brotli=module == "brotli")


def test_a_page_does_not_raise_for_a_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    extraction = ridgeline.extract(PACK["zstd"](PAGE))
    assert extraction.status is ridgeline.Status.NOT_HTML
    assert extraction.remarks == ("a Zstandard file, not a web page",)


@given(st.sampled_from([*PACK, "brotli"]), st.binary(max_size=300), st.data())
def test_any_damage_gives_bytes(name: str, content: bytes, data: st.DataObject) -> None:
    packed = bytearray(brotli.compress(content) if name == "brotli" else PACK[name](content))
    for _ in range(data.draw(st.integers(0, 4))):
        packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    damaged = bytes(packed[: data.draw(st.integers(0, len(packed)))])
    assert len(unpack(damaged, 1000, brotli=name == "brotli")) <= max(1001, len(damaged))
    ridgeline.parse(damaged)
