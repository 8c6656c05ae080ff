"""Measures how well and how fast `ridgeline.metadata` reads titles, authors and dates, compared with trafilatura.

    python benchmarks/metadata.py                                   # wcxb-dev and news-dev
    python benchmarks/metadata.py --data wcxb-dev --by-type
    python benchmarks/metadata.py --peer .venv-peers/bin/python     # an interpreter that has trafilatura
    python benchmarks/metadata.py --mistakes date                   # every page where ridgeline differs from gold

Titles agree if they have the same words, authors if they share a name (the next column counts those with all names
equal), dates if they are the same day. "In source" is the share of gold values that occur in the page at all, in the
usual spellings: the upper bound for any reader.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from statistics import fmean

import ridgeline
from arguments import positive
from measuring import timed
from report import MISSING, Table, figure, progress_bar, wide_console
from ridgeline.errors import RidgelineError
from ridgeline.lab import datasets
from ridgeline.lab.datasets import Record
from ridgeline.lab.evaluate import spread
from ridgeline.metadata import read_metadata

FIELDS = ("title", "author", "date")
# Runs in the peer's interpreter: reads a page a line, writes an answer with its CPU time a line.
PEER = """
import json, sys, time
from trafilatura import extract_metadata
for line in sys.stdin:
    page = json.loads(line)
    start = time.process_time()
    found = extract_metadata(page["html"], default_url=page["url"])
    seconds = time.process_time() - start
    answer = {name: getattr(found, name, None) for name in ("title", "author", "date")}
    print(json.dumps({**answer, "seconds": seconds}), flush=True)
"""
TAG = re.compile(r"<[^<>]*>")
WORD = re.compile(r"\w+")
BETWEEN_NAMES = re.compile(r"[,;&|]|\band\b")
SPELLINGS = (
    "%Y-%m-%d %Y/%m/%d %Y%m%d %m/%d/%Y %d/%m/%Y %d.%m.%Y %B_%d,_%Y %b_%d,_%Y %b._%d,_%Y %d_%B_%Y %d_%b_%Y".split()
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reader found in a page, and its CPU time."""

    title: str | None
    author: str | None
    date: str | None
    seconds: float


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
        for name in options.data:
            report(name, spread(datasets.load(name), options.sample), options)
    except (RidgelineError, OSError, subprocess.SubprocessError) as problem:
        print(f"metadata: {problem}", file=sys.stderr)
        return 2
    return 0


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", nargs="+", default=["wcxb-dev", "news-dev"], metavar="SET", help="data sets")
    parser.add_argument("--sample", type=positive, metavar="N", help="only N pages of a set, evenly spread")
    parser.add_argument("--peer", metavar="PYTHON", help="an interpreter that has trafilatura, to compare with")
    parser.add_argument("--by-type", action="store_true", help="a table for every type of page")
    parser.add_argument(
        "--mistakes", choices=FIELDS, help="list the pages where ridgeline and gold differ in this field"
    )
    return parser.parse_args()


def report(name: str, records: Sequence[Record], options: argparse.Namespace) -> None:
    """Print the tables of one data set."""
    console = wide_console()
    answers = {"ridgeline": read_all(records)}
    if options.peer:
        answers["trafilatura"] = ask_peer(options.peer, records)
    table(f"{name}, {len(records)} pages", records, answers).show(console)
    if options.by_type:
        for kind in sorted({record.type or "" for record in records}):
            chosen = [position for position, record in enumerate(records) if (record.type or "") == kind]
            part = {system: [given[position] for position in chosen] for system, given in answers.items()}
            title = f"{name}, {kind or 'no type'}, {len(chosen)} pages"
            table(title, [records[position] for position in chosen], part).show(console)
    if options.mistakes:
        list_mistakes(options.mistakes, records, answers["ridgeline"])


def read_all(records: Sequence[Record]) -> list[Answer]:
    """Return ridgeline's answers; only the reading is timed, the page is parsed before."""
    answers = []
    with progress_bar() as progress:
        for record in progress.track(records, description="ridgeline"):
            page = ridgeline.parse(record.html, url=record.url)
            seconds, found = timed(partial(read_metadata, page))
            answers.append(Answer(found.title, found.author, found.date, seconds))
    return answers


def ask_peer(python: str, records: Sequence[Record]) -> list[Answer]:
    """Return trafilatura's answers; their time includes parsing."""
    answers = []
    with subprocess.Popen([python, "-c", PEER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as peer:
        assert peer.stdin is not None
        assert peer.stdout is not None
        with progress_bar() as progress:
            for record in progress.track(records, description="trafilatura"):
                print(json.dumps({"html": record.html, "url": record.url}), file=peer.stdin, flush=True)
                if not (line := peer.stdout.readline()):
                    raise OSError(f"{python} gave no answer: is trafilatura installed there?")
                answers.append(Answer(**json.loads(line)))
    return answers


def table(title: str, records: Sequence[Record], answers: dict[str, list[Answer]]) -> Table:
    """Return a table with a row for each field and system."""
    rows = []
    for field in FIELDS:
        golds = [record for record in records if getattr(record, field)]
        ceiling = share(IN_SOURCE[field](record) for record in golds)
        for system, given in answers.items():
            outcomes = [compare(field, record, answer) for record, answer in zip(records, given, strict=True)]
            rows.append((f"{field}, {system}", *cells(outcomes), figure(ceiling, 3), milliseconds(given)))
    header = (
        "",
        "gold",
        "answered",
        "agrees",
        "title F1, all names",
        "answered without gold",
        "in source",
        "ms a page",
    )
    return Table(title, header, rows)


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
    return figure(1_000 * fmean(answer.seconds for answer in answers) if answers else None, 2)


def compare(field: str, record: Record, answer: Answer) -> Outcome:
    """Compare one field of one page with gold."""
    gold, given = getattr(record, field), getattr(answer, field)
    if not gold or not given:
        return Outcome(bool(gold), bool(given))
    if field == "title":
        return Outcome(True, True, words(gold) == words(given), token_f1(gold, given))
    if field == "author":
        return Outcome(True, True, bool(names(gold) & names(given)), float(names(gold) == names(given)))
    return Outcome(True, True, gold == given, float(gold == given))


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


def list_mistakes(field: str, records: Sequence[Record], answers: Sequence[Answer]) -> None:
    """Print the pages where ridgeline differs from gold, one a line."""
    for record, answer in zip(records, answers, strict=True):
        outcome = compare(field, record, answer)
        if not outcome.agrees and (outcome.has_gold or outcome.answered):
            print(record.id, record.url, repr(getattr(record, field)), repr(getattr(answer, field)), sep="\t")


if __name__ == "__main__":
    sys.exit(main())
