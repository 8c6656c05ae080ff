"""Running out of memory, at any point, ends a piece of work and nothing else: faults.c, under sanitizers."""

import os
from pathlib import Path

import pytest

from .fuzz.building import faults_kind, has_sanitizers
from .fuzz.running import run_program, write_inputs

pytestmark = pytest.mark.skipif(
    not has_sanitizers() and not os.environ.get("RIDGELINE_REQUIRE_COMPILER"),
    reason="there is no C compiler with sanitizers",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("faults")


@pytest.mark.parametrize("exact", [True, False], ids=["exact blocks", "pools"])
def test_every_allocation_may_fail(exact: bool, folder: Path) -> None:
    outcome = run_program("faults", faults_kind(exact=exact), write_inputs(folder / "inputs"), folder)
    assert outcome.is_clean, outcome.output[-6000:]
    assert "faults: " in outcome.output
