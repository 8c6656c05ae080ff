"""Compare the structure that ridgeline's Markdown keeps with that of its peers: headings, lists, tables, code, …

    python benchmarks/structure.py                                      # the golden pages
    python benchmarks/structure.py --data wcxb-dev --sample 300         # structure kept within a gold text
    python benchmarks/structure.py --losses tables --pages FOLDER       # the pages behind a figure

All systems run in turns on the same pages, as in `compare.py`, each with the settings in `worker.py`. There are two
gold standards:

    golden      The expected Markdown of the golden pages (tests/golden). They are the project's own, written before the
                peers were run on them, and ridgeline's writers follow the same conventions: they flatter it.
                Elements that are missing and elements too many both count (`ridgeline.lab.metrics.structure`).
    a data set  The elements of the page itself whose words are in the gold text
                (`ridgeline.lab.metrics.source_structure`): they have to come out as such elements. What is written
                beside them does not count against a system, except in the row of text. So a converter of whole
                pages shows how much can be kept, and is never counted as the best.

A figure is the mean over the pages where the gold standard has an element of the kind (their number is the first
column) and, on the golden pages, over those where the system writes one that it should not. A page that a system fails
on counts as empty.
"""

import argparse
import contextlib
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import ridgeline
from arguments import positive
from compare import CHUNK_PAGES, INTERRUPTED
from peers import DEFAULT_FOLDER, peers_python
from report import MISSING, Table, figure, progress_bar, wide_console, write
from ridgeline.errors import RidgelineError
from ridgeline.lab import datasets, golden
from ridgeline.lab.datasets import Record
from ridgeline.lab.evaluation import spread
from ridgeline.lab.golden import GoldenPage
from ridgeline.lab.golden.scores import golden_words
from ridgeline.lab.metrics import is_spaceless, split_words
from ridgeline.lab.metrics.markdown_structure import Splitter, folded_words, read_markdown_structure
from ridgeline.lab.metrics.source_structure import base_address, gold_structure, image_names, with_image_names
from ridgeline.lab.metrics.structure import Scores, Structure, kept_shares, structure_scores
from supervisor import Answer, BenchmarkError, Worker
from worker import MARKDOWN, MARKDOWN_PEERS

GOLDEN = "golden"
WHOLE_PAGE = "html-to-markdown"  # no extractor of content: beside the others, never the best

Measure = Callable[[Structure, Structure], Scores]


@dataclass(frozen=True, slots=True)
class Task:
    """A page and what is expected of its Markdown.

    Relative addresses in it are resolved against `base`, and `images` says which files are the same image.
    """

    page: str
    html: str
    url: str | None
    base: str | None
    images: Mapping[str, str]
    gold: Structure
    split: Splitter
    measure: Measure


@dataclass(frozen=True, slots=True)
class Result:
    """One system on one page."""

    page: str
    expected: frozenset[str]  # the kinds of element that the gold standard has
    scores: Scores
    seconds: float | None
    error: str
    markdown: str


Results = Mapping[str, Sequence[Result]]  # by system, all over the same pages


def main() -> int:
    """Run the comparison and print its table, complete or up to an interrupt."""
    options = read_options()
    found: dict[str, list[Result]] = {}
    try:
        code = run(options, read_tasks(options), found)
        report(options, common_pages(found))
    except (BenchmarkError, RidgelineError) as problem:
        print(f"structure: {problem}", file=sys.stderr)
        return 2
    return code


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", nargs="+", default=[GOLDEN], metavar="SET", help="golden (default), or data sets")
    parser.add_argument("--systems", nargs="+", default=default_systems(), metavar="NAME", help="ridgeline's or peers'")
    parser.add_argument("--sample", type=positive, metavar="N", help="only N pages of a set, evenly spread")
    parser.add_argument("--having", nargs="+", default=[], metavar="KIND", help="only pages with one of these kinds")
    parser.add_argument("--cpu-seconds", type=float, default=20.0, metavar="S", help="a page's limit (default: 20)")
    parser.add_argument("--peers", type=Path, default=DEFAULT_FOLDER, metavar="FOLDER", help="the peers' environment")
    parser.add_argument("--losses", metavar="KIND", help="list the pages where a peer scores higher in this row")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every page's scores too")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table in Markdown too")
    parser.add_argument("--pages", type=Path, metavar="FOLDER", help="write every system's Markdown there, to read")
    return parser.parse_args()


def default_systems() -> list[str]:
    """Return the default systems: ridgeline's default extractor, and the peers."""
    return [ridgeline.DEFAULT_EXTRACTOR, *MARKDOWN_PEERS]


def read_tasks(options: argparse.Namespace) -> list[Task]:
    """Return the chosen pages of all sets, with what is expected of them."""
    if GOLDEN in options.data and len(options.data) > 1:
        raise BenchmarkError("the golden pages are scored otherwise than data sets: run them by themselves")
    check_kinds([*options.having, *filter(None, [options.losses])], measure_of(options.data[0]))
    return [task for data in options.data for task in tasks_of(data, options)]


def tasks_of(data: str, options: argparse.Namespace) -> Sequence[Task]:
    """Return the chosen pages of one set."""
    read = golden_tasks if data == GOLDEN else partial(data_tasks, data)
    if not options.having:
        return read(options.sample)
    return spread([task for task in read(None) if expected_kinds(task) & set(options.having)], options.sample)


def measure_of(data: str) -> Measure:
    """Return how Markdown is scored on the golden pages or on a data set."""
    return structure_scores if data == GOLDEN else kept_on_page


def check_kinds(kinds: Sequence[str], measure: Measure) -> None:
    """Raise an error if the table has no row of such a name."""
    known = measure(Structure(), Structure()).keys()
    if unknown := [kind for kind in kinds if kind not in known]:
        raise BenchmarkError(f"there is no row {unknown[0]!r}; rows are: {', '.join(known)}")


def expected_kinds(task: Task) -> frozenset[str]:
    """Return the kinds of element that are expected on a page: those where a text of its images alone has a score."""
    bare = task.measure(Structure(images=tuple(image for image, _ in task.gold.captions)), task.gold)
    return frozenset(kind for kind, score in bare.items() if score is not None)


def golden_tasks(sample: int | None) -> list[Task]:
    """Return the golden pages. Everybody gets them decoded by ridgeline: charsets are not what is compared."""
    pages = spread(golden.read_pages(golden.find_folder(Path(__file__).resolve())), sample)
    return [golden_task(page) for page in pages]


def golden_task(page: GoldenPage) -> Task:
    """Return what is expected of a golden page."""
    html = ridgeline.parse(page.source).source
    base, images = base_address(html, page.url), image_names(html)
    expected = with_image_names(read_markdown_structure(page.markdown, golden_words, base), images)
    return Task(page.name, html, page.url, base, images, expected, golden_words, structure_scores)


def data_tasks(data: str, sample: int | None) -> list[Task]:
    """Return the pages of a data set that have a gold text."""
    with progress_bar() as progress:
        records = spread([record for record in datasets.load(data) if record.text], sample)
        return [data_task(record) for record in progress.track(records, description="gold")]


def data_task(record: Record) -> Task:
    """Return what is expected of a page: its own elements within the gold text."""
    declared = record.language_is_spaceless
    spaceless = is_spaceless(record.text) if declared is None else declared
    split = partial(folded_words, partial(split_words, spaceless=spaceless))
    base, images = base_address(record.html, record.url), image_names(record.html)
    authors = tuple(name for post in record.posts if (name := " ".join(split(post.user or ""))))
    gold = replace(with_image_names(gold_structure(record.html, record.text, split, base), images), authors=authors)
    return Task(record.id, record.html, record.url, base, images, gold, split, kept_on_page)


def kept_on_page(found: Structure, gold: Structure) -> Scores:
    """Return the shares that were kept. Gold texts have no headline: an opening heading may be there or not."""
    opening = len(found.headings[0][1].split()) if found.headings else 0
    whole, body = (kept_shares(replace(found, words=found.words[cut:]), gold) for cut in (0, opening))
    return max(whole, body, key=lambda kinds: kinds["text"] or 0.0)


def run(options: argparse.Namespace, tasks: Sequence[Task], found: dict[str, list[Result]]) -> int:
    """Fill `found` by system, chunk by chunk, so that an interrupt loses nothing. Returns the exit code."""
    names = list(dict.fromkeys(options.systems))
    python = peers_python(options.peers) if set(names) & set(MARKDOWN_PEERS) else sys.executable
    with contextlib.ExitStack() as stack, progress_bar() as progress:
        bar = progress.add_task("pages", total=len(tasks) * len(names))
        workers = {
            name: stack.enter_context(
                Worker(MARKDOWN + name, python if name in MARKDOWN_PEERS else sys.executable, options.cpu_seconds)
            )
            for name in names
        }
        try:
            for start in range(0, len(tasks), CHUNK_PAGES):
                chunk = tasks[start : start + CHUNK_PAGES]
                for name, worker in workers.items():
                    answers = worker.ask([{"html": task.html, "url": task.url} for task in chunk])
                    found.setdefault(name, []).extend(map(score, chunk, answers))
                    progress.advance(bar, len(chunk))
        except KeyboardInterrupt:
            return INTERRUPTED
    return 0


def score(task: Task, answer: Answer) -> Result:
    """Score the Markdown of a system on one page."""
    structure = with_image_names(read_markdown_structure(answer.text, task.split, task.base), task.images)
    scores = task.measure(structure, task.gold)
    return Result(task.page, expected_kinds(task), scores, answer.seconds, answer.error, answer.text)


def report(options: argparse.Namespace, found: Results) -> None:
    """Print the table and the losses, and write the requested files."""
    if not any(found.values()):
        raise BenchmarkError("ended before every system had seen a page")
    shown = table(", ".join(options.data), found)
    shown.show(wide_console())
    if options.losses:
        list_losses(options.losses, found)
    if options.markdown:
        write(options.markdown, shown.markdown())
    if options.json:
        write(options.json, json.dumps(as_json(found), indent=1, ensure_ascii=False) + "\n")
    if options.pages:
        write_pages(options.pages, found)


def common_pages(found: Results) -> Results:
    """Return the results of pages that every system has seen, also after an interrupt."""
    count = min(map(len, found.values()), default=0)
    return {system: results[:count] for system, results in found.items()}


def table(data: str, found: Results) -> Table:
    """Return the table: a row for each kind of element, a column for each system."""
    first = next(iter(found.values()))
    rows = [row(kind, found) for kind in first[0].scores]
    failed = ["failed", "", *(str(sum(bool(result.error) for result in results)) for results in found.values())]
    times = ["CPU time", "", *times_of_first(found)]
    return Table(f"{data}: {len(first)} pages", ["", "pages", *found], [*rows, failed, times])


def row(kind: str, found: Results) -> list[str]:
    """Return the number of pages with a kind of element, and the means of all systems, the best in bold."""
    means = {system: mean_of(kind, results) for system, results in found.items()}
    best = max((round(mean, 3) for system, mean in means.items() if mean and system != WHOLE_PAGE), default=0.0)
    pages = sum(kind in result.expected for result in next(iter(found.values())))
    return [kind, str(pages), *(bold(mean, system, best) for system, mean in means.items())]


def mean_of(kind: str, results: Sequence[Result]) -> float | None:
    """Return the mean of a system over the pages that count, or None if there are none."""
    scores = [score for result in results if (score := result.scores[kind]) is not None]
    return fmean(scores) if scores else None


def bold(mean: float | None, system: str, best: float) -> str:
    """Format a mean, in bold if it is the best."""
    text = figure(mean, 3)
    return f"**{text}**" if mean and round(mean, 3) == best and system != WHOLE_PAGE else text


def times_of_first(found: Results) -> list[str]:
    """Return the CPU time of each system as a multiple of the first's, over the pages that both finished."""
    first = next(iter(found.values()))
    ratios = []
    for results in found.values():
        pairs = [(own.seconds, base.seconds) for own, base in zip(results, first, strict=True)]
        both = [(own, base) for own, base in pairs if own is not None and base is not None]
        base_total = sum(base for _, base in both)
        ratios.append(f"× {sum(own for own, _ in both) / base_total:.1f}" if base_total else MISSING)
    return ratios


def list_losses(kind: str, found: Results) -> None:
    """Print the pages where the first system is behind another one, those first that it loses most on."""
    (name, own), *others = found.items()
    others = [(system, results) for system, results in others if system != WHOLE_PAGE]
    losses = []
    for position, result in enumerate(own):
        rivals = {system: results[position].scores.get(kind) or 0.0 for system, results in others}
        best = max(rivals, key=lambda system: rivals[system], default=None)
        mine = result.scores.get(kind)
        if best is not None and mine is not None and rivals[best] > mine:
            losses.append((rivals[best] - mine, f"{result.page}: {name} {mine:.3f}, {best} {rivals[best]:.3f}"))
    for _, line in sorted(losses, reverse=True):
        print(line)


def write_pages(folder: Path, found: Results) -> None:
    """Write the Markdown of every system, a folder a page."""
    for system, results in found.items():
        for result in results:
            place = folder / result.page.replace("/", "_")
            place.mkdir(parents=True, exist_ok=True)
            write(place / f"{system}.md", result.markdown)


def as_json(found: Results) -> dict[str, Any]:
    """Return all scores."""
    systems = {system: {result.page: page_json(result) for result in results} for system, results in found.items()}
    return {"ridgeline": ridgeline.__version__, "systems": systems}


def page_json(result: Result) -> dict[str, Any]:
    """Return the scores of a system on one page."""
    return {**result.scores, "seconds": result.seconds, "error": result.error}


if __name__ == "__main__":
    sys.exit(main())
