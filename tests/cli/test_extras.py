"""Missing extras are found before a command starts to work."""

import sys
import tomllib
from pathlib import Path

import pytest

from ridgeline.cli import extras, main
from ridgeline.cli.extras import EXTRAS, require
from ridgeline.errors import MissingExtraError

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


@pytest.mark.parametrize(("extra", "module"), [(extra, module) for extra in EXTRAS for module in EXTRAS[extra]])
def test_a_missing_module_names_its_extra(extra: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == module else object())
    with pytest.raises(MissingExtraError, match=rf'{EXTRAS[extra][module]}: pip install "ridgeline\[{extra}\]"'):
        require(extra)


def test_a_module_that_cannot_be_imported_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match="plot"):
        require("plot")


def test_installed_extras_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: object())
    require()
    require(*EXTRAS)


def test_extras_are_declared_by_the_package() -> None:
    declared = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(EXTRAS) <= set(declared)


@pytest.mark.parametrize(
    ("line", "module", "extra"),
    [
        ("eval everything --data none.jsonl --metric sentence", "rapidfuzz", "eval"),
        ("eval everything --data none.jsonl --metric cleaneval", "rapidfuzz", "eval"),
        ("lab golden list --folder none", "markdown_it", "eval"),
        ("train summit --data none.jsonl --output m.json --curve c.svg", "matplotlib", "plot"),
    ],
)
def test_a_missing_extra_is_said_before_the_data_are_read(
    line: str,
    module: str,
    extra: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == module else object())
    assert main(line.split()) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert f'pip install "ridgeline[{extra}]"' in err
