"""Shingle F1: bags of all runs of four words, so that the order of words counts."""

from collections.abc import Sequence

from .score import Score
from .tokens import paired_words

SHINGLE_WORDS = 4


def shingle_score(predicted: str, gold: str, *, spaceless: bool | None = None) -> Score:
    """Return precision, recall and F1 over bags of shingles; with `spaceless` None the gold text decides the words."""
    predicted_words, gold_words = paired_words(predicted, gold, spaceless)
    return Score.from_bags(shingles(predicted_words), shingles(gold_words))


def shingles(words: Sequence[str], length: int = SHINGLE_WORDS) -> list[tuple[str, ...]]:
    """Return every run of so many words; a shorter text is one shingle."""
    if 0 < len(words) < length:
        return [tuple(words)]
    return list(zip(*(words[start:] for start in range(length)), strict=False))
