"""Table 1 and Figure 2 of the primary content blocks paper (Falmari & Gangundi, section IV), on our data sets.

A row is a page: the things on it (text blocks T, images I, links L, forms F, scripts S, lists Ls, tables Tb), the
number N of requested blocks, the blocks that FeatureExtractor found (the winner basket: «Actual Blocks»), the blocks in
the output of rNN, and the memory saved, which by the paper's figures is 1 − blocks in output / actual blocks. The
legend calls T the number of text blocks. We read the heading «Threshold Values» as the numbers of things on the page:
no other reading makes sense.

Figure 2 compares the blocks in output after k-means and after rNN. The paper counts all clusters for k-means («contains
all the blocks»), which is the basket; the best cluster, the output of `kfeature`, is drawn too. Beyond the paper: word
F.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from ...errors import OptionError
from ...extractors.block_features import count_features
from ...extractors.blocks.basket import fill_basket
from ...extractors.blocks.feature import FeatureExtractor
from ...extractors.blocks.kfeature import DEFAULT_CLUSTERS, KFeatureExtractor
from ...extractors.blocks.nearest import DEFAULT_BLOCKS, NearestBlocks
from ...page import parse
from ..datasets import Record
from ..metrics import word_score
from ..plots import drawing

COLUMNS = {"T": "text", "I": "images", "L": "links", "F": "forms", "S": "scripts", "Ls": "lists", "Tb": "tables"}


@dataclass(frozen=True, slots=True)
class PageRow:
    """A row of Table 1."""

    id: str
    counts: dict[str, int]  # by column of the table
    wanted: int  # N
    actual: int
    best_cluster: int
    output: int
    text_saved: float  # the share of the basket's characters that is not in the output
    word_f: dict[str, float]

    @property
    def saved(self) -> float:
        """Memory saved, as a share of the actual blocks."""
        return 1 - self.output / self.actual if self.actual else 0.0


@dataclass(frozen=True, slots=True)
class BlockStudy:
    """The rows of a data set."""

    data: str
    rows: tuple[PageRow, ...]

    def means(self) -> dict[str, float]:
        """The mean of each column over all pages."""
        counts = {name: fmean(row.counts[name] for row in self.rows) for name in COLUMNS}
        others = ("wanted", "actual", "best_cluster", "output", "saved", "text_saved")
        scores = {name: fmean(row.word_f[name] for row in self.rows) for name in self.rows[0].word_f}
        return counts | {name: fmean(getattr(row, name) for row in self.rows) for name in others} | scores

    def as_dict(self) -> dict[str, Any]:
        """The study as a JSON object."""
        rows = [asdict(row) | {"saved": row.saved} for row in self.rows]
        return {"data": self.data, "means": self.means(), "rows": rows}


def study_blocks(
    data: str,
    records: Sequence[Record],
    *,
    features: Sequence[str] = ("text",),
    blocks: int = DEFAULT_BLOCKS,
    clusters: int = DEFAULT_CLUSTERS,
    on_page: Callable[[], None] = lambda: None,
) -> BlockStudy:
    """Compute the rows of a data set."""
    if not records:
        raise OptionError(f"{data} has no pages")
    winner = FeatureExtractor(features)
    cluster = KFeatureExtractor(features, clusters=clusters)
    nearest = NearestBlocks(features, blocks=blocks)
    rows = []
    for record in records:
        rows.append(_row(record, winner, cluster, nearest))
        on_page()
    return BlockStudy(data, tuple(rows))


def _row(record: Record, winner: FeatureExtractor, cluster: KFeatureExtractor, nearest: NearestBlocks) -> PageRow:
    page = parse(record.html, url=record.url)
    basket = fill_basket(page, winner.desired, winner.rules, winner.tags)
    table = count_features(basket.blocks)
    totals = dict(zip(table.names, table.counts.sum(axis=0).astype(int).tolist(), strict=True))
    totals["text"] = int(np.count_nonzero(table.counts[:, table.names.index("text")]))  # text blocks, not words
    picked = nearest.pick(basket)
    lengths = [len(basket.blocks[int(number)].text) for number in basket.order]
    spaceless = record.language_is_spaceless
    return PageRow(
        id=record.id,
        counts={column: totals[name] for column, name in COLUMNS.items()},
        wanted=nearest.blocks,
        actual=len(basket),
        best_cluster=len(cluster.pick(basket)),
        output=len(picked),
        text_saved=1 - sum(lengths[position] for position in picked) / sum(lengths) if sum(lengths) else 0.0,
        word_f={
            system.name: word_score(system.extract(page).text, record.text, spaceless=spaceless).f1
            for system in (winner, cluster, nearest)
        },
    )


def draw_outputs(study: BlockStudy, path: Path) -> None:
    """Draw Figure 2: the blocks in output after k-means and after rNN, pages sorted by the size of the basket."""
    rows = sorted(study.rows, key=lambda row: (row.actual, row.best_cluster))
    positions = np.arange(1, len(rows) + 1)
    with drawing(path, size=(6.4, 3.4)) as (_, (axes,)):
        axes.plot(positions, [row.actual for row in rows], label="k-means, all clusters (the basket)")
        clusters = [row.best_cluster for row in rows]
        axes.plot(positions, clusters, ".", markersize=3, label="k-means, the best cluster: kfeature")
        axes.plot(positions, [row.output for row in rows], label=f"rNN, N = {rows[0].wanted}: rnn")
        axes.set_yscale("symlog")
        axes.set_xlabel(f"pages of {study.data}, by the size of their basket")
        axes.set_ylabel("blocks in output")
        axes.legend()
