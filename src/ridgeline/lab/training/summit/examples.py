"""Training examples of summit, made of labelled pages, and the vocabularies."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import numpy as np

from .... import _native
from ....extractors.summit.constants import PAGE_TYPES, Matrix
from ....extractors.summit.lexicon import Lexicon
from ....extractors.summit.lines import Lines, read_lines
from ....extractors.summit.network_input import NAME_SLOTS, Bags, Reading, read
from ....page import IntColumn, Page
from .furniture import words_by_kind
from .labels import LabelledPage

MAX_CLASSES, MAX_WORDS = 1500, 2000
MIN_CLASS_SITES, MIN_WORD_SITES = 12, 10
NO_TYPE = -1
_MAX_WORD_LENGTH = 30
_NAMING = NAME_SLOTS[:-1]  # attributes that name an element

Word = TypeVar("Word", str, bytes)


@dataclass(frozen=True, eq=False, slots=True)
class Example:
    """One page as the network sees it in training."""

    reading: Reading
    labels: Matrix  # by line: the share of its words that are content
    weights: Matrix  # by line: the certainty of the label, from 0 to 1
    type: int  # position in PAGE_TYPES, or NO_TYPE
    sites: frozenset[str]


@dataclass(frozen=True, slots=True)
class WordSites:
    """The sites on which each word occurs."""

    classes: Mapping[str, frozenset[str]]  # words of class names and ids
    words: Mapping[bytes, frozenset[str]]  # words at the beginning of lines

    def lexicon(self, without: frozenset[str] = frozenset()) -> Lexicon:
        """Return the most common words, counted without some sites."""
        classes = _most_common(self.classes, without, MIN_CLASS_SITES, MAX_CLASSES)
        words = _most_common(self.words, without, MIN_WORD_SITES, MAX_WORDS)
        return Lexicon(classes, words, words_by_kind())

    def full_lexicon(self) -> Lexicon:
        """Return every word that `lexicon` can contain, whichever sites are left out."""
        classes = _most_common(self.classes, frozenset(), MIN_CLASS_SITES, len(self.classes))
        words = _most_common(self.words, frozenset(), MIN_WORD_SITES, len(self.words))
        return Lexicon(classes, words, words_by_kind())


def survey(pages: Iterable[LabelledPage]) -> WordSites:
    """Find the sites of every word."""
    classes: dict[str, set[str]] = {}
    words: dict[bytes, set[str]] = {}
    for labelled in pages:
        for name in _names(labelled.page):
            for word in _native.core.name_words(name):
                classes.setdefault(word, set()).update(labelled.sites)
        lines = read_lines(labelled.page)
        for line_word in () if lines is None else lines.core.looked_up():
            if len(line_word) < _MAX_WORD_LENGTH:
                words.setdefault(line_word, set()).update(labelled.sites)
    return WordSites(_frozen(classes), _frozen(words))


def make_example(labelled: LabelledPage, lexicon: Lexicon) -> Example | None:
    """Return the training example of a page; None if it has no text. Where it lacks its gold text, no line weighs."""
    lines = read_lines(labelled.page, lexicon)
    if lines is None:
        return None
    reading = _copied(read(lines))
    # Leaves without words count a little, so that a line of such leaves has a label too.
    words = np.maximum(lines.leaf_words, 0.1)
    labels = _by_line(labelled.labels * words, lines) / _by_line(words, lines)
    weights = _by_line(labelled.weights * words, lines) / _by_line(words, lines)
    page_type = PAGE_TYPES.index(labelled.type) if labelled.type in PAGE_TYPES else NO_TYPE
    return Example(reading, labels.astype(np.float32), weights.astype(np.float32), page_type, labelled.sites)


def _names(page: Page) -> set[str]:
    """Return the values of the attributes that name elements, each once."""
    return {page.value(node, name) or "" for name in _NAMING for node in page.having(name)}


def _copied(reading: Reading) -> Reading:
    """Return the same in memory of its own: an example outlives its page, and goes from process to process."""
    return Reading(**{field.name: _copy(getattr(reading, field.name)) for field in fields(reading)})


def _copy(value: Any) -> Any:
    if isinstance(value, Bags):
        return Bags(*map(_copy, value))
    return value.copy() if isinstance(value, np.ndarray) else value


def make_remapper(full: Lexicon, lexicon: Lexicon) -> Callable[[Reading], Reading]:
    """Return a function that takes a reading with the full lexicon to the same reading with a smaller one."""
    special = range(len(lexicon.classes), lexicon.name_count)  # ids of telling tags, which follow the class words
    names = _new_ids(full.classes, lexicon.class_ids, special)
    words = _new_ids(full.words, lexicon.word_ids, range(len(lexicon.words), lexicon.word_count))

    def remap(reading: Reading) -> Reading:
        return replace(
            reading,
            names=_remapped(reading.names, names),
            line_words=_remapped(reading.line_words, words),
            heading_words=_remapped(reading.heading_words, words),
        )

    return remap


def _most_common(
    sites: Mapping[Word, frozenset[str]], without: frozenset[str], min_sites: int, max_words: int
) -> list[Word]:
    """Return the words of the most sites, the most common first."""
    counted = [(-len(where - without), word) for word, where in sites.items()]
    return [word for count, word in sorted(counted)[:max_words] if -count >= min_sites]


def _frozen(sites: Mapping[Word, set[str]]) -> dict[Word, frozenset[str]]:
    """Return the words that can become part of a lexicon: those of enough sites."""
    min_sites = min(MIN_CLASS_SITES, MIN_WORD_SITES)
    return {word: frozenset(where) for word, where in sites.items() if len(where) >= min_sites}


def _by_line(values: Matrix, lines: Lines) -> Matrix:
    """Return for each line the sum over its leaves."""
    running = np.concatenate(([0], np.cumsum(values, dtype=np.float64)))
    sums: Matrix = running[lines.end] - running[lines.start]
    return sums


def _new_ids(words: Sequence[Word], numbers: Mapping[Word, int], special: Sequence[int]) -> IntColumn:
    """Return for each old id the new one, -1 where the smaller lexicon lacks the word."""
    return np.array([*(numbers.get(word, -1) for word in words), *special], dtype=np.int32)


def _remapped(bags: Bags, new_ids: IntColumn) -> Bags:
    ids = new_ids[bags.ids]
    known = np.concatenate(([0], np.cumsum(ids >= 0)))
    return Bags(ids[ids >= 0], known[bags.starts])
