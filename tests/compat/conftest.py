"""Every test starts as a process does: no parameter was warned of yet."""

import pytest

from ridgeline.compat import ignored


@pytest.fixture(autouse=True)
def _not_warned_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ignored, "_warned", set())
