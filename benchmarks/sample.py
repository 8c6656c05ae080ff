"""A part of a data set that is the same in every run."""

from collections.abc import Sequence

from ridgeline.datasets import Record


def spread(records: Sequence[Record], count: int | None) -> Sequence[Record]:
    """That many records, evenly spread over the set: the same ones in every run."""
    if count is None or count >= len(records):
        return records
    return [records[position * len(records) // count] for position in range(count)]


def positive(text: str) -> int:
    """A whole number above zero."""
    if (number := int(text)) < 1:
        raise ValueError(text)
    return number
