"""Running out of memory in any call of the core is a MemoryError, and leaves nothing behind: core_faults.py."""

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools.compiling import compile_core

from ridgeline import _native

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "ridgeline"


@pytest.fixture
def folder_of_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package whose core can be made to fail: this one, where coverage is measured, or a copy."""
    if hasattr(ctypes.CDLL(_native.core.__file__), "rl_fail_at"):
        return Path(_native.__file__).parents[2]
    monkeypatch.setenv("CFLAGS", "-O0 -DRIDGELINE_FAULTS -fvisibility=default")
    ignored = shutil.ignore_patterns("*.so", "__pycache__")
    native = shutil.copytree(PACKAGE, tmp_path / "ridgeline", ignore=ignored) / "_native"
    compile_core(native, native / Path(_native.core.__file__).name)
    return tmp_path


@pytest.mark.skipif(sys.platform != "linux", reason="symbols of a module are looked up as on Linux")
def test_every_allocation_of_every_call_may_fail(folder_of_package: Path) -> None:
    pytest.importorskip("_testcapi", reason="this Python cannot make its allocations fail")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder_of_package), str(ROOT)))}
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.native.core_faults"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-4000:]
    assert done.stdout.startswith("faults: ")
