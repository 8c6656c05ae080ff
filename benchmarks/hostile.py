"""ridgeline on pages made to break it: nothing raises, hangs or swells, and what a reader would see is found.

Takes a folder that holds the pages and a `manifest.json`, whose rows say what a browser shows of each: `file`,
`category`, `visible` (article, text or none) and `markers`, phrases that a whole article has. Ends with code 1 when
the bar is missed.

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

# The bar of the collection.
CPU_SECONDS = 5.0
PEAK_BYTES = 2**30
ARTICLES_LOST = 10  # of 275

# A page over the bar runs on for a while, so that the report can say by how much, and is then ended.
KILL_CPU_SECONDS = 4 * CPU_SECONDS
ADDRESS_SPACE = 8 * 2**30  # a bomb that is unpacked must not take the machine down

VIEWS = ("markdown", "html", "cleaneval", "metadata", "json")


@dataclass(frozen=True, slots=True)
class HostilePage:
    """A row of the manifest."""

    path: Path
    category: str
    visible: str
    markers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A page and what became of it."""

    page: HostilePage
    answer: Answer

    @property
    def raised(self) -> bool:
        """Whether an exception, or the death of the process, came of it."""
        return bool(self.answer.error) and not self.answer.timed_out

    @property
    def slow(self) -> bool:
        """Whether it took more CPU time than the bar allows."""
        return self.answer.timed_out or (self.answer.seconds or 0.0) > CPU_SECONDS

    @property
    def swollen(self) -> bool:
        """Whether it took more memory than the bar allows."""
        return self.answer.peak_bytes > PEAK_BYTES

    @property
    def lost(self) -> tuple[str, ...]:
        """The phrases of an article that the text lacks."""
        text = fold(self.answer.text)
        return tuple(marker for marker in self.page.markers if fold(marker) not in text)

    @property
    def whole(self) -> bool:
        """Whether nothing of an article is lost; one without phrases to look for must give some text at least."""
        return bool(self.answer.text.strip()) and not self.lost

    @property
    def invented(self) -> bool:
        """Whether a binary file gave text."""
        return self.page.visible == "none" and self.page.path.suffix == ".bin" and bool(self.answer.text.strip())


def main() -> int:
    """Run over the folder, report, and judge."""
    options = read_options()
    try:
        verdicts = judge(read_manifest(options.folder), options.extractor, VIEWS if options.all_views else ())
    except BenchmarkError as problem:
        print(f"hostile: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    console = wide_console()
    problems(verdicts).show(console)
    result, passed = bar(verdicts)
    result.show(console)
    return 0 if passed else 1


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, help="the pages and their manifest.json")
    parser.add_argument("--extractor", default=ridgeline.DEFAULT_EXTRACTOR, metavar="NAME", help="default: %(default)s")
    parser.add_argument(
        "--all-views", action="store_true", help="ask for Markdown, HTML, metadata … too, not only text"
    )
    return parser.parse_args()


def read_manifest(folder: Path) -> list[HostilePage]:
    """The pages that the manifest names."""
    try:
        rows = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    except OSError as problem:
        raise BenchmarkError(
            f"{folder} holds no manifest.json: write the pages with their generator first"
        ) from problem
    return [HostilePage(folder / row["file"], row["category"], row["visible"], tuple(row["markers"])) for row in rows]


def judge(pages: Sequence[HostilePage], extractor: str, views: Sequence[str]) -> list[Verdict]:
    """Extract from every page, in a process that may die of it."""
    with (
        Worker(extractor, cpu_seconds=KILL_CPU_SECONDS, address_space=ADDRESS_SPACE) as worker,
        progress_bar() as progress,
    ):
        return [
            Verdict(page, *worker.ask([{"path": str(page.path.resolve()), "views": views}]))
            for page in progress.track(pages, description="extracting")
        ]


def fold(text: str) -> str:
    """White space as single spaces."""
    return " ".join(text.split())


def problems(verdicts: Sequence[Verdict]) -> Table:
    """The pages that fall short, and how."""
    rows = [(verdict.page.path.name, reason) for verdict in verdicts for reason in reasons(verdict)]
    return Table("what falls short", ("page", "how"), rows, figures=False)


def reasons(verdict: Verdict) -> Iterator[str]:
    """What is wrong with one page."""
    answer = verdict.answer
    if answer.error:
        yield answer.error
    elif verdict.slow:
        yield f"{answer.seconds:.1f} s of CPU time"
    if verdict.swollen:
        yield f"{answer.peak_bytes / 2**20:.0f} MiB"
    if verdict.page.visible == "article" and not verdict.whole:
        lost, markers = len(verdict.lost), len(verdict.page.markers)
        yield f"{lost} of {markers} phrases lost; {len(answer.text)} characters of text"
    if verdict.invented:
        yield f"{len(answer.text)} characters of text from a binary file"


def bar(verdicts: Sequence[Verdict]) -> tuple[Table, bool]:
    """The bar, what was reached, and whether that is enough."""
    articles = [verdict for verdict in verdicts if verdict.page.visible == "article"]
    whole = sum(verdict.whole for verdict in articles)
    counts = (
        ("exceptions", sum(verdict.raised for verdict in verdicts)),
        (f"over {CPU_SECONDS:g} s of CPU time", sum(verdict.slow for verdict in verdicts)),
        (f"over {PEAK_BYTES >> 20} MiB", sum(verdict.swollen for verdict in verdicts)),
        ("binaries that gave text", sum(verdict.invented for verdict in verdicts)),
    )
    needed = len(articles) - ARTICLES_LOST
    rows = [(name, str(count), "0") for name, count in counts]
    rows.append(("articles whole", f"{whole} of {len(articles)}", f"at least {needed}"))
    rows += extremes(verdicts)
    passed = whole >= needed and not any(count for _, count in counts)
    return Table(f"{len(verdicts)} hostile pages: {'passed' if passed else 'missed'}", ("", "got", "bar"), rows), passed


def extremes(verdicts: Sequence[Verdict]) -> list[tuple[str, str, str]]:
    """The page that took longest, and the one that took most memory."""
    slowest = max(verdicts, key=lambda verdict: verdict.answer.seconds or 0.0)
    largest = max(verdicts, key=lambda verdict: verdict.answer.peak_bytes)
    return [
        (f"slowest: {slowest.page.path.name}", f"{slowest.answer.seconds or 0:.2f} s", f"{CPU_SECONDS:g} s"),
        (f"largest: {largest.page.path.name}", f"{largest.answer.peak_bytes >> 20} MiB", f"{PEAK_BYTES >> 20} MiB"),
    ]


if __name__ == "__main__":
    sys.exit(main())
