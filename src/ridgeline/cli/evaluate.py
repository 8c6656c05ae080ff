"""`ridgeline eval`: score extractors against gold texts."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .. import __version__, files
from ..errors import OptionError
from . import targets
from .extras import require
from .options import complete_extractor, load_ready, separate
from .terminal import note, progress, write_standard_output

if TYPE_CHECKING:
    from ..lab.datasets import Record
    from ..lab.evaluate import Metric, PageResult, Report


def evaluate(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME", help="Extractors; see `ridgeline extractors`.", autocompletion=complete_extractor
        ),
    ],
    data: Annotated[list[str], typer.Option("--data", "-d", metavar="SET", help="Data sets, or .jsonl files.")],
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            "-m",
            metavar="METRIC",
            help="In addition to word: shingle, sentence, cleaneval, snippets.",
        ),
    ] = None,
    by_type: Annotated[bool, typer.Option("--by-type/--no-by-type", help="Show F1 for each type of page.")] = True,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", help="At most N pages of a set, evenly spread over it.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option("--processes", "-p", metavar="N", help="Number of processes; default: one a core.")
    ] = None,
    json_file: Annotated[
        str | None, typer.Option("--json", metavar="FILE", help="Also write all figures, page by page, to a file.")
    ] = None,
) -> None:
    """Score extractors on pages with gold texts.

    Figures are means over pages: precision, the share of the extracted words that are in the gold text; recall, the
    share of the gold words that were extracted; and F1. A page on which an extractor fails is named, and counts as an
    empty extraction. Sets are read from the folder named by RIDGELINE_DATA; see `ridgeline lab datasets`.
    """
    from ..lab import datasets
    from ..lab.evaluate import Metric, spread
    from .tables import report_text

    if limit is not None and limit < 1:
        raise OptionError(f"--limit is positive, not {limit}")
    if json_file is not None:
        targets.check_place(Path(json_file))
    for name in names:
        load_ready(name)
    metrics = tuple(dict.fromkeys((Metric.WORD, *map(Metric.named, separate(metric or ())))))
    if not {Metric.SENTENCE, Metric.CLEANEVAL}.isdisjoint(metrics):
        require("eval")
    reports: dict[str, Report] = {}
    for name in separate(data):
        records = spread(datasets.load(name), limit)
        reports[name] = _evaluate_set(name, names, records, metrics, processes)
        write_standard_output(report_text(name, reports[name], by_type=by_type))
        if json_file is not None:  # after every set, so that an interrupted run leaves the sets before
            _write_json(Path(json_file), metrics, reports)


def _evaluate_set(
    name: str,
    extractors: Sequence[str],
    records: "Sequence[Record]",
    metrics: "Sequence[Metric]",
    processes: int | None,
) -> "Report":
    from ..lab.evaluate import evaluate as evaluate_extractors

    with progress(len(records) * len(extractors), name) as advance:

        def on_result(result: "PageResult") -> None:
            if result.error is not None:
                note(f"{result.extractor} failed on page {result.id} of {name}: {result.error}")
            advance()

        return evaluate_extractors(extractors, records, metrics=metrics, processes=processes, on_result=on_result)


def _write_json(path: Path, metrics: "Sequence[Metric]", reports: "dict[str, Report]") -> None:
    content = {
        "ridgeline": __version__,
        "metrics": list(metrics),
        "sets": {name: report.as_dict() for name, report in reports.items()},
    }
    files.write(path, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace"))
