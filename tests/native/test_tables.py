"""The tables of the compiled core are those that its generators write."""

import unicodedata
from importlib import import_module

import pytest
from tools.native_tables.__main__ import FOLDER, TABLES


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_up_to_date(name: str) -> None:
    written = (FOLDER / name).read_text(encoding="utf-8")
    if name == "characters.h" and unicodedata.unidata_version not in written:
        pytest.skip("the table was made by a Python with another version of Unicode")
    assert import_module(f"tools.native_tables.{TABLES[name]}").generate() == written
