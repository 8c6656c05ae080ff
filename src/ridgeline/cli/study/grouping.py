"""`ridgeline study grouping`: the experiments of the learning and grouping paper."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ...errors import OptionError
from ...storage import files
from .. import targets
from ..command import Option
from ..extraction_options import SeveralValuesCommand
from ..extras import require
from ..terminal import examples, note, write_standard_output
from . import group
from .clock import Budget, Clock

if TYPE_CHECKING:
    from ...lab.datasets import Record
    from ...lab.metrics import Score
    from ...lab.study.grouping.cross_validation import PageScores, Study
    from ...lab.study.grouping.styled import StyledPage
    from ...lab.training.grouping.joint import TrainedModels, TrainingPage
    from ...render import LayoutStore

RENDERING_SECONDS, SCORING_SECONDS, SWEEP_SECONDS = 0.25, 0.06, 0.1  # of a page


@group.command(
    "grouping",
    cls=SeveralValuesCommand,
    epilog=examples(
        "ridgeline study grouping --layouts layouts/ --output figures/",
        "ridgeline study grouping --data wcxb-dev --limit 200 --no-sweep",
        "ridgeline study grouping --styled examples/styled",
        "ridgeline study grouping --generated",
    ),
)
def grouping(
    data: Annotated[
        list[str] | None, Option("--data", "-d", metavar="SET", help="Data sets instead of wcxb-dev.")
    ] = None,
    styled: Annotated[
        Path | None,
        Option("--styled", metavar="FOLDER", help="Pages with marked truth instead, scored with the models that ship."),
    ] = None,
    generated: Annotated[
        bool,
        Option(
            "--generated", help="Generated pages with real layout instead: trained on some layouts, tested on others."
        ),
    ] = False,
    output: Annotated[
        Path | None, Option("--output", "-o", metavar="FOLDER", help="Draw the figures, and write study.json.")
    ] = None,
    layouts: Annotated[
        Path | None, Option("--layouts", metavar="FOLDER", help="Cache layouts here, to render pages only once.")
    ] = None,
    folds: Annotated[int, Option("--folds", metavar="N", help="For cross-validation by domain.")] = 5,
    limit: Annotated[
        int | None, Option("--limit", metavar="N", help="At most N pages of a set, evenly spread over it.")
    ] = None,
    sweep: Annotated[
        bool, Option("--sweep/--no-sweep", help="Vary the two thresholds and d, for Figures 13 to 15.")
    ] = True,
    budget: Budget = None,
) -> None:
    """Compare clg with lr, svm, lr-a, svm-a and mss by the area of the page they find (Figures 11, 13, 14, 15).

    Pages are rendered in a browser, offline and without scripts. Each page is scored with models that have not seen its
    site. Precision, recall and F1 of the area are means over pages; word F1 is given beside them. Further tables show
    what each step of clg is worth, also with perfect scores, and the area F1 by the share of a page's text that its
    style lays out: most pages of the data sets come without their style sheets.
    """
    from ...render import LayoutStore, default_store

    if limit is not None and limit < 1:
        raise OptionError(f"--limit is positive, not {limit}")
    if (styled is not None) + bool(data) + generated > 1:
        raise OptionError("--styled, --generated and --data are different studies: choose one")
    clock = Clock(budget)
    store = LayoutStore(layouts) if layouts is not None else default_store()
    require(*_extras(trains=styled is None, renders=store is None, draws=output is not None))
    if output is not None:
        targets.make_folder(output)
    if generated:
        study = _study_generated(store, output, clock)
    elif styled is not None:
        study = _study_styled(styled, store, clock)
    else:
        study = _study_sets(data or ["wcxb-dev"], limit, folds, store, sweep, clock)
    write_standard_output(_tables(study))
    if output is not None:
        _write(study, output)


def _extras(*, trains: bool, renders: bool, draws: bool) -> list[str]:
    needed = {"train": trains, "render": renders, "plot": draws}
    return [extra for extra, is_needed in needed.items() if is_needed]


def _study_styled(folder: Path, store: "LayoutStore | None", clock: Clock) -> "Study":
    from ...lab.study.grouping import styled
    from ...lab.training.grouping.joint import TrainedModels

    pages = styled.read_folder(folder)
    clock.announce(f"{len(pages)} pages", len(pages) * (RENDERING_SECONDS + SCORING_SECONDS))
    return _score_styled(pages, TrainedModels.shipped(), store, clock)


def _score_styled(
    pages: "Sequence[StyledPage]", models: "TrainedModels", store: "LayoutStore | None", clock: Clock
) -> "Study":
    from ...lab.study.grouping import styled
    from ...lab.study.grouping.cross_validation import Study

    scores: list[PageScores | None] = []
    with clock.progress(len(pages), "scoring") as advance:
        for page in pages:
            scores.append(styled.score_styled(page, models, store))
            advance()
    return Study(tuple(score for score in scores if score is not None), ())


def _study_generated(store: "LayoutStore | None", output: Path | None, clock: Clock) -> "Study":
    """Score the test pages with the models that ship, and with models trained on the training pages."""
    from ...lab.study.grouping import styled
    from ...lab.study.grouping.generated import Split, generate_all
    from ...lab.training.grouping.joint import TrainedModels, fit_models

    tested = styled.read_generated(Split.TEST)
    clock.announce(f"{2 * len(tested)} pages", 3 * len(tested) * (RENDERING_SECONDS + SCORING_SECONDS))
    shipped = _score_styled(tested, TrainedModels.shipped(), store, clock)
    write_standard_output("Models that ship:\n" + _tables(shipped))
    if output is not None:
        targets.make_folder(output / "pages")
        for page in (*generate_all(Split.TRAINING), *generate_all(Split.TEST)):
            files.write(output / "pages" / f"{page.name}.html", page.source.encode())
    models = fit_models(styled.training_pages(styled.read_generated(Split.TRAINING), store))
    write_standard_output("\nModels trained on generated pages of other layouts:\n")
    return _score_styled(tested, models, store, clock)


def _study_sets(
    names: list[str], limit: int | None, folds: int, store: "LayoutStore | None", sweep: bool, clock: Clock
) -> "Study":
    from ...lab import datasets
    from ...lab.evaluation import split_into_folds, spread
    from ...lab.study.grouping.cross_validation import Study, cross_validate, score_page
    from ...lab.training.grouping.joint import read_pages

    seconds = RENDERING_SECONDS + SCORING_SECONDS + sweep * SWEEP_SECONDS
    loaded = [record for name in names for record in spread(datasets.load(name), limit)]
    records = clock.fit(loaded, seconds)
    split_into_folds(records, folds)  # too many folds are an error now, not after the pages are rendered
    clock.announce(f"{len(records):,} pages", len(records) * seconds)
    failed: list[str] = []

    def on_page(record: "Record", problem: Exception | None) -> None:
        if problem is not None:
            note(f"page {record.id} is left out: {problem}")
            failed.append(record.id)

    pages: list[TrainingPage | None] = []
    with clock.progress(len(records), "rendering") as advance:
        for record in records:
            pages += read_pages([record], store, on_page)
            advance()
    records = records[: len(pages)]
    scores = []
    with clock.progress(len(records), "scoring") as advance:
        for fold, (models, unseen) in enumerate(cross_validate(records, pages, folds)):
            for position in unseen:
                page = pages[position]
                if page is not None:
                    record, is_content = records[position], page.is_content
                    scores.append(score_page(record, is_content, models, store, sweep=sweep, fold=fold))
                advance()
    return Study(tuple(score for score in scores if score is not None), tuple(failed))


def _write(study: "Study", folder: Path) -> None:
    from ...lab.study.grouping import figures

    files.write(folder / "study.json", (json.dumps(study.to_dict(), indent=1) + "\n").encode())
    for path in figures.draw(study, folder):
        note(f"drew {path}")


def _tables(study: "Study") -> str:
    measured = sum(bool(page.area) for page in study.pages)
    return "\n".join(
        [
            *_data_rows(study),
            *_method_rows(study),
            f"means over {measured} pages with a region to find, {len(study.pages)} for words\n",
            *_type_rows(study, "area F1", words=False),
            *_type_rows(study, "word F1", words=True),
            *_value_rows("clg, score threshold", study.mean_by_threshold("clg")),
            *_value_rows("lr, score threshold", study.mean_by_threshold("lr")),
            *_value_rows("clg, projection overlap ratio", study.mean_by_ratio()),
            *_value_rows("clg, depth d", study.mean_by_depth()),
            *_depth_rows(study),
            *_step_rows(study),
            *_layout_rows(study),
        ]
    )


def _data_rows(study: "Study") -> Iterator[str]:
    """Table 1, and the areas that section 7.1 takes θ1 to θ4 from."""
    sites, nodes = len({page.site for page in study.pages}), sum(page.nodes for page in study.pages)
    yield f"Table 1: {len(study.pages):,} pages of {sites:,} websites, {nodes:,} nodes"
    yield "share of the page that the ground truth covers, and the share of the pages where it does:"
    shares = study.truth_shares().items()
    yield "  ".join(f"{low:.0%} to {high:.0%}: {share:.1%}" for (low, high), share in shares) + "\n"


def _method_rows(study: "Study") -> Iterator[str]:
    from ...lab.study.grouping.cross_validation import METHODS

    yield f"{'':8}{'area P':>9}{'area R':>9}{'area F1':>9}{'word F1':>9}"
    for name in METHODS:
        area, text = study.mean(name), study.mean(name, words=True)
        yield f"{name:8}{area.precision:9.4f}{area.recall:9.4f}{area.f1:9.4f}{text.f1:9.4f}"


def _type_rows(study: "Study", heading: str, *, words: bool) -> Iterator[str]:
    from ...lab.study.grouping.cross_validation import METHODS

    yield f"{heading:8}" + "".join(f"{kind:>15}" for kind in study.types)
    for name in METHODS:
        values = (study.mean(name, words=words, kind=kind).f1 for kind in study.types)
        yield f"{name:8}" + "".join(f"{value:15.4f}" for value in values)
    yield ""


def _value_rows(heading: str, by_value: "Mapping[int, Score] | Mapping[float, Score]") -> Iterator[str]:
    if by_value:
        yield f"{heading:30}{'area P':>9}{'area R':>9}{'area F1':>9}"
        yield from (f"{value:30.2f}{s.precision:9.4f}{s.recall:9.4f}{s.f1:9.4f}" for value, s in by_value.items())
        yield ""


def _depth_rows(study: "Study") -> Iterator[str]:
    """The word F1 by d, and the d that each fold would have chosen by the pages of the others."""
    words = study.mean_by_depth(words=True)
    if words:
        yield "word F1 by d: " + ", ".join(f"{value}: {score.f1:.4f}" for value, score in words.items())
        for measure, is_words in (("area", False), ("word", True)):
            chosen = ", ".join(map(str, study.depths_by_fold(words=is_words)))
            yield f"d with the best {measure} F1 on the other folds, for each fold: {chosen}"
        yield ""


def _step_rows(study: "Study") -> Iterator[str]:
    from ...lab.study.grouping.steps import branch_shares, mean_steps

    for heading, perfect in (("clg, step by step", False), ("clg with perfect scores", True)):
        steps = study.steps(perfect=perfect)
        if steps:
            yield f"{heading:30}{'area P':>9}{'area R':>9}{'area F1':>9}"
            yield from (f"{n:30}{s.precision:9.4f}{s.recall:9.4f}{s.f1:9.4f}" for n, s in mean_steps(steps).items())
            shares = ", ".join(f"({branch}) {share:.1%}" for branch, share in branch_shares(steps).items())
            yield f"branches of step 3: {shares}\n"


def _layout_rows(study: "Study") -> Iterator[str]:
    from ...lab.study.grouping.cross_validation import METHODS

    parts = study.by_real_layout()
    if parts:
        yield f"{'area F1, by share of real layout':34}" + "".join(f"{name:>14}" for name in parts)
        yield f"{'pages':34}" + "".join(f"{len(part.pages):14}" for part in parts.values())
        for method in METHODS:
            yield f"{method:34}" + "".join(f"{part.mean(method).f1:14.4f}" for part in parts.values())
        yield ""
