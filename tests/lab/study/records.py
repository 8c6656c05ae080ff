"""Records of a small site, built here, and what tests of studies ask of the command line."""

import json
import sys
from pathlib import Path

import pytest

from ridgeline.extractors.templates.atomic import atomic_blocks
from ridgeline.lab.datasets import Record

from ...pages import article


def record(number: int, site: str = "example.org") -> Record:
    made = article(number)
    story = [text for text in atomic_blocks(made).texts if str(number) in text]
    return Record(id=f"{site}-{number}", html=made.source, text="\n".join(story), site=site)


RECORDS = [record(number) for number in range(10, 35)]


def write_set(path: Path) -> str:
    """Write some of the records as a data set; the name to give to `--data`."""
    rows = [{"id": one.id, "html": one.html, "text": one.text, "site": one.site} for one in RECORDS[:6]]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return str(path)


def error_line(captured: pytest.CaptureFixture[bytes]) -> str:
    """The one line that a command printed, which is an error."""
    out, err = captured.readouterr()
    assert out == b""
    assert err.startswith(b"ridgeline: error: ")
    assert err.count(b"\n") == 1
    return err.decode()


def hide_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all extras that studies use look as if they were not installed."""
    for module in ("matplotlib", "rapidfuzz", "sklearn"):
        monkeypatch.setitem(sys.modules, module, None)
