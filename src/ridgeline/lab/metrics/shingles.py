"""Shingle F1: bags of all runs of four words, so that the order of words counts."""

from .score import Score
from .tokens import paired_words

SHINGLE_WORDS = 4


def shingle_score(predicted: str, gold: str, *, spaceless: bool | None = None) -> Score:
    """Return precision, recall and F1 over bags of shingles; with `spaceless` None the gold text decides the words."""
    predicted_words, gold_words = paired_words(predicted, gold, spaceless)
    return Score.from_bags(_shingles(predicted_words), _shingles(gold_words))


def _shingles(words: list[str]) -> list[tuple[str, ...]]:
    """Return every run of four words; a shorter text is one shingle."""
    if 0 < len(words) < SHINGLE_WORDS:
        return [tuple(words)]
    return list(zip(*(words[start:] for start in range(SHINGLE_WORDS)), strict=False))
