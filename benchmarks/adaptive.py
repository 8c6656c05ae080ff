"""Measures what it costs to run all networks of summit only where the first one is in doubt.

    python benchmarks/adaptive.py --data cleaneval-dev multisite-dev
    python benchmarks/adaptive.py --data fundus --doubt 0.8 0.9 0.95
    python benchmarks/adaptive.py --model summit.json

The first network is in doubt where it expects an F1 below the threshold. For each set and threshold: word F1 and recall
beside those of all networks, and the mean number of networks a page. A threshold is chosen by cross-validation
(`ridgeline train summit` prints the table), not by this command, which checks it on other sets. A set that the model
was trained on scores too high.
"""

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import ridgeline
from arguments import positive
from report import Table, progress_bar, wide_console
from ridgeline import Extraction, Page
from ridgeline.errors import RidgelineError
from ridgeline.extractors.summit.constants import FAVORS, NAME
from ridgeline.extractors.summit.model import Model, shipped_model
from ridgeline.extractors.summit.refusal import has_content
from ridgeline.lab import datasets
from ridgeline.lab.datasets import Record
from ridgeline.lab.evaluation import spread
from ridgeline.lab.metrics import Score, word_score
from ridgeline.storage import models

SETS = ("cleaneval-dev", "cleanportaleval", "multisite-dev")  # never trained on
DOUBTS = (0.84, 0.88, 0.93)  # those of docs/experiments.md
HEADER = ("set", "pages", "doubt", "word F1", "difference", "recall", "difference", "networks a page")


@dataclass(frozen=True, slots=True)
class Result:
    """Means over the pages of a set."""

    f1: float
    recall: float
    networks: float


class SummitAtDoubt:
    """summit with another threshold of doubt. It counts the networks that it runs."""

    name = NAME

    def __init__(self, model: Model, doubt: float) -> None:
        self._model = model
        self._doubt = doubt
        self.networks_run = 0

    def extract(self, page: Page) -> Extraction:
        """The leaves to keep."""
        prediction = self._model.predict(page, self._doubt)
        keep = page.leaves[:0]
        if prediction is not None:
            self.networks_run += prediction.networks
            selection, lines = prediction.select(FAVORS["balanced"]), prediction.lines
            if has_content(page, selection.balanced, selection.words, lines.leaves(selection.candidate)):
                keep = lines.leaves(selection.mask)
        return Extraction(page, keep, self.name)


def main() -> int:
    """Score every set at every threshold, and print the table."""
    options = read_options()
    try:
        model = shipped_model() if options.model is None else Model.from_saved(models.load(options.model, NAME))
        rows = [
            row
            for name in options.data
            for row in rows_of(name, spread(datasets.load(name), options.sample), model, options.doubt)
        ]
    except RidgelineError as problem:
        print(f"adaptive: {problem}", file=sys.stderr)
        return 2
    Table(f"{len(model.networks)} networks, and one where it is not in doubt", HEADER, rows).show(wide_console())
    return 0


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", nargs="+", default=SETS, metavar="SET", help="data sets")
    parser.add_argument("--doubt", nargs="+", type=float, default=DOUBTS, metavar="F1", help="thresholds")
    parser.add_argument("--model", type=Path, metavar="FILE", help="a model of summit (default: the shipped one)")
    parser.add_argument("--sample", type=positive, metavar="N", help="only N pages of a set, evenly spread")
    return parser.parse_args()


def rows_of(name: str, records: Sequence[Record], model: Model, doubts: Sequence[float]) -> list[tuple[str, ...]]:
    """Return a row of the table for all networks, and one for each threshold."""
    measured = {doubt: measure(name, records, SummitAtDoubt(model, doubt)) for doubt in (math.inf, *doubts)}
    of_all = measured[math.inf]
    return [
        (
            name,
            f"{len(records)}",
            "all" if doubt == math.inf else f"{doubt:g}",
            f"{result.f1:.4f}",
            f"{result.f1 - of_all.f1:+.4f}",
            f"{result.recall:.4f}",
            f"{result.recall - of_all.recall:+.4f}",
            f"{result.networks:.2f}",
        )
        for doubt, result in measured.items()
    ]


def measure(name: str, records: Sequence[Record], summit: SummitAtDoubt) -> Result:
    """Extract all pages of a set, and score them."""
    with progress_bar() as progress:
        scores = [score_of(record, summit) for record in progress.track(records, description=name)]
    return Result(
        fmean(score.f1 for score in scores),
        fmean(score.recall for score in scores),
        summit.networks_run / len(records),
    )


def score_of(record: Record, summit: SummitAtDoubt) -> Score:
    """Return the score of the text that is extracted from a page."""
    text = ridgeline.extract(record.html, url=record.url, extractor=summit).text
    return word_score(text, record.text, spaceless=record.language_is_spaceless)


if __name__ == "__main__":
    sys.exit(main())
