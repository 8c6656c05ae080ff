"""The compiled core is safe whatever a page holds: the fuzz targets over seeds and corpus, and for some seconds beyond.

RIDGELINE_FUZZ_SECONDS is how long each target is fuzzed (5); `python -m tests.native.fuzz` does it for longer.
"""

import os
import subprocess
from pathlib import Path

import pytest

from .fuzz.building import FOLDER, TARGETS, fuzzing_kind, has_sanitizers, memory_sanitizer_kind, threads_kind
from .fuzz.campaign import DOCUMENT, documented
from .fuzz.running import (
    CORPUS,
    SEEDS,
    Outcome,
    fuzz,
    replay,
    run,
    run_program,
    slowest,
    unpack_corpus,
    write_inputs,
    write_slow_pages,
)

pytestmark = pytest.mark.skipif(
    not has_sanitizers() and not os.environ.get("RIDGELINE_REQUIRE_COMPILER"),
    reason="there is no C compiler with sanitizers",
)
ROOT = Path(__file__).parents[2]
MAX_CORPUS_BYTES = 1_500_000
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


def test_every_target_has_a_corpus_and_together_they_are_small() -> None:
    assert sorted(path.stem for path in CORPUS.iterdir()) == sorted(TARGETS)
    assert sorted(path.stem for path in FOLDER.glob("fuzz_*.c")) == sorted(f"fuzz_{target}" for target in TARGETS)
    assert sum(path.stat().st_size for path in CORPUS.iterdir()) < MAX_CORPUS_BYTES


@pytest.mark.parametrize("target", TARGETS)
def test_corpus(target: str, folder: Path) -> None:
    inputs = sorted(unpack_corpus(target, folder / "corpus" / target).iterdir())
    assert inputs
    assert_clean(replay(target, inputs, folder))


def test_the_figures_of_campaigns_are_documented() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert text == documented(text), "python -m tests.native.fuzz --harvest writes the table"


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


def test_oss_fuzz_builds_every_target(tmp_path: Path) -> None:
    if fuzzing_kind().has_driver:
        pytest.skip("there is no clang with libFuzzer")
    flags = "-O1 -fsanitize=fuzzer-no-link,address"
    compilers = {"CC": "clang", "CFLAGS": flags, "CXX": "clang", "CXXFLAGS": flags}
    environment = {**os.environ, **compilers, "LIB_FUZZING_ENGINE": "-fsanitize=fuzzer", "OUT": str(tmp_path)}
    subprocess.run(["bash", ROOT / "oss-fuzz" / "build.sh"], cwd=ROOT, env=environment, check=True)
    for target in TARGETS:
        assert_clean(run([tmp_path / f"fuzz_{target}", "-runs=20", f"-dict={tmp_path / f'fuzz_{target}.dict'}"]))
        assert (tmp_path / f"fuzz_{target}_seed_corpus.zip").exists()


@pytest.mark.parametrize("target", TARGETS)
def test_time_is_linear(target: str, inputs: list[Path], folder: Path) -> None:
    """A page of 200,000 bytes takes a tenth of a second; quadratic work would take many."""
    with_default_limits = [path for path in inputs if path.suffix == ".default"]
    repeated = slowest(target, with_default_limits, folder, repeated_to=200_000)
    made_for_it = slowest(target, write_slow_pages(folder / "slow", 200_000), folder)
    assert max(repeated, made_for_it) < (3.0, "")


def assert_clean(outcome: Outcome) -> None:
    assert outcome.is_clean, f"{outcome.reproducer or ''}\n{outcome.output[-6000:]}"
