"""Caps on what goes into lexbor, found by a scan before it.

lexbor is quadratic in the nesting depth and in the attributes of one tag (40,000 nested `div`: seconds), it opens
formatting elements that nobody closed again in every paragraph, and no thread can stop it once it runs. So the source
is scanned first: by cheap counts, which let most pages pass untouched; where they are too high, by a pass that follows
the tags and takes out what exceeds the limits (`flattening`).

The counts and the pass see tags nearly as lexbor does, not exactly: a page made with knowledge of the difference can
still cost seconds. A program that reads hostile pages should also limit the time of its process.
"""

import re
import string
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ..columns import BoolColumn
from ..limits import DEFAULT_LIMITS, Limits
from .flattening import flatten
from .tags import ATTRIBUTE_GRAMMAR, LASTING_FORMATTING

# Below this size the worst page costs the parser under 2 s: 32,000 attributes in one tag, 26,000 nested elements.
HARMLESS_CHARACTERS = 128_000
# As many elements, nested, cost the parser 0.7 s.
HARMLESS_TAGS = 24_000
# What the attributes of a page cost grows with the sum of the squares of its tags' lengths, and should not exceed what
# one tag as long as a harmless page would cost. A tag of under 1,000 characters is too short for any number to matter.
HARMLESS_SQUARES = HARMLESS_CHARACTERS**2
HARMLESS_TAG_CHARACTERS = 1_000
HARMLESS_ATTRIBUTES = 16_000
# All tags of these names add their attributes to one element.
HARMLESS_ROOTS = 8
# Elements that the parser may make of formatting that is opened again in every paragraph: formatting tags times tags.
# It keeps three at the most that are alike, so many are open only where they have attributes.
HARMLESS_FORMATTING = 200_000
MAX_PLAIN_FORMATTING = 3 * len(LASTING_FORMATTING)
# Their attributes are copied as well. Of `a`, which closes itself, only one is open: a long one matters.
HARMLESS_FORMATTING_CHARACTERS = 30_000_000

# The counts are taken of the encoded source, which is what the parser reads: a byte a letter, whatever the script.
_ATTRIBUTE_BYTES = re.compile(ATTRIBUTE_GRAMMAR.encode())
_TAG_BYTES = re.compile(rf"<[a-zA-Z][^ \t\n\r\f/>]*+(?:{ATTRIBUTE_GRAMMAR})*+".encode())
_FORMATTING_TAG = re.compile(
    rf"<(?i:{'|'.join(sorted(LASTING_FORMATTING))})(?=[ \t\n\r\f/>])(?:{ATTRIBUTE_GRAMMAR})*+".encode()
)
_PLAIN_TAG_LENGTH = len("<strong")
_LINK = frozenset(b"<a" + space for space in (b" ", b"\t", b"\n", b"\r", b"\f", b"/"))
_ROOT_TAG = re.compile(b"<(?:html|body)", re.IGNORECASE)


def _table(members: bytes) -> BoolColumn:
    """By byte: whether it is one of these."""
    table = np.zeros(256, dtype=np.bool_)
    table[list(members)] = True
    return table


def _beginnings(names: Iterable[str]) -> BoolColumn:
    """By first and second byte: whether a tag that has one of these names may begin with them."""
    table = np.zeros((256, 256), dtype=np.bool_)
    for name in names:
        first, second = name[0].encode(), name[1:2].encode() or b" \t\n\r\f/>"
        table[np.ix_(list(first + first.upper()), list(second + second.upper()))] = True
    return table


_LETTERS = _table(string.ascii_letters.encode())
_BEFORE_VALUE = _table(b"= \t\n\r\f")
_FORMATTING_BEGINNINGS = _beginnings(LASTING_FORMATTING)
_ROOT_BEGINNINGS = _beginnings(("html", "body"))


def apply_limits(source: str, limits: Limits = DEFAULT_LIMITS) -> tuple[bytes, frozenset[str]]:
    """The source as the parser gets it, with what exceeds the limits taken out, and the limits that did so."""
    encoded = encode(source)
    if not _is_suspicious(encoded):
        return encoded, frozenset()
    source, cuts = flatten(source, limits)
    return encode(source), cuts


def encode(source: str) -> bytes:
    """The source as the parser reads it; halves of characters (surrogates) are no characters to it."""
    return source.encode("utf-8", "ignore")


def _is_suspicious(source: bytes) -> bool:
    """Whether the page may be too much; if so, it is followed tag by tag.

    The first two letters of all tags are looked at together. They bound how many are formatting or roots, mostly well
    enough; only else are those counted.
    """
    letters = np.frombuffer(source, dtype=np.uint8)
    starts = np.flatnonzero(letters[:-2] == ord("<"))  # of tags, and of whatever else begins like one
    tags = len(starts)
    first, second = letters[starts + 1], letters[starts + 2]
    if _FORMATTING_BEGINNINGS[first, second].any() and _may_multiply(source, tags):
        return True
    if len(source) <= HARMLESS_CHARACTERS:
        return False
    roots = np.count_nonzero(_ROOT_BEGINNINGS[first, second])
    if tags > HARMLESS_TAGS or (roots > HARMLESS_ROOTS and len(_ROOT_TAG.findall(source)) > HARMLESS_ROOTS):
        return True
    long_tags = _long_tags(source, letters, starts[_LETTERS.take(first)])
    if (
        tags * max((len(tag) for tag in long_tags if tag[:3].lower() in _LINK), default=0)
        > HARMLESS_FORMATTING_CHARACTERS
    ):
        return True
    return _has_many_attributes(long_tags)


def _may_multiply(source: bytes, tags: int) -> bool:
    """Whether formatting that is opened again in every paragraph may be too much, if nobody closes it."""
    lengths = [len(tag) for tag in _FORMATTING_TAG.findall(source)]
    with_attributes = sum(length > _PLAIN_TAG_LENGTH for length in lengths)
    open_at_once = with_attributes + min(len(lengths), MAX_PLAIN_FORMATTING)
    return tags * open_at_once > HARMLESS_FORMATTING or tags * sum(lengths) > HARMLESS_FORMATTING_CHARACTERS


def _long_tags(source: bytes, letters: npt.NDArray[np.uint8], starts: npt.NDArray[np.intp]) -> list[bytes]:
    """The tags that are not short, as the pattern finds them one after the other.

    A tag ends at the first `>` outside of its quoted values. So it can be long only where the first one of all is far,
    or stands in a value: then the last quotation mark of its kind before it is one that opens a value. There alone
    the pattern is tried.
    """
    all_ends = np.append(np.flatnonzero(letters == ord(">")), len(letters))
    ends = all_ends.take(np.searchsorted(all_ends, starts))
    may_be_long = ends - starts > HARMLESS_TAG_CHARACTERS
    for quote in b"\"'":
        quotes = np.flatnonzero(letters == quote)
        last = np.append(-1, quotes).take(np.searchsorted(quotes, ends))
        may_be_long |= (last > starts) & _BEFORE_VALUE.take(letters.take(last - 1))
    long_tags = []
    position = 0
    for start in starts[may_be_long].tolist():
        if start >= position and (tag := _TAG_BYTES.match(source, start)):
            position = tag.end()
            if position - start > HARMLESS_TAG_CHARACTERS:
                long_tags.append(tag.group())
    return long_tags


def _has_many_attributes(long_tags: list[bytes]) -> bool:
    """Whether some tags may have too many; what is long because of one value, such as a page's state, has not."""
    if sum(map(len, long_tags)) <= HARMLESS_CHARACTERS:
        return False
    # Another `<` inside may be a tag of its own: quotes in scripts and comments swallow some.
    if sum(len(tag) ** 2 for tag in long_tags if b"<" in tag[1:]) > HARMLESS_SQUARES:
        return True
    return sum(len(_ATTRIBUTE_BYTES.findall(tag)) for tag in long_tags) > HARMLESS_ATTRIBUTES
