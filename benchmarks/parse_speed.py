"""Measure the cost of `ridgeline.parse` in units of the bare lexbor parse.

Both take turns on every page, so that other load on the machine affects both. The best of a few repeats counts, because
noise only adds time. The exit code is 1 if the total is more than `--limit` times lexbor's.

    python benchmarks/parse_speed.py --data wcxb-dev --sample 300
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median

from selectolax.lexbor import LexborHTMLParser

import ridgeline
from arguments import positive
from measuring import cpu_seconds
from report import Table, progress_bar, wide_console
from ridgeline.errors import RidgelineError
from ridgeline.lab import datasets
from ridgeline.lab.datasets import Record
from ridgeline.lab.evaluation import spread


@dataclass(frozen=True, slots=True)
class Timing:
    """The best CPU time of each parser on one page."""

    ridgeline_seconds: float
    lexbor_seconds: float
    megabytes: float
    nodes: int

    @property
    def ratio(self) -> float:
        """Ridgeline's time as a multiple of lexbor's."""
        return self.ridgeline_seconds / self.lexbor_seconds


def main() -> int:
    """Time every page, print the table, and compare with the limit."""
    options = read_options()
    try:
        records = spread(datasets.load(options.data), options.sample)
    except RidgelineError as problem:
        print(f"parse_speed: {problem}", file=sys.stderr)
        return 2
    timings = time_pages(records, options.repeats)
    total_ratio = sum(page.ridgeline_seconds for page in timings) / sum(page.lexbor_seconds for page in timings)
    table(options.data, timings, total_ratio).show(wide_console())
    if total_ratio > options.limit:
        print(f"parse_speed: {total_ratio:.2f} times lexbor is over the limit of {options.limit:g}", file=sys.stderr)
        return 1
    return 0


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", default="wcxb-dev", metavar="SET", help="data set (default: wcxb-dev)")
    parser.add_argument("--sample", type=positive, metavar="N", help="only N pages, evenly spread")
    parser.add_argument("--repeats", type=positive, default=3, metavar="N", help="the best of N counts (default: 3)")
    parser.add_argument("--limit", type=float, default=1.0, help="the highest allowed ratio (default: 1)")
    return parser.parse_args()


def time_pages(records: Sequence[Record], repeats: int) -> list[Timing]:
    """Time every page, after one that does not count."""
    time_page(records[0], 1)
    with progress_bar() as progress:
        return [time_page(record, repeats) for record in progress.track(records, description="parsing")]


def time_page(record: Record, repeats: int) -> Timing:
    """Time both parsers in turn on one page."""
    html = record.html
    megabytes = len(html.encode("utf-8", "surrogatepass")) / 1e6
    ours, bare = [], []
    for _ in range(repeats):
        bare.append(cpu_seconds(lambda: LexborHTMLParser(html)))
        ours.append(cpu_seconds(lambda: ridgeline.parse(html)))
    return Timing(min(ours), min(bare), megabytes, len(ridgeline.parse(html)))


def table(data: str, timings: Sequence[Timing], total_ratio: float) -> Table:
    """Return the table of figures."""
    ratios = [page.ratio for page in timings]
    megabytes = sum(page.megabytes for page in timings)
    rows = [
        ("total time, × lexbor", f"{total_ratio:.2f}"),
        ("median page, × lexbor", f"{median(ratios):.2f}"),
        ("95th percentile, × lexbor", f"{sorted(ratios)[int(0.95 * (len(ratios) - 1))]:.2f}"),
        ("ridgeline, MB a second", f"{megabytes / sum(page.ridgeline_seconds for page in timings):.0f}"),
        ("lexbor, MB a second", f"{megabytes / sum(page.lexbor_seconds for page in timings):.0f}"),
        ("nodes a page", f"{fmean(page.nodes for page in timings):.0f}"),
    ]
    return Table(f"{data}: ridgeline.parse beside lexbor, {len(timings)} pages", ("", "value"), rows)


if __name__ == "__main__":
    sys.exit(main())
