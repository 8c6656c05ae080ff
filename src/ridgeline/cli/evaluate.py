"""`ridgeline eval`: score extractors against gold texts."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from .. import __version__
from ..errors import OptionError
from ..registry import load_ready
from ..storage import files
from . import targets
from .command import Argument, Option
from .extraction_options import Model, Others, complete_extractor, extractor_options, separate
from .extras import require
from .terminal import note, progress, write_standard_output

if TYPE_CHECKING:
    from ..extraction import Extractor
    from ..lab.datasets import Record
    from ..lab.evaluation import Metric, PageResult, Report


def evaluate(
    names: Annotated[
        list[str],
        Argument(metavar="NAME", help="Extractors; see `ridgeline extractors`.", autocompletion=complete_extractor),
    ],
    data: Annotated[list[str], Option("--data", "-d", metavar="SET", help="Data sets, or .jsonl files.")],
    metric: Annotated[
        list[str] | None,
        Option(
            "--metric",
            "-m",
            metavar="METRIC",
            help="In addition to word: sentence, sentence-lines, shingle, cleaneval, snippets, webmainbench.",
        ),
    ] = None,
    by_type: Annotated[bool, Option("--by-type/--no-by-type", help="Show F1 for each type of page.")] = True,
    limit: Annotated[
        int | None, Option("--limit", metavar="N", help="At most N pages of a set, evenly spread over it.")
    ] = None,
    processes: Annotated[
        int | None, Option("--processes", "-p", metavar="N", help="Number of processes; default: one a core.")
    ] = None,
    model: Model = None,
    option: Others = None,
    json_file: Annotated[
        str | None, Option("--json", metavar="FILE", help="Also write all figures, page by page, to a file.")
    ] = None,
    force: Annotated[bool, Option("--force", help="Overwrite a file that exists.")] = False,
) -> None:
    """Score extractors on pages with gold texts.

    Figures are means over pages: precision, the share of the extracted words that are in the gold text; recall, the
    share of the gold words that were extracted; and F1. A page on which an extractor fails is named, and counts as an
    empty extraction. Sets are read from the folder named by RIDGELINE_DATA; see `ridgeline lab datasets`.
    """
    from ..lab import datasets
    from ..lab.evaluation import Metric, spread
    from .tables import report_text

    if limit is not None and limit < 1:
        raise OptionError(f"--limit is positive, not {limit}")
    if json_file is not None:
        targets.check_new_file(Path(json_file), force=force)
    extractors = _load(names, extractor_options(others=option, model=model))
    metrics = tuple(dict.fromkeys((Metric.WORD, *map(Metric.named, separate(metric or ())))))
    if not {Metric.SENTENCE, Metric.SENTENCE_LINES, Metric.CLEANEVAL}.isdisjoint(metrics):
        require("eval")
    if Metric.WEBMAINBENCH in metrics:
        require("webmainbench")
    reports: dict[str, Report] = {}
    for name in separate(data):
        records = spread(datasets.load(name), limit)
        reports[name] = _evaluate_set(name, extractors, records, metrics, processes)
        write_standard_output(report_text(name, reports[name], by_type=by_type))
        _report_idle(name, records, metrics)
        if json_file is not None:  # after every set, so that an interrupted run leaves the sets before
            _write_json(Path(json_file), metrics, reports)


def _load(names: Sequence[str], options: Mapping[str, Any]) -> "list[str | Extractor]":
    """Return the extractors; those without options by name, which worker processes load themselves."""
    if options:
        if len(names) > 1:
            given = "--model belongs" if "model" in options else "--option belongs"
            raise OptionError(f"{given} to a single extractor, and {len(names)} are named: evaluate one alone")
        return [load_ready(names[0], **options)]
    for name in names:
        load_ready(name)
    return list(names)


def _report_idle(name: str, records: "Sequence[Record]", metrics: "Sequence[Metric]") -> None:
    """Report the metrics that have nothing to measure in a set."""
    from ..lab.evaluation import Metric

    if Metric.CLEANEVAL in metrics and all(record.marked is None for record in records):
        note(f"{name}: the metric cleaneval has nothing to measure, since no page has `marked`")
    if Metric.SNIPPETS in metrics and not any(record.must or record.mustnot for record in records):
        note(f"{name}: the metric snippets has nothing to measure, since no page has `must` or `mustnot`")
    if Metric.WEBMAINBENCH in metrics and not any(record.has_markdown for record in records):
        note(f"{name}: the metric webmainbench has nothing to measure, since no page has `markdown` or `main_html`")


def _evaluate_set(
    name: str,
    extractors: "Sequence[str | Extractor]",
    records: "Sequence[Record]",
    metrics: "Sequence[Metric]",
    processes: int | None,
) -> "Report":
    from ..lab.evaluation import evaluate as evaluate_extractors

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
