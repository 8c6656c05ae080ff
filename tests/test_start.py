"""What an import and a first extraction load: only what they need, since everything else delays the start.

`benchmarks/start.py` has the times.
"""

import subprocess
import sys

import pytest

import ridgeline

FIRST_TEXT = "ridgeline.extract('<title>T</title><p>One sentence, and another one. A third.</p>').text"
# Our modules that plain text does not need: other formats, metadata, data in pages, rendering, fetching, training.
UNUSED = {
    *("ridgeline.metadata", "ridgeline.fetch", "ridgeline.render", "ridgeline.lab", "ridgeline.cli"),
    *(f"ridgeline.output.{name}" for name in ("outline", "markdown", "html", "json")),
    *(f"ridgeline.embedded.{name}" for name in ("reconstruction", "completion", "state", "javascript", "linked_data")),
    *("ridgeline.page.decoder", "ridgeline.text.data", "ridgeline.text.urls", "ridgeline.text.words"),
    *("ridgeline.extractors.mountain", "ridgeline.extractors.templates", "ridgeline.processes"),
}
# Dependencies, extras and parts of the standard library that take long to load.
HEAVY = {
    *("click", "cchardet", "matplotlib", "sklearn", "scipy", "playwright", "regex"),
    *("asyncio", "multiprocessing", "ssl", "socket", "http.client", "email", "difflib", "secrets", "html.entities"),
}
# What only the parser for want of a compiled core, the model, or the extractor needs.
BEFORE_A_PAGE = {
    *("selectolax", "ridgeline.extractors", "ridgeline.storage.models", "ridgeline.status.signs"),
    *("json", "hashlib", "logging", "pathlib", "urllib.parse", "zipfile"),
}
COMMAND_LINE = {
    *("ridgeline.lab", "ridgeline.fetch", "ridgeline.render", "ridgeline.metadata", "ridgeline.page.decoder"),
    *("ssl", "asyncio", "multiprocessing", "http.client", "cchardet", "selectolax", "matplotlib"),
}


def loaded_by(code: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after this code."""
    ran = subprocess.check_output([sys.executable, "-c", f"import sys\n{code}\nprint(*sys.modules)"], text=True)
    return set(ran.split())


@pytest.mark.parametrize(
    ("code", "unwanted"),
    [
        ("import ridgeline", UNUSED | HEAVY | BEFORE_A_PAGE),
        (f"import ridgeline\n{FIRST_TEXT}", UNUSED | HEAVY),
        ("import ridgeline.cli", COMMAND_LINE),
    ],
    ids=["import", "first text", "command line"],
)
def test_what_is_not_loaded(code: str, unwanted: set[str]) -> None:
    loaded = loaded_by(code)
    assert "ridgeline" in loaded
    assert sorted(unwanted & loaded) == []


def test_the_names_are_of_modules() -> None:
    """A module that was renamed would not be found among those that are loaded."""
    ours = sorted(name for name in UNUSED | BEFORE_A_PAGE | COMMAND_LINE if name.startswith("ridgeline"))
    assert set(ours) <= loaded_by(f"import importlib\nfor name in {ours!r}: importlib.import_module(name)")


@pytest.mark.parametrize("name", ridgeline.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert name in dir(ridgeline)
    assert getattr(ridgeline, name) is not None


def test_a_name_that_is_imported_later() -> None:
    code = """import ridgeline
assert "ridgeline.metadata" not in sys.modules
from ridgeline import Metadata
assert ridgeline.Metadata is Metadata is ridgeline.metadata.Metadata
assert isinstance(ridgeline.extract("<title>T</title>").metadata, Metadata)"""
    assert "ridgeline.metadata.record" in loaded_by(code)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'ridgeline' has no attribute 'nothing'"):
        ridgeline.nothing  # noqa: B018
