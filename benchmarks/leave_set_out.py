"""Trains summit without each set in turn and scores it there: how constants are chosen, and what strangers will see.

    python benchmarks/leave_set_out.py --checkpoints networks/
    python benchmarks/leave_set_out.py --checkpoints networks/ --teachers 4
    python benchmarks/leave_set_out.py --checkpoints networks/ --json pages.json

Sites of one set are alike in kind, age and convention, so folds of sites flatter. Sets that are never trained on are
scored by the model of all the others. For each set: its word F1 at several b, with the standard error of the mean over
sites; the last row is the mean over sets. The best b of that row is the one to ship. It takes hours: each network is
kept in the folder of checkpoints, and the same command goes on where it stopped.
"""

import argparse
import json
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev

from arguments import positive
from report import Table, progress_bar, wide_console, write
from ridgeline.errors import RidgelineError
from ridgeline.extractors.summit.constants import FAVORS
from ridgeline.lab import datasets
from ridgeline.lab.datasets import Record
from ridgeline.lab.training.summit.labels import label
from ridgeline.lab.training.summit.trainer import DEFAULT_SETTINGS
from ridgeline.lab.training.summit.training import CURVE, ScoredPage, count_steps, score_page, train

TRAINED = ("wcxb-dev", "news-dev", "chinese", "fundus", "misinfo", "harvest", "magic-html", "postlight", "recipes")
NEVER_TRAINED = ("cleaneval-dev", "cleanportaleval", "multisite-dev")
PARTIAL = ("recipes",)  # gold texts that are a part of the content: not scored
BALANCED = FAVORS["balanced"]
SHOWN = tuple(b for b in CURVE if 0.4 <= b <= 2.5)

Scored = Mapping[str, Sequence[tuple[Record, ScoredPage]]]


def main() -> int:
    """Train, score and print the table."""
    options = read_options()
    settings = replace(DEFAULT_SETTINGS, networks=options.networks, teachers=options.teachers)
    try:
        sets = {name: list(datasets.load(name)) for name in options.data}
        with progress_bar() as progress:
            task = progress.add_task("steps", total=count_steps(sets, settings, len(sets)))
            training = train(
                sets,
                folds=None,
                settings=settings,
                processes=options.processes,
                checkpoints=options.checkpoints,
                advance=lambda steps: progress.advance(task, steps),
            )
        scored = {name: list(zip(sets[name], pages, strict=True)) for name, pages in training.by_set.items()}
        for name in NEVER_TRAINED:
            records = list(datasets.load(name))
            scored[name] = [(row, score_page(training.model, label(row), row)) for row in records]
    except RidgelineError as problem:
        print(f"leave_set_out: {problem}", file=sys.stderr)
        return 2
    table(scored).show(wide_console())
    if options.json:
        write(options.json, json.dumps(by_page(scored)))
    return 0


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", nargs="+", default=TRAINED, metavar="SET", help="sets to train on (default: all)")
    parser.add_argument("--checkpoints", type=Path, required=True, metavar="FOLDER", help="where networks are kept")
    parser.add_argument("--networks", type=positive, default=1, metavar="N", help="networks of a model (default: 1)")
    parser.add_argument("--teachers", type=int, default=0, metavar="N", help="of each kind (default: none)")
    parser.add_argument("--processes", type=positive, metavar="N", help="default: one a core")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the scores of all pages")
    return parser.parse_args()


def table(scored: Scored) -> Table:
    """Return the table of word F1 by set and b."""
    means = {name: f1_by_b(pages) for name, pages in scored.items() if name not in PARTIAL}
    rows = [
        (name, str(len(scored[name])), *(f"{value:.4f}" for value in row), f"{standard_error(scored[name]):.4f}")
        for name, row in means.items()
    ]
    mean = [fmean(column) for column in zip(*means.values(), strict=True)]
    rows.append(("mean over sets", "", *(f"{value:.4f}" for value in mean), ""))
    return Table("word F1 of sets that were left out", ("set", "pages", *map(str, SHOWN), f"± at {BALANCED}"), rows)


def f1_by_b(pages: Sequence[tuple[Record, ScoredPage]]) -> list[float]:
    """Return the mean word F1 at each b that is shown."""
    return [fmean(page.curve[CURVE.index(b)].f1 for _, page in pages) for b in SHOWN]


def standard_error(pages: Sequence[tuple[Record, ScoredPage]]) -> float:
    """Return the standard error of the mean at the shipped b over sites, whose pages fail together."""
    sites: dict[str, list[float]] = {}
    for record, page in pages:
        sites.setdefault(record.group, []).append(page.f1)
    if len(sites) < 2:
        return math.nan
    return stdev(map(fmean, sites.values())) / math.sqrt(len(sites))


def by_page(scored: Scored) -> list[dict[str, object]]:
    """Return what is known of each page."""
    return [
        {
            "set": name,
            "id": record.id,
            "type": page.type,
            "predicted": page.page_type,
            "expected": page.expected,
            "f1": {b: score.f1 for b, score in zip(CURVE, page.curve, strict=True)},
        }
        for name, pages in scored.items()
        for record, page in pages
    ]


if __name__ == "__main__":
    sys.exit(main())
