"""`ridgeline train grouping`: train clg and the methods it is compared with on pages with gold texts."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ...errors import OptionError
from ...storage import models
from .. import targets
from ..command import Option
from ..extraction_options import SeveralValuesCommand
from ..extras import require
from ..terminal import examples, note, progress, write_standard_output
from . import group
from .training_options import Force, model_files, model_path

if TYPE_CHECKING:
    from ...lab.datasets import Record
    from ...lab.training.grouping.joint import TrainedModels, TrainingPage
    from ...render import LayoutStore


@group.command(
    "grouping",
    cls=SeveralValuesCommand,
    epilog=examples(
        "ridgeline train grouping --data wcxb-dev news-dev chinese --output weights/ --layouts layouts/",
        "ridgeline train grouping --data pages.jsonl --output weights/",
    ),
)
def grouping(
    data: Annotated[list[str], Option("--data", "-d", metavar="SET", help="Data sets, or .jsonl files.")],
    output: Annotated[
        Path,
        Option("--output", "-o", metavar="FOLDER", help="Where to write the models: grouping.json and mss.json."),
    ],
    layouts: Annotated[
        Path | None, Option("--layouts", metavar="FOLDER", help="Cache layouts here, to render pages only once.")
    ] = None,
    limit: Annotated[
        int | None, Option("--limit", metavar="N", help="At most N pages of a set, evenly spread over it.")
    ] = None,
    force: Force = False,
) -> None:
    """Train clg, lr, svm, lr-a, svm-a and mss.

    Pages are rendered in a browser, offline and without scripts, and their gold texts are found on them. The result is
    two models, for the option --model of the extractors.
    """
    from ...lab import datasets
    from ...lab.evaluation import spread
    from ...lab.training.grouping.joint import fit_models
    from ...render import LayoutStore, default_store

    if limit is not None and limit < 1:
        raise OptionError(f"--limit is positive, not {limit}")
    store = LayoutStore(layouts) if layouts is not None else default_store()
    require("train", *(() if store is not None else ("render",)))
    records = [record for name in data for record in spread(datasets.load(name), limit)]
    targets.make_folder(output)
    for name, has_arrays in (("grouping", False), ("mss", True)):
        model_path(str(output / f"{name}.json"), force=force, has_arrays=has_arrays)
    pages = _read_pages(records, store)
    origin = {
        "trained_on": list(data),
        "pages": sum(page is not None for page in pages),
        "fingerprint": models.fingerprint(part for record in records for part in (record.id, record.html, record.text)),
    }
    written = _save(fit_models(pages), origin, output)
    write_standard_output(f"trained on {origin['pages']} pages: {', '.join(written)}\n")


def _read_pages(records: "Sequence[Record]", store: "LayoutStore | None") -> "list[TrainingPage | None]":
    from ...lab.training.grouping.joint import read_pages

    with progress(len(records), "pages") as advance:

        def on_page(record: "Record", problem: Exception | None) -> None:
            if problem is not None:
                note(f"page {record.id} is left out: {problem}")
            advance()

        return read_pages(records, store, on_page)


def _save(trained: "TrainedModels", origin: dict[str, Any], folder: Path) -> list[str]:
    from ...extractors.grouping.model import to_saved

    saved = [to_saved(trained.linear.values(), origin), trained.bayes.to_saved(origin)]
    paths = [folder / f"{model.extractor}.json" for model in saved]
    for model, path in zip(saved, paths, strict=True):
        models.save(model, path)
    return [model_files(path) if model.arrays else str(path) for model, path in zip(saved, paths, strict=True)]
