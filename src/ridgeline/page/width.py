"""Huge texts with a few rare characters, which make Python hold every character of them in four bytes.

An emoji in 30 MB of prose makes 120 MB of its source, and as much again of every format. In a text of that length such
characters (those beyond the Basic Multilingual Plane) are replaced if they are rare. A text that is written in them is
left as it is: its own bytes are as many.
"""

import sys

from .patterns import lazy_pattern

_HUGE = 4_000_000  # characters, or bytes
_MAX_SHARE = 0.05  # of rare characters
_RARE = lazy_pattern("[\U00010000-\U0010ffff]")
_REPLACEMENT = "?"  # the replacement character itself would make most texts take two bytes a character


def is_huge(source: str | bytes) -> bool:
    """Return whether a source is so long that its rare characters matter."""
    return len(source) > _HUGE


def is_wide(text: str) -> bool:
    """Return whether a text is huge, takes four bytes a character, and few of its characters need them."""
    if not is_huge(text) or sys.getsizeof(text) < 4 * len(text):
        return False
    return sum(1 for _ in _RARE().finditer(text)) <= _MAX_SHARE * len(text)


def narrowed(text: str) -> str:
    """Return a text with its rare characters replaced by question marks."""
    return _RARE().sub(_REPLACEMENT, text)
