"""`ridgeline study blocks`: Table 1 and Figure 2 of the primary content blocks paper."""

import json
from collections.abc import Mapping
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
    from ...lab.study.primary_blocks import BlockStudy, PageRow

SECONDS_PER_PAGE = 0.08


@group.command(
    cls=SeveralValuesCommand,
    epilog=examples(
        "ridgeline study blocks",
        "ridgeline study blocks --data news-dev --feature text --feature images --blocks 5",
        "ridgeline study blocks --data wcxb-dev --limit 300 --picture outputs.svg --json blocks.json",
    ),
)
def blocks(
    data: Annotated[str, Option("--data", "-d", metavar="SET", help="A data set.")] = "news-dev",
    feature: Annotated[
        list[str] | None, Option("--feature", metavar="NAME", help="A desired feature; text by default.")
    ] = None,
    number: Annotated[int, Option("--blocks", metavar="N", help="The number of blocks that rNN keeps.")] = 3,
    clusters: Annotated[int, Option("--clusters", metavar="K", help="The number of clusters of k-means.")] = 2,
    limit: Annotated[
        int | None, Option("--limit", metavar="N", help="At most N pages of the set, evenly spread over it.")
    ] = None,
    rows: Annotated[int, Option("--rows", metavar="N", help="The number of pages in the table.")] = 10,
    budget: Budget = None,
    picture: Annotated[
        Path | None, Option("--picture", metavar="FILE", help="Draw Figure 2: .svg, .png or .pdf.")
    ] = None,
    json_file: Annotated[Path | None, Option("--json", metavar="FILE", help="Write all rows to a file.")] = None,
) -> None:
    """Count the blocks that FeatureExtractor finds and those that k-means and rNN keep (Table 1, Figure 2)."""
    from ...lab import datasets, plots
    from ...lab.evaluation import spread
    from ...lab.study import primary_blocks as study

    if limit is not None and limit < 1:
        raise OptionError(f"--limit must be positive, not {limit}")
    for path in (picture, json_file):
        if path is not None:
            targets.check_place(path)
    if picture is not None:
        plots.check_format(picture)
        require("plot")
    systems = study.systems(feature or ["text"], number, clusters)
    clock = Clock(budget)
    records = clock.fit(spread(datasets.load(data), limit), SECONDS_PER_PAGE)
    clock.announce(f"{len(records):,} pages of {data}", len(records) * SECONDS_PER_PAGE)
    found: list[PageRow] = []
    with clock.progress(len(records), data) as advance:
        for record in records:
            found.append(study.page_row(record, systems, number))
            advance()
    result = study.BlockStudy(data, tuple(found))
    write_standard_output(_tables(result, rows))
    if json_file is not None:
        files.write(json_file, (json.dumps(result.as_dict(), ensure_ascii=False, indent=1) + "\n").encode())
    if picture is not None:
        study.draw_outputs(result, picture)


def _tables(study: "BlockStudy", count: int) -> str:
    from ...lab.study.primary_blocks import COLUMNS
    from ..tables import plain_table

    means = study.means()
    shown = [study.rows[position * len(study.rows) // count] for position in range(min(count, len(study.rows)))]
    counts = (*COLUMNS, "wanted", "actual", "best_cluster", "output")
    mean_row = (f"mean of {len(study.rows)}", *(f"{means[name]:.1f}" for name in counts), *_shares(means))
    headings = ("page", *COLUMNS, "N", "actual", "best cluster", "output", "memory saved", "text saved")
    return plain_table(f"{study.data}: Table 1", headings, [*map(_row, shown), mean_row]) + plain_table(
        f"{study.data}: blocks in output and word F, means",
        ("extractor", "blocks", "F1"),
        [(name, f"{kept:.1f}", f"{word_f:.4f}") for name, (kept, word_f) in study.systems().items()],
    )


def _row(row: "PageRow") -> tuple[str, ...]:
    counts = (*row.counts.values(), row.wanted, row.actual, row.best_cluster, row.output)
    return (row.id, *map(str, counts), *_shares({"saved": row.saved, "text_saved": row.text_saved}))


def _shares(values: Mapping[str, float]) -> tuple[str, str]:
    return f"{values['saved']:.4f}", f"{values['text_saved']:.4f}"
