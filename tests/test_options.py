"""One table of options: every face offers its rows."""

import inspect
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import ridgeline
from ridgeline.bulk.settings import Settings
from ridgeline.cli.command import Table, parameters_of
from ridgeline.cli.extract import extract as extract_command
from ridgeline.errors import OptionError
from ridgeline.options import ExtractOptions
from ridgeline.output import OutputOptions
from ridgeline.parameters import Parameter
from ridgeline.parameters import parameters_of as rows_of
from ridgeline.service.schemas import ExtractRequest

from .pages import article

ROWS = rows_of(ExtractOptions)
WRITTEN = rows_of(OutputOptions)
html = article(0).source


def test_extract_takes_every_option_by_name() -> None:
    parameters = inspect.signature(ridgeline.extract).parameters
    own = {field.name: field for field in fields(ExtractOptions)}
    assert set(parameters) - set(own) == {"html", "url", "charset", "http_status", "options"}
    assert set(own) - set(parameters) == {"others"}
    for name in own.keys() & parameters.keys():
        assert (parameters[name].default, parameters[name].annotation) == (own[name].default, own[name].type), name


@pytest.mark.parametrize("row", [*ROWS, *WRITTEN], ids=lambda row: row.name)
def test_the_command_line_has_every_row(row: Parameter) -> None:
    made = {parameter.name: parameter for parameter in parameters_of(extract_command)}
    assert (row.flag or f"--{row.name.replace('_', '-')}") in made[row.name].opts
    assert getattr(made[row.name], "help", None) == row.help


@pytest.mark.parametrize("row", [*ROWS, *WRITTEN], ids=lambda row: row.name)
def test_a_request_has_every_row_that_strangers_may_ask_for(row: Parameter) -> None:
    members = ExtractRequest.model_fields
    if row.remote is not None:
        assert members[row.name].description == row.help
    else:
        assert row.name not in members or members[row.name].description != row.help


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_row_is_part_of_what_a_run_of_bulk_was_asked(row: Parameter) -> None:
    assert row.name in Settings(("everything",), ("id",)).identity


def test_values_that_are_given() -> None:
    values: dict[str, Any] = {row.name: None for row in ROWS} | {"select": (), "comments": False, "sites": ""}
    assert Table(ExtractOptions).take(values) == {"comments": False, "sites": True}
    assert values == {}


def test_names_that_are_not_in_the_table_are_options_of_the_extractor() -> None:
    asked = ExtractOptions.of(extractor="kfeature", select="p", features=["text"], blocks=2)
    assert (asked.select, asked.others) == ("p", {"features": ["text"], "blocks": 2})
    assert asked.extractor_options() == asked.others


def test_another_extractor_with_the_same_options() -> None:
    asked = ExtractOptions(favor="recall", select="p", others={"captions": True})
    assert asked.with_extractor("mountain").extractor_options() == {"favor": "recall", "captions": True}
    loaded = asked.with_extractor(ridgeline.load("mountain"))
    assert (loaded.select, loaded.extractor_options()) == ("p", {})


def test_files_are_read_once(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('["*"]\nselect = "p"\n', encoding="utf-8")
    read = ExtractOptions(rules=path, sites=False).read_files()
    path.unlink()
    assert read.pipeline().extract_here(html)
    with pytest.raises(OptionError, match=r"rules are a ridgeline\.sites\.rules\.Rules or the path"):
        ExtractOptions(rules=3).pipeline()  # type: ignore[arg-type]
