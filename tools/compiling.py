"""Compiles the core: which compiler, with which options, into which file, and what tag a wheel with it has.

The C has vectors in the notation of gcc and clang, so it needs one of them: cc on Linux and macOS; on Windows clang-cl,
which is part of Visual Studio's Build Tools, or MinGW's gcc. Visual Studio's own cl does not know them. hatch_build.py
calls this when the package is built, and nothing here is part of the installed package.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath

MODULE = "_core"
# -ffp-contract=off: the features of a page are the same numbers whatever compiler and processor made them.
_GNU = ("-std=c11", "-O3", "-ffp-contract=off", "-fvisibility=hidden", "-Wall", "-Wextra")
# /W4 is clang's -Wall -Wextra; its /Wall would be every warning that there is.
_CLANG_CL = ("/nologo", "/std:c11", "/O2", "/clang:-O3", "/clang:-ffp-contract=off", "/W4", "/MD", "/LD")
_WINDOWS_MACHINES = {"win-amd64": "x86_64", "win-arm64": "aarch64", "win32": "i686"}
_MACOS_MACHINES = {"universal2": ("arm64", "x86_64")}
_OLDEST_MACOS = (10, 15)  # the first that has timespec_get
_OLDEST_MACOS_ON_ARM = (11, 0)

_COMPILERS = {
    "linux": "gcc and Python's headers (apt-get install gcc libc6-dev python3-dev; apk add gcc musl-dev python3-dev)",
    "macosx": "Apple's C compiler (xcode-select --install)",
    "win": "clang-cl (in Build Tools for Visual Studio: C++ Clang compiler for Windows) or MinGW's gcc",
}


class CompilationError(Exception):
    """Nothing can compile the core here: one line that says why, and what to install."""

    def __init__(self, reason: str, platform: str) -> None:
        needed = next((text for name, text in _COMPILERS.items() if platform.startswith(name)), "gcc or clang")
        super().__init__(f"ridgeline cannot be compiled: {reason}. Install a wheel of it, or {needed}")


@dataclass(frozen=True)
class Target:
    """The Python, and its platform, that the core is compiled for."""

    platform: str  # as sysconfig.get_platform() has it: linux-x86_64, macosx-11.0-arm64, win-amd64
    include: Path  # the folder of Python.h
    libraries: Path  # the folder of python3.lib; on Windows
    version: str = "311"
    is_free_threaded: bool = False  # without a GIL, and then without the limited API

    @property
    def is_windows(self) -> bool:
        """Whether the module is a DLL of Windows."""
        return self.platform in _WINDOWS_MACHINES

    @property
    def is_macos(self) -> bool:
        """Whether the module is a bundle of macOS."""
        return self.platform.startswith("macosx-")

    @property
    def suffix(self) -> str:
        """The ending of the module's file: one for all versions of Python, if they have a GIL."""
        if self.is_free_threaded:
            return str(sysconfig.get_config_var("EXT_SUFFIX"))
        return ".pyd" if self.is_windows else ".abi3.so"

    @property
    def tag(self) -> str:
        """The tag of a wheel."""
        python = f"cp{self.version}-cp{self.version}t" if self.is_free_threaded else "cp311-abi3"
        return f"{python}-{re.sub('[-.]', '_', self.platform)}"


def this_python(environment: Mapping[str, str] = os.environ) -> Target:
    """The Python that runs this."""
    platform = sysconfig.get_platform()
    return Target(
        platform=macos_platform(platform, environment) if platform.startswith("macosx-") else platform,
        include=Path(sysconfig.get_path("include")),
        libraries=Path(sys.base_prefix, "libs"),
        version=f"{sys.version_info.major}{sys.version_info.minor}",
        is_free_threaded=bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    )


def macos_platform(platform: str, environment: Mapping[str, str]) -> str:
    """The platform with the processors of ARCHFLAGS and the system of MACOSX_DEPLOYMENT_TARGET, where they are set."""
    _, system, machine = platform.split("-")
    machines = tuple(sorted(set(re.findall(r"-arch\s+(\S+)", environment.get("ARCHFLAGS", "")))))
    if machines:
        machine = "universal2" if len(machines) > 1 else machines[0]
    oldest = _OLDEST_MACOS_ON_ARM if machine == "arm64" else _OLDEST_MACOS
    wanted = environment.get("MACOSX_DEPLOYMENT_TARGET") or system
    major, minor = max(oldest, (*map(int, wanted.split(".")[:2]), 0)[:2])
    return f"macosx-{major}.{minor if major < 11 else 0}-{machine}"  # from 11 on, tags have no minor versions


def compile_core(folder: Path, built: Path, target: Target | None = None) -> None:
    """Compile all C files of a folder into one module of Python; CC and CFLAGS choose the compiler and more options."""
    target = target or this_python()
    compiler = find_compiler(target, os.environ)
    if not (target.include / "Python.h").exists():
        raise CompilationError("Python's headers are not installed", target.platform)
    built.parent.mkdir(parents=True, exist_ok=True)
    options = shlex.split(os.environ.get("CFLAGS", ""))
    with tempfile.TemporaryDirectory() as scratch:
        line = command(compiler, target, sorted(folder.glob("*.c")), built, Path(scratch), options)
        if subprocess.run(line).returncode:  # noqa: S603
            raise CompilationError(f"{compiler[0]} failed, as it says above", target.platform)


def find_compiler(target: Target, environment: Mapping[str, str]) -> list[str]:
    """The words that a command begins with: those of CC, or the first usual compiler that is installed."""
    chosen = environment.get("CC", "")
    if chosen:
        compiler = shlex.split(chosen, posix=not target.is_windows)
        if _name(compiler) == "cl":
            raise CompilationError("Visual Studio's cl does not know vector types, clang-cl does", target.platform)
        if shutil.which(compiler[0].strip('"')) is None:
            raise CompilationError(f"CC names {compiler[0]}, which is not installed", target.platform)
        return [word.strip('"') for word in compiler]
    usual = ("clang-cl", "gcc") if target.is_windows else ("cc", "gcc", "clang")
    for name in usual:
        if shutil.which(name):
            return [name]
    if installed := _clang_cl_of_visual_studio(environment):
        return [str(installed)]
    raise CompilationError(f"there is no {' or '.join(usual)}", target.platform)


def _clang_cl_of_visual_studio(environment: Mapping[str, str]) -> Path | None:
    """The clang-cl of the newest Visual Studio, which is on PATH in its own command prompts alone."""
    pattern = "Microsoft Visual Studio/*/*/VC/Tools/Llvm/x64/bin/clang-cl.exe"
    folders = [environment[name] for name in ("ProgramFiles(x86)", "ProgramFiles") if name in environment]
    return next((path for folder in folders for path in sorted(Path(folder).glob(pattern), reverse=True)), None)


def command(
    compiler: Sequence[str],
    target: Target,
    sources: Sequence[Path],
    built: Path,
    scratch: Path,
    options: Sequence[str] = (),
) -> list[str]:
    """The command that compiles and links the sources; what it writes on its way goes into the folder `scratch`."""
    if _name(compiler) == "clang-cl":
        own, linking = _clang_cl_options(target, built, scratch), _clang_cl_linking(target, scratch)
    else:
        own, linking = [*_GNU, *_gnu_options(target)], ["-o", str(built), *_gnu_linking(target)]
    if target.is_free_threaded:
        # core.c asks before Python.h can say it; and on Windows, where all Pythons share their headers, none says it.
        own.append("-DPy_GIL_DISABLED=1")
    return [*compiler, *own, *options, f"-I{target.include}", *map(str, sources), *linking]


def _name(compiler: Sequence[str]) -> str:
    """The name of a compiler, without its folder and .exe."""
    name = PureWindowsPath(compiler[0].strip('"')).name.lower()
    return name.removesuffix(".exe")


def _gnu_options(target: Target) -> list[str]:
    if target.is_windows:
        return []
    if not target.is_macos:
        return ["-D_POSIX_C_SOURCE=200809L", "-fPIC"]
    _, system, machine = target.platform.split("-")
    machines = _MACOS_MACHINES.get(machine, (machine,))
    return ["-fPIC", f"-mmacosx-version-min={system}", *(word for each in machines for word in ("-arch", each))]


def _gnu_linking(target: Target) -> list[str]:
    if target.is_windows:
        # Users' machines do not have MinGW's libgcc.
        return ["-shared", "-static-libgcc", f"-L{target.libraries}", f"-l{_import_library(target)}", "-lm"]
    # Python's symbols are found when the module is loaded, which macOS wants to be told.
    return ["-bundle", "-undefined", "dynamic_lookup"] if target.is_macos else ["-shared", "-lm"]


def _clang_cl_options(target: Target, built: Path, scratch: Path) -> list[str]:
    triple = f"--target={_WINDOWS_MACHINES[target.platform]}-pc-windows-msvc"
    # A folder ends with a separator, which tells it from a file.
    return [*_CLANG_CL, triple, f"/Fo{scratch}{os.sep}", f"/Fe{built}"]


def _clang_cl_linking(target: Target, scratch: Path) -> list[str]:
    # Python.h names the import library. The one of this module is of no use to anybody.
    return ["/link", f"/LIBPATH:{target.libraries}", f"/IMPLIB:{scratch / MODULE}.lib"]


def _import_library(target: Target) -> str:
    return f"python{target.version}t" if target.is_free_threaded else "python3"
