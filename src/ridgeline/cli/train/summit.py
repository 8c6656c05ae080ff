"""`ridgeline train summit`: the default extractor, from pages with gold texts."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import OptionError
from ..options import SeveralValuesCommand, separate
from ..terminal import examples, note, progress, write_standard_output
from . import group
from .places import DEFAULT_SETS, Data, Limit, Output, model_place, picture_place

if TYPE_CHECKING:
    from ...lab.training.summit.training import Training


@group.command(
    "summit",
    cls=SeveralValuesCommand,
    epilog=examples(
        "ridgeline train summit --data wcxb-dev news-dev chinese --output summit.json",
        "ridgeline train summit --output summit.json --calibration calibration.png --curve curve.png",
        "ridgeline extract page.html --model summit.json",
    ),
)
def train_summit(
    output: Output,
    data: Data = None,
    limit: Limit = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed gives the same model.")] = 1,
    epochs: Annotated[
        int | None, typer.Option("--epochs", metavar="N", help="How often each page is seen; few are a quick try.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option("--processes", "-p", metavar="N", help="Instead of one a core.")
    ] = None,
    calibration: Annotated[
        Path | None, typer.Option("--calibration", metavar="PICTURE", help="Draw confidence against true F1.")
    ] = None,
    curve: Annotated[
        Path | None, typer.Option("--curve", metavar="PICTURE", help="Draw precision against recall.")
    ] = None,
) -> None:
    """Train summit, and judge it by cross-validation.

    Networks that answer together are trained for each of five folds of sites, to judge them by pages of sites they have
    not seen, and again from all pages, to be written. The same data and seed give the same model. It takes half an hour
    or more.
    """
    from ... import models
    from ...lab import datasets
    from ...lab.evaluate import spread
    from ...lab.training.summit.learning import Settings
    from ...lab.training.summit.training import steps, train

    place = model_place(output)
    for picture in filter(None, (calibration, curve)):
        picture_place(picture)
    for name, value in (("--limit", limit), ("--epochs", epochs), ("--processes", processes)):
        if value is not None and value < 1:
            raise OptionError(f"{name} is positive, not {value}")
    settings = Settings() if epochs is None else Settings(epochs=epochs)
    sets = {name: spread(datasets.load(name), limit) for name in separate(data or DEFAULT_SETS)}
    with progress(steps(sets, settings), "steps") as advance:
        training = train(sets, seed=seed, settings=settings, processes=processes, advance=advance)
    models.save(training.model(sets), place)
    note(f"{place} holds what was learnt; `--model {place}` uses it")
    if calibration is not None or curve is not None:
        from ...lab.training.summit.drawing import draw_calibration, draw_curve

        if calibration is not None:
            draw_calibration(training.judged, calibration)
        if curve is not None:
            draw_curve(training, curve)
    write_standard_output(_as_text(training))


def _as_text(training: "Training") -> str:
    lines = [f"{'sites that were not learnt from':32}{'pages':>8}{'word F1':>10}"]
    for name, row in training.figures.items():
        lines.append(f"{name:32}{row['pages']:8}{row['word_f1']:10.4f}")
    if training.type_accuracy is not None:
        lines.append(f"page types told rightly: {training.type_accuracy:.3f}")
    lines.append(f"{'favour':>10}{'precision':>12}{'recall':>10}")
    for b, precision, recall in training.curve:
        lines.append(f"{b:10.2f}{precision:12.4f}{recall:10.4f}")
    return "\n".join(lines) + "\n"
