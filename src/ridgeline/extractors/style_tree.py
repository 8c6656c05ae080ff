"""The Site Style Tree (SST), which the Mountain Model is compared with (its reference 17).

L. Yi, B. Liu, X. Li, «Eliminating Noisy Information in Web Pages for Data Mining», KDD 2003. The pages of a site are
merged into one tree: an element node has a style node for each sequence of children that it has on some page, and a
style node has those children as element nodes. What many pages present alike, with the same content, is noise:

    NodeImp(E)  = −Σ p_i log_m p_i over its style nodes, p_i the share of E's m pages that use the i-th; 1 where m = 1
    CompImp(E)  = (1 − γ^l) NodeImp(E) + γ^l Σ p_i CompImp(S_i), l the number of its style nodes, γ = 0.9
    CompImp(S)  = the mean of CompImp over its element nodes
    CompImp(E)  = 1 − mean of H(a) over the features a of a leaf (words, addresses of images and links); 1 where m = 1;
                  H(a) = −Σ p_j log_m p_j over its m pages, p_j the share of a's occurrences that page j has

An element node is noisy if neither it nor anything below it reaches the threshold. A page is laid over the tree from
the root down: what lies on a noisy node is dropped; what has a style that the tree does not know is kept as it is.

Where it departs from that paper, or had to choose:
- The tree holds what a reader sees (leaves and the elements around them): scripts and the like are no nodes.
- Elements are alike if they have the same name and display attributes, those of the HTML of 2003. Today `class` says
  how an element looks, but it is not among them: pages that name their topic in a class of `body` would have nothing in
  common (word F1 on msnbc.com of cleanportaleval 0.679 with it, 0.924 without).
- A leaf in a link has the link's address among its features.
- Their threshold is chosen by looking at some pages of the site. Given gold texts, `fit` takes the one that serves
  them best; without, `threshold` is used.
"""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import log
from pathlib import Path
from statistics import fmean
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from .. import models
from ..errors import ModelError, OptionError
from ..extraction import Extraction
from ..lab.metrics import word_score
from ..page import BoolColumn, IntColumn, Page, elements

ATTENUATION = 0.9  # γ
THRESHOLD = 0.2
THRESHOLDS = tuple(step / 20 for step in range(1, 20))  # tried where there are gold texts
DISPLAY_ATTRIBUTES = (
    *"align background bgcolor border cellpadding cellspacing color face height size valign width".split(),
)

_WORD = re.compile(r"\w+")
_LINK = elements.table(["a"])
_HASH_BYTES = 8

Importance = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Place:
    """A leaf of the tree on one page."""

    page: int
    node: int


@dataclass(eq=False, slots=True)
class _Tree:
    """The tree while it is built. Element nodes are numbers; 0 is the root, and a child's is above its parent's."""

    pages: list[int] = field(default_factory=lambda: [0])  # by element node: how many pages have it
    styles: list[dict[bytes, int]] = field(default_factory=lambda: [{}])  # by element node: children → style node
    first: list[int] = field(default_factory=list)  # by style node: its first element node
    size: list[int] = field(default_factory=list)  # by style node: how many element nodes it has
    uses: list[int] = field(default_factory=list)  # by style node: how many pages have it
    places: dict[int, list[_Place]] = field(default_factory=lambda: defaultdict(list))  # by element node: its leaves

    def add(self, number: int, page: "_Skeleton") -> None:
        """Merge a page into the tree."""
        waiting = [(0, 0)]
        while waiting:
            element, node = waiting.pop()
            self.pages[element] += 1
            children = page.children(node)
            if not children:
                self.places[element].append(_Place(number, node))
                continue
            style = self._style(element, page.style(children), len(children))
            self.uses[style] += 1
            waiting += zip(range(self.first[style], self.first[style] + len(children)), children, strict=True)

    def _style(self, element: int, key: bytes, size: int) -> int:
        known = self.styles[element].get(key)
        if known is None:
            known = self.styles[element][key] = len(self.first)
            self.first.append(len(self.pages))
            self.size.append(size)
            self.uses.append(0)
            self.pages += [0] * size
            self.styles += [{} for _ in range(size)]
        return known

    def importance(self, pages: "Sequence[_Skeleton]") -> Importance:
        """By element node: the highest composite importance of it and all below it."""
        own = [0.0] * len(self.pages)
        highest = [0.0] * len(self.pages)
        for element in range(len(self.pages) - 1, -1, -1):
            styles = self.styles[element].values()
            own[element] = self._inner_importance(element, own) if styles else self._leaf_importance(element, pages)
            below = (highest[child] for style in styles for child in self._children(style))
            highest[element] = max((own[element], *below))
        return np.array(highest, dtype=np.float32)

    def _children(self, style: int) -> range:
        return range(self.first[style], self.first[style] + self.size[style])

    def _inner_importance(self, element: int, own: list[float]) -> float:
        styles = self.styles[element].values()
        count = self.pages[element]
        shares = [self.uses[style] / count for style in styles]
        composite = [fmean(own[child] for child in self._children(style)) for style in styles]
        left_over = len(self.places.get(element, ())) / count  # pages on which it has no children: a style, too
        node_importance = _entropy([*shares, left_over], count) if count > 1 else 1.0
        weight = ATTENUATION ** (len(shares) + (left_over > 0))
        below = sum(share * value for share, value in zip(shares, composite, strict=True))
        return (1 - weight) * node_importance + weight * below

    def _leaf_importance(self, element: int, pages: "Sequence[_Skeleton]") -> float:
        places = self.places.get(element, ())
        if len(places) < 2:
            return float(len(places))
        occurrences: dict[str, list[int]] = defaultdict(list)
        for place in places:
            for feature, number in Counter(pages[place.page].features(place.node)).items():
                occurrences[feature].append(number)
        if not occurrences:
            return 0.0
        evenness = (_entropy([n / sum(numbers) for n in numbers], len(places)) for numbers in occurrences.values())
        return 1 - fmean(evenness)


def _entropy(shares: Sequence[float], base: int) -> float:
    return -sum(share * log(share, base) for share in shares if share > 0)


class _Skeleton:
    """What a reader sees of a page, as a tree: its leaves and the elements around them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        shown = _around(page)
        self._kept = np.flatnonzero(shown)
        by_parent = self._kept[np.argsort(page.parent[self._kept], kind="stable")]
        borders = np.searchsorted(page.parent[by_parent], np.arange(len(page) + 1)).tolist()
        order = by_parent.tolist()
        self._children: dict[int, list[int]] = {
            node: order[start:end] for node, (start, end) in enumerate(pairwise(borders)) if end > start and node >= 0
        }
        self._link = page.nearest(page.has_tag(_LINK))

    def children(self, node: int) -> list[int]:
        """The nodes right below this one that a reader sees something of."""
        return self._children.get(node, [])

    def style(self, nodes: Sequence[int]) -> bytes:
        """What two sequences of nodes that look alike have in common."""
        text = "\n".join(map(self._look, nodes))
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_HASH_BYTES).digest()

    def _look(self, node: int) -> str:
        attributes = self.page.attributes[node]
        parts = [self.page.names[self.page.tag[node]]]
        if attributes:
            parts += [f"{name}={attributes[name]}" for name in DISPLAY_ATTRIBUTES if name in attributes]
        return " ".join(parts)

    def features(self, node: int) -> Iterator[str]:
        """The content of a leaf: its words, and addresses of its image and of the link it stands in."""
        yield from _WORD.findall(self.page.text[node].lower())
        if source := self.page.attributes[node].get("src"):
            yield f"src={source}"
        if (link := int(self._link[node])) >= 0 and (address := self.page.attributes[link].get("href")):
            yield f"href={address}"


def _around(page: Page) -> BoolColumn:
    """By node: whether it is a leaf or has one inside."""
    is_leaf = np.zeros(len(page) + 1, dtype=np.int64)
    is_leaf[page.leaves + 1] = 1
    before = np.cumsum(is_leaf)
    inside_leaf = page.inside(is_leaf[1:] > 0)
    answer: BoolColumn = (before[page.end] > before[np.arange(len(page))]) & (~inside_leaf | (is_leaf[1:] > 0))
    return answer


class StyleTree:
    """Drops what a site's pages have in common, as its Site Style Tree tells."""

    name = "style-tree"

    def __init__(self, *, model: str | Path | None = None, threshold: float | None = None) -> None:
        """`model` is a file that `save` wrote; without it `fit` comes first."""
        if threshold is not None and not 0 <= threshold <= 1:
            raise OptionError(f"a threshold of importance is from 0 to 1, not {threshold}")
        self._fixed = threshold is not None
        self.threshold = THRESHOLD if threshold is None else threshold
        self._importance: Importance | None = None
        self._styles: dict[tuple[int, bytes], int] = {}  # (element node, its children's looks) → their first node
        if model is not None:
            self._read(Path(model))

    def fit(self, pages: Sequence[Page], gold: Sequence[str] | None = None) -> Self:
        """Build the tree of a site from its pages; gold texts of the first of them choose the threshold.

        There may be fewer gold texts than pages: the tree wants many pages, the threshold only some.
        """
        skeletons = [_Skeleton(page) for page in pages]
        tree = _Tree()
        for number, skeleton in enumerate(skeletons):
            tree.add(number, skeleton)
        self._importance = tree.importance(skeletons)
        self._styles = {
            (element, key): tree.first[style]
            for element, styles in enumerate(tree.styles)
            for key, style in styles.items()
        }
        if gold and not self._fixed:
            self.threshold = self._best_threshold(pages[: len(gold)], gold)
        return self

    def extract(self, page: Page) -> Extraction:
        """Drop the leaves that lie on noisy nodes."""
        if self._importance is None:
            raise ModelError(f"{self.name} has not learnt a site yet: fit() it, or load a model that was fitted")
        highest = self._highest(page)
        keep = np.flatnonzero((highest >= self.threshold) & ~page.hidden[page.leaves]).astype(np.int32)
        return Extraction(page, keep, self.name, highest)

    def _highest(self, page: Page) -> Importance:
        """By leaf: the threshold up to which it is kept, the importance of the lowest node that it lies on."""
        assert self._importance is not None  # noqa: S101
        skeleton = _Skeleton(page)
        answer = np.ones(len(page), dtype=np.float32)
        waiting = [(0, 0)]
        while waiting:
            element, node = waiting.pop()
            # Nothing is more important than what holds it, so the last one written, the lowest, is the answer; what has
            # an unknown style stays or goes with what holds it.
            answer[node : page.end[node]] = self._importance[element]
            children = skeleton.children(node)
            first = self._styles.get((element, skeleton.style(children))) if children else None
            if first is not None:
                waiting += zip(range(first, first + len(children)), children, strict=True)
        return answer[page.leaves]

    def _best_threshold(self, pages: Sequence[Page], gold: Sequence[str]) -> float:
        scores: dict[float, float] = {}
        highest = [self._highest(page) for page in pages]
        for threshold in THRESHOLDS:
            self.threshold = threshold
            found = (self._kept_text(page, importance) for page, importance in zip(pages, highest, strict=True))
            scores[threshold] = fmean(word_score(text, wanted).f1 for text, wanted in zip(found, gold, strict=True))
        return max(scores, key=scores.__getitem__)

    def _kept_text(self, page: Page, highest: Importance) -> str:
        keep = np.flatnonzero((highest >= self.threshold) & ~page.hidden[page.leaves]).astype(np.int32)
        return Extraction(page, keep, self.name).text

    def save(self, path: Path) -> None:
        """Write the tree."""
        if self._importance is None:
            raise ModelError(f"{self.name} has not learnt a site yet: fit() it before it is saved")
        element = np.array([element for element, _ in self._styles], dtype=np.int32)
        key = np.frombuffer(b"".join(key for _, key in self._styles), dtype=np.uint8).reshape(-1, _HASH_BYTES)
        first = np.array(list(self._styles.values()), dtype=np.int32)
        arrays: models.Arrays = {"importance": self._importance, "element": element, "key": key, "first": first}
        models.save(models.SavedModel(self.name, {"threshold": self.threshold}, arrays), path)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what `save` wrote."""
        return cls(model=path)

    def _read(self, path: Path) -> None:
        model = models.load(path, self.name)
        try:
            columns: list[IntColumn] = [model.arrays[name] for name in ("element", "first")]
            keys: npt.NDArray[Any] = model.arrays["key"]
            rows = zip(columns[0].tolist(), map(bytes, keys), columns[1].tolist(), strict=True)
            self._styles = {(element, key): first for element, key, first in rows}
            self._importance = model.arrays["importance"].astype(np.float32)
            if not self._fixed:
                self.threshold = float(model.manifest["threshold"])
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{path} does not hold a style tree: train it again") from error
