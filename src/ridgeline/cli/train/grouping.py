"""`ridgeline train grouping`: clg and the methods that it is compared with, from pages with gold texts."""

from pathlib import Path
from typing import Annotated

import typer

from ... import models
from ...errors import OptionError, OutputError
from ..options import SeveralValuesCommand
from ..terminal import examples, note, progress, write_standard_output
from . import group


@group.command(
    "grouping",
    cls=SeveralValuesCommand,
    epilog=examples(
        "ridgeline train grouping --data wcxb-dev news-dev chinese --output weights/ --layouts layouts/",
        "ridgeline train grouping --data pages.jsonl --output weights/",
    ),
)
def grouping(
    data: Annotated[list[str], typer.Option("--data", "-d", metavar="SET", help="Data sets, or .jsonl files.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where the models go: grouping.json and mss.json.")
    ],
    layouts: Annotated[
        Path | None, typer.Option("--layouts", metavar="FOLDER", help="Keeps layouts: rendered once, used again.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", help="So many pages of a set, evenly spread over it.")
    ] = None,
) -> None:
    """Teach clg, lr, svm, lr-a, svm-a and mss what content looks like.

    Pages are rendered in a browser, offline and without scripts, and their gold texts are found on them. What was
    learnt is written as two models, which the extractors' `load` reads.
    """
    from ...lab import datasets
    from ...lab.evaluate import spread
    from ...lab.study.grouping.run import learn_all, lessons
    from ...render import LayoutStore

    if not output.is_dir():
        raise OutputError(f"{output}: no such folder")
    if limit is not None and limit < 1:
        raise OptionError(f"--limit is positive, not {limit}")
    records = [record for name in data for record in spread(datasets.load(name), limit)]
    store = LayoutStore(layouts) if layouts is not None else None
    with progress(len(records), "pages") as advance:

        def on_page(record: datasets.Record, problem: Exception | None) -> None:
            if problem is not None:
                note(f"page {record.id} is left out: {problem}")
            advance()

        taught = lessons(records, store, on_page)
    learnt = learn_all(taught)
    origin = {
        "trained_on": list(data),
        "pages": sum(lesson is not None for lesson in taught),
        "fingerprint": models.fingerprint(part for record in records for part in (record.id, record.html, record.text)),
    }
    parts = [knowledge.as_dict() for knowledge in learnt.knowledge.values()]
    models.save(models.SavedModel("grouping", {**origin, "learnt": parts}), output / "grouping.json")
    bayes = learnt.bayes.as_model()
    models.save(models.SavedModel(bayes.extractor, {**origin, **bayes.manifest}, bayes.arrays), output / "mss.json")
    write_standard_output(f"learnt from {origin['pages']} pages: {output / 'grouping.json'}, {output / 'mss.json'}\n")
