"""`ridgeline study grouping`: the experiments of the learning and grouping paper."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ... import files
from ...errors import OptionError, OutputError
from ..options import SeveralValuesCommand
from ..terminal import examples, note, progress, write_standard_output
from . import group

if TYPE_CHECKING:
    from ...lab.datasets import Record
    from ...lab.study.grouping.run import Study
    from ...render import LayoutStore


@group.command(
    "grouping",
    cls=SeveralValuesCommand,
    epilog=examples(
        "ridgeline study grouping --layouts layouts/ --output figures/",
        "ridgeline study grouping --data wcxb-dev --limit 200 --no-sweep",
        "ridgeline study grouping --styled examples/styled",
    ),
)
def grouping(
    data: Annotated[
        list[str] | None, typer.Option("--data", "-d", metavar="SET", help="Data sets instead of wcxb-dev.")
    ] = None,
    styled: Annotated[
        Path | None,
        typer.Option(
            "--styled", metavar="FOLDER", help="Pages with marked truth instead, judged by the models that ship."
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FOLDER", help="Draw the figures, and write study.json.")
    ] = None,
    layouts: Annotated[
        Path | None, typer.Option("--layouts", metavar="FOLDER", help="Keeps layouts: rendered once, used again.")
    ] = None,
    folds: Annotated[int, typer.Option("--folds", metavar="N", help="For cross-validation by domain.")] = 5,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", help="So many pages of a set, evenly spread over it.")
    ] = None,
    sweep: Annotated[
        bool, typer.Option("--sweep/--no-sweep", help="Vary the two thresholds, for Figures 13 to 15.")
    ] = True,
) -> None:
    """Compare clg with lr, svm, lr-a, svm-a and mss by the area of the page they find (Figures 11, 13, 14, 15).

    Pages are rendered in a browser, offline and without scripts; every page is judged by models that have not seen its
    site. Precision, recall and F1 of the area are means over pages; word F1 stands beside them.
    """
    from ...render import LayoutStore

    if output is not None and not output.is_dir():
        raise OutputError(f"{output}: no such folder")
    if limit is not None and limit < 1:
        raise OptionError(f"--limit is positive, not {limit}")
    if styled is not None and data:
        raise OptionError("--styled and --data are two studies: choose one")
    store = LayoutStore(layouts) if layouts is not None else None
    if styled is not None:
        study = _of_styled(styled, store)
    else:
        study = _of_sets(data or ["wcxb-dev"], limit, folds, store, sweep)
    write_standard_output(_tables(study))
    if output is not None:
        from ...lab.study.grouping import figures

        content = json.dumps(study.as_dict(), indent=1) + "\n"
        files.write(output / "study.json", content.encode())
        for path in figures.draw(study, output):
            note(f"drew {path}")


def _of_styled(folder: Path, store: "LayoutStore | None") -> "Study":
    from ...lab.study.grouping import styled

    return styled.judge_folder(folder, store)


def _of_sets(names: list[str], limit: int | None, folds: int, store: "LayoutStore | None", sweep: bool) -> "Study":
    from ...lab import datasets
    from ...lab.evaluate import spread
    from ...lab.study.grouping.run import Study, cross_validate, judge, lessons

    records = [record for name in names for record in spread(datasets.load(name), limit)]
    failed: list[str] = []
    with progress(len(records), "learning") as advance:

        def on_page(record: "Record", problem: Exception | None) -> None:
            if problem is not None:
                note(f"page {record.id} is left out: {problem}")
                failed.append(record.id)
            advance()

        taught = lessons(records, store, on_page)
    scores = []
    with progress(len(records), "judging") as advance:
        for learnt, unseen in cross_validate(records, taught, folds):
            for place in unseen:
                lesson = taught[place]
                page = judge(records[place], lesson.content, learnt, store, sweep=sweep) if lesson is not None else None
                if page is not None:
                    scores.append(page)
                advance()
    return Study(tuple(scores), tuple(failed))


def _tables(study: "Study") -> str:
    from ...lab.study.grouping.run import METHODS

    lines = [f"{'':8}{'area P':>9}{'area R':>9}{'area F1':>9}{'word F1':>9}"]
    for name in METHODS:
        area, text = study.mean(name), study.mean(name, words=True)
        lines.append(f"{name:8}{area.precision:9.4f}{area.recall:9.4f}{area.f1:9.4f}{text.f1:9.4f}")
    measured = sum(bool(page.area) for page in study.pages)
    lines.append(f"means over {measured} pages with a region to find, {len(study.pages)} for words\n")
    for heading, words in (("area F1", False), ("word F1", True)):
        lines.append(f"{heading:8}" + "".join(f"{kind:>15}" for kind in study.types))
        for name in METHODS:
            values = (study.mean(name, words=words, kind=kind).f1 for kind in study.types)
            lines.append(f"{name:8}" + "".join(f"{value:15.4f}" for value in values))
        lines.append("")
    for heading, by_value in (
        ("clg, score threshold", study.mean_by_threshold("clg")),
        ("lr, score threshold", study.mean_by_threshold("lr")),
        ("clg, projection overlap ratio", study.mean_by_ratio()),
    ):
        if by_value:
            lines.append(f"{heading:30}{'area P':>9}{'area R':>9}{'area F1':>9}")
            lines.extend(f"{value:30.2f}{s.precision:9.4f}{s.recall:9.4f}{s.f1:9.4f}" for value, s in by_value.items())
            lines.append("")
    return "\n".join(lines)
