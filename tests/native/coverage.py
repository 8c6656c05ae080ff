"""Measures how much of the C core its tests run: lines, and both ways of every condition.

    python -m tests.native.coverage                 a line a file; fails below the floors
    python -m tests.native.coverage --missing       also every line, and every way of a condition, that was never run
    python -m tests.native.coverage tests/page      with these tests of Python instead of the usual ones

The core is compiled once with clang's instrumentation. The fuzz targets run over their seeds and corpus, every
allocation fails in turn, and the tests of Python that are about the core run on it. Needs clang and LLVM's tools.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from .fuzz.building import CORE, TARGETS, Kind, build, links, run_compiler
from .fuzz.running import unpack_corpus, write_inputs, write_slow_pages

ROOT = Path(__file__).parents[2]
FLOORS = {"lines": 99.0, "branches": 94.0}  # percent; 99.3 and 94.4 when they were set
TESTS = (
    *("tests/native", "tests/page", "tests/text", "tests/cleanup", "tests/extractors/summit", "tests/test_golden.py"),
    *("tests/output", "tests/structure"),
)
# Programs of the package `fuzz`, which this measures by itself.
_NOT_AGAIN = ("tests/native/test_fuzz.py", "tests/native/test_memory_faults.py", "tests/native/fuzz")
_PROFILING = ("-fprofile-instr-generate", "-fcoverage-mapping")
_KIND = Kind("coverage", "clang", ("-O0", "-fPIC", "-DRIDGELINE_FAULTS", *_PROFILING), _PROFILING, CORE / "memory.c")


@dataclass
class FileCoverage:
    """What was run of a file."""

    lines: dict[int, int] = field(default_factory=dict)  # by line that has code: how often
    branches: dict[tuple[int, int], list[int]] = field(default_factory=dict)  # by line and column: true, false

    def shares(self) -> dict[str, tuple[int, int]]:
        """How many lines and ways of conditions were run, and how many there are."""
        ways = [count for both in self.branches.values() for count in both]
        return {
            "lines": (sum(map(bool, self.lines.values())), len(self.lines)),
            "branches": (sum(map(bool, ways)), len(ways)),
        }

    def missing(self) -> Iterator[str]:
        """What was never run, in order: lines as ranges, conditions with the way that was never gone."""
        never = sorted(line for line, count in self.lines.items() if not count)
        places = []
        for _, run_of_lines in groupby(enumerate(never), lambda pair: pair[1] - pair[0]):
            span = [line for _, line in run_of_lines]
            places.append((span[0], 0, f"{span[0]}-{span[-1]}: never run"))
        for (line, column), ways in self.branches.items():
            for way, count in zip(("true", "false"), ways, strict=True):
                if not count and self.lines.get(line):
                    places.append((line, column, f"{line}:{column}: never {way}"))
        return (text for _, _, text in sorted(places))


def main() -> int:
    """Measure, print, and return 1 where a floor is not reached."""
    arguments = _parser().parse_args()
    if problem := _problem():
        print(problem, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="ridgeline-coverage-") as scratch:
        folder = Path(arguments.folder or scratch)
        module = build_module(folder)
        run_programs(folder)
        run_tests(module, arguments.tests or TESTS, folder)
        files = read_coverage(module, folder)
    return _report(files, arguments.missing)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.native.coverage", description=__doc__)
    parser.add_argument("tests", nargs="*", help="of Python; default: those that are about the core")
    parser.add_argument("--missing", action="store_true", help="list what was never run")
    parser.add_argument("--folder", type=Path, help="where it is built; default: a temporary folder")
    return parser


def _problem() -> str | None:
    if not shutil.which("clang") or not links("clang", _PROFILING[0], "int main(void) { return 0; }"):
        return "coverage of the core is measured with clang, which is not installed here"
    missing = [name for name in ("llvm-profdata", "llvm-cov") if not shutil.which(_tool(name))]
    return f"{' and '.join(missing)} is not installed: it is in the package llvm" if missing else None


def _tool(name: str) -> str:
    """The path of one of LLVM's tools that belongs to the compiler."""
    return subprocess.run(["clang", f"-print-prog-name={name}"], capture_output=True, text=True).stdout.strip()


def build_module(folder: Path) -> Path:
    """Compile the core as the module of Python, in a copy of the package, and return its path."""
    package = folder / "src" / "ridgeline"
    if not package.exists():
        shutil.copytree(CORE.parent, package, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    module = package / "_native" / "_core.abi3.so"
    sources = [str(path) for path in sorted(CORE.glob("*.c"))]
    include = f"-I{sysconfig.get_path('include')}"
    options = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-shared", *_KIND.options, include]
    run_compiler(["clang", *options, *sources, "-lm"], module)
    return module


def run_programs(folder: Path) -> None:
    """Run the fuzz targets over all inputs, and every allocation of the seeds failing."""
    seeds = write_inputs(folder / "inputs")
    large = write_slow_pages(folder / "large", 80_000)
    for target in TARGETS:
        found = sorted(unpack_corpus(target, folder / "corpus" / target).iterdir())
        _run([build(f"fuzz_{target}", _KIND, folder), *seeds, *large, *found], folder)
    _run([build("faults", _KIND, folder), *seeds], folder)


def run_tests(module: Path, tests: Sequence[str], folder: Path) -> None:
    """Run tests of Python on the module."""
    ignored = [f"--ignore={path}" for path in _NOT_AGAIN]
    _run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *ignored, *tests], folder, module.parents[2])


def _run(command: Sequence[str | Path], folder: Path, package: Path | None = None) -> None:
    environment = {**os.environ, "LLVM_PROFILE_FILE": str(folder / "profiles" / "%4m.profraw")}
    if package:
        environment["PYTHONPATH"] = os.pathsep.join(map(str, (package, ROOT)))
        environment |= {"CC": "clang", "CFLAGS": " ".join((*_KIND.options, "-Wno-error"))}  # of parser_hook.py
    done = subprocess.run([str(word) for word in command], cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{done.stdout[-4000:]}{done.stderr[-4000:]}\n{command[0]} failed")


def read_coverage(module: Path, folder: Path) -> dict[str, FileCoverage]:
    """What was run of every file of the core, by its name."""
    merged = folder / "merged.profdata"
    profiles = map(str, sorted((folder / "profiles").iterdir()))
    _run([_tool("llvm-profdata"), "merge", "-sparse", *profiles, "-o", merged], folder)
    command = [_tool("llvm-cov"), "export", str(module), f"-instr-profile={merged}"]
    exported = subprocess.run(command, capture_output=True, check=True).stdout
    data = json.loads(exported)["data"][0]
    own = [each for each in data["files"] if Path(each["filename"]).parent == CORE]  # the others are Python's headers
    files = {each["filename"]: FileCoverage(_lines(each["segments"])) for each in own}
    for function in data["functions"]:
        for line, column, _, _, true, false, file, *_ in function["branches"]:
            if path := files.get(function["filenames"][file]):
                both = path.branches.setdefault((line, column), [0, 0])
                both[0] += true
                both[1] += false
    return {Path(path).name: file for path, file in files.items()}


def _lines(segments: Sequence[Sequence[Any]]) -> dict[int, int]:
    """How often each line was run that has code. A segment holds from its place to the next one."""
    by_line: dict[int, list[Sequence[Any]]] = defaultdict(list)
    for segment in segments:
        by_line[segment[0]].append(segment)
    found: dict[int, int] = {}
    count, is_counted = 0, False  # of the segment that goes on from the line before
    for line in range(min(by_line, default=0), max(by_line, default=0) + 1):
        here = by_line.get(line, [])
        entered = [each[2] for each in here if each[3] and each[4] and not each[5]]
        is_skipped = bool(here) and not here[0][3] and bool(here[0][4])
        if not is_skipped and (is_counted or entered):
            found[line] = max([count if is_counted else 0, *entered])
        if here:
            count, is_counted = here[-1][2], bool(here[-1][3])
    return found


def _report(files: dict[str, FileCoverage], with_missing: bool) -> int:
    totals = {name: [0, 0] for name in FLOORS}
    for name, file in sorted(files.items()):
        shares = file.shares()
        for kind, (run, all_of) in shares.items():
            totals[kind][0] += run
            totals[kind][1] += all_of
        print(f"{name:24}", *(f"{kind} {_percent(*share)}" for kind, share in shares.items()))
        for place in file.missing() if with_missing else ():
            print(f"    {name}:{place}")
    print(f"{'all':24}", *(f"{kind} {_percent(*total)}" for kind, total in totals.items()))
    low = [kind for kind, (run, all_of) in totals.items() if 100 * run < FLOORS[kind] * all_of]
    for kind in low:
        print(f"fewer {kind} are covered than {FLOORS[kind]} %", file=sys.stderr)
    return 1 if low else 0


def _percent(run: int, all_of: int) -> str:
    return f"{100 * run / max(1, all_of):6.2f} % ({run} of {all_of})"


if __name__ == "__main__":
    sys.exit(main())
