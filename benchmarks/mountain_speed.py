"""Measures the speed of the Mountain Model, and whether it is linear: the paper's Figure 8, and more.

Three questions, on the pages of a data set, by CPU time on one core:

- How long does a page take, step by step? The bare lexbor parse is measured beside it, in turns on every page; the best
  of a few repeats counts. Every repeat reads a fresh copy of the source, since Python keeps the UTF-8 of a text once it
  is encoded.
- Is the time linear in the number of pages, and the memory constant? The set is read again and again.
- Is the time of one page linear in its size? Pages are made by repeating a small one with many paragraphs.

    python benchmarks/mountain_speed.py --data news-dev --pages 10000 --plot speed.svg
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from selectolax.lexbor import LexborHTMLParser

import ridgeline
from arguments import positive
from measuring import cpu_seconds, resident_megabytes
from report import Table, progress_bar, wide_console
from ridgeline import _native
from ridgeline.errors import RidgelineError
from ridgeline.extractors.mountain import Mountain
from ridgeline.lab import datasets
from ridgeline.lab.study.mountain.figures import draw_speed

LEXBOR = "lexbor, the bare parse"
CHECKPOINTS = 10
PAPER_PAGES_A_SECOND = 19.5  # section 5
SIZES_MEGABYTES = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The time and memory used after a number of pages."""

    pages: int
    seconds: float
    resident_megabytes: float


def main() -> int:
    """Measure, print the tables, draw."""
    options = read_options()
    try:
        sources = [record.html for record in datasets.load(options.data)]
        mountain = Mountain()
    except RidgelineError as problem:
        print(f"mountain_speed: {problem}", file=sys.stderr)
        return 2
    console = wide_console()
    costs_table(options.data, sources, mountain, options.repeats).show(console)
    checkpoints = many_pages(sources, mountain, options.pages)
    checkpoints_table(checkpoints).show(console)
    seconds = growing_page(sources, mountain, options.repeats)
    sizes_table(seconds).show(console)
    if options.plot is not None:
        pages, total = zip(*((row.pages, row.seconds) for row in checkpoints), strict=True)
        draw_speed(pages, total, SIZES_MEGABYTES, seconds, options.plot)
    return 0


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", default="news-dev", metavar="SET", help="data set (default: news-dev)")
    parser.add_argument(
        "--pages", type=positive, default=10_000, metavar="N", help="the number of pages in a row (default: 10000)"
    )
    parser.add_argument("--repeats", type=positive, default=3, metavar="N", help="the best of N counts (default: 3)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw Figure 8 to a .svg or .png file")
    return parser.parse_args()


def costs_table(data: str, sources: Sequence[str], mountain: Mountain, repeats: int) -> Table:
    """Return the cost of a page, step by step."""
    steps: dict[str, Callable[[str], object]] = {
        LEXBOR: LexborHTMLParser,
        f"ridgeline.parse, {_native.describe()}": ridgeline.parse,
        "parse, mountain: leaves": lambda source: mountain.extract(ridgeline.parse(source)),
        "parse, mountain: text": mountain.primary_text,
    }
    totals = dict.fromkeys(steps, 0.0)
    with progress_bar() as progress:
        for source in progress.track(sources, description="pages"):
            for name, step in steps.items():
                totals[name] += min(cpu_seconds(partial(step, fresh(source))) for _ in range(repeats))
    megabytes = sum(len(source.encode("utf-8", "surrogatepass")) for source in sources) / 1e6
    lexbor = totals[LEXBOR]
    rows = [
        (
            name,
            f"{total / lexbor:.2f}",
            f"{megabytes / total:.0f}",
            f"{len(sources) / total:.0f}",
            f"{len(sources) / total / PAPER_PAGES_A_SECOND:.0f}",
        )
        for name, total in totals.items()
    ]
    title = f"{data}: {len(sources)} pages of {megabytes / len(sources) * 1000:.0f} kB"
    return Table(title, ("", "× lexbor", "MB a second", "pages a second", "× the paper's 19.5"), rows)


def fresh(source: str) -> str:
    """Return a copy."""
    return source[:1] + source[1:]


def many_pages(sources: Sequence[str], mountain: Mountain, pages: int) -> list[Checkpoint]:
    """Extract from the pages of the set again and again, and record time and memory."""
    checkpoints = []
    total = 0.0
    with progress_bar() as progress:
        for number in progress.track(range(pages), description="many pages"):
            total += cpu_seconds(partial(mountain.primary_text, fresh(sources[number % len(sources)])))
            if (number + 1) % max(pages // CHECKPOINTS, 1) == 0:
                checkpoints.append(Checkpoint(number + 1, total, resident_megabytes()))
    return checkpoints


def checkpoints_table(checkpoints: Sequence[Checkpoint]) -> Table:
    """Return time and memory by number of pages."""
    rows = [(f"{row.pages}", f"{row.seconds:.2f}", f"{row.resident_megabytes:.0f}") for row in checkpoints]
    return Table("Figure 8: source to text, page after page", ("pages", "CPU seconds", "resident MB"), rows)


def growing_page(sources: Sequence[str], mountain: Mountain, repeats: int) -> list[float]:
    """Return the best time for a page of each size."""
    small = [source for source in sources if len(source) < min(SIZES_MEGABYTES) * 1e6] or sources
    pattern = max(small, key=lambda source: source.count("<p>"))
    seconds = []
    for size in SIZES_MEGABYTES:
        page = (pattern * (int(size * 1e6) // len(pattern) + 1))[: int(size * 1e6)]
        seconds.append(min(cpu_seconds(partial(mountain.primary_text, fresh(page))) for _ in range(repeats)))
    return seconds


def sizes_table(seconds: Sequence[float]) -> Table:
    """Return time by size, and the exponent of its growth: 1 is linear."""
    exponent = np.polyfit(np.log(SIZES_MEGABYTES), np.log(seconds), 1)[0]
    rows = [
        (f"{size:g}", f"{time_taken * 1000:.1f}", f"{size / time_taken:.0f}")
        for size, time_taken in zip(SIZES_MEGABYTES, seconds, strict=True)
    ]
    return Table(f"One page, growing: time ~ size^{exponent:.2f}", ("MB", "CPU ms", "MB a second"), rows)


if __name__ == "__main__":
    sys.exit(main())
