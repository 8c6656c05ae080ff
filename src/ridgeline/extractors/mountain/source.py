"""What is code and what is text in a page's source, without a DOM: the first step to Information Cells.

One pass finds every `<` and `>` at once (NumPy); then only those tags are looked at one by one that hide others:
comments, scripts and the like, and tags in whose quoted values a `>` may stand. What a browser would swallow (a comment
or a script that nobody closes) is code up to the end of the source. All steps are linear in the source.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn

Offsets = npt.NDArray[np.int64]
Characters = npt.NDArray[np.uint8] | npt.NDArray[np.uint16] | npt.NDArray[np.uint32]

# What stands in these is code or data, never text of the page, up to their own end tag. (A template with a
# `shadowrootmode` is shown, and is none of them.)
HIDING_NAMES: tuple[str, ...] = ("script", "style", "textarea", "title", "iframe", "noembed", "noframes", "template")
_SHOWN_TEMPLATE = "shadowrootmode"
_AFTER_NAME = " \t\n\r\f/>"
# From a tag's name to its end: quotes count after an equals sign only. A quote that nobody closes is none.
_REST_OF_TAG = re.compile(r"""(?:[^>=]++|=[ \t\n\r\f]*+(?:"[^"]*+"|'[^']*+')?+)*+>""")
_COMMENT_END = re.compile(r"--!?>")
_LINK = re.compile(r"[\s/\"']href\s*=", re.IGNORECASE)
_PADDING = "\0" * 4  # so that looking a few characters ahead, or back from the start, needs no care
_MIN_QUOTED_LENGTH = len('<a b=">')  # a shorter tag has no `>` in quotes


def _packed(letters: str) -> int:
    """Three characters as one number."""
    first, second, third = map(ord, letters)
    return (first << 16) | (second << 8) | third


_COMMENT = _packed("!--")
_HIDING = {_packed(name[:3]): name for name in HIDING_NAMES}  # no two of them begin alike
_DELIMITERS = np.zeros(256, dtype=np.bool_)
_DELIMITERS[[ord(character) for character in _AFTER_NAME]] = True


@dataclass(frozen=True, eq=False, slots=True)
class Code:
    """The code of a source: where its pieces start and end, and which of them begin and end a link."""

    start: Offsets  # of each `<`
    end: Offsets  # one past each `>`
    opens_link: BoolColumn
    closes_link: BoolColumn


def find_code(source: str) -> Code:
    """Every tag, comment, script and declaration of a source, in order; what stands between them is text."""
    characters = _characters(source + _PADDING)
    start = _markup_starts(characters)
    closing = np.flatnonzero(characters == ord(">"))
    # A tag ends at the next `>`; one that never ends takes the rest of the source.
    end = np.append(closing + 1, len(source))[np.searchsorted(closing, start)]
    packed = _three_letters(characters, start)
    # A `<` inside a tag is a part of its attributes.
    first = np.ones(len(start), dtype=np.bool_)
    first[1:] = end[1:] != end[:-1]
    regions = _regions(source, start, packed, first & _is_doubtful(characters, start, end, first, packed))
    start, end, packed = _without_insides(start[first], end[first], packed[first], regions)
    return Code(start, end, *_links(source, start, end, packed))


def _characters(source: str) -> Characters:
    """The source as numbers, a number a character, as narrow as they can be."""
    try:
        return np.frombuffer(source.encode("latin-1"), dtype=np.uint8)
    except UnicodeEncodeError:
        narrow = source.encode("utf-16-le", "surrogatepass")
    if len(narrow) == 2 * len(source):
        return np.frombuffer(narrow, dtype=np.uint16)
    return np.frombuffer(source.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _markup_starts(characters: Characters) -> Offsets:
    """Where a `<` begins markup: before a letter, a slash, `!` or `?`. Any other is text, as in `a < b`."""
    start = np.flatnonzero(characters == ord("<"))
    after = characters[start + 1]
    lower = after | 0x20
    is_letter = (lower >= ord("a")) & (lower <= ord("z"))
    is_markup = is_letter | (after == ord("/")) | (after == ord("!")) | (after == ord("?"))
    answer: Offsets = start[is_markup]
    return answer


def _three_letters(characters: Characters, start: Offsets) -> Offsets:
    """By `<`: the three characters after it as one number, letters in lower case; 0 for what is no Latin character."""
    packed = np.zeros(len(start), dtype=np.int64)
    for position in range(1, 4):
        character = characters[start + position].astype(np.int64)
        capital = (character >= ord("A")) & (character <= ord("Z"))
        character[capital] |= 0x20
        character[character > 0xFF] = 0
        packed = (packed << 8) | character
    return packed


def _is_doubtful(
    characters: Characters, start: Offsets, end: Offsets, first: BoolColumn, packed: Offsets
) -> BoolColumn:
    """By `<`: whether its code may not end at its next `>`, and has to be looked at.

    That is so for comments and what hides its content; and for start tags in whose quotes the `>` may stand: where
    another `<` stands before it, or where it follows neither a quote nor a quote with a slash.
    """
    hides = packed == _COMMENT
    for letters in _HIDING:
        hides |= packed == letters
    before = _is_quote(characters[end - 2])
    slashed = characters[end - 2] == ord("/")
    before |= slashed & (_is_quote(characters[end - 3]) | _is_quote(characters[end - 4]))
    is_end_tag = (packed >> 16) == ord("/")
    unquoted = ~before & ~is_end_tag & (end - start >= _MIN_QUOTED_LENGTH)
    holds_another = np.zeros(len(start), dtype=np.bool_)
    holds_another[:-1] = ~first[1:]
    answer: BoolColumn = hides | unquoted | holds_another
    return answer


def _is_quote(characters: Characters) -> BoolColumn:
    answer: BoolColumn = (characters == ord('"')) | (characters == ord("'"))
    return answer


def _regions(source: str, start: Offsets, packed: Offsets, doubtful: BoolColumn) -> list[tuple[int, int]]:
    """The doubtful pieces of code that are none inside another, in order: start and end of each."""
    closers: dict[str, list[int]] = {}
    regions: list[tuple[int, int]] = []
    position = 0  # the source is dealt with up to here
    for begin, letters in zip(start[doubtful].tolist(), packed[doubtful].tolist(), strict=True):
        if begin < position:
            continue
        if letters == _COMMENT:
            # `<!-->` is a whole comment, so its end may begin with the dashes of its opening.
            closing = _COMMENT_END.search(source, begin + 2)
            position = closing.end() if closing else len(source)
        else:
            rest = _REST_OF_TAG.match(source, begin + 1)
            position = rest.end() if rest else len(source)
            name = _HIDING.get(letters)
            if name is not None and _hides(source, begin, position, name):
                if name not in closers:
                    closers[name] = _end_tags(source, start, packed, name)
                position = _after_end_tag(source, closers[name], position)
        regions.append((begin, position))
        if position >= len(source):
            break
    return regions


def _hides(source: str, begin: int, end: int, name: str) -> bool:
    """Whether the tag that begins here is of this name, and hides what it holds."""
    after = begin + 1 + len(name)
    if source[begin + 1 : after].lower() != name or source[after : after + 1] not in tuple(_AFTER_NAME):
        return False
    return name != "template" or _SHOWN_TEMPLATE not in source[after:end].lower()


def _end_tags(source: str, start: Offsets, packed: Offsets, name: str) -> list[int]:
    """Where the end tags of this name stand."""
    likely = start[packed == _packed(f"/{name[:2]}")].tolist()
    length = 2 + len(name)
    return [place for place in likely if source[place + 2 : place + length].lower() == name]


def _after_end_tag(source: str, end_tags: list[int], position: int) -> int:
    index = bisect_left(end_tags, position)
    if index == len(end_tags):
        return len(source)
    return source.find(">", end_tags[index]) + 1 or len(source)


def _without_insides(
    start: Offsets, end: Offsets, packed: Offsets, regions: list[tuple[int, int]]
) -> tuple[Offsets, Offsets, Offsets]:
    """The tags that stand in no region, and the regions themselves."""
    if not regions:
        return start, end, packed
    begins, ends = np.array(regions, dtype=np.int64).T
    nearest = np.searchsorted(begins, start, side="right") - 1
    is_region = (nearest >= 0) & (start == begins[nearest])
    inside = (nearest >= 0) & (start < ends[nearest]) & ~is_region
    end = np.where(is_region, ends[nearest], end)
    return start[~inside], end[~inside], packed[~inside]


def _links(source: str, start: Offsets, end: Offsets, packed: Offsets) -> tuple[BoolColumn, BoolColumn]:
    """By tag: whether it is `<a>` with an address, and whether it ends or replaces a link."""
    opens = ((packed >> 16) == ord("a")) & _DELIMITERS[(packed >> 8) & 0xFF]
    closes = ((packed >> 8) == _packed("\0/a")) & _DELIMITERS[packed & 0xFF]
    closes |= opens  # links do not nest: the next one ends the one before
    anchors = np.flatnonzero(opens)
    opens[anchors] = [
        source.find(" href=", begin, stop) >= 0 or _LINK.search(source, begin, stop) is not None
        for begin, stop in zip(start[anchors].tolist(), end[anchors].tolist(), strict=True)
    ]
    return opens, closes
