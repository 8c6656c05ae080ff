"""Table 1 and Figure 2 of the primary content blocks paper (Falmari & Gangundi, section IV), on our data sets.

A row is a page: the things on it (text blocks T, images I, links L, forms F, scripts S, lists Ls, tables Tb), the
number N of requested blocks, the blocks that FeatureExtractor found (the winner basket: «Actual Blocks»), the blocks in
the output of rNN, and the memory saved, which by the paper's figures is 1 − blocks in output / actual blocks. The
legend calls T the number of text blocks. We read the heading «Threshold Values» as the numbers of things on the page:
no other reading makes sense.

Figure 2 compares the blocks in output after k-means and after rNN. The paper counts all clusters for k-means («contains
all the blocks»), which is the basket; the best cluster, the output of `kfeature`, is drawn too. Beyond the paper: word
F, and the other readings of rNN (`extractors/blocks/nearest.py`).
"""

from collections.abc import Mapping, Sequence
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

MAX_DISTANCE = 0.5  # half of the largest value: an example of the threshold of III.E.1, which the paper does not give
ANY_NUMBER = 1_000_000  # blocks
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
    kept: dict[str, int]  # blocks in the output of each system
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

    def __post_init__(self) -> None:
        if not self.rows:
            raise OptionError(f"{self.data} has no pages")

    def means(self) -> dict[str, float]:
        """Return the mean of each column over all pages."""
        counts = {name: fmean(row.counts[name] for row in self.rows) for name in COLUMNS}
        others = ("wanted", "actual", "best_cluster", "output", "saved", "text_saved")
        return counts | {name: fmean(getattr(row, name) for row in self.rows) for name in others}

    def systems(self) -> dict[str, tuple[float, float]]:
        """Return the mean blocks in output and the mean word F of each system."""
        names = self.rows[0].word_f
        return {
            name: (fmean(row.kept[name] for row in self.rows), fmean(row.word_f[name] for row in self.rows))
            for name in names
        }

    def as_dict(self) -> dict[str, Any]:
        """Return the study as a JSON object."""
        rows = [asdict(row) | {"saved": row.saved} for row in self.rows]
        systems = {name: {"blocks": kept, "word_f1": word_f} for name, (kept, word_f) in self.systems().items()}
        return {"data": self.data, "means": self.means(), "systems": systems, "rows": rows}


def systems(
    features: Sequence[str] = ("text",), blocks: int = DEFAULT_BLOCKS, clusters: int = DEFAULT_CLUSTERS
) -> dict[str, FeatureExtractor]:
    """Return the extractors by title: the three of the paper, and the other readings of rNN."""
    return {
        "feature": FeatureExtractor(features),
        "kfeature": KFeatureExtractor(features, clusters=clusters),
        "rnn": NearestBlocks(features, blocks=blocks),
        "rnn, distance=features": NearestBlocks(features, blocks=blocks, distance="features"),
        f"rnn, any number, max_distance={MAX_DISTANCE}": NearestBlocks(
            features, blocks=ANY_NUMBER, max_distance=MAX_DISTANCE
        ),
        "rnn, neighbours=reverse": NearestBlocks(features, neighbours="reverse"),
        "rnn, neighbours=reverse, distance=features": NearestBlocks(
            features, neighbours="reverse", distance="features"
        ),
        f"rnn, neighbours=reverse, distance=features, max_distance={MAX_DISTANCE}": NearestBlocks(
            features, neighbours="reverse", distance="features", max_distance=MAX_DISTANCE
        ),
    }


def page_row(record: Record, systems: Mapping[str, FeatureExtractor], wanted: int = DEFAULT_BLOCKS) -> PageRow:
    """Compute the row of a page; `wanted` is the number of blocks that was asked for."""
    page = parse(record.html, url=record.url)
    winner = systems["feature"]
    basket = fill_basket(page, winner.desired, winner.rules, winner.tags)
    table = count_features(basket.blocks)
    totals = dict(zip(table.names, table.counts.sum(axis=0).astype(int).tolist(), strict=True))
    totals["text"] = int(np.count_nonzero(table.counts[:, table.names.index("text")]))  # text blocks, not words
    picked = {name: system.pick(basket) for name, system in systems.items()}
    lengths = [len(basket.blocks[int(number)].text) for number in basket.order]
    spaceless = record.language_is_spaceless
    return PageRow(
        id=record.id,
        counts={column: totals[name] for column, name in COLUMNS.items()},
        wanted=wanted,
        actual=len(basket),
        best_cluster=len(picked["kfeature"]),
        output=len(picked["rnn"]),
        text_saved=1 - sum(lengths[position] for position in picked["rnn"]) / sum(lengths) if sum(lengths) else 0.0,
        kept={name: len(positions) for name, positions in picked.items()},
        word_f={
            name: word_score(system.extract(page).text, record.text, spaceless=spaceless).f1
            for name, system in systems.items()
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
