"""Compiles the core of ridgeline where there is a C compiler; without one the package is pure Python and works.

RIDGELINE_REQUIRE_NATIVE=1   a missing compiler is an error
RIDGELINE_PURE=1             nothing is compiled
CC, CFLAGS                   the compiler (default: cc) and more of its options
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = Path("src", "ridgeline", "_native")
MODULE = "_core"
OPTIONS = ("-std=c11", "-O3", "-D_POSIX_C_SOURCE=200809L", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra")
# Python symbols are found when the module is loaded, which macOS wants to be told.
LINKING = ("-bundle", "-undefined", "dynamic_lookup") if sys.platform == "darwin" else ("-shared",)


class CompiledCore(BuildHookInterface[Any]):
    """Adds the compiled core to a wheel, or puts it beside its sources for an editable installation."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and mark the wheel for this platform; leave it pure where that is impossible."""
        if os.environ.get("RIDGELINE_PURE"):
            return
        built = Path(self.root, PACKAGE if version == "editable" else "build", MODULE + suffix())
        try:
            compile_core(Path(self.root, PACKAGE), built)
        except (OSError, subprocess.CalledProcessError) as problem:
            if os.environ.get("RIDGELINE_REQUIRE_NATIVE"):
                raise
            self.app.display_warning(f"ridgeline is installed without its compiled core: {problem}")
            return
        build_data["pure_python"] = False
        if is_free_threaded():
            build_data["infer_tag"] = True
        else:
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["tag"] = f"cp311-abi3-{platform}"
        if version != "editable":
            build_data["force_include"][str(built)] = f"ridgeline/_native/{built.name}"


def compile_core(folder: Path, built: Path) -> None:
    """Compile all C files of a folder into one module of Python."""
    if sys.platform == "win32":
        raise OSError("its C needs gcc or clang")
    compiler = shlex.split(os.environ.get("CC", "cc"))
    if shutil.which(compiler[0]) is None:
        raise OSError(f"there is no compiler {compiler[0]}")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise OSError("the headers of Python are not installed")
    built.parent.mkdir(parents=True, exist_ok=True)
    command = [*compiler, *OPTIONS, *shlex.split(os.environ.get("CFLAGS", "")), *LINKING]
    command += [f"-I{sysconfig.get_path('include')}", *map(str, sorted(folder.glob("*.c"))), "-o", str(built), "-lm"]
    subprocess.run(command, check=True)


def suffix() -> str:
    """The ending of a module's file: one for all versions of Python, if they have a GIL."""
    return str(sysconfig.get_config_var("EXT_SUFFIX")) if is_free_threaded() else ".abi3.so"


def is_free_threaded() -> bool:
    """Whether this Python has no GIL; those do not have the limited API."""
    return bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
