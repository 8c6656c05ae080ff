"""Explains why blocks were kept: the features, values and ranks of a page's blocks, for the `json` format."""

from itertools import chain, islice
from typing import Any

from ...page import IntColumn
from ...text.cuts import Block
from .basket import Basket

_MAX_BLOCKS = 2_000
_MAX_EXCERPT_LENGTH = 80  # characters of a block's text
_MAX_PATH_LENGTH = 6  # tags


def explain(basket: Basket, picked: IntColumn) -> dict[str, Any]:
    """Describe the blocks of the page; `picked` are the numbers of the kept ones.

    A page with too many blocks lists the best ones of the basket first, then others in document order.
    """
    wanted, rest = basket.table.sums(basket.desired)
    ranks = {number: rank for rank, number in enumerate(basket.order.tolist(), start=1)}
    others = (number for number in range(len(basket.blocks)) if number not in ranks)
    listed = sorted(islice(chain(ranks, others), _MAX_BLOCKS))
    kept = set(picked.tolist())
    return {
        "desired": list(basket.desired),
        "basket": len(basket),
        "not_listed": len(basket.blocks) - len(listed),
        "blocks": [
            {
                **_describe(basket, number),
                "desired": round(float(wanted[number]), 4),
                "rest": round(float(rest[number]), 4),
                "probability": round(float(basket.probability[ranks[number] - 1]), 4) if number in ranks else None,
                "rank": ranks.get(number),
                "kept": number in kept,
            }
            for number in listed
        ],
    }


def _describe(basket: Basket, number: int) -> dict[str, Any]:
    """Return the path, text and features of one block."""
    block, table = basket.blocks[number], basket.table
    return {
        "path": _path(block),
        "text": _excerpt(block),
        "leaves": block.leaves.tolist(),
        "counts": dict(zip(table.names, table.counts[number].astype(int).tolist(), strict=True)),
        "values": dict(zip(table.names, table.values[number].round(4).tolist(), strict=True)),
    }


def _path(block: Block) -> str:
    """Return the last few tags down to the block; whole paths of deep pages would be most of the output."""
    names: list[str] = []
    node = block.root
    while node >= 0 and len(names) < _MAX_PATH_LENGTH:
        names.append(block.page[node].tag)
        node = int(block.page.parent[node])
    return "/".join(reversed(names))


def _excerpt(block: Block) -> str:
    text = " ".join(block.text.split())
    return text if len(text) <= _MAX_EXCERPT_LENGTH else text[: _MAX_EXCERPT_LENGTH - 1] + "…"
