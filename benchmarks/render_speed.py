"""Measure the pages per second that a core renders, and that `clg` extracts once they are rendered.

The unit is CPU time of this process and all its descendants: Playwright's driver, the browser and its renderers. The
browser is warm: it renders some pages before the measurement starts. The CPU time of `ridgeline.parse` on the same
pages is the reference. The exit code is 1 if rendering or extraction is slower than its limit.

    python benchmarks/render_speed.py --data wcxb-dev --sample 300
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import ridgeline
from arguments import positive
from measuring import timed
from report import Table, progress_bar, wide_console
from ridgeline.errors import RenderError, RidgelineError
from ridgeline.lab import datasets
from ridgeline.lab.datasets import Record
from ridgeline.lab.evaluation import spread
from ridgeline.render import Browser

WARM_UP_PAGES = 20
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(slots=True)
class Totals:
    """Counts, and seconds over all pages."""

    pages: int = 0
    failed: int = 0
    parse: float = 0.0
    render: float = 0.0
    wall_clock: float = 0.0
    extract: float = 0.0


def main() -> int:
    """Measure all pages, print the table, and return the exit code."""
    options = read_options()
    try:
        records = spread(datasets.load(options.data), options.sample)
        totals = measure(records, options.extractor)
    except RidgelineError as problem:
        print(f"render_speed: {problem}", file=sys.stderr)
        return 2
    table(options.data, options.extractor, totals).show(wide_console())
    rendered, extracted = totals.pages / totals.render, totals.pages / totals.extract
    if rendered < options.render_limit or extracted < options.extract_limit:
        print(
            f"render_speed: {rendered:.1f} rendered and {extracted:.0f} extracted per second; "
            f"the limits are {options.render_limit:g} and {options.extract_limit:g}",
            file=sys.stderr,
        )
        return 1
    return 0


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", default="wcxb-dev", metavar="SET", help="data set (default: wcxb-dev)")
    parser.add_argument("--sample", type=positive, metavar="N", help="only N pages, evenly spread")
    parser.add_argument("--extractor", default="clg", metavar="NAME", help="the extractor to measure (default: clg)")
    parser.add_argument(
        "--render-limit", type=float, default=4.0, help="fail below this many pages per second (default: 4)"
    )
    parser.add_argument(
        "--extract-limit", type=float, default=150.0, help="fail below this many pages per second (default: 150)"
    )
    return parser.parse_args()


def measure(records: Sequence[Record], name: str) -> Totals:
    """Measure all pages, after a warm-up."""
    extractor = ridgeline.load(name)
    totals = Totals()
    with Browser() as browser, progress_bar() as progress:
        for record in records[:WARM_UP_PAGES]:
            extractor.extract(browser.lay_out(ridgeline.parse(record.html)))
        for record in progress.track(records, description="rendering"):
            spent, page = timed(lambda html=record.html: ridgeline.parse(html))  # type: ignore[misc]
            before, start = family_time(), time.perf_counter()
            try:
                page = browser.lay_out(page)
            except RenderError as problem:
                print(f"render_speed: {record.id}: {problem}", file=sys.stderr)
                totals.failed += 1
                continue
            totals.render += family_time() - before
            totals.wall_clock += time.perf_counter() - start
            totals.parse += spent
            totals.extract += timed(lambda page=page: extractor.extract(page))[0]  # type: ignore[misc]
            totals.pages += 1
    return totals


def family_time() -> float:
    """Return the CPU time of this process and its descendants, including ended ones, from Linux's /proc."""
    rows = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # it ended
            continue
        rows[int(path.parent.name)] = (int(fields[1]), sum(map(int, fields[11:15])))
    family = {os.getpid()}
    while grown := {process for process, (parent, _) in rows.items() if parent in family} - family:
        family |= grown
    return sum(rows[process][1] for process in family if process in rows) / TICKS


def table(data: str, name: str, totals: Totals) -> Table:
    """Return the results as a table."""
    rows = [
        ("pages rendered per second of CPU time", f"{totals.pages / totals.render:.1f}"),
        ("pages rendered per second of wall-clock time", f"{totals.pages / totals.wall_clock:.1f}"),
        ("CPU time of rendering, × ridgeline.parse", f"{totals.render / totals.parse:.0f}"),
        (f"{name} after rendering, pages per second of CPU time", f"{totals.pages / totals.extract:.0f}"),
        (f"CPU time of {name}, × ridgeline.parse", f"{totals.extract / totals.parse:.2f}"),
        ("pages that could not be rendered", str(totals.failed)),
    ]
    return Table(f"{data}: rendering, {totals.pages} pages", ("", "value"), rows)


if __name__ == "__main__":
    sys.exit(main())
