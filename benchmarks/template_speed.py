"""Measures how fast templates are learnt and applied, and compares the index with comparing every stored block.

For every site with enough pages, templates are learnt from up to 30 pages, and all pages are extracted. The detection
time is the CPU time of `fast-template` on a page that is already parsed; parsing is shown beside it. The systems take
turns on every page, so that other load on the machine affects all alike. The best of a few repeats counts, because
noise only adds time.

Then one site is extracted with more and more stored blocks, made of its own blocks with other words. Comparing with all
of them takes time that grows with their number; the index should not.

    python benchmarks/template_speed.py --data multisite-dev cleanportaleval

The exit code is 1 if detection is slower than `--pages-a-second` (300), or if learning a site from 30 pages, parsing
included, takes more than `--seconds` (2).
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import ridgeline
from arguments import positive
from measuring import cpu_seconds
from report import Table, progress_bar, wide_console
from ridgeline import Page
from ridgeline.errors import RidgelineError
from ridgeline.extractors.templates.block_tree import build_tree
from ridgeline.extractors.templates.content_extractor import ContentExtractor
from ridgeline.extractors.templates.detection import PreparedTemplate
from ridgeline.extractors.templates.fast import FastTemplate
from ridgeline.lab import datasets
from ridgeline.lab.datasets import Record
from ridgeline.lab.evaluation import spread
from ridgeline.lab.study.templates.folds import sites
from ridgeline.sites.templates import StoredBlock, Template

LEARNING_PAGES = 30
STORED_BLOCKS = (100, 1_000, 10_000)
SYSTEMS = ("parse", "fast-template", "fast-template, all", "content-extractor, index", "content-extractor")

System = Callable[[Page], object]  # extracts a page


@dataclass(frozen=True, slots=True)
class Timing:
    """The times of one site."""

    name: str
    pages: int
    learning_seconds: float  # parsing included
    seconds: dict[str, float]  # by system, for all pages


def main() -> int:
    """Time every site, print the tables, and check the limits."""
    options = read_options()
    try:
        by_site = {
            f"{site} ({name})": records for name in options.data for site, records in sites(datasets.load(name)).items()
        }
    except RidgelineError as problem:
        print(f"template_speed: {problem}", file=sys.stderr)
        return 2
    with progress_bar() as progress:
        tracked = progress.track(by_site.items(), description="sites")
        timings = [time_site(name, records, options.repeats) for name, records in tracked]
    console = wide_console()
    site_table(timings).show(console)
    growth_table(max(by_site.values(), key=len), options.repeats).show(console)
    return check_limits(timings, options.pages_a_second, options.seconds)


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    default = ["multisite-dev", "cleanportaleval"]
    parser.add_argument("--data", nargs="+", default=default, metavar="SET", help=f"data sets (default: {default})")
    parser.add_argument("--repeats", type=positive, default=3, metavar="N", help="the best of N counts (default: 3)")
    parser.add_argument(
        "--pages-a-second", type=float, default=300.0, help="the lowest speed of detection (default: 300)"
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="the longest time to learn a site (default: 2)")
    return parser.parse_args()


def time_site(name: str, records: Sequence[Record], repeats: int) -> Timing:
    """Time all systems, fitted to the same pages, in turns on every page."""
    chosen = spread(records, LEARNING_PAGES)
    fast = FastTemplate(site="site.example", drift=0)
    learning = cpu_seconds(lambda: fast.fit([ridgeline.parse(record.html) for record in chosen]))
    pages = [ridgeline.parse(record.html) for record in chosen]
    systems: dict[str, System] = {
        "fast-template": fast.extract,
        "fast-template, all": detection(fast.templates[0], "all"),
        "content-extractor, index": ContentExtractor(comparison="index").fit(pages).extract,
        "content-extractor": ContentExtractor().fit(pages).extract,
    }
    seconds = dict.fromkeys(SYSTEMS, 0.0)
    for record in records:
        for system, best in time_page(record, systems, repeats).items():
            seconds[system] += best
    return Timing(name, len(records), learning, seconds)


def detection(template: Template, comparison: str) -> System:
    """The detection phase alone, with one way of comparing."""
    prepared = PreparedTemplate(template, comparison)
    return lambda page: prepared.detect(build_tree(page, template.tags))


def time_page(record: Record, systems: dict[str, System], repeats: int) -> dict[str, float]:
    """The best times of parsing and of every system. Each gets a newly parsed page, because a page caches results."""
    best = dict.fromkeys(("parse", *systems), float("inf"))
    for _ in range(repeats):
        best["parse"] = min(best["parse"], cpu_seconds(lambda: ridgeline.parse(record.html)))
        for name, system in systems.items():
            best[name] = min(best[name], extraction_seconds(system, ridgeline.parse(record.html)))
    return best


def extraction_seconds(system: System, page: Page) -> float:
    """The CPU time of one extraction."""
    return cpu_seconds(lambda: system(page))


def site_table(timings: Sequence[Timing]) -> Table:
    """The table with a row per site, and one for all sites."""
    rows = [row(timing) for timing in timings]
    pages = sum(timing.pages for timing in timings)
    total = {name: sum(timing.seconds[name] for timing in timings) for name in SYSTEMS}
    rows.append(row(Timing("all", pages, max(timing.learning_seconds for timing in timings), total)))
    headings = ("site", "pages", "learning, s", *(f"{name}, ms" for name in SYSTEMS), "pages a second", "with parsing")
    return Table(
        "CPU time per page; pages a second of fast-template (last row, learning: the slowest site)", headings, rows
    )


def row(timing: Timing) -> tuple[str, ...]:
    """The table row of a site."""
    detection, parsing = timing.seconds["fast-template"], timing.seconds["parse"]
    return (
        timing.name,
        f"{timing.pages}",
        f"{timing.learning_seconds:.2f}",
        *(f"{1000 * timing.seconds[name] / timing.pages:.2f}" for name in SYSTEMS),
        f"{timing.pages / detection:.0f}",
        f"{timing.pages / (detection + parsing):.0f}",
    )


def growth_table(records: Sequence[Record], repeats: int) -> Table:
    """The time per page with more and more stored blocks, and its ratio to the first."""
    (template, *_) = (
        FastTemplate(site="site.example").fit([ridgeline.parse(r.html) for r in records[:LEARNING_PAGES]]).templates
    )
    sample = spread(records, 10)
    rows: list[tuple[str, ...]] = []
    first: dict[str, float] = {}
    for count in STORED_BLOCKS:
        grown = with_blocks(template, count)
        figures = []
        for comparison in ("index", "all"):
            system = {"it": detection(grown, comparison)}
            best = sum(time_page(record, system, repeats)["it"] for record in sample) / len(sample)
            first.setdefault(comparison, best)
            figures += [f"{1000 * best:.2f}", f"{best / first[comparison]:.2f}"]
        rows.append((f"{count:,}", *figures))
    headings = ("stored blocks", "by index, ms", "× the first", "with all, ms", "× the first")
    return Table("One page against more and more stored blocks", headings, rows)


def with_blocks(template: Template, count: int) -> Template:
    """A template with `count` blocks: its own, and copies in which every word has a number appended."""
    own = template.blocks
    blocks = [
        StoredBlock(path, " ".join(f"{word}{position // len(own)}" for word in text.split()), *counts)
        if position >= len(own)
        else own[position]
        for position in range(count)
        for path, text, *counts in (own[position % len(own)],)
    ]
    return replace(template, blocks=tuple(blocks))


def check_limits(timings: Sequence[Timing], min_pages_a_second: float, max_seconds: float) -> int:
    """The exit code: 1 if a limit is missed, which is reported."""
    reached = sum(timing.pages for timing in timings) / sum(timing.seconds["fast-template"] for timing in timings)
    code = 0
    if reached < min_pages_a_second:
        print(f"template_speed: {reached:.0f} pages a second, fewer than {min_pages_a_second:g}", file=sys.stderr)
        code = 1
    for timing in timings:
        if timing.learning_seconds > max_seconds:
            print(f"template_speed: {timing.name} took {timing.learning_seconds:.1f} s to learn", file=sys.stderr)
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
