"""Levenshtein similarity of two sequences of characters or of tokens, 1 - distance / length of the longer; common runs.

RapidFuzz computes 64 cells of the distance table at a time, in linear memory: two texts of 50,000 words take 0.4 s and
a few megabytes. Above MAX_CELLS, texts are compared by words instead of characters, and sequences of words by their
bags, which is an upper bound of the similarity in linear time. So no pair takes longer than about two seconds.
"""

import importlib
from collections import Counter
from collections.abc import Hashable, Sequence
from types import ModuleType

from ...errors import MissingExtraError
from .tokens import split_chunks

MAX_CELLS = 10**10  # 100,000 by 100,000 tokens: measured, 1.5 s


def edit_similarity(predicted: Sequence[Hashable], gold: Sequence[Hashable]) -> float:
    """Return the similarity, from 0 to 1 for equal sequences; insertion, deletion and substitution cost one each."""
    longest = max(len(predicted), len(gold))
    if longest == 0:
        return 1.0
    if not predicted or not gold:
        return 0.0
    if len(predicted) * len(gold) <= MAX_CELLS:
        return (longest - _distance(predicted, gold)) / longest
    if isinstance(predicted, str) and isinstance(gold, str):
        return edit_similarity(split_chunks(predicted, spaceless=True), split_chunks(gold, spaceless=True))
    return (Counter(predicted) & Counter(gold)).total() / longest


def common_runs(one: Sequence[Hashable], other: Sequence[Hashable]) -> list[range]:
    """Return the runs of positions in the first sequence that are part of the longest common subsequence, in order.

    Two sequences with more than MAX_CELLS pairs of tokens have no common runs: the table of the distance, which is
    kept here as bits, would take more than a gigabyte.
    """
    if not one or not other or len(one) * len(other) > MAX_CELLS:
        return []
    blocks = _rapidfuzz().Indel.opcodes(*_as_numbers(one, other))
    return [range(block.src_start, block.src_end) for block in blocks if block.tag == "equal"]


def _distance(predicted: Sequence[Hashable], gold: Sequence[Hashable]) -> int:
    levenshtein = _rapidfuzz().Levenshtein
    if isinstance(predicted, str) and isinstance(gold, str):
        return int(levenshtein.distance(predicted, gold))
    return int(levenshtein.distance(*_as_numbers(predicted, gold)))


def _rapidfuzz() -> ModuleType:
    """Return the module of the distances."""
    try:
        return importlib.import_module("rapidfuzz.distance")
    except ImportError as error:
        raise MissingExtraError("edit distances need RapidFuzz", "eval") from error


def _as_numbers(one: Sequence[Hashable], other: Sequence[Hashable]) -> tuple[list[int], list[int]]:
    """Return two sequences of integers, equal where the tokens are: RapidFuzz compares other tokens by their hash."""
    codes: dict[Hashable, int] = {}
    first, second = ([codes.setdefault(token, len(codes)) for token in side] for side in (one, other))
    return first, second
