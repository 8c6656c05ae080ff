"""Tests that need a Chromium: without one they are skipped, or fail if RIDGELINE_REQUIRE_BROWSER is set."""

import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from ridgeline.render import find_executable

REQUIRED = "RIDGELINE_REQUIRE_BROWSER"


@cache
def _missing() -> str | None:
    if find_spec("playwright") is None:
        return "Playwright is not installed"
    if find_executable() is None and not _playwrights_own():
        return "there is no Chrome or Chromium"
    return None


def _playwrights_own() -> bool:
    folder = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    return any(folder.glob("chromium*"))


def need_browser() -> None:
    """Skip the test, or fail it, if there is no browser."""
    reason = _missing()
    if reason is not None and os.environ.get(REQUIRED):
        pytest.fail(f"{REQUIRED} is set, but {reason}")
    if reason is not None:
        pytest.skip(reason)
