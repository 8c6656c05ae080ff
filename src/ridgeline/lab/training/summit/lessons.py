"""What summit learns from: pages whose leaves are labelled by their gold texts, and the words that they have."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from ....extractors.summit.network import PAGE_TYPES
from ....extractors.summit.reading import Bags, Lexicon, Reading, read
from ....extractors.summit.tokens import ClassVocabulary, Vocabulary, class_words, read_classes, read_words
from ....extractors.summit.units import Matrix, Units, cut
from ....page import IntColumn, Page, parse
from ...align import align
from ...datasets import Record

MAX_CLASSES, MAX_WORDS = 1500, 2000
MIN_CLASS_SITES, MIN_WORD_SITES = 12, 10
NO_TYPE = -1
_MAX_WORD_LENGTH = 30

Word = TypeVar("Word", str, bytes)


@dataclass(frozen=True, eq=False, slots=True)
class Labelled:
    """A page with what the gold text says of its leaves."""

    page: Page
    labels: Matrix  # by leaf: 1 for content
    weights: Matrix  # by leaf: how sure that is
    type: str | None
    sites: frozenset[str]  # the site it is from; of a transplant, the two


@dataclass(frozen=True, eq=False, slots=True)
class Lesson:
    """One page as the network learns from it."""

    reading: Reading
    labels: Matrix  # by unit: the share of its words that are content
    weights: Matrix  # by unit: how sure that is
    type: int  # of PAGE_TYPES, or NO_TYPE
    sites: frozenset[str]


@dataclass(frozen=True, slots=True)
class Survey:
    """On which sites each word was seen: in names of elements, and at the beginning of units."""

    classes: Mapping[str, frozenset[str]]
    words: Mapping[bytes, frozenset[str]]

    def lexicon(self, without: frozenset[str] = frozenset()) -> Lexicon:
        """The words of many sites, some sites left out."""
        classes = _most_common(self.classes, without, MIN_CLASS_SITES, MAX_CLASSES)
        words = _most_common(self.words, without, MIN_WORD_SITES, MAX_WORDS)
        return Lexicon(ClassVocabulary(classes), Vocabulary(words))

    def whole_lexicon(self) -> Lexicon:
        """Every word that can be in any lexicon of this survey."""
        classes = _most_common(self.classes, frozenset(), MIN_CLASS_SITES, len(self.classes))
        words = _most_common(self.words, frozenset(), MIN_WORD_SITES, len(self.words))
        return Lexicon(ClassVocabulary(classes), Vocabulary(words))


def label(record: Record) -> Labelled:
    """Parse a page and find its gold text on it."""
    page = parse(record.html, url=record.url)
    found = align(page, record.text)
    return Labelled(page, found.labels.astype(np.float32), found.weights, record.type, frozenset({record.group}))


def survey(pages: Iterable[Labelled]) -> Survey:
    """Which words there are, and where."""
    classes: dict[str, set[str]] = {}
    words: dict[bytes, set[str]] = {}
    for labelled in pages:
        for text in read_classes(labelled.page).texts:
            for word in class_words(text):
                classes.setdefault(word, set()).update(labelled.sites)
        units = cut(labelled.page)
        if units is not None:
            found = read_words(units)
            for unit_word, is_looked_at in zip(found.words, found.is_looked_at.tolist(), strict=True):
                if is_looked_at and len(unit_word) < _MAX_WORD_LENGTH:
                    words.setdefault(unit_word, set()).update(labelled.sites)
    return Survey(_frozen(classes), _frozen(words))


def teach(labelled: Labelled, lexicon: Lexicon) -> Lesson | None:
    """The lesson of a page; None where it has no text or its gold text was not found on it."""
    answer = read(labelled.page, lexicon)
    if answer is None or not labelled.weights.any():
        return None
    units, reading = answer
    # A leaf without words says a little about its unit, for units that have none.
    words = np.maximum(units.leaf_words, 0.1)
    labels = _by_unit(labelled.labels * words, units) / _by_unit(words, units)
    weights = _by_unit(labelled.weights * words, units) / _by_unit(words, units)
    page_type = PAGE_TYPES.index(labelled.type) if labelled.type in PAGE_TYPES else NO_TYPE
    return Lesson(reading, labels.astype(np.float32), weights.astype(np.float32), page_type, labelled.sites)


def translator(whole: Lexicon, lexicon: Lexicon) -> Callable[[Reading], Reading]:
    """From a reading with one lexicon to the same with a smaller one."""
    telling = range(len(lexicon.classes), lexicon.names)
    names = _map(whole.classes.words, lexicon.classes.numbers, telling)
    words = _map(whole.words.words, lexicon.words.numbers, ())

    def translate(reading: Reading) -> Reading:
        return replace(
            reading,
            names=_translated(reading.names, names),
            unit_words=_translated(reading.unit_words, words),
            heading_words=_translated(reading.heading_words, words),
        )

    return translate


def _most_common(sites: Mapping[Word, frozenset[str]], without: frozenset[str], least: int, most: int) -> list[Word]:
    counted = [(-len(where - without), word) for word, where in sites.items()]
    return [word for count, word in sorted(counted)[:most] if -count >= least]


def _frozen(sites: Mapping[Word, set[str]]) -> dict[Word, frozenset[str]]:
    """Only words that can become common are worth keeping."""
    least = min(MIN_CLASS_SITES, MIN_WORD_SITES)
    return {word: frozenset(where) for word, where in sites.items() if len(where) >= least}


def _by_unit(values: Matrix, units: Units) -> Matrix:
    running = np.concatenate(([0], np.cumsum(values, dtype=np.float64)))
    answer: Matrix = running[units.end] - running[units.start]
    return answer


def _map(words: Sequence[Word], numbers: Mapping[Word, int], telling: Sequence[int]) -> IntColumn:
    return np.array([*(numbers.get(word, -1) for word in words), *telling], dtype=np.int32)


def _translated(bags: Bags, numbers: IntColumn) -> Bags:
    ids = numbers[bags.ids]
    known = np.concatenate(([0], np.cumsum(ids >= 0)))
    return Bags(ids[ids >= 0], known[bags.starts])
