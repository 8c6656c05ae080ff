"""`ridgeline study ice`: Table 1 of the ICE paper, beside the paper's figures."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from ... import files
from ...errors import OptionError
from ...extraction import REGISTRY, load
from .. import targets
from ..tables import as_text, report_text
from ..terminal import examples, note, progress, write_standard_output
from . import group

if TYPE_CHECKING:
    from ...lab.datasets import Record
    from ...lab.study.ice import Outcome, TreeErrors

WHY = """What differs from the paper, and why:
- The scorer is ours, made after the description of CleanEval's own, which is lost (see ridgeline/metrics/cleaneval.py);
  the least combined scores of baseline and heuristic, on the document whose gold text is empty, agree to the digit.
- Baseline and heuristic both lie 3 points above the paper's: the order and the distance between them hold. Parsers
  differ; the texts of <option>, which are no text here, account for 0.5 points of the baseline, the rest is not known.
- ice-tree is scored on pages that it has not seen; the paper's was scored on the pages it was learnt from, like
  "ice-tree (seen)". The paper's discards too many blocks; of ours, a greater share is found in the gold texts.
- ice-lm: the paper does not say how its threshold was set; ours keeps more.
- ice-elaborate and ice-ga have no row in Table 1. The thresholds of ice-elaborate and ice-lm, and the expressions of
  ice-ga, are chosen on other pages than those that they are scored on."""


@group.command(
    "ice",
    epilog=examples(
        "ridgeline study ice --skip ice-ga",
        "ridgeline study ice --words wcxb-dev,news-dev --picture table1.svg",
        "ridgeline study ice --tree --json scores.json",
    ),
)
def study_ice(
    data: Annotated[
        str, typer.Option("--data", "-d", metavar="SET", help="Pages with gold texts in CleanEval's form.")
    ] = "cleaneval-dev",
    folds: Annotated[int, typer.Option("--folds", metavar="N", help="Of the cross-validation.")] = 10,
    population: Annotated[int, typer.Option("--population", metavar="N", help="Of ice-ga, in each fold.")] = 30,
    generations: Annotated[int, typer.Option("--generations", metavar="N", help="Of ice-ga, in each fold.")] = 10,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of what is left to chance.")] = 0,
    skip: Annotated[
        list[str] | None,
        typer.Option("--skip", metavar="NAME", help="Leave an extractor out; ice-ga takes by far the longest."),
    ] = None,
    words: Annotated[
        list[str] | None,
        typer.Option("--words", "-w", metavar="SET", help="Word F1 on this set too, with the models that ship."),
    ] = None,
    tree: Annotated[bool, typer.Option("--tree", help="Print the tree of all pages, as in Figure 2.")] = False,
    processes: Annotated[
        int | None, typer.Option("--processes", "-p", metavar="N", help="For --words, instead of one a core.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", help="So many pages of a set, evenly spread over it.")
    ] = None,
    picture: Annotated[str | None, typer.Option("--picture", metavar="FILE", help="Draw all scores.")] = None,
    json_file: Annotated[
        str | None, typer.Option("--json", metavar="FILE", help="Write all scores, as they are found.")
    ] = None,
) -> None:
    """Score the six systems of ICE as Table 1 of the paper does, beside its figures.

    What learns is scored by cross-validation over sites: thresholds, trees and evolved expressions see no page that
    they are judged by. Most of it takes seconds; ice-ga takes minutes for each fold, and is measured last.
    """
    from ...lab import datasets, plots
    from ...lab.evaluate import spread
    from ...lab.study import ice as study

    systems = [system for system in study.SYSTEMS if system.extractor not in _names(skip)]
    if limit is not None and limit < 1:
        raise OptionError(f"--limit is positive, not {limit}")
    if picture is not None:
        plots.check_format(Path(picture))
    for file in filter(None, (picture, json_file)):
        targets.check_place(Path(file))
    for system in systems:
        load(system.extractor)  # an extra that is missing is known now
    evolution = study.Evolution(population, generations, seed)
    evolution.check()
    word_sets = [name for value in words or () for name in value.split(",")]
    records = spread(datasets.load(data), limit)
    study.check(records, folds)
    outcomes: list[Outcome] = []
    for system in systems:
        with progress(study.steps(system, records, folds, evolution), system.title) as advance:
            outcomes.append(study.measure(system, records, folds=folds, evolution=evolution, on_step=advance))
        if json_file is not None:  # after every system: an interrupted run keeps what it has
            rows = [outcome.as_dict() for outcome in outcomes]
            files.write(Path(json_file), (json.dumps(rows, ensure_ascii=False, indent=1) + "\n").encode())
    write_standard_output(_table_1(data, outcomes) + _learnt(outcomes) + _queries(records, outcomes))
    if any(outcome.system.extractor == "ice-tree" for outcome in outcomes):
        write_standard_output(_errors(study.tree_errors(records, folds, seed)))
    write_standard_output("\n" + WHY + "\n")
    if tree:
        write_standard_output("\n" + study.figure_2(records) + "\n")
    if picture is not None:
        study.draw(outcomes, Path(picture))
    for name in word_sets:
        _word_scores(name, list(dict.fromkeys(system.extractor for system in systems)), limit, processes)


def _names(skipped: list[str] | None) -> set[str]:
    names = {name for value in skipped or () for name in value.split(",")}
    for name in sorted(names):
        if name not in REGISTRY or not name.startswith("ice-"):
            raise OptionError(f"--skip: {name!r} is no extractor of ICE")
    return names


def _table_1(data: str, outcomes: "Sequence[Outcome]") -> str:
    from ...lab.study.ice import BEST_ON, SCORES, TABLE_1, Origin, shares_of_best

    table = Table(title=Text(f"{data}: Table 1, in %"), box=box.SIMPLE_HEAD, title_justify="left")
    table.add_column("system", no_wrap=True)
    for score in SCORES:
        for figure in ("min", "max", "average"):
            table.add_column(f"{score.replace('_', '-')}\n{figure}", justify="right", no_wrap=True)
    table.add_column("best\non", justify="right", no_wrap=True)
    table.add_column("word\nF1", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    shares = shares_of_best(outcomes)
    for outcome in outcomes:
        system = outcome.system
        is_compared = system.title in shares and system.origin is not Origin.SEEN
        best = f"{shares[system.title]:.0%}" if is_compared else ""
        table.add_row(system.title, *_figures(outcome.summary), best, f"{outcome.word_f1:.3f}", str(system.origin))
        if system.paper is not None:
            best = f"{BEST_ON[system.paper]:.0%}" if is_compared else ""
            table.add_row(f"  paper: {system.paper}", *_figures(TABLE_1[system.paper]), best, "", "", style="dim")
    return as_text([table])


def _figures(summary: object) -> list[str]:
    from ...lab.study.ice import SCORES

    ranges = [getattr(summary, score) for score in SCORES]
    return [f"{100 * value:.1f}" for row in ranges for value in (row.minimum, row.maximum, row.average)]


def _learnt(outcomes: "Sequence[Outcome]") -> str:
    lines = [f"{row.system.title}, by fold: {', '.join(row.learnt)}" for row in outcomes if len(row.learnt) > 1]
    return "".join(f"{line}\n" for line in lines)


def _queries(records: "Sequence[Record]", outcomes: "Sequence[Outcome]") -> str:
    from ...lab.study.ice import pages_without_query

    if not any(outcome.system.extractor == "ice-lm" for outcome in outcomes):
        return ""
    return f"ice-lm has nothing to make a query of on {pages_without_query(records)} of {len(records)} pages.\n"


def _errors(errors: "TreeErrors") -> str:
    from ...lab.study.ice import PAPER_ERROR, PAPER_ITEMS

    ours = ", ".join(f"{count} {name}" for name, count in errors.items.items())
    theirs = ", ".join(f"{count} {name}" for name, count in PAPER_ITEMS.items())
    return (
        f"\nBlocks by class: {sum(errors.items.values())} ({ours}); paper: {sum(PAPER_ITEMS.values())} ({theirs}).\n"
        f"Error of the tree by cross-validation: {errors.by_blocks:.2%} over blocks (paper: {PAPER_ERROR:.2%}), "
        f"{errors.by_sites:.2%} over sites; {errors.seen:.2%} on the blocks it was learnt from.\n"
    )


def _word_scores(name: str, extractors: list[str], limit: int | None, processes: int | None) -> None:
    from ...lab import datasets
    from ...lab.evaluate import PageResult, evaluate, spread

    names = ["everything", *extractors]
    records = spread(datasets.load(name), limit)
    with progress(len(records) * len(names), name) as advance:

        def on_result(result: PageResult) -> None:
            if result.error is not None:
                note(f"{result.extractor} failed on page {result.id} of {name}: {result.error}")
            advance()

        report = evaluate(names, records, processes=processes, on_result=on_result)
    write_standard_output("\n" + report_text(name, report, by_type=False))
