"""Breaks between leaves, as a reader sees them."""

from enum import IntEnum


class Break(IntEnum):
    """The break that a reader sees between two neighbouring leaves, weakest first."""

    NOTHING = 0  # they may be parts of one word
    SPACE = 1
    LINE = 2
    PARAGRAPH = 3
