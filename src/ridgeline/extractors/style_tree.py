"""The Site Style Tree (SST), which the Mountain Model is compared with (its reference 17).

L. Yi, B. Liu, X. Li, «Eliminating Noisy Information in Web Pages for Data Mining», KDD 2003. The pages of a site are
merged into one tree. An element node has a style node for each sequence of children that it has on some page, and a
style node has those children as element nodes. Parts that many pages present alike, with the same content, are noise:

    NodeImp(E)  = −Σ p_i log_m p_i over its style nodes, p_i the share of E's m pages that use the i-th; 1 if m = 1
    CompImp(E)  = (1 − γ^l) NodeImp(E) + γ^l Σ p_i CompImp(S_i), l the number of its style nodes, γ = 0.9
    CompImp(S)  = the mean of CompImp over its element nodes
    CompImp(E)  = 1 − mean of H(a) over the features a of a leaf (words, addresses of images and links); 1 if m = 1;
                  H(a) = −Σ p_j log_m p_j over its m pages, p_j the share of a's occurrences that page j has

An element node is noisy if neither it nor any node below it reaches the threshold. A page is mapped to the tree from
the root down: leaves mapped to a noisy node are dropped; the subtree of a node whose style is not in the tree is kept
or dropped as a whole, with that node.

Deviations and choices:
- The tree holds only visible parts (leaves and the elements around them): scripts and the like are not nodes.
- Elements are alike if they have the same name and display attributes, those of the HTML of 2003. Today `class`
  controls the presentation, but it is not one of them: pages that name their topic in a class of `body` would have
  nothing in common (word F1 on msnbc.com of cleanportaleval: 0.679 with `class`, 0.924 without).
- A leaf inside a link has the link's address among its features.
- The authors choose the threshold by inspecting some pages of the site. `ridgeline.lab.training.style_tree` chooses
  it by gold texts; otherwise it is `DEFAULT_THRESHOLD`.
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

from ..errors import ModelError
from ..extraction import Extraction
from ..page import BoolColumn, IntColumn, Page, elements
from ..parameters import check_number
from ..storage import models

ATTENUATION = 0.9  # γ
DEFAULT_THRESHOLD = 0.2
DISPLAY_ATTRIBUTES = (
    *"align background bgcolor border cellpadding cellspacing color face height size valign width".split(),
)

_WORD = re.compile(r"\w+")
_LINK = elements.table(["a"])
_HASH_BYTES = 8

Importance = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Leaf:
    """An element node without children, on one page."""

    page: int
    node: int


@dataclass(eq=False, slots=True)
class _TreeBuilder:
    """The tree under construction. Element nodes are numbers: 0 is the root; children have higher numbers."""

    pages: list[int] = field(default_factory=lambda: [0])  # by element node: the number of pages that have it
    styles: list[dict[bytes, int]] = field(default_factory=lambda: [{}])  # by element node: style hash → style node
    first: list[int] = field(default_factory=list)  # by style node: its first element node
    size: list[int] = field(default_factory=list)  # by style node: the number of its element nodes
    uses: list[int] = field(default_factory=list)  # by style node: the number of pages that have it
    leaves: dict[int, list[_Leaf]] = field(default_factory=lambda: defaultdict(list))  # by element node

    def add(self, number: int, page: "_VisibleTree") -> None:
        """Merge a page into the tree."""
        stack = [(0, 0)]
        while stack:
            element, node = stack.pop()
            self.pages[element] += 1
            children = page.children(node)
            if not children:
                self.leaves[element].append(_Leaf(number, node))
                continue
            style = self._find_or_add_style(element, page.style(children), len(children))
            self.uses[style] += 1
            stack += zip(self._children(style), children, strict=True)

    def _find_or_add_style(self, element: int, key: bytes, size: int) -> int:
        style = self.styles[element].get(key)
        if style is None:
            style = self.styles[element][key] = len(self.first)
            self.first.append(len(self.pages))
            self.size.append(size)
            self.uses.append(0)
            self.pages += [0] * size
            self.styles += [{} for _ in range(size)]
        return style

    def importance(self, pages: "Sequence[_VisibleTree]") -> Importance:
        """Return the highest composite importance of each element node and all nodes below it."""
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
        childless = len(self.leaves.get(element, ())) / count  # share of pages where it has no children: also a style
        node_importance = _entropy([*shares, childless], count) if count > 1 else 1.0
        weight = ATTENUATION ** (len(shares) + (childless > 0))
        below = sum(share * value for share, value in zip(shares, composite, strict=True))
        return (1 - weight) * node_importance + weight * below

    def _leaf_importance(self, element: int, pages: "Sequence[_VisibleTree]") -> float:
        leaves = self.leaves.get(element, ())
        if len(leaves) < 2:
            return float(len(leaves))
        occurrences: dict[str, list[int]] = defaultdict(list)
        for leaf in leaves:
            for feature, number in Counter(pages[leaf.page].features(leaf.node)).items():
                occurrences[feature].append(number)
        if not occurrences:
            return 0.0
        entropies = (_entropy([n / sum(numbers) for n in numbers], len(leaves)) for numbers in occurrences.values())
        return 1 - fmean(entropies)


def _entropy(shares: Sequence[float], base: int) -> float:
    return -sum(share * log(share, base) for share in shares if share > 0)


class _VisibleTree:
    """The visible part of a page as a tree: its leaves and the elements around them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        visible = np.flatnonzero(_is_visible(page))
        by_parent = visible[np.argsort(page.parent[visible], kind="stable")]
        borders = np.searchsorted(page.parent[by_parent], np.arange(len(page) + 1)).tolist()
        order = by_parent.tolist()
        self._children: dict[int, list[int]] = {
            node: order[start:end] for node, (start, end) in enumerate(pairwise(borders)) if end > start
        }
        self._link = page.nearest(page.has_tag(_LINK))

    def children(self, node: int) -> list[int]:
        """Return the visible children of a node."""
        return self._children.get(node, [])

    def style(self, nodes: Sequence[int]) -> bytes:
        """Return a hash that is equal for sequences of nodes with equal names and display attributes."""
        text = "\n".join(map(self._presentation, nodes))
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_HASH_BYTES).digest()

    def _presentation(self, node: int) -> str:
        attributes = self.page.attributes[node]
        parts = [self.page.names[self.page.tag[node]]]
        if attributes:
            parts += [f"{name}={attributes[name]}" for name in DISPLAY_ATTRIBUTES if name in attributes]
        return " ".join(parts)

    def features(self, node: int) -> Iterator[str]:
        """Yield the content of a leaf: its words, and the addresses of its image and of the link around it."""
        yield from _WORD.findall(self.page.text[node].lower())
        if source := self.page.attributes[node].get("src"):
            yield f"src={source}"
        if (link := int(self._link[node])) >= 0 and (address := self.page.attributes[link].get("href")):
            yield f"href={address}"


def _is_visible(page: Page) -> BoolColumn:
    """Return, for each node, whether it is a leaf or contains one."""
    is_leaf = np.zeros(len(page) + 1, dtype=np.int64)
    is_leaf[page.leaves + 1] = 1
    before = np.cumsum(is_leaf)
    inside_leaf = page.inside(is_leaf[1:] > 0)
    answer: BoolColumn = (before[page.end] > before[np.arange(len(page))]) & (~inside_leaf | (is_leaf[1:] > 0))
    return answer


def important_leaves(page: Page, importance: Importance, threshold: float) -> IntColumn:
    """Return the visible leaves whose importance reaches the threshold, as positions in `page.leaves`."""
    return np.flatnonzero((importance >= threshold) & ~page.hidden[page.leaves]).astype(np.int32)


class StyleTree:
    """Drops the parts that a site's pages have in common, by the Site Style Tree."""

    name = "style-tree"

    def __init__(self, *, model: str | Path | None = None, threshold: float | None = None) -> None:
        """Load `model`, a file written by `save`; without it, call `fit`. `threshold` overrides the saved one."""
        if threshold is not None:
            check_number("threshold", threshold, "a number from 0 to 1", lambda number: 0 <= number <= 1)
        self.threshold = DEFAULT_THRESHOLD
        self._importance: Importance | None = None
        self._styles: dict[tuple[int, bytes], int] = {}  # (element node, style hash) → the style's first element node
        if model is not None:
            self._read(Path(model))
        if threshold is not None:
            self.threshold = threshold

    def fit(self, pages: Sequence[Page]) -> Self:
        """Build the tree of a site from its pages."""
        trees = [_VisibleTree(page) for page in pages]
        builder = _TreeBuilder()
        for number, tree in enumerate(trees):
            builder.add(number, tree)
        self._importance = builder.importance(trees)
        self._styles = {
            (element, key): builder.first[style]
            for element, styles in enumerate(builder.styles)
            for key, style in styles.items()
        }
        return self

    def extract(self, page: Page) -> Extraction:
        """Drop the leaves that are mapped to noisy nodes."""
        importance = self.leaf_importance(page)
        return Extraction(page, important_leaves(page, importance, self.threshold), self.name, importance)

    def leaf_importance(self, page: Page) -> Importance:
        """Return, for each leaf, the highest threshold that keeps it: the importance of the lowest node it maps to."""
        importance_of_element = self._fitted()
        tree = _VisibleTree(page)
        importance = np.ones(len(page), dtype=np.float32)
        stack = [(0, 0)]
        while stack:
            element, node = stack.pop()
            # A node's importance is at most its parent's, so the last value written, that of the lowest node, counts.
            # Nodes below an unknown style keep the value of the node above it.
            importance[node : page.end[node]] = importance_of_element[element]
            children = tree.children(node)
            first = self._styles.get((element, tree.style(children))) if children else None
            if first is not None:
                stack += zip(range(first, first + len(children)), children, strict=True)
        return importance[page.leaves]

    def _fitted(self) -> Importance:
        if self._importance is None:
            raise ModelError(f"{self.name} has no tree yet: call fit() with pages of the site, or load a saved model")
        return self._importance

    def save(self, path: Path) -> None:
        """Write the tree and the threshold."""
        element = np.array([element for element, _ in self._styles], dtype=np.int32)
        key = np.frombuffer(b"".join(key for _, key in self._styles), dtype=np.uint8).reshape(-1, _HASH_BYTES)
        first = np.array(list(self._styles.values()), dtype=np.int32)
        arrays: models.Arrays = {"importance": self._fitted(), "element": element, "key": key, "first": first}
        models.save(models.SavedModel(self.name, {"threshold": self.threshold}, arrays), path)

    @classmethod
    def load(cls, path: Path, *, threshold: float | None = None) -> Self:
        """Read a tree that `save` wrote; `threshold` overrides the saved one."""
        return cls(model=path, threshold=threshold)

    def _read(self, path: Path) -> None:
        model = models.load(path, self.name)
        try:
            columns: list[IntColumn] = [model.arrays[name] for name in ("element", "first")]
            keys: npt.NDArray[Any] = model.arrays["key"]
            rows = zip(columns[0].tolist(), map(bytes, keys), columns[1].tolist(), strict=True)
            self._styles = {(element, key): first for element, key, first in rows}
            self._importance = model.arrays["importance"].astype(np.float32)
            self.threshold = float(model.manifest["threshold"])
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{path} does not hold a style tree: train it again") from error
