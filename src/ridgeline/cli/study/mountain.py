"""`ridgeline study mountain`: Figures 3 to 7 of the Mountain Model's paper."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ...errors import OptionError
from ...storage import files
from .. import targets
from ..command import Option
from ..extras import require
from ..terminal import examples, note, write_standard_output
from . import group
from .clock import Budget, Clock

if TYPE_CHECKING:
    from ...extractors.mountain import Settings
    from ...lab.datasets import Record
    from ...lab.study.mountain.parameters import Figure
    from ...lab.training.mountain_classifiers import Figures, Results

FIGURE_3_SETS = ("wcxb-dev", "news-dev", "chinese")
SITE_SETS = ("multisite-dev", "cleanportaleval")
DEFAULT_LIMIT = 300  # pages of a set for each point of a figure: all of them would take hours
# Never trained on, and scored for Figure 5 too.
UNSEEN_SETS = ("multisite-dev", "cleaneval-dev", "cleanportaleval")
# Of a page: to prepare it, for a point of Figures 3 and 4, for a step of Figure 5, for all systems of Figure 7.
PREPARING_SECONDS, POINT_SECONDS, STEP_SECONDS, SITE_SECONDS = 0.05, 0.02, 0.02, 0.04
_HEADINGS = ("pages", "word F1", "FM > 0.9", "FM > 0.8", "recall > 0.95", "FM > 0.9 by lines")


class Part(StrEnum):
    """Parts that can be run separately."""

    PARAMETERS = "parameters"  # Figures 3 and 4
    UNIVERSAL = "universal"  # Figure 5
    SITES = "sites"  # Figures 6 and 7


@group.command(
    "mountain",
    epilog=examples(
        "ridgeline study mountain --output figures/",
        "ridgeline study mountain --part parameters --limit 100 --output figures/",
        "ridgeline study mountain --part sites",
    ),
)
def study_mountain(
    part: Annotated[list[Part] | None, Option("--part", help="Only this part; may be given several times.")] = None,
    limit: Annotated[
        int,
        Option("--limit", metavar="N", help="Pages of a set for each point of Figures 3 and 4, evenly spread."),
    ] = DEFAULT_LIMIT,
    processes: Annotated[
        int | None, Option("--processes", "-p", metavar="N", help="For Figure 5; default: one a core.")
    ] = None,
    output: Annotated[
        str | None,
        Option("--output", "-o", metavar="DIR", help="A folder for the pictures and for all figures as JSON."),
    ] = None,
    budget: Budget = None,
) -> None:
    """Run the experiments of the Mountain Model's paper on the data sets at hand.

    Figures 3 and 4 (parameters) on articles, news and Chinese pages; Figure 5 (universal) by cross-validation on the
    training sets, other pages, and sets that are never trained on, with the share of their text that is clutter;
    Figures 6 and 7 (sites) on the sites of two more sets, with the style tree. FM is that of sentences that a full
    stop closes; "by lines" counts short lines as sentences too.
    """
    parts = part or list(Part)
    require("train")
    if limit < 4:
        raise OptionError(f"--limit is 4 or more, for four folds, not {limit}")
    if processes is not None and processes < 1:
        raise OptionError(f"--processes is positive, not {processes}")
    if output is not None:
        require("plot")
    clock = Clock(budget)
    folder = None if output is None else _make_folder(output)
    for position, name in enumerate(each for each in Part if each in parts):
        share = 1 / (len(parts) - position)  # of the time that is left
        if name is Part.PARAMETERS:
            _run_parameters(limit, folder, clock, share)
        elif name is Part.UNIVERSAL:
            _run_universal(processes, folder, clock, share)
        else:
            _run_sites(folder, clock)


def _make_folder(output: str) -> Path:
    if not output:
        raise OptionError("--output: the name of a folder cannot be empty")
    folder = Path(output)
    targets.make_folder(folder)
    return folder


def _run_parameters(limit: int, folder: Path | None, clock: Clock, share: float) -> None:
    from ...lab import datasets
    from ...lab.evaluation import spread
    from ...lab.study.mountain.parameters import figure_3, figure_4, number_of_points
    from ...lab.study.mountain.prepared_pages import prepare
    from ...lab.training.mountain_classifiers import articles

    seconds = PREPARING_SECONDS + number_of_points() * POINT_SECONDS  # of a page
    loaded = [row for name in FIGURE_3_SETS for row in spread(articles(datasets.load(name)), limit)]
    records = clock.fit(loaded, seconds, share)
    clock.announce(f"Figures 3 and 4: {len(records):,} pages", len(records) * seconds)
    figures: dict[str, Figure] = {}
    with clock.progress(len(records) * (1 + number_of_points()), "Figures 3 and 4") as advance:
        pages = prepare(records, advance)
        on_point = partial(advance, len(pages))  # a step is a page: to prepare it, or to score it at a point
        figures["figure-3"] = figure_3(pages, on_point)
        figures["figure-4"] = figure_4(pages, on_point)
    for name, figure in figures.items():
        write_standard_output(_figure_text(figure))
        if folder is not None:
            from ...lab.study.mountain.figures import draw_figure

            draw_figure(figure, folder / f"{name}.svg")
            rows = [{"line": line, "across": across, "pages": n} for (line, across), n in figure.good_enough.items()]
            _write_json(folder / f"{name}.json", {"pages": figure.pages, "good_enough": rows})


def _figure_text(figure: "Figure") -> str:
    values = sorted({across for _, across in figure.good_enough})
    rows = [
        [f"{figure.lines} {line:g}", *(f"{figure.good_enough[line, value] / figure.pages:.3f}" for value in values)]
        for line in sorted({line for line, _ in figure.good_enough})
    ]
    best_line, best = figure.best
    return (
        _table(
            f"{figure.title}: pages with FM > 0.9 of {figure.pages}", [figure.across, *map("{:g}".format, values)], rows
        )
        + f"best: {figure.lines} {best_line:g}, {figure.across} {best:g}\n\n"
    )


def _run_universal(processes: int | None, folder: Path | None, clock: Clock, share: float) -> None:
    from ...extractors.mountain.terrain import PAPER_SETTINGS
    from ...lab.study.mountain.ceiling import ceilings
    from ...lab.study.mountain.clutter import clutter_share
    from ...lab.study.mountain.parameters import BEST_SETTINGS, WHOLE_BLOCKS
    from ...lab.training.mountain_classifiers import mean_figures, train_universal

    choices = (PAPER_SETTINGS, WHOLE_BLOCKS, BEST_SETTINGS)
    sets, others = _sets_of_figure_5()
    scored = clock.fit_sets(sets | others, (2 * len(choices) + 3) * STEP_SECONDS, share)
    sets, others = {name: scored[name] for name in sets}, {name: scored[name] for name in others}
    trained_on, pages = sum(map(len, sets.values())), sum(map(len, scored.values()))
    steps = len(choices) * (trained_on + pages) + 3 * pages
    clock.announce(f"Figure 5: {pages:,} pages", steps * STEP_SECONDS)
    found: dict[str, Results] = {}
    clutter: dict[str, float] = {}
    with clock.progress(steps, "Figure 5") as advance:
        for settings in choices:
            training = train_universal(sets, others=others, settings=settings, processes=processes, advance=advance)
            found[", ".join(["mountain", *_differences(settings)])] = training.results
        found |= ceilings(scored, advance)
        for name, records in scored.items():
            clutter[name] = clutter_share(records)
            advance(len(records))
    figures = {system: {name: mean_figures(rows) for name, rows in by_set.items()} for system, by_set in found.items()}
    rows = [[name, system, *_cells(figures[system][name])] for name in scored for system in found]
    title = "Figure 5: four-fold cross-validation, grouped by site"
    write_standard_output(_table(title, ["set", "system", *_HEADINGS], rows) + "\n")
    shares = [[name, f"{share:.3f}"] for name, share in clutter.items()]
    write_standard_output(_table("Share of the visible text that is clutter", ["set", "clutter"], shares) + "\n")
    if folder is not None:
        from ...lab.study.mountain.figures import draw_universal

        if "mountain" in found:
            draw_universal(found["mountain"], folder / "figure-5.svg")
        content = {system: {name: asdict(row) for name, row in by_set.items()} for system, by_set in figures.items()}
        _write_json(folder / "universal.json", {"systems": content, "clutter": clutter})


def _sets_of_figure_5() -> "tuple[dict[str, Sequence[Record]], dict[str, Sequence[Record]]]":
    """Load the sets that are trained on, articles alone, and those that are only scored."""
    from ...lab import datasets
    from ...lab.training.mountain_classifiers import TRAINING_SETS, articles

    sets: dict[str, Sequence[Record]] = {}
    others: dict[str, Sequence[Record]] = {}
    for name in TRAINING_SETS:
        records = datasets.load(name)
        chosen = articles(records)
        if len(chosen) == len(records):
            sets[name] = records
        else:
            sets[f"{name}, articles"] = chosen
            others[f"{name}, other pages"] = [record for record in records if record not in chosen]
    return sets, others | {name: datasets.load(name) for name in UNSEEN_SETS}


def _differences(settings: "Settings") -> list[str]:
    """Describe the settings that differ from the paper's."""
    from ...extractors.mountain.terrain import PAPER_SETTINGS

    changed = {name: value for name, value in asdict(settings).items() if value != getattr(PAPER_SETTINGS, name)}
    return [name if value is True else f"{name} {value:g}" for name, value in changed.items()]


def _run_sites(folder: Path | None, clock: Clock) -> None:
    from ...lab import datasets
    from ...lab.study.mountain.site_comparison import compare_on_sites

    found: dict[str, dict[str, Any]] = {}
    results: dict[str, Results] = {}
    rows: list[list[str]] = []
    sets = {name: datasets.load(name) for name in SITE_SETS}
    pages = sum(map(len, sets.values()))
    clock.announce(f"Figures 6 and 7: {pages:,} pages", pages * SITE_SECONDS)
    for name, records in sets.items():
        with clock.progress(len(records), name) as advance:
            for site in compare_on_sites(records, advance):
                for system, figures in site.by_system.items():
                    rows.append([f"{site.name} ({name})", system, *_cells(figures)])
                found[f"{site.name} ({name})"] = {system: asdict(row) for system, row in site.by_system.items()}
                results[f"{site.name}, {name}"] = site.results
                if folder is not None:  # after every site, so that an interrupted run keeps its results
                    _write_json(folder / "sites.json", found)
    headings = ["site", "system", *_HEADINGS]
    write_standard_output(_table("Figures 6 and 7: site by site, on unseen pages", headings, rows))
    if folder is not None and results:
        from ...lab.study.mountain.figures import draw_comparison, draw_universal

        draw_universal({site: by_system["mountain"] for site, by_system in results.items()}, folder / "figure-6.svg")
        draw_comparison(results, folder / "figure-7.svg")
    wins = sum(_good_enough(site, "mountain-site") > _good_enough(site, "style-tree") for site in found.values())
    ties = sum(_good_enough(site, "mountain-site") == _good_enough(site, "style-tree") for site in found.values())
    note(f"by FM > 0.9 mountain-site is better than style-tree on {wins} of {len(found)} sites, equal on {ties}")


def _good_enough(site: Mapping[str, Any], system: str) -> float:
    return float(site[system]["good_enough"])


def _cells(row: "Figures") -> list[str]:
    shares = (row.word_f1, row.good_enough, row.located, row.little_lost, row.good_enough_by_lines)
    return [str(row.pages), *(f"{share:.3f}" for share in shares)]


def _table(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Format a table as Markdown that also reads well in a terminal."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    lines = [f"{title}\n"]
    for row in (headings, ["-" * width for width in widths], *rows):
        cells = (
            cell.ljust(width) if number == 0 else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _write_json(path: Path, content: Mapping[str, Any]) -> None:
    files.write(path, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())
