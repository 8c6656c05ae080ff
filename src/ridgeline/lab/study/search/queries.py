"""Queries for known pages, made of the gold texts alone: no system has a say in them.

words     the three words of the gold text with the highest tf-idf among the gold texts
phrase    eight words of a sentence, from its middle
across    four words at the end of a line and four at the beginning of the next, as one phrase: FastContentExtractor's
          example of what an extractor that reorders blocks makes impossible
headline  the gold title; where a set has none, the first line of the gold text, if the title of the page has it
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from ....page import parse
from .corpus import Document

BEST_WORDS = 3
PHRASE_WORDS = 8
MAX_HEADLINE_WORDS = 40

_SENTENCE_END = re.compile(r"[.!?…。！？;；:：]+")


class Kind(StrEnum):
    """Kinds of queries."""

    WORDS = "words"
    PHRASE = "phrase"
    ACROSS = "across"
    HEADLINE = "headline"


@dataclass(frozen=True, slots=True)
class Query:
    """Words that somebody looks for who knows a document."""

    kind: Kind
    words: tuple[str, ...]
    document: int


def make_queries(documents: Sequence[Document]) -> list[Query]:
    """Return the queries for all documents; short texts have fewer."""
    counts = [Counter(document.words) for document in documents]
    holders = Counter(word for words in counts for word in words)
    queries = []
    for number, document in enumerate(documents):
        made = {
            Kind.WORDS: _best_words(counts[number], holders, len(documents)),
            Kind.PHRASE: _middle_of_sentence(document),
            Kind.ACROSS: _across_lines(document),
            Kind.HEADLINE: _headline(document),
        }
        queries += [Query(kind, tuple(words), number) for kind, words in made.items() if words]
    return queries


def _best_words(counts: Counter[str], holders: Counter[str], documents: int) -> list[str]:
    """Return the best words by tf-idf; of equal ones, the first of the alphabet."""
    weights = {
        word: count * math.log(documents / holders[word]) for word, count in counts.items() if not word.isnumeric()
    }
    best = sorted(weights, key=lambda word: (-weights[word], word))[:BEST_WORDS]
    return best if len(best) == BEST_WORDS else []


def _lines(document: Document) -> list[str]:
    return [line for line in document.record.text.splitlines() if line.strip()]


def _middle_of_sentence(document: Document) -> list[str]:
    sentences = [document.split(part) for line in _lines(document) for part in _SENTENCE_END.split(line)]
    longest = max(sentences, key=len, default=[])
    start = (len(longest) - PHRASE_WORDS) // 2
    return longest[start : start + PHRASE_WORDS] if start >= 0 else []


def _across_lines(document: Document) -> list[str]:
    lines = [document.split(line) for line in _lines(document)]
    half = PHRASE_WORDS // 2
    joints = [one[-half:] + next_[:half] for one, next_ in pairwise(lines) if min(len(one), len(next_)) >= half]
    return joints[len(joints) // 2] if joints else []


def _headline(document: Document) -> list[str]:
    record = document.record
    if record.title:
        return document.split(record.title)[:MAX_HEADLINE_WORDS]
    first = document.split(next(iter(_lines(document)), ""))
    if not 0 < len(first) <= MAX_HEADLINE_WORDS:
        return []
    return first if _contains(title_words(document), first) else []


def title_words(document: Document) -> list[str]:
    """Return the words of a page's title element."""
    return document.split(parse(document.record.html, url=document.record.url).title or "")


def _contains(words: Sequence[str], run: Sequence[str]) -> bool:
    return any(list(part) == list(run) for part in _runs(words, len(run)))


def _runs(words: Sequence[str], length: int) -> Iterator[Sequence[str]]:
    return (words[start : start + length] for start in range(len(words) - length + 1))
