"""`ridgeline train summit`: train the default extractor on pages with gold texts."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ...errors import OptionError
from ..command import Option
from ..extraction_options import SeveralValuesCommand, separate
from ..extras import require
from ..terminal import examples, note, progress, write_standard_output
from . import group
from .training_options import Force, Limit, Output, check_picture, model_files, model_path

if TYPE_CHECKING:
    from ...lab.training.summit.training import Training


# The shipped model is trained on these.
_SETS = (
    *("wcxb-dev", "news-dev", "chinese"),
    *("fundus", "misinfo", "harvest", "magic-html", "postlight", "recipes"),
)


@group.command(
    "summit",
    cls=SeveralValuesCommand,
    epilog=examples(
        "ridgeline train summit --output summit.json --checkpoints networks/",
        "ridgeline train summit --data wcxb-dev news-dev chinese --output summit.json",
        "ridgeline train summit --output summit.json --calibration calibration.png --curve curve.png",
        "ridgeline extract page.html --model summit.json",
    ),
)
def train_summit(
    output: Output,
    data: Annotated[
        list[str] | None,
        Option("--data", "-d", metavar="SET", help=f"Data sets; {', '.join(_SETS)} if none is named."),
    ] = None,
    limit: Limit = None,
    seed: Annotated[int, Option("--seed", metavar="N", help="The same seed and data give the same model.")] = 1,
    epochs: Annotated[
        int | None, Option("--epochs", metavar="N", help="Passes over the pages; few make a quick trial.")
    ] = None,
    processes: Annotated[
        int | None, Option("--processes", "-p", metavar="N", help="Number of processes; default: one a core.")
    ] = None,
    calibration: Annotated[
        Path | None, Option("--calibration", metavar="PICTURE", help="Draw confidence against true F1.")
    ] = None,
    curve: Annotated[Path | None, Option("--curve", metavar="PICTURE", help="Draw precision against recall.")] = None,
    checkpoints: Annotated[
        Path | None,
        Option(
            "--checkpoints",
            metavar="FOLDER",
            help="Keep each network here: after an interruption the same command goes on where it stopped.",
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Train summit, and score it by cross-validation.

    For each of five folds of sites, four networks are trained and scored on the sites they were not trained on. Four
    more are trained on all pages and written. The same data and seed give the same model. It takes one to two hours:
    24 networks, two to five minutes each on one core.
    """
    from ...lab import datasets
    from ...lab.evaluation import spread
    from ...lab.training.summit.trainer import Settings
    from ...lab.training.summit.training import count_steps, train
    from ...storage import models

    path = model_path(output, force=force)
    pictures = list(filter(None, (calibration, curve)))
    for picture in pictures:
        check_picture(picture, force=force)
    require(*(["plot"] if pictures else []))  # training itself needs no extra
    for name, value in (("--limit", limit), ("--epochs", epochs), ("--processes", processes)):
        if value is not None and value < 1:
            raise OptionError(f"{name} is positive, not {value}")
    settings = Settings() if epochs is None else Settings(epochs=epochs)
    sets = {name: spread(datasets.load(name), limit) for name in separate(data or _SETS)}
    with progress(count_steps(sets, settings), "steps") as advance:
        training = train(
            sets, seed=seed, settings=settings, processes=processes, checkpoints=checkpoints, advance=advance
        )
    models.save(training.to_saved(sets), path)
    note(f"wrote the model to {model_files(path)}; use it with `--model {path}`")
    if pictures:
        from ...lab.training.summit.plots import draw_calibration, draw_curve

        if calibration is not None:
            draw_calibration(training.scored, calibration)
        if curve is not None:
            draw_curve(training, curve)
    write_standard_output(_as_text(training))


def _as_text(training: "Training") -> str:
    lines = [f"{'sites that were not trained on':32}{'pages':>8}{'word F1':>10}{'recall':>10}"]
    for name, row in training.figures.items():
        lines.append(f"{name:32}{row['pages']:8}{row['word_f1']:10.4f}{row['recall']:10.4f}")
    if training.type_accuracy is not None:
        lines.append(f"page types predicted correctly: {training.type_accuracy:.3f}")
        kinds = list(training.confusion)
        lines.append(f"{'is, taken for':>14}" + "".join(f"{kind[:9]:>11}" for kind in kinds))
        for kind, row_of_kind in training.confusion.items():
            lines.append(f"{kind:>14}" + "".join(f"{count:11}" for count in row_of_kind.values()))
    lines.append(f"{'favour':>10}{'precision':>12}{'recall':>10}")
    for b, precision, recall in training.curve:
        lines.append(f"{b:10.2f}{precision:12.4f}{recall:10.4f}")
    lines.append(f"{'doubt':>10}{'networks':>12}{'F1 lost':>10}")
    for doubt, networks, lost in training.doubts:
        lines.append(f"{doubt:10.2f}{networks:12.2f}{lost:10.4f}")
    return "\n".join(lines) + "\n"
