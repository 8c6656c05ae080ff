"""Classifies the characters of a whole text at once: letters, digits, punctuation …, in all scripts.

Every character is looked up in one table of flags, which combine Unicode's general categories. The table is filled
lazily, 4,096 characters at a time, as scripts turn up.
"""

import unicodedata
from collections.abc import Iterable
from enum import IntFlag
from functools import cache
from itertools import compress

import numpy as np
import numpy.typing as npt

from .. import _native

CodePoints = npt.NDArray[np.uint32]
Kinds = npt.NDArray[np.uint8]

_STEP_BITS = 12
_TABLE_SIZE = 0x110000

# Characters that end a sentence: full stops, question and exclamation marks, ellipses, danda and the like. Wide and
# narrow forms are written as escapes: some tools turn them into ASCII.
SENTENCE_ENDS = frozenset(".!?…‥‼⁇⁈⁉‽\u037e՜՞։؟۔؞।॥။፧።៕៖᠃᠉。\uff01\uff1f\uff0e\uff61︒﹒﹖﹗⸮⳹⳾꓿꘎꘏꛳꛷꡶꡷꩝꩞꩟꫰꫱꯫᙮᜵᜶")
COMMAS = frozenset(",;،؛、\uff0c\uff1b\uff64﹐﹑﹔፣፤߸᠂᠈꓾꘍︐︑")


class Kind(IntFlag):
    """Flags of a character. Several may be set: a capital is a letter, a full stop is punctuation."""

    LETTER = 1  # or a mark that combines with letters
    CAPITAL = 2
    DIGIT = 4
    PUNCTUATION = 8
    SENTENCE_END = 16
    COMMA = 32  # or a semicolon: separates clauses
    SPACE = 64
    SPACELESS = 128  # an ideograph or kana, each a word: its script has no spaces between words


WORD = Kind.LETTER | Kind.DIGIT

# By Unicode category, both letters or the first.
_BY_CATEGORY = {
    "L": int(Kind.LETTER),
    "M": int(Kind.LETTER),
    "Lu": int(Kind.LETTER | Kind.CAPITAL),
    "Lt": int(Kind.LETTER | Kind.CAPITAL),
    "N": int(Kind.DIGIT),
    "P": int(Kind.PUNCTUATION),
}
# Hiragana, katakana (not their punctuation), ideographs and their iteration mark, compatibility forms, supplements.
_SPACELESS_RANGES = (
    (0x3005, 0x3007), (0x3041, 0x3096), (0x309D, 0x309F), (0x30A1, 0x30FA), (0x30FC, 0x30FF), (0x31F0, 0x31FF),
    (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0xFF66, 0xFF9F), (0x20000, 0x3FFFF),
)  # fmt: skip
# The same, for use between the brackets of a regular expression.
SPACELESS_CLASS = "".join(f"{chr(first)}-{chr(last)}" for first, last in _SPACELESS_RANGES)

_table: Kinds = np.zeros(_TABLE_SIZE, dtype=np.uint8)
_FIRST_STEP = np.arange(_TABLE_SIZE >> _STEP_BITS) == 0
_is_filled = np.zeros(_TABLE_SIZE >> _STEP_BITS, dtype=np.bool_)


def code_points(text: str) -> CodePoints:
    """Return the characters as numbers."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def kinds(text: str) -> Kinds:
    """Return the kind of every character."""
    return kinds_of(code_points(text))


def kinds_of(points: CodePoints) -> Kinds:
    """Return the kind of every character, given as numbers."""
    if len(points) and points.max() >> _STEP_BITS:
        used = np.bincount(points >> np.uint32(_STEP_BITS), minlength=len(_is_filled)) > 0
    else:
        used = _FIRST_STEP
    for step in np.flatnonzero(used & ~_is_filled).tolist():
        points_of_step = range(step << _STEP_BITS, (step + 1) << _STEP_BITS)
        # Written at once: where two threads fill the same part, one may already read it.
        _table[points_of_step.start : points_of_step.stop] = _flags(points_of_step)
        _is_filled[step] = True  # after the table: another thread may be reading
    found: Kinds = _table[points]
    return found


def _flags(points: range) -> Kinds:
    """Return the flags of consecutive characters."""
    characters = list(map(chr, points))
    flags = np.fromiter(map(_of_category, map(unicodedata.category, characters)), np.uint8, len(points))
    _add(flags, points, map(ord, SENTENCE_ENDS), Kind.SENTENCE_END)
    _add(flags, points, map(ord, COMMAS), Kind.COMMA)
    _add(flags, points, compress(points, map(str.isspace, characters)), Kind.SPACE)
    for first, last in _SPACELESS_RANGES:
        among = range(max(first, points.start), min(last + 1, points.stop))
        _add(flags, points, among, Kind.SPACELESS | Kind.LETTER)
    return flags


@cache
def _of_category(category: str) -> int:
    return _BY_CATEGORY.get(category) or _BY_CATEGORY.get(category[0], 0)


def _add(flags: Kinds, points: range, having: Iterable[int], kind: Kind) -> None:
    """Set the flag of a kind for those of the points that have it."""
    flags[[point - points.start for point in having if point in points]] |= np.uint8(kind)


def word_starts(kinds: Kinds) -> npt.NDArray[np.bool_]:
    """Return a mask of where words begin: the first of a run of letters and digits, and every ideograph or kana."""
    in_word = (kinds & np.uint8(WORD)) > 0
    spaceless = (kinds & np.uint8(Kind.SPACELESS)) > 0
    starts = in_word.copy()
    starts[1:] &= ~in_word[:-1] | spaceless[:-1] | spaceless[1:]
    return starts


def count_words(text: str) -> int:
    """Return the number of words in a text; an ideograph is a word."""
    if _native.is_used():
        return int(_native.built().count_words(text))
    return int(word_starts(kinds(text)).sum())
