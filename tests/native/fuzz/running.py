"""Runs the programs of this package."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from .building import FOLDER, TARGETS, Kind, build, fuzzing_kind, plain_kind
from .slow_pages import slow_pages

SEEDS = FOLDER / "seeds"
CORPUS = FOLDER / "corpus"  # an archive for each target: inputs that fuzzing found, minimised
DICTIONARY = FOLDER / "html.dict"
_HURRIED_HEADER = b"0\xf0"  # the default, with a limit of seconds that has passed at once
DEFAULT_HEADER = b"00"  # the limits of ridgeline.page.limits: see read_input in inputs.c
MAX_LENGTH = 8192  # bytes of an input; larger ones are slow with exact_memory.c, and find little more
_SECONDS_OF_ONE = 10  # that a single input may take; most take a thousandth of one

# Leaks can be found on Linux only.
_LEAKS = f"detect_leaks={int(sys.platform == 'linux')}"
_ENVIRONMENT = {
    "ASAN_OPTIONS": f"{_LEAKS}:detect_stack_use_after_return=1:malloc_context_size=8",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    "TSAN_OPTIONS": "halt_on_error=1",
    "MSAN_OPTIONS": "halt_on_error=1",
}


@dataclass(frozen=True)
class Outcome:
    """What became of a run."""

    output: str
    is_clean: bool
    executions: int = 0
    coverage: int | None = None  # edges that were reached
    processor_seconds: float = 0
    reproducer: Path | None = None


def write_inputs(folder: Path) -> list[Path]:
    """Write the seeds as inputs: each under the default limits, and once under others."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for number, seed in enumerate(sorted(SEEDS.glob("*.html"))):
        other = bytes((number * 37 % 256, number * 91 % 192))
        for name, header in (("default", DEFAULT_HEADER), ("other", other)):
            paths.append(folder / f"{seed.stem}.{name}")
            paths[-1].write_bytes(header + seed.read_bytes())
    return paths


def unpack_corpus(target: str, folder: Path) -> Path:
    """Unpack the inputs of a target that are in the repository into a folder, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    archive = CORPUS / f"{target}.zip"
    if archive.exists():
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(folder)
    return folder


def write_slow_pages(folder: Path, size: int) -> list[Path]:
    """Write slow pages of this size as inputs; one of them once more, with little time."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = {name: DEFAULT_HEADER + page for name, page in slow_pages(size).items()}
    pages["lines in no time"] = _HURRIED_HEADER + pages["lines"][len(DEFAULT_HEADER) :]
    paths = []
    for name, page in pages.items():
        paths.append(folder / name.replace(" ", "_"))
        paths[-1].write_bytes(page)
    return paths


def run(command: Sequence[str | Path]) -> Outcome:
    """Run a program to its end."""
    environment = {**os.environ, **_ENVIRONMENT}
    done = subprocess.run([str(each) for each in command], capture_output=True, env=environment)
    output = (done.stdout + done.stderr).decode(errors="replace")
    return Outcome(output, done.returncode == 0, _last_number(r"executions: (\d+)", output) or 0)


def run_program(program: str, kind: Kind | None, inputs: Sequence[Path], folder: Path) -> Outcome:
    """Build a program and run it over the inputs."""
    if kind is None:
        return Outcome("no compiler has this sanitizer", is_clean=False)
    return run([build(program, kind, folder), *inputs])


def replay(target: str, inputs: Sequence[Path], folder: Path) -> Outcome:
    """Run each input once, under the sanitizers."""
    kind = fuzzing_kind()
    return run([build(f"fuzz_{target}", kind, folder), *_fuzzer_limits(kind), *inputs])


def _fuzzer_limits(kind: Kind) -> list[str]:
    return [] if kind.has_driver else [f"-timeout={_SECONDS_OF_ONE}", "-rss_limit_mb=4096"]


def fuzz(
    target: str, seconds: float, folder: Path, corpus: Path | None = None, jobs: int = 1, seed: int = 1
) -> Outcome:
    """Fuzz a target for some seconds, from all inputs that there are and the corpus, to which new ones are added."""
    kind = fuzzing_kind()
    program = build(f"fuzz_{target}", kind, folder)
    seeds = folder / f"inputs-{target}"
    write_inputs(seeds)
    unpack_corpus(target, seeds)
    found = corpus or folder / f"corpus-{target}"
    found.mkdir(parents=True, exist_ok=True)
    command = _driver_command if kind.has_driver else _libfuzzer_command
    environment = {**os.environ, **_ENVIRONMENT}
    running = []
    before = os.times()
    for job in range(jobs):
        crashes = folder / f"crashes-{target}-{job}"
        shutil.rmtree(crashes, ignore_errors=True)
        crashes.mkdir(parents=True)
        arguments = command(program, seconds, seeds, found, crashes, seed + job)
        with (crashes / "log").open("wb") as log:
            running.append((subprocess.Popen(arguments, stdout=log, stderr=log, env=environment), crashes))
    outcome = _together([_outcome(process, crashes) for process, crashes in running])
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return replace(outcome, processor_seconds=spent)


def minimise(target: str, corpus: Path, folder: Path) -> Path:
    """A folder with few and small inputs that reach all edges that those of a corpus reach."""
    kind = fuzzing_kind()
    if kind.has_driver:
        raise RuntimeError("libFuzzer is needed to minimise inputs: install clang")
    program = build(f"fuzz_{target}", kind, folder)
    found = folder / "minimised" / target
    shutil.rmtree(found, ignore_errors=True)
    found.mkdir(parents=True)
    # Without counters: whether an edge is reached, not how often.
    options = ["-merge=1", "-use_counters=0", f"-max_len={MAX_LENGTH}", *_fuzzer_limits(kind)]
    outcome = run([program, *options, found, corpus])
    if not outcome.is_clean:
        raise RuntimeError(outcome.output[-6000:])
    return found


def _libfuzzer_command(program: Path, seconds: float, seeds: Path, corpus: Path, crashes: Path, seed: int) -> list[str]:
    limits = [f"-timeout={_SECONDS_OF_ONE}", "-rss_limit_mb=4096", f"-max_len={MAX_LENGTH}", "-len_control=20"]
    options = [f"-max_total_time={max(1, round(seconds))}", f"-seed={seed}", "-reload=30", "-print_final_stats=1"]
    places = [f"-dict={DICTIONARY}", f"-artifact_prefix={crashes}/", str(corpus), str(seeds)]
    return [str(program), *limits, *options, *places]


def _driver_command(program: Path, seconds: float, seeds: Path, corpus: Path, crashes: Path, seed: int) -> list[str]:
    options = [f"-seconds={seconds}", f"-seed={seed}", f"-max_len={MAX_LENGTH}", f"-dict={DICTIONARY}"]
    inputs = sorted(path for folder in (seeds, corpus) for path in folder.iterdir())
    return [str(program), *options, f"-artifact={crashes / 'crash'}", *map(str, inputs)]


def _outcome(process: subprocess.Popen[bytes], crashes: Path) -> Outcome:
    is_clean = process.wait() == 0
    output = (crashes / "log").read_text(encoding="utf-8", errors="replace")
    executions = _last_number(r"(?:number_of_executed_units|executions): +(\d+)", output) or _last_number(
        r"^#(\d+)", output
    )
    coverage = _last_number(r"(?:cov|coverage): (\d+)", output)
    reproducers = [path for path in sorted(crashes.iterdir()) if path.name != "log"]
    reproducer = None if is_clean or not reproducers else reproducers[0]
    return Outcome(output, is_clean, executions or 0, coverage, reproducer=reproducer)


def _last_number(pattern: str, text: str) -> int | None:
    found = re.findall(pattern, text, re.MULTILINE)
    return int(found[-1]) if found else None


def _together(outcomes: Sequence[Outcome]) -> Outcome:
    worst = next((each for each in outcomes if not each.is_clean), outcomes[0])
    executions = sum(each.executions for each in outcomes)
    coverage = max((each.coverage for each in outcomes if each.coverage is not None), default=None)
    return replace(worst, executions=executions, coverage=coverage)


def valgrind(inputs: Sequence[Path], folder: Path) -> Iterator[tuple[str, Outcome]]:
    """Run each target over the inputs under valgrind, with exact blocks and with the pools of the core."""
    options = ["--error-exitcode=1", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect", "--quiet"]
    for exact in (True, False):
        kind = plain_kind(exact=exact)
        for target in TARGETS:
            program = build(f"fuzz_{target}", kind, folder)
            yield f"{target}, {kind.name}", run(["valgrind", *options, program, *inputs])


def slowest(target: str, inputs: Sequence[Path], folder: Path, repeated_to: int = 0) -> tuple[float, str]:
    """The longest time in seconds that a target took for an input, repeated up to so many bytes, and its name."""
    program = build(f"fuzz_{target}", plain_kind(exact=False), folder)
    outcome = run([program, f"-repeat={max(1, repeated_to)}", *inputs])
    if not outcome.is_clean:
        raise RuntimeError(outcome.output)
    times = re.findall(r"^([\d.]+) (.+)$", outcome.output, re.MULTILINE)
    return max((float(seconds), Path(path).name) for seconds, path in times)
