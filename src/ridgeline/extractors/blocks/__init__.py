"""Primary content blocks by the features a user asks for: `feature`, `kfeature`, `rnn`.

V. R. Falmari, R. Y. Gangundi: Extraction of Primary Content Blocks from Web Pages; after S. Debnath et al., Automatic
Identification of Informative Sections of Web Pages (TKDE 17, 2005). A page is cut into tag blocks (Algorithm 2,
GetBlockSet); each block's features are counted and divided by the page's maxima; a block whose desired features
outweigh all the others is put into the winner basket (Algorithm 1). Within the basket the values are computed anew,
and the blocks sorted:

    feature   the winner, the block with the highest value
    kfeature  the best cluster of the basket, by k-means over these values (K-FeatureExtractor)
    rnn       the N blocks nearest to the winner (Algorithm 3)

Where the paper is silent or ambiguous:

- «Pr(F1 | F)» is the sum of the desired features' values (the text of section III.C); in the basket we divide it by
  their number, so that it is a probability from 0 to 1. Neither changes an order.
- The maxima «in the data set» are the page's: a page can then be judged alone.
- Algorithm 3 takes the largest values one by one. Since the query point is the winner, which has the largest of all,
  these are its nearest neighbours, the winner being the first. `distance="features"` measures in the space of all
  features instead.
- k is not given. 2 by default: of 2, 3, 4 and 6 it gives the best word F on each of three sets (docs/blocks.md). The
  best cluster is the one with the highest centre.
- Equal values are sorted as they stand on the page.
- Blocks that show nothing are no blocks here; hidden leaves are never kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, Literal

import numpy as np

from ...errors import OptionError
from ...extraction import Extraction
from ...page import IntColumn, Page
from ...text.cuts import Block, Blocks, tag_blocks
from ..block_features import FeatureTable, Reals, Rule, chosen, count_features

# Of the papers' kind (`<TABLE>, <TR>, <HR>, <UL>, <P>, <DIV>`), outermost first, with HTML5's sections and other lists.
FEATURE_TAGS = tuple("table tr section article nav aside header footer main form ul ol dl p div".split())
DEFAULT_BLOCKS = 3
DEFAULT_CLUSTERS = 2
_MAX_EXCERPT_LENGTH = 80  # characters of a block's text in the account of a choice
_MAX_PATH_LENGTH = 6
_MAX_LISTED = 2_000  # blocks in it
_MAX_ROUNDS = 100  # of k-means; it stands still long before


@dataclass(frozen=True, eq=False)
class Basket:
    """The winner basket W of a page: blocks whose desired features outweigh the rest, best first."""

    blocks: Blocks
    table: FeatureTable  # of all blocks
    desired: tuple[str, ...]
    order: IntColumn  # numbers of the blocks in the basket, sorted by probability
    probability: Reals  # P_b of each of them

    def __len__(self) -> int:
        return len(self.order)


def fill_basket(page: Page, desired: Sequence[str], features: Mapping[str, Rule], tags: Sequence[str]) -> Basket:
    """Algorithm 1, FeatureExtractor: the blocks of the page that have more of what is desired than of all the rest."""
    blocks = tag_blocks(page, tags)
    table = count_features(blocks, features)
    wanted, rest = table.sums(desired)  # P1 and P2
    basket = np.flatnonzero(wanted > rest).astype(np.int32)
    probability = table.rows(basket).sums(desired)[0] / len(desired)  # Pr(F1 | F, W)
    order = np.argsort(-probability, kind="stable")
    return Basket(blocks, table, tuple(desired), basket[order], probability[order])


class FeatureExtractor:
    """The winner: the one block with the most of the desired features."""

    name = "feature"

    def __init__(
        self,
        features: Sequence[str] | str = ("text",),
        *,
        tags: Sequence[str] | str = FEATURE_TAGS,
        rules: Mapping[str, Rule] | None = None,
    ) -> None:
        self.desired, self.rules = chosen(_listed(features), rules)
        self.tags = _listed(tags)

    def extract(self, page: Page) -> Extraction:
        """Keep the blocks of the basket that this extractor picks."""
        basket = fill_basket(page, self.desired, self.rules, self.tags)
        picked = self.pick(basket)
        blocks = basket.blocks
        kept = np.zeros(len(blocks), dtype=np.bool_)
        kept[basket.order[picked]] = True
        keep = blocks.keep(kept)
        scores = np.zeros(len(blocks), dtype=np.float32)
        scores[basket.order] = basket.probability
        return Extraction(
            page,
            keep[~page.hidden[page.leaves[keep]]],
            self.name,
            scores[blocks.of_leaf],
            explain=lambda: _account(basket, set(basket.order[picked].tolist())),
        )

    def pick(self, basket: Basket) -> IntColumn:
        """Positions in the basket's order: the first."""
        return np.arange(min(len(basket), 1), dtype=np.int32)


class KFeatureExtractor(FeatureExtractor):
    """The best cluster of the basket; with `blocks`, the best so many of it."""

    name = "kfeature"

    def __init__(
        self,
        features: Sequence[str] | str = ("text",),
        *,
        blocks: int | None = None,
        clusters: int = DEFAULT_CLUSTERS,
        seed: int = 0,
        tags: Sequence[str] | str = FEATURE_TAGS,
        rules: Mapping[str, Rule] | None = None,
    ) -> None:
        super().__init__(features, tags=tags, rules=rules)
        self.blocks = None if blocks is None else _positive("blocks", blocks)
        self.clusters = _positive("clusters", clusters)
        self.seed = seed

    def pick(self, basket: Basket) -> IntColumn:
        """The cluster with the highest centre. The basket is sorted, so its members are the first ones."""
        clusters = k_means(basket.probability[:, np.newaxis], self.clusters, self.seed)
        best = np.flatnonzero(clusters == clusters[0]) if len(clusters) else clusters
        return best[: self.blocks].astype(np.int32)


class NearestBlocks(FeatureExtractor):
    """The N blocks nearest to the winner, which is one of them."""

    name = "rnn"

    def __init__(
        self,
        features: Sequence[str] | str = ("text",),
        *,
        blocks: int = DEFAULT_BLOCKS,
        distance: Literal["probability", "features"] = "probability",
        tags: Sequence[str] | str = FEATURE_TAGS,
        rules: Mapping[str, Rule] | None = None,
    ) -> None:
        super().__init__(features, tags=tags, rules=rules)
        self.blocks = _positive("blocks", blocks)
        if distance not in ("probability", "features"):
            raise OptionError(f"distance is probability or features, not {distance!r}")
        self.distance = distance

    def pick(self, basket: Basket) -> IntColumn:
        """Algorithm 3: the largest values one by one, or the nearest in the space of all features."""
        if self.distance == "probability" or not len(basket):
            return np.arange(min(len(basket), self.blocks), dtype=np.int32)
        values = basket.table.rows(basket.order).values
        distance = np.linalg.norm(values - values[0], axis=1)
        return np.sort(np.argsort(distance, kind="stable")[: self.blocks]).astype(np.int32)


def k_means(points: Reals, clusters: int, seed: int = 0) -> IntColumn:
    """The cluster of each point (a row), by Lloyd's algorithm from centres far apart (k-means++), the same every time.

    Where there are fewer different points than clusters, each has a cluster of its own.
    """
    different, which = np.unique(points, axis=0, return_inverse=True)
    which = which.reshape(-1)
    if len(different) <= clusters:
        return which.astype(np.int32)
    weights = np.bincount(which).astype(np.float64)
    centres = _far_apart(different, weights, clusters, np.random.default_rng(seed))
    nearest = np.zeros(len(different), dtype=np.int64)
    for _ in range(_MAX_ROUNDS):
        moved = _distances(different, centres).argmin(axis=1)
        mass = np.bincount(moved, weights, minlength=clusters)
        for cluster in np.flatnonzero(mass):
            members = moved == cluster
            centres[cluster] = np.average(different[members], axis=0, weights=weights[members])
        if np.array_equal(moved, nearest):
            break
        nearest = moved
    return nearest[which].astype(np.int32)


def _far_apart(points: Reals, weights: Reals, clusters: int, random: np.random.Generator) -> Reals:
    """First centres: each drawn with a probability that grows with its distance from those drawn before."""
    centres = points[[random.choice(len(points), p=weights / weights.sum())]]
    while len(centres) < clusters:
        chance = weights * _distances(points, centres).min(axis=1)
        centres = np.concatenate((centres, points[[random.choice(len(points), p=chance / chance.sum())]]))
    return centres


def _distances(points: Reals, centres: Reals) -> Reals:
    """Squared, by point and centre."""
    answer: Reals = ((points[:, np.newaxis, :] - centres[np.newaxis, :, :]) ** 2).sum(axis=2)
    return answer


def _account(basket: Basket, picked: set[int]) -> dict[str, Any]:
    """Why these blocks: the blocks of the page with their features, and what became of them.

    Of a page with very many the best ones of the basket are listed, and then others as they stand on the page.
    """
    wanted, rest = basket.table.sums(basket.desired)
    place = {number: position for position, number in enumerate(basket.order.tolist())}
    others = (number for number in range(len(basket.blocks)) if number not in place)
    listed = sorted(islice(chain(basket.order.tolist(), others), _MAX_LISTED))
    return {
        "desired": list(basket.desired),
        "basket": len(basket),
        "not_listed": len(basket.blocks) - len(listed),
        "blocks": [
            {
                "path": _path(block),
                "text": _excerpt(block),
                "counts": dict(zip(basket.table.names, basket.table.counts[number].astype(int).tolist(), strict=True)),
                "values": dict(zip(basket.table.names, basket.table.values[number].round(4).tolist(), strict=True)),
                "desired": round(float(wanted[number]), 4),
                "rest": round(float(rest[number]), 4),
                "probability": round(float(basket.probability[place[number]]), 4) if number in place else None,
                "rank": place[number] + 1 if number in place else None,
                "kept": number in picked,
            }
            for number, block in ((number, basket.blocks[number]) for number in listed)
        ],
    }


def _path(block: Block) -> str:
    """The last few names down to the block: whole paths of deep pages would be most of the answer."""
    names: list[str] = []
    node = block.root
    while node >= 0 and len(names) < _MAX_PATH_LENGTH:
        names.append(block.page[node].tag)
        node = int(block.page.parent[node])
    return "/".join(reversed(names))


def _excerpt(block: Block) -> str:
    text = " ".join(block.text.split())
    return text if len(text) <= _MAX_EXCERPT_LENGTH else text[: _MAX_EXCERPT_LENGTH - 1] + "…"


def _listed(names: Sequence[str] | str) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


def _positive(option: str, number: int) -> int:
    if not isinstance(number, int) or number < 1:
        raise OptionError(f"{option} is a whole number above zero, not {number!r}")
    return number
