"""The parser makes the same rows of a page as Chromium; `python -m tests.native.chromium` compares more pages."""

from collections.abc import Iterator

import pytest

from ..browsers import need_browser
from .chromium import Oracle, known_pages, mutants, quirk_of, run_oracle
from .lexbor import differences

MUTANTS = 300
# Where this fails, Chromium has been mended, and a part of `quirk_of` can go.
QUIRKS = {
    "NUL": "<p><\0b>",
    "search": "<b><search></b>",
    "is": "<div><a is></div><",
    "space at the end": "<div><code></div></></html>\n",
    "form": "<form><table></form></table/><form></form>o",
    "selectedcontent": "<select><button><selectedcontent></button><option>X",
}


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    need_browser()
    with run_oracle() as running:
        yield running


def test_known_pages(oracle: Oracle) -> None:
    found = oracle.differences(known_pages())
    assert {quirk_of(difference) for difference in found} <= {"selectedcontent"}


def test_mutants(oracle: Oracle) -> None:
    assert [found for found in oracle.differences(list(mutants(MUTANTS, seed=1))) if quirk_of(found) is None] == []


@pytest.mark.parametrize("quirk", QUIRKS)
def test_chromium_still_does_otherwise(oracle: Oracle, quirk: str) -> None:
    (found,) = oracle.differences([QUIRKS[quirk]])
    assert quirk_of(found) == quirk
    assert differences(QUIRKS[quirk]) == [] or quirk == "selectedcontent"


def test_a_difference_without_excuse(oracle: Oracle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.native.chromium.rows_of", lambda page: [])
    (found,) = oracle.differences(["<p>text"])
    assert (found.ours, quirk_of(found)) == (None, None)
