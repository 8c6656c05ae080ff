"""`ridgeline study templates`: Tables II to IV of the FastContentExtractor paper, and other readings of it."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ...errors import OptionError
from ...storage import files
from .. import targets
from ..command import Option
from ..extraction_options import SeveralValuesCommand
from ..extras import require
from ..terminal import examples, write_standard_output
from . import group
from .clock import Budget, Clock

if TYPE_CHECKING:
    from ...lab.datasets import Record
    from ...lab.study.templates.experiments import SiteResult
    from ...lab.study.templates.variants import SiteVariants

    SitesOfSets = dict[str, dict[str, list[Record]]]

DEFAULT_DATA = ["multisite-dev", "cleanportaleval"]
SECONDS_PER_PAGE, SECONDS_PER_REPEAT, VARIANTS_SECONDS_PER_PAGE = 0.15, 0.08, 0.6


@group.command(
    cls=SeveralValuesCommand,
    epilog=examples(
        "ridgeline study templates",
        "ridgeline study templates --data multisite-dev --picture times.svg --json templates.json",
        "ridgeline study templates --support 0.3",
        "ridgeline study templates --variants --data multisite-dev cleanportaleval wcxb-dev",
    ),
)
def templates(
    data: Annotated[
        list[str] | None, Option("--data", "-d", metavar="SET", help="Data sets with many pages per site.")
    ] = None,
    support: Annotated[
        float,
        Option(
            "--support", metavar="SHARE", help="fast-template uses only paths with content on this share of the pages."
        ),
    ] = 0.0,
    repeats: Annotated[
        int, Option("--repeats", metavar="N", min=1, help="Time every page N times and take the best.")
    ] = 3,
    min_pages: Annotated[int, Option("--min-pages", metavar="N", min=3, help="Leave out sites with fewer pages.")] = 4,
    variants: Annotated[
        bool, Option("--variants", help="Word F of other readings of the paper instead, on every site.")
    ] = False,
    budget: Budget = None,
    picture: Annotated[
        Path | None, Option("--picture", metavar="FILE", help="Draw the times (Figure 6): .svg, .png or .pdf.")
    ] = None,
    json_file: Annotated[Path | None, Option("--json", metavar="FILE", help="Write all figures to a file.")] = None,
) -> None:
    """Compare content-extractor and fast-template, site by site: time, block F and word F (Tables II to IV).

    Every page is extracted with a template that was learnt from other pages of its site. Times are CPU times on this
    machine: only their ratios mean something elsewhere. The JSON file is written after every site, so that an
    interrupted run keeps its results.
    """
    from ...extractors.templates.preparation import LearningOptions
    from ...lab import datasets
    from ...lab.study.templates.folds import sites

    if variants and (picture is not None or json_file is not None or support):
        raise OptionError("--variants prints one table: --picture, --json and --support belong to the other tables")
    for path in (picture, json_file):
        if path is not None:
            targets.check_place(path)
    if picture is not None:
        _check_picture(picture)
    LearningOptions(support=support)  # a wrong share is an error now
    clock = Clock(budget)
    by_set = {name: sites(datasets.load(name), min_pages) for name in data or DEFAULT_DATA}
    pages = _page_count(by_set)
    seconds = VARIANTS_SECONDS_PER_PAGE if variants else SECONDS_PER_PAGE + SECONDS_PER_REPEAT * repeats
    clock.announce(f"{pages:,} pages of {sum(map(len, by_set.values()))} sites", pages * seconds)
    if variants:
        write_standard_output(_variants_table(_compare_variants(by_set, clock)))
        return
    results = _study(by_set, support, repeats, json_file, clock)
    write_standard_output(_tables(results))
    if picture is not None:
        from ...lab.study.templates.experiments import draw_times

        draw_times(results, picture)


def _check_picture(path: Path) -> None:
    from ...lab import plots

    plots.check_format(path)
    require("plot")


def _study(
    by_set: "SitesOfSets", support: float, repeats: int, json_file: Path | None, clock: Clock
) -> "list[SiteResult]":
    from ...extractors.templates.preparation import LearningOptions
    from ...lab.study.templates.experiments import study_site

    options = LearningOptions(support=support)
    results: list[SiteResult] = []
    with clock.progress(_page_count(by_set), "pages") as advance:
        for name, sites in by_set.items():
            for site, records in sites.items():
                results.append(study_site(name, site, records, options=options, repeats=repeats, on_page=advance))
                if json_file is not None:
                    content = [result.as_dict() for result in results]
                    files.write(json_file, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())
    return results


def _compare_variants(by_set: "SitesOfSets", clock: Clock) -> "list[SiteVariants]":
    from ...lab.study.templates.variants import compare_site

    results: list[SiteVariants] = []
    with clock.progress(_page_count(by_set), "pages") as advance:
        for name, sites in by_set.items():
            for site, records in sites.items():
                results.append(compare_site(name, site, records, advance))
    return results


def _page_count(by_set: "SitesOfSets") -> int:
    return sum(len(records) for sites in by_set.values() for records in sites.values())


def _variants_table(results: "Sequence[SiteVariants]") -> str:
    """Return the mean word F of every variant by set, and how often it is better and worse than the paper's system."""
    from ...lab.study.templates.variants import VARIANTS, differences
    from ..tables import plain_table

    by_set: dict[str, list[SiteVariants]] = {}
    for result in results:
        by_set.setdefault(result.data, []).append(result)
    rows = []
    for variant in VARIANTS:
        row = [variant]
        for chosen in by_set.values():
            better, worse = differences(chosen, variant)
            row += [f"{sum(result.word_f[variant] for result in chosen) / len(chosen):.3f}", f"{better} / {worse}"]
        rows.append(row)
    headings = [
        heading for name, chosen in by_set.items() for heading in (f"{name}, {len(chosen)} sites", "better / worse")
    ]
    return plain_table("Word F, mean of the sites; better or worse than fast-template on", ("", *headings), rows)


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
