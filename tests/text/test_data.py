"""JSON found in pages: what is read, and what would take too much memory."""

import json

import pytest

from ridgeline.text.data import is_too_dense, load_json


@pytest.mark.parametrize("text", ["", "{", "nothing", "[1,]", '{"a": 1', "[" * 100_000])
def test_what_is_no_json_is_nothing(text: str) -> None:
    assert load_json(text) is None


def test_long_numbers_are_read() -> None:
    assert load_json("1" * 5_000) == float("inf")


def test_values_without_end_are_not_read() -> None:
    assert load_json(f"[{'[],' * 300_000}1]") is None
    assert is_too_dense(f"[{'1,' * 400_000}1]")


def test_ordinary_data_is_read_however_long_it_is() -> None:
    data = [{"name": f"number {number}", "url": f"https://example.org/{number}"} for number in range(40_000)]
    assert load_json(json.dumps(data)) == data
