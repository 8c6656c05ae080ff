"""Deterministic parts of a data set: folds and samples."""

from collections.abc import Sequence
from typing import TypeVar

from ...errors import OptionError
from ..datasets import Record

DEFAULT_FOLDS = 5

Page = TypeVar("Page")  # a record, a golden page


def split_into_folds(records: Sequence[Record], folds: int = DEFAULT_FOLDS) -> list[list[int]]:
    """Return the positions of the records in each fold. Folds have about the same size, and a group is in one fold."""
    groups: dict[str, list[int]] = {}
    for position, record in enumerate(records):
        groups.setdefault(record.group, []).append(position)
    if not 2 <= folds <= len(groups):
        raise OptionError(f"{folds} folds of {len(groups)} sites: choose from 2 to as many as there are sites")
    parts: list[list[int]] = [[] for _ in range(folds)]
    for group in sorted(groups.values(), key=len, reverse=True):
        min(parts, key=len).extend(group)
    return [sorted(part) for part in parts]


def spread(records: Sequence[Page], count: int | None) -> Sequence[Page]:
    """Return `count` records evenly spread over the set, because sets are sorted."""
    if count is None or count >= len(records):
        return records
    return [records[position * len(records) // count] for position in range(count)]
