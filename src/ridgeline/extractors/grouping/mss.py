"""Maximum subsequence segmentation, with which the paper compares.

Jeff Pasternack, Dan Roth: «Extracting Article Text from the Web with Maximum Subsequence Segmentation», WWW 2009,
cited there as [13]. A page is a sequence of tokens. A classifier says of each how likely it is part of the article,
its score is that probability less a half, and the article is the run of tokens with the largest sum: what is doubtful
in the middle is kept, what looks like an article elsewhere is not.

The classifier is naive Bayes over the two features that the paper names: the trigram that begins with a token, and the
most recent unclosed tag. Trigrams are hashed into a table, so that what is learnt stays small whatever it is learnt
from.

The paper runs an implementation of [4], a demonstration of two pages whose feature list we do not have; the features
here are those it names of [13]. Tokens are words (an ideograph is one; all numbers are alike) and, before each leaf,
the tag it stands in. `mss` sees the source's order, not the layout, and needs no browser.
"""

import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ... import models
from ...errors import ModelError, OptionError
from ...extraction import Extraction
from ...models import SavedModel
from ...page import IntColumn, Page, elements

BUCKETS = 1 << 16  # of the table of trigrams
_SMOOTHING = 1.0  # tokens of each class that every bucket and every tag has beforehand

_IDEOGRAPH = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_IDEOGRAPH}]|[^\W{_IDEOGRAPH}]+")
_NUMBER = "0"
_UNKNOWN_TAG = "?"
_FACTORS = tuple(np.uint64(factor) for factor in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9))
_SHIFT = np.uint64(64 - BUCKETS.bit_length() + 1)

Reals = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Tokens:
    """A page as a sequence."""

    leaf: Integers  # by token: the leaf it is of
    hash: npt.NDArray[np.uint64]  # by token: what it says
    tags: tuple[str, ...]  # by leaf: the most recent unclosed tag

    @cached_property
    def trigram(self) -> Integers:
        """By token: the bucket of the trigram that begins with it."""
        following = np.concatenate((self.hash, np.zeros(2, dtype=np.uint64)))
        mixed = following[:-2] * _FACTORS[0] ^ following[1:-1] * _FACTORS[1] ^ following[2:] * _FACTORS[2]
        buckets: Integers = ((mixed * _FACTORS[0]) >> _SHIFT).astype(np.int64)
        return buckets


def tokens(page: Page) -> Tokens:
    """The tokens of the leaves that the markup does not hide."""
    shown = ~page.hidden[page.leaves]
    above = page.tag[page.parent[page.leaves]].tolist()
    tags = tuple(elements.NAMES[code] if code < elements.UNKNOWN else _UNKNOWN_TAG for code in above)
    hashes: list[int] = []
    counts = np.zeros(len(page.leaves), dtype=np.int64)
    for leaf in np.flatnonzero(shown).tolist():
        before = len(hashes)
        if text := page.leaf_text[leaf]:
            hashes.append(_hash(f"<{tags[leaf]}>"))
            hashes.extend(map(_hash, _words(text)))
        counts[leaf] = len(hashes) - before
    return Tokens(np.repeat(np.arange(len(counts)), counts), np.array(hashes, dtype=np.uint64), tags)


def _words(text: str) -> Iterator[str]:
    for word in _WORD.findall(text.lower()):
        yield _NUMBER if word.isdigit() else word


@lru_cache(maxsize=100_000)
def _hash(token: str) -> int:
    return zlib.crc32(token.encode("utf-8", "replace"))


@dataclass(frozen=True, eq=False)
class Bayes:
    """What was learnt, as logarithms of odds."""

    prior: float
    tags: dict[str, float]
    trigrams: npt.NDArray[np.float32]  # by bucket

    def scores(self, page: Tokens) -> Reals:
        """By token: how likely it is part of the article, less a half."""
        by_leaf = np.array([self.tags.get(name, 0.0) for name in page.tags])
        odds = self.prior + by_leaf[page.leaf] + self.trigrams[page.trigram]
        scores: Reals = 1 / (1 + np.exp(-odds)) - 0.5
        return scores

    def as_model(self) -> SavedModel:
        """To be saved."""
        return SavedModel(
            "mss", {"prior": self.prior, "tags": self.tags}, {"trigrams": self.trigrams.astype(np.float16)}
        )

    @classmethod
    def from_model(cls, model: SavedModel) -> "Bayes":
        """As it was saved."""
        try:
            tags = {str(name): float(odds) for name, odds in model.manifest["tags"].items()}
            trigrams = model.arrays["trigrams"].astype(np.float32)
            if trigrams.shape != (BUCKETS,):
                raise ValueError(trigrams.shape)
            return cls(float(model.manifest["prior"]), tags, trigrams)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ModelError("the model of mss is not complete: train it again") from error


def learn(pages: Sequence[tuple[Tokens, npt.NDArray[np.bool_]]]) -> Bayes:
    """From tokens and, by leaf, whether it is part of the article."""
    trigrams = np.zeros((2, BUCKETS))
    tags: dict[str, list[float]] = {}
    for page, content in pages:
        inside = content[page.leaf].astype(np.int64)
        np.add.at(trigrams, (inside, page.trigram), 1)
        counts = np.bincount(page.leaf, minlength=len(page.tags)).tolist()
        for name, label, count in zip(page.tags, content.tolist(), counts, strict=True):
            tags.setdefault(name, [0.0, 0.0])[int(label)] += count
    outside_count, inside_count = trigrams.sum(axis=1).tolist()
    if not inside_count or not outside_count:
        raise OptionError("these pages do not show both what is content and what is not: choose others")
    totals = np.array([outside_count, inside_count])
    by_tag = np.array(list(tags.values()))
    return Bayes(
        prior=float(np.log(inside_count / outside_count)),
        tags=dict(sorted(zip(tags, _log_odds(by_tag, totals).tolist(), strict=True))),
        trigrams=_log_odds(trigrams.T, totals).astype(np.float32),
    )


def _log_odds(counts: Reals, totals: Reals) -> Reals:
    """By row of counts outside and inside: the logarithm of how much likelier it is inside."""
    smoothed = np.log(counts + _SMOOTHING) - np.log(totals + _SMOOTHING * len(counts))
    odds: Reals = smoothed[:, 1] - smoothed[:, 0]
    return odds


def maximum_subsequence(scores: Reals) -> tuple[int, int]:
    """The run with the largest sum, as its first and one past its last; empty where no score is above 0."""
    running = np.concatenate(([0.0], np.cumsum(scores)))
    lowest = np.minimum.accumulate(running)
    end = int(np.argmax(running - lowest))
    start = int(np.argmin(running[: end + 1]))
    return (start, end) if running[end] > running[start] else (0, 0)


class MSS:
    """The run of the page's text that is most likely the article."""

    name = "mss"

    def __init__(self, *, learnt: Bayes | None = None) -> None:
        """`learnt` instead of what is shipped."""
        self._learnt = learnt

    @property
    def learnt(self) -> Bayes:
        """What was learnt."""
        return self._learnt or _shipped()

    def extract(self, page: Page) -> Extraction:
        """Keep the leaves of the best run, and what stands between them."""
        sequence = tokens(page)
        scores = self.learnt.scores(sequence)
        start, end = maximum_subsequence(scores)
        total = np.bincount(sequence.leaf, weights=scores, minlength=len(page.leaves))
        mean = total / np.maximum(np.bincount(sequence.leaf, minlength=len(page.leaves)), 1)
        return Extraction(page, _leaves(page, sequence, start, end), self.name, (mean + 0.5).astype(np.float32))

    def fit(self, pages: Sequence[Page], gold: Sequence[str] | None = None) -> Self:
        """Learn from pages and their gold texts."""
        if gold is None:
            raise OptionError("mss learns from gold texts: give one for each page")
        self._learnt = learn(
            [
                (tokens(page), __import__("ridgeline.lab.align", fromlist=["align"]).align(page, text).labels)
                for page, text in zip(pages, gold, strict=True)
            ]
        )
        return self

    def save(self, path: Path) -> None:
        """Write what was learnt."""
        models.save(self.learnt.as_model(), path)

    @classmethod
    def load(cls, path: Path, **options: Any) -> Self:
        """Read what was learnt."""
        return cls(learnt=Bayes.from_model(models.load(path, cls.name)), **options)


@lru_cache(maxsize=1)
def _shipped() -> Bayes:
    return Bayes.from_model(models.load_shipped("mss"))


def _leaves(page: Page, sequence: Tokens, start: int, end: int) -> IntColumn:
    """The leaves that a run of tokens holds at least half of, and the images and the like between them."""
    inside = np.bincount(sequence.leaf[start:end], minlength=len(page.leaves))
    whole = np.bincount(sequence.leaf, minlength=len(page.leaves))
    kept = (inside > 0) & (2 * inside >= whole)
    if not kept.any():
        return np.empty(0, dtype=np.int32)
    first, last = np.flatnonzero(kept)[[0, -1]]
    silent = (whole == 0) & ~page.hidden[page.leaves]
    silent[:first], silent[last + 1 :] = False, False
    return np.flatnonzero(kept | silent).astype(np.int32)
