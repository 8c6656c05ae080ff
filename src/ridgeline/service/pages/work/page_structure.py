"""Describes the structure of a stored page: what the studio needs to correct it without asking for every click."""

from typing import Any

import numpy as np

from ....library import PageSource
from ....text import cuts
from ....text.attributes import one_line

_MAX_TEXT_CHARACTERS = 2_000  # of a leaf: it is shown in a list


def describe_structure(source: PageSource) -> dict[str, Any]:
    """Return rows, texts and passages of the leaves, and the tree around them."""
    page = source.parse()
    blocks = cuts.paragraphs(page)
    starts = np.flatnonzero(np.diff(blocks.of_leaf, prepend=-1)).tolist()
    return {
        "leaves": page.leaves.tolist(),
        "texts": [one_line(text[:_MAX_TEXT_CHARACTERS]) for text in page.leaf_text],
        "passages": list(zip(starts, [*starts[1:], len(page.leaves)], strict=True)) if starts else [],
        "passage_texts": [one_line(block.text[:_MAX_TEXT_CHARACTERS]) for block in blocks],
        "parents": page.parent.tolist(),
        "ends": page.end.tolist(),
        "tags": [page.names[code] for code in page.tag.tolist()],
    }
