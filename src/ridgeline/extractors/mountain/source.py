"""What is code and what is text in a page's source, without a DOM: the first step to Information Cells.

One pass finds every `<`, `>` and quote at once (NumPy); then only those tags are looked at one by one that hide others:
comments, scripts and the like, and tags in whose quoted values a `>` may stand. What a browser would swallow (a comment
or a script that nobody closes) is code up to the end of the source. All steps are linear in the source.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...elements import BoolColumn

Offsets = npt.NDArray[np.int64]
Characters = npt.NDArray[np.uint8] | npt.NDArray[np.uint32]

# What stands in these is code or data, never text of the page, up to their own end tag. (A template with a
# `shadowrootmode` is shown, and is none of them.)
HIDING_NAMES: tuple[str, ...] = ("script", "style", "textarea", "title", "iframe", "noembed", "noframes", "template")
_SHOWN_TEMPLATE = "shadowrootmode"
_SPACES = " \t\n\r\f"
_AFTER_NAME = _SPACES + "/>"
# From a tag's name to its end: quotes count after an equals sign only. A quote that nobody closes is none.
_REST_OF_TAG = re.compile(r"""(?:[^>=]++|=[ \t\n\r\f]*+(?:"[^"]*+"|'[^']*+')?+)*+>""")
_COMMENT_END = re.compile(r"--!?>")
_LINK = re.compile(r"[\s/\"']href\s*=", re.IGNORECASE)


def _packed(first: int, second: int, third: int) -> int:
    return (first << 16) | (second << 8) | third


_COMMENT = _packed(*map(ord, "!--"))
_HIDING_STARTS = np.array([_packed(*map(ord, name[:3])) for name in HIDING_NAMES], dtype=np.int64)
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
    characters = _characters(source)
    start = _markup_starts(characters)
    closing = np.flatnonzero(characters == ord(">"))
    # A tag ends at the next `>`; one that never ends takes the rest of the source.
    end = np.append(closing + 1, len(source))[np.searchsorted(closing, start)]
    # A `<` inside a tag is a part of its attributes.
    first = np.ones(len(start), dtype=np.bool_)
    first[1:] = end[1:] != end[:-1]
    packed = _three_letters(characters, start)
    regions = _regions(source, characters, start, end, first, packed)
    start, end, packed = _without_insides(start[first], end[first], packed[first], regions)
    return Code(start, end, *_links(source, characters, start, end, packed))


def _characters(source: str) -> Characters:
    """The source as numbers, a number a character."""
    if source.isascii():
        return np.frombuffer(source.encode("ascii"), dtype=np.uint8)
    return np.frombuffer(source.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _markup_starts(characters: Characters) -> Offsets:
    """Where a `<` begins markup: before a letter, a slash, `!` or `?`. Any other is text, as in `a < b`."""
    start = np.flatnonzero(characters[:-1] == ord("<"))
    after = characters[start + 1]
    lower = after | 0x20
    is_letter = (lower >= ord("a")) & (lower <= ord("z"))
    is_markup = is_letter | (after == ord("/")) | (after == ord("!")) | (after == ord("?"))
    answer: Offsets = start[is_markup]
    return answer


def _three_letters(characters: Characters, start: Offsets) -> Offsets:
    """By `<`: the three characters after it as one number, letters in lower case; 0 beyond the end."""
    packed = np.zeros(len(start), dtype=np.int64)
    for position in range(1, 4):
        place = start + position
        character = characters[np.minimum(place, len(characters) - 1)].astype(np.int64)
        character[(place >= len(characters)) | (character > 255)] = 0
        capital = (character >= ord("A")) & (character <= ord("Z"))
        packed = (packed << 8) | np.where(capital, character | 0x20, character)
    return packed


def _regions(
    source: str, characters: Characters, start: Offsets, end: Offsets, first: BoolColumn, packed: Offsets
) -> list[tuple[int, int]]:
    """Code that does not end at its next `>`, in order and apart: start and end of each."""
    hiding = np.isin(packed, _HIDING_STARTS) | (packed == _COMMENT)
    doubtful = np.flatnonzero(first & (hiding | _has_open_quote(characters, start, end)))
    closers: dict[str, list[int]] = {}
    regions: list[tuple[int, int]] = []
    position = 0  # the source is dealt with up to here
    for index in doubtful.tolist():
        begin = int(start[index])
        if begin < position:
            continue
        if packed[index] == _COMMENT:
            # `<!-->` is a whole comment, so its end may begin with the dashes of its opening.
            closing = _COMMENT_END.search(source, begin + 2)
            position = closing.end() if closing else len(source)
        else:
            rest = _REST_OF_TAG.match(source, begin + 1)
            position = rest.end() if rest else len(source)
            name = _hiding_name(source, begin, position)
            if name is not None:
                if name not in closers:
                    closers[name] = _end_tags(source, start, packed, name)
                position = _after_end_tag(source, closers[name], position)
        regions.append((begin, position))
        if position >= len(source):
            break
    return regions


def _has_open_quote(characters: Characters, start: Offsets, end: Offsets) -> BoolColumn:
    """By tag: whether its next `>` may stand inside quotes: an odd number of either kind stands before it."""
    places = np.flatnonzero((characters == ord('"')) | (characters == ord("'")))
    # Both kinds are counted in one number: a double quote is 1, a single one 2^32.
    value = np.where(characters[places] == ord('"'), np.int64(1), np.int64(1) << 32)
    counts = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(value)))
    inside = counts[np.searchsorted(places, end)] - counts[np.searchsorted(places, start)]
    answer: BoolColumn = (inside & ((np.int64(1) << 32) | 1)) > 0
    return answer


def _hiding_name(source: str, begin: int, end: int) -> str | None:
    """The name of a start tag whose content is no text; None for all others."""
    for name in HIDING_NAMES:
        after = begin + 1 + len(name)
        if source[begin + 1 : after].lower() == name and source[after : after + 1] in tuple(_AFTER_NAME):
            is_shown = name == "template" and _SHOWN_TEMPLATE in source[after:end].lower()
            return None if is_shown else name
    return None


def _end_tags(source: str, start: Offsets, packed: Offsets, name: str) -> list[int]:
    """Where the end tags of this name stand."""
    likely = start[packed == _packed(ord("/"), ord(name[0]), ord(name[1]))].tolist()
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


def _links(
    source: str, characters: Characters, start: Offsets, end: Offsets, packed: Offsets
) -> tuple[BoolColumn, BoolColumn]:
    """By tag: whether it is `<a>` with an address, and whether it ends or replaces a link."""
    second = packed >> 16
    opens = (second == ord("a")) & _DELIMITERS[(packed >> 8) & 0xFF]
    closes = ((packed >> 8) == _packed(0, ord("/"), ord("a"))) & _DELIMITERS[packed & 0xFF]
    anchors = np.flatnonzero(opens)
    closes |= opens  # links do not nest: the next one ends the one before
    addressed = [
        _LINK.search(source, begin, stop) is not None
        for begin, stop in zip(start[anchors].tolist(), end[anchors].tolist(), strict=True)
    ]
    opens[anchors] = addressed
    return opens, closes
