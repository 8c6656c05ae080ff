"""Levenshtein similarity of two sequences of characters or of tokens: 1 - distance / length of the longer.

RapidFuzz computes 64 cells of the distance table at a time, in linear memory: two texts of 50,000 words take 0.4 s and
a few megabytes. Above MAX_CELLS, texts are compared by words instead of characters, and sequences of words by their
bags, which is an upper bound of the similarity in linear time. So no pair takes longer than about two seconds.
"""

from collections import Counter
from collections.abc import Hashable, Sequence

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


def _distance(predicted: Sequence[Hashable], gold: Sequence[Hashable]) -> int:
    try:
        from rapidfuzz.distance import Levenshtein
    except ImportError as error:
        raise MissingExtraError('edit distances need RapidFuzz: pip install "ridgeline[eval]"') from error
    if isinstance(predicted, str) and isinstance(gold, str):
        return Levenshtein.distance(predicted, gold)
    codes: dict[Hashable, int] = {}  # integers, because RapidFuzz compares other tokens by their hash
    first, second = ([codes.setdefault(token, len(codes)) for token in side] for side in (predicted, gold))
    return Levenshtein.distance(first, second)
