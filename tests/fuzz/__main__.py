"""The command: see the docstring of the package."""

import argparse
import sys
import time
from pathlib import Path

from ridgeline import _native

from .rendering import BROWSER_TARGETS, fuzz_in_browser, run_harness
from .running import Failure, Outcome, fresh_seed, fuzz
from .targets import TARGETS


def main() -> int:
    """Fuzz the targets that the arguments name; the exit status is 1 where something is wrong."""
    arguments = _parser().parse_args()
    seed = fresh_seed() if arguments.seed is None else arguments.seed
    print(f"{_native.describe()}, seed {seed}", flush=True)
    results = [_fuzz(name, arguments.seconds, seed, arguments.folder) for name in arguments.view or TARGETS]
    return 0 if all(results) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument(
        "view", nargs="*", choices=(*TARGETS, *BROWSER_TARGETS, []), help="default: all but those in a browser"
    )
    parser.add_argument("--seconds", type=float, default=60, help="for each target")
    parser.add_argument("--seed", type=int, help="default: another at every run")
    parser.add_argument("--folder", type=Path, default=Path("fuzz-failures"), help="where failures are written")
    return parser


def _fuzz(name: str, seconds: float, seed: int, folder: Path) -> bool:
    begun = time.monotonic()
    outcome = (
        _in_browser(name, seconds, seed) if name in BROWSER_TARGETS else fuzz(TARGETS[name], seconds=seconds, seed=seed)
    )
    figures = (
        f"{outcome.executions} executions, {time.monotonic() - begun:.0f} s, slowest {outcome.slowest_seconds:.2f} s"
    )
    return _report(name, figures, outcome.failure, folder)


def _in_browser(name: str, seconds: float, seed: int) -> Outcome:
    with run_harness() as harness:
        return fuzz_in_browser(harness, BROWSER_TARGETS[name], seconds=seconds, seed=seed)


def _report(name: str, figures: str, failure: Failure | None, folder: Path) -> bool:
    if failure is None:
        print(f"{name}: {figures}, nothing wrong", flush=True)
        return True
    print(failure.describe())
    print(f"{name}: {figures}, FAILED: {failure.save(folder, name)}", flush=True)
    return False


if __name__ == "__main__":
    sys.exit(main())
