"""Profile summit, and check that it is linear in time, constant in memory, quick to start, and thread-safe.

- The profile: the CPU time of each step from the source to the text, in units of the bare lexbor parse, on one core;
  the best of a few repeats of each page counts.
- Many pages in a row: CPU time and resident memory at checkpoints.
- One page of growing size, made by repeating the paragraphs of a small one.
- `import ridgeline` and a first extraction in a fresh process, beside `import numpy` alone.
- All pages of the set in ten threads and in one: the number of texts that differ.

    python benchmarks/summit_speed.py --data wcxb-dev --pages 10000
"""

import argparse
import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
from selectolax.lexbor import LexborHTMLParser

import ridgeline
from arguments import positive
from measuring import Result, cpu_seconds, resident_megabytes, timed
from report import Table, progress_bar, wide_console
from ridgeline import _native, embedded
from ridgeline.errors import RidgelineError
from ridgeline.lab import datasets
from ridgeline.lab.datasets import Record

LEXBOR = "lexbor, the bare parse"
CHECKPOINTS = 10
SIZES_MEGABYTES = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
STARTS = 9
THREADS = 10
FIRST_PAGE = "<html><body><main><h1>A title</h1><p>One sentence, and another one. A third.</p></main></body></html>"


def main() -> int:
    """Measure and print the tables."""
    options = read_options()
    try:
        records = datasets.load(options.data)
    except RidgelineError as problem:
        print(f"summit_speed: {problem}", file=sys.stderr)
        return 2
    console = wide_console()
    profile_table(options.data, records[:: options.every], options.repeats).show(console)
    pages_table(records, options.pages).show(console)
    sizes_table(options.repeats).show(console)
    start_table().show(console)
    differing = threads_differ(records)
    print(f"{len(records)} pages in {THREADS} threads: {differing} texts differ from those of one thread")
    return 1 if differing else 0


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", default="wcxb-dev", metavar="SET", help="data set (default: wcxb-dev)")
    parser.add_argument("--pages", type=positive, default=10_000, metavar="N", help="in a row (default: 10000)")
    parser.add_argument("--every", type=positive, default=5, metavar="N", help="page for the profile (default: 5)")
    parser.add_argument("--repeats", type=positive, default=3, metavar="N", help="the best of N counts (default: 3)")
    return parser.parse_args()


def profile_table(data: str, records: Sequence[Record], repeats: int) -> Table:
    """Return the table of the cost of each step."""
    total: dict[str, float] = {}
    for record in records:
        best: dict[str, float] = {}
        for _ in range(repeats):
            for step, seconds in steps(record).items():
                best[step] = min(best.get(step, seconds), seconds)
        for step, seconds in best.items():
            total[step] = total.get(step, 0.0) + seconds
    whole = sum(seconds for step, seconds in total.items() if step != LEXBOR)
    rows = [
        (step, f"{1000 * seconds / len(records):.3f}", f"{seconds / total[LEXBOR]:.2f}", f"{seconds / whole:.0%}")
        for step, seconds in total.items()
    ]
    rows.append(("all", f"{1000 * whole / len(records):.3f}", f"{whole / total[LEXBOR]:.2f}", "100%"))
    return Table(
        f"{data}, {len(records)} pages, {_native.describe()}", ("step", "ms a page", "× lexbor", "share"), rows
    )


def steps(record: Record) -> dict[str, float]:
    """Return the CPU time of each step on one page, by the core that runs."""
    extractor = ridgeline.load(ridgeline.DEFAULT_EXTRACTOR)
    clock = _Clock()
    clock.time(LEXBOR, lambda: LexborHTMLParser(record.html))
    page = clock.time("parse", lambda: ridgeline.parse(record.html, url=record.url))
    clock.time("leaves, hidden, breaks", lambda: (page.leaves, page.hidden, page.breaks, page.leaf_lengths))
    clock.time("is the content in data?", lambda: embedded.rebuild(page))
    extraction = clock.time("lines, features, networks, choice", lambda: extractor.extract(page))
    clock.time("is there more in data?", lambda: embedded.complete(page, extraction.keep))
    clock.time("text", lambda: extraction.text)
    return clock.seconds


class _Clock:
    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def time(self, name: str, call: Callable[[], Result]) -> Result:
        self.seconds[name], result = timed(call)
        return result


def pages_table(records: Sequence[Record], pages: int) -> Table:
    """Return the table of time and memory over many pages in a row."""
    rows = []
    spent, step = 0.0, max(1, pages // CHECKPOINTS)
    with progress_bar() as progress:
        task = progress.add_task("pages in a row", total=pages)
        for number in range(pages):
            record = records[number % len(records)]
            spent += cpu_seconds(partial(text_of, record.html, record.url))
            progress.advance(task)
            if (number + 1) % step == 0:
                rows.append(
                    (
                        f"{number + 1}",
                        f"{spent:.1f}",
                        f"{1000 * spent / (number + 1):.2f}",
                        f"{resident_megabytes():.0f}",
                    )
                )
    return Table("many pages in a row", ("pages", "CPU s", "ms a page", "resident MB"), rows)


def text_of(html: str, url: str | None = None) -> str:
    """Return the text of a page."""
    return ridgeline.extract(html, url=url).text


def sizes_table(repeats: int) -> Table:
    """Return the table of time over pages of growing size."""
    piece = "<p>Some sentence with a dozen words in it, which is about as long as most of them.</p>\n"
    rows = []
    for size in SIZES_MEGABYTES:
        page = f"<html><body><main>{piece * round(size * 1e6 / len(piece))}</main></body></html>"
        spent = min(cpu_seconds(partial(text_of, page)) for _ in range(repeats))
        rows.append((f"{size:g}", f"{spent:.3f}", f"{spent / size:.3f}"))
    return Table("one page of growing size", ("MB", "CPU s", "CPU s a MB"), rows)


def start_table() -> Table:
    """Return the table of start-up times in fresh processes, which may use cached bytecode."""
    programs = {
        "import numpy": "import numpy",
        "import ridgeline": "import ridgeline",
        "and a first extraction": f"import ridgeline; ridgeline.extract({FIRST_PAGE!r}).text",
    }
    found: dict[str, list[float]] = {name: [] for name in programs}
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for _ in range(STARTS):
        for name, program in programs.items():
            clocked = f"import time; start = time.process_time()\n{program}\nprint(time.process_time() - start)"
            command = [sys.executable, "-c", clocked]
            answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
            found[name].append(float(answer.stdout))
    rows = [(name, f"{1000 * np.median(spent):.0f}", f"{1000 * min(spent):.0f}") for name, spent in found.items()]
    return Table(f"a fresh process, {STARTS} times", ("program", "CPU ms, median", "least"), rows)


def threads_differ(records: Sequence[Record]) -> int:
    """Return the number of pages that give a different text in ten threads than in one."""

    def digest(record: Record) -> str:
        extraction = ridgeline.extract(record.html, url=record.url)
        answer = f"{extraction.text}\0{extraction.confidence}\0{extraction.page_type}"
        return hashlib.sha256(answer.encode("utf-8", "surrogatepass")).hexdigest()

    with ThreadPoolExecutor(THREADS) as threads:
        together = list(threads.map(digest, records))
    alone = [digest(record) for record in records]
    return sum(one != other for one, other in zip(alone, together, strict=True))


if __name__ == "__main__":
    sys.exit(main())
