"""Compiles and links the core for other platforms, with the clang of the package ziglang: `pip install ziglang`.

One line a target: what became of it. Python's headers are those of this machine, so nothing that is made here is kept.
Where this machine can run programs of the target, natively or by qemu-user-static or wine, it also runs the test of
injected faults (tests/native/fuzz/faults.c), which parses and predicts pages, and fails at every allocation.

    python -m tools.cross_compile                            # all targets
    python -m tools.cross_compile x86_64-windows-gnu         # one of them
"""

import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from tools.compiling import Target, command

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "ridgeline" / "_native"
PROGRAM = ROOT / "tests" / "native" / "fuzz"
ZIG = (sys.executable, "-m", "ziglang")
TARGETS = {
    "x86_64-linux-gnu.2.17": "linux-x86_64",
    "aarch64-linux-gnu.2.17": "linux-aarch64",
    "x86_64-linux-musl": "linux-x86_64",
    "aarch64-linux-musl": "linux-aarch64",
    "x86_64-macos.10.15": "macosx-10.15-x86_64",
    "aarch64-macos.11.0": "macosx-11.0-arm64",
    "x86_64-windows-gnu": "win-amd64",
    "aarch64-windows-gnu": "win-arm64",
}
OPTIONS = ("-Werror", "-Wno-unused-command-line-argument")
# How programs of other systems and processors are run. Those for musl are linked statically, and need nothing else.
_EMULATORS = {
    "x86_64-linux-musl": ("env",),
    "aarch64-linux-musl": ("qemu-aarch64-static",),
    "x86_64-windows-gnu": ("wine64", "wine"),
}
_DLLTOOL_MACHINES = {"win-amd64": "i386:x86-64", "win-arm64": "arm64"}

# What Python.h asks of pyconfig.h on Windows, where this machine's would be wrong.
_WINDOWS_CONFIGURATION = """
#define MS_WINDOWS 1
#define MS_WIN32 1
#define MS_WIN64 1
#define HAVE_DECLSPEC_DLL 1
#define Py_ENABLE_SHARED 1
#define ALIGNOF_MAX_ALIGN_T 8
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_VOID_P 8
#define SIZEOF_WCHAR_T 2
#define HAVE_STDDEF_H 1
typedef long long Py_ssize_t;
#define HAVE_PY_SSIZE_T 1
"""


def main() -> int:
    """Compile for the targets that the arguments name, or all; the exit status is 1 where one fails."""
    if find_spec("ziglang") is None:
        print("the package ziglang is not installed: pip install ziglang", file=sys.stderr)
        return 2
    unknown = set(sys.argv[1:]) - set(TARGETS)
    if unknown:
        print(f"no such target: {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}", file=sys.stderr)
        return 2
    failures = [name for name in sys.argv[1:] or TARGETS if not _report(name)]
    return 1 if failures else 0


def _report(name: str) -> bool:
    """Compile for a target and run what can be run, say what became of it, and return whether all went well."""
    done = []
    try:
        with tempfile.TemporaryDirectory() as scratch:
            compile_for(name, Path(scratch))
            done.append("compiled and linked")
            if emulator := _emulator(name):
                done.append(f"ran, {run_program(name, emulator, Path(scratch))}")
    except subprocess.CalledProcessError as problem:
        print(problem.stderr, file=sys.stderr)
        done.append(f"FAILED, exit status {problem.returncode}")
    print(f"{name}: {'; '.join(done)}", flush=True)
    return not done[-1].startswith("FAILED")


def compile_for(name: str, scratch: Path) -> None:
    """Compile and link the module for a target; a warning is an error."""
    include = Path(sysconfig.get_path("include"))
    target = Target(TARGETS[name], include, libraries=scratch)
    if target.is_windows:
        target = replace(target, include=_windows_headers(include, scratch / "include"))
        _make_import_library(target)
    built = scratch / f"core{target.suffix}"
    line = command([*ZIG, "cc", "-target", name], target, sorted(SOURCES.glob("*.c")), built, scratch, OPTIONS)
    _run(["-shared" if word == "-bundle" else word for word in line])  # zig's linker does not make bundles


def run_program(name: str, emulator: str, scratch: Path) -> str:
    """Compile the test of injected faults for a target, run it on the seeds of the fuzzer, and return what it says."""
    core = [path for path in sorted(SOURCES.glob("*.c")) if path.name != "core.c"]
    program = scratch / "faults.exe"
    options = ["-std=c11", "-O3", "-D_POSIX_C_SOURCE=200809L", "-DRIDGELINE_CHECKS", "-DRIDGELINE_FAULTS", "-static"]
    sources = [*core, *(PROGRAM / f"{each}.c" for each in ("inputs", "checks", "faults"))]
    folders = [f"-I{SOURCES}", f"-I{PROGRAM}"]
    _run([*ZIG, "cc", "-target", name, *options, *folders, *map(str, sources), "-o", str(program), "-lm"])
    return _run([emulator, str(program), *map(str, sorted((PROGRAM / "seeds").iterdir()))]).strip()


def _emulator(name: str) -> str | None:
    return next((each for each in map(shutil.which, _EMULATORS.get(name, ())) if each), None)


def _run(line: list[str]) -> str:
    return subprocess.run(line, check=True, capture_output=True, text=True).stdout  # noqa: S603


def _windows_headers(include: Path, folder: Path) -> Path:
    """A copy of Python's headers with another pyconfig.h; Python.h takes the one beside it."""
    shutil.copytree(include, folder)
    (folder / "pyconfig.h").write_text(_WINDOWS_CONFIGURATION, encoding="utf-8")
    return folder


def _make_import_library(target: Target) -> None:
    """Make a python3.lib of all that Python's headers declare."""
    definition = target.libraries / "python3.def"
    definition.write_text("\n".join(("EXPORTS", *_exports(target.include))), encoding="utf-8")
    library = target.libraries / "python3.lib"
    machine = _DLLTOOL_MACHINES[target.platform]
    _run([*ZIG, "dlltool", "-m", machine, "-D", "python3.dll", "-d", str(definition), "-l", str(library)])


def _exports(include: Path) -> list[str]:
    """The functions and the data of Python, as lines of a .def file."""
    headers = "".join(path.read_text(encoding="utf-8") for path in sorted(include.glob("*.h")))
    functions = set(re.findall(r"PyAPI_FUNC\([^)]*\)\s*(\w+)", headers))
    functions |= set(re.findall(r"\b_Py\w+_SizeT\b", headers))  # macros make them of others
    data = set(re.findall(r"PyAPI_DATA\([^)]*\)\s*(\w+)", headers))
    return [*sorted(functions), *(f"{name} DATA" for name in sorted(data))]


if __name__ == "__main__":
    sys.exit(main())
