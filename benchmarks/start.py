"""Measure what it costs to start: `import ridgeline` and a first extraction, in units of `import numpy`.

Every program runs in many fresh processes, in turn with the others, so that other load on the machine affects all. The
least CPU time counts (user and system, of the whole process), because noise only adds time. Bytecode is cached in a
temporary folder, as it is for an installed package. The exit code is 1 if the import with a first extraction costs more
than `--limit` times as much as `import numpy`.

    python benchmarks/start.py --runs 40
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from statistics import median

from arguments import positive
from report import Table, progress_bar, wide_console

FIRST_PAGE = "<p>One sentence, and another one. A third.</p>"
UNIT, BOUNDED = "import numpy", "import ridgeline, first text"
PROGRAMS: Mapping[str, Sequence[str]] = {
    "pass": ("-c", "pass"),
    UNIT: ("-c", "import numpy"),
    "import ridgeline": ("-c", "import ridgeline"),
    BOUNDED: ("-c", f"import ridgeline; ridgeline.extract({FIRST_PAGE!r}).text"),
    "ridgeline --version": ("-m", "ridgeline", "--version"),
    "ridgeline --help": ("-m", "ridgeline", "--help"),
}


def main() -> int:
    """Run every program many times, print the table, and compare with the limit."""
    options = read_options()
    try:
        spent = run_programs(options.runs)
    except ChildProcessError as problem:
        print(f"start: {problem}", file=sys.stderr)
        return 2
    table(spent).show(wide_console())
    ratio = min(spent[BOUNDED]) / min(spent[UNIT])
    if ratio > options.limit:
        print(f"start: {ratio:.2f} times `{UNIT}` is over the limit of {options.limit:g}", file=sys.stderr)
        return 1
    return 0


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=positive, default=40, metavar="N", help="processes a program (default: 40)")
    parser.add_argument("--limit", type=float, default=1.3, help="the highest allowed ratio (default: 1.3)")
    return parser.parse_args()


def run_programs(runs: int) -> dict[str, list[float]]:
    """Return the CPU seconds of every run by program, after one that writes the bytecode and does not count."""
    spent: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    with tempfile.TemporaryDirectory() as bytecode, progress_bar() as progress:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = bytecode
        for run in progress.track(range(runs + 1), description="starting"):
            for name, arguments in PROGRAMS.items():
                seconds = cpu_seconds_of_process(arguments, environment)
                if run:
                    spent[name].append(seconds)
    return spent


def cpu_seconds_of_process(arguments: Sequence[str], environment: Mapping[str, str]) -> float:
    """Run Python with these arguments and without output, and return the CPU time of the process."""
    nowhere = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    process = os.posix_spawn(sys.executable, [sys.executable, *arguments], environment, file_actions=nowhere)
    _, status, usage = os.wait4(process, 0)
    if status:
        raise ChildProcessError(f"python {' '.join(arguments)} failed with {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime


def table(spent: Mapping[str, Sequence[float]]) -> Table:
    """Return the table of times and ratios."""
    unit = min(spent[UNIT])
    rows = [
        (name, f"{1000 * min(seconds):.0f}", f"{1000 * median(seconds):.0f}", f"{min(seconds) / unit:.2f}")
        for name, seconds in spent.items()
    ]
    runs = len(spent[UNIT])
    return Table(f"a fresh process, {runs} times each", ("program", "CPU ms, least", "median", "× numpy"), rows)


if __name__ == "__main__":
    sys.exit(main())
