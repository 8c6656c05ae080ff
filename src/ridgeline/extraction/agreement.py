"""Agreement of two answers about a page: the F1 of their bags of words."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from ..text.words import is_spaceless, split_words


class Agreement(NamedTuple):
    """The agreement of two answers."""

    first: str
    second: str
    word_f1: float  # of their bags of words; 1 where both are empty


def word_bags(texts: Mapping[str, str]) -> dict[str, Counter[str]]:
    """Return the words of texts about one page, with their counts. The longest text decides on the language."""
    spaceless = is_spaceless(max(texts.values(), key=len, default=""))
    return {name: Counter(split_words(text, spaceless=spaceless)) for name, text in texts.items()}


def word_f1(first: Counter[str], second: Counter[str]) -> float:
    """Return the F1 of two bags of words; 1 where both are empty."""
    total = first.total() + second.total()
    return 2 * (first & second).total() / total if total else 1.0


def text_f1(text: str, gold: str) -> float:
    """Return the F1 of the words of a text beside those of a gold text, which decides on the language."""
    spaceless = is_spaceless(gold)
    return word_f1(*(Counter(split_words(own, spaceless=spaceless)) for own in (text, gold)))


def agreement(bags: Mapping[str, Counter[str]]) -> Iterator[Agreement]:
    """Yield how far every two of several answers agree."""
    for first, second in combinations(bags, 2):
        yield Agreement(first, second, round(word_f1(bags[first], bags[second]), 4))


def only_words(bags: Mapping[str, Counter[str]], name: str) -> int:
    """Return the number of words of an answer that no other one has, each as often as it has it more often."""
    others: Counter[str] = Counter()
    for other, bag in bags.items():
        if other != name:
            others |= bag
    return (bags[name] - others).total()
