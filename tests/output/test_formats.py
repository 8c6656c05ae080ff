"""The table of formats: every row has a writer, and everything that lists formats reads the table."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ridgeline import Extraction
from ridgeline.cli import app
from ridgeline.errors import OptionError
from ridgeline.output import FORMATS, Content, Format
from ridgeline.output.options import DEFAULT_OPTIONS

from .building import everything, page_of

GUIDE = Path(__file__).parents[2] / "docs" / "command-line.md"


@pytest.fixture
def extraction() -> Extraction:
    made = page_of("<h1>Title</h1><p>Some <b>text</b>.</p>")
    return Extraction(made, everything(made), "test")


@pytest.mark.parametrize("format", FORMATS.values(), ids=FORMATS)
def test_every_row_has_a_writer(format: Format, extraction: Extraction) -> None:
    assert FORMATS[format.name] is format
    content: Content = extraction
    written = format.load()(content, DEFAULT_OPTIONS)
    assert "Title" in written
    assert written == extraction.write(format.name) == getattr(extraction, format.name)
    assert format.suffix.startswith(".")
    assert "/" in format.media_type
    assert format.summary


def test_unknown_formats_are_an_error(extraction: Extraction) -> None:
    with pytest.raises(OptionError, match="there is no format 'pdf'; there are: text, markdown"):
        extraction.write("pdf")


@pytest.mark.parametrize("command", [("extract",), ("template", "apply")])
def test_the_command_line_offers_exactly_these(command: tuple[str, ...]) -> None:
    found: Any = app
    for name in command:
        found = found.commands[name]
    option = next(parameter for parameter in found.params if parameter.name == "format")
    assert option.metavar == f"[{'|'.join(FORMATS)}]"
    assert option.default in FORMATS


def test_the_readme_lists_exactly_these() -> None:
    assert f"# {', '.join(FORMATS)}\n" in GUIDE.read_text(encoding="utf-8")


def test_one_outline_for_all_formats(extraction: Extraction, monkeypatch: pytest.MonkeyPatch) -> None:
    outline = extraction.outline
    monkeypatch.setattr("ridgeline.output.outline.Outline.of", None)
    for format in FORMATS:
        assert extraction.write(format)
    assert extraction.outline is outline


def test_a_format_loads_only_its_own_writer() -> None:
    names = ("text", "markdown", "html", "json")
    for format, loaded in [("text", ["text"]), ("markdown", ["text", "markdown"]), ("json", ["text", "json"])]:
        code = f"""import sys, ridgeline
ridgeline.extract("<p>Hello", extractor="everything").write("{format}")
print(*(name for name in {names} if "ridgeline.output." + name in sys.modules))"""
        assert subprocess.check_output([sys.executable, "-c", code], text=True).split() == loaded
