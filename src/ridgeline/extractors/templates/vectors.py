"""Blocks as feature vectors, and which of them are similar: the measure function of ContentExtractor.

A block's vector holds how often each term stands in it, and the numbers of its images, scripts and links. Two blocks
are similar when the cosine of their vectors is greater than 0.9 (Nguyen et al., section II). The paper compares every
block with every other; here

- a term is a number of 64 bits, a hash of its letters, computed for all words of a page at once;
- equal vectors are found by one number each, their fingerprint;
- near ones by their rare features. Sort the features of all vectors from rare to frequent. The first features of a
  vector, up to where the rest is shorter than 0.9 of the vector's length, are its prefix. Vectors whose prefixes
  share nothing share at most that rest, so their cosine is below 0.9: only vectors that share a feature of their
  prefixes are compared. The answer is the same as that of comparing all (a test compares), in time that grows with
  the answer rather than with the pairs; limits keep pages made to cost time from doing so.

Two blocks without any feature, such as a lone «|», count as equal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn, IntColumn
from ...text import characters
from ...text.characters import WORD
from ..block_features import Reals

Numbers = npt.NDArray[np.uint64]
Integers = npt.NDArray[np.int64]

SIMILAR = 0.9  # «greater than 0.9»: paper, section II
COUNTED = ("images", "scripts", "links")  # of the features, those that count beside the terms

_SEPARATOR = "\n"
_ROUNDING = 1e-9  # two equal vectors have a cosine of 1 up to this
_MAX_ENTRIES = 1 << 20  # of vectors that are compared at a time
# Pages can be made so that everything shares its rare features with everything. Then a feature leads to so many vectors
# at the most, fewer the more features are asked about; on ordinary pages no limit is ever reached.
_MAX_CANDIDATES = 512
_MIN_CANDIDATES = 8
_MAX_PAIRS = 1 << 22
_PAIRS_AT_A_TIME = 1 << 20
_MAX_HASHED_LENGTH = 64  # characters of a word whose places count; further ones count as those before
_random = np.random.default_rng(0x51D6E)
_PLACES: Numbers = _random.integers(1, 1 << 63, _MAX_HASHED_LENGTH, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
_COUNTED_TERMS: Numbers = _random.integers(1, 1 << 63, len(COUNTED), dtype=np.uint64)


@dataclass(frozen=True, eq=False)
class Vectors:
    """Sparse vectors: those of block i are the entries starts[i] … starts[i+1]-1, sorted by feature."""

    starts: Integers
    features: Numbers
    counts: Reals

    def __len__(self) -> int:
        return len(self.starts) - 1

    @cached_property
    def owner(self) -> Integers:
        """By entry: the vector it is of."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    @cached_property
    def squares(self) -> Reals:
        """By vector: the square of its length."""
        return np.bincount(self.owner, self.counts**2, minlength=len(self)).astype(np.float64)

    @cached_property
    def fingerprint(self) -> Numbers:
        """By vector: a number that equal vectors share, and others do not."""
        entries = _mixed(self.features ^ _mixed(self.counts.astype(np.uint64)))
        summed = np.concatenate((np.zeros(1, np.uint64), np.cumsum(entries, dtype=np.uint64)))
        answer: Numbers = summed[self.starts[1:]] - summed[self.starts[:-1]]
        return answer

    def rows(self, chosen: Integers | IntColumn) -> "Vectors":
        """Some of the vectors, in this order."""
        lengths = (self.starts[1:] - self.starts[:-1])[chosen]
        starts = np.concatenate(([0], np.cumsum(lengths)))
        entries = np.arange(starts[-1]) + np.repeat(self.starts[:-1][chosen] - starts[:-1], lengths)
        return Vectors(starts, self.features[entries], self.counts[entries])


def join_vectors(parts: Sequence[Vectors]) -> Vectors:
    """The vectors of all parts, one after the other."""
    lengths = [np.zeros(1, np.int64), *(np.diff(part.starts) for part in parts)]
    return Vectors(
        np.cumsum(np.concatenate(lengths)),
        np.concatenate([np.empty(0, np.uint64), *(part.features for part in parts)]),
        np.concatenate([np.empty(0), *(part.counts for part in parts)]),
    )


def vectors_of(texts: Sequence[str], counts: Reals) -> Vectors:
    """The vectors of blocks with these texts, and these numbers of images, scripts and links: a row a block."""
    terms, owners = _terms(texts)
    blocks, counted = np.nonzero(counts)
    return _summed(
        np.concatenate((owners, blocks)),
        np.concatenate((terms, _COUNTED_TERMS[counted])),
        np.concatenate((np.ones(len(terms)), counts[blocks, counted])),
        len(texts),
    )


def _terms(texts: Sequence[str]) -> tuple[Numbers, Integers]:
    """The words of all texts as numbers, case folded, with the position of the text that each is of."""
    lowered = [text.lower() for text in texts]
    joined = _SEPARATOR.join(lowered) + _SEPARATOR
    points = characters.code_points(joined)
    kinds = characters.kinds_of(points)
    starts = np.flatnonzero(characters.word_starts(kinds))
    if not len(starts):
        return np.empty(0, np.uint64), np.empty(0, np.int64)
    in_word = (kinds & np.uint8(WORD)) > 0
    place = _places(len(points), starts)
    hashed = points.astype(np.uint64) * _PLACES[np.minimum(place, _MAX_HASHED_LENGTH - 1)]
    hashed[~in_word] = 0
    ends = np.cumsum(np.fromiter(map(len, lowered), np.int64, len(lowered)) + 1)
    return _mixed(np.add.reduceat(hashed, starts)), np.searchsorted(ends, starts, side="right")


def _places(length: int, starts: Integers) -> Integers:
    """By character: its place in the word it is of, counted from the word's start; 0 before the first word."""
    place = np.arange(length)
    place[starts[0] :] -= np.repeat(starts, np.diff(starts, append=length))
    place[: starts[0]] = 0
    return place


def _summed(blocks: Integers, features: Numbers, counts: Reals, count: int) -> Vectors:
    """Vectors from entries in any order, those of one block and feature added up."""
    order = np.lexsort((features, blocks))
    blocks, features, counts = blocks[order], features[order], counts[order]
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (blocks[1:] != blocks[:-1]) | (features[1:] != features[:-1])
    firsts = np.flatnonzero(new)
    summed = np.add.reduceat(counts, firsts) if len(firsts) else np.empty(0)
    starts = np.searchsorted(blocks[firsts], np.arange(count + 1))
    return Vectors(starts, features[firsts], summed)


def _mixed(numbers: Numbers) -> Numbers:
    """Numbers whose bits each depend on all bits of those given (the finaliser of SplitMix64)."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    answer: Numbers = numbers ^ (numbers >> np.uint64(31))
    return answer


class SimilarityIndex:
    """Vectors in which similar ones are found without comparing with all."""

    def __init__(self, vectors: Vectors, similar: float = SIMILAR) -> None:
        self.vectors = vectors
        self.similar = similar
        self._by_fingerprint = np.argsort(vectors.fingerprint, kind="stable")
        self._fingerprints = vectors.fingerprint[self._by_fingerprint]
        # The features from rare to frequent: a rank is a place in that order.
        self._known, feature, frequency = np.unique(vectors.features, return_inverse=True, return_counts=True)
        self._rank = np.empty(len(self._known), dtype=np.int64)
        self._rank[np.lexsort((self._known, frequency))] = np.arange(len(self._known))
        self._ranks = self._rank[feature.reshape(-1)]  # by entry
        in_prefix = self._in_prefix(vectors, self._ranks)
        order = np.argsort(self._ranks[in_prefix], kind="stable")
        self._posted = vectors.owner[in_prefix][order]
        self._posting = np.searchsorted(self._ranks[in_prefix][order], np.arange(len(self._known) + 1))

    def __len__(self) -> int:
        return len(self.vectors)

    def equal(self, queries: Vectors) -> BoolColumn:
        """By query: whether an equal vector is there."""
        if not len(self):
            return np.zeros(len(queries), dtype=np.bool_)
        place = np.searchsorted(self._fingerprints, queries.fingerprint)
        answer: BoolColumn = self._fingerprints[np.minimum(place, len(self) - 1)] == queries.fingerprint
        return answer

    def any_similar(self, queries: Vectors) -> BoolColumn:
        """By query: whether a similar vector is there."""
        answer = self.equal(queries)
        others = np.flatnonzero(~answer)
        found, _ = self._near(queries.rows(others))
        answer[others[found]] = True
        return answer

    def any_similar_of_all(self, queries: Vectors) -> BoolColumn:
        """The same by comparing every query with every vector, as the paper does."""
        answer = np.zeros(len(queries), dtype=np.bool_)
        every = np.flatnonzero(self.vectors.squares)
        weights = _Weights(queries, *self._looked_up(queries))
        for query in range(len(queries)):
            if queries.squares[query]:
                found = self._cosines(np.full(len(every), query), every, weights) > self.similar
                answer[query] = found.any()
            else:
                answer[query] = len(every) < len(self)
        return answer

    def similar_pairs(self, queries: Vectors) -> tuple[Integers, Integers]:
        """All pairs of a query and a vector that are similar, sorted; the positions of both."""
        first = np.searchsorted(self._fingerprints, queries.fingerprint)
        last = np.searchsorted(self._fingerprints, queries.fingerprint, side="right")
        query, place = _spelt_out(first, last - first)
        near_query, near_vector = self._near(queries)
        pairs = np.concatenate((query * len(self) + self._by_fingerprint[place], near_query * len(self) + near_vector))
        return np.divmod(np.unique(pairs), max(len(self), 1))

    def _near(self, queries: Vectors) -> tuple[Integers, Integers]:
        """Pairs of a query and a vector that share a rare feature and are similar; equal ones are among them."""
        ranks, known = self._looked_up(queries)
        posted = np.flatnonzero(known & self._in_prefix(queries, ranks))
        starts = self._posting[ranks[posted]]
        most = min(_MAX_CANDIDATES, max(_MIN_CANDIDATES, _MAX_PAIRS // max(len(posted), 1)))
        lengths = np.minimum(np.diff(self._posting)[ranks[posted]], most)
        weights = _Weights(queries, ranks, known)
        found = [np.empty((2, 0), dtype=np.int64)]
        part = np.flatnonzero(np.diff(np.cumsum(lengths) // _PAIRS_AT_A_TIME, prepend=0))
        for first, last in pairwise([0, *part.tolist(), len(posted)]):
            of_entry, place = _spelt_out(starts[first:last], lengths[first:last])
            pairs = np.unique(queries.owner[posted[first:last]][of_entry] * len(self) + self._posted[place])
            query, vector = np.divmod(pairs, max(len(self), 1))
            similar = self._similar(query, vector, weights)
            found.append(np.stack((query[similar], vector[similar])))
        answer: Integers = np.concatenate(found, axis=1)
        return answer[0], answer[1]

    def _similar(self, query: Integers, vector: Integers, weights: "_Weights") -> BoolColumn:
        """By pair: whether the two are similar; so many at a time that long vectors do not fill the memory."""
        similar = np.empty(len(query), dtype=np.bool_)
        sizes = np.cumsum(np.diff(self.vectors.starts)[vector])
        part = np.flatnonzero(np.diff(sizes // _MAX_ENTRIES, prepend=0))
        for first, last in pairwise([0, *part.tolist(), len(query)]):
            chosen = slice(first, last)
            similar[chosen] = self._cosines(query[chosen], vector[chosen], weights) > self.similar
        return similar

    def _cosines(self, query: Integers, vector: Integers, weights: "_Weights") -> Reals:
        """By pair."""
        starts = self.vectors.starts[vector]
        pair, entry = _spelt_out(starts, self.vectors.starts[vector + 1] - starts)
        products = weights.of(query[pair], self._ranks[entry]) * self.vectors.counts[entry]
        dots = np.bincount(pair, products, minlength=len(query))
        answer: Reals = dots / np.sqrt(weights.squares[query] * self.vectors.squares[vector])
        return answer

    def _looked_up(self, queries: Vectors) -> tuple[Integers, BoolColumn]:
        """By entry: the rank of its feature, and whether any vector has it; what none has is rarer than all."""
        if not len(self._known):
            return np.full(len(queries.features), -1), np.zeros(len(queries.features), dtype=np.bool_)
        place = np.minimum(np.searchsorted(self._known, queries.features), len(self._known) - 1)
        known = self._known[place] == queries.features
        return np.where(known, self._rank[place], -1), known

    def _in_prefix(self, vectors: Vectors, ranks: Integers) -> BoolColumn:
        """By entry: whether it is of its vector's prefix: what is left from it on is still too long."""
        order = np.lexsort((ranks, vectors.owner))
        squares = vectors.counts[order] ** 2
        before = np.concatenate(([0.0], np.cumsum(squares)))
        rest = before[vectors.starts[1:]][vectors.owner] - before[:-1]
        in_prefix = np.empty(len(order), dtype=np.bool_)
        in_prefix[order] = rest >= self.similar**2 * vectors.squares[vectors.owner] - _ROUNDING
        return in_prefix


class _Weights:
    """How often a query has a feature, looked up by both."""

    def __init__(self, queries: Vectors, ranks: Integers, known: BoolColumn) -> None:
        self.squares = queries.squares
        self._ranks = int(ranks.max(initial=0)) + 1
        keys = queries.owner[known] * self._ranks + ranks[known]
        order = np.argsort(keys)
        self._keys = keys[order]
        self._counts = queries.counts[known][order]

    def of(self, query: Integers, ranks: Integers) -> Reals:
        """By query and rank: the count, 0 where the query does not have the feature."""
        if not len(self._keys):
            return np.zeros(len(query))
        keys = query * self._ranks + ranks
        place = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where((self._keys[place] == keys) & (ranks < self._ranks), self._counts[place], 0.0)


def _spelt_out(starts: Integers, lengths: Integers) -> tuple[Integers, Integers]:
    """Ranges as the positions in them, each with the number of its range."""
    owner = np.repeat(np.arange(len(lengths)), lengths)
    before = np.cumsum(lengths) - lengths
    return owner, np.arange(len(owner)) + (starts - before)[owner]
