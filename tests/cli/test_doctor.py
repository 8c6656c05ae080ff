"""ridgeline doctor: what works, what is not installed, and what is broken."""

from importlib import import_module

import pytest

from ridgeline.cli import main
from ridgeline.errors import RenderError

from ..browsers import need_browser

doctor = import_module("ridgeline.cli.doctor")  # the package has the command by this name


def test_what_works(capsys: pytest.CaptureFixture[str]) -> None:
    need_browser()
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("ok ") for line in lines)
    assert [line.split()[-1] for line in lines if "a page" in line or "a browser" in line] == ["works", "works"]


def test_what_is_missing_is_no_fault(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert out.count("not installed") == 4
    assert "pip install" in out
    assert "a browser" not in out


def test_what_is_broken(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> str:
        raise RenderError("the browser crashed")

    monkeypatch.setattr(doctor, "_render", fail)
    monkeypatch.setattr(doctor, "find_spec", lambda name: object())
    assert main(["doctor"]) == 1
    assert "wrong a browser  the browser crashed" in capsys.readouterr().out
