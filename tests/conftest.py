"""Tests are seeded: the same run twice, on a quiet machine or a busy one. Those of pages run on both cores."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from ridgeline import _native

settings.register_profile(
    "ridgeline",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],  # `core` is the same for all examples of a test
)
settings.load_profile("ridgeline")

_TESTS = Path(__file__).parent
# The folders and files whose tests parse pages or use summit: each runs on the compiled core and on Python's.
_BOTH_CORES = (
    *("page", "text", "status", "metadata", "tidying", "embedded", "output", "posts", "extractors", "rules"),
    *("learning", "sites", "fuzz/test_views.py", "fuzz/test_reproductions.py"),
    *("test_golden.py", "test_pipeline.py", "test_extraction.py", "test_contract.py"),
)
_CORES = ("compiled", "python")


@pytest.fixture(autouse=True)
def core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str | None]:
    """The core that a test runs on, in this process and in those that it starts; None for the one that is there."""
    name: str | None = getattr(request, "param", None)
    if name is None:
        yield None
        return
    if name == "compiled":
        if not _native.is_built() and not os.environ.get("RIDGELINE_REQUIRE_NATIVE"):
            pytest.skip("the compiled core was not built")
        monkeypatch.delenv("RIDGELINE_PURE", raising=False)
    else:
        monkeypatch.setenv("RIDGELINE_PURE", "1")
    with _native.using(compiled=name == "compiled"):
        yield name


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let the tests of pages run on both cores, or on those that their `cores` marker names."""
    path = Path(metafunc.module.__file__ or "").relative_to(_TESTS).as_posix()
    marker = metafunc.definition.get_closest_marker("cores")
    if marker or path.startswith(_BOTH_CORES):
        metafunc.parametrize("core", marker.args if marker else _CORES, indirect=True)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name binary data by its argument: packed data holds the time of packing, and all workers need the same names."""
    return argname if isinstance(val, bytes) and not val.isascii() else None
