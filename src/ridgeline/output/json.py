"""JSON: what was kept, block by block, with scores and metadata.

    {"url": …, "extractor": …, "metadata": {…}, "text": …,
     "blocks": [{"tag": "h2", "path": "html/body/main/h2", "text": …, "score": 0.93, "leaves": [17, 18]}, …]}

A block is a paragraph as a browser shows it. Its tag says what it is (a heading, an item, a cell …, the name of an
image or other thing that it consists of, else "p"), its path where it stands; its score is the mean of its leaves'
scores, null where the extractor gives none.
"""

import json
import math
from dataclasses import asdict
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import elements
from ..metadata import Metadata
from ..page import IntColumn, Page
from .leaves import shown
from .parts import Outline, Paragraph
from .structure import structure
from .text import to_text

# Longer paths are cut in the middle: on a page nested to the parser's limit they would be most of the answer.
_LONGEST_PATH = 64


def to_json(
    page: Page, keep: IntColumn, *, extractor: str, scores: npt.NDArray[np.float32] | None, metadata: Metadata
) -> str:
    """The kept leaves as a JSON object."""
    answer = {
        "url": page.url,
        "extractor": extractor,
        "metadata": asdict(metadata),
        "text": to_text(page, keep),
        "blocks": _Blocks(structure(page, keep), scores).read(),
    }
    written = json.dumps(answer, ensure_ascii=False, allow_nan=False, default=str)
    return written if _is_unicode(written) else shown(written)


def _is_unicode(text: str) -> bool:
    """Whether a text has no halves of characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class _Blocks:
    def __init__(self, outline: Outline, scores: npt.NDArray[np.float32] | None) -> None:
        self.outline = outline
        self.page = outline.page
        self.scores = None if scores is None else scores.astype(np.float64).tolist()
        self.element: tuple[int, ...] = tuple(self.page.nearest(self.page.has_tag(elements.BLOCK)).tolist())
        self.parent: tuple[int, ...] = tuple(self.page.parent.tolist())
        self.tag: tuple[int, ...] = tuple(self.page.tag.tolist())
        self.names: dict[int, tuple[str, ...]] = {-1: ()}
        self.written: dict[int, str] = {}

    def read(self) -> list[dict[str, Any]]:
        """The kept paragraphs."""
        return [self._block(role, paragraph) for role, paragraph in self.outline.paragraphs()]

    def _block(self, role: str, paragraph: Paragraph) -> dict[str, Any]:
        outline = self.outline
        first, end = outline.starts[paragraph], outline.starts[paragraph + 1]
        leaves = list(outline.leaves[first:end])
        node = outline.nodes[first]
        text = outline.text(paragraph)
        return {
            "tag": role if text else self.page.names[self.tag[node]],
            "path": self._path(self.element[node]),
            "text": text,
            "score": None if self.scores is None else _mean([self.scores[leaf] for leaf in leaves]),
            "leaves": leaves,
        }

    def _path(self, node: int) -> str:
        """The names from the root down to a node. Neighbours share all of it but the last name."""
        parent = self.parent[node]
        if parent not in self.written:
            self.written[parent] = "".join(f"{name}/" for name in self._names(parent))
        return self.written[parent] + self.page.names[self.tag[node]]

    def _names(self, node: int) -> tuple[str, ...]:
        """The names down to a node, found through the nearest node above for which they are known."""
        unknown = []
        while node not in self.names:
            unknown.append(node)
            node = self.parent[node]
        names = self.names[node]
        for index in reversed(unknown):
            names = self.names[index] = _cut((*names, self.page.names[self.tag[index]]))
        return names


def _mean(scores: list[float]) -> float | None:
    mean = sum(scores) / len(scores)
    return round(mean, 6) if math.isfinite(mean) else None


def _cut(path: tuple[str, ...]) -> tuple[str, ...]:
    half = _LONGEST_PATH // 2
    return path if len(path) <= _LONGEST_PATH else (*path[:half], "…", *path[-half + 1 :])
