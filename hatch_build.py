"""Compiles the core of ridgeline while the package is built: see tools/compiling.py, which does it.

CC, CFLAGS                               the compiler and more of its options
ARCHFLAGS, MACOSX_DEPLOYMENT_TARGET      on macOS, the processors and the oldest system
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # builds run elsewhere, and tools/ is beside this file
from tools.compiling import MODULE, CompilationError, compile_core, this_python

PACKAGE = Path("src", "ridgeline", "_native")


class CompiledCore(BuildHookInterface[Any]):
    """Adds the compiled core to a wheel, or puts it beside its sources for an editable installation."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and mark the wheel for this platform; where that is impossible, end with one line that says why."""
        target = this_python()
        built = Path(self.root, PACKAGE if version == "editable" else "build", MODULE + target.suffix)
        try:
            compile_core(Path(self.root, PACKAGE), built, target)
        except CompilationError as problem:
            self.app.abort(str(problem))
        build_data["pure_python"] = False
        build_data["tag"] = target.tag
        if version != "editable":
            build_data["force_include"][str(built)] = f"ridgeline/_native/{built.name}"
