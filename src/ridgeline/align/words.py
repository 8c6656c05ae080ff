"""Page and gold text as sequences of words, and words as numbers."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..elements import BoolColumn
from ..metrics.tokens import IDEOGRAPHS_AND_KANA
from ..page import Break, Page

Integers = npt.NDArray[np.int64]
Spread = tuple[list[str], list[int]]  # the parts of a word that inline tags cut, and the leaf of each

_WORD = re.compile(f"[{IDEOGRAPHS_AND_KANA}]|[^\\W_{IDEOGRAPHS_AND_KANA}]+")
_IDEOGRAPH = re.compile(f"[{IDEOGRAPHS_AND_KANA}]")
# Soft hyphens, joiners, direction marks, variation selectors, byte order marks.
_INVISIBLE = re.compile("[\u00ad\u034f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]")
# The compatibility forms of these are letters, which would stick to the word before.
_SIGNS = re.compile("[™℠℗]")


@dataclass(frozen=True, eq=False)
class Words:
    """A text as words; the number of a word is its place in the gold text's vocabulary, -1 if it is not there."""

    texts: list[str]
    numbers: Integers
    edges: BoolColumn  # by word, and once more for the end: whether a leaf of the page, a line of the gold text starts
    first_leaf: Integers  # by word; a gold text has no leaves
    last_leaf: Integers

    def __len__(self) -> int:
        return len(self.texts)

    def count_by_leaf(self, chosen: BoolColumn, leaves: int) -> Integers:
        """By leaf: how many of the chosen words stand in it; one that is cut counts in each of its leaves."""
        opened = np.bincount(self.first_leaf[chosen], minlength=leaves + 1)
        closed = np.bincount(self.last_leaf[chosen] + 1, minlength=leaves + 1)
        return np.cumsum(opened - closed)[:-1]


def read_gold(gold: str) -> tuple[Words, dict[str, int]]:
    """The words of a gold text, and its vocabulary."""
    lines = [_WORD.findall(line) for line in _normal(gold).splitlines()]
    texts = [word for line in lines for word in line]
    vocabulary = {word: number for number, word in enumerate(dict.fromkeys(texts))}
    edges = np.zeros(len(texts) + 1, dtype=np.bool_)
    edges[np.cumsum([0, *map(len, lines)])] = True
    nowhere = np.zeros(0, dtype=np.int64)
    return Words(texts, _numbers(texts, vocabulary), edges, nowhere, nowhere), vocabulary


def read_page(page: Page, vocabulary: Mapping[str, int]) -> Words:
    """The words of a page."""
    words = [piece for word in _spread_words(page) for piece in _split(word, vocabulary)]
    texts = ["".join(parts) for parts, _ in words]
    first = np.array([leaves[0] for _, leaves in words], dtype=np.int64)
    last = np.array([leaves[-1] for _, leaves in words], dtype=np.int64)
    edges = np.ones(len(texts) + 1, dtype=np.bool_)
    edges[1:-1] = first[1:] != last[:-1]
    return Words(texts, _numbers(texts, vocabulary), edges, first, last)


def _normal(text: str) -> str:
    if not text.isascii():
        text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", _SIGNS.sub(" ", text)))
    return text.lower()


def _numbers(texts: list[str], vocabulary: Mapping[str, int]) -> Integers:
    return np.fromiter((vocabulary.get(text, -1) for text in texts), dtype=np.int64, count=len(texts))


def _spread_words(page: Page) -> list[Spread]:
    words: list[Spread] = []
    unfinished = False  # the leaf before ends in a word
    for leaf, (kind, text) in enumerate(zip(page.breaks.tolist(), map(_normal, page.leaf_text), strict=True)):
        found = _WORD.findall(text)
        if not found:
            unfinished = False
            continue
        goes_on = unfinished and kind == Break.NOTHING and text.startswith(found[0]) and not _IDEOGRAPH.match(found[0])
        unfinished = text.endswith(found[-1]) and not _IDEOGRAPH.match(found[-1])
        if goes_on:
            words[-1][0].append(found.pop(0))
            words[-1][1].append(leaf)
        words += [([word], [leaf]) for word in found]
    return words


def _split(word: Spread, vocabulary: Mapping[str, int]) -> Iterator[Spread]:
    """A cut word, whole if the gold text has it so, else in parts: on many pages a tag is all there is for a space."""
    parts, leaves = word
    if len(parts) == 1 or "".join(parts) in vocabulary:
        yield word
    else:
        yield from (([part], [leaf]) for part, leaf in zip(parts, leaves, strict=True))
