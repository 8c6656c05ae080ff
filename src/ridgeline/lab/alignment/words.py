"""Page and gold text as sequences of words, and the numbers of words."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn, Break, Page
from ...text.characters import SPACELESS_CLASS

Integers = npt.NDArray[np.int64]

_WORD = re.compile(f"[{SPACELESS_CLASS}]|[^\\W_{SPACELESS_CLASS}]+")
_IDEOGRAPH = re.compile(f"[{SPACELESS_CLASS}]")
# Soft hyphens, joiners, direction marks, variation selectors, byte order marks.
_INVISIBLE = re.compile("[\u00ad\u034f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]")
# The compatibility forms of these are letters, which would be joined to the word before.
_SIGNS = re.compile("[™℠℗]")


@dataclass(frozen=True, eq=False)
class Words:
    """A text as words; the number of a word is its position in the gold text's vocabulary, or -1."""

    texts: list[str]
    numbers: Integers
    edges: BoolColumn  # by word, and for the end: whether a leaf of the page, or a line of the gold text, starts
    first_leaf: Integers  # by word; a gold text has no leaves
    last_leaf: Integers

    def __len__(self) -> int:
        return len(self.texts)

    def count_by_leaf(self, chosen: BoolColumn, leaves: int) -> Integers:
        """Return for each leaf the number of chosen words in it; a word cut by tags counts in each of its leaves."""
        opened = np.bincount(self.first_leaf[chosen], minlength=leaves + 1)
        closed = np.bincount(self.last_leaf[chosen] + 1, minlength=leaves + 1)
        return np.cumsum(opened - closed)[:-1]


def read_gold(gold: str) -> tuple[Words, dict[str, int]]:
    """Return the words of a gold text, and its vocabulary."""
    lines = [_WORD.findall(line) for line in _normal(gold).splitlines()]
    texts = [word for line in lines for word in line]
    vocabulary = {word: number for number, word in enumerate(dict.fromkeys(texts))}
    edges = np.zeros(len(texts) + 1, dtype=np.bool_)
    edges[np.cumsum([0, *map(len, lines)])] = True
    nowhere = np.zeros(0, dtype=np.int64)
    return Words(texts, _numbers(texts, vocabulary), edges, nowhere, nowhere), vocabulary


def read_page(page: Page, vocabulary: Mapping[str, int]) -> Words:
    """Return the words of a page; a word cut by inline tags is one word if the gold text has it, else its parts.

    Parts, because on many pages a tag replaces a space.
    """
    texts: list[str] = []
    leaf_of: list[int] = []
    cut: list[int] = []  # positions of parts that continue with the next word
    unfinished = False  # whether the leaf before ends inside of a word
    for leaf, (kind, text) in enumerate(zip(page.breaks.tolist(), map(_normal, page.leaf_text), strict=True)):
        found = _WORD.findall(text)
        if found and unfinished and kind == Break.NOTHING and _starts_with(text, found[0]):
            cut.append(len(texts) - 1)
        texts += found
        leaf_of += [leaf] * len(found)
        unfinished = bool(found) and text.endswith(found[-1]) and not _IDEOGRAPH.match(found[-1])
    return _with_whole_words(texts, leaf_of, cut, vocabulary)


def _starts_with(text: str, word: str) -> bool:
    return text.startswith(word) and not _IDEOGRAPH.match(word)


def _with_whole_words(texts: list[str], leaf_of: list[int], cut: list[int], vocabulary: Mapping[str, int]) -> Words:
    """Join the parts of words where they make a word of the vocabulary."""
    last_leaf_of = leaf_of.copy()
    for first, last in reversed(_stretches(cut)):
        whole = "".join(texts[first : last + 1])
        if whole in vocabulary:
            texts[first : last + 1] = [whole]
            last_leaf_of[first : last + 1] = [leaf_of[last]]
            leaf_of[first : last + 1] = [leaf_of[first]]
    first_leaf, last_leaf = np.array(leaf_of, dtype=np.int64), np.array(last_leaf_of, dtype=np.int64)
    edges = np.ones(len(texts) + 1, dtype=np.bool_)
    edges[1:-1] = first_leaf[1:] != last_leaf[:-1]
    return Words(texts, _numbers(texts, vocabulary), edges, first_leaf, last_leaf)


def _stretches(cut: list[int]) -> list[tuple[int, int]]:
    """Return the first and last part of each word that was cut."""
    stretches: list[tuple[int, int]] = []
    for part in cut:
        if stretches and stretches[-1][1] == part:
            stretches[-1] = (stretches[-1][0], part + 1)
        else:
            stretches.append((part, part + 1))
    return stretches


def _normal(text: str) -> str:
    if not text.isascii():
        text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", _SIGNS.sub(" ", text)))
    return text.lower()


def _numbers(texts: list[str], vocabulary: Mapping[str, int]) -> Integers:
    return np.fromiter((vocabulary.get(text, -1) for text in texts), dtype=np.int64, count=len(texts))
