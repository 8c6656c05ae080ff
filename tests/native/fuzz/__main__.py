"""The command: see the docstring of the package."""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from .building import TARGETS, compilers, faults_kind, memory_sanitizer_kind, threads_kind
from .campaign import campaign, harvest
from .running import Outcome, fuzz, run_program, valgrind, write_inputs


def main() -> int:
    """Run what the arguments ask for; the exit status is 1 where something is wrong."""
    arguments = _parser().parse_args()
    if not compilers():
        print("there is no C compiler", file=sys.stderr)
        return 2
    if arguments.harvest:
        print(harvest(arguments.harvest))
        return 0
    folder = Path(arguments.folder or tempfile.mkdtemp(prefix="ridgeline-fuzz-"))
    results = list(_show(_outcomes(arguments, folder)))
    if all(results) and not arguments.folder:
        shutil.rmtree(folder)
    return 0 if all(results) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.native.fuzz", description=__doc__)
    parser.add_argument("target", nargs="?", choices=(*TARGETS, "all"), default="all")
    parser.add_argument("--seconds", type=float, default=60, help="for each target")
    parser.add_argument("--hours", type=float, help="of a campaign: all targets in turn, with a --folder of its own")
    parser.add_argument("--harvest", type=Path, metavar="FOLDER", help="take over what a campaign has found")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument(
        "--corpus", type=Path, help="where inputs that reach new code are kept, a folder for each target"
    )
    parser.add_argument("--folder", type=Path, help="where programs and crashes go; default: a temporary folder")
    for name in ("valgrind", "memory-sanitizer", "faults", "threads"):
        parser.add_argument(f"--{name}", action="store_true", help="instead of fuzzing")
    return parser


def _outcomes(arguments: argparse.Namespace, folder: Path) -> Iterator[tuple[str, Outcome]]:
    if not (arguments.valgrind or arguments.memory_sanitizer or arguments.faults or arguments.threads):
        yield from _fuzzed(arguments, folder)
        return
    inputs = write_inputs(folder / "inputs")
    if arguments.valgrind:
        yield from valgrind(inputs, folder)
    if arguments.memory_sanitizer:
        for target in TARGETS:
            yield f"{target}, memory sanitizer", run_program(f"fuzz_{target}", memory_sanitizer_kind(), inputs, folder)
    if arguments.faults:
        for exact in (True, False):
            kind = faults_kind(exact=exact)
            yield kind.name, run_program("faults", kind, inputs, folder)
    if arguments.threads:
        yield "threads", run_program("threads", threads_kind(), inputs, folder)


def _fuzzed(arguments: argparse.Namespace, folder: Path) -> Iterator[tuple[str, Outcome]]:
    targets = TARGETS if arguments.target == "all" else (arguments.target,)
    if arguments.hours:
        yield from campaign(targets, arguments.hours, arguments.seconds, folder)
        return
    for target in targets:
        corpus = arguments.corpus / target if arguments.corpus else None
        yield target, fuzz(target, arguments.seconds, folder, corpus, arguments.jobs)


def _show(outcomes: Iterator[tuple[str, Outcome]]) -> Iterator[bool]:
    for name, outcome in outcomes:
        if outcome.is_clean:
            figures = [f"{outcome.executions} executions"] if outcome.executions else outcome.output.split("\n")[-2:-1]
            figures += [f"coverage {outcome.coverage}"] if outcome.coverage is not None else []
            print(f"{name}: {', '.join(figures)}, nothing wrong", flush=True)
        else:
            print(outcome.output[-8000:])
            print(f"{name}: FAILED{f', {outcome.reproducer}' if outcome.reproducer else ''}", flush=True)
        yield outcome.is_clean


if __name__ == "__main__":
    sys.exit(main())
