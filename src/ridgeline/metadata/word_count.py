"""Counts the words of a text and estimates how long it takes to read."""

import math

from .. import _native

# Silent reading of English non-fiction: Brysbaert (2019), "How many words do we read per minute?".
WORDS_A_MINUTE = 238
# Of Chinese and Japanese: the figure that publishers use.
CHARACTERS_A_MINUTE = 500


def count_words(text: str) -> tuple[int, int]:
    """Return the number of words, and the minutes that they take to read, rounded up.

    Words stand between white space, as word processors count them; each character of Chinese and Japanese is one.
    """
    words, characters = _native.core.count_spaced_words(text)
    return words + characters, math.ceil(words / WORDS_A_MINUTE + characters / CHARACTERS_A_MINUTE)
