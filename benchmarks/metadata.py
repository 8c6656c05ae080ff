"""Measures how well and how fast ridgeline reads titles, authors, dates and languages, beside its peers in one run.

    python benchmarks/metadata.py                                   # the sets with gold titles, authors and dates
    python benchmarks/metadata.py --data wcxb-dev --by-type
    python benchmarks/metadata.py --data wcxb-dev --half even       # constants were chosen on the odd pages
    python benchmarks/metadata.py --data multisite-dev postlight    # sets with gold languages
    python benchmarks/metadata.py --systems ridgeline --mistakes date   # every page where ridgeline differs from gold
    python benchmarks/metadata.py --detection                       # the language of short texts

Titles agree if they have the same words, authors if they share a name (the next column counts those with all names
equal), dates if they are the same day, languages by their primary code. "In source" is the share of gold values that
occur in the page at all, in the usual spellings: the upper bound for any reader. Times include parsing.
"""

import argparse
import contextlib
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from importlib import import_module
from pathlib import Path
from statistics import fmean
from typing import Any

from arguments import positive
from peers import DEFAULT_FOLDER, peers_python
from report import MISSING, Table, figure, progress_bar, wide_console
from ridgeline.errors import RidgelineError
from ridgeline.lab import datasets
from ridgeline.lab.datasets import Record
from ridgeline.lab.evaluation import spread
from ridgeline.languages.detection import detect_language
from supervisor import Answer as WorkerAnswer
from supervisor import BenchmarkError, Worker
from worker import METADATA, METADATA_READERS

SETS = ("wcxb-dev", "news-dev", "fundus", "misinfo", "recipes")
LANGUAGE_SETS = ("multisite-dev", "chinese", "magic-html", "postlight", "harvest", "recipes")
OURS = "ridgeline"
FIELDS = ("title", "author", "date", "lang")
ANSWERED = {"trafilatura": ("title", "author", "date"), "htmldate": ("date",)}  # fields of those that do not read all
# Names in the sets. fundus has none here: it states the language of the country, not of the page.
LANGUAGES = {
    **{"Chinese": "zh", "Czech": "cs", "English": "en", "French": "fr", "German": "de", "Greek": "el"},
    **{"Japanese": "ja", "Polish": "pl", "Russian": "ru", "se": "sv"},
}
NORWEGIAN = {"nb": "no", "nn": "no"}  # pages declare either
WITHOUT_LANGUAGE = frozenset({"fundus"})
CHUNK_PAGES = 20
LENGTHS = (50, 100, 200, 500, 2_000)  # of texts whose language is detected
LABELS = {"title": "title", "author": "author", "date": "date", "lang": "language"}
TAG = re.compile(r"<[^<>]*>")
WORD = re.compile(r"\w+")
DAY = "2023-12-17"  # the form of a day
BETWEEN_NAMES = re.compile(r"[,;&|]|\band\b")
SPELLINGS = (
    "%Y-%m-%d %Y/%m/%d %Y%m%d %m/%d/%Y %d/%m/%Y %d.%m.%Y %B_%d,_%Y %b_%d,_%Y %b._%d,_%Y %d_%B_%Y %d_%b_%Y".split()
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reader found in a page, and its CPU time; None where the page ended it."""

    title: str | None
    author: str | None
    date: str | None
    lang: str | None
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The comparison of one field of one page with gold."""

    has_gold: bool
    answered: bool
    agrees: bool = False
    closeness: float = 0.0  # token F1 of titles; for authors and dates 1 where all are equal


def main() -> int:
    """Read every page of every data set and print the tables."""
    options = read_options()
    try:
        if options.detection:
            detection_table(options.data or LANGUAGE_SETS).show(wide_console())
            return 0
        for name in options.data or SETS:
            report(name, load(name, options), options)
    except (RidgelineError, BenchmarkError, OSError) as problem:
        print(f"metadata: {problem}", file=sys.stderr)
        return 2
    return 0


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", nargs="+", metavar="SET", help=f"data sets (default: {' '.join(SETS)})")
    parser.add_argument("--sample", type=positive, metavar="N", help="only N pages of a set, evenly spread")
    parser.add_argument("--half", choices=("odd", "even"), help="only every second page of a set")
    parser.add_argument(
        "--systems", nargs="+", choices=METADATA_READERS, default=list(METADATA_READERS), metavar="NAME", help="readers"
    )
    parser.add_argument("--peers", type=Path, default=DEFAULT_FOLDER, metavar="FOLDER", help="the peers' environment")
    parser.add_argument("--by-type", action="store_true", help="a table for every type of page")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="add the tables to a file")
    parser.add_argument(
        "--mistakes", choices=FIELDS, help="list the pages where ridgeline and gold differ in this field"
    )
    parser.add_argument("--detection", action="store_true", help="detect the language of gold texts, cut short")
    return parser.parse_args()


def load(name: str, options: argparse.Namespace) -> list[Record]:
    """Return the records of a set, or of a half of it, or a sample."""
    records = datasets.load(name)
    if options.half:
        records = records[1 if options.half == "odd" else 0 :: 2]
    return list(spread(records, options.sample))


def report(name: str, records: Sequence[Record], options: argparse.Namespace) -> None:
    """Print the tables of one data set."""
    answers = ask_all(name, records, options)
    tables = [table(f"{name}, {len(records)} pages", name, records, answers)]
    if options.by_type:
        for kind in sorted({record.type or "" for record in records}):
            chosen = [position for position, record in enumerate(records) if (record.type or "") == kind]
            part = {system: [given[position] for position in chosen] for system, given in answers.items()}
            title = f"{name}, {kind or 'no type'}, {len(chosen)} pages"
            tables.append(table(title, name, [records[position] for position in chosen], part))
    for each in tables:
        each.show(wide_console())
    if options.markdown:
        with options.markdown.open("a", encoding="utf-8") as file:
            file.writelines(each.markdown() + "\n" for each in tables)
    if options.mistakes and OURS in answers:
        list_mistakes(options.mistakes, records, answers[OURS])


def ask_all(name: str, records: Sequence[Record], options: argparse.Namespace) -> dict[str, list[Answer]]:
    """Return the answers of all systems, which take turns on the pages."""
    answers: dict[str, list[Answer]] = {system: [] for system in dict.fromkeys(options.systems)}
    python = peers_python(options.peers) if set(answers) - {OURS} else sys.executable
    with contextlib.ExitStack() as stack, progress_bar() as progress:
        bar = progress.add_task(name, total=len(records) * len(answers))
        workers = {
            system: stack.enter_context(Worker(METADATA + system, sys.executable if system == OURS else python))
            for system in answers
        }
        for start in range(0, len(records), CHUNK_PAGES):
            chunk = [{"html": record.html, "url": record.url} for record in records[start : start + CHUNK_PAGES]]
            for system, worker in workers.items():
                answers[system] += map(as_answer, worker.ask(chunk))
                progress.advance(bar, len(chunk))
    return answers


def as_answer(answer: WorkerAnswer) -> Answer:
    """Read what a system found; nothing where it failed."""
    found: dict[str, Any] = json.loads(answer.text) if answer.text else {}
    values = {field: found.get({"lang": "language"}.get(field, field)) for field in FIELDS}
    return Answer(**{field: str(value) if value else None for field, value in values.items()}, seconds=answer.seconds)


def table(title: str, name: str, records: Sequence[Record], answers: dict[str, list[Answer]]) -> Table:
    """Return a table with a row for each field that has gold values, and each system that reads it."""
    rows = []
    for field in FIELDS:
        golds = [record for record in records if gold_value(name, field, record)]
        ceiling = share(IN_SOURCE[field](record) for record in golds) if field in IN_SOURCE else None
        for system, given in answers.items() if golds else ():
            if field in ANSWERED.get(system, FIELDS):
                pairs = zip(records, given, strict=True)
                outcomes = [compare(field, gold_value(name, field, record), answer) for record, answer in pairs]
                rows.append((f"{LABELS[field]}, {system}", *cells(outcomes), figure(ceiling, 3), milliseconds(given)))
    header = (
        *("", "gold", "answered", "agrees", "title F1, all names", "answered without gold", "in source", "ms a page"),
    )
    return Table(title, header, rows)


def gold_value(name: str, field: str, record: Record) -> str | None:
    """Return the gold value of a field of a page."""
    value: str | None = getattr(record, field)
    if field == "lang" and value:
        return None if name in WITHOUT_LANGUAGE else language_code(LANGUAGES.get(value, value))
    return value


def language_code(tag: str) -> str:
    """Return the primary code of a language, Norwegian as one."""
    code = tag.lower().partition("-")[0].partition("_")[0]
    return NORWEGIAN.get(code, code)


def cells(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """Return the figures of one field and system."""
    gold = [outcome for outcome in outcomes if outcome.has_gold]
    other = [outcome for outcome in outcomes if not outcome.has_gold]
    return (
        str(len(gold)),
        figure(share(outcome.answered for outcome in gold), 3),
        figure(share(outcome.agrees for outcome in gold), 3),
        figure(fmean(outcome.closeness for outcome in gold) if gold else None, 3),
        figure(share(outcome.answered for outcome in other), 3) if other else MISSING,
    )


def share(flags: Iterable[bool]) -> float | None:
    """Return the share of true values; None where there are no values."""
    values = list(flags)
    return sum(values) / len(values) if values else None


def milliseconds(answers: Sequence[Answer]) -> str:
    """Return the mean time for a page."""
    times = [answer.seconds for answer in answers if answer.seconds is not None]
    return figure(1_000 * fmean(times) if times else None, 2)


def compare(field: str, gold: str | None, answer: Answer) -> Outcome:
    """Compare one field of one page with gold."""
    given: str | None = getattr(answer, field)
    if not gold or not given:
        return Outcome(bool(gold), bool(given))
    if field == "title":
        return Outcome(True, True, words(gold) == words(given), token_f1(gold, given))
    if field == "author":
        return Outcome(True, True, bool(names(gold) & names(given)), float(names(gold) == names(given)))
    same = language_code(given) == gold if field == "lang" else given[: len(DAY)] == gold
    return Outcome(True, True, same, float(same))


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, without punctuation."""
    return WORD.findall(text.casefold())


def names(text: str) -> set[str]:
    """Return the names in a list, normalised. Credentials after a comma count as names, in gold and in answers."""
    return {" ".join(words(part)) for part in BETWEEN_NAMES.split(text.casefold()) if words(part)}


def token_f1(gold: str, given: str) -> float:
    """Return the F1 of two bags of words."""
    left, right = Counter(words(gold)), Counter(words(given))
    return 2 * (left & right).total() / (left.total() + right.total() or 1)


def words_are_in_source(text: str | None, record: Record) -> bool:
    """Return whether the words occur in the page in this order, in its text or in its markup."""
    wanted = f" {' '.join(words(text or ''))} "
    return any(wanted in f" {' '.join(words(source))} " for source in (TAG.sub(" ", record.html), record.html))


def date_is_in_source(record: Record) -> bool:
    """Return whether the date occurs in the page or its URL in one of the usual spellings."""
    try:
        day = date.fromisoformat(record.date or "")
    except ValueError:
        return False
    source = " ".join(f"{record.url} {TAG.sub(' ', record.html)} {record.html}".split()).casefold()
    spelt = [day.strftime(form).replace("_", " ").casefold() for form in SPELLINGS]
    return any(form in source or re.sub(r"\b0(?=\d)", "", form) in source for form in spelt)


IN_SOURCE: dict[str, Callable[[Record], bool]] = {
    "title": lambda record: words_are_in_source(record.title, record),
    "author": lambda record: words_are_in_source(record.author, record),
    "date": date_is_in_source,
}


def detection_table(names: Sequence[str]) -> Table:
    """Return how often the language of the middle of a gold text is detected, by its length.

    py3langid is measured beside, where it is installed.
    """
    detectors: dict[str, Callable[[str], str]] = {OURS: lambda text: detect_language(text) or ""}
    with contextlib.suppress(ImportError):
        classify = import_module("py3langid").classify
        detectors["py3langid"] = lambda text: str(classify(text)[0])
    texts = [
        (record.text, gold)
        for name in names
        for record in datasets.load(name)
        if len(record.text) >= LENGTHS[0] and (gold := gold_value(name, "lang", record))
    ]
    rows = [
        (
            system,
            *(
                figure(share(language_code(detect(middle(text, length))) == gold for text, gold in texts), 3)
                for length in LENGTHS
            ),
        )
        for system, detect in detectors.items()
    ]
    return Table(f"language of {len(texts)} texts", ("characters", *map(str, LENGTHS)), rows)


def middle(text: str, length: int) -> str:
    """Return the middle of a text."""
    start = max(0, (len(text) - length) // 2)
    return text[start : start + length]


def list_mistakes(field: str, records: Sequence[Record], answers: Sequence[Answer]) -> None:
    """Print the pages where ridgeline differs from gold, one a line."""
    for record, answer in zip(records, answers, strict=True):
        outcome = compare(field, getattr(record, field), answer)
        if not outcome.agrees and (outcome.has_gold or outcome.answered):
            print(record.id, record.url, repr(getattr(record, field)), repr(getattr(answer, field)), sep="\t")


if __name__ == "__main__":
    sys.exit(main())
