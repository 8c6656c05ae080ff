"""Features of the blocks of a page: counted by named rules, normalised by the page's maxima.

Both block papers use the same features: words of text, images, links, forms, scripts, lists, tables, applets and other
embedded objects (Falmari & Gangundi, section III; Debnath et al.). A feature is a name and a counting rule. A rule
returns a count for every node of a page. To add a feature, add a name:

    FEATURES["videos"] = elements_named("video", "iframe")  # these elements then no longer count as applets

Where the papers are silent:

- Everything counts once, in the block that contains it. A list, table or form that was itself split into blocks
  counts in the first of them, so it is not lost with the element that was split.
- Hidden elements and elements of the head count for nothing: no reader sees them.
- A word is a run of letters and digits; each ideograph or kana is one word.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..errors import OptionError
from ..page import BoolColumn, IntColumn, Page, elements
from ..page.cache import cached_property
from ..text import characters
from ..text.cuts import Blocks

Reals = npt.NDArray[np.float64]
Rule = Callable[[Page], Reals]  # by node

_HEAD = elements.CODES["head"]
_A, _AREA = elements.CODES["a"], elements.CODES["area"]
_SEPARATOR = "\n"  # part of no word


def words(page: Page) -> Reals:
    """Return for each node the number of words in its visible text."""
    counts = np.zeros(len(page))
    counts[page.leaves] = count_words(page.leaf_text)
    return counts


def count_words(texts: Sequence[str]) -> Reals:
    """Return for each text its number of words. All texts are joined and scanned at once."""
    if not texts:
        return np.zeros(0)
    joined = _SEPARATOR.join(texts) + _SEPARATOR
    starts = characters.word_starts(characters.kinds(joined))
    lengths = np.fromiter(map(len, texts), np.int64, len(texts)) + 1
    return np.add.reduceat(starts.astype(np.float64), np.cumsum(lengths) - lengths)


def links(page: Page) -> Reals:
    """Return for each node 1 for a link with an `href`, else 0."""
    counts = np.zeros(len(page))
    for node in np.flatnonzero((page.tag == _A) | (page.tag == _AREA)).tolist():
        counts[node] = "href" in page.attributes[node]
    return counts


@dataclass(frozen=True, slots=True)
class ElementRule:
    """The rule that counts elements with these names."""

    names: frozenset[str]

    def __call__(self, page: Page) -> Reals:
        """Return for each node 1 for an element with one of the names, else 0."""
        known, custom = _lookup_table(self.names)
        counts = page.has_tag(known).astype(np.float64)
        if custom and len(page.names) > elements.UNKNOWN:
            codes = [code for code, name in enumerate(page.names) if name in custom]
            counts += np.isin(page.tag, codes)
        return counts


@lru_cache(maxsize=256)
def _lookup_table(names: frozenset[str]) -> tuple[BoolColumn, frozenset[str]]:
    """Return the HTML names as a mask by tag code, and the names that HTML does not have."""
    known = names & elements.CODES.keys()
    return elements.table(known), names - known


def elements_named(*names: str) -> ElementRule:
    """Return the rule that counts elements with these names."""
    return ElementRule(frozenset(names))


# In the order of the papers.
FEATURES: dict[str, Rule] = {
    "text": words,
    "images": elements_named("img"),
    "links": links,
    "forms": elements_named("form"),
    "scripts": elements_named("script"),
    "lists": elements_named("ul", "ol", "dl", "menu", "dir"),
    "tables": elements_named("table"),
    "applets": elements_named("applet", "embed", "object", "iframe", "video", "audio"),
}


def resolve_features(
    names: Sequence[str], rules: Mapping[str, Rule] | None = None
) -> tuple[tuple[str, ...], dict[str, Rule]]:
    """Return the desired features, and the rules of all features.

    A name may define its own rule: `videos=video,iframe`.
    """
    known = dict(FEATURES if rules is None else rules)
    desired = []
    for name in names:
        name, defines, tags = name.partition("=")
        if defines:
            if not name or not all(tags.split(",")):
                raise OptionError(f"define a feature as NAME=TAG,TAG, not {name}={tags}")
            known[name] = elements_named(*tags.split(","))
        if name not in known:
            raise OptionError(f"no feature is called {name!r}; choose {', '.join(known)}, or define NAME=TAG,TAG")
        desired.append(name)
    if not desired:
        raise OptionError(f"name a desired feature: {', '.join(known)}")
    return tuple(dict.fromkeys(desired)), _count_elements_once(known)


def _count_elements_once(rules: Mapping[str, Rule]) -> dict[str, Rule]:
    """Count an element only for the last feature that names it: a desired feature must not compete with itself."""
    taken: frozenset[str] = frozenset()
    answer: dict[str, Rule] = {}
    for name, rule in reversed(list(rules.items())):
        if isinstance(rule, ElementRule):
            rule, taken = ElementRule(rule.names - taken), taken | rule.names
        answer[name] = rule
    return {name: answer[name] for name in rules}


@dataclass(frozen=True, eq=False)
class FeatureTable:
    """The feature counts of some blocks: one row per block, one column per feature."""

    names: tuple[str, ...]
    counts: Reals

    @cached_property
    def values(self) -> Reals:
        """Counts divided by the largest count of any of the blocks (section III.C); 0 where no block has any.

        A block of 1,000 words has the value 0.5 if the longest block has 2,000.
        """
        largest = self.counts.max(axis=0, initial=0.0)
        values: Reals = np.divide(self.counts, largest, out=np.zeros_like(self.counts), where=largest > 0)
        return values

    def sums(self, names: Sequence[str]) -> tuple[Reals, Reals]:
        """Return for each block the sum of the values of these features, and the sum of the values of all others."""
        is_desired = np.isin(self.names, names)
        desired: Reals = self.values[:, is_desired].sum(axis=1)
        rest: Reals = self.values[:, ~is_desired].sum(axis=1)
        return desired, rest

    def rows(self, blocks: IntColumn) -> "FeatureTable":
        """Return the table of some of the blocks, with values relative to their own maxima."""
        return FeatureTable(self.names, self.counts[blocks])


def count_features(blocks: Blocks, rules: Mapping[str, Rule] = FEATURES) -> FeatureTable:
    """Count the features of each block."""
    page = blocks.page
    counts = np.zeros((len(blocks), len(rules)))
    if len(blocks):
        of_node = blocks_of_nodes(blocks)
        is_visible = ~page.hidden & ~page.inside(page.tag == _HEAD)
        for column, rule in enumerate(rules.values()):
            counts[:, column] = np.bincount(of_node, np.where(is_visible, rule(page), 0), minlength=len(blocks))
    return FeatureTable(tuple(rules), counts)


def blocks_of_nodes(blocks: Blocks) -> IntColumn:
    """Return for each node the block that contains it. The cut must have at least one block.

    Two enclosing elements are candidates: the nearest one that is the root of a block, and the nearest one that
    contains leaves, which stands for the block of its first leaf. The inner of the two decides.
    """
    page = blocks.page
    first_leaf = np.searchsorted(page.leaves, np.arange(len(page)))
    has_leaves = np.searchsorted(page.leaves, page.end) > first_leaf
    is_root = np.zeros(len(page), dtype=np.bool_)
    is_root[blocks.root] = True
    root, holder = page.nearest(is_root), page.nearest(has_leaves)
    by_leaf = blocks.of_leaf[np.minimum(first_leaf[holder], len(page.leaves) - 1)]
    return np.where(root >= holder, _by_root(blocks, root), by_leaf).astype(np.int32)


def _by_root(blocks: Blocks, root: IntColumn) -> IntColumn:
    """Return for each node the block of its root; of several, the one whose first leaf is the last before it."""
    page, size = blocks.page, len(blocks.page)
    first_leaf = np.full(len(blocks), len(page.leaves))
    np.minimum.at(first_leaf, blocks.of_leaf, np.arange(len(page.leaves)))
    keys = blocks.root.astype(np.int64) * size + page.leaves[first_leaf]
    order = np.argsort(keys)
    wanted = root.astype(np.int64) * size
    last = np.searchsorted(keys[order], wanted + np.arange(size), side="right") - 1
    chosen = np.minimum(np.maximum(last, np.searchsorted(keys[order], wanted)), len(blocks) - 1)
    return order[chosen].astype(np.int32)
