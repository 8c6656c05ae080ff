"""Rows of results: every page has one, whatever it holds; and the packages that are missing."""

import re
import sys
import threading
from importlib import import_module

import pytest

from ridgeline import Extraction, Page
from ridgeline.errors import MissingExtraError, OptionError, UnknownExtractorError, how_to_install
from ridgeline.integrations import needs
from ridgeline.integrations.columns import DEFAULT_FIELDS, FIELDS, RowReader

from .site import PARAGRAPHS, SHELL, article


class Failing:
    """An extractor with a bug that some pages meet."""

    name = "failing"

    def extract(self, page: Page) -> Extraction:
        if "bug" in page.source:
            raise ZeroDivisionError("a bug")
        return Extraction(page, page.leaves[:0], self.name)


def test_a_row_has_the_fields_that_were_asked_for() -> None:
    row = RowReader.of(("title", "status", "text", "markdown")).row(article(), "https://example.org/ferry")
    assert row == {
        "title": "The ferry",
        "status": "ok",
        "text": "\n\n".join(PARAGRAPHS),
        "markdown": "# The ferry\n\n" + "\n\n".join(PARAGRAPHS),
    }


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_can_be_read_alone(name: str) -> None:
    assert RowReader.of([name]).row(article()).keys() == {name}
    assert RowReader.of([name]).row("").keys() == {name}


def test_rows_are_in_order_whatever_the_threads() -> None:
    pages = [article(f"Ferry {number}") for number in range(40)] + [None, "", SHELL]
    one, four = (RowReader.of(("title", "status"), threads=threads) for threads in (1, 4))
    rows = four.rows(len(pages), pages.__getitem__)
    assert rows == one.rows(len(pages), pages.__getitem__)
    assert [row and row["title"] for row in rows[:40]] == [f"Ferry {number}" for number in range(40)]
    assert rows[40] is None
    assert [row and row["status"] for row in rows[41:]] == ["nothing", "shell"]


def test_pages_are_read_in_several_threads() -> None:
    together = threading.Barrier(2, timeout=20)  # a single thread would wait in vain

    def wait(position: int) -> str:
        together.wait()
        return f"<p>{position}"

    assert len(RowReader.of(["status"], threads=2).rows(2, wait)) == 2


def test_a_bug_costs_one_row() -> None:
    pages = ["<p>fine", "<p>a bug", "<p>fine"]
    rows = RowReader.of(("status", "error"), Failing(), threads=1).rows(3, pages.__getitem__)
    assert [row and row["error"] for row in rows] == [None, "ZeroDivisionError: a bug", None]


def test_half_characters_cannot_be_stored() -> None:
    state = r'{"@type": "NewsArticle", "headline": "Half \ud83d", "author": {"name": "H \ud83d"}}'
    html = f"<script type='application/ld+json'>{state}</script>" + article()
    row = RowReader.of(FIELDS).row(html + "<p>half \ud83d of a pair</p>")
    for value in row.values():
        str(value).encode()


@pytest.mark.parametrize(
    ("settings", "error", "says"),
    [
        ({"fields": ["headline"]}, OptionError, "no field 'headline'; there are: status, error, title"),
        ({"fields": []}, OptionError, "no fields are named"),
        ({"threads": 0}, OptionError, "threads is a positive number, not 0"),
        ({"seconds": -1}, OptionError, "seconds is a positive number, not -1"),
        ({"extractor": "sumit"}, UnknownExtractorError, "did you mean 'summit'"),
        ({"favor": "both"}, OptionError, "favor is one of"),
    ],
    ids=["field", "no field", "threads", "seconds", "extractor", "option"],
)
def test_wrong_settings(settings: dict[str, object], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        RowReader.of(**{"fields": DEFAULT_FIELDS} | settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["duckdb", "polars", "datatrove", "scrapy", "mcp"])
def test_a_missing_package_names_its_extra(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [module for module in sys.modules if f"integrations.{name}" in module]:
        monkeypatch.delitem(sys.modules, module)
    for module in [module for module in sys.modules if module == name or module.startswith(f"{name}.")]:
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match=re.escape(f"{name} is not installed: {how_to_install(name)}")):
        _use(name)


def _use(name: str) -> None:
    module = import_module(f"ridgeline.integrations.{name}")
    if name == "mcp":  # worker processes of the service import the module, and do without the package
        module.make_server()


def test_other_import_errors_pass() -> None:
    with pytest.raises(ModuleNotFoundError), needs("duckdb"):
        __import__("ridgeline.no_such_module")
