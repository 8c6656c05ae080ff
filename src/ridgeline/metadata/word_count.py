"""Counts the words of a text and estimates how long it takes to read."""

import math
import re

from ..text.characters import SPACELESS_CLASS, code_points
from ..text.spaces import pieces

# Silent reading of English non-fiction: Brysbaert (2019), "How many words do we read per minute?".
WORDS_A_MINUTE = 238
# Of Chinese and Japanese: the figure that publishers use.
CHARACTERS_A_MINUTE = 500

_FIRST_IDEOGRAPH = 0x2E80
_SPACELESS = re.compile(f"[{SPACELESS_CLASS}]")
_BETWEEN_CHARACTERS = re.compile(f"[{SPACELESS_CLASS}\u3000-\u303f\uff00-\uff65]+")  # with their punctuation


def count_words(text: str) -> tuple[int, int]:
    """Return the number of words, and the minutes that they take to read, rounded up.

    Words stand between white space, as word processors count them; each character of Chinese and Japanese is one.
    """
    words = characters = 0
    for piece in pieces(text):
        ideographs = len(_SPACELESS.findall(piece)) if _has_ideographs(piece) else 0
        words += len((_BETWEEN_CHARACTERS.sub(" ", piece) if ideographs else piece).split())
        characters += ideographs
    return words + characters, math.ceil(words / WORDS_A_MINUTE + characters / CHARACTERS_A_MINUTE)


def _has_ideographs(text: str) -> bool:
    """Return whether a text may have characters of Chinese and Japanese; searching for them takes longer."""
    return not text.isascii() and bool(code_points(text).max() >= _FIRST_IDEOGRAPH)
