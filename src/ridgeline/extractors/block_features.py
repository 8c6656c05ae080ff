"""What stands in the blocks of a page: counted by named rules, normalised by the page's maxima.

The features of both block papers: words of text, images, links, forms, scripts, lists, tables, applets and other
embedded things (Falmari & Gangundi, section III; Debnath et al.). A feature is a name and a counting rule; a rule
says for every node of a page how much of the feature stands there, so a list of features is extended by adding a
name:

    FEATURES["videos"] = elements_named("video", "iframe")  # which then are no applets any more

Where the papers are silent:

- A thing counts once, in the block it stands in. A list, table or form that was itself split up into blocks counts in
  the first of them, so it is not lost with the element that was split.
- What is hidden counts for nothing, nor does what stands in the head: no reader sees it.
- A word is a run of letters and digits, an ideograph or kana is a word of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from ..errors import OptionError
from ..page import BoolColumn, IntColumn, Page, elements
from ..text import characters
from ..text.cuts import Blocks

Reals = npt.NDArray[np.float64]
Rule = Callable[[Page], Reals]  # by node

_HEAD = elements.CODES["head"]
_A, _AREA = elements.CODES["a"], elements.CODES["area"]
_SEPARATOR = "\n"  # is in no word


def words(page: Page) -> Reals:
    """By node: the words of the text that a reader sees there."""
    counts = np.zeros(len(page))
    counts[page.leaves] = words_of(page.leaf_text)
    return counts


def words_of(texts: Sequence[str]) -> Reals:
    """By text: how many words it has; all of them are looked at together."""
    if not texts:
        return np.zeros(0)
    joined = _SEPARATOR.join(texts) + _SEPARATOR
    starts = characters.word_starts(characters.kinds(joined))
    lengths = np.fromiter(map(len, texts), np.int64, len(texts)) + 1
    return np.add.reduceat(starts.astype(np.float64), np.cumsum(lengths) - lengths)


def links(page: Page) -> Reals:
    """By node: whether it is a link that leads somewhere."""
    counts = np.zeros(len(page))
    for node in np.flatnonzero((page.tag == _A) | (page.tag == _AREA)).tolist():
        counts[node] = "href" in page.attributes[node]
    return counts


@dataclass(frozen=True, slots=True)
class Elements:
    """The rule that counts elements of these names."""

    names: frozenset[str]

    def __call__(self, page: Page) -> Reals:
        """By node: whether it is such an element."""
        known, custom = _tables(self.names)
        counts = page.has_tag(known).astype(np.float64)
        if custom and len(page.names) > elements.UNKNOWN:
            codes = [code for code, name in enumerate(page.names) if name in custom]
            counts += np.isin(page.tag, codes)
        return counts


@lru_cache(maxsize=256)
def _tables(names: frozenset[str]) -> tuple[BoolColumn, frozenset[str]]:
    """The names as a table to look codes up in, and those that HTML does not know."""
    known = names & elements.CODES.keys()
    return elements.table(known), names - known


def elements_named(*names: str) -> Elements:
    """The rule that counts elements of these names."""
    return Elements(frozenset(names))


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


def chosen(names: Sequence[str], features: Mapping[str, Rule] | None = None) -> tuple[tuple[str, ...], dict[str, Rule]]:
    """The features asked for, and all there are with those that the names define (`videos=video,iframe`)."""
    known = dict(FEATURES if features is None else features)
    wanted = []
    for name in names:
        name, defined, tags = name.partition("=")
        if defined:
            if not name or not all(tags.split(",")):
                raise OptionError(f"a feature is defined as NAME=TAG,TAG, not {name}={tags}")
            known[name] = elements_named(*tags.split(","))
        if name not in known:
            raise OptionError(f"no feature is called {name!r}; there are {', '.join(known)}, or define NAME=TAG,TAG")
        wanted.append(name)
    if not wanted:
        raise OptionError(f"name a desired feature: {', '.join(known)}")
    return tuple(dict.fromkeys(wanted)), _each_element_once(known)


def _each_element_once(features: Mapping[str, Rule]) -> dict[str, Rule]:
    """An element counts for the last feature that names it: what is desired must not be weighed against itself."""
    taken: frozenset[str] = frozenset()
    answer: dict[str, Rule] = {}
    for name, rule in reversed(list(features.items())):
        if isinstance(rule, Elements):
            rule, taken = Elements(rule.names - taken), taken | rule.names
        answer[name] = rule
    return {name: answer[name] for name in features}


@dataclass(frozen=True, eq=False)
class FeatureTable:
    """The features of some blocks: a row a block, a column a feature."""

    names: tuple[str, ...]
    counts: Reals

    @cached_property
    def values(self) -> Reals:
        """Counts as shares of the largest count of any of the blocks (section III.C), 0 where no block has any.

        A block of 1,000 words where the longest has 2,000 has the value 0.5.
        """
        largest = self.counts.max(axis=0, initial=0.0)
        values: Reals = np.divide(self.counts, largest, out=np.zeros_like(self.counts), where=largest > 0)
        return values

    def sums(self, names: Sequence[str]) -> tuple[Reals, Reals]:
        """By block: the sum of these features' values, and the sum of all the others'."""
        desired = np.isin(self.names, names)
        wanted: Reals = self.values[:, desired].sum(axis=1)
        rest: Reals = self.values[:, ~desired].sum(axis=1)
        return wanted, rest

    def rows(self, chosen: IntColumn) -> "FeatureTable":
        """Some of the blocks; their values are shares of their own maxima."""
        return FeatureTable(self.names, self.counts[chosen])


def count_features(blocks: Blocks, features: Mapping[str, Rule] = FEATURES) -> FeatureTable:
    """Count what stands in each block."""
    page = blocks.page
    counts = np.zeros((len(blocks), len(features)))
    if len(blocks):
        of_node = blocks_of_nodes(blocks)
        shown = ~page.hidden & ~page.inside(page.tag == _HEAD)
        for column, rule in enumerate(features.values()):
            counts[:, column] = np.bincount(of_node, np.where(shown, rule(page), 0), minlength=len(blocks))
    return FeatureTable(tuple(features), counts)


def blocks_of_nodes(blocks: Blocks) -> IntColumn:
    """By node: the block it stands in, of a cut that has any.

    That is the block of the nearest element around it that makes a block, or the block of the first leaf in the nearest
    element around it that holds leaves at all, whichever of the two elements is further in.
    """
    page = blocks.page
    first_leaf = np.searchsorted(page.leaves, np.arange(len(page)))
    holds_leaves = np.searchsorted(page.leaves, page.end) > first_leaf
    makes_block = np.full(len(page), -1, dtype=np.int32)
    makes_block[blocks.root] = np.arange(len(blocks), dtype=np.int32)
    maker, holder = page.nearest(makes_block >= 0), page.nearest(holds_leaves)
    by_leaf = blocks.of_leaf[np.minimum(first_leaf[holder], len(page.leaves) - 1)]
    return np.where(maker >= holder, makes_block[maker], by_leaf).astype(np.int32)
