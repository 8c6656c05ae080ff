"""Missing extras are found before a command starts to work."""

import importlib.metadata
import pickle
import re
import sys
import tomllib
from pathlib import Path

import pytest

from ridgeline.cli import extras, main
from ridgeline.cli.extras import EXTRAS, require
from ridgeline.errors import MissingExtraError, how_to_install

ROOT = Path(__file__).parents[2]
PYPROJECT = ROOT / "pyproject.toml"


@pytest.mark.parametrize(("extra", "module"), [(extra, module) for extra in EXTRAS for module in EXTRAS[extra]])
def test_a_missing_module_names_its_extra(extra: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == module else object())
    with pytest.raises(MissingExtraError, match=re.escape(f"{EXTRAS[extra][module]}: {how_to_install(extra)}")):
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
    assert how_to_install(extra) in err


_CHECKOUT = 'pip install ".[files]" in a checkout'


@pytest.mark.parametrize(
    ("stated", "command"),
    [
        (["brotli>=1.1; extra == 'files'", 'zstandard ; extra == "files"'], 'pip install "brotli>=1.1" "zstandard"'),
        (["click>=8.5", "playwright; extra == 'render'", "nothing; extra == 'morefiles'"], _CHECKOUT),
        (None, _CHECKOUT),
    ],
)
def test_an_extra_is_installed_by_its_packages(
    stated: list[str] | None, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.metadata, "requires", lambda name: stated)
    assert how_to_install("files") == command
    error = MissingExtraError("this needs Brotli", "files")
    assert str(error) == str(pickle.loads(pickle.dumps(error))) == f"this needs Brotli: {command}"


def test_sources_that_nobody_installed_have_extras_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> list[str]:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "requires", missing)
    assert how_to_install("files") == _CHECKOUT


def test_nobody_is_sent_to_an_index_that_does_not_have_ridgeline() -> None:
    texts = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.py"), *ROOT.glob("src/**/*.js")]
    wrong = re.compile(r"pip install (--\S+ )*[\"']?ridgeline(?!-)\b")
    assert [path.name for path in texts if wrong.search(path.read_text(encoding="utf-8"))] == []
