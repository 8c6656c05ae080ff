"""polars: pages as a column of an expression."""

from typing import Any

import polars as pl
import pytest

import ridgeline.integrations.polars  # noqa: F401  # adds the namespace
from ridgeline.errors import OptionError
from ridgeline.integrations.columns import DEFAULT_FIELDS

from .site import PARAGRAPHS, SHELL, article

TEXT = "\n\n".join(PARAGRAPHS)
PAGES = [article(), None, "", SHELL, "%PDF-1.7"]
STATUSES = ["ok", None, "nothing", "shell", "not-html"]


def pages(name: str = "html") -> Any:
    """The namespace of a column; type checkers do not see what is added to expressions."""
    return pl.col(name).ridgeline  # type: ignore[attr-defined]


@pytest.fixture
def frame() -> pl.DataFrame:
    return pl.DataFrame(
        {
            "html": PAGES,
            "body": [None if page is None else page.encode() for page in PAGES],
            "url": ["https://example.org/ferry/", None, None, None, None],
            "number": list(range(5)),
        }
    )


def test_text_and_bytes_give_the_same(frame: pl.DataFrame) -> None:
    found = frame.select(text=pages().text(), of_bytes=pages("body").text(), markdown=pages().markdown())
    assert found["text"].to_list() == [TEXT, None, "", "", ""]
    assert found["of_bytes"].to_list() == found["text"].to_list()
    assert found["markdown"][0] == f"# The ferry\n\n{TEXT}"
    assert found.schema == dict.fromkeys(("text", "of_bytes", "markdown"), pl.String)


def test_structs(frame: pl.DataFrame) -> None:
    found = frame.select(pages().extract())
    assert found.columns == ["html"]
    assert found["html"].struct.fields == list(DEFAULT_FIELDS)
    unnested = found.unnest("html")
    assert unnested["status"].to_list() == STATUSES
    assert unnested["title"].to_list() == ["The ferry", None, None, "App", None]
    assert unnested.schema["authors"] == pl.List(pl.String)
    assert unnested.schema["confidence"] == pl.Float64


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_lazy_frames_know_the_type_before_they_run(frame: pl.DataFrame, engine: Any) -> None:
    lazy = frame.lazy().select(pages().extract(url="url", fields=["status", "title"]))
    schema = pl.Struct({"status": pl.String, "title": pl.String})
    assert lazy.collect_schema() == {"html": schema}
    found = lazy.collect(engine=engine)
    assert found.schema == {"html": schema}
    assert [row and row["status"] for row in found["html"]] == STATUSES


def test_urls_are_columns_or_constants() -> None:
    page = article(links='<p>More in <a href="times.html">the list of all times and fares of the boats</a>.</p>')
    frame = pl.DataFrame({"html": [page, page], "url": ["https://example.org/ferry/", None]})
    found = frame.select(column=pages().markdown(url="url"), constant=pages().markdown(pl.lit("https://a.example/")))
    assert ["https://example.org/ferry/times.html" in text for text in found["column"]] == [True, False]
    assert ["https://a.example/times.html" in text for text in found["constant"]] == [True, True]


def test_a_constant_page_is_read_for_every_url() -> None:
    frame = pl.DataFrame({"url": ["https://a.example/", "https://b.example/"]})
    literal: Any = pl.lit(article())
    assert frame.select(text=literal.ridgeline.text(url="url"))["text"].to_list() == [TEXT, TEXT]


def test_empty_and_null_columns(frame: pl.DataFrame) -> None:
    assert frame.clear().select(pages().text(url=pl.lit("https://a.example/"))).height == 0
    nulls = pl.DataFrame({"html": [None, None]})
    assert nulls.select(pages().text())["html"].to_list() == [None, None]
    categories = pl.DataFrame({"html": pl.Series([article(), None], dtype=pl.Categorical)})
    assert categories.select(pages().text())["html"].to_list() == [TEXT, None]


def test_groups_and_filters(frame: pl.DataFrame) -> None:
    kept = frame.lazy().filter(pages().extract(fields=["status"]).struct.field("status") == "ok").collect()
    assert kept["number"].to_list() == [0]
    grouped = frame.group_by(pl.col("number") % 2, maintain_order=True).agg(pages().extract(fields=["status"]))
    assert [[row and row["status"] for row in group] for group in grouped["html"]] == [STATUSES[::2], STATUSES[1::2]]


def test_wrong_columns_are_said(frame: pl.DataFrame) -> None:
    with pytest.raises(OptionError, match="a page is String or Binary, not Int64: cast the column 'number'"):
        frame.select(pages("number").text())
    with pytest.raises(OptionError, match="a URL is String, not Int64"):
        frame.select(pages().text(url="number"))


@pytest.mark.parametrize(
    ("settings", "says"),
    [({"fields": ["body"]}, "no field 'body'"), ({"threads": 0}, "threads"), ({"favor": "both"}, "favor is one of")],
    ids=["fields", "threads", "option"],
)
def test_wrong_settings_are_said_before_the_frame_is_read(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        pages().extract(**settings)


def test_settings_reach_the_extractor(frame: pl.DataFrame) -> None:
    text = frame.select(pages().text(extractor="everything", threads=1))["html"][0]
    assert text.startswith("Home News Contact")
