"""What is generated from Python's tables is up to date: the headers of the core, the page of features."""

import unicodedata
from importlib import import_module

import pytest
from tools.feature_page import PAGE_PATH, generate
from tools.native_tables.__main__ import FOLDER, TABLES


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_up_to_date(name: str) -> None:
    written = (FOLDER / name).read_text(encoding="utf-8")
    if name == "characters.h" and unicodedata.unidata_version not in written:
        pytest.skip("the table was made by a Python with another version of Unicode")
    assert import_module(f"tools.native_tables.{TABLES[name]}").generate() == written


def test_the_page_of_features_is_up_to_date() -> None:
    assert PAGE_PATH.read_text(encoding="utf-8") == generate()
