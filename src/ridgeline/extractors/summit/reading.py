"""The input of the networks: the features of a page and the ids of its known words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress, repeat
from typing import NamedTuple

import numpy as np

from ...page import BoolColumn, IntColumn, Page, elements
from ...page.elements import CODES
from . import declared, features, lines, tokens
from .constants import Matrix
from .lines import WORDS, Lines
from .tape import Index
from .tokens import ClassVocabulary, WordVocabulary

# Elements whose tag says what they hold, at any distance around a line.
TELLING_TAGS = (
    *"article aside blockquote button dd details dialog dl dt fieldset figcaption figure footer form".split(),
    *"h1 h2 h3 h4 header label li main nav noscript ol pre section table td th ul".split(),
)
_TELLING_NUMBER = np.full(elements.UNKNOWN + 1, -1, dtype=np.int32)
_TELLING_NUMBER[[CODES[name] for name in TELLING_TAGS]] = np.arange(len(TELLING_TAGS))
OWN_LEVELS = 2  # a line's block and the element around that: their names count most
NAME_SLOTS = (*tokens.NAMING, "tag")  # what an element gets its names from
TAG_LEVELS = 5  # the element right around the text, its block, and three above
TAG_NUMBERS = TAG_LEVELS * (elements.UNKNOWN + 1)
_LEVEL_OFFSETS = np.arange(TAG_LEVELS, dtype=np.int32) * (elements.UNKNOWN + 1)


class Lexicon(NamedTuple):
    """The vocabularies of a model."""

    classes: ClassVocabulary  # words in the names of elements
    words: WordVocabulary  # words at the beginning of lines

    @property
    def names(self) -> int:
        """The number of ids for names of elements: the words in them, and telling tags."""
        return len(self.classes) + len(TELLING_TAGS)


class Bags(NamedTuple):
    """Lists of ids in one array: bag i is ids[starts[i]:starts[i+1]]."""

    ids: IntColumn
    starts: Index

    @property
    def sizes(self) -> Index:
        """The number of ids in each."""
        return np.diff(self.starts)


@dataclass(frozen=True, eq=False, slots=True)
class Reading:
    """The input for one page, or for several pages in a row."""

    line_features: Matrix
    page_features: Matrix  # by page
    words: Matrix  # by line: how many words it has
    starts: Index  # by page: its first line; and the number of lines
    regions: Index  # by region, those of a page in a row: the first line in it, and one past the last
    region_of: Index  # by line and region around it, innermost first: which one
    paths: Index  # by line: the number of its path
    path_count: int
    slots: Index  # by line: the number of its slot
    slot_count: int
    records: Index  # by line: the number of its records, the first of a page for lines in none
    record_count: int
    names: Bags  # distinct names of elements: the ids of their words; the first of a page's names is empty
    name_of: Index  # by named node, in document order, and NAME_SLOTS: its names
    first: Index  # by named node: the first line in it
    last: Index  # and one past the last
    own: Index  # by line, level and NAME_SLOTS: the names of its element
    line_words: Bags
    heading_of: Index  # by line: the heading it stands under; the first stands for none
    heading_words: Bags
    tags: IntColumn  # by line and level

    def __len__(self) -> int:
        """The number of lines."""
        return len(self.line_features)


def read(page: Page, lexicon: Lexicon) -> tuple[Lines, Reading] | None:
    """The lines of a page and the input of the networks for them; None where the page has no text."""
    found = lines.split_lines(page)
    if found is None:
        return None
    page = found.page
    classes = tokens.read_classes(page)
    words = tokens.read_words(found)
    known = features.describe(found, classes, words, declared.read(page))
    names, slots, named = _named(page, classes, known.first < known.last, lexicon.classes)
    of_line = _bags(lexicon.words, words, len(found))
    headings, heading_of = _numbered(known.headings)
    levels = np.column_stack((page.parent.take(found.node), known.around[:, : TAG_LEVELS - 1]))
    return found, Reading(
        line_features=known.lines,
        page_features=known.page[None, :],
        words=found.counts[:, WORDS],
        starts=np.array([0, len(found)]),
        regions=known.regions,
        region_of=known.region_of,
        paths=known.paths,
        path_count=int(known.paths.max()) + 1,
        slots=known.slots,
        slot_count=int(known.slots.max()) + 1,
        records=known.records,
        record_count=int(known.records.max()) + 1,
        names=names,
        name_of=slots.take(named, axis=0),
        first=known.first.take(named),
        last=known.last.take(named),
        own=slots.take(known.around[:, :OWN_LEVELS], axis=0),
        line_words=of_line,
        heading_of=heading_of,
        heading_words=_picked(of_line, headings),
        tags=np.minimum(page.tag.take(levels), elements.UNKNOWN) + _LEVEL_OFFSETS,
    )


def join(readings: Sequence[Reading]) -> Reading:
    """Concatenate the inputs of several pages."""
    lines_before = _before(len(reading) for reading in readings)
    regions_before = _before(len(reading.regions) for reading in readings)
    names_before = _before(len(reading.names.sizes) for reading in readings)
    headings_before = _before(len(reading.heading_words.sizes) for reading in readings)
    paths_before = _before(reading.path_count for reading in readings)
    slots_before = _before(reading.slot_count for reading in readings)
    records_before = _before(reading.record_count for reading in readings)
    return Reading(
        line_features=np.concatenate([reading.line_features for reading in readings]),
        page_features=np.concatenate([reading.page_features for reading in readings]),
        words=np.concatenate([reading.words for reading in readings]),
        starts=np.append(lines_before, sum(map(len, readings))),
        regions=_shifted([reading.regions for reading in readings], lines_before),
        region_of=_shifted([reading.region_of for reading in readings], regions_before),
        paths=_shifted([reading.paths for reading in readings], paths_before),
        path_count=sum(reading.path_count for reading in readings),
        slots=_shifted([reading.slots for reading in readings], slots_before),
        slot_count=sum(reading.slot_count for reading in readings),
        records=_shifted([reading.records for reading in readings], records_before),
        record_count=sum(reading.record_count for reading in readings),
        names=_join_bags([reading.names for reading in readings]),
        name_of=_shifted([reading.name_of for reading in readings], names_before),
        first=_shifted([reading.first for reading in readings], lines_before),
        last=_shifted([reading.last for reading in readings], lines_before),
        own=_shifted([reading.own for reading in readings], names_before),
        line_words=_join_bags([reading.line_words for reading in readings]),
        heading_of=_shifted([reading.heading_of for reading in readings], headings_before),
        heading_words=_join_bags([reading.heading_words for reading in readings]),
        tags=np.concatenate([reading.tags for reading in readings]),
    )


def _named(
    page: Page, classes: tokens.Classes, holds_lines: BoolColumn, vocabulary: ClassVocabulary
) -> tuple[Bags, IntColumn, Index]:
    """The names of elements that hold lines; by node and NAME_SLOTS which of them it has; the nodes that have some.

    The root and the body count for no names: theirs are about the whole page or site.
    """
    nodes = np.flatnonzero(holds_lines & (page.depth > 1))
    of_node = classes.of_node.take(nodes, axis=1)
    is_used = np.zeros(len(classes.texts), dtype=np.bool_)
    is_used[of_node] = True
    is_used[0] = True
    texts = [classes.texts[position] for position in np.flatnonzero(is_used).tolist()]
    ids, sizes = vocabulary.find(texts)
    slots = np.zeros((len(page), len(NAME_SLOTS)), dtype=np.int32)
    slots[nodes, :-1] = (np.cumsum(is_used) - 1).take(of_node.T)
    telling = _TELLING_NUMBER.take(page.tag, mode="clip")
    has_tag = np.flatnonzero(holds_lines & (telling >= 0))
    slots[has_tag, -1] = len(texts) + telling.take(has_tag)
    is_named = np.zeros(len(page), dtype=np.bool_)
    is_named[nodes] = of_node.any(axis=0)
    is_named[has_tag] = True
    # Each telling tag is a name with one id.
    tags = np.arange(len(vocabulary), len(vocabulary) + len(TELLING_TAGS), dtype=np.int32)
    starts = _starts(np.concatenate((sizes, np.ones(len(TELLING_TAGS), dtype=np.int32))))
    return Bags(np.concatenate((ids, tags)), starts), slots, np.flatnonzero(is_named)


def _bags(vocabulary: WordVocabulary, words: tokens.LineWords, count: int) -> Bags:
    """By line: the ids of its known words, among those that are looked up."""
    looked_at = compress(words.words, words.is_looked_up.tobytes())
    numbers = np.fromiter(map(vocabulary.numbers.get, looked_at, repeat(-1)), np.int32)
    is_known = numbers >= 0
    owner = words.line[words.is_looked_up][is_known]
    return Bags(numbers[is_known], _starts(np.bincount(owner, minlength=count)))


def _numbered(headings: IntColumn) -> tuple[IntColumn, IntColumn]:
    """The headings that lines stand under, in document order after a -1 for none; by line which of them."""
    is_new = np.empty(len(headings), dtype=np.bool_)
    is_new[0] = headings[0] >= 0
    np.greater(headings[1:], headings[:-1], out=is_new[1:])
    return np.append(np.int32(-1), headings[is_new]), np.cumsum(is_new)


def _starts(sizes: Index) -> Index:
    starts = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(sizes, out=starts[1:])
    return starts


def _picked(bags: Bags, which: IntColumn) -> Bags:
    """Some of the bags; -1 stands for an empty one."""
    begin = np.where(which >= 0, bags.starts[which], 0)
    sizes = np.where(which >= 0, bags.starts[which + 1], 0) - begin
    starts = _starts(sizes)
    places = np.arange(starts[-1]) + np.repeat(begin - starts[:-1], sizes)
    return Bags(bags.ids[places], starts)


def _join_bags(parts: Sequence[Bags]) -> Bags:
    before = _before(len(part.ids) for part in parts)
    starts = [part.starts[:-1] + shift for part, shift in zip(parts, before, strict=True)]
    total = sum(len(part.ids) for part in parts)
    return Bags(np.concatenate([part.ids for part in parts]), np.append(np.concatenate(starts), total))


def _before(counts: Iterable[int]) -> Index:
    sizes = np.fromiter(counts, np.int64)
    answer: Index = np.cumsum(sizes) - sizes
    return answer


def _shifted(parts: Sequence[Index], shifts: Index) -> Index:
    return np.concatenate([part + shift for part, shift in zip(parts, shifts, strict=True)])
