"""Ranks passages by a question: BM25 over their words, no model (Robertson and Zaragoza, "The probabilistic relevance
framework", 2009, equation 3.15).

Words are cut to their first letters, without an s at their end, which joins most forms of a word in most languages;
ideographs and kana are words of their own. Function words of the question are left out, unless it has no others.
"""

import math
from collections import Counter
from collections.abc import Sequence

from ..languages.stop_words import STOP_WORDS
from ..text.words import split_words

_K1, _B = 1.2, 0.75  # the usual values
_STEM_LETTERS = 5  # of a word: McNamee and Mayfield, "Character n-gram tokenization", 2004
_MIN_PLURAL = 3  # letters of a word that has no plural in s
_TITLE_WEIGHT = 3  # how often the words of its headings count
_FUNCTION_WORDS = frozenset().union(*STOP_WORDS.values())


def rank(passages: Sequence[tuple[str, str]], question: str) -> list[float]:
    """Return by passage, its headings and its text, how well it fits a question; 0 where it has no word of it."""
    asked = split_words(question, spaceless=True)
    wanted = set(_stems([word for word in asked if word not in _FUNCTION_WORDS] or asked))
    bags = [_bag(headings, text) for headings, text in passages]
    lengths = [bag.total() for bag in bags]
    mean = sum(lengths) / max(1, len(bags)) or 1
    weights = {stem: _weight(sum(stem in bag for bag in bags), len(bags)) for stem in sorted(wanted)}
    return [
        sum(
            weight * bag[stem] * (_K1 + 1) / (bag[stem] + _K1 * (1 - _B + _B * length / mean))
            for stem, weight in weights.items()
        )
        for bag, length in zip(bags, lengths, strict=True)
    ]


def _weight(having: int, total: int) -> float:
    """Return what a word is worth that so many passages have; always over 0."""
    return math.log1p((total - having + 0.5) / (having + 0.5))


def _bag(headings: str, text: str) -> Counter[str]:
    bag = Counter(_stems(split_words(text, spaceless=True)))
    for stem in _stems(split_words(headings, spaceless=True)):
        bag[stem] += _TITLE_WEIGHT
    return bag


def _stems(words: Sequence[str]) -> list[str]:
    return [word.removesuffix("s")[:_STEM_LETTERS] if len(word) > _MIN_PLURAL else word for word in words]
