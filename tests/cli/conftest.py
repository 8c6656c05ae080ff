"""Commands in tests run on a clock that stands still: however slow the machine, no progress line is due."""

import pytest

from ridgeline.cli import terminal


@pytest.fixture(autouse=True)
def _still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "_clock", lambda: 0.0)
