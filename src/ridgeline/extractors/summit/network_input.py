"""The input of the networks as NumPy arrays: what the core reads of a page, for training and for `reasons.py`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...page import IntColumn, elements
from .constants import Matrix
from .features import REGIONS
from .lexicon import TELLING_TAGS
from .lines import Lines
from .tape import Index

OWN_LEVELS = 2  # a line's block and the element around that: their names count most
NAME_SLOTS = ("class", "id", "role", "itemprop", "tag")  # what an element gets its names from
TAG_LEVELS = 5  # the element right around the text, its block, and three above
TAG_NUMBERS = TAG_LEVELS * (elements.UNKNOWN + 1)

__all__ = ["NAME_SLOTS", "OWN_LEVELS", "TAG_LEVELS", "TAG_NUMBERS", "TELLING_TAGS", "Bags", "Reading", "join", "read"]


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
        """Return the number of lines."""
        return len(self.line_features)


def read(lines: Lines) -> Reading:
    """Return the input of the networks for the lines of a page."""
    numbers = lines.numbers
    path_count, slot_count, record_count = lines.core.groups()
    return Reading(
        line_features=lines.reals("line_features").reshape(len(lines), -1),
        page_features=lines.reals("page_features")[None, :],
        words=lines.words,
        starts=np.array([0, len(lines)]),
        regions=numbers("regions").reshape(-1, 2),
        region_of=numbers("region_of").reshape(-1, REGIONS),
        paths=numbers("paths"),
        path_count=path_count,
        slots=numbers("slots"),
        slot_count=slot_count,
        records=numbers("records"),
        record_count=record_count,
        names=_bags(lines, "name"),
        name_of=numbers("name_of").reshape(-1, len(NAME_SLOTS)),
        first=numbers("first"),
        last=numbers("last"),
        own=numbers("own").reshape(-1, OWN_LEVELS, len(NAME_SLOTS)),
        line_words=_bags(lines, "line_word"),
        heading_of=numbers("heading_of"),
        heading_words=_bags(lines, "heading_word"),
        tags=numbers("tags").reshape(-1, TAG_LEVELS),
    )


def _bags(lines: Lines, name: str) -> Bags:
    return Bags(lines.numbers(f"{name}_ids"), lines.numbers(f"{name}_starts").astype(np.int64))


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
