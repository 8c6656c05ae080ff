"""Maximum subsequence segmentation, a baseline of the paper.

Jeff Pasternack, Dan Roth: «Extracting Article Text from the Web with Maximum Subsequence Segmentation», WWW 2009,
cited there as [13]. A page is a sequence of tokens. A classifier estimates the probability that a token is part of the
article, its score is that probability minus one half, and the article is the run of tokens with the largest sum. So
doubtful tokens in the middle of the article are kept, and article-like tokens elsewhere are not.

The classifier is naive Bayes over the two features that the paper names: the trigram that begins with a token, and the
most recent unclosed tag. Trigrams are hashed into a table of fixed size, so the model stays small.

The paper runs an implementation of [4], a demonstration of two pages whose feature list we do not have; the features
here are those it names of [13]. Tokens are words (an ideograph is one; all numbers are alike) and, before each leaf,
its tag. `mss` uses the order of the source, not the layout, and needs no browser. `lab.training.mss` trains it.
"""

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ...errors import ModelError
from ...extraction import Extraction
from ...page import IntColumn, Page, elements
from ...page.cache import cached_if_short, cached_property
from ...storage import models
from ...storage.models import SavedModel

MODEL_NAME = "mss"
BUCKETS = 1 << 16  # of the table of trigrams

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
    """A page as a sequence of tokens."""

    leaf: Integers  # by token: its leaf
    hash: npt.NDArray[np.uint64]  # by token: the hash of its text
    tags: tuple[str, ...]  # by leaf: the most recent unclosed tag

    @cached_property
    def trigram(self) -> Integers:
        """By token: the bucket of the trigram that begins with it."""
        following = np.concatenate((self.hash, np.zeros(2, dtype=np.uint64)))
        mixed = following[:-2] * _FACTORS[0] ^ following[1:-1] * _FACTORS[1] ^ following[2:] * _FACTORS[2]
        buckets: Integers = ((mixed * _FACTORS[0]) >> _SHIFT).astype(np.int64)
        return buckets


def tokens(page: Page) -> Tokens:
    """Return the tokens of the leaves that the markup does not hide."""
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


@cached_if_short(100_000)
def _hash(token: str) -> int:
    return zlib.crc32(token.encode("utf-8", "replace"))


@dataclass(frozen=True, eq=False)
class NaiveBayes:
    """The trained classifier, as log odds."""

    prior: float
    tags: dict[str, float]
    trigrams: npt.NDArray[np.float32]  # by bucket

    def scores(self, page: Tokens) -> Reals:
        """Return for each token the probability that it is part of the article, minus one half."""
        by_leaf = np.array([self.tags.get(name, 0.0) for name in page.tags])
        odds = self.prior + by_leaf[page.leaf] + self.trigrams[page.trigram]
        scores: Reals = 1 / (1 + np.exp(-odds)) - 0.5
        return scores

    def to_saved(self, origin: Mapping[str, Any] | None = None) -> SavedModel:
        """Return the model in the form of a file; `origin` describes the training data."""
        manifest = {**(origin or {}), "prior": self.prior, "tags": self.tags}
        return SavedModel(MODEL_NAME, manifest, {"trigrams": self.trigrams.astype(np.float16)})

    @classmethod
    def from_saved(cls, saved: SavedModel) -> "NaiveBayes":
        """Return the model of a file."""
        try:
            tags = {str(name): float(odds) for name, odds in saved.manifest["tags"].items()}
            trigrams = saved.arrays["trigrams"].astype(np.float32)
            if trigrams.shape != (BUCKETS,):
                raise ValueError(trigrams.shape)
            return cls(float(saved.manifest["prior"]), tags, trigrams)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ModelError("the model of mss is not complete: train it again") from error


@lru_cache(maxsize=1)
def _shipped() -> NaiveBayes:
    return NaiveBayes.from_saved(models.load_shipped(MODEL_NAME))


def maximum_subsequence(scores: Reals) -> tuple[int, int]:
    """Return the start and end of the run with the largest sum; an empty run if no score is above 0."""
    running = np.concatenate(([0.0], np.cumsum(scores)))
    lowest = np.minimum.accumulate(running)
    end = int(np.argmax(running - lowest))
    start = int(np.argmin(running[: end + 1]))
    return (start, end) if running[end] > running[start] else (0, 0)


class MSS:
    """Keeps the run of text that is most likely the article."""

    name = "mss"

    def __init__(self, *, model: NaiveBayes | None = None) -> None:
        """`model` replaces the one that ships."""
        self._model = model

    @property
    def model(self) -> NaiveBayes:
        """The model that scores tokens."""
        return self._model or _shipped()

    def extract(self, page: Page) -> Extraction:
        """Keep the leaves of the best run, and the images and the like between them."""
        sequence = tokens(page)
        scores = self.model.scores(sequence)
        start, end = maximum_subsequence(scores)
        total = np.bincount(sequence.leaf, weights=scores, minlength=len(page.leaves))
        mean = total / np.maximum(np.bincount(sequence.leaf, minlength=len(page.leaves)), 1)
        return Extraction(page, _leaves(page, sequence, start, end), self.name, (mean + 0.5).astype(np.float32))

    def save(self, path: Path) -> None:
        """Write the model to a file."""
        models.save(self.model.to_saved(), path)

    @classmethod
    def load(cls, path: Path, **options: Any) -> Self:
        """Return the extractor with the model of a file."""
        return cls(model=NaiveBayes.from_saved(models.load(path, MODEL_NAME)), **options)


def _leaves(page: Page, sequence: Tokens, start: int, end: int) -> IntColumn:
    """Return the leaves at least half of whose tokens are in the run, and the leaves without tokens between them."""
    inside = np.bincount(sequence.leaf[start:end], minlength=len(page.leaves))
    whole = np.bincount(sequence.leaf, minlength=len(page.leaves))
    is_kept = (inside > 0) & (2 * inside >= whole)
    if not is_kept.any():
        return np.empty(0, dtype=np.int32)
    first, last = np.flatnonzero(is_kept)[[0, -1]]
    is_silent = (whole == 0) & ~page.hidden[page.leaves]
    is_silent[:first], is_silent[last + 1 :] = False, False
    return np.flatnonzero(is_kept | is_silent).astype(np.int32)
