"""`ridgeline study templates`: Tables II to IV of the FastContentExtractor paper."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ... import files
from .. import targets
from ..extras import require
from ..options import SeveralValuesCommand
from ..terminal import examples, progress, write_standard_output
from . import group

if TYPE_CHECKING:
    from ...lab.study.templates import SiteResult

DEFAULT_DATA = ["multisite-dev", "cleanportaleval"]


@group.command(
    cls=SeveralValuesCommand,
    epilog=examples(
        "ridgeline study templates",
        "ridgeline study templates --data multisite-dev --picture times.svg --json templates.json",
        "ridgeline study templates --support 0.3",
    ),
)
def templates(
    data: Annotated[
        list[str] | None, typer.Option("--data", "-d", metavar="SET", help="Data sets with many pages per site.")
    ] = None,
    support: Annotated[
        float,
        typer.Option(
            "--support", metavar="SHARE", help="fast-template uses only paths with content on this share of the pages."
        ),
    ] = 0.0,
    repeats: Annotated[
        int, typer.Option("--repeats", metavar="N", help="Time every page N times and take the best.")
    ] = 3,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Draw the times (Figure 6): .svg, .png or .pdf.")
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write all figures to a file.")
    ] = None,
) -> None:
    """Compare content-extractor and fast-template, site by site: time, block F and word F (Tables II to IV).

    Every page is extracted with a template that was learnt from other pages of its site. Times are CPU times on this
    machine: only their ratios mean something elsewhere. The JSON file is written after every site, so that an
    interrupted run keeps its results.
    """
    from ...lab import datasets, plots
    from ...lab.study import templates as study

    for path in (picture, json_file):
        if path is not None:
            targets.check_place(path)
    if picture is not None:
        plots.check_format(picture)
        require("plot")
    by_set = {name: study.sites(datasets.load(name)) for name in data or DEFAULT_DATA}
    results: list[SiteResult] = []
    pages = sum(len(records) for sites in by_set.values() for records in sites.values())
    with progress(pages, "pages") as advance:
        for name, sites in by_set.items():
            for site, records in sites.items():
                options = {"support": support}
                results.append(study.study_site(name, site, records, options=options, repeats=repeats, on_page=advance))
                if json_file is not None:
                    content = [result.as_dict() for result in results]
                    files.write(json_file, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())
    write_standard_output(_tables(results))
    if picture is not None:
        study.draw_times(results, picture)


def _tables(results: "Sequence[SiteResult]") -> str:
    from ..tables import plain_table

    return plain_table(
        "Table II: NumBlockTemp / NumBlock / PerTime in ms; improvement; PerTime by index; learning, ms",
        ("site", "pages", "content-extractor", "fast-template", "improvement", "CE, index", "fast, index", "learning"),
        [_time_row(result) for result in results],
    ) + plain_table(
        "Tables III and IV: block F and word F; drifted pages",
        ("site", "block F, CE", "block F, fast", "word F, CE", "word F, fast", "drifted"),
        [*map(_accuracy_row, results), _mean_row(results)],
    )


def _time_row(result: "SiteResult") -> tuple[str, ...]:
    content, fast = result.content_extractor, result.fast_template
    return (
        f"{result.site} ({result.data})",
        f"{result.pages}",
        f"{content.stored_blocks:.0f} / {content.blocks:.0f} / {content.milliseconds:.2f}",
        f"{fast.stored_blocks:.0f} / {fast.blocks:.0f} / {fast.milliseconds:.2f}",
        f"{result.improvement:.0f} %",
        f"{content.milliseconds_indexed:.2f}",
        f"{fast.milliseconds_indexed:.2f}",
        f"{1000 * result.learning_seconds:.0f}",
    )


def _accuracy_row(result: "SiteResult") -> tuple[str, ...]:
    return (f"{result.site} ({result.data})", *(f"{score:.3f}" for score in _scores(result)), f"{result.drifted}")


def _mean_row(results: "Sequence[SiteResult]") -> tuple[str, ...]:
    means = [sum(scores) / len(results) for scores in zip(*map(_scores, results), strict=True)] or [0.0] * 4
    return ("mean of the sites", *(f"{mean:.3f}" for mean in means), f"{sum(result.drifted for result in results)}")


def _scores(result: "SiteResult") -> tuple[float, ...]:
    content, fast = result.content_extractor, result.fast_template
    return content.block_f, fast.block_f, content.word_f, fast.word_f
