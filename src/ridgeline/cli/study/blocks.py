"""`ridgeline study blocks`: Table 1 and Figure 2 of the primary content blocks paper."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ... import files
from ...errors import OptionError
from ...lab import plots
from .. import targets
from ..options import SeveralValuesCommand
from ..terminal import examples, progress, write_standard_output
from . import group

if TYPE_CHECKING:
    from ...lab.study.blocks import BlockStudy


@group.command(
    cls=SeveralValuesCommand,
    epilog=examples(
        "ridgeline study blocks",
        "ridgeline study blocks --data news-dev --feature text --feature images --blocks 5",
        "ridgeline study blocks --data wcxb-dev --limit 300 --picture outputs.svg --json blocks.json",
    ),
)
def blocks(
    data: Annotated[str, typer.Option("--data", "-d", metavar="SET", help="A data set.")] = "news-dev",
    feature: Annotated[
        list[str] | None, typer.Option("--feature", metavar="NAME", help="A desired feature; text by default.")
    ] = None,
    number: Annotated[int, typer.Option("--blocks", metavar="N", help="The blocks that rNN is asked for.")] = 3,
    clusters: Annotated[int, typer.Option("--clusters", metavar="K", help="The clusters of k-means.")] = 2,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", help="So many pages of the set, evenly spread over it.")
    ] = None,
    rows: Annotated[int, typer.Option("--rows", metavar="N", help="So many pages are shown one by one.")] = 10,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Draw Figure 2: .svg, .png or .pdf.")
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write all rows to a file.")] = None,
) -> None:
    """Count the blocks that FeatureExtractor finds and those that k-means and rNN put out (Table 1, Figure 2)."""
    from ...lab import datasets
    from ...lab.evaluate import spread
    from ...lab.study import blocks as study

    if limit is not None and limit < 1:
        raise OptionError(f"--limit is positive, not {limit}")
    for path in (picture, json_file):
        if path is not None:
            targets.check_place(path)
    if picture is not None:
        plots.check_format(picture)
    records = spread(datasets.load(data), limit)
    with progress(len(records), data) as advance:
        done = study.study_blocks(
            data, records, features=feature or ["text"], blocks=number, clusters=clusters, on_page=advance
        )
    write_standard_output(_tables(done, rows))
    if json_file is not None:
        files.write(json_file, (json.dumps(done.as_dict(), ensure_ascii=False, indent=1) + "\n").encode())
    if picture is not None:
        study.draw_outputs(done, picture)


def _tables(done: "BlockStudy", count: int) -> str:
    from ...lab.study.blocks import COLUMNS
    from ..tables import plain_table

    shown = [done.rows[place * len(done.rows) // count] for place in range(min(count, len(done.rows)))]
    body = [
        (
            row.id,
            *(f"{row.counts[name]}" for name in COLUMNS),
            *(f"{value}" for value in (row.wanted, row.actual, row.best_cluster, row.output)),
            f"{row.saved:.4f}",
            f"{row.text_saved:.4f}",
        )
        for row in shown
    ]
    means = done.means()
    others = ("wanted", "actual", "best_cluster", "output")
    body.append(
        (
            f"mean of {len(done.rows)}",
            *(f"{means[name]:.1f}" for name in (*COLUMNS, *others)),
            f"{means['saved']:.4f}",
            f"{means['text_saved']:.4f}",
        )
    )
    headings = ("page", *COLUMNS, "N", "actual", "best cluster", "output", "memory saved", "text saved")
    systems = [(name, f"{means[name]:.4f}") for name in done.rows[0].word_f]
    return plain_table(f"{done.data}: Table 1", headings, body) + plain_table(
        f"{done.data}: word F", ("extractor", "F1"), systems
    )
