"""DuckDB: pages as a column, in SQL."""

from collections.abc import Iterator
from typing import Any

import duckdb
import numpy as np
import pytest

from ridgeline import Extraction, Page
from ridgeline.errors import OptionError
from ridgeline.integrations.columns import DEFAULT_FIELDS
from ridgeline.integrations.duckdb import register

from .site import PARAGRAPHS, SHELL, article

TEXT = "\n\n".join(PARAGRAPHS)


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as connected:
        yield connected


def rows(connection: duckdb.DuckDBPyConnection, query: str) -> list[Any]:
    return connection.execute(query).fetchall()


def store(connection: duckdb.DuckDBPyConnection, *pages: tuple[str | None, bytes | None, str | None]) -> None:
    connection.execute("CREATE TABLE pages (number INTEGER, html VARCHAR, body BLOB, url VARCHAR)")
    connection.executemany("INSERT INTO pages VALUES (?, ?, ?, ?)", [[i, *page] for i, page in enumerate(pages)])


def test_text_bytes_nulls_and_what_is_no_page(connection: duckdb.DuckDBPyConnection) -> None:
    russian = article("Паром", ("Утренний паром отходит в девять часов и везёт больше писем, чем людей." * 3,))
    store(
        connection,
        (article(), article().encode(), None),
        (None, None, None),
        ("", b"", None),
        (SHELL, SHELL.encode(), None),
        ("%PDF-1.7 ...", b"%PDF-1.7 \x00\xff", None),
        (russian, russian.replace("utf-8", "windows-1251").encode("windows-1251"), None),
    )
    register(connection)
    found = rows(connection, "SELECT ridgeline(html), ridgeline(body) FROM pages ORDER BY number")
    assert [text and text["status"] for text, _ in found] == ["ok", None, "nothing", "shell", "not-html", "ok"]
    for from_text, from_bytes in found:
        assert from_text == from_bytes
    assert found[1] == (None, None)
    assert tuple(found[0][0]) == DEFAULT_FIELDS
    assert (found[0][0]["title"], found[0][0]["text"], found[0][0]["error"]) == ("The ferry", TEXT, None)
    assert found[5][1]["title"] == "Паром"


def test_scalar_functions_and_urls(connection: duckdb.DuckDBPyConnection) -> None:
    page = article(links='<p>More in <a href="times.html">the list of all times and fares of the boats</a>.</p>')
    store(connection, (page, None, "https://example.org/ferry/"), (page, None, None))
    register(connection)
    query = "SELECT ridgeline_text(html), ridgeline_markdown(html, url) FROM pages ORDER BY number"
    (text, with_url), (_, without) = rows(connection, query)
    assert text.startswith(TEXT)
    assert "(https://example.org/ferry/times.html)" in with_url
    assert "(times.html)" in without
    constant = rows(connection, "SELECT ridgeline_markdown(html, 'https://a.example/') FROM pages")
    assert all("(https://a.example/times.html)" in markdown for (markdown,) in constant)


def test_nulls_only_and_no_rows(connection: duckdb.DuckDBPyConnection) -> None:
    register(connection)
    assert rows(connection, "SELECT ridgeline(NULL), ridgeline_text(NULL, NULL)") == [(None, None)]
    assert rows(connection, "SELECT ridgeline_text(i::VARCHAR) FROM range(0) t(i)") == []


def test_many_rows_stay_in_order(connection: duckdb.DuckDBPyConnection) -> None:
    """More rows than a vector has, so that the function is called several times."""
    register(connection, fields=["title"], extractor="everything")
    query = """
        SELECT bool_and(ridgeline(html).title = title), count(*)
        FROM (SELECT 'T' || i AS title, '<title>T' || i || '</title><p>text' AS html FROM range(2100) t(i))
    """
    assert rows(connection, query) == [(True, 2100)]


class Counting:
    """An extractor that counts its calls."""

    name = "counting"

    def __init__(self) -> None:
        self.calls = 0

    def extract(self, page: Page) -> Extraction:
        self.calls += 1
        if "bug" in page.source:
            raise ZeroDivisionError("a bug")
        return Extraction(page, np.arange(len(page.leaves), dtype=np.int32), self.name)


def test_fields_of_one_page_cost_one_extraction(connection: duckdb.DuckDBPyConnection) -> None:
    store(connection, ("<p>one", None, None), ("<p>two", None, None))
    counting = Counting()
    register(connection, extractor=counting, threads=1)
    found = rows(connection, "SELECT ridgeline(html).text, ridgeline(html).status FROM pages ORDER BY 1")
    assert found == [("one", "ok"), ("two", "ok")]
    assert counting.calls == 2


def test_a_bug_costs_one_row(connection: duckdb.DuckDBPyConnection) -> None:
    store(connection, ("<p>one", None, None), ("<p>a bug", None, None))
    register(connection, extractor=Counting(), threads=1)
    query = "SELECT ridgeline(html).error, ridgeline_text(html) FROM pages ORDER BY number"
    assert rows(connection, query) == [(None, "one"), ("ZeroDivisionError: a bug", None)]


def test_registering_again_replaces(connection: duckdb.DuckDBPyConnection) -> None:
    register(connection)
    register(connection, fields=("title", "tags"), extractor="everything")
    (row,) = rows(connection, "SELECT ridgeline('<title>T</title><p>Text')")[0]
    assert row == {"title": "T", "tags": []}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("5", "a page is VARCHAR or BLOB, not int32: cast the column"),
        ("'<p>x', 5", "a URL is VARCHAR, not int32"),
        ("'<p>x', '', ''", "not 3 arguments"),
    ],
)
def test_wrong_arguments_are_said(connection: duckdb.DuckDBPyConnection, arguments: str, says: str) -> None:
    register(connection)
    with pytest.raises(duckdb.InvalidInputException, match=says):
        rows(connection, f"SELECT ridgeline_text({arguments})")


def test_wrong_settings_are_said_at_once(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(OptionError, match="no field 'body'"):
        register(connection, fields=["body"])
