"""Single values of binary property lists: those that the standard library writes, and broken ones."""

import plistlib
import struct
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.page.property_list import MAX_ENTRIES, SIGNATURE, PropertyList


def listed(value: Any) -> bytes:
    return plistlib.dumps(value, fmt=plistlib.FMT_BINARY, sort_keys=False)


def test_values_are_found_by_their_path() -> None:
    made = PropertyList(listed({"a": {"b": "ferry", "ö": b"\0\1", "long": "x" * 70_000}, "c": "Fähre 船"}))
    assert made.text("a", "b") == "ferry"
    assert made.text("c") == "Fähre 船"
    assert made.text("a", "long") == "x" * 70_000
    assert made.content("a", "ö") == b"\0\1"


@pytest.mark.parametrize("path", [(), ("a",), ("none",), ("a", "none"), ("a", "b", "c"), ("n",), ("l", "0")])
def test_what_is_not_there_is_none(path: tuple[str, ...]) -> None:
    made = PropertyList(listed({"a": {"b": "ferry"}, "n": 7, "l": ["x"]}))
    assert made.text(*path) is None
    assert made.content(*path) is None


@given(st.dictionaries(st.text(max_size=20), st.text(max_size=40) | st.binary(max_size=40), max_size=30))
def test_what_is_written_is_read(values: dict[str, str | bytes]) -> None:
    made = PropertyList(listed(values))
    for key, value in values.items():
        assert (made.text(key) if isinstance(value, str) else made.content(key)) == value


def test_of_a_large_dictionary_the_first_entries_are_read() -> None:
    made = PropertyList(listed({f"k{number}": str(number) for number in range(MAX_ENTRIES + 1)}))
    assert made.text(f"k{MAX_ENTRIES - 1}") == str(MAX_ENTRIES - 1)
    assert made.text(f"k{MAX_ENTRIES}") is None


@given(st.binary(max_size=120), st.binary(max_size=40), st.integers(0, 300), st.integers(0, 255))
def test_any_bytes_have_values_or_none(body: bytes, trailer: bytes, position: int, byte: int) -> None:
    whole = bytearray(listed({"WebMainResource": {"WebResourceData": b"<p>text", "x": "ö"}}))
    whole[position % len(whole)] = byte
    for data in (bytes(whole), bytes(whole[: position % len(whole)]), SIGNATURE + body + trailer, body):
        made = PropertyList(data)
        made.text("WebMainResource", "x")
        made.content("WebMainResource", "WebResourceData")


def test_objects_that_overlap_take_no_time() -> None:
    """A dictionary of 65,535 entries that are all that dictionary again, 200,000 times."""
    dictionary = b"\xdf\x11\xff\xff" + b"\0\0" * 131_070
    offsets = struct.pack(">I", len(SIGNATURE)) * 200_000
    trailer = struct.pack(">6xBBQQQ", 4, 2, 200_000, 0, len(SIGNATURE) + len(dictionary))
    start = time.process_time()
    assert PropertyList(SIGNATURE + dictionary + offsets + trailer).text("a", "b") is None
    assert time.process_time() - start < 1
