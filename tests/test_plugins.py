"""Entry points of other packages."""

import sys
from pathlib import Path

import pytest

from ridgeline.plugins import load_plugins

GROUP = "ridgeline.applications"


def install(folder: Path, group: str) -> None:
    """Write a package with one entry point, as an installer leaves it."""
    information = folder / "harbour-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: harbour\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(f"[{group}]\ntalk = harbour_plugin:TALK\n")
    (folder / "harbour_plugin.py").write_text("TALK = 'talk'\n")


def test_a_package_adds_something(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, GROUP)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "harbour_plugin", raising=False)
    assert load_plugins(GROUP) == ("talk",)


@pytest.mark.parametrize("group", ["ridgeline.other", "elsewhere"])
def test_other_groups_are_none_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: str) -> None:
    install(tmp_path, group)
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "missing"), ""])
    assert load_plugins(GROUP) == ()
