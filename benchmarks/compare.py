"""Compare ridgeline with its peers: accuracy, CPU time and memory, over the same pages in one run.

Each system runs in a process of its own, one at a time. Systems take turns: every system runs on a chunk of pages
before the next chunk begins, so that other load on the machine affects all of them alike. The texts are scored here.

    python benchmarks/compare.py --data wcxb-dev news-dev --sample 100 --by-type
"""

import argparse
import contextlib
import dataclasses
import json
import platform
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

import ridgeline
from arguments import positive
from peers import DEFAULT_FOLDER, peers_python
from report import Table, progress_bar, wide_console, write
from ridgeline.errors import RidgelineError
from ridgeline.lab import datasets, metrics
from ridgeline.lab.datasets import Record
from ridgeline.lab.evaluation import spread
from scores import FLOOR, Score, Scores, common_pages, main_table, overview_table, summarise, type_table
from supervisor import Answer, BenchmarkError, Worker
from worker import PEERS

CHUNK_PAGES = 20  # few, so that a noisy minute affects all systems; enough that caches are warm for most pages
INTERRUPTED = 130  # the usual exit code after Ctrl-C


def main() -> int:
    """Run the comparison and report it, complete or up to an interrupt."""
    options = read_options()
    console = wide_console()
    found: dict[str, dict[str, list[Score]]] = {}
    try:
        code = compare(options, found)
        report(options, {data: common_pages(scores) for data, scores in found.items()}, console)
    except (BenchmarkError, RidgelineError) as problem:
        print(f"compare: {problem}", file=sys.stderr)
        return 2
    return code


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", nargs="+", default=["wcxb-dev"], metavar="SET", help="data sets (default: wcxb-dev)")
    parser.add_argument("--systems", nargs="+", default=default_systems(), metavar="NAME", help="ridgeline's or peers'")
    parser.add_argument("--sample", type=positive, metavar="N", help="only N pages of each set, evenly spread")
    parser.add_argument("--by-type", action="store_true", help="also the word F1 of each page type")
    parser.add_argument("--cpu-seconds", type=float, default=20.0, metavar="S", help="a page's limit (default: 20)")
    parser.add_argument("--peers", type=Path, default=DEFAULT_FOLDER, metavar="FOLDER", help="the peers' environment")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every page's scores too")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables in Markdown too")
    return parser.parse_args()


def default_systems() -> list[str]:
    """Return the default systems: all visible text, ridgeline's default extractor, and the peers."""
    return list(dict.fromkeys(("everything", ridgeline.DEFAULT_EXTRACTOR, *PEERS)))


def compare(options: argparse.Namespace, found: dict[str, dict[str, list[Score]]]) -> int:
    """Fill `found`, by data set and system, page by page, so that an interrupt loses nothing. Returns the exit code."""
    for data in options.data:
        datasets.read(data)  # A wrong name raises now, not after the sets before it.
    names = list(dict.fromkeys((*options.systems, FLOOR)))
    python = peers_python(options.peers) if set(names) & set(PEERS) else sys.executable
    with contextlib.ExitStack() as stack:
        workers = [
            stack.enter_context(Worker(name, python if name in PEERS else sys.executable, options.cpu_seconds))
            for name in names
        ]
        try:
            for worker in workers:
                worker.start()
            for data in options.data:
                run(data, spread(datasets.load(data), options.sample), workers, found.setdefault(data, {}))
        except KeyboardInterrupt:
            return INTERRUPTED
    return 0


def run(data: str, records: Sequence[Record], workers: Sequence[Worker], found: dict[str, list[Score]]) -> None:
    """Run every system on every page, chunk by chunk."""
    found.update({worker.system: [] for worker in workers})
    with progress_bar() as progress:
        task = progress.add_task(data, total=len(records) * len(workers))
        for chunk in chunks(records):
            for worker in workers:
                answers = worker.ask([request(record) for record in chunk])
                found[worker.system] += map(score, chunk, answers)
                progress.advance(task, len(chunk))


def chunks(records: Sequence[Record]) -> Iterator[Sequence[Record]]:
    """Yield the records in chunks."""
    for start in range(0, len(records), CHUNK_PAGES):
        yield records[start : start + CHUNK_PAGES]


def request(record: Record) -> dict[str, Any]:
    """Return the request for a worker, without the gold text."""
    return {"html": record.html, "url": record.url, "language": record.lang}


def score(record: Record, answer: Answer) -> Score:
    """Score an answer against the gold text."""
    return Score(
        page=record.id,
        type=record.type or "",
        f1=metrics.word_score(answer.text, record.text, spaceless=record.language_is_spaceless).f1,
        seconds=answer.seconds,
        peak_bytes=answer.peak_bytes,
        empty=not answer.text.strip(),
        error=answer.error,
    )


def report(options: argparse.Namespace, found: Mapping[str, Scores], console: Console) -> None:
    """Print the tables and write the requested files."""
    seen = {data: scores for data, scores in found.items() if any(scores.values())}
    if not seen:
        print("compare: ended before every system had seen a page", file=sys.stderr)
    tables = list(all_tables(seen, options.by_type))
    for table in tables:
        table.show(console)
    if options.markdown:
        write(options.markdown, "\n".join(table.markdown() for table in tables))
    if options.json:
        write(options.json, json.dumps(as_json(seen), indent=1, ensure_ascii=False) + "\n")


def all_tables(found: Mapping[str, Scores], by_type: bool) -> Iterator[Table]:
    """Yield a table for each data set, one for its page types, and one over all sets if there are several."""
    for data, scores in found.items():
        yield main_table(data, scores)
        if by_type and (table := type_table(data, scores)):
            yield table
    if len(found) > 1:
        yield overview_table(found)


def as_json(found: Mapping[str, Scores]) -> dict[str, Any]:
    """Return all measurements."""
    return {
        "ridgeline": ridgeline.__version__,
        "python": platform.python_version(),
        "data": {data: {system: _system_json(system, scores) for system in scores} for data, scores in found.items()},
    }


def _system_json(system: str, scores: Scores) -> dict[str, Any]:
    pages = [dataclasses.asdict(page) for page in scores[system]]
    return {"summary": dataclasses.asdict(summarise(system, scores)), "pages": pages}


if __name__ == "__main__":
    sys.exit(main())
