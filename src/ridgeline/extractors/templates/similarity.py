"""Similar blocks: the measure function of ContentExtractor (Nguyen et al., section II).

Two blocks are similar if the cosine of their vectors is greater than 0.9. The paper compares every block with every
other. The index finds the same pairs by rare features. Sort the features of all vectors from rare to frequent. The
prefix of a vector is its first features, up to where the rest is shorter than 0.9 of the vector's length. Vectors whose
prefixes share no feature share at most that rest, so their cosine is below 0.9: only vectors that share a feature of
their prefixes are compared. The result is the same as that of comparing all pairs (a test checks it), in time that
grows with the result and not with the number of pairs. Limits protect against pages built to be slow.
"""

from itertools import pairwise

import numpy as np

from ...page import BoolColumn
from ..block_features import Reals
from .vectors import Integers, Vectors

SIMILAR = 0.9  # «greater than 0.9»: paper, section II
_ROUNDING = 1e-9  # two equal vectors have a cosine of 1 up to this
_MAX_ENTRIES = 1 << 20  # of the vectors compared in one batch
# A page can be built so that all blocks share their rare features. A feature therefore leads to a limited number of
# candidates, fewer the more features a query has. Ordinary pages never reach the limits.
_MAX_CANDIDATES = 512
_MIN_CANDIDATES = 8
_MAX_PAIRS = 1 << 22
_BATCH_PAIRS = 1 << 20


class SimilarityIndex:
    """An index of vectors that finds similar ones without comparing with all."""

    def __init__(self, vectors: Vectors, similar: float = SIMILAR) -> None:
        self.vectors = vectors
        self.similar = similar
        self._by_fingerprint = np.argsort(vectors.fingerprint, kind="stable")
        self._fingerprints = vectors.fingerprint[self._by_fingerprint]
        # Features are ranked from rare to frequent.
        self._known, feature, frequency = np.unique(vectors.features, return_inverse=True, return_counts=True)
        self._rank = np.empty(len(self._known), dtype=np.int64)
        self._rank[np.lexsort((self._known, frequency))] = np.arange(len(self._known))
        self._ranks = self._rank[feature.reshape(-1)]  # by entry
        in_prefix = self._in_prefix(vectors, self._ranks)
        order = np.argsort(self._ranks[in_prefix], kind="stable")
        self._postings = vectors.owner[in_prefix][order]
        self._posting_starts = np.searchsorted(self._ranks[in_prefix][order], np.arange(len(self._known) + 1))

    def __len__(self) -> int:
        return len(self.vectors)

    def equal(self, queries: Vectors) -> BoolColumn:
        """Return for each query whether the index has an equal vector."""
        if not len(self):
            return np.zeros(len(queries), dtype=np.bool_)
        position = np.searchsorted(self._fingerprints, queries.fingerprint)
        answer: BoolColumn = self._fingerprints[np.minimum(position, len(self) - 1)] == queries.fingerprint
        return answer

    def any_similar(self, queries: Vectors) -> BoolColumn:
        """Return for each query whether the index has a similar vector."""
        answer = self.equal(queries)
        others = np.flatnonzero(~answer)
        found, _ = self._similar_by_prefix(queries.rows(others))
        answer[others[found]] = True
        return answer

    def any_similar_of_all(self, queries: Vectors) -> BoolColumn:
        """Return the same as `any_similar`, but compares every query with every vector, as the paper does."""
        answer = np.zeros(len(queries), dtype=np.bool_)
        not_empty = np.flatnonzero(self.vectors.squares)
        query_counts = _QueryCounts(queries, *self._look_up(queries))
        for query in range(len(queries)):
            if queries.squares[query]:
                found = self._cosines(np.full(len(not_empty), query), not_empty, query_counts) > self.similar
                answer[query] = found.any()
            else:
                answer[query] = len(not_empty) < len(self)
        return answer

    def similar_pairs(self, queries: Vectors) -> tuple[Integers, Integers]:
        """Return the positions of all similar pairs of a query and a vector, sorted."""
        first = np.searchsorted(self._fingerprints, queries.fingerprint)
        last = np.searchsorted(self._fingerprints, queries.fingerprint, side="right")
        query, position = _expand_ranges(first, last - first)
        near_query, near_vector = self._similar_by_prefix(queries)
        pairs = np.concatenate(
            (query * len(self) + self._by_fingerprint[position], near_query * len(self) + near_vector)
        )
        return np.divmod(np.unique(pairs), max(len(self), 1))

    def _similar_by_prefix(self, queries: Vectors) -> tuple[Integers, Integers]:
        """Return all similar pairs of a query and a vector whose prefixes share a feature, equal vectors included."""
        ranks, is_known = self._look_up(queries)
        in_prefix = np.flatnonzero(is_known & self._in_prefix(queries, ranks))
        starts = self._posting_starts[ranks[in_prefix]]
        max_candidates = min(_MAX_CANDIDATES, max(_MIN_CANDIDATES, _MAX_PAIRS // max(len(in_prefix), 1)))
        lengths = np.minimum(np.diff(self._posting_starts)[ranks[in_prefix]], max_candidates)
        query_counts = _QueryCounts(queries, ranks, is_known)
        found = [np.empty((2, 0), dtype=np.int64)]
        borders = np.flatnonzero(np.diff(np.cumsum(lengths) // _BATCH_PAIRS, prepend=0))
        for first, last in pairwise([0, *borders.tolist(), len(in_prefix)]):
            of_entry, position = _expand_ranges(starts[first:last], lengths[first:last])
            pairs = np.unique(queries.owner[in_prefix[first:last]][of_entry] * len(self) + self._postings[position])
            query, vector = np.divmod(pairs, max(len(self), 1))
            is_similar = self._similar(query, vector, query_counts)
            found.append(np.stack((query[is_similar], vector[is_similar])))
        answer: Integers = np.concatenate(found, axis=1)
        return answer[0], answer[1]

    def _similar(self, query: Integers, vector: Integers, query_counts: "_QueryCounts") -> BoolColumn:
        """Return for each pair whether the two are similar.

        Works in batches, so that long vectors do not fill the memory.
        """
        is_similar = np.empty(len(query), dtype=np.bool_)
        sizes = np.cumsum(np.diff(self.vectors.starts)[vector])
        borders = np.flatnonzero(np.diff(sizes // _MAX_ENTRIES, prepend=0))
        for first, last in pairwise([0, *borders.tolist(), len(query)]):
            batch = slice(first, last)
            is_similar[batch] = self._cosines(query[batch], vector[batch], query_counts) > self.similar
        return is_similar

    def _cosines(self, query: Integers, vector: Integers, query_counts: "_QueryCounts") -> Reals:
        """Return the cosine of each pair."""
        starts = self.vectors.starts[vector]
        pair, entry = _expand_ranges(starts, self.vectors.starts[vector + 1] - starts)
        products = query_counts.of(query[pair], self._ranks[entry]) * self.vectors.counts[entry]
        dots = np.bincount(pair, products, minlength=len(query))
        answer: Reals = dots / np.sqrt(query_counts.squares[query] * self.vectors.squares[vector])
        return answer

    def _look_up(self, queries: Vectors) -> tuple[Integers, BoolColumn]:
        """Return for each entry the rank of its feature, and whether the index has it.

        Unknown features rank before all others.
        """
        if not len(self._known):
            return np.full(len(queries.features), -1), np.zeros(len(queries.features), dtype=np.bool_)
        position = np.minimum(np.searchsorted(self._known, queries.features), len(self._known) - 1)
        is_known = self._known[position] == queries.features
        return np.where(is_known, self._rank[position], -1), is_known

    def _in_prefix(self, vectors: Vectors, ranks: Integers) -> BoolColumn:
        """Return for each entry whether it is in its vector's prefix, because the rest from it on is still too long."""
        order = np.lexsort((ranks, vectors.owner))
        squares = vectors.counts[order] ** 2
        before = np.concatenate(([0.0], np.cumsum(squares)))
        rest = before[vectors.starts[1:]][vectors.owner] - before[:-1]
        in_prefix = np.empty(len(order), dtype=np.bool_)
        in_prefix[order] = rest >= self.similar**2 * vectors.squares[vectors.owner] - _ROUNDING
        return in_prefix


class _QueryCounts:
    """The counts of the queries, looked up by query and feature."""

    def __init__(self, queries: Vectors, ranks: Integers, is_known: BoolColumn) -> None:
        self.squares = queries.squares
        self._ranks = int(ranks.max(initial=0)) + 1
        keys = queries.owner[is_known] * self._ranks + ranks[is_known]
        order = np.argsort(keys)
        self._keys = keys[order]
        self._counts = queries.counts[is_known][order]

    def of(self, query: Integers, ranks: Integers) -> Reals:
        """Return for each query and rank of a feature its count in the query; 0 if the query does not have it."""
        if not len(self._keys):
            return np.zeros(len(query))
        keys = query * self._ranks + ranks
        position = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where((self._keys[position] == keys) & (ranks < self._ranks), self._counts[position], 0.0)


def _expand_ranges(starts: Integers, lengths: Integers) -> tuple[Integers, Integers]:
    """Return for all positions in the ranges: the number of the range, and the position."""
    owner = np.repeat(np.arange(len(lengths)), lengths)
    before = np.cumsum(lengths) - lengths
    return owner, np.arange(len(owner)) + (starts - before)[owner]
