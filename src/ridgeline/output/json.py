"""JSON: what was kept, block by block, with scores and metadata.

    {"url": …, "extractor": …, "status": "ok", "confidence": 0.91, "page_type": "article", "metadata": {…}, "text": …,
     "blocks": [{"tag": "h2", "path": "html/body/main/h2", "text": …, "score": 0.93, "leaves": [17, 18]}, …]}

A block is a paragraph as a browser shows it. Its tag says what it is (a heading, an item, a cell …, the name of an
image or other thing that it consists of, else "p"), its path where it stands; its score is the mean of its leaves'
scores. Scores, confidence and page type are null where the extractor gives none. What a person should know adds
"remarks", an extractor that can say why it kept these an "explanation".
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..metadata import Metadata
from ..page import IntColumn, Page, elements
from .leaves import shown
from .parts import Outline
from .structure import structure
from .text import to_text

# Longer paths are cut in the middle: on a page nested to the parser's limit they would be most of the answer.
_MAX_PATH_LENGTH = 64
_MAX_NAME_LENGTH = 20  # characters of a name in a path; those of HTML are shorter
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=str)


def to_json(
    page: Page,
    keep: IntColumn,
    *,
    extractor: str,
    status: str,
    scores: npt.NDArray[np.float32] | None,
    metadata: Metadata,
    confidence: float | None = None,
    page_type: str | None = None,
    remarks: Sequence[str] = (),
    explanation: Mapping[str, Any] | None = None,
) -> str:
    """The kept leaves as a JSON object."""
    answer: dict[str, Any] = {
        "url": page.url,
        "extractor": extractor,
        "status": status,
        "confidence": None if confidence is None else round(float(confidence), 6),
        "page_type": page_type,
        "metadata": metadata.as_dict(),
        "text": to_text(page, keep),
    }
    if remarks:
        answer["remarks"] = list(remarks)
    if explanation is not None:
        answer["explanation"] = explanation
    blocks = ", ".join(_Blocks(structure(page, keep), scores).written())
    written = f'{_ENCODER.encode(answer).removesuffix("}")}, "blocks": [{blocks}]}}'
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
        self.paths: dict[int, str] = {}

    def written(self) -> Iterator[str]:
        """The kept paragraphs, each as JSON: half a million dictionaries would take more time than all the rest."""
        for role, paragraph in self.outline.paragraphs():
            first, end = self.outline.starts[paragraph], self.outline.starts[paragraph + 1]
            leaves = self.outline.leaves[first:end]
            node = self.outline.nodes[first]
            text = self.outline.text(paragraph)
            tag = role if text else self._name(node)
            yield (
                f'{{"tag": {_ENCODER.encode(tag)}, "path": {_ENCODER.encode(self._path(self.element[node]))}, '
                f'"text": {_ENCODER.encode(text)}, "score": {self._score(leaves)}, "leaves": {list(leaves)}}}'
            )

    def _score(self, leaves: tuple[int, ...]) -> str:
        if self.scores is None:
            return "null"
        mean = sum(self.scores[leaf] for leaf in leaves) / len(leaves)
        return str(round(mean, 6)) if math.isfinite(mean) else "null"

    def _path(self, node: int) -> str:
        """The names from the root down to a node. Neighbours share all of it but the last name."""
        parent = self.parent[node]
        if parent not in self.paths:
            self.paths[parent] = "".join(f"{name}/" for name in self._names(parent))
        return self.paths[parent] + self._name(node)

    def _names(self, node: int) -> tuple[str, ...]:
        """The names down to a node, found through the nearest node above for which they are known."""
        unknown = []
        while node not in self.names:
            unknown.append(node)
            node = self.parent[node]
        names = self.names[node]
        for index in reversed(unknown):
            names = self.names[index] = _cut((*names, self._name(index)))
        return names

    def _name(self, node: int) -> str:
        return self.page.names[self.tag[node]][:_MAX_NAME_LENGTH]


def _cut(path: tuple[str, ...]) -> tuple[str, ...]:
    half = _MAX_PATH_LENGTH // 2
    return path if len(path) <= _MAX_PATH_LENGTH else (*path[:half], "…", *path[-half + 1 :])
