"""Blocks as feature vectors (Nguyen et al., section II).

The vector of a block holds the count of each of its terms, and the numbers of its images, scripts and links. A term is
a 64-bit hash of its letters, computed for all words of a page at once. Equal vectors are found by a single number,
their fingerprint. Two blocks without any feature, such as a single «|», count as equal.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...page import IntColumn
from ...page.cache import cached_property
from ...text import characters
from ...text.characters import WORD
from ..block_features import Reals
from .block_tree import Hashes

Integers = npt.NDArray[np.int64]

COUNTED = ("images", "scripts", "links")  # the features counted beside the terms

_SEPARATOR = "\n"
_MAX_HASHED_LENGTH = 64  # the characters of a word beyond this are hashed without regard to their order
_random = np.random.default_rng(0x51D6E)
_POSITION_FACTORS: Hashes = _random.integers(1, 1 << 63, _MAX_HASHED_LENGTH, dtype=np.uint64)
_POSITION_FACTORS = _POSITION_FACTORS * np.uint64(2) + np.uint64(1)  # odd, so that multiplying loses no bits
_COUNTED_HASHES: Hashes = _random.integers(1, 1 << 63, len(COUNTED), dtype=np.uint64)


@dataclass(frozen=True, eq=False)
class Vectors:
    """Sparse vectors: vector i has the entries starts[i] … starts[i+1]-1, sorted by feature."""

    starts: Integers
    features: Hashes
    counts: Reals

    def __len__(self) -> int:
        return len(self.starts) - 1

    @cached_property
    def owner(self) -> Integers:
        """By entry: its vector."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    @cached_property
    def squares(self) -> Reals:
        """By vector: the square of its length."""
        return np.bincount(self.owner, self.counts**2, minlength=len(self)).astype(np.float64)

    @cached_property
    def fingerprint(self) -> Hashes:
        """By vector: a hash of all its entries; equal vectors have equal ones."""
        entries = _mix(self.features ^ _mix(self.counts.astype(np.uint64)))
        summed = np.concatenate((np.zeros(1, np.uint64), np.cumsum(entries, dtype=np.uint64)))
        answer: Hashes = summed[self.starts[1:]] - summed[self.starts[:-1]]
        return answer

    def rows(self, positions: Integers | IntColumn) -> "Vectors":
        """Return the vectors at these positions, in this order."""
        lengths = (self.starts[1:] - self.starts[:-1])[positions]
        starts = np.concatenate(([0], np.cumsum(lengths)))
        entries = np.arange(starts[-1]) + np.repeat(self.starts[:-1][positions] - starts[:-1], lengths)
        return Vectors(starts, self.features[entries], self.counts[entries])


def join_vectors(parts: Sequence[Vectors]) -> Vectors:
    """Return the vectors of all parts, concatenated."""
    lengths = [np.zeros(1, np.int64), *(np.diff(part.starts) for part in parts)]
    return Vectors(
        np.cumsum(np.concatenate(lengths)),
        np.concatenate([np.empty(0, np.uint64), *(part.features for part in parts)]),
        np.concatenate([np.empty(0), *(part.counts for part in parts)]),
    )


def build_vectors(texts: Sequence[str], counts: Reals) -> Vectors:
    """Return the vectors of blocks with these texts and these numbers of images, scripts and links, a row a block."""
    terms, owners = _terms(texts)
    blocks, counted = np.nonzero(counts)
    return _sum_entries(
        np.concatenate((owners, blocks)),
        np.concatenate((terms, _COUNTED_HASHES[counted])),
        np.concatenate((np.ones(len(terms)), counts[blocks, counted])),
        len(texts),
    )


def _terms(texts: Sequence[str]) -> tuple[Hashes, Integers]:
    """Return the hashes of all words in lower case, and for each the position of its text."""
    lowered = [text.lower() for text in texts]
    joined = _SEPARATOR.join(lowered) + _SEPARATOR
    points = characters.code_points(joined)
    kinds = characters.kinds(joined)
    starts = np.flatnonzero(characters.word_starts(kinds))
    if not len(starts):
        return np.empty(0, np.uint64), np.empty(0, np.int64)
    in_word = (kinds & np.uint8(WORD)) > 0
    position = _positions_in_words(len(points), starts)
    hashed = points.astype(np.uint64) * _POSITION_FACTORS[np.minimum(position, _MAX_HASHED_LENGTH - 1)]
    hashed[~in_word] = 0
    ends = np.cumsum(np.fromiter(map(len, lowered), np.int64, len(lowered)) + 1)
    return _mix(np.add.reduceat(hashed, starts)), np.searchsorted(ends, starts, side="right")


def _positions_in_words(length: int, starts: Integers) -> Integers:
    """Return for each character its distance from the start of its word; 0 before the first word."""
    position = np.arange(length)
    position[starts[0] :] -= np.repeat(starts, np.diff(starts, append=length))
    position[: starts[0]] = 0
    return position


def _sum_entries(blocks: Integers, features: Hashes, counts: Reals, count: int) -> Vectors:
    """Return vectors from entries in any order; counts of the same block and feature are added."""
    order = np.lexsort((features, blocks))
    blocks, features, counts = blocks[order], features[order], counts[order]
    is_first = np.ones(len(order), dtype=np.bool_)
    is_first[1:] = (blocks[1:] != blocks[:-1]) | (features[1:] != features[:-1])
    firsts = np.flatnonzero(is_first)
    summed = np.add.reduceat(counts, firsts) if len(firsts) else np.empty(0)
    starts = np.searchsorted(blocks[firsts], np.arange(count + 1))
    return Vectors(starts, features[firsts], summed)


def _mix(numbers: Hashes) -> Hashes:
    """Spread every bit of each number over all its bits (the finaliser of SplitMix64)."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    answer: Hashes = numbers ^ (numbers >> np.uint64(31))
    return answer
