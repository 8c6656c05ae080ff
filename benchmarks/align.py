"""Measure how well `ridgeline.lab.alignment` turns gold texts into labels of leaves, which all training is based on.

    python benchmarks/align.py                                  # all sets
    python benchmarks/align.py --data wcxb-dev --worst 20       # the worst pages, and a guess why
    python benchmarks/align.py --data wcxb-dev --recover        # can it find labels that are known?

Word F1 is that of the labelled leaves' text. The ceiling is the word F1 of leaves that are chosen greedily for their
bag of words alone. It ignores order and takes words of the menu, so it may be higher than any correct labelling.
"""

import argparse
import heapq
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
import numpy.typing as npt

import ridgeline
from arguments import positive
from measuring import timed
from report import Table, figure, progress_bar, wide_console
from ridgeline import Page
from ridgeline.errors import RidgelineError
from ridgeline.lab import datasets, metrics
from ridgeline.lab.alignment import Alignment, align
from ridgeline.lab.datasets import Record
from ridgeline.lab.evaluation import spread
from ridgeline.output import to_text
from ridgeline.page import BoolColumn, IntColumn, elements
from ridgeline.text import cuts
from ridgeline.text.concatenation import join
from ridgeline.text.entities import unescape

ESCAPE = re.compile(r"\\+(?:u(?P<code>[0-9a-fA-F]{4})|[nrt\"/])")
TAG = re.compile("<[^<>]{0,500}>")
POOR = 0.9  # word F1: pages below it are worth a look
GRAM = 4


@dataclass(frozen=True, slots=True)
class Result:
    """One page."""

    id: str
    type: str
    score: metrics.Score
    ceiling: float
    coverage: float
    present: float | None
    absent: float | None
    milliseconds: float
    guess: str


@dataclass(frozen=True, slots=True)
class Recovery:
    """F1 of leaves and of words for one page with known labels, by how its gold text was made."""

    faithful: tuple[float, float]
    edited: tuple[float, float]


def main() -> int:
    """Align every page of the sets and print the tables."""
    options = read_options()
    try:
        for name in options.data or datasets.names():
            records = spread(datasets.load(name), options.sample)
            for table in recovery_tables(name, records) if options.recover else tables(name, records, options.worst):
                table.show(wide_console())
    except RidgelineError as problem:
        print(f"align: {problem}", file=sys.stderr)
        return 2
    return 0


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", nargs="+", metavar="SET", help="data sets (default: all that are there)")
    parser.add_argument("--sample", type=positive, metavar="N", help="only N pages of each set, evenly spread")
    parser.add_argument("--worst", type=positive, metavar="N", help="also the N pages with the lowest word F1")
    parser.add_argument(
        "--recover", action="store_true", help="instead, align gold texts that are made of known leaves"
    )
    return parser.parse_args()


def tables(name: str, records: Sequence[Record], worst: int | None) -> Iterator[Table]:
    """Yield the figures of a set, of its page types, and its worst pages."""
    with progress_bar() as progress:
        results = [measure(record) for record in progress.track(records, description=name)]
    by_type = defaultdict(list)
    for result in results:
        by_type[result.type].append(result)
    rows = [row(name, results)]
    if len(by_type) > 1:
        rows += [row(f"  {kind}", of_kind) for kind, of_kind in sorted(by_type.items())]
    yield Table(f"{name}: word F1 of the labelled leaves", HEADER, rows)
    if worst:
        yield worst_table(name, sorted(results, key=lambda result: result.score.f1)[:worst])


HEADER = (
    "",
    "pages",
    "word F1",
    "ceiling",
    f"under {POOR}",
    "coverage",
    "must",
    "must not",
    "ms a page",
    "95th",
    "worst",
)


def row(name: str, results: Sequence[Result]) -> tuple[str, ...]:
    """Return the figures of some pages as a row."""
    times = sorted(result.milliseconds for result in results)
    return (
        name,
        str(len(results)),
        figure(fmean(result.score.f1 for result in results), 4),
        figure(fmean(result.ceiling for result in results), 4),
        f"{fmean(result.score.f1 < POOR for result in results):.1%}",
        figure(fmean(result.coverage for result in results), 4),
        figure(mean_of_known(result.present for result in results), 4),
        figure(mean_of_known(result.absent for result in results), 4),
        *(figure(time, 1) for time in (fmean(times), times[int(0.95 * (len(times) - 1))], times[-1])),
    )


def mean_of_known(values: Iterable[float | None]) -> float | None:
    """Return the mean of the values that are not None."""
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def worst_table(name: str, results: Sequence[Result]) -> Table:
    """Return the table of the worst pages."""
    rows = [
        (result.id, result.type, *(figure(value, 3) for value in figures_of(result)), result.guess)
        for result in results
    ]
    header = ("page", "type", "word F1", "precision", "recall", "ceiling", "why, at a guess")
    return Table(f"{name}: the worst", header, rows, figures=False)


def figures_of(result: Result) -> tuple[float, ...]:
    """Return the figures of a page in the table of the worst."""
    return result.score.f1, result.score.precision, result.score.recall, result.ceiling


def measure(record: Record) -> Result:
    """Align one page, and score the result."""
    page = ridgeline.parse(record.html, url=record.url)
    _ = page.leaf_text, page.breaks, page.hidden  # columns that every user of a page shares are not timed
    seconds, found = timed(lambda: align(page, record.text))
    text = to_text(page, found.keep)
    spaceless = metrics.is_spaceless(record.text)
    snippets = metrics.snippet_score(plain(text), map(plain, record.must), map(plain, record.mustnot))
    ceiling = metrics.word_score(to_text(page, best_bag(page, record.text, spaceless)), record.text).f1
    score = metrics.word_score(text, record.text)
    return Result(
        id=record.id,
        type=record.type or "",
        score=score,
        ceiling=ceiling,
        coverage=found.coverage,
        present=snippets.present if record.must else None,
        absent=snippets.absent if record.mustnot else None,
        milliseconds=1000 * seconds,
        guess=guess(page, record.text, found, score, ceiling),
    )


def plain(text: str) -> str:
    """Return the words alone: quotes and dashes differ between gold texts and pages."""
    return " ".join(metrics.split_words(text))


def best_bag(page: Page, gold: str, spaceless: bool) -> IntColumn:
    """Choose leaves by their words while F1 rises: those with the highest share of wanted words first."""
    wanted = Counter(metrics.split_words(gold, spaceless=spaceless))
    bags = [Counter(metrics.split_words(text, spaceless=spaceless)) for text in page.leaf_text]
    gold_words, words, hits, keep = wanted.total(), 0, 0, []
    queue = [(-share(bag, wanted), -bag.total(), leaf) for leaf, bag in enumerate(bags) if bag]
    heapq.heapify(queue)
    while queue:
        promised, size, leaf = heapq.heappop(queue)
        now = share(bags[leaf], wanted)
        if now < -promised:  # its words were taken by other leaves
            heapq.heappush(queue, (-now, size, leaf))
            continue
        if (hits - now * size) * (words + gold_words) <= hits * (words - size + gold_words):
            break
        words, hits = words - size, hits - round(now * size)
        wanted -= bags[leaf]
        keep.append(leaf)
    return np.array(sorted(keep), dtype=np.int32)


def share(bag: Counter[str], wanted: Counter[str]) -> float:
    """Return the share of a bag that is wanted."""
    return sum(min(count, wanted[word]) for word, count in bag.items()) / bag.total()


def guess(page: Page, gold: str, found: Alignment, score: metrics.Score, ceiling: float) -> str:
    """Guess why the labelled leaves differ from the gold text."""
    spaceless = metrics.is_spaceless(gold)
    wanted = grams(gold, spaceless)
    if not wanted:
        return "the gold text is empty or a few words"
    shown = wanted & grams(join(page, np.arange(len(page.leaves), dtype=np.int32)), spaceless)
    silent = wanted & grams(silent_text(page), spaceless) - shown
    if len(shown) < 0.8 * len(wanted):
        if len(silent) > 0.5 * (len(wanted) - len(shown)):
            return (
                f"{len(silent) / len(wanted):.0%} of the gold text is in scripts, attributes or other silent text only"
            )
        return f"{1 - len(shown) / len(wanted):.0%} of the gold text is not on the page, or not in this order"
    if len(wanted) < 0.8 * (len(metrics.split_words(gold, spaceless=spaceless)) - GRAM + 1):
        return "the gold text repeats itself"
    if score.precision < score.recall:
        return "leaves have more text than the gold text"
    if ceiling - score.f1 > 0.02:
        return "the words are on the page, but elsewhere"
    return "small differences"


def grams(text: str, spaceless: bool) -> set[tuple[str, ...]]:
    """Return the runs of four words."""
    words = metrics.split_words(text, spaceless=spaceless)
    return set(zip(*(words[start:] for start in range(GRAM)), strict=False))


def silent_text(page: Page) -> str:
    """Return text that is not displayed (scripts, templates, attributes), without the markup in it."""
    values = (value for attributes in page.attributes for value in attributes.values() if value)
    unescaped = unescape(ESCAPE.sub(unescape_character, "\n".join((*page.text, *values))))
    return TAG.sub(" ", unescaped)


def unescape_character(escape: re.Match[str]) -> str:
    """Return the character of an escape in a JSON string."""
    return chr(int(escape["code"], 16)) if escape["code"] else " "


# Known labels: the leaves of the main element, and gold texts made of them.


def recovery_tables(name: str, records: Sequence[Record]) -> Iterator[Table]:
    """Yield the table of how well known labels are recovered."""
    with progress_bar() as progress:
        pages = [recover(record) for record in progress.track(records, description=name)]
    known = [page for page in pages if page is not None]
    if known:
        rows = [
            (kind, *(figure(fmean(values), 4) for values in zip(*(pick(page) for page in known), strict=True)))
            for kind, pick in KINDS
        ]
        yield Table(
            f"{name}: labels found again, {len(known)} pages", ("gold text", "F1 of leaves", "F1 of words"), rows
        )


KINDS: tuple[tuple[str, Callable[[Recovery], tuple[float, float]]], ...] = (
    ("as on the page, lines left out", lambda page: page.faithful),
    ("also lines moved, 2% of words changed", lambda page: page.edited),
)


def recover(record: Record) -> Recovery | None:
    """Align a gold text made of the main element's leaves, and score the labels; None if there is no such element."""
    page = ridgeline.parse(record.html)
    dice = random.Random(record.id)
    words = np.array([len(metrics.split_words(text)) for text in page.leaf_text], dtype=np.int64)
    lines = cuts.lines(page).of_leaf
    truth = main_leaves(page) & (words > 0)
    truth &= ~np.isin(lines, [line for line in np.unique(lines) if dice.random() < 0.05])
    if truth.sum() < 5:
        return None
    texts = [join(page, np.flatnonzero(truth & (lines == line)).astype(np.int32)) for line in np.unique(lines[truth])]
    golds = "\n\n".join(texts), "\n\n".join(edited(texts, dice))
    faithful, changed = (agreement(align(page, gold).labels & (words > 0), truth, words) for gold in golds)
    return Recovery(faithful, changed)


def main_leaves(page: Page) -> BoolColumn:
    """Return for each leaf whether it is visible and in the main element, or else in the largest article."""
    for name in ("main", "article"):
        nodes = np.flatnonzero(page.tag == elements.CODES[name])
        if len(nodes):
            largest = nodes[(page.end[nodes] - nodes).argmax()]
            inside: BoolColumn = (page.leaves > largest) & (page.leaves < page.end[largest])
            return inside & ~page.hidden[page.leaves]
    return np.zeros(len(page.leaves), dtype=np.bool_)


def edited(lines: Sequence[str], dice: random.Random) -> list[str]:
    """Return lines as an annotator may edit them: some moved, some words changed, some bullets added."""
    changed = [" ".join(word if dice.random() > 0.02 else "altered" for word in line.split(" ")) for line in lines]
    changed = [f"- {line}" if dice.random() < 0.05 else line for line in changed]
    for line in dice.sample(changed, 1 + len(changed) // 40):
        if len(line.split()) > 3:
            changed.remove(line)
            changed.insert(0 if dice.random() < 0.7 else dice.randrange(len(changed) + 1), line)
    return changed


def agreement(labels: BoolColumn, truth: BoolColumn, words: npt.NDArray[np.int64]) -> tuple[float, float]:
    """Return the F1 of leaves, and of leaves weighted by their words."""
    both = labels & truth
    return (
        float(2 * both.sum() / (labels.sum() + truth.sum())),
        float(2 * words[both].sum() / (words[labels].sum() + words[truth].sum())),
    )


if __name__ == "__main__":
    sys.exit(main())
