"""Measure what `isolated=True` costs: milliseconds a page with and without it, over the golden pages.

Every page is extracted in both ways, in turn, so that other load on the machine affects both alike. The least
wall-clock time of `--runs` rounds counts, because noise only adds time; the figures are means over the pages. The first
isolated page, which starts the process and loads the models, is measured apart, in fresh processes. The exit code is 1
if an answer differs, or if an isolated text costs more than `--limit` times as much as without isolation.

    python benchmarks/isolation.py --runs 9
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median

import ridgeline
from arguments import positive
from report import Table, progress_bar, wide_console
from ridgeline.isolation import end_processes

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
WANTED: dict[str, Sequence[str]] = {
    "text": ("text",),
    "text, Markdown": ("text", "markdown"),
    "text, Markdown, metadata": ("text", "markdown", "metadata"),
}
FIRST_PAGE = """import sys, time, ridgeline
start = time.perf_counter()
ridgeline.extract("<title>T</title><p>One sentence, and another one. A third.</p>", isolated=sys.argv[1] == "1").text
print(time.perf_counter() - start)"""


@dataclass(slots=True)
class Cost:
    """The least seconds of each page, by round."""

    plain: list[float]
    isolated: list[float]

    @property
    def ratio(self) -> float:
        """How many times as much an isolated page costs."""
        return fmean(self.isolated) / fmean(self.plain)


def main() -> int:
    """Measure, print the tables, and compare the answers and the ratio with what they should be."""
    options = read_options()
    pages = [path.read_bytes() for path in sorted(GOLDEN.glob("*/source.html"))]
    wrong = sum(answers(page, isolated=True) != answers(page, isolated=False) for page in pages)
    costs = measure(pages, options.runs)
    end_processes()
    table(costs, len(pages), options.runs).show(wide_console())
    first_table(options.runs).show(wide_console())
    ratio = costs["text"].ratio
    if wrong:
        print(f"isolation: {wrong} of {len(pages)} pages have another answer", file=sys.stderr)
    if ratio > options.limit:
        print(f"isolation: {ratio:.2f} times a plain page is over the limit of {options.limit:g}", file=sys.stderr)
    return 1 if wrong or ratio > options.limit else 0


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=positive, default=9, metavar="N", help="rounds over all pages (default: 9)")
    parser.add_argument("--limit", type=float, default=3.0, help="the highest allowed ratio of a text (default: 3)")
    return parser.parse_args()


def answers(page: bytes, *, isolated: bool) -> list[object]:
    """Return all that the benchmark asks of a page."""
    extraction = ridgeline.extract(page, isolated=isolated)
    return [getattr(extraction, name) for name in ("text", "markdown", "metadata", "status", "cuts")]


def measure(pages: Sequence[bytes], runs: int) -> dict[str, Cost]:
    """Return what each page costs at least, by what is wanted of it."""
    costs = {}
    with progress_bar() as progress:
        for name, views in WANTED.items():
            rounds = [[both(page, views) for page in pages] for _ in progress.track(range(runs), description=name)]
            best = [[min(times) for times in zip(*of_page, strict=True)] for of_page in zip(*rounds, strict=True)]
            costs[name] = Cost([plain for plain, _ in best], [isolated for _, isolated in best])
    return costs


def both(page: bytes, views: Sequence[str]) -> tuple[float, float]:
    """Return the seconds of a page without and with isolation."""
    return seconds_of(lambda: see(page, views, isolated=False)), seconds_of(lambda: see(page, views, isolated=True))


def see(page: bytes, views: Sequence[str], *, isolated: bool) -> None:
    """Extract a page and ask for these views of it."""
    extraction = ridgeline.extract(page, isolated=isolated)
    for view in views:
        getattr(extraction, view)


def seconds_of(work: Callable[[], object]) -> float:
    """Return the wall-clock time that something takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def table(costs: dict[str, Cost], pages: int, runs: int) -> Table:
    """Return the table of pages after the first."""
    rows = [
        (
            name,
            *(f"{1000 * fmean(times):.2f}" for times in (cost.plain, cost.isolated)),
            f"{1000 * (fmean(cost.isolated) - fmean(cost.plain)):.2f}",
            f"{cost.ratio:.2f}",
        )
        for name, cost in costs.items()
    ]
    header = ("wanted", "ms a page", "isolated", "more", "×")
    return Table(f"{pages} golden pages, the least of {runs} rounds", header, rows)


def first_table(runs: int) -> Table:
    """Return the table of the first page of a program, after its imports."""
    times = {name: [first_seconds(name) for _ in range(runs)] for name in ("0", "1")}
    plain, isolated = (min(times[name]) for name in ("0", "1"))
    row = (f"{1000 * plain:.0f}", f"{1000 * isolated:.0f}", f"{1000 * median(times['1']):.0f}")
    header = ("", "ms, least", "isolated", "isolated, median")
    return Table(f"the first page of {runs} programs", header, [("text", *row)])


def first_seconds(isolated: str) -> float:
    """Return the seconds of the first page in a new interpreter."""
    return float(subprocess.check_output([sys.executable, "-c", FIRST_PAGE, isolated], text=True))


if __name__ == "__main__":
    sys.exit(main())
