"""Run ridgeline on pages made to break it: no exception, no hang, no excessive memory, and the visible text is found.

Takes a folder with the pages and a `manifest.json`, whose rows say what a browser shows of each page: `file`,
`category`, `visible` (article, text or none) and `markers`, phrases of the article. The exit code is 1 if the
requirements are not met.

    python benchmarks/hostile.py FOLDER --extractor summit
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import ridgeline
from report import Table, progress_bar, wide_console
from supervisor import Answer, BenchmarkError, Worker

# The requirements of the collection.
CPU_SECONDS = 5.0
PEAK_BYTES = 2**30
ARTICLES_LOST = 10  # of 275

# A page over the limit runs on for a while, so that the report can say by how much, and is then killed.
KILL_CPU_SECONDS = 4 * CPU_SECONDS
ADDRESS_SPACE = 8 * 2**30  # a decompression bomb must not exhaust the machine

VIEWS = ("markdown", "html", "cleaneval", "metadata", "json")


@dataclass(frozen=True, slots=True)
class HostilePage:
    """A row of the manifest."""

    path: Path
    category: str
    visible: str
    markers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A page, and the answer for it."""

    page: HostilePage
    answer: Answer

    @property
    def raised(self) -> bool:
        """Whether it raised an exception or ended the process."""
        return bool(self.answer.error) and not self.answer.timed_out

    @property
    def slow(self) -> bool:
        """Whether it took more CPU time than allowed."""
        return self.answer.timed_out or (self.answer.seconds or 0.0) > CPU_SECONDS

    @property
    def large(self) -> bool:
        """Whether it took more memory than allowed."""
        return self.answer.peak_bytes > PEAK_BYTES

    @property
    def lost(self) -> tuple[str, ...]:
        """The phrases of an article that are missing from the text."""
        text = fold(self.answer.text)
        return tuple(marker for marker in self.page.markers if fold(marker) not in text)

    @property
    def whole(self) -> bool:
        """Whether no phrase of an article is lost; an article without phrases must give some text."""
        return bool(self.answer.text.strip()) and not self.lost

    @property
    def invented(self) -> bool:
        """Whether a binary file gave text."""
        return self.page.visible == "none" and self.page.path.suffix == ".bin" and bool(self.answer.text.strip())


def main() -> int:
    """Run over the folder, report, and check the requirements."""
    options = read_options()
    try:
        outcomes = run(read_manifest(options.folder), options.extractor, VIEWS if options.all_views else ())
    except BenchmarkError as problem:
        print(f"hostile: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    console = wide_console()
    problems(outcomes).show(console)
    result, passed = check(outcomes)
    result.show(console)
    return 0 if passed else 1


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, help="the pages and their manifest.json")
    parser.add_argument("--extractor", default=ridgeline.DEFAULT_EXTRACTOR, metavar="NAME", help="default: %(default)s")
    parser.add_argument(
        "--all-views", action="store_true", help="ask for Markdown, HTML, metadata … too, not only text"
    )
    return parser.parse_args()


def read_manifest(folder: Path) -> list[HostilePage]:
    """Return the pages of the manifest."""
    try:
        rows = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    except OSError as problem:
        raise BenchmarkError(
            f"{folder} holds no manifest.json: write the pages with their generator first"
        ) from problem
    return [HostilePage(folder / row["file"], row["category"], row["visible"], tuple(row["markers"])) for row in rows]


def run(pages: Sequence[HostilePage], extractor: str, views: Sequence[str]) -> list[Outcome]:
    """Extract from every page, in a process that a page may kill."""
    with (
        Worker(extractor, cpu_seconds=KILL_CPU_SECONDS, address_space=ADDRESS_SPACE) as worker,
        progress_bar() as progress,
    ):
        return [
            Outcome(page, *worker.ask([{"path": str(page.path.resolve()), "views": views}]))
            for page in progress.track(pages, description="extracting")
        ]


def fold(text: str) -> str:
    """Collapse white space."""
    return " ".join(text.split())


def problems(outcomes: Sequence[Outcome]) -> Table:
    """Return the table of pages with problems."""
    rows = [(outcome.page.path.name, reason) for outcome in outcomes for reason in reasons(outcome)]
    return Table("problems", ("page", "problem"), rows, figures=False)


def reasons(outcome: Outcome) -> Iterator[str]:
    """Yield the problems of one page."""
    answer = outcome.answer
    if answer.error:
        yield answer.error
    elif outcome.slow:
        yield f"{answer.seconds:.1f} s of CPU time"
    if outcome.large:
        yield f"{answer.peak_bytes / 2**20:.0f} MiB"
    if outcome.page.visible == "article" and not outcome.whole:
        lost, markers = len(outcome.lost), len(outcome.page.markers)
        yield f"{lost} of {markers} phrases lost; {len(answer.text)} characters of text"
    if outcome.invented:
        yield f"{len(answer.text)} characters of text from a binary file"


def check(outcomes: Sequence[Outcome]) -> tuple[Table, bool]:
    """Return the table of requirements and results, and whether all are met."""
    articles = [outcome for outcome in outcomes if outcome.page.visible == "article"]
    whole = sum(outcome.whole for outcome in articles)
    counts = (
        ("exceptions", sum(outcome.raised for outcome in outcomes)),
        (f"over {CPU_SECONDS:g} s of CPU time", sum(outcome.slow for outcome in outcomes)),
        (f"over {PEAK_BYTES >> 20} MiB", sum(outcome.large for outcome in outcomes)),
        ("binaries that gave text", sum(outcome.invented for outcome in outcomes)),
    )
    needed = len(articles) - ARTICLES_LOST
    rows = [(name, str(count), "0") for name, count in counts]
    rows.append(("articles whole", f"{whole} of {len(articles)}", f"at least {needed}"))
    rows += extremes(outcomes)
    passed = whole >= needed and not any(count for _, count in counts)
    return Table(
        f"{len(outcomes)} hostile pages: {'passed' if passed else 'failed'}", ("", "result", "required"), rows
    ), passed


def extremes(outcomes: Sequence[Outcome]) -> list[tuple[str, str, str]]:
    """Return the page that took longest, and the one that took most memory."""
    slowest = max(outcomes, key=lambda outcome: outcome.answer.seconds or 0.0)
    largest = max(outcomes, key=lambda outcome: outcome.answer.peak_bytes)
    return [
        (f"slowest: {slowest.page.path.name}", f"{slowest.answer.seconds or 0:.2f} s", f"{CPU_SECONDS:g} s"),
        (f"largest: {largest.page.path.name}", f"{largest.answer.peak_bytes >> 20} MiB", f"{PEAK_BYTES >> 20} MiB"),
    ]


if __name__ == "__main__":
    sys.exit(main())
