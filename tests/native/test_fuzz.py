"""The compiled core is safe whatever a page holds: the fuzz targets over the seeds, and for some seconds beyond.

RIDGELINE_FUZZ_SECONDS is how long each target is fuzzed (5); `python -m tests.native.fuzz` does it for longer.
"""

import os
from pathlib import Path

import pytest

from .fuzz.building import TARGETS, has_sanitizers, memory_sanitizer_kind, threads_kind
from .fuzz.running import SEEDS, Outcome, fuzz, replay, run_program, slowest, write_inputs, write_slow_pages

pytestmark = pytest.mark.skipif(
    not has_sanitizers() and not os.environ.get("RIDGELINE_REQUIRE_COMPILER"),
    reason="there is no C compiler with sanitizers",
)
SECONDS = float(os.environ.get("RIDGELINE_FUZZ_SECONDS", "5"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where programs are built, once for all tests."""
    return tmp_path_factory.mktemp("fuzz")


@pytest.fixture(scope="module")
def inputs(folder: Path) -> list[Path]:
    return write_inputs(folder / "inputs")


def test_there_are_seeds() -> None:
    assert len(list(SEEDS.glob("*.html"))) >= 60


@pytest.mark.parametrize("target", TARGETS)
def test_seeds(target: str, inputs: list[Path], folder: Path) -> None:
    assert_clean(replay(target, inputs, folder))


@pytest.mark.parametrize("target", ["parser", "writer"])
def test_large_pages(target: str, folder: Path) -> None:
    """Long enough for every table to grow and every limit to be reached; fuzzed inputs are shorter."""
    assert_clean(replay(target, write_slow_pages(folder / "large", 80_000), folder))


@pytest.mark.parametrize("target", TARGETS)
def test_fuzzing(target: str, folder: Path) -> None:
    outcome = fuzz(target, SECONDS, folder)
    assert_clean(outcome)
    assert outcome.executions > len(list(SEEDS.iterdir()))


def test_threads(inputs: list[Path], folder: Path) -> None:
    kind = threads_kind()
    if kind is None:
        pytest.skip("no compiler has ThreadSanitizer")
    assert_clean(run_program("threads", kind, inputs, folder))


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_uninitialised_is_read(target: str, inputs: list[Path], folder: Path) -> None:
    kind = memory_sanitizer_kind()
    if kind is None:
        pytest.skip("no compiler has MemorySanitizer")
    assert_clean(run_program(f"fuzz_{target}", kind, inputs, folder))


@pytest.mark.parametrize("target", TARGETS)
def test_time_is_linear(target: str, inputs: list[Path], folder: Path) -> None:
    """A page of 200,000 bytes takes a tenth of a second; quadratic work would take many."""
    with_default_limits = [path for path in inputs if path.suffix == ".default"]
    repeated = slowest(target, with_default_limits, folder, repeated_to=200_000)
    made_for_it = slowest(target, write_slow_pages(folder / "slow", 200_000), folder)
    assert max(repeated, made_for_it) < (3.0, "")


def assert_clean(outcome: Outcome) -> None:
    assert outcome.is_clean, f"{outcome.reproducer or ''}\n{outcome.output[-6000:]}"
