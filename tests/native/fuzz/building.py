"""Compiles the core without Python, with a sanitizer, into the programs of this package."""

import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
CORE = Path(__file__).parents[3] / "src" / "ridgeline" / "_native"
TARGETS = ("parser", "reader", "writer", "built", "words", "model", "styles")

# -gdwarf-4: valgrind 3.19 cannot read what clang writes by default.
_OPTIONS = ("-std=c11", "-D_POSIX_C_SOURCE=200809L", "-gdwarf-4", "-fno-omit-frame-pointer")
_ASSERTIONS = "-DRIDGELINE_CHECKS"
_SHARED = ("inputs.c", "checks.c", "uses.c")
_NOT_CORE = frozenset({"core.c", "memory.c"})  # the glue to Python; what each kind of build chooses


@dataclass(frozen=True)
class Kind:
    """A way to compile: with which compiler, which options, and whose memory."""

    name: str
    compiler: str
    options: tuple[str, ...]
    linking: tuple[str, ...] = ()
    memory: Path = FOLDER / "exact_memory.c"
    has_driver: bool = True  # whether a fuzz target needs driver.c for its main


_CHECKED = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-O1", _ASSERTIONS)

# The stack on which gcc 12 looks for uses after a return does not align vectors of 64 bytes, though it stores them so.
_PLAIN_STACK = ("--param", "asan-use-after-return=0")


@cache
def compilers() -> tuple[str, ...]:
    """The C compilers that are installed, the best for fuzzing first."""
    return tuple(name for name in ("clang", "gcc", "cc") if shutil.which(name))


def has_sanitizers() -> bool:
    """Whether anything can be built: there is a compiler, and it has the sanitizers."""
    return bool(compilers()) and links(compilers()[0], _CHECKED[0], "int main(void) { return 0; }")


def fuzzing_kind() -> Kind:
    """The build of a fuzz target: libFuzzer where it is there, else the driver of our own."""
    for compiler in compilers():
        if links(compiler, "-fsanitize=fuzzer,address,undefined", "int LLVMFuzzerTestOneInput(void) { return 0; }"):
            # The dictionary does what tracing comparisons would, at half of the cost.
            options = ("-fsanitize=fuzzer-no-link", "-fno-sanitize-coverage=trace-cmp", *_CHECKED)
            return Kind("libfuzzer", compiler, options, ("-fsanitize=fuzzer,address,undefined",), has_driver=False)
    coverage = "-fsanitize-coverage=trace-pc"
    is_known = links(compilers()[0], coverage, "void __sanitizer_cov_trace_pc(void) {} int main(void) { return 0; }")
    return Kind(
        "driver", compilers()[0], (*_CHECKED, *((coverage,) if is_known else ())), ("-fsanitize=address,undefined",)
    )


def faults_kind(*, exact: bool) -> Kind:
    """The build for fault injection: every block an allocation of its own, or the pools of the core."""
    memory = FOLDER / "exact_memory.c" if exact else CORE / "memory.c"
    name = "faults-exact" if exact else "faults"
    return Kind(name, compilers()[0], ("-DRIDGELINE_FAULTS", *_CHECKED), ("-fsanitize=address,undefined",), memory)


def plain_kind(*, exact: bool) -> Kind:
    """A build without sanitizers: for valgrind, and to measure time."""
    memory = FOLDER / "exact_memory.c" if exact else CORE / "memory.c"
    return Kind("plain-exact" if exact else "plain", compilers()[-1], ("-O2", _ASSERTIONS), memory=memory)


def threads_kind() -> Kind | None:
    """The build under ThreadSanitizer, if a compiler has it."""
    return _sanitized("threads", "-fsanitize=thread", CORE / "memory.c")


def memory_sanitizer_kind() -> Kind | None:
    """The build under MemorySanitizer, if a compiler has it."""
    return _sanitized("memory", "-fsanitize=memory", FOLDER / "exact_memory.c")


def _sanitized(name: str, option: str, memory: Path) -> Kind | None:
    for compiler in compilers():
        if links(compiler, option, "int main(void) { return 0; }"):
            return Kind(name, compiler, (option, "-O1", _ASSERTIONS), (option,), memory)
    return None


@cache
def links(compiler: str, option: str, source: str) -> bool:
    """Whether a compiler makes a program of this source with this option."""
    command = [compiler, option, "-x", "c", "-", "-o", os.devnull]
    return subprocess.run(command, input=source.encode(), capture_output=True).returncode == 0


def build(program: str, kind: Kind, folder: Path) -> Path:
    """Compile a program (fuzz_parser, faults, threads, …) into a folder, unless it is there; its path."""
    folder = shared(folder)
    built = folder / f"{program}-{kind.name}"
    if built.exists():
        return built
    core = [path for path in sorted(CORE.glob("*.c")) if path.name not in _NOT_CORE]
    sources = [*core, kind.memory, *(FOLDER / name for name in _SHARED), FOLDER / f"{program}.c"]
    if program.startswith("fuzz_") and kind.has_driver:
        sources.append(FOLDER / "driver.c")
    objects = folder / "-".join(("objects", kind.compiler, *kind.options)).replace("=", "-")  # kinds may share them
    objects.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        compiled = list(pool.map(lambda source: _compile(source, kind, objects), sources))
    run_compiler([kind.compiler, *kind.linking, *map(str, compiled), "-lm", "-lpthread"], built)
    return built


def shared(folder: Path) -> Path:
    """The folder in which something is built, which was made by pytest: all of its workers share one."""
    return folder.parent.parent / "built" if "PYTEST_XDIST_WORKER" in os.environ else folder


def _compile(source: Path, kind: Kind, folder: Path) -> Path:
    compiled = folder / f"{source.parent.name}-{source.stem}.o"
    if not compiled.exists():
        # The driver's own paths are no coverage.
        options = [each for each in kind.options if source.name != "driver.c" or "coverage" not in each]
        if kind.compiler != "clang" and source.stem.startswith("network_") and _CHECKED[0] in options:
            options += _PLAIN_STACK
        run_compiler([kind.compiler, *_OPTIONS, *options, f"-I{CORE}", f"-I{FOLDER}", "-c", str(source)], compiled)
    return compiled


def run_compiler(command: list[str], built: Path) -> None:
    """Write a file, whole or not at all: another worker may be about to read it."""
    built.parent.mkdir(parents=True, exist_ok=True)
    aside = built.with_name(f"{built.name}.{os.getpid()}")
    done = subprocess.run([*command, "-o", str(aside)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{done.stderr}")
    aside.replace(built)
