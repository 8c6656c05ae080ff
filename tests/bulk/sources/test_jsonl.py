"""Every line of a JSON Lines file that is not blank gives one record."""

import base64
import bz2
import gzip
import json
import lzma
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard

from ridgeline.bulk.slices import Reading

from .reading import find_slices, read_slices, read_whole

PACK: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "zst": zstandard.ZstdCompressor().compress,
    "xz": lzma.compress,
    "bz2": bz2.compress,
}


def _write(path: Path, *lines: dict[str, Any] | str) -> Path:
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines), "utf-8")
    return path


def test_the_usual_fields_are_found(tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = [
        {"html": "<p>One", "url": "http://example.org/1", "id": "a"},
        {"raw_html": "<p>Zwölf", "uri": "http://example.org/2", "doc_id": 12, "text": "extracted"},
        {"content": "<p>Three", "warc_target_uri": "http://example.org/3"},
        {"html_base64": base64.b64encode(b"<p>Four\xff").decode()},
    ]
    path = _write(tmp_path / "pages.jsonl", *lines)
    found = read_whole(path, "jsonl", Reading())
    assert [each.data for each in found] == ["<p>One", "<p>Zwölf", "<p>Three", b"<p>Four\xff"]
    assert [each.url for each in found] == [*(f"http://example.org/{number}" for number in (1, 2, 3)), None]
    assert [each.id for each in found[:2]] == ["a", "12"]
    assert found[3].id == f"{path}@{found[3].offset}"
    assert path.read_bytes()[found[2].offset :].startswith(b'{"content"')


def test_fields_can_be_named(tmp_path: Path) -> None:
    path = _write(tmp_path / "pages.jsonl", {"text": "<p>One", "meta": {"address": {"full": "http://e.org/"}}, "n": 5})
    [found] = read_whole(path, "jsonl", Reading(html_field="text", url_field="meta.address.full", id_field="n"))
    assert (found.data, found.url, found.id) == ("<p>One", "http://e.org/", "5")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("{", "broken"),
        ("[1, 2]", "broken"),
        ('"text"', "broken"),
        ("\x00\x01", "broken"),
        ("[" * 100_000, "broken"),
        ('{"html": ' + "9" * 5_000 + "}", "broken"),
        ('{"html": null}', "broken"),
        ('{"html": 5}', "broken"),
        ('{"html": {"a": 1}}', "broken"),
        ('{"other": "x"}', "broken"),
        ('{"html_base64": "<p>"}', "broken"),
        ('{"html": "' + "x" * 10_001 + '"}', "too-large"),
        ('{"html": "' + "x" * 3_000_000 + '"}', "too-large"),
    ],
    ids=range(13),
)
def test_a_broken_line_costs_only_itself(line: str, error: str, tmp_path: Path) -> None:
    path = _write(tmp_path / "pages.jsonl", {"html": "before"}, line, "", {"html": "after"})
    found = read_whole(path, "jsonl", Reading(max_bytes=10_000))
    assert [each.error_kind for each in found] == [None, error, None]
    assert [found[0].data, found[2].data] == ["before", "after"]
    assert "\n" not in (found[1].error or "")
    assert read_slices(path, "jsonl", Reading(max_bytes=10_000, slice_pages=1)) == found


def test_bytes_that_are_not_utf8_cost_only_their_line(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"html": "one"}\r\n{"html": "\xff"}\n{"html": "three"}')
    assert [each.error_kind for each in read_whole(path, "jsonl", Reading())] == [None, "broken", None]


@pytest.mark.parametrize("packed_by", PACK)
def test_compressed_lines_are_read(packed_by: str, tmp_path: Path) -> None:
    plain = _write(tmp_path / "pages.jsonl", *({"html": f"<p>{number}" * 500} for number in range(100)))
    packed = plain.with_suffix(f".jsonl.{packed_by}")
    pack = PACK[packed_by]
    half = plain.read_bytes().index(b"\n") + 1
    packed.write_bytes(pack(plain.read_bytes()[:half]) + pack(plain.read_bytes()[half:]))  # as `cat` joins files
    expected = [(each.offset, each.data) for each in read_whole(plain, "jsonl", Reading())]
    assert [(each.offset, each.data) for each in read_whole(packed, "jsonl", Reading())] == expected


@pytest.mark.parametrize("packed_by", PACK)
def test_compressed_lines_that_are_cut_say_so(packed_by: str, tmp_path: Path) -> None:
    plain = _write(tmp_path / "pages.jsonl", *({"html": f"<p>{number}" * 500} for number in range(100)))
    packed = plain.with_suffix(f".jsonl.{packed_by}")
    packed.write_bytes(PACK[packed_by](plain.read_bytes())[:-20])
    found = read_whole(packed, "jsonl", Reading())
    assert found[-1].error_kind == "truncated"
    assert all(each.error is None for each in found[:-1])


def test_compressed_lines_that_are_damaged_say_so(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl.gz"
    data = gzip.compress(b'{"html": "one"}\n', mtime=0)
    path.write_bytes(data + b"\x1f\x8b\x08\x00" + b"\xff" * 50)
    assert [each.error_kind for each in read_whole(path, "jsonl", Reading())] == [None, "damaged"]


def test_a_huge_line_is_never_held(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl.gz"
    line = b'{"html": "' + b"x" * 100_000_000 + b'"}\n'
    path.write_bytes(gzip.compress(line + b'{"html": "small"}\n', 1))
    del line
    tracemalloc.start()
    found = read_whole(path, "jsonl", Reading(max_bytes=100_000))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [each.error_kind for each in found] == ["too-large", None]
    assert peak < 60_000_000


def test_slices_have_as_many_lines_as_asked_for(tmp_path: Path) -> None:
    path = _write(tmp_path / "pages.jsonl", *(["", '{"html": "x"}', ""] * 10))
    counts = [part.count for part in find_slices(path, "jsonl", Reading(slice_pages=4))]
    assert counts == [4, 4, 2]
