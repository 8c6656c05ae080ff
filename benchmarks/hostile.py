"""Run ridgeline on pages made to break it: no exception, no hang, no excessive memory, and the visible text is found.

Takes a folder with the pages and a `manifest.json`, whose rows say what a browser shows of each page: `file`,
`category`, `visible` (article, text or none) and `markers`, phrases of the article. The exit code is 1 if the
requirements are not met.

    python -m tests.hostile pages                                    # writes the corpus
    python benchmarks/hostile.py pages --all-views
    python -m tests.hostile reproductions --reproductions            # and the pages that did harm once
    python benchmarks/hostile.py reproductions --all-views

Text alone is measured first, then all views of one extraction together. The bound on memory is for any one view: those
of a page that exceeds it with all of them are measured one by one.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import ridgeline
from report import Table, progress_bar, wide_console
from supervisor import Answer, BenchmarkError, Worker

# The requirements of the collection.
CPU_SECONDS = 2.0  # for text
ALL_CPU_SECONDS = 5.0  # for all views
BYTES_PER_BYTE, MORE_BYTES = 12, 60_000_000  # of memory, for a page's bytes and beyond
ARTICLES_LOST = 5  # of 277

# A page over the limit runs on for a while, so that the report can say by how much, and is then killed.
KILL_CPU_SECONDS = 4 * ALL_CPU_SECONDS
ADDRESS_SPACE = 8 * 2**30  # a decompression bomb must not exhaust the machine

VIEWS = ("text", "markdown", "html", "json", "cleaneval", "tei", "csv", "metadata", "posts", "status")


@dataclass(frozen=True, slots=True)
class HostilePage:
    """A row of the manifest."""

    path: Path
    category: str
    visible: str
    markers: tuple[str, ...]

    @property
    def max_bytes(self) -> int:
        """The memory that reading it may take. A compressed page counts as what may be unpacked of it."""
        size = self.path.stat().st_size
        return MORE_BYTES + BYTES_PER_BYTE * (ridgeline.Limits().characters if self.category == "compressed" else size)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A page, the answer for its text, and those for views by name; "all" for all of them together."""

    page: HostilePage
    answer: Answer
    views: Mapping[str, Answer] = field(default_factory=dict)

    @property
    def raised(self) -> bool:
        """Whether it raised an exception or ended the process."""
        return any(answer.error and not answer.timed_out for answer in (self.answer, *self.views.values()))

    @property
    def slow(self) -> bool:
        """Whether its text took more CPU time than allowed."""
        return self.answer.timed_out or (self.answer.seconds or 0.0) > CPU_SECONDS

    @property
    def slow_views(self) -> bool:
        """Whether all views took more CPU time than allowed."""
        answer = self.views.get("all", Answer(seconds=0.0))
        return answer.timed_out or (answer.seconds or 0.0) > ALL_CPU_SECONDS

    @property
    def grown_bytes(self) -> Mapping[str, int]:
        """The memory that each view took, where it was measured; "all" where all of them are within the bound."""
        answers = {"text": self.answer, **self.views}
        if len(self.views) > 1:
            del answers["all"]
        return {name: answer.grown_bytes for name, answer in answers.items()}

    @property
    def large(self) -> Mapping[str, int]:
        """The views that took more memory than allowed."""
        return {name: size for name, size in self.grown_bytes.items() if size > self.page.max_bytes}

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
        return [measure(page, worker, views) for page in progress.track(pages, description="extracting")]


def measure(page: HostilePage, worker: Worker, views: Sequence[str]) -> Outcome:
    """Extract from one page: its text, all views, and each of them where they take much memory together."""

    def ask(*wanted: str) -> Answer:
        (answer,) = worker.ask([{"path": str(page.path.resolve()), "views": wanted, "trim": True}])
        return answer

    outcome = Outcome(page, ask())
    if not views or outcome.answer.error:
        return outcome
    outcome = Outcome(page, outcome.answer, {"all": ask(*views)})
    if not outcome.large or outcome.raised:
        return outcome
    return Outcome(page, outcome.answer, {**outcome.views, **{view: ask(view) for view in views if view != "text"}})


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
    for name, other in {"text": answer, **outcome.views}.items():
        if other.error:
            yield f"{name}: {other.error}"
    if outcome.slow and not answer.error:
        yield f"{answer.seconds:.1f} s of CPU time for text"
    if outcome.slow_views and not outcome.views["all"].error:
        yield f"{outcome.views['all'].seconds:.1f} s of CPU time for all views"
    if outcome.large:
        sizes = ", ".join(f"{name} {size / 1e6:.0f}" for name, size in outcome.large.items())
        yield f"MB of memory: {sizes}; {outcome.page.max_bytes / 1e6:.0f} allowed"
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
        (f"over {CPU_SECONDS:g} s of CPU time for text", sum(outcome.slow for outcome in outcomes)),
        (f"over {ALL_CPU_SECONDS:g} s of CPU time for all views", sum(outcome.slow_views for outcome in outcomes)),
        (f"over {BYTES_PER_BYTE} bytes a byte + {MORE_BYTES // 10**6} MB", sum(bool(each.large) for each in outcomes)),
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
    largest = max(outcomes, key=lambda outcome: max(outcome.grown_bytes.values()) / outcome.page.max_bytes)
    rows = [(f"slowest: {slowest.page.path.name}", f"{slowest.answer.seconds or 0:.2f} s", f"{CPU_SECONDS:g} s")]
    if all("all" in outcome.views for outcome in outcomes):
        slowest = max(outcomes, key=lambda outcome: outcome.views["all"].seconds or 0.0)
        seconds = slowest.views["all"].seconds or 0.0
        rows.append((f"slowest, all views: {slowest.page.path.name}", f"{seconds:.2f} s", f"{ALL_CPU_SECONDS:g} s"))
    grown = max(largest.grown_bytes.values())
    allowed = f"{largest.page.max_bytes / 1e6:.0f} MB"
    return [*rows, (f"nearest to its memory: {largest.page.path.name}", f"{grown / 1e6:.0f} MB", allowed)]


if __name__ == "__main__":
    sys.exit(main())
